// The colours of the players on the page.
import drawings from "../generated/drawings.json";

/** The colours of a seat as CSS variables: its pieces, their side, and what is written on them. */
export function seatColours(seat: number): string {
  const { body, side, line } = drawings.players[seat]!;
  return `--body: ${body}; --side: ${side}; --on-body: ${line}`;
}
