import { expect, test } from "vitest";
import type { Seat } from "../../src/generated/protocol";
import { seatNames } from "../../src/table/names";

const bot = (seat: number, level: string): Seat => ({ seat, kind: "bot", name: level, level, free: false, device: null, connected: false, seconds_away: null });
const person = (seat: number, name: string): Seat => ({ seat, kind: "person", name, level: null, free: false, device: seat, connected: true, seconds_away: null });

test("bots of the same level have different names", () => {
  expect(seatNames([bot(0, "novice"), person(1, "Ada"), bot(2, "novice"), bot(3, "mason")])).toEqual(["Novice 1", "Ada", "Novice 2", "Mason"]);
});

test("a bot has another name than the person who is called like its level", () => {
  expect(seatNames([person(0, "Novice"), bot(1, "novice")])).toEqual(["Novice", "Novice 1"]);
});
