import { describe, expect, test } from "vitest";
import { View } from "../../src/board/view.svelte";
import { fromName } from "../../src/lib/hexes";

const hexes = new Map(Array.from({ length: 400 }, (_, hex) => [hex, null]));

/** The board on a phone. */
function phone(): View {
  const view = new View({ hexes, camera: true, coordinates: false, buttons: false });
  view.width = 390;
  view.height = 490;
  return view;
}

const grip = (x: number, y: number, apart = 100) => ({ x, y, apart });
const isClose = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y) < 1e-6;

describe("fingers", () => {
  test("two of them side by side move the board to its corners and do not enlarge it", () => {
    const view = phone();
    for (const [dx, dy, corner] of [[-1, -1, "t20"], [1, -1, "a20"], [1, 1, "a1"], [-1, 1, "t1"]] as const) {
      for (let i = 0; i < 5; i++) view.follow(grip(200, 250), grip(200 + 150 * dx, 250 + 150 * dy));
      view.show([fromName(corner)]);
      expect(view.gliding, corner).toBe(false);
    }
    expect(view.zoom).toBe(1);
  });

  test("the point between two of them stays there while they go apart", () => {
    const view = phone();
    const before = view.pointAt({ x: 150, y: 260 });
    view.follow(grip(150, 260, 100), grip(170, 240, 180));
    expect(view.zoom).toBeCloseTo(1.8);
    expect(isClose(view.pointAt({ x: 170, y: 240 }), before)).toBe(true);
  });

  test("one of them moves the board and does not enlarge it", () => {
    const view = phone();
    const before = view.pointAt({ x: 150, y: 260 });
    view.follow(grip(150, 260, 0), grip(160, 250, 0));
    expect(isClose(view.pointAt({ x: 160, y: 250 }), before)).toBe(true);
    expect(view.zoom).toBe(1);
  });

  test("what is beside the board is laid out again when it is stretched too much, and at the end of the gesture", () => {
    const view = phone();
    view.moving = true;
    view.follow(grip(150, 260, 100), grip(150, 260, 110));
    expect([view.zoom, view.laidOut]).toEqual([1.1, 1]);
    view.follow(grip(150, 260, 100), grip(150, 260, 150));
    expect(view.laidOut).toBe(view.zoom);
    view.follow(grip(150, 260, 100), grip(150, 260, 90));
    expect(view.stretch).toBeCloseTo(0.9);
    view.rest();
    expect(view.stretch).toBe(1);
  });
});

describe("the drawing", () => {
  test("is on a pixel at rest, and follows fingers exactly", () => {
    const view = phone();
    view.follow(grip(200, 250), grip(190.3, 241.6));
    expect([view.corner.x % 1, view.corner.y % 1].map(Math.abs)).toEqual([0, 0]);
    view.moving = true;
    expect(view.corner).toEqual(view.placeOf({ x: view.box.left, y: view.box.top }));
    expect(view.corner.x % 1).not.toBe(0);
  });
});
