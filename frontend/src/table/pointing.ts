// What the pointer and a hint show before an answer is given: a piece, what it would bring, and the same in words.
import type { Ghost, Tag } from "../board/marks";
import type { Question, GoldChange, Hint, Preview } from "../generated/protocol";
import { FIRST_OPTION, type Hex, nameOf } from "../lib/hexes";
import type { Piece } from "../lib/position";
import { isKey, listed, named, t, tileName } from "../texts/texts.svelte";

const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");

/** Gold by its sources, in words. */
export const gains = (gold: GoldChange[]) => gold.map((line) => `${signed(line.gold)} ${named(`card.${line.source}.name`)}`);

/** What an answer that is not a hex is called. */
export const optionName = (name: string) => (isKey(`option.${name}`) ? named(`option.${name}`) : tileName(name));

const PUT_BY: Record<string, Ghost["kind"]> = {
  lighthouse: "ship",
  wagon: "wagon",
  barracks: "warrior",
  city_hall: "city_hall",
  quarry: "wall",
  scout_cabin: "scout",
};

/** The piece that an answer would put where the pointer is. */
export function ghostFor(asked: Question, seat: number, pointed: Hex | null, pieces: ReadonlyMap<Hex, Piece>): Ghost {
  const { action, stage, piece } = asked;
  const taking = ["place_or_take_back", "silo"].includes(stage) && pointed !== null && pieces.has(pointed);
  if (taking || ["pick_piece", "hold", "remove", "silo_move"].includes(stage)) return { kind: null, seat };
  if (piece !== null) return { kind: pieces.get(piece)?.kind ?? "settlement", seat };
  return { kind: PUT_BY[action] ?? "settlement", seat };
}

/** What an answer would bring, beside its hex; `gold` says whether the gold is shown even if it stays the same. */
export function tagFor(hex: Hex, preview: Preview, gold: boolean): Tag | null {
  if (!preview.placed.length && !preview.removed.length) return null;
  const sum = preview.gold.reduce((all, line) => all + line.gold, 0);
  const lines = [
    ...(preview.gold.length || gold ? [signed(sum)] : []),
    ...preview.gained.map((name) => `+ ${tileName(name)}`),
    ...preview.lost.map((name) => `− ${tileName(name)}`),
  ];
  return lines.length ? { hex, lines, tone: "good" } : null;
}

/** How a bot would play on, and what for. */
export function hintSentence(hint: Hint, numbers: ReadonlyMap<number, string>): string {
  const word = (answer: number) => (answer < FIRST_OPTION ? nameOf(answer) : optionName(numbers.get(answer) ?? ""));
  const moves = hint.answers.filter((answer) => numbers.get(answer) !== "end_turn").map(word);
  const reasons = [
    ...gains(hint.gold),
    ...hint.gained.map(tileName),
    ...hint.reach.map((terrain) => t("hint.reach", { terrain: named(`terrain.${terrain}`) })),
    ...hint.freed.map((terrain) => t("hint.freed", { terrain: named(`terrain.${terrain}`) })),
  ];
  return t(reasons.length ? "hint.says" : "hint.plain", { moves: moves.join(" → ") || t("option.end_turn"), gains: listed(reasons) });
}
