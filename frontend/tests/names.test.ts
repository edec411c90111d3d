import { expect, test } from "vitest";
import drawings from "../src/generated/drawings.json";
import gameEn from "../src/generated/texts.en.json";
import { HOLE, SOURCES, descendants, stringsOf, treeOf } from "./sources";

/** The names of the things that sets bring: the page takes them from the server and from generated files. */
const NAMES = new Set([
  ...Object.keys(gameEn).flatMap((key) => /^(?:tile|card|set|special|piece|section|island)\.(\w+)/.exec(key)?.[1] ?? []),
  ...Object.values(drawings.terrains),
]);

/** What every game has, and the engine too: settlements, locations, nomad spaces, the Island's hexes, the base game. */
const OF_EVERY_GAME = ["settlement", "location", "nomad", "island", "base", "generated"];

/** Words that are something else in the page, by file. */
const ALLOWED: Record<string, string[]> = {
  // The sign of the page.
  "parts/Logo.svelte": ["castle"],
  // A step of the first game, which has castles.
  "table/lesson.ts": ["castle"],
  // These entries have drawings that do not follow from their ids.
  "pages/Rules.svelte": ["city_hall", "wall", "scout", "collect", "donation", "water"],
};

const isName = (word: string) => NAMES.has(word) || NAMES.has(word.replace(/s$/, ""));

function wordsOf(tree: object): Set<string> {
  const nodes = [...descendants(tree)];
  const identifiers = nodes.filter(({ type }) => type === "Identifier").map(({ name }) => String(name));
  const markup = nodes.filter(({ type }) => type === "Text").map(({ data }) => String(data));
  const parts = [...stringsOf(tree), ...markup].flatMap((text) => text.split(HOLE).flatMap((part) => part.split(/[^a-z_]+/)));
  return new Set([...identifiers, ...parts]);
}

test.each([...SOURCES])("%s names nothing of a set", (path, tree) => {
  const allowed = new Set([...OF_EVERY_GAME, ...(ALLOWED[path] ?? [])].flatMap((word) => [word, `${word}s`]));
  expect([...wordsOf(tree)].filter((word) => isName(word) && !allowed.has(word))).toEqual([]);
});

test("names are found in strings, markup and code", () => {
  const [, tree] = [...SOURCES].find(([path]) => path === "parts/Logo.svelte")!;
  expect([...wordsOf(tree)].filter(isName)).toContain("castle");
  expect([...wordsOf(treeOf('<p>farm</p>{"paddock"}', true))].filter(isName)).toEqual(["paddock", "farm"]);
});
