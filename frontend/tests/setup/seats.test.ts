import { expect, test } from "vitest";
import { GOOD_BOT } from "../../src/lib/tables";
import { newPlace, seatsOf } from "../../src/setup/seats";

test("only a person on this device has a name, and only a bot has a level", () => {
  expect(seatsOf([newPlace("me", "Ada"), newPlace("open", "Bo"), newPlace("bot")])).toEqual([
    { kind: "me", name: "Ada" },
    { kind: "open" },
    { kind: "bot", level: GOOD_BOT },
  ]);
});

test("a person without a name has that of the colour", () => {
  expect(seatsOf([newPlace("bot"), newPlace("me")])[1]).toEqual({ kind: "me", name: "Orange" });
});
