import { describe, expect, test } from "vitest";
import type { Preview, Question } from "../../src/generated/protocol";
import type { Piece } from "../../src/lib/position";
import { gains, ghostFor, hintSentence, tagFor } from "../../src/table/previews";

const question = (part: Partial<Question>): Question => ({
  seat: 0,
  action: "turn",
  stage: "mandatory",
  terrain: "grass",
  left: 3,
  piece: null,
  places: "settlement",
  sentence: { key: "waiting.mandatory", params: {} },
  ...part,
});
const preview = (part: Partial<Preview>): Preview => ({ gold: [], gained: [], lost: [], placed: [], removed: [], hexes: [], irreversible: false, ...part });
const WAGON: ReadonlyMap<number, Piece> = new Map([[7, { kind: "wagon", seat: 0, around: false }]]);

describe("the piece under the pointer", () => {
  test("is what the question places", () => {
    expect(ghostFor(question({}), 0, 5, new Map())).toEqual({ kind: "settlement", seat: 0 });
    expect(ghostFor(question({ action: "quarry", stage: "wall", places: "wall" }), 0, 5, new Map()).kind).toBe("wall");
  });

  test("is none where a piece is picked up or taken back", () => {
    expect(ghostFor(question({ action: "barn", stage: "pick_piece", places: null }), 0, 7, WAGON).kind).toBeNull();
    expect(ghostFor(question({ action: "barracks", stage: "place_or_take_back", places: "warrior" }), 0, 7, WAGON).kind).toBeNull();
  });
});

describe("the label beside a hex", () => {
  test("has the gold by its sources and the tiles", () => {
    const gold = [
      { source: "lords", gold: 6 },
      { source: "miners", gold: -2 },
    ];
    expect(tagFor(5, preview({ placed: [5], gold, gained: ["farm"], lost: ["barn"] }), true)).toEqual({ hex: 5, gold, lines: ["+ Farm", "− Barn"] });
    expect(gains(gold)).toEqual(["+6 Lords", "−2 Miners"]);
  });

  test("has gold that does not change only if scores are shown", () => {
    expect(tagFor(5, preview({ placed: [5] }), true)?.lines).toEqual(["±0"]);
    expect(tagFor(5, preview({ placed: [5] }), false)).toBeNull();
  });

  test("is not there if nothing is placed or removed", () => {
    expect(tagFor(5, preview({ hexes: [6, 7] }), true)).toBeNull();
  });
});

test("a hint names the answers and the reasons, without the end of the turn", () => {
  const numbers = new Map([
    [450, "end_turn"],
    [464, "farm"],
  ]);
  const hint = { answers: [0, 464, 21, 450], gold: [{ source: "lords", gold: 6 }], gained: ["barn"], reach: [], freed: [] };
  const sentence = hintSentence(hint, numbers);
  expect(sentence).toContain("a1 → Farm → b2");
  expect(sentence).toContain("+6 gold (Lords) and the tile Barn");
});
