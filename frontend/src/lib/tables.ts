// Making tables and finding one's own.
import type { CreateTableRequest, Joined, SeatRequest, Table } from "../generated/protocol";
import { capital, named } from "../texts/texts.svelte";
import { command } from "./api";
import { settings } from "./settings.svelte";

/** A table to be created. */
export type NewTable = Omit<CreateTableRequest, "id">;

export const GOOD_BOT = "mason";

export const seatAddress = (table: Table) => `/table/${table.id}/${table.my_seats[0] ?? 0}`;

/** Where a table of mine is to be found: the game itself, or what became of it. */
export function tableAddress(table: Table): string {
  if (table.status === "over") return `/games/${table.id}`;
  return table.my_seats.length ? seatAddress(table) : `/t/${table.invite}`;
}

/** Somebody who gives no name is called by the colour. */
export const nameFor = (seat: number, name: string) => name.trim() || capital(named(`colour.${seat}`));

export const me = (): SeatRequest => ({ kind: "me", name: nameFor(0, settings.name) });

/** Make a table and return its address for the one who made it. Where nobody else waits no clock runs, unless one is wanted. */
export async function newTable(wanted: NewTable): Promise<string> {
  const alone = !wanted.turn_seconds && wanted.seats.every((seat) => seat.kind !== "open");
  const { table } = await command<Joined>("/api/tables", alone ? { ...wanted, reaction_seconds: null } : wanted);
  return table.my_seats.length ? seatAddress(table) : `/w/${table.watch}`;
}
