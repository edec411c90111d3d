import { beforeEach, expect, test } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import { duration } from "../../src/lib/times";

beforeEach(() => (settings.language = "en"));

test("a time is said in its largest unit", () => {
  expect([60, 300, 3600, 86_400, 3 * 86_400].map(duration)).toEqual(["1 min", "5 min", "1 h", "1 day", "3 days"]);
});
