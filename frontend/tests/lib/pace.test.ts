import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { moving, noteAnswer, noteShown } from "../../src/lib/pace";
import { settings } from "../../src/lib/settings.svelte";

/** Each test begins long after all others, which share the module. */
let begin = 1e9;
beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime((begin += 1e6));
});
afterEach(() => {
  vi.useRealTimers();
});

test("what follows an answer moves", () => {
  noteShown();
  vi.advanceTimersByTime(2000);
  noteAnswer();
  expect(moving()).toBe(true);
});

test("nothing moves for a player who answers before the last motion has ended, until the player is slower", () => {
  noteShown();
  vi.advanceTimersByTime(200);
  noteAnswer();
  expect(moving()).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(moving()).toBe(true);
});

test("nothing moves with reduced motion", () => {
  settings.motion = "reduced";
  expect(moving()).toBe(false);
  settings.motion = "system";
});
