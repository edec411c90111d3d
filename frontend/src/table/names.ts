// The names of players.
import type { Seat } from "../generated/protocol";
import { isKey, named, t } from "../texts/texts.svelte";

/** The name that the server gives to a player without one. */
const DEFAULT_NAME = "Player ";

/** Whether a person has given no name for a seat, or has deleted it. */
export const isUnnamed = (name: string, seat: number) => name === `${DEFAULT_NAME}${seat + 1}`;

/** The name of a level; a bot that the operator of the server offers has its own name. */
export const levelName = (level: string): string => (isKey(`level.${level}.name`) ? named(`level.${level}.name`) : level);

/** What a bot of a level is like; nothing is known about the operator's bots. */
export const levelLine = (level: string): string => (isKey(`level.${level}.line`) ? named(`level.${level}.line`) : "");

/** A seat's name in the reader's language: that of the person, of the bot's level, or "free". */
function seatName(seat: Seat): string {
  if (seat.kind === "open") return t("seat.open");
  if (seat.kind === "bot" && seat.level && isKey(`level.${seat.level}.name`)) return named(`level.${seat.level}.name`);
  return isUnnamed(seat.name, seat.seat) ? t("seat.unnamed", { n: seat.seat + 1 }) : seat.name;
}

/** These names as their reader sees them, who is "you"; without a reader they stay as they are. */
export const asRead = (names: string[], reader: number | null) => names.map((name, seat) => (seat === reader ? t("seat.me") : name));

/** A player's gold behind the name: "Mason 57", "Trader 2: 73". */
export const nameWithGold = (name: string, n: number) => t(/\d$/.test(name) ? "end.total_numbered" : "end.total", { name, n });

/** A name with at most so many letters; a longer one ends with an ellipsis. */
export function shortened(name: string, most: number): string {
  const letters = [...name];
  return letters.length > most ? `${letters.slice(0, most - 1).join("").trimEnd()}…` : name;
}

/** The names of all seats; bots of the same level are numbered. */
export function seatNames(seats: Seat[]): string[] {
  const plain = seats.map(seatName);
  const before = (i: number) => plain.slice(0, i).filter((name, j) => name === plain[i] && seats[j]!.kind === "bot").length;
  return plain.map((name, i) =>
    seats[i]!.kind === "bot" && plain.filter((other) => other === name).length > 1 ? t("seat.numbered", { name, n: before(i) + 1 }) : name,
  );
}
