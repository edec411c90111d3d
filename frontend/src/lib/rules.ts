// The rules for players as the page shows them: chapters, entries with an id and rule numbers, paragraphs and lists.

/** What an entry has besides its text. */
interface About {
  id: string;
  title: string;
  rules: string[];
  /** The set whose rule it is, empty if it belongs to no set. */
  set: string;
  /** What a tile or card does, in one sentence; empty for other entries. */
  line: string;
  /** The captions of its examples. */
  captions: string[];
  /** The ids of the drawings that show it. */
  icon: string[];
}
/** The rules as they are generated: a paragraph or a list item in each line; a list item begins with a dash. */
export interface Source {
  id: string;
  title: string;
  entries: (About & { lines: string[] })[];
}
export interface Span {
  text: string;
  bold: boolean;
  to: string | null;
}
export type Block = { kind: "paragraph"; spans: Span[] } | { kind: "list"; items: Span[][] };
export interface RuleEntry extends About {
  blocks: Block[];
  /** All its words, for searching. */
  words: string;
}
export interface Chapter {
  id: string;
  title: string;
  entries: RuleEntry[];
}

const SPANS = /\*\*(.+?)\*\*|\[(.+?)\]\(#([\w-]+)\)/g;

function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of line.matchAll(SPANS)) {
    if (match.index > from) spans.push({ text: line.slice(from, match.index), bold: false, to: null });
    spans.push(match[1] !== undefined ? { text: match[1], bold: true, to: null } : { text: match[2]!, bold: false, to: match[3]! });
    from = match.index + match[0].length;
  }
  if (from < line.length) spans.push({ text: line.slice(from), bold: false, to: null });
  return spans;
}

/** The id of the element of an entry; the entry's own id is that of a drawing if both show the same tile. */
export const elementId = (entry: string) => `rule-${entry}`;

/** A text without accents and capitals, for the search. */
export const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();

/** The chapters with their text in spans and its words. */
export const readRules = (source: Source[]): Chapter[] =>
  source.map((chapter) => ({
    ...chapter,
    entries: chapter.entries.map(({ lines, ...entry }) => ({ ...entry, blocks: blocksOf(lines), words: plain([entry.title, entry.line, ...lines].join(" ").replace(SPANS, "$1$2")) })),
  }));

/** The entries that have all the words, best first: those with that name, with such a name, with such words. */
export function search(chapters: Chapter[], text: string): RuleEntry[] {
  const wanted = plain(text).trim();
  const words = wanted.split(/\s+/).filter(Boolean);
  const rank = (entry: RuleEntry) => {
    const title = plain(entry.title);
    if (title === wanted || entry.rules.some((rule) => plain(rule) === wanted)) return 0;
    if (title.startsWith(wanted)) return 1;
    return words.every((word) => title.includes(word)) ? 2 : 3;
  };
  return chapters
    .flatMap((chapter) => chapter.entries)
    .filter((entry) => words.every((word) => entry.words.includes(word) || entry.rules.some((rule) => plain(rule) === word)))
    .sort((a, b) => rank(a) - rank(b));
}

function blocksOf(lines: string[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (!line.startsWith("- ")) blocks.push({ kind: "paragraph", spans: spansOf(line) });
    else if (last?.kind === "list") last.items.push(spansOf(line.slice(2)));
    else blocks.push({ kind: "list", items: [spansOf(line.slice(2))] });
  }
  return blocks;
}

const SOURCES = { en: () => import("../generated/rules.en.json"), fr: () => import("../generated/rules.fr.json") };
const loading = new Map<string, Promise<Chapter[]>>();

/** The rules in a language; they are loaded once. */
export function loadRules(language: keyof typeof SOURCES): Promise<Chapter[]> {
  let chapters = loading.get(language);
  if (!chapters) loading.set(language, (chapters = SOURCES[language]().then((module) => readRules(module.default))));
  return chapters;
}
