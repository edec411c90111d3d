import { beforeEach, expect, test, vi } from "vitest";
import type { TriedMoves } from "../../src/generated/protocol";
import { ApiError, Unreachable, post } from "../../src/lib/api";
import { TrialTurn } from "../../src/table/trying.svelte";
import { placed, table, view } from "../examples";

vi.stubGlobal("document", { visibilityState: "visible" });
vi.mock("../../src/lib/api", async (original) => ({ ...(await original<object>()), post: vi.fn() }));

const END = 450;
const reply = (moves: number[], seq: number): TriedMoves => ({ moves, events: [placed(seq, 0, 5)], view: view(seq), preview: null, reason: null });

function begun(...more: ConstructorParameters<typeof TrialTurn> extends [string, number, ...infer Rest] ? Rest : never) {
  const trial = new TrialTurn("/api/try", 0, ...more);
  trial.begin(table(), view(7));
  return trial;
}

beforeEach(() => void vi.mocked(post).mockReset());

test("a move is asked with the moves before it, and those that stand are kept", async () => {
  const trial = begun({ seat: 0 });
  vi.mocked(post).mockResolvedValueOnce(reply([5], 8));
  trial.store.answer(5);
  await vi.waitFor(() => expect(trial.store.busy).toBe(false));
  expect(post).toHaveBeenCalledWith("/api/try", { seat: 0, moves: [5] });
  vi.mocked(post).mockResolvedValueOnce(reply([], 9));
  trial.store.undo(false);
  await vi.waitFor(() => expect(trial.moves).toEqual([]));
  expect(post).toHaveBeenLastCalledWith("/api/try", { seat: 0, moves: [5, "undo"] });
});

test("events have the next numbers, because those of the server begin again after an undo", async () => {
  const trial = begun();
  for (const seq of [8, 8]) {
    vi.mocked(post).mockResolvedValueOnce(reply([5], seq));
    trial.store.answer(5);
    await vi.waitFor(() => expect(trial.store.busy).toBe(false));
  }
  expect(trial.store.view!.public.seq).toBe(9);
});

test("a move that fails is explained and changes nothing", async () => {
  const trial = begun();
  const illegal = { code: "illegal", message: "", sentence: null, reason: null, seq: null };
  for (const [error, code] of [[new ApiError(illegal, 409), "illegal"], [new Unreachable(), "unreachable"]] as const) {
    vi.mocked(post).mockRejectedValueOnce(error);
    trial.store.answer(5);
    await vi.waitFor(() => expect(trial.store.error?.code).toBe(code));
    expect(trial.store.busy).toBe(false);
    expect(trial.moves).toEqual([]);
  }
});

test("the end of the turn can be something else", async () => {
  const act = vi.fn(async () => {});
  const trial = begun({}, () => {}, { answer: END, act });
  trial.store.answer(END);
  await vi.waitFor(() => expect(trial.store.busy).toBe(false));
  expect(act).toHaveBeenCalledOnce();
  expect(post).not.toHaveBeenCalled();
});
