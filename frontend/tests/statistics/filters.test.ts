import { expect, test } from "vitest";
import { CHOICES, addressOf, filtersOf } from "../../src/statistics/filters";

test("the filters are in the address, without what is usual", () => {
  expect(addressOf({ scope: "base", players: null })).toBe("/statistics");
  expect(addressOf({ scope: "mixed", players: 3 })).toBe("/statistics?scope=mixed&players=3");
});

test("every choice is read again", () => {
  for (const scope of CHOICES.scope)
    for (const players of CHOICES.players)
      expect(filtersOf(addressOf({ scope, players }).replace("/statistics", ""))).toEqual({ scope, players });
});

test("a query that says something else is as none", () => {
  expect(filtersOf("?scope=nothing&players=9")).toEqual({ scope: "base", players: null });
});
