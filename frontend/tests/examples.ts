// Positions for tests.
import type { PositionDocument, PositionPlayer } from "../src/generated/protocol";

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
