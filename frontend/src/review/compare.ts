// What a turn and the better one did on the board, side by side.
import type { ComparedHex } from "../board/marks";
import type { Hex } from "../lib/hexes";
import type { Step } from "../table/turns";

/** Which of the two turns the board shows. */
export type Shown = "both" | "played" | "better";

/** A step of a turn, with the hexes that it has blocked, as by a wall. */
export type ComparedStep = Step & { blocked?: Hex[] };

/** The hexes where a step put something: pieces, walls. */
const changedBy = ({ placed, blocked = [] }: ComparedStep) => [...placed, ...blocked];

/** The hexes where a turn put something, with the number of the step; a piece of several hexes has its number on one. */
function numbered(steps: ComparedStep[]): Map<Hex, number | null> {
  const found = new Map<Hex, number | null>();
  let number = 0;
  for (const hexes of steps.map(changedBy)) {
    if (!hexes.length) continue;
    number += 1;
    hexes.forEach((hex, i) => found.set(hex, i ? (found.get(hex) ?? null) : number));
  }
  return found;
}

/** The hexes that are marked on the board; `same` says that both turns lead to the same position. */
export function comparedHexes({ played, better, same }: { played: ComparedStep[]; better: ComparedStep[]; same: boolean }, shown: Shown = "both"): ComparedHex[] {
  if (same || shown === "played") return [...numbered(played)].map(([hex, number]) => ({ hex, kind: "same", number }));
  const [own, other] = [new Set(played.flatMap(changedBy)), numbered(better)];
  const built = new Set(better.flatMap(({ placed }) => placed));
  const kindOf = (hex: Hex) => (shown === "both" && own.has(hex) ? "same" : built.has(hex) ? "better" : "blocked");
  const found: ComparedHex[] = [...other].map(([hex, number]) => ({ hex, kind: kindOf(hex), number }));
  const taken = new Set(played.flatMap(({ removed }) => removed));
  for (const hex of new Set(better.flatMap(({ removed }) => removed)))
    if (!other.has(hex) && !(shown === "both" && taken.has(hex))) found.push({ hex, kind: "from", number: null });
  if (shown === "better") return found;
  return [...found, ...[...own].filter((hex) => !other.has(hex)).map((hex): ComparedHex => ({ hex, kind: "played", number: null }))];
}
