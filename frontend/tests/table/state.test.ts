import { expect, test } from "vitest";
import { tableState } from "../../src/table/state";
import { table } from "../examples";

const SEATS = ["Ada", "Ben"].map((name, seat) => ({ seat, kind: "person" as const, name, level: null, free: false, device: seat, connected: true, seconds_away: null }));
const stateOf = (changes: object) => tableState(table({ seats: SEATS, ...changes }));

test("a table in play says whose turn it is", () => {
  expect(stateOf({ status: "playing", to_play: 0 })).toEqual({ text: "Your turn", mine: true });
  expect(stateOf({ status: "playing", to_play: 1 })).toEqual({ text: "Ben’s turn", mine: false });
  expect(stateOf({ status: "playing", to_play: 1, my_seats: [0, 1] })).toEqual({ text: "Ben’s turn", mine: true });
});

test("a finished game says who has won", () => {
  expect(stateOf({ status: "over", winners: [0] }).text).toBe("You won");
  expect(stateOf({ status: "over", winners: [1] }).text).toBe("Ben wins");
  expect(stateOf({ status: "over", winners: [0, 1] }).text).toBe("Ada and Ben share the victory");
});

test("other tables say what they are doing", () => {
  expect(stateOf({ status: "open" }).text).toBe("Waiting for players");
});
