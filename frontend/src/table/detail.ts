/** What the scores on a phone are about: a source of gold, or a player. */
export type Shown = { source: string } | { seat: number };
