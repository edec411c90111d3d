import { beforeEach, expect, test } from "vitest";
import { originOf, rememberOrigin } from "../../src/review/origins";

const KEY = "kingdom-builder-played-on";

beforeEach(() => localStorage.setItem(KEY, "{}"));

test("a table leads back to the turn from which it was begun, others do not", () => {
  rememberOrigin("a", "/games/over/review?turn=7");
  expect(originOf("a")).toBe("/games/over/review?turn=7");
  expect(originOf("b")).toBeNull();
  expect(originOf("constructor")).toBeNull();
});

test("the oldest tables are forgotten first", () => {
  for (let i = 0; i <= 100; i += 1) rememberOrigin(`t${i}`, `/games/g${i}/review?turn=1`);
  expect(originOf("t0")).toBeNull();
  expect(originOf("t1")).toBe("/games/g1/review?turn=1");
  expect(originOf("t100")).toBe("/games/g100/review?turn=1");
});

test.each(["no JSON", "null", "7", '{"a": 7}'])("what cannot be read leads nowhere: %s", (stored) => {
  localStorage.setItem(KEY, stored);
  expect(originOf("a")).toBeNull();
  rememberOrigin("b", "/games/over/review?turn=1");
  expect(originOf("b")).toBe("/games/over/review?turn=1");
});
