import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import { GameLog } from "../../src/table/log";
import { say, t } from "../../src/texts/texts.svelte";
import { placed } from "../examples";

const NAMES = ["Ada", "Bo"];

describe("a sentence of the server", () => {
  beforeEach(() => (settings.language = "en"));

  it("takes players by seat, hexes and numbers", () => {
    expect(say({ key: "log.moved", params: { name: { seat: 1 }, from: "e5", to: "e7" } }, NAMES)).toBe("Bo moves from e5 to e7.");
    expect(say({ key: "log.gold", params: { name: { seat: 0 }, n: 2 } }, NAMES)).toBe("Ada earns 2 gold.");
  });

  it("takes nouns in the reader's language", () => {
    const tile = { key: "tile.donation.name", params: { terrain: "terrain.water" } };
    const sentence = { key: "log.used", params: { name: { seat: 0 }, tile } };
    expect(say(sentence, NAMES)).toBe("Ada uses the tile Donation (water).");
    settings.language = "fr";
    expect(say(sentence, NAMES)).toBe("Ada utilise la plaquette Don (Eau).");
  });

  it("addresses the reader, also inside a sentence", () => {
    const drew = { key: "log.drew", params: { name: { seat: 1 }, terrain: "grass" } };
    expect(say({ key: "log.built", params: { name: { seat: 1 }, hex: "e5" } }, NAMES, 1)).toBe("You build on e5.");
    expect(say({ key: "log.built", params: { name: { seat: 0 }, hex: "e5" } }, NAMES, 1)).toBe("Ada builds on e5.");
    expect(say(drew, NAMES, 1)).toBe("No free hex is left: you draw a new card, grass.");
    settings.language = "fr";
    expect(say({ key: "log.end_turn", params: { name: { seat: 1 } } }, NAMES, 1)).toBe("Vous terminez votre tour.");
    expect(say({ key: "log.end_turn", params: { name: { seat: 0 } } }, NAMES, 1)).toBe("Ada termine son tour.");
  });

  it("names the reader where a text has no words for it", () => {
    expect(say({ key: "log.revoked", params: { name: { seat: 1 } } }, NAMES, 1)).toBe("The seat of Bo is free again.");
  });

  it("chooses a word by a number; in French nought is singular", () => {
    expect(t("log.undo", { name: "Ada", n: 1 })).toBe("Ada takes back 1 step.");
    expect(t("log.undo", { name: "Ada", n: 0 })).toBe("Ada takes back 0 steps.");
    settings.language = "fr";
    expect(t("question.mandatory", { n: 0, on: "" })).toContain("0 cité ");
  });
});

describe("the log", () => {
  it("has the lines of all events in their order and adds those of new ones", () => {
    settings.language = "en";
    const built = (seq: number, hex: string) => ({
      ...placed(seq, 0, 0),
      lines: [{ seat: 0, kind: "move" as const, hexes: [0], sentence: { key: "log.built", params: { name: { seat: 0 }, hex } } }],
    });
    const log = new GameLog(NAMES);
    const events = [built(3, "a1")];
    expect(log.lines(events).map((line) => line.text)).toEqual(["Ada builds on a1."]);
    expect(log.lines([...events, built(4, "b1")]).map((line) => [line.seq, line.text])).toEqual([
      [3, "Ada builds on a1."],
      [4, "Ada builds on b1."],
    ]);
  });
});
