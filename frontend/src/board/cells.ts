// The attributes of a grid's cells that change in a game. They are set one by one, where they change: a template would
// compare all 450 cells after every move.
import type { Hex } from "../lib/hexes";

/** What the label of a hex depends on, as one string, and the label itself. */
export interface Described {
  content: string;
  label: () => string;
}

export class Cells {
  #cells: ReadonlyMap<Hex, Element>;
  #open: ReadonlySet<Hex>;
  #reached: Hex | undefined;
  #contents = new Map<Hex, string>();

  /** Cells that another grid of the same board has marked stay marked until this one changes them. */
  constructor(grid: Element) {
    const found = [...grid.querySelectorAll<SVGElement>("[data-hex]")].map((cell) => [Number(cell.dataset.hex), cell] as const);
    this.#cells = new Map(found);
    this.#open = new Set(found.filter(([, cell]) => cell.classList.contains("open")).map(([hex]) => hex));
    this.#reached = found.find(([, cell]) => cell.getAttribute("tabindex") === "0")?.[0];
  }

  /** Mark the hexes that may be chosen. */
  open(hexes: ReadonlySet<Hex>) {
    for (const hex of this.#open) if (!hexes.has(hex)) this.#cells.get(hex)?.classList.remove("open");
    for (const hex of hexes) if (!this.#open.has(hex)) this.#cells.get(hex)?.classList.add("open");
    this.#open = hexes;
  }

  /** Describe every hex for screen readers. */
  describe(described: (hex: Hex) => Described) {
    for (const [hex, cell] of this.#cells) {
      const { content, label } = described(hex);
      if (this.#contents.get(hex) === content) continue;
      this.#contents.set(hex, content);
      cell.setAttribute("aria-label", label());
    }
  }

  /** Let the tabulator key reach one hex. */
  reach(hex: Hex) {
    if (this.#reached !== undefined) this.#cells.get(this.#reached)?.setAttribute("tabindex", "-1");
    this.#cells.get(hex)?.setAttribute("tabindex", "0");
    this.#reached = hex;
  }
}
