// The terrains have several drawings, so that an area does not look like a pattern.
import drawings from "../generated/drawings.json";
import { type Hex, columnOf, isIsland, rowOf } from "../lib/hexes";

/** Which of a terrain's drawings a hex has: neighbours differ by 1, 31 or 32 in this number, so never by 3. */
export function variation(hex: Hex): number {
  const row = rowOf(hex) + (isIsland(hex) ? 21 : 0);
  return (row * 32 + columnOf(hex) - Math.floor(row / 2) + 10) % drawings.variations;
}
