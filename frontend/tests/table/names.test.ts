import { afterEach, beforeEach, expect, test } from "vitest";
import type { Seat } from "../../src/generated/protocol";
import { settings } from "../../src/lib/settings.svelte";
import { levelLine, levelName, nameWithGold, seatNames, shortened } from "../../src/table/names";

const bot = (seat: number, level: string): Seat => ({ seat, kind: "bot", name: level, level, free: false, device: null, connected: false, seconds_away: null });
const person = (seat: number, name: string): Seat => ({ seat, kind: "person", name, level: null, free: false, device: seat, connected: true, seconds_away: null });

beforeEach(() => (settings.language = "en"));
afterEach(() => (settings.language = "system"));

test("bots of the same level have different names", () => {
  expect(seatNames([bot(0, "novice"), person(1, "Ada"), bot(2, "novice"), bot(3, "mason")])).toEqual(["Novice 1", "Ada", "Novice 2", "Mason"]);
});

test("a bot has another name than the person who is called like its level", () => {
  expect(seatNames([person(0, "Novice"), bot(1, "novice")])).toEqual(["Novice", "Novice 1"]);
});

test("a name with a number is kept apart from the gold", () => {
  expect([nameWithGold("Mason", 57), nameWithGold("Trader 2", 73)]).toEqual(["Mason 57", "Trader 2: 73"]);
});

test("a bot that the operator offers has its own name", () => {
  expect([levelName("novice"), levelName("Beam"), levelLine("Beam")]).toEqual(["Novice", "Beam", ""]);
  expect(seatNames([bot(0, "Beam"), bot(1, "novice")])).toEqual(["Beam", "Novice"]);
});

test("a player without a name has one in the reader's language", () => {
  const seats = [person(0, "Player 1"), person(1, "Player 1"), person(2, "Player 3")];
  expect(seatNames(seats)).toEqual(["Player 1", "Player 1", "Player 3"]);
  settings.language = "fr";
  expect(seatNames(seats)).toEqual(["Joueur 1", "Player 1", "Joueur 3"]);
});

test("a long name is shortened, a short one stays", () => {
  expect(shortened("Maximiliane", 11)).toBe("Maximiliane");
  expect(shortened("Maximiliane", 6)).toBe("Maxim…");
  expect(shortened("Anna von Hohenzollern", 6)).toBe("Anna…");
  expect(shortened("🏰🏰🏰🏰", 3)).toBe("🏰🏰…");
});
