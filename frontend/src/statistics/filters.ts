// Which games the statistics are about, as the query of the address: ?scope=mixed&players=3. What is usual is left out.

const SCOPES = ["base", "queenies", "mixed"] as const;
const PLAYERS = [2, 3, 4, 5];

export interface Filters {
  scope: (typeof SCOPES)[number];
  /** Null: any number of players. */
  players: number | null;
}

export const CHOICES = { scope: SCOPES, players: [null, ...PLAYERS] };

/** Read the query of an address; what it does not say, or says wrongly, is usual. */
export function filtersOf(search: string): Filters {
  const query = new URLSearchParams(search);
  const players = Number(query.get("players"));
  return { scope: SCOPES.find((scope) => scope === query.get("scope")) ?? SCOPES[0], players: PLAYERS.includes(players) ? players : null };
}

/** The address of the statistics with these filters. */
export function addressOf({ scope, players }: Filters): string {
  const query = new URLSearchParams();
  if (scope !== SCOPES[0]) query.set("scope", scope);
  if (players !== null) query.set("players", String(players));
  return query.size ? `/statistics?${query}` : "/statistics";
}
