// Hexes by their answer number: 0 to 399 the board, row by row; 400 to 449 the Island (docs/protocol.md).
import drawings from "../generated/drawings.json";
import type { PositionTile } from "../generated/protocol";

export const { columns: COLUMNS, rows: ROWS } = drawings.board;
export const { columns: ISLAND_COLUMNS, rows: ISLAND_ROWS } = drawings.island;
export const FIRST_ISLAND = COLUMNS * ROWS;
export const FIRST_OPTION = drawings.first_option;
export const WIDTH = drawings.width;
export const HEIGHT = drawings.height;
export const ROW_STEP = (HEIGHT * 3) / 4;
const ISLAND_LEFT = ((COLUMNS - ISLAND_COLUMNS) / 2) * WIDTH;
const ISLAND_TOP = (ROWS + 1) * ROW_STEP;

export type Hex = number;
/** A hex as position files write it. */
export type Coordinates = PositionTile["at"];
export interface Point {
  x: number;
  y: number;
}

export const isIsland = (hex: Hex) => hex >= FIRST_ISLAND;
export const rowOf = (hex: Hex) => (isIsland(hex) ? Math.floor((hex - FIRST_ISLAND) / ISLAND_COLUMNS) : Math.floor(hex / COLUMNS));
export const columnOf = (hex: Hex) => (isIsland(hex) ? (hex - FIRST_ISLAND) % ISLAND_COLUMNS : hex % COLUMNS);
export const hexAt = (row: number, column: number, island = false) =>
  island ? FIRST_ISLAND + row * ISLAND_COLUMNS + column : row * COLUMNS + column;

/** The hex of a position file's coordinates. */
export const fromCoordinates = (at: Coordinates) =>
  at.length === 3 ? hexAt(at[1], at[2], true) : hexAt(at[0], at[1]);

/** The coordinates of a hex as a position file writes them. */
export const toCoordinates = (hex: Hex): Coordinates =>
  isIsland(hex) ? ["island", rowOf(hex), columnOf(hex)] : [rowOf(hex), columnOf(hex)];

/** The name of a hex: a1 is the first of the board, i:a1 the first of the Island. */
export const nameOf = (hex: Hex) =>
  `${isIsland(hex) ? "i:" : ""}${String.fromCharCode(97 + columnOf(hex))}${rowOf(hex) + 1}`;

/** The hex of a name such as e5. */
export function fromName(name: string): Hex {
  const island = name.startsWith("i:");
  const plain = island ? name.slice(2) : name;
  return hexAt(Number(plain.slice(1)) - 1, plain.charCodeAt(0) - 97, island);
}

/** The centre of a hex on the drawing; the Island is below the board. */
export function centre(hex: Hex): Point {
  const row = rowOf(hex);
  const x = WIDTH / 2 + columnOf(hex) * WIDTH + ((row % 2) * WIDTH) / 2;
  const y = HEIGHT / 2 + row * ROW_STEP;
  return isIsland(hex) ? { x: x + ISLAND_LEFT, y: y + ISLAND_TOP } : { x, y };
}

/** The hex of the grid at a point of the drawing, or null beside the hexes. The gaps in the Island's outline count too. */
export function hexAtPoint({ x, y }: Point): Hex | null {
  let [found, nearest]: [Hex | null, number] = [null, HEIGHT / 2];
  for (const island of [false, true]) {
    const [left, top, rows, columns] = island ? [ISLAND_LEFT, ISLAND_TOP, ISLAND_ROWS, ISLAND_COLUMNS] : [0, 0, ROWS, COLUMNS];
    const middle = Math.round((y - top - HEIGHT / 2) / ROW_STEP);
    for (const row of [middle - 1, middle, middle + 1]) {
      const column = Math.round((x - left - ((1 + Math.abs(row % 2)) * WIDTH) / 2) / WIDTH);
      if (row < 0 || column < 0 || row >= rows || column >= columns) continue;
      const hex = hexAt(row, column, island);
      const at = centre(hex);
      const away = Math.hypot(x - at.x, y - at.y);
      if (away < nearest) [found, nearest] = [hex, away];
    }
  }
  return found;
}

/** The hexes on the straight line between two points of the drawing, in their order. */
export function hexesBetween(from: Point, to: Point): Hex[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (WIDTH / 4)));
  const points = Array.from({ length: steps + 1 }, (_, i) => ({
    x: from.x + ((to.x - from.x) * i) / steps,
    y: from.y + ((to.y - from.y) * i) / steps,
  }));
  return [...new Set(points.map(hexAtPoint))].filter((hex) => hex !== null);
}

/** The SVG transformation that moves a drawing to a hex. */
export function translation(hex: Hex): string {
  const { x, y } = centre(hex);
  return `translate(${x} ${y})`;
}

