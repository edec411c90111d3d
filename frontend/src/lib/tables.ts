// Making tables and finding one's own.
import type { Joined, NewTable, SeatWanted, Table } from "../generated/protocol";
import { capital, named } from "../texts/texts.svelte";
import { post } from "./api";
import { settings } from "./settings.svelte";

export const GOOD_BOT = "mason";

export const seatAddress = (table: Table) => `/table/${table.id}/${table.mine[0] ?? 0}`;

/** Where a table of mine is to be found: the game itself, or what became of it. */
export function tableAddress(table: Table): string {
  if (table.status === "over") return `/games/${table.id}`;
  return table.mine.length ? seatAddress(table) : `/t/${table.invite}`;
}

/** Somebody who gives no name is called by the colour. */
export const nameFor = (seat: number, name: string) => name.trim() || capital(named(`colour.${seat}`));

export const me = (): SeatWanted => ({ kind: "me", name: nameFor(0, settings.name) });

/** Make a table and return its address for the one who made it. Where nobody else waits no clock runs, unless one is wanted. */
export async function newTable(wanted: NewTable): Promise<string> {
  const alone = !wanted.turn_seconds && wanted.seats.every((seat) => seat.kind !== "open");
  const { table } = await post<Joined>("/api/tables", alone ? { ...wanted, reaction_seconds: null } : wanted);
  return table.mine.length ? seatAddress(table) : `/w/${table.watch}`;
}
