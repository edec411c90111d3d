import { expect, test } from "vitest";
import type { ScoredPosition } from "../../src/generated/protocol";
import { Scoring } from "../../src/score/scoring.svelte";
import { contents, position } from "../examples";

const reply = (...totals: number[]): ScoredPosition => ({
  ...{ rows: [], island_rows: null, locations: {}, marks: {}, places: {} },
  players: totals.map((total) => ({ total, lines: [], left: {} })),
  position: position([]),
  contents: contents(),
});

/** A server whose answers are given by hand, in any order. */
function server() {
  const open: { give: (reply: ScoredPosition) => void; refuse: (error: Error) => void }[] = [];
  const scoring = new Scoring(() => new Promise((give, refuse) => open.push({ give, refuse })));
  return { scoring, open };
}
const totals = (scoring: Scoring) => scoring.scored?.players.map(({ total }) => total);

test("an older reply that comes later is not shown", async () => {
  const { scoring, open } = server();
  const [first, second] = [scoring.ask({}), scoring.ask({})];
  open[1]!.give(reply(7, 4));
  expect(await second).not.toBeNull();
  open[0]!.give(reply(1, 1));
  expect([await first, totals(scoring)]).toEqual([null, [7, 4]]);
});

test("an error counts only for the newest question", async () => {
  const { scoring, open } = server();
  const [first, second] = [scoring.ask({}), scoring.ask({})];
  open[0]!.refuse(new Error("old"));
  open[1]!.refuse(new Error("new"));
  expect([await first, await second]).toEqual([null, { error: new Error("new") }]);
});

test("the hexes of a number are those of the newest score", () => {
  const { scoring } = server();
  const shown = { seat: 1, source: "pears", kept: false };
  expect(scoring.hexesOf(shown)).toEqual([]);
  for (const hexes of [[3], [3, 4]]) {
    scoring.show({ ...reply(), players: [[], hexes].map((found) => ({ total: 0, lines: [{ source: "pears", gold: 0, hexes: found }], left: {} })) });
    expect([scoring.hexesOf(shown), scoring.hexesOf(null)]).toEqual([hexes, []]);
  }
});

test("the change is that of the last score, for the same number of players", async () => {
  const { scoring } = server();
  scoring.show(reply(5, 5));
  expect(scoring.changes).toEqual([0, 0]);
  scoring.show(reply(11, 3));
  expect(scoring.changes).toEqual([6, -2]);
  scoring.show(reply(20, 3, 9));
  expect(scoring.changes).toEqual([0, 0, 0]);
});
