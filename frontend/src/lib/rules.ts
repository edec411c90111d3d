// The rules as the page reads them: chapters, entries with an id and the rule numbers they tell, paragraphs and lists.
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

/** Without accents and capitals, so that a search finds what is meant. */
export const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();

export function parseRules(source: string): Chapter[] {
  const chapters: Chapter[] = [];
  for (const line of source.split("\n")) {
    const head = /^(#{1,2}) (.+) \{#([\w-]+)\}$/.exec(line);
    const entry = chapters.at(-1)?.entries.at(-1);
    if (head?.[1] === "#") chapters.push({ id: head[3]!, title: head[2]!, entries: [] });
    else if (head) chapters.at(-1)!.entries.push({ id: head[3]!, title: head[2]!, rules: [], blocks: [], words: plain(head[2]!) });
    else if (!line.trim() || !entry) continue;
    else if (line.startsWith("rules: ")) entry.rules = line.slice(7).split(", ");
    else {
      const last = entry.blocks.at(-1);
      if (!line.startsWith("- ")) entry.blocks.push({ kind: "paragraph", spans: spansOf(line) });
      else if (last?.kind === "list") last.items.push(spansOf(line.slice(2)));
      else entry.blocks.push({ kind: "list", items: [spansOf(line.slice(2))] });
      entry.words += ` ${plain(line.replace(SPANS, "$1$2"))}`;
    }
  }
  return chapters;
}
