import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  localStorage.setItem("kingdom-builder-daily", "{}");
});

const streak = () => import("../../src/daily/streak.svelte");

test("days in a row make a streak, which a day without a challenge ends", async () => {
  const { recordDay, streakOn } = await streak();
  expect(streakOn(322)).toBe(0);
  recordDay(322);
  recordDay(323);
  recordDay(323);
  expect(streakOn(323)).toBe(2);
  expect(streakOn(324)).toBe(2);
  expect(streakOn(325)).toBe(0);
  recordDay(325);
  expect(streakOn(325)).toBe(1);
});

test("an earlier challenge changes nothing, and the streak is kept in the browser", async () => {
  const { recordDay } = await streak();
  recordDay(10);
  recordDay(11);
  recordDay(9);
  vi.resetModules();
  expect((await streak()).streakOn(12)).toBe(2);
});

test("what cannot be read is no streak", async () => {
  localStorage.setItem("kingdom-builder-daily", '{"last": "x"}');
  expect((await streak()).streakOn(1)).toBe(0);
});
