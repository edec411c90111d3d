// Which part of a drawing is shown in a frame, and how large.
import { type Box, type Hex, MARGINS, PLAIN_MARGINS, type Point, WIDTH, boxOf, isIsland } from "../lib/hexes";
import { ARROW, fingerScale, inside, middleOf, targetFor } from "./camera";

const MAX_ZOOM = 5;
/** How much the letters, numbers and frames beside the drawing are stretched in a gesture before they are laid out again. */
const MAX_STRETCH = 1.25;
/** Milliseconds after the last turn of the wheel until the drawing is rendered in full quality. */
const PAUSE = 150;

/** Pixels that buttons take on one side, and letters and numbers at the edges of a phone's frame. */
const [BUTTONS, RULER] = [44, 18];
/** The width of the small map, in an upright frame and in a wide one, its padding, and its distance from the corner. */
const [MAP, MAP_WIDE, MAP_PADDING, MAP_AWAY] = [86, 74, 8, 14];

export interface Drawing {
  readonly hexes: ReadonlyMap<Hex, unknown>;
  /** Whether hexes have a size for fingers, so that the frame shows a part of the drawing. */
  readonly camera: boolean;
  /** Whether letters and numbers are part of the drawing. */
  readonly coordinates: boolean;
  /** Whether there are buttons beside the drawing. */
  readonly buttons: boolean;
}

/** Where fingers hold the drawing: the place in the middle of them, and the pixels between two of them. */
export interface Grip extends Point {
  apart: number;
}

const onPixel = (length: number) => Math.round(length * devicePixelRatio) / devicePixelRatio;

export class View {
  /** The size of the frame. */
  width = $state(0);
  height = $state(0);
  zoom = $state(1);
  /** The zoom for which letters, numbers and frames are laid out: in a gesture only the compositor moves them. */
  laidOut = $state(1);
  /** Whether a finger or a button is down on the drawing, and whether it is moved or enlarged. */
  held = $state(false);
  moving = $state(false);
  /** Whether the drawing moves to its place by itself. */
  gliding = $state(false);
  #drawing: Drawing;
  #wanted = $state.raw<Point | null>(null);
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** The drawing may have getters: its values may change. */
  constructor(drawing: Drawing) {
    this.#drawing = drawing;
  }

