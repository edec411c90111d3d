// A table that is set by hand to be scored: its board, pieces and cards.
import type { PositionDocument, PositionPlayer, SectionMap } from "../generated/protocol";
import { type Hex, hexAt, isIsland, nameOf, rowOf, toCoordinates } from "../lib/hexes";
import type { BoardLayout, Piece, PieceKind } from "../lib/position";
import { boardLayout, layOut } from "./layout";

/** What a click on a hex puts there. */
export type Tool =
  | { puts: "piece"; kind: PieceKind; seat: number }
  | { puts: "marker"; seat: number }
  | { puts: "capitol" }
  | { puts: "terrain"; code: string }
  | { puts: "tile"; tile: string };

/** The fields of a position file that the form fills in. */
type PositionDraft = Pick<PositionDocument, "format" | "board" | "island" | "capitols" | "cards" | "tasks" | "removed_terrain"> & {
  players: Pick<PositionPlayer, "settlements" | "warriors" | "ship" | "wagon" | "city_hall" | "gold" | "marked_lines">[];
};

const FIRST_TOOL: Tool = { puts: "piece", kind: "settlement", seat: 0 };
/** The pieces of which a player has only one (R1.10). */
const SINGLE: ReadonlySet<PieceKind> = new Set(["ship", "wagon", "city_hall"]);

export class ScoreForm {
  maps = $state.raw<SectionMap[]>([]);
  sections = $state(["tavern", "paddock", "oasis", "farm"]);
  turned = $state([false, false, false, false]);
  island = $state("");
  players = $state(2);
  gold = $state([0, 0, 0, 0, 0]);
  cards = $state.raw<string[]>(["fishermen", "merchants", "knights"]);
  tasks = $state.raw<string[]>([]);
  removedTerrain = $state("");
  pieces = $state.raw<ReadonlyMap<Hex, Piece>>(new Map());
  #painted = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Who marked which line for the Mayors, by the line's first hex (R7.31). */
  #markers = $state.raw<ReadonlyMap<Hex, number>>(new Map());
  #capitols = $state.raw<ReadonlySet<Hex>>(new Set());
  #tool = $state.raw<Tool>(FIRST_TOOL);

  hasMarkers = $derived(this.cards.includes("mayors"));
  /** The chosen tool, or the first one if the chosen one is not offered any more. */
  tool = $derived(this.#isOffered(this.#tool) ? this.#tool : FIRST_TOOL);

  #board = $derived(layOut(this.sections.map((name, i) => [name, this.turned[i] ? 180 : 0]), this.maps, this.#painted));

  layout: BoardLayout = $derived({
    ...boardLayout(this.#board, this.island, this.maps),
    capitols: [...this.#capitols].map(nameOf),
  });

  position: PositionDraft = $derived({
    format: "kingdom-builder/position-1",
    board: this.#board,
    island: this.island || null,
    capitols: [...this.#capitols].map(toCoordinates),
    cards: this.cards,
    tasks: this.tasks,
    removed_terrain: this.removedTerrain || null,
    players: Array.from({ length: this.players }, (_, seat) => this.#player(seat)),
  });

  choose(tool: Tool) {
    this.#tool = tool;
  }

  isChosen(tool: Tool) {
    return JSON.stringify(tool) === JSON.stringify(this.tool);
  }

  /** Use the tool on a hex: put something there, or take it away if it is there. */
  apply(hex: Hex) {
    const { tool } = this;
    if (tool.puts === "piece") this.#togglePiece(hex, tool);
    else if (tool.puts === "marker") {
      const line = hexAt(rowOf(hex), 0, isIsland(hex));
      const markers = new Map(this.#markers);
      if (markers.get(line) === tool.seat) markers.delete(line);
      else markers.set(line, tool.seat);
      this.#markers = markers;
    } else if (tool.puts === "capitol") {
      const capitols = new Set(this.#capitols);
      if (!capitols.delete(hex)) capitols.add(hex);
      this.#capitols = capitols;
    } else if (!isIsland(hex)) {
      const code = tool.puts === "tile" ? `tile:${tool.tile}` : tool.code;
      this.#painted = new Map(this.#painted).set(toCoordinates(hex).join(","), code);
    }
  }

  #togglePiece(hex: Hex, { kind, seat }: Piece) {
    const pieces = new Map(this.pieces);
    const isSame = (piece: Piece | undefined) => piece?.kind === kind && piece.seat === seat;
    if (isSame(pieces.get(hex))) pieces.delete(hex);
    else {
      if (SINGLE.has(kind)) for (const [other, piece] of pieces) if (isSame(piece)) pieces.delete(other);
      pieces.set(hex, { kind, seat });
    }
    this.pieces = pieces;
  }

  #isOffered(tool: Tool) {
    if (tool.puts === "marker" && !this.hasMarkers) return false;
    return !("seat" in tool) || tool.seat < this.players;
  }

  #player(seat: number): PositionDraft["players"][number] {
    const at = (kind: PieceKind) =>
      [...this.pieces].filter(([, piece]) => piece.seat === seat && piece.kind === kind).map(([hex]) => toCoordinates(hex));
    const lines = [...this.#markers].filter(([, owner]) => owner === seat && this.hasMarkers).map(([line]) => line);
    return {
      settlements: at("settlement"),
      warriors: at("warrior"),
      ship: at("ship")[0] ?? null,
      wagon: at("wagon")[0] ?? null,
      city_hall: at("city_hall")[0] ?? null,
      gold: this.gold[seat] ?? 0,
      marked_lines: lines.map((line) => (isIsland(line) ? ["island", rowOf(line)] : rowOf(line))),
    };
  }
}
