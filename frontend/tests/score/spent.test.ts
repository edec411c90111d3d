import { expect, test } from "vitest";
import { ApiError } from "../../src/lib/api";
import { spentPieces } from "../../src/score/spent";

const FIELDS = [{ field: "settlements", holds: "pieces" as const, of: "settlement", footprint: 1, needs: "" }];
const refused = (key: string, path: string) =>
  new ApiError({ code: "bad_message", message: "", sentence: { key, params: { path, count: 40 } }, reason: null, seq: null }, 422);

test("a player with too many pieces has none left", () => {
  expect(spentPieces(refused("problem.too_many_settlements", "players[1].settlements"), FIELDS)).toBe("Orange has no settlements left.");
});

test("other problems are something else", () => {
  expect(spentPieces(refused("problem.too_many_players", "players"), FIELDS)).toBeNull();
  expect(spentPieces(refused("problem.expected_piece_hex", "players[1].settlements"), FIELDS)).toBeNull();
  expect(spentPieces(new Error("bug"), FIELDS)).toBeNull();
});
