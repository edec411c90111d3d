// What is shown before an answer is given: the piece that it would place, the gold that it would bring, a hint.
import type { Ghost, Tag } from "../board/marks";
import type { GoldChange, Hint, Preview, Question } from "../generated/protocol";
import { FIRST_OPTION, type Hex, nameOf } from "../lib/hexes";
import { signed } from "../lib/numbers";
import type { Piece } from "../lib/position";
import { isKey, listed, named, t, tileName } from "../texts/texts.svelte";

/** Gold by its sources, in words. */
export const gains = (gold: GoldChange[]) => gold.map((line) => `${signed(line.gold)} ${named(`card.${line.source}.name`)}`);

/** The name of an answer that is not a hex. */
export const optionName = (name: string) => (isKey(`option.${name}`) ? named(`option.${name}`) : tileName(name));

/** The piece that an answer would place where the pointer is: none on a piece, which an answer picks up or removes. */
export function ghostFor({ places }: Question, seat: number, pointed: Hex | null, pieces: ReadonlyMap<Hex, Piece>): Ghost {
  return { kind: pointed !== null && pieces.has(pointed) ? null : places, seat };
}

/** The label beside a hex with the gold and tiles that it would bring; `gold`: show the gold also if it does not change. */
export function tagFor(hex: Hex, preview: Preview, gold: boolean): Tag | null {
  if (!preview.placed.length && !preview.removed.length) return null;
  const lines = [
    ...(gold && !preview.gold.length ? [signed(0)] : []),
    ...preview.gained.map((name) => `+ ${tileName(name)}`),
    ...preview.lost.map((name) => `− ${tileName(name)}`),
  ];
  return lines.length || preview.gold.length ? { hex, gold: preview.gold, lines } : null;
}

/** How a bot would play the rest of the turn, and why. */
export function hintSentence(hint: Hint, numbers: ReadonlyMap<number, string>): string {
  const answerName = (answer: number) => (answer < FIRST_OPTION ? nameOf(answer) : optionName(numbers.get(answer) ?? ""));
  const moves = hint.answers.filter((answer) => numbers.get(answer) !== "end_turn").map(answerName);
  const reasons = [
    ...hint.gold.map(({ gold, source }) => t("hint.gold", { gold: signed(gold), n: gold, card: named(`card.${source}.name`) })),
    ...hint.gained.map((name) => t("hint.tile", { tile: tileName(name) })),
    ...hint.reach.map((terrain) => t("hint.reach", { terrain: named(`terrain.${terrain}`) })),
    ...hint.freed.map((terrain) => t("hint.freed", { terrain: named(`terrain.${terrain}`) })),
  ];
  return t(reasons.length ? "hint.says" : "hint.plain", { moves: moves.join(" → ") || t("option.end_turn"), gains: listed(reasons) });
}
