// Creating tables, and the addresses of tables.
import type { CreateTableRequest, Joined, SeatRequest, Table } from "../generated/protocol";
import { capital, named } from "../texts/texts.svelte";
import { command } from "./api";
import { settings } from "./settings.svelte";

/** A table to be created. */
export type NewTable = Omit<CreateTableRequest, "id">;

export const GOOD_BOT = "mason";

export const seatAddress = (table: Table) => `/table/${table.id}/${table.my_seats[0] ?? 0}`;

/** Whether a game is over, also one that was finished under other rules: everybody can replay it. */
export const isFinished = ({ status, unfit }: Table) => status === "over" || unfit?.over === true;

/** The address of a table for this viewer: the seat, the replay if the game is over, or the invite. */
export function tableAddress(table: Table): string {
  if (isFinished(table)) return `/games/${table.id}`;
  return table.my_seats.length ? seatAddress(table) : `/t/${table.invite}`;
}

/** A name, or the colour of the seat if there is none. */
export const nameFor = (seat: number, name: string) => name.trim() || capital(named(`colour.${seat}`));

export const me = (): SeatRequest => ({ kind: "me", name: nameFor(0, settings.name) });

/** Create a table and return its address for the creator. Without other people there is no clock, unless one is chosen. */
export async function newTable(options: NewTable): Promise<string> {
  const alone = !options.turn_seconds && options.seats.every((seat) => seat.kind !== "open");
  const { table } = await command<Joined>("/api/tables", alone ? { ...options, reaction_seconds: null } : options);
  return table.my_seats.length ? seatAddress(table) : `/w/${table.watch}`;
}

/** Tables in the order in which they ask for their player: whose turn it is, in play, waiting, over. The server's order stays. */
export function nextFirst(tables: Table[]): Table[] {
  const rank = ({ status, to_play, my_seats }: Table) =>
    status === "playing" ? (to_play !== null && my_seats.includes(to_play) ? 0 : 1) : status === "open" ? 2 : 3;
  return tables.toSorted((a, b) => rank(a) - rank(b));
}
