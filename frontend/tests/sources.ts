// The page's sources as syntax trees, for tests that look at every text key and every word of the markup.
import { type AST, parse } from "svelte/compiler";

/** Stands for an expression inside a template string. */
export const HOLE = "\0";

const FILES = import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });

interface Node {
  type: string;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

function* children(node: object): Generator<Node> {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) yield* value.filter(isNode);
    else if (isNode(value)) yield value;
  }
}

export function* descendants(node: object, skip: (node: Node) => boolean = () => false): Generator<Node> {
  for (const child of children(node)) {
    if (skip(child)) continue;
    yield child;
    yield* descendants(child, skip);
  }
}

/** The syntax trees of a component or of a module; a module is read as the script of a component. */
export const treeOf = (source: string, isComponent: boolean): AST.Root =>
  parse(isComponent ? source : `<script lang="ts">\n${source}</script>`, { modern: true });

/** All sources but the generated ones, by their paths. */
export const SOURCES = new Map(
  Object.entries(FILES)
    .filter(([path]) => !path.includes("/generated/"))
    .map(([path, source]) => [path.replace("../src/", ""), treeOf(source, path.endsWith(".svelte"))]),
);

/** The strings of a tree. Those of templates have holes. */
export function stringsOf(tree: object): Set<string> {
  const found = new Set<string>();
  for (const node of descendants(tree)) {
    if (node.type === "Literal" && typeof node.value === "string") found.add(node.value);
    if (node.type === "TemplateLiteral")
      found.add((node.quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked).join(HOLE));
  }
  return found;
}

const READ_OUT = new Set(["aria-label", "aria-description", "aria-valuetext", "title", "placeholder", "alt", "label"]);

/** The words that markup shows or reads out by itself, without a text's key. */
export function wordsOf({ fragment }: AST.Root): string[] {
  const found: string[] = [];
  const show = (value: unknown) => {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (!isNode(part)) continue;
      if (part.type === "Text") found.push(String(part.data));
      if (part.type === "ExpressionTag") found.push(...shownStrings(part));
    }
  };
  for (const node of descendants(fragment, (other) => other.type === "Attribute" || other.type === "ExpressionTag")) {
    if (node.type === "Fragment") show(node.nodes);
    for (const attribute of Array.isArray(node.attributes) ? node.attributes.filter(isNode) : [])
      if (attribute.type === "Attribute" && READ_OUT.has(String(attribute.name))) show(attribute.value);
  }
  show(fragment.nodes);
  return found;
}

/** The strings that an expression can have as its value: not those that it compares or passes to functions. */
const shownStrings = (expression: Node): Set<string> => {
  const skip = ({ type }: Node) => type === "CallExpression" || type === "BinaryExpression";
  return new Set([...descendants(expression, skip)].flatMap((node) => (node.type === "Literal" ? [String(node.value)] : [...templateWords(node)])));
};

const templateWords = (node: Node) =>
  node.type === "TemplateLiteral" ? (node.quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked) : [];
