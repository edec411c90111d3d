// Which puzzles the reader has tried, and the present choice of puzzles; stored on this device only.
import type { PuzzleGrade, PuzzleInfo } from "../generated/protocol";
import { store, stored } from "../lib/stored";

type Mark = PuzzleGrade["mark"];

interface Progress {
  /** The mark of the first try of each puzzle, by its id. */
  tried: Record<string, Mark>;
  /** How many puzzles in a row were solved at the first try, now and at most. */
  streak: number;
  longest: number;
  /** What is chosen: a difficulty from 1 to 5, and a set; null is any. */
  difficulty: number | null;
  set: string | null;
}

const KEY = "kingdom-builder-puzzles";
const NOTHING: Progress = { tried: {}, streak: 0, longest: 0, difficulty: null, set: null };

export const progress = $state<Progress>({ ...NOTHING, ...(stored(KEY) as Partial<Progress> | null) });

/** Count a graded turn; only the first try of a puzzle counts. */
export function count(id: string, mark: Mark) {
  if (progress.tried[id]) return;
  progress.tried[id] = mark;
  progress.streak = mark === "best" ? progress.streak + 1 : 0;
  progress.longest = Math.max(progress.longest, progress.streak);
  store(KEY, progress);
}

/** Choose which puzzles are shown. */
export function choose(choice: Partial<Pick<Progress, "difficulty" | "set">>) {
  Object.assign(progress, choice);
  store(KEY, progress);
}

/** The puzzles of the present choice. */
export const chosen = (all: PuzzleInfo[]) =>
  all.filter(({ difficulty, sets }) => (progress.difficulty ?? difficulty) === difficulty && (progress.set === null || sets.includes(progress.set)));

/** The puzzles that were solved at the first try. */
export const solved = (some: PuzzleInfo[]) => some.filter(({ id }) => progress.tried[id] === "best");

/** Any of these puzzles that was not tried yet, or else one that was not solved, but not the present one; null if there is no other. */
export function nextPuzzle(some: PuzzleInfo[], present: string | null, random = Math.random): string | null {
  const others = some.filter(({ id }) => id !== present);
  const fresh = others.filter(({ id }) => !progress.tried[id]);
  const unsolved = others.filter(({ id }) => progress.tried[id] !== "best");
  const from = fresh.length ? fresh : unsolved.length ? unsolved : others;
  return from[Math.floor(random() * from.length)]?.id ?? null;
}
