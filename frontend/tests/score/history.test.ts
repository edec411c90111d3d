import { beforeEach, expect, test } from "vitest";
import { StepHistory, fromFragment, toFragment } from "../../src/score/history.svelte";

let steps: StepHistory;
beforeEach(() => {
  localStorage.setItem("kingdom-builder score", "null");
  steps = new StepHistory();
  for (const state of ["a", "b", "c"]) steps.record(state);
});

test("steps are undone and redone one by one", () => {
  expect([steps.canUndo, steps.canRedo]).toEqual([true, false]);
  steps.undo();
  steps.undo();
  steps.undo();
  expect([steps.present, steps.canUndo, steps.canRedo]).toEqual(["a", false, true]);
  steps.redo();
  steps.redo();
  steps.redo();
  expect([steps.present, steps.canUndo, steps.canRedo]).toEqual(["c", true, false]);
});

test("a new step forgets what was undone, the same state again is no step", () => {
  steps.undo();
  steps.record("b");
  expect(steps.canRedo).toBe(true);
  steps.record("d");
  expect([steps.present, steps.canRedo]).toEqual(["d", false]);
});

test("a revoked step cannot be redone", () => {
  steps.revoke();
  expect([steps.present, steps.canRedo]).toEqual(["b", false]);
});

test("every step is there again after a reload", () => {
  steps.undo();
  const again = new StepHistory();
  expect([again.present, again.canUndo, again.canRedo]).toEqual(["b", true, true]);
});

test.each(["{bad", "7", '{"present": 3}', '{"present": "a", "past": 1, "future": []}'])("stored text that is not a history is ignored: %s", (text) => {
  localStorage.setItem("kingdom-builder score", text);
  expect(new StepHistory().present).toBe("");
});

test("a link holds any state", () => {
  const state = '{"name": "é – ÿ>?", "n": [1, 2, 3]}';
  expect(toFragment(state)).toMatch(/^[\w-]+$/);
  expect(fromFragment(toFragment(state))).toBe(state);
  expect(fromFragment("é")).toBeNull();
});
