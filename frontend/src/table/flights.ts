// What flies after a move: gold from a built piece to its card, a tile from its location to its owner, a card from the pile to the hand.
import type { PositionPlayer, PublicView, TableEvent } from "../generated/protocol";
import { drawnCards } from "../lib/cards";
import { type Hex, fromCoordinates } from "../lib/hexes";
import type { BoardHex } from "../lib/position";
import { lineOf } from "./scores";

/** A hex of the board, or what has this name as its `data-place`. */
export type Place = Hex | string;

export const goldOf = (source: string): Place => `gold ${source}`;
export const playerOf = (seat: number): Place => `player ${seat}`;
/** A tile by its number: in the tray of the player at this screen, and in the row of any player. */
export const inTray = (i: number): Place => `tray ${i}`;
export const inRow = (seat: number, i: number): Place => `row ${seat} ${i}`;
export const inHand = (card: string): Place => `hand ${card}`;
export const PILE: Place = "pile";

type Cargo = { kind: "gold"; gold: number } | { kind: "tile"; name: string } | { kind: "card"; card: string };

export type Flight = Cargo & {
  from: Place;
  to: Place;
  /** Where it flies if its place is not shown; null: it does not fly then. */
  otherwise: Place | null;
};

/** What a viewer sees: the game, and the own seat with its cards. */
export interface Seen {
  game: PublicView;
  seat: number | null;
  hand: string[];
}

/** What flies when a viewer sees another state, to which these moves have led. */
export function flightsOf(before: Seen, after: Seen, moves: TableEvent[], board: ReadonlyMap<Hex, BoardHex>): Flight[] {
  const unseen = after.game.turn > before.game.turn + 1;
  if (!moves.length || unseen || moves.some(({ kind }) => kind !== "answer")) return [];
  return [...gold(before, after, moves), ...tiles(before, after, board), ...cards(before, after)];
}

/**
 * What a piece of the viewer has brought, or of anybody if the viewer has no seat; only of a single move, because one of
 * another player may change it too.
 */
function gold(before: Seen, { game, seat }: Seen, [move, another]: TableEvent[]): Flight[] {
  const mover = move?.seat ?? null;
  const from = another ? undefined : move?.changes?.find((change) => change.seat === mover)?.placed[0];
  if (from === undefined || mover === null || (seat ?? mover) !== mover || !before.game.scores) return [];
  return (game.scores?.[mover] ?? []).flatMap(({ source, gold: now }): Flight[] => {
    const more = now - (lineOf(before.game.scores, mover, source)?.gold ?? 0);
    const to = seat === null ? playerOf(mover) : goldOf(source);
    return more > 0 ? [{ kind: "gold", gold: more, from, to, otherwise: playerOf(mover) }] : [];
  });
}

function tiles(before: Seen, { game, seat: own }: Seen, board: ReadonlyMap<Hex, BoardHex>): Flight[] {
  const left = new Map(game.contents.tiles_left);
  const emptied = before.game.contents.tiles_left.filter(([hex, count]) => count > (left.get(hex) ?? 0)).map(([hex]) => hex);
  return game.position.players.flatMap((player, seat) => {
    const had = namedTiles(before.game.position.players[seat]!, board).map(({ id }) => id);
    return namedTiles(player, board).flatMap(({ id, name, at }, i): Flight[] => {
      const from = had.includes(id) ? undefined : emptied.find((hex) => at(hex));
      if (from === undefined) return [];
      return [{ kind: "tile", name, from, to: seat === own ? inTray(i) : inRow(seat, i), otherwise: playerOf(seat) }];
    });
  });
}

/** The tiles of a player in the order in which they are shown, and whether a hex is where one comes from. */
function namedTiles({ tiles: located, nomad_tiles }: PositionPlayer, board: ReadonlyMap<Hex, BoardHex>) {
  return [
    ...located.map(({ name, at }) => ({ id: `${name} ${at}`, name, at: (hex: Hex) => hex === fromCoordinates(at) })),
    ...nomad_tiles.map((name, i) => ({
      id: `${name} ${nomad_tiles.slice(0, i).filter((other) => other === name).length}`,
      name,
      at: (hex: Hex) => board.get(hex)?.nomad === name,
    })),
  ];
}

const cards = (before: Seen, after: Seen): Flight[] =>
  drawnCards(before.hand, after.hand).map((card) => ({ kind: "card", card, from: PILE, to: inHand(card), otherwise: null }));
