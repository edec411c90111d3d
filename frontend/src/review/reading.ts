// Moving through a review: whose turns are shown, which one is first, where the next mistake is.
import type { ReviewDocument, ReviewedTurn } from "../generated/protocol";
import { nameOf } from "../lib/hexes";
import { isTile } from "../table/options";
import { named, tileName } from "../texts/texts.svelte";
import type { ComparedStep } from "./compare";

/** The player whose turns are shown first: the reader, or else the one who lost most gold. */
export function firstSeat({ players }: ReviewDocument, mySeats: number[]): number {
  if (mySeats.length) return mySeats[0]!;
  return players.reduce((found, { gold_lost }, seat) => (gold_lost > players[found]!.gold_lost ? seat : found), 0);
}

/** The index of the turn that is shown first: the player's most important one, or else the first. */
export function firstTurn({ turns, turning_points }: ReviewDocument, seat: number): number {
  const turning = turning_points.find((i) => turns[i]?.seat === seat);
  return turning ?? Math.max(0, turns.findIndex((turn) => turn.seat === seat));
}

/** The indexes of a player's turns. */
export const turnsOfSeat = ({ turns }: ReviewDocument, seat: number) => turns.flatMap((turn, i) => (turn.seat === seat ? [i] : []));

/** The index of the next mistake of a player after a turn, from the beginning again after the last; slips too if there is but one mistake, or none. */
export function nextMistake(review: ReviewDocument, seat: number, at: number): number | null {
  const own = turnsOfSeat(review, seat);
  const marked = (...marks: ReviewedTurn["mark"][]) => own.filter((i) => marks.includes(review.turns[i]!.mark));
  const found = marked("mistake").length > 1 ? marked("mistake") : marked("mistake", "slip");
  return found.find((i) => i > at) ?? found.find((i) => i !== at) ?? null;
}

/** The hexes of a step: a1, moved a1–b2, taken away −a1; nothing if it has none. */
function hexesOf({ placed, removed, blocked = [] }: ComparedStep): string {
  const [to, from] = [placed[0] ?? blocked[0], removed[0]];
  if (to === undefined) return from === undefined ? "" : `−${nameOf(from)}`;
  return from === undefined ? nameOf(to) : `${nameOf(from)}–${nameOf(to)}`;
}

/** A turn in hexes in its order: Farm s11 j10 m11 l10. A tile used on several hexes is named once: Farm s11+s12. A tile that draws a card has none. */
export function turnBriefly(steps: ComparedStep[]): string {
  let told = "";
  let before = "";
  for (const step of steps) {
    const { action, gained } = step;
    const hexes = hexesOf(step);
    const tile = isTile(action) && (hexes || !gained.length) ? tileName(action) : "";
    if (!tile && !hexes) continue;
    // A tile stays on the line of its hex.
    if (tile && hexes && action === before) told += `+${hexes}`;
    else told += (told && " ") + [tile, hexes].filter(Boolean).join("\u00a0");
    before = tile && hexes ? action : "";
  }
  return told;
}

/** The terrains of a card. */
export const terrainsOf = (card: string | null) => card?.split("+") ?? [];

export const terrainName = (card: string | null) => terrainsOf(card).map((terrain) => named(`terrain.${terrain}`)).join(", ");
