import { beforeEach, expect, test } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import { ago, clockTime, duration } from "../../src/lib/times";

beforeEach(() => (settings.language = "en"));

test("a time is said in its largest unit", () => {
  expect([60, 300, 3600, 86_400, 3 * 86_400].map(duration)).toEqual(["1 min", "5 min", "1 h", "1 day", "3 days"]);
});

test("a past time is said in its largest unit, and after a week as a date", () => {
  const now = Date.UTC(2026, 4, 20, 12) / 1000;
  expect([0, 300, 7200, 86_400, 3 * 86_400, 8 * 86_400].map((past) => ago(now - past, now))).toEqual([
    "now",
    "5 minutes ago",
    "2 hours ago",
    "yesterday",
    "3 days ago",
    "May 12, 2026",
  ]);
});

test("a clock shows minutes and seconds, and long times in their largest unit", () => {
  expect([-3, 0, 20.4, 102, 7199].map(clockTime)).toEqual(["0:00", "0:00", "0:20", "1:42", "119:59"]);
  expect([7200, 86_400, 2 * 86_400].map(clockTime)).toEqual(["2 h", "24 h", "2 days"]);
});
