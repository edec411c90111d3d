import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import { Playback } from "../../src/table/playback.svelte";
import { pieces, placed } from "../examples";

const AFTER = [pieces(1, [5, 6])];
const MOVES = [placed(2, 1, 5), placed(3, 1, 6)];

let board: Playback;
const done = vi.fn();
const shown = () => [...board.pieces.keys()];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { visibilityState: "visible" });
  settings.speed = "normal";
  board = new Playback();
  board.update([], [], false, done);
  done.mockClear();
});
afterEach(() => vi.useRealTimers());

describe("the moves of others", () => {
  test("are shown one by one", () => {
    board.update(AFTER, MOVES, true, done);
    expect([shown(), board.running]).toEqual([[5], true]);
    vi.advanceTimersByTime(350);
    expect(shown()).toEqual([5, 6]);
    expect(done).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(board.running).toBe(false);
    expect(done).toHaveBeenCalledOnce();
  });

  test("are reported when they are seen, and only the last of those that are skipped", () => {
    const seen: number[] = [];
    board = new Playback((move) => seen.push(move.seq));
    board.update(AFTER, MOVES, true, done);
    expect(seen).toEqual([MOVES[0]!.seq]);
    board.skip();
    expect(seen).toEqual([MOVES[0]!.seq, MOVES.at(-1)!.seq]);
  });

  test("are shown at once when skipped", () => {
    board.update(AFTER, MOVES, true, done);
    board.skip();
    expect([shown(), board.running]).toEqual([[5, 6], false]);
    expect(vi.getTimerCount()).toBe(0);
    expect(done).toHaveBeenCalledOnce();
  });

  test("are shown at once if the settings say so, or nobody looks", () => {
    settings.speed = "skip";
    board.update(AFTER, MOVES, true, done);
    expect([shown(), board.running]).toEqual([[5, 6], false]);
    settings.speed = "normal";
    vi.stubGlobal("document", { visibilityState: "hidden" });
    board.update([], MOVES, true, done);
    expect(shown()).toEqual([]);
  });

  test("go on when something else happens", () => {
    board.update(AFTER, MOVES, true, done);
    board.update(AFTER, [], false, done);
    expect([shown(), board.running]).toEqual([[5], true]);
    vi.runAllTimers();
    expect(done).toHaveBeenCalledTimes(2);
  });

  test("are shown faster when many wait", () => {
    const hexes = Array.from({ length: 20 }, (_, hex) => hex);
    settings.speed = "slow";
    board.update([pieces(1, hexes)], hexes.map((hex) => placed(hex + 2, 1, hex)), true, done);
    vi.advanceTimersByTime(400);
    expect(shown()).toEqual([0, 1]);
    vi.runAllTimers();
    expect(shown()).toEqual(hexes);
  });
});

describe("recent hexes", () => {
  const recent = () => [...board.recent];

  test("are those of the last two turns", () => {
    board.markRecent([placed(2, 0, 1), placed(3, 0, 2)], false);
    expect(recent()).toEqual([1, 2]);
    board.markRecent([placed(4, 1, 3)], false);
    expect(recent()).toEqual([3]);
  });

  test("are forgotten when turns were missed", () => {
    board.markRecent([placed(2, 0, 1)], false);
    board.markRecent([placed(9, 0, 7)], true);
    expect(recent()).toEqual([7]);
  });

  test("do not include what was taken back", () => {
    board.markRecent([placed(2, 0, 1), placed(3, 0, 2)], false);
    const undone = { ...placed(4, 0), kind: "undo" as const, changes: [{ seat: 0, placed: [], removed: [2], gained: [], lost: [], gold: 0 }] };
    board.markRecent([undone], false);
    expect(recent()).toEqual([1]);
  });
});
