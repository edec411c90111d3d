// The terrains of many hexes as few paths. A drawing that is used for every hex by itself would be thousands of nodes,
// each with a place of its own that the browser looks at in every frame.
import drawings from "../generated/drawings.json";
import { type Hex, type Point, centre, outlines } from "../lib/hexes";
import type { BoardHex } from "../lib/position";
import { variation } from "./variation";

/** One path of a drawing, or of the same path on several hexes. */
export interface TerrainPath {
  id: string;
  d: string;
  fill: string;
  stroke: string | null;
  width: string | null;
}

const DEFS: Record<string, string> = drawings.defs;

/** The paths of a terrain's drawing, without the hex below them. */
function pathsOf(drawing: string): TerrainPath[] {
  return [...DEFS[drawing]!.matchAll(/<path ([^>]*)\/>/g)].map(([, attributes], i) => {
    const value = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes!)?.[1] ?? null;
    return { id: `${drawing} ${i}`, d: value("d")!, fill: value("fill") ?? "none", stroke: value("stroke"), width: value("stroke-width") };
  });
}

const known = new Map<string, TerrainPath[]>();

function drawn(drawing: string): TerrainPath[] {
  if (!known.has(drawing)) known.set(drawing, pathsOf(drawing));
  return known.get(drawing)!;
}

const rounded = (value: number) => String(Math.round(value * 100) / 100);

/** Move a path. Its absolute commands are M and L, all others are relative. */
export const moved = (path: string, { x, y }: Point): string =>
  path.replace(/([ML])([^a-zA-Z]*)/g, (_, command: string, numbers: string) => {
    const values = (numbers.match(/-?\d*\.?\d+/g) ?? []).map((value, i) => rounded(Number(value) + (i % 2 ? y : x)));
    return `${command}${values.join(" ")}`;
  });

/** The terrains of some hexes: the hexes themselves, then what is drawn on them. */
export function terrainPaths(hexes: BoardHex[]): TerrainPath[] {
  const [grounds, kinds] = [new Map<string, Hex[]>(), new Map<string, Hex[]>()];
  const add = (to: Map<string, Hex[]>, key: string, hex: Hex) => to.set(key, [...(to.get(key) ?? []), hex]);
  for (const { hex, terrain } of hexes) {
    if (!terrain) continue;
    add(grounds, terrain, hex);
    add(kinds, `terrain-${terrain}-${variation(hex)}`, hex);
  }
  return [
    ...[...grounds].map(([terrain, found]) => ({ id: terrain, d: outlines(found), fill: `var(--${terrain})`, stroke: null, width: null })),
    ...[...kinds].flatMap(([drawing, found]) => drawn(drawing).map((path) => ({ ...path, d: found.map((hex) => moved(path.d, centre(hex))).join("") }))),
  ];
}
