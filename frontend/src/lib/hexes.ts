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
const MARGIN = 10;
const ISLAND_LEFT = ((COLUMNS - ISLAND_COLUMNS) / 2) * WIDTH;
const ISLAND_TOP = ROWS * ROW_STEP + 18;

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

/** The hex of a key such as "3,17" or "island,3,2". */
export function fromKey(key: string): Hex {
  const parts = key.split(",");
  return parts[0] === "island" ? hexAt(Number(parts[1]), Number(parts[2]), true) : hexAt(Number(parts[0]), Number(parts[1]));
}

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
  const x = MARGIN + WIDTH / 2 + columnOf(hex) * WIDTH + ((row % 2) * WIDTH) / 2;
  const y = MARGIN + HEIGHT / 2 + row * ROW_STEP;
  return isIsland(hex) ? { x: x + ISLAND_LEFT, y: y + ISLAND_TOP } : { x, y };
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

/** The size of the drawing of a board, with or without the Island. */
export const drawingSize = (island: boolean) => ({
  width: 2 * MARGIN + COLUMNS * WIDTH + WIDTH / 2,
  height: 2 * MARGIN + HEIGHT / 4 + ROWS * ROW_STEP + (island ? ISLAND_ROWS * ROW_STEP + 18 : 0),
});

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

/** The path of a hexagon around its centre, smaller by `inset`. */
export function outline(inset = 0): string {
  const w = WIDTH / 2 - inset;
  const h = HEIGHT / 2 - inset;
  return `M0 ${-h}L${w} ${-h / 2}V${h / 2}L0 ${h}L${-w} ${h / 2}V${-h / 2}z`;
}

const [SIDE, TOP] = [WIDTH / 2, HEIGHT / 2];
const CORNERS: [number, number][] = [[0, -TOP], [SIDE, -TOP / 2], [SIDE, TOP / 2], [0, TOP], [-SIDE, TOP / 2], [-SIDE, -TOP / 2]];
const ACROSS: Direction[] = ["NE", "E", "SE", "SW", "W", "NW"];

/** The path around a set of hexes: all sides that are not between two of them. */
export function outlineOf(hexes: ReadonlySet<Hex>): string {
  let path = "";
  for (const hex of hexes) {
    const { x, y } = centre(hex);
    ACROSS.forEach((direction, side) => {
      const other = step(hex, direction);
      if (other !== null && hexes.has(other)) return;
      const [a, b] = [CORNERS[side]!, CORNERS[(side + 1) % 6]!];
      path += `M${x + a[0]} ${y + a[1]}L${x + b[0]} ${y + b[1]}`;
    });
  }
  return path;
}

/** Which of the four sections a hex is in; null on the Island (R0.16). */
export const sectionOf = (hex: Hex) =>
  isIsland(hex) ? null : 2 * Math.floor((2 * rowOf(hex)) / ROWS) + Math.floor((2 * columnOf(hex)) / COLUMNS);
