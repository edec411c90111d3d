// The rules for players as the page shows them: chapters, entries with an id and rule numbers, paragraphs and lists.
/** The rules as they are generated: a paragraph or a list item in each line; a list item begins with a dash. */
interface Source {
  id: string;
  title: string;
  entries: { id: string; title: string; rules: string[]; lines: string[] }[];
}
export interface Span {
  text: string;
  bold: boolean;
  to: string | null;
}
export type Block = { kind: "paragraph"; spans: Span[] } | { kind: "list"; items: Span[][] };
export interface RuleEntry {
  id: string;
  title: string;
  rules: string[];
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
    entries: chapter.entries.map(({ lines, ...entry }) => ({ ...entry, blocks: blocksOf(lines), words: plain([entry.title, ...lines].join(" ").replace(SPANS, "$1$2")) })),
  }));

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
