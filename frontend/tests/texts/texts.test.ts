import { describe, expect, test } from "vitest";
import gameEn from "../../src/generated/texts.en.json";
import english from "../../src/texts/page.en.json";
import french from "../../src/texts/page.fr.json";
import { HOLE, SOURCES, stringsOf, treeOf, wordsOf } from "../sources";

const PAGE: Record<string, string> = english;
const FRENCH: Record<string, string> = french;
const ALL = new Set([...Object.keys(gameEn), ...Object.keys(PAGE)]);
const FAMILIES = new Set([...ALL].map((key) => key.split(".")[0]));
const isInFamily = (text: string) => FAMILIES.has(text.split(".")[0]!) && text.includes(".");

describe("both languages", () => {
  test("have the same texts of the page, none of which is a text of the game", () => {
    expect(Object.keys(FRENCH).sort()).toEqual(Object.keys(PAGE).sort());
    expect(Object.keys(PAGE).filter((key) => key in gameEn)).toEqual([]);
  });

  test("insert the same parameters", () => {
    const inserted = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    const choosing = (text: string) => [...text.matchAll(/\{(\w+):[^|}]*\|[^}]*\}/g)].map(([, name]) => name);
    for (const [key, text] of Object.entries(PAGE)) {
      const other = FRENCH[key]!;
      expect(inserted(other), key).toEqual(inserted(text));
      const known = new Set([...inserted(text), ...choosing(text), "n"]);
      expect(choosing(other).filter((name) => !known.has(name)), key).toEqual([]);
    }
  });

  test("have no unknown braces, no empty text and no surplus spaces", () => {
    const isWrong = (text: string) => /[{}]/.test(text.replace(/\{\w+(:[^|}]*\|[^}]*)?\}/g, "")) || text.trim() !== text || !text || text.includes("  ");
    expect([...Object.values(PAGE), ...Object.values(FRENCH)].filter(isWrong)).toEqual([]);
  });
});

test("French has non-breaking spaces before ; ! ? : and inside « », and typographic apostrophes", () => {
  const [mark, quote] = [/(?<![\u202f\u00a0;!?])[;!?]|(?<![\u202f\u00a0]):/, /«(?![\u202f\u00a0])|(?<![\u202f\u00a0])»|['"]/];
  const plain = (text: string) => text.replace(/\{\w+:([^|}]*)\|([^}]*)\}/g, "$1 $2");
  expect(Object.entries(FRENCH).filter(([, text]) => mark.test(plain(text)) || quote.test(plain(text)))).toEqual([]);
});

describe("the keys in the sources", () => {
  const strings = new Map([...SOURCES].map(([path, tree]) => [path, [...stringsOf(tree)].filter(isInFamily)]));
  /** What can be inserted into a template that would fit other keys too. */
  const INSERTED: Record<string, string> = { [`new.${HOLE}`]: "(top|bottom)_(left|right)" };
  const pattern = (template: string) => new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(HOLE, INSERTED[template] ?? "[\\w:]+")}$`);

  test.each([...strings])("of %s exist", (_, found) => {
    const keys = found.filter((text) => /^[a-z_]+(\.[\w:]+)+$/.test(text));
    expect(keys.filter((key) => !ALL.has(key))).toEqual([]);
    const templates = found.filter((text) => text.includes(HOLE) && /^[a-z_]+\.[\w.:\0]*$/.test(text));
    expect(templates.filter((template) => ![...ALL].some((key) => pattern(template).test(key)))).toEqual([]);
  });

  test("use every text of the page", () => {
    const all = new Set([...strings.values()].flat());
    const patterns = [...all].filter((text) => text.includes(HOLE)).map(pattern);
    expect(Object.keys(PAGE).filter((key) => !all.has(key) && !patterns.some((one) => one.test(key)))).toEqual([]);
  });
});

describe("the markup", () => {
  const PROPER_NAMES = /Kingdom Builder|English|Français|Queenie/g;
  const words = (tree: Parameters<typeof wordsOf>[0]) =>
    wordsOf(tree)
      .map((text) => text.replace(PROPER_NAMES, "").trim())
      .filter((text) => /\p{L}{2,}/u.test(text));

  test.each([...SOURCES].filter(([path]) => path.endsWith(".svelte")))("of %s has no words of its own", (_, tree) => {
    expect(words(tree)).toEqual([]);
  });

  test("is searched in texts, attributes and expressions", () => {
    const page = `<script>const a = "xx";</script><p class="hot">Say {t("a.b")}</p>{#if a}<b title="A bird"></b>{/if}
      <img alt="A cat" title={"A dog"}>{a === "b" ? "Yes" : t("c.d")}`;
    expect(words(treeOf(page, true)).sort()).toEqual(["A bird", "A cat", "A dog", "Say", "Yes"]);
  });
});
