import { expect, test } from "vitest";
import { signed } from "../../src/lib/numbers";

test("changes have their sign", () => {
  expect([3, 0, -4].map((n) => signed(n))).toEqual(["+3", "±0", "−4"]);
  expect(signed(0, "0")).toBe("0");
});
