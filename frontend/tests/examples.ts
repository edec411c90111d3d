// Positions, views and events for tests.
import type { BoardContents, Catalogue, PieceGroup, PositionDocument, PositionPlayer, PublicView, SeatView, Table, TableEvent, TableSetup, View } from "../src/generated/protocol";

const PLAYER: PositionPlayer = {
  settlements: [],
  warriors: [],
  ship: null,
  wagon: null,
  city_hall: null,
  supply: 40,
  held: 0,
  gold: 0,
  marked_lines: [],
  number_tiles: 0,
  tiles: [],
  bonus_tiles: [],
  nomad_tiles: [],
};

/** A position of these players; what is not given is empty. */
export const position = (players: Partial<PositionPlayer>[]): PositionDocument => ({
  format: "kingdom-builder/position-1",
  board: { sections: [] },
  island: null,
  capitols: [],
  caves: [],
  removed_terrain: null,
  cards: [],
  tasks: [],
  players: players.map((player) => ({ ...PLAYER, ...player })),
  tiles_left: {},
  walls: [],
  scouts: [],
  to_play: 0,
  terrain: null,
});

/** A player's pieces of one kind. */
export const pieces = (seat: number, hexes: number[], kind = "settlement", around: number[] = []): PieceGroup => ({ kind, seat, hexes, around });

/** What is on a board; what is not given is empty. */
export const contents = (part: Partial<BoardContents> = {}): BoardContents => ({ pieces: [], lines: [], standing: {}, tiles_left: [], ...part });

/** A catalogue with a set that does not exist: the page must know no set by itself. */
export const CATALOGUE: Catalogue = {
  sets: ["base", "orchards", "moon"],
  queenies: ["moon"],
  setup_options: [
    { name: "two_cards", kind: "flag", needs: null, choices: [] },
    { name: "without_pears", kind: "flag", needs: null, choices: [] },
    { name: "fruits", kind: "names", needs: null, choices: ["apples", "plums"] },
    { name: "wells", kind: "hexes", needs: "orchards", choices: [] },
    { name: "ponds", kind: "hexes", needs: "orchards", choices: [] },
    { name: "moon", kind: "name", needs: "moon", choices: ["near_side"] },
  ],
  first_game: { sections: [["plain", 0], ["hill", 180], ["lake", 0], ["wood", 0]], cards: ["pears"] },
  fields: [
    { field: "settlements", holds: "pieces", of: "settlement", footprint: 1, needs: "" },
    { field: "tractor", holds: "piece", of: "tractor", footprint: 1, needs: "" },
    { field: "barn_house", holds: "piece", of: "barn_house", footprint: 7, needs: "" },
    { field: "rows", holds: "lines", of: "", footprint: 1, needs: "gardeners" },
    { field: "wells", holds: "hexes", of: "well", footprint: 1, needs: "" },
    { field: "dry_terrain", holds: "terrain", of: "", footprint: 1, needs: "gardeners" },
  ],
  card_terrains: ["grass"],
  players: [2, 3, 4, 5],
  sections: { base: ["plain", "hill", "lake", "wood"], orchards: ["grove"] },
  cards: { base: ["pears", "nuts"], orchards: ["gardeners"] },
  common_sets: ["base"],
  removed_cards: { without_pears: ["pears"] },
  tasks: [],
  tiles: {},
  nomad_tiles: [],
  islands: [],
  levels: [],
  hint_seconds: 10,
  phrases: [],
  options: {},
};

const YOU: SeatView = {
  seat: 0,
  hand: [],
  hexes: [],
  options: [],
  irreversible: [],
  can_undo: false,
  can_pass: false,
  auto_pass: false,
  sentences: [],
};

/** The view of seat 0 after an event. */
export const view = (seq: number, game: Partial<PublicView> = {}): View => ({
  public: {
    seq,
    turn: 1,
    active: 0,
    to_play: 0,
    over: false,
    last_round: false,
    position: position([{}, {}]),
    contents: contents(),
    card: null,
    hands: [1, 1],
    draw: 20,
    discard: [],
    question: null,
    scores: null,
    winners: null,
    deck: { hash: "", seed: null },
    ...game,
  },
  clock: null,
  you: YOU,
});

/** An event that places a settlement of a seat. */
export const placed = (seq: number, seat: number, ...hexes: number[]): TableEvent => ({
  seq,
  kind: "answer",
  seat,
  by: "player",
  time: 0,
  answer: hexes[0]!,
  changes: [{ seat, placed: hexes, removed: [], gained: [], lost: [], gold: 0 }],
  lines: [],
});

export const setup = (part: Partial<TableSetup> = {}): TableSetup => ({
  seed: 1,
  players: 2,
  start: 0,
  sets: ["base"],
  sections: [],
  stand_ins: [],
  cards: [],
  tasks: [],
  nomad_tiles: {},
  island: null,
  capitols: [],
  caves: [],
  removed_terrain: null,
  swamp_cards: false,
  two_cards: false,
  without_lords: false,
  position: position([{}, {}]),
  rows: [],
  island_rows: null,
  locations: {},
  marks: {},
  contents: contents(),
  drawn: {},
  candidates: {},
  ...part,
});

export const table = (part: Partial<Table> = {}): Table => ({
  id: "game",
  status: "playing",
  seats: [],
  watchers: 0,
  setup: setup(),
  listed: false,
  start_when_full: true,
  running_score: true,
  turn_seconds: null,
  reaction_seconds: null,
  deck_hash: "",
  created: 0,
  seq: 1,
  creator: true,
  my_seats: [0],
  to_play: null,
  gold: null,
  winners: null,
  request: null,
  begun_under: null,
  unfit: null,
  daily: null,
  invite: null,
  watch: null,
  ...part,
});
