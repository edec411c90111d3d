import { expect, test } from "vitest";
import { change, decimal, percent, signed } from "../../src/lib/numbers";

test("changes have their sign", () => {
  expect([3, 0, -4].map((n) => signed(n))).toEqual(["+3", "±0", "−4"]);
  expect(signed(0, "0")).toBe("0");
});

test("a change that is rounded to 0 has no sign", () => {
  expect([1.24, -1.24, 0, 0.04, -0.04].map((n) => change(n))).toEqual(["+1.2", "−1.2", "0.0", "0.0", "0.0"]);
});

test("numbers below 0 have a minus sign, not a hyphen", () => {
  expect([decimal(-2.5), percent(-0.251, 1)]).toEqual(["−2.5", "−25.1%"]);
});
