import { expect, test } from "vitest";
import { plain, readRules } from "../../src/lib/rules";

const [chapter] = readRules([
  {
    id: "building",
    title: "Building",
    entries: [{ id: "free", title: "Free hexes", rules: ["R4.1"], lines: ["A **free** hex has [no piece](#piece).", "- one", "- two", "End."] }],
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