  #margins = $derived.by(() => (this.#drawing.coordinates ? MARGINS : PLAIN_MARGINS));
  /** The box of the drawing. */
  box = $derived.by(() => boxOf(this.#drawing.hexes.keys(), this.#margins));
  /** The part that fills the frame of a phone by its height: the board without the Island. */
  #board = $derived.by(() => {
    const main = [...this.#drawing.hexes.keys()].filter((hex) => !isIsland(hex));
    return main.length ? boxOf(main, this.#margins) : this.box;
  });
  /** The buttons are where they leave more room: in a row below the drawing or in a column beside it. */
  buttons = $derived.by(() => {
    if (!this.#drawing.buttons) return "none";
    const fitted = (width: number, height: number) => Math.min(width / this.box.width, height / this.box.height);
    return fitted(this.width, this.height - BUTTONS) > fitted(this.width - BUTTONS, this.height) ? "row" : "column";
  });
  /** The part of the frame for the drawing. */
  free = $derived.by(() => {
    const start = this.#drawing.camera ? RULER : 0;
    const width = this.width - start - (this.buttons === "column" ? BUTTONS : 0);
    const height = this.height - start - (this.buttons === "row" ? BUTTONS : 0);
    return { left: start, top: start, width: Math.max(width, 1), height: Math.max(height, 1) };
  });
  /** Pixels for one unit when nothing is enlarged. */
  base = $derived.by(() => {
    const { width, height } = this.free;
    if (this.#drawing.camera) return fingerScale(width, height, this.#board);
    return Math.min(width / this.box.width, height / this.box.height);
  });
  least = $derived.by(() => {
    const { width, height } = this.free;
    return Math.min(1, width / this.box.width / this.base, height / this.box.height / this.base);
  });
  scale = $derived(this.base * this.zoom);
  /** How much larger the drawing is than what is laid out. */
  stretch = $derived(this.zoom / this.laidOut);
  /** Whether all of the drawing is shown. */
  whole = $derived.by(() => {
    const { width, height } = this.free;
    return width / this.scale >= this.box.width - 1 && height / this.scale >= this.box.height - 1;
  });
  /** The small map of the whole drawing. */
  map = $derived.by(() => {
    const right = this.width < this.height;
    const width = right ? MAP : MAP_WIDE;
    const height = Math.round(((width - MAP_PADDING) * this.box.height) / this.box.width) + MAP_PADDING;
    return { width, height, right };
  });
  /** What the small map covers of a lower corner. */
  cover = $derived.by(() => {
    if (!this.#drawing.camera || this.whole) return null;
    return { width: this.map.width + MAP_AWAY, height: this.map.height + MAP_AWAY, right: this.map.right };
  });
  /** The bounds of the movement: the drawing, and below it room for what covers the frame. */
  bounds = $derived.by(() => (this.cover ? { ...this.box, height: this.box.height + this.cover.height / this.scale } : this.box));
  middle = $derived.by(() => {
    return this.#clamped(this.#wanted ?? middleOf(this.#drawing.camera ? this.#board : this.box));
  });
  /** The part of the drawing that is shown. */
  window = $derived.by((): Box => {
    const [width, height] = [this.free.width / this.scale, this.free.height / this.scale];
    return { left: this.middle.x - width / 2, top: this.middle.y - height / 2, width, height };
  });
  covered = $derived.by((): Box | null => {
    const { cover } = this;
    if (!cover) return null;
    const [width, height] = [cover.width / this.scale, cover.height / this.scale];
    const { left, top } = this.window;
    return { left: cover.right ? left + this.window.width - width : left, top: top + this.window.height - height, width, height };
  });
  /**
   * The place of the drawing's left upper corner in the frame. At rest it is on a pixel: between two of them, browsers
   * paint the whole board again whenever something on it begins or ends to move.
   */
  corner = $derived.by(() => {
    const { x, y } = this.placeOf({ x: this.box.left, y: this.box.top });
    return this.moving ? { x, y } : { x: onPixel(x), y: onPixel(y) };
  });

  /** The width of a hex in pixels. */
  hexWidth = $derived(this.scale * WIDTH);

  #clamped(at: Point): Point {
    const size = { left: 0, top: 0, width: this.free.width / this.scale, height: this.free.height / this.scale };
    const kept = inside(at, size, this.bounds);
    // A drawing that is shown whole stays in the middle.
    return { x: kept.x, y: size.height >= this.box.height ? middleOf(this.box).y : kept.y };
  }

  /** The point of the drawing at a place of the frame. */
  pointAt({ x, y }: Point): Point {
    return { x: this.window.left + (x - this.free.left) / this.scale, y: this.window.top + (y - this.free.top) / this.scale };
  }

  /** The place in the frame of a point of the drawing. */
  placeOf({ x, y }: Point): Point {
    return { x: this.free.left + (x - this.window.left) * this.scale, y: this.free.top + (y - this.window.top) * this.scale };
  }

  #enlarge(factor: number) {
    this.zoom = Math.min(MAX_ZOOM, Math.max(this.least, this.zoom * factor));
    if (!this.moving || this.stretch > MAX_STRETCH || this.stretch < 1 / MAX_STRETCH) this.laidOut = this.zoom;
  }

  /** End a gesture. */
  rest() {
    this.moving = false;
    this.laidOut = this.zoom;
  }

  /** Move a point of the drawing to a place of the frame. */
  #put(point: Point, place: Point) {
    const { left, top, width, height } = this.free;
    this.#wanted = this.#clamped({
      x: point.x + (left + width / 2 - place.x) / this.scale,
      y: point.y + (top + height / 2 - place.y) / this.scale,
    });
  }

  /** Move and enlarge with fingers that have moved. */
  follow(from: Grip, to: Grip) {
    const point = this.pointAt(from);
    if (from.apart && to.apart) this.#enlarge(to.apart / from.apart);
    this.#put(point, to);
  }

  /** Enlarge by a factor; what is at a place of the frame, by itself the middle, stays there. */
  enlarge(factor: number, place?: Point) {
    const { left, top, width, height } = this.free;
    const fixed = place ?? { x: left + width / 2, y: top + height / 2 };
    const point = this.pointAt(fixed);
    this.#enlarge(factor);
    this.#put(point, fixed);
  }

  /** Enlarge with a wheel. */
  turn(factor: number, place: Point) {
    this.gliding = false;
    this.moving = true;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.rest(), PAUSE);
    this.enlarge(factor, place);
  }

  /** Show the drawing as at the beginning. */
  fit() {
    this.zoom = this.laidOut = 1;
    if (!this.#drawing.camera) this.#wanted = null;
  }

  /** Move to a point. */
  glideTo(point: Point) {
    this.gliding = true;
    this.#wanted = this.#clamped(point);
  }

  /** Move so that hexes are seen, if they are not; the first time at once. `clearly`: not below the arrows at the edges. */
  show(hexes: Hex[], clearly = false) {
    const first = this.#wanted === null;
    const target = targetFor(hexes, this.window, this.bounds, this.covered, first ? 1 : undefined, clearly ? ARROW / this.scale : 0);
    if (first || target.x !== this.middle.x || target.y !== this.middle.y) this.glideTo(target);
    if (first) this.gliding = false;
  }
}
