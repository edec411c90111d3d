// The seats of a table that is being set up.
import { type NewTable, GOOD_BOT, nameFor } from "../lib/tables";

/** A person on this device, somebody with the link, or a bot. */
export interface Place {
  kind: "me" | "open" | "bot";
  name: string;
  level: string;
}

export const newPlace = (kind: Place["kind"], name = ""): Place => ({ kind, name, level: GOOD_BOT });

type Seats = NewTable["seats"];

/** The seats as the server takes them: only a person here has a name, only a bot has a level. */
export const seatsOf = (places: Place[]): Seats =>
  places.map(({ kind, name, level }, seat) => ({
    kind,
    ...(kind === "me" ? { name: nameFor(seat, name) } : {}),
    ...(kind === "bot" ? { level: level as NonNullable<Seats[number]["level"]> } : {}),
  }));
