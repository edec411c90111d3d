import { describe, expect, test } from "vitest";
import english from "../../src/generated/rules.en.json";
import french from "../../src/generated/rules.fr.json";
import { plain, readRules, search } from "../../src/lib/rules";

const ABOUT = { set: "", line: "", captions: [], icon: [] };
const [chapter] = readRules([
  {
    id: "building",
    title: "Building",
    entries: [{ id: "free", title: "Free hexes", rules: ["R4.1"], lines: ["A **free** hex has [no piece](#piece).", "- one", "- two", "End."], ...ABOUT }],
  },
]);
const entry = chapter!.entries[0]!;

test("lines with a dash are items of one list, other lines are paragraphs", () => {
  expect(entry.blocks.map((block) => block.kind)).toEqual(["paragraph", "list", "paragraph"]);
});

test("bold words and links are spans of their own", () => {
  expect(entry.blocks[0]).toEqual({
    kind: "paragraph",
    spans: [
      { text: "A ", bold: false, to: null },
      { text: "free", bold: true, to: null },
      { text: " hex has ", bold: false, to: null },
      { text: "no piece", bold: false, to: "piece" },
      { text: ".", bold: false, to: null },
    ],
  });
});

test("an entry is found by its words, without markup, accents and capitals", () => {
  expect(entry.words).toContain("a free hex has no piece.");
  expect(plain("Hôtel de Ville")).toBe("hotel de ville");
});

describe("the search", () => {
  const ids = (chapters: ReturnType<typeof readRules>, text: string) => search(chapters, text).map((found) => found.id);
  const [en, fr] = [readRules(english), readRules(french)];

  test.each([
    ["canoe", "tile-canoe"],
    ["Knights", "card-knights"],
    ["water", "terrain-water"],
    ["forester", "tile-foresters_lodge"],
    ["R5.8", "tile-paddock"],
  ])("lists the thing with that name first: %s", (text, id) => {
    expect(ids(en, text)[0]).toBe(id);
  });

  test("does so in French, with or without accents", () => {
    for (const text of ["canoë", "canoe", "Canoë"]) expect(ids(fr, text)[0]).toBe("tile-canoe");
  });

  test("lists names that begin so, then names with these words, then all other entries that have them", () => {
    const titles = search(en, "canoe").map((found) => plain(found.title));
    const kinds = titles.map((title) => (title === "canoe" ? 0 : title.startsWith("canoe") ? 1 : title.includes("canoe") ? 2 : 3));
    expect(kinds).toEqual([...kinds].sort());
    expect(new Set(kinds)).toContain(3);
  });

  test("finds only entries with all words", () => {
    expect(ids(en, "straight line paddock")).toContain("tile-paddock");
    expect(ids(en, "canoe mountaineering")).toEqual([]);
  });
});
