// Which part of a drawing is shown in a frame, and how large.
import type { Box, Hex, Point } from "../lib/hexes";
import { WIDTH } from "../lib/hexes";
import { fingerScale, inside, middleOf, targetFor } from "./camera";

const MAX_ZOOM = 5;
/** Milliseconds after the last turn of the wheel until the drawing is rendered in full quality. */
const PAUSE = 150;

/** Pixels at the edges of a frame. */
export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Drawing {
  /** The box of the drawing. */
  box: Box;
  /** The part that fills the frame of a phone by its height: the board without the Island. */
  board: Box;
  /** Whether hexes have a size for fingers, so that the frame shows a part of the drawing. */
  camera: boolean;
  /** What is kept free beside the drawing. */
  edges: Edges;
  /** The size of something that covers a lower corner of the frame. */
  cover: { width: number; height: number; right: boolean } | null;
}

export class View {
  /** The size of the frame. */
  width = $state(0);
  height = $state(0);
  zoom = $state(1);
  moving = $state(false);
  /** Whether the drawing moves to its place by itself. */
  gliding = $state(false);
  #drawing: () => Drawing;
  #wanted = $state.raw<Point | null>(null);
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(drawing: () => Drawing) {
    this.#drawing = drawing;
  }

  free = $derived.by(() => {
    const { left, top, right, bottom } = this.#drawing().edges;
    return { left, top, width: Math.max(this.width - left - right, 1), height: Math.max(this.height - top - bottom, 1) };
  });
  /** Pixels for one unit when nothing is enlarged. */
  base = $derived.by(() => {
    const { box, board, camera } = this.#drawing();
    const { width, height } = this.free;
    return camera ? fingerScale(width, height, board) : Math.min(width / box.width, height / box.height);
  });
  least = $derived.by(() => {
    const { box } = this.#drawing();
    return Math.min(1, this.free.width / box.width / this.base, this.free.height / box.height / this.base);
  });
  scale = $derived(this.base * this.zoom);
  /** The bounds of the movement: the drawing, and below it room for what covers the frame. */
  bounds = $derived.by(() => {
    const { box, cover } = this.#drawing();
    return cover ? { ...box, height: box.height + cover.height / this.scale } : box;
  });
  middle = $derived.by(() => {
    const { box, board, camera } = this.#drawing();
    return this.#clamped(this.#wanted ?? middleOf(camera ? board : box));
  });
  /** The part of the drawing that is shown. */
  window = $derived.by((): Box => {
    const [width, height] = [this.free.width / this.scale, this.free.height / this.scale];
    return { left: this.middle.x - width / 2, top: this.middle.y - height / 2, width, height };
  });
  covered = $derived.by((): Box | null => {
    const { cover } = this.#drawing();
    if (!cover) return null;
    const [width, height] = [cover.width / this.scale, cover.height / this.scale];
    const { left, top } = this.window;
    return { left: cover.right ? left + this.window.width - width : left, top: top + this.window.height - height, width, height };
  });
  /** The place of the drawing's left upper corner in the frame. */
  corner = $derived.by(() => this.placeOf({ x: this.#drawing().box.left, y: this.#drawing().box.top }));

  /** Whether all of the drawing is shown. */
  whole = $derived.by(() => {
    const { box } = this.#drawing();
    return this.window.width >= box.width - 1 && this.window.height >= box.height - 1;
  });
  /** The width of a hex in pixels. */
  hexWidth = $derived(this.scale * WIDTH);

  #clamped(at: Point): Point {
    const size = { left: 0, top: 0, width: this.free.width / this.scale, height: this.free.height / this.scale };
    const kept = inside(at, size, this.bounds);
    // A drawing that is shown whole stays in the middle.
    const { box } = this.#drawing();
    return { x: kept.x, y: size.height >= box.height ? middleOf(box).y : kept.y };
  }

  /** The point of the drawing at a place of the frame. */
  pointAt({ x, y }: Point): Point {
    return { x: this.window.left + (x - this.free.left) / this.scale, y: this.window.top + (y - this.free.top) / this.scale };
  }

  /** The place in the frame of a point of the drawing. */
  placeOf({ x, y }: Point): Point {
    return { x: this.free.left + (x - this.window.left) * this.scale, y: this.free.top + (y - this.window.top) * this.scale };
  }

  /** Move by pixels. */
  moveBy(dx: number, dy: number) {
    this.#wanted = this.#clamped({ x: this.middle.x - dx / this.scale, y: this.middle.y - dy / this.scale });
  }

  /** Enlarge by a factor; what is at a place of the frame, by itself the middle, stays there. */
  enlarge(factor: number, place?: Point) {
    const { left, top, width, height } = this.free;
    const fixed = place ?? { x: left + width / 2, y: top + height / 2 };
    const point = this.pointAt(fixed);
    this.zoom = Math.min(MAX_ZOOM, Math.max(this.least, this.zoom * factor));
    this.#wanted = this.#clamped({
      x: point.x + (left + width / 2 - fixed.x) / this.scale,
      y: point.y + (top + height / 2 - fixed.y) / this.scale,
    });
  }

  /** Enlarge with a wheel. */
  turn(factor: number, place: Point) {
    this.gliding = false;
    this.moving = true;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => (this.moving = false), PAUSE);
    this.enlarge(factor, place);
  }

  /** Show the drawing as at the beginning. */
  fit() {
    this.zoom = 1;
    if (!this.#drawing().camera) this.#wanted = null;
  }

  /** Move to a point. */
  glideTo(point: Point) {
    this.gliding = true;
    this.#wanted = this.#clamped(point);
  }

  /** Move so that hexes are seen. */
  show(hexes: Hex[]) {
    const target = targetFor(hexes, this.window, this.bounds, this.covered);
    if (target.x !== this.middle.x || target.y !== this.middle.y) this.glideTo(target);
  }
}
