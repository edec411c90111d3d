// The rows of the statistics' tables: a figure that is drawn, figures that are written, and own figures beside them.
import type { Figures, Mean, OwnFigures } from "../generated/protocol";
import { cardIcon, tileIcon } from "../lib/icons";
import { change, decimal, percent, percentChange, whole } from "../lib/numbers";
import { type Key, named, t, tileName } from "../texts/texts.svelte";

export interface Cell {
  value: number | null;
  text: string;
}

export interface Row {
  id: string;
  name: string;
  /** The drawings of its icons, one list for each; none for a row without icon. */
  icons: string[][];
  /** What is drawn as a bar with its interval, and the own figure as a mark. */
  bar: Mean | null;
  own: number | null;
  cells: Cell[];
}

export interface FigureRows {
  columns: string[];
  /** The column by which the rows are sorted at first, -1 for the name. */
  sorted: number;
  rows: Row[];
}

const NONE: Cell = { value: null, text: "–" };

/** Half of the interval, as it is written behind a mean. */
const margin = ({ low, high }: Mean, scale = 1, digits = 1) => (low === null || high === null ? "" : ` ±${decimal((scale * (high - low)) / 2, digits)}`);

const cell = (mean: Mean | null, written = decimal): Cell =>
  mean && mean.n ? { value: mean.mean, text: written(mean.mean) + margin(mean) } : NONE;
const percentCell = (mean: Mean): Cell => (mean.n ? { value: mean.mean, text: percentChange(mean.mean) + margin(mean, 100, 0) } : NONE);
const count = (n: number): Cell => ({ value: n, text: whole(n) });
const own = (mean: Mean | null | undefined, written: (value: number) => string = decimal): Cell =>
  mean?.n ? { value: mean.mean, text: `${written(mean.mean)} (${mean.n})` } : NONE;

/** Add the column of the reader's own games, if there are any; `heading` says what it shows of them. */
function withOwn(mine: OwnFigures | null, heading: Key, columns: string[], rows: (Row & { mine?: Cell })[], sorted: number): FigureRows {
  if (!mine?.games) return { columns, rows, sorted };
  return { columns: [...columns, t(heading)], sorted, rows: rows.map((row) => ({ ...row, cells: [...row.cells, row.mine ?? NONE] })) };
}

export function cardRows(facts: Figures, mine: OwnFigures | null): FigureRows {
  const rows = facts.sources
    .filter(({ gold }) => gold.n)
    .map(({ name, gold }) => ({
      id: name,
      name: named(`card.${name}.name`),
      icons: [cardIcon(name)],
      bar: gold,
      own: mine?.sources[name]?.mean ?? null,
      cells: [cell(gold), count(gold.n)],
      mine: own(mine?.sources[name]),
    }));
  return withOwn(mine, "stats.you_gold", [t("stats.gold"), t("stats.games")], rows, 0);
}

export function tileRows(facts: Figures, mine: OwnFigures | null): FigureRows {
  const rows = facts.tiles.map((tile) => ({
    id: tile.name,
    name: tileName(tile.name),
    icons: [tileIcon(tile.name)],
    bar: tile.gold,
    own: null,
    cells: [cell(tile.gold, change), percentCell(tile.wins), { value: tile.taken, text: percent(tile.taken) }],
    mine: own(mine?.tiles[tile.name]?.taken, percent),
  }));
  return withOwn(mine, "stats.you_taken", [t("stats.gold"), t("stats.wins"), t("stats.taken")], rows, 0);
}

export function pairRows(facts: Figures): FigureRows {
  const rows = facts.pairs.map(({ first, second, gold, effect }) => ({
    id: `${first}+${second}`,
    name: `${named(`card.${first}.name`)} + ${named(`card.${second}.name`)}`,
    icons: [cardIcon(first), cardIcon(second)],
    bar: effect,
    own: null,
    cells: [cell(gold), cell(effect, change)],
  }));
  return { columns: [t("stats.gold"), t("stats.more")], rows, sorted: 0 };
}

export function sectionRows(facts: Figures, mine: OwnFigures | null): FigureRows {
  const names: [Figures["sections"][number], string, string[][]][] = [
    ...facts.sections.map((one) => [one, named(`section.${one.name}`), []] as [typeof one, string, string[][]]),
    ...facts.sets.map((one) => [one, named(`set.${one.name}.name`), []] as [typeof one, string, string[][]]),
  ];
  const rows = names.map(([one, name, icons], i) => ({
    id: `${i < facts.sections.length ? "section" : "set"}-${one.name}`,
    name,
    icons,
    bar: one.gold_effect,
    own: null,
    cells: [cell(one.gold_effect, change), { value: one.gold.mean, text: decimal(one.gold.mean) }, { value: one.rounds.mean, text: decimal(one.rounds.mean) }],
    mine: i < facts.sections.length ? own(mine?.sections[one.name]) : NONE,
  }));
  return withOwn(mine, "stats.you_gold", [t("stats.more"), t("stats.gold"), t("stats.rounds")], rows, 0);
}

export function playerRows(facts: Figures, mine: OwnFigures | null): FigureRows {
  const rows = facts.by_players.map(({ players, order, advantage, gold, lead }) => {
    const ours = mine?.by_players.find((one) => one.players === players);
    return {
      id: String(players),
      name: t("stats.n_players", { n: players }),
      icons: [],
      bar: advantage,
      own: null,
      cells: [{ value: order[0]!.mean, text: percent(order[0]!.mean, 1) + margin(order[0]!, 100) }, cell(gold), { value: lead.mean, text: decimal(lead.mean) }],
      mine: own(ours?.start_wins, percent),
    };
  });
  return withOwn(mine, "stats.you_start", [t("stats.start_wins"), t("stats.gold"), t("stats.lead_gold")], rows, -1);
}
