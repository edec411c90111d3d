import { beforeEach, expect, test } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import { ago, duration } from "../../src/lib/times";

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
