// The turns of reviews from which tables were begun, so that these tables lead back there. They are stored on this device only.
import { store, stored } from "../lib/stored";

const KEY = "kingdom-builder-played-on";
/** The number of tables that are kept; the oldest are forgotten first. */
const MOST = 100;

/** The addresses of the turns by the ids of the tables. */
function load(): Record<string, unknown> {
  const found = stored(KEY);
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
}

/** The address of the turn from which a table was begun; null if it was begun otherwise. */
export function originOf(table: string): string | null {
  const address = load()[table];
  return typeof address === "string" ? address : null;
}

/** Remember from which turn a table was begun. */
export function rememberOrigin(table: string, address: string) {
  const kept = Object.entries({ ...load(), [table]: address }).slice(-MOST);
  store(KEY, Object.fromEntries(kept));
}