/** The place of a marker beside a horizontal line: at the end where the line leaves half a hex free. */
export function besideLine(row: number, island: boolean): Point {
  const left = row % 2 === 1;
  const { x, y } = centre(hexAt(row, left ? 0 : (island ? ISLAND_COLUMNS : COLUMNS) - 1, island));
  return { x: x + (left ? -1 : 1) * 0.75 * WIDTH, y };
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The room around the hexes of a drawing: for the cardboard and its shadow, and for coordinates above and on the left. */
export const PLAIN_MARGINS = { left: 14, top: 14, right: 18, bottom: 26 };
export const MARGINS = { left: 34, top: 28, right: 14, bottom: 24 };

/** The box of a drawing of hexes. */
export function boxOf(hexes: Iterable<Hex>, margins = MARGINS): Box {
  const centres = [...hexes].map(centre);
  const [xs, ys] = [centres.map(({ x }) => x), centres.map(({ y }) => y)];
  const left = Math.min(...xs) - WIDTH / 2 - margins.left;
  const top = Math.min(...ys) - HEIGHT / 2 - margins.top;
  return {
    left,
    top,
    width: Math.max(...xs) + WIDTH / 2 + margins.right - left,
    height: Math.max(...ys) + HEIGHT / 2 + margins.bottom - top,
  };
}

/** The letters of the columns, with the middles of their first rows, and the numbers of the rows of some hexes. */
export function rulersOf(hexes: Iterable<Hex>, island: boolean) {
  const found = [...hexes].filter((hex) => isIsland(hex) === island);
  const [columns, rows] = [new Set(found.map(columnOf)), new Set(found.map(rowOf))];
  return {
    letters: [...columns].map((column) => ({ name: String.fromCharCode(97 + column), x: centre(hexAt(0, column, island)).x })),
    numbers: [...rows].map((row) => ({ name: row + 1, y: centre(hexAt(row, 0, island)).y })),
  };
}

/** A box as the attribute of a drawing. */
export const viewBox = ({ left, top, width, height }: Box) => `${left} ${top} ${width} ${height}`;

export type Direction = "E" | "SE" | "SW" | "W" | "NW" | "NE";
export const DIRECTIONS: Direction[] = ["E", "SE", "SW", "W", "NW", "NE"];

/** The hex next to one in a direction, or null off the grid (R0.13, R0.14). */
export function step(hex: Hex, direction: Direction): Hex | null {
  const island = isIsland(hex);
  const row = rowOf(hex);
  const shift = row % 2;
  const [dr, dc] = {
    E: [0, 1],
    W: [0, -1],
    NE: [-1, shift],
    NW: [-1, shift - 1],
    SE: [1, shift],
    SW: [1, shift - 1],
  }[direction] as [number, number];
  const r = row + dr;
  const c = columnOf(hex) + dc;
  const [rows, columns] = island ? [ISLAND_ROWS, ISLAND_COLUMNS] : [ROWS, COLUMNS];
  return r < 0 || c < 0 || r >= rows || c >= columns ? null : hexAt(r, c, island);
}

/** The hexes next to one on the grid. */
export const neighbours = (hex: Hex) => DIRECTIONS.map((d) => step(hex, d)).filter((h) => h !== null);

/** The path of a hexagon around a point, smaller by `inset`. */
export function outline(inset = 0, { x, y }: Point = { x: 0, y: 0 }): string {
  const w = WIDTH / 2 - inset;
  const h = HEIGHT / 2 - inset;
  return `M${x} ${y - h}l${w} ${h / 2}v${h}l${-w} ${h / 2}l${-w} ${-h / 2}v${-h}z`;
}

/** The path of the hexagons of several hexes. */
export const outlines = (hexes: Hex[], inset = 0) => hexes.map((hex) => outline(inset, centre(hex))).join("");

const [HALF_WIDTH, HALF_HEIGHT] = [WIDTH / 2, HEIGHT / 2];
const CORNERS: [number, number][] = [
  [0, -HALF_HEIGHT],
  [HALF_WIDTH, -HALF_HEIGHT / 2],
  [HALF_WIDTH, HALF_HEIGHT / 2],
  [0, HALF_HEIGHT],
  [-HALF_WIDTH, HALF_HEIGHT / 2],
  [-HALF_WIDTH, -HALF_HEIGHT / 2],
];
/** The direction across each side of a hex; a side goes from one corner to the next. */
export const ACROSS: Direction[] = ["NE", "E", "SE", "SW", "W", "NW"];

/** The corners at the ends of one side of a hex; a scale below 1 moves the side inside the hex. */
function sideOf(hex: Hex, side: number, scale = 1): [string, string] {
  const { x, y } = centre(hex);
  const corner = ([dx, dy]: [number, number]) => `${+(x + dx * scale).toFixed(2)} ${+(y + dy * scale).toFixed(2)}`;
  return [corner(CORNERS[side]!), corner(CORNERS[(side + 1) % 6]!)];
}

/** The path of one side of a hex. */
export const sidePath = (hex: Hex, side: number, scale = 1) => `M${sideOf(hex, side, scale).join("L")}`;

/** The path around a set of hexes: closed lines along all sides that are not between two of them. */
export function outlineOf(hexes: ReadonlySet<Hex>): string {
  const ends = new Map<string, string>();
  for (const hex of hexes) {
    ACROSS.forEach((direction, side) => {
      const other = step(hex, direction);
      if (other === null || !hexes.has(other)) ends.set(...sideOf(hex, side));
    });
  }
  let path = "";
  for (const [start] of ends) {
    const loop: string[] = [];
    let at: string | undefined = start;
    while (at !== undefined) {
      loop.push(at);
      const next = ends.get(at);
      ends.delete(at);
      at = next === start ? undefined : next;
    }
    path += `M${loop.join("L")}z`;
  }
  return path;
}

/** Which of the four sections a hex is in; null on the Island (R0.16). */
export const sectionOf = (hex: Hex) =>
  isIsland(hex) ? null : 2 * Math.floor((2 * rowOf(hex)) / ROWS) + Math.floor((2 * columnOf(hex)) / COLUMNS);
