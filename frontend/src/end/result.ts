// What the end of a game says: who has won, by how much and why, and what the decisive turns brought.
import type { ScoreLine, Summary, TurnSummary } from "../generated/protocol";
import { signed } from "../lib/numbers";
import { turnBriefly } from "../review/reading";
import type { Step } from "../table/turns";
import { listed, named, t } from "../texts/texts.svelte";

/** The gold of every player from one source. */
export interface Row {
  source: string;
  gold: number[];
}

/** How many sources the title of a turn names, and about how many letters of the turn itself. */
const MOST_GAINS = 2;
const MOST_LETTERS = 46;

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);

export const totalsOf = (scores: ScoreLine[][]) => scores.map((lines) => sum(lines.map(({ gold }) => gold)));

/** The sources of gold: the cards of the game, and what else has paid any. */
export function rowsOf(scores: ScoreLine[][], cards: string[]): Row[] {
  const rows = (scores[0] ?? []).map(({ source }, i) => ({ source, gold: scores.map((lines) => lines[i]!.gold) }));
  return rows.filter(({ source, gold }) => cards.includes(source) || gold.some((each) => each));
}

/** The seats of the winner and of the best opponent; of equal players the first. */
export function bestTwo(totals: number[], winners: number[]): [number, number] {
  const winner = winners[0] ?? 0;
  const others = totals.map((_, seat) => seat).filter((seat) => seat !== winner);
  return [winner, others.reduce((best, seat) => (totals[seat]! > totals[best]! ? seat : best), others[0] ?? winner)];
}

/** Who has won and by how much; `you` is the seat of the only player at this screen. */
export function headline(names: string[], totals: number[], winners: number[], you: number | null): string {
  const [winner, rival] = bestTwo(totals, winners);
  const others = winners.filter((seat) => seat !== you).map((seat) => names[seat]!);
  if (winners.length > 1) return others.length < winners.length ? t("end.shared_with", { names: listed(others) }) : t("end.shared", { names: listed(others) });
  const n = totals[winner]! - totals[rival]!;
  return winner === you ? t("end.win", { n }) : t("end.wins", { name: names[winner]!, n });
}

/** Why: the source with the greatest difference in the winner's favour. */
export function reason(rows: Row[], totals: number[], winners: number[]): string {
  const [winner, rival] = bestTwo(totals, winners);
  if (winners.length > 1) return t("end.even", { n: totals[winner]! });
  const lead = ({ gold }: Row) => gold[winner]! - gold[rival]!;
  const best = rows.reduce((found, row) => (lead(row) > lead(found) ? row : found));
  return t("end.why", { card: named(`card.${best.source}.name`), n: best.gold[winner]!, m: best.gold[rival]! });
}

/** What a turn brought to its player, the largest change first; "Lords 12, Castles 3". */
export function gainsOf({ sources, beginning, turns }: Summary, turn: TurnSummary): string {
  const before = (turns[turn.turn - 2]?.gold ?? beginning)[turn.seat]!;
  const changes = sources
    .map((source, i) => ({ source, gold: turn.gold[turn.seat]![i]! - before[i]! }))
    .filter(({ gold }) => gold)
    .sort((a, b) => Math.abs(b.gold) - Math.abs(a.gold))
    .slice(0, MOST_GAINS);
  if (!changes.length) return t("end.no_gain");
  return changes.map(({ source, gold }) => t("end.gain", { card: named(`card.${source}.name`), n: gold < 0 ? signed(gold) : gold })).join(", ");
}

/** A turn in tiles and hexes; of one that is too long its first steps. */
export function turnInShort(steps: Step[], most = MOST_LETTERS): string {
  const first = steps.findLastIndex((_, i) => turnBriefly(steps.slice(0, i + 1)).length <= most);
  return first < steps.length - 1 ? `${turnBriefly(steps.slice(0, first + 1))} …` : turnBriefly(steps);
}

/** Every player's gold before the first turn and after every turn. */
export const goldByTurn = ({ beginning, turns }: Summary): number[][] => [beginning, ...turns.map(({ gold }) => gold)].map((gold) => gold.map(sum));
