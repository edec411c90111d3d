// A table that is set by hand to be scored: its board, pieces and cards. The catalogue says which fields there are.
import type { BoardMap, Catalogue, EditableField, RowsLayout, SectionsLayout } from "../generated/protocol";
import { type Coordinates, type Hex, hexAt, isIsland, neighbours, rowOf, toCoordinates } from "../lib/hexes";
import type { BoardContents, BoardLayout, Piece } from "../lib/position";
import { type Paint, painted, rowsLayout } from "./layout";

/** What a click on a hex puts there. */
export type Tool =
  | { puts: "piece"; field: string; seat: number }
  | { puts: "line"; field: string; seat: number }
  | { puts: "mark"; field: string }
  | { puts: "ground"; paint: Paint };

type Line = number | ["island", number];
type PlayerDraft = Record<string, Coordinates[] | Coordinates | Line[] | number | null>;

/** A position file with the fields that the form fills in. */
interface PositionDraft {
  format: string;
  board: SectionsLayout | RowsLayout;
  island: string | null;
  cards: string[];
  tasks: string[];
  players: PlayerDraft[];
  [field: string]: unknown;
}

const FORMAT = "kingdom-builder/position-1";

/** Everything that a person has set, as it is stored and sent. */
interface FormState {
  sections: string[];
  turned: boolean[];
  island: string;
  players: number;
  gold: number[];
  cards: string[];
  tasks: string[];
  terrains: Record<string, string>;
  /** The hexes by kind and seat. */
  pieces: Record<string, Hex[]>;
  paint: [Hex, Paint][];
  lines: Record<string, [Hex, number][]>;
  marks: Record<string, Hex[]>;
  pasted: string;
}

export class ScoreForm {
  readonly catalogue: Catalogue;
  /** The board of the sections, which the server lays out; null until it has. */
  ground = $state.raw<BoardMap | null>(null);
  sections = $state<string[]>([]);
  turned = $state<boolean[]>([]);
  island = $state("");
  players = $state(2);
  gold = $state<number[]>([]);
  cards = $state.raw<string[]>([]);
  tasks = $state.raw<string[]>([]);
  /** The chosen terrains, by field. */
  terrains = $state<Record<string, string>>({});
  pieces = $state.raw<ReadonlyMap<Hex, Piece>>(new Map());
  /** A position file that replaces what is set by hand; empty if there is none. */
  pasted = $state("");
  #paint = $state.raw<ReadonlyMap<Hex, Paint>>(new Map());
  /** Who marked which line, by field and the line's first hex. */
  #lines = $state.raw<Record<string, ReadonlyMap<Hex, number>>>({});
  #marks = $state.raw<Record<string, ReadonlySet<Hex>>>({});
  #tool = $state.raw<Tool | null>(null);

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
    const { first_game, players } = catalogue;
    this.sections = first_game.sections.map(([name]) => name);
    this.turned = first_game.sections.map(([, turn]) => turn === 180);
    this.cards = first_game.cards;
    this.gold = Array.from({ length: players.at(-1)! }, () => 0);
  }

  /** The fields that have an effect with the chosen cards. */
  fields: EditableField[] = $derived.by(() => this.catalogue.fields.filter(({ needs }) => !needs || this.cards.includes(needs)));
  pieceFields = $derived(this.#holding("piece", "pieces"));
  lineFields = $derived(this.#holding("lines"));
  markFields = $derived(this.#holding("hexes"));
  terrainFields = $derived(this.#holding("terrain"));

  /** The chosen tool, or the first one if the chosen one is not offered any more. */
  tool: Tool = $derived.by(() => {
    const first: Tool = { puts: "piece", field: this.pieceFields[0]?.field ?? "", seat: 0 };
    return this.#tool && this.#isOffered(this.#tool) ? this.#tool : first;
  });

  /** A position with an empty board of the sections: the server answers with the map of its ground. */
  emptyBoard: PositionDraft = $derived({
    format: FORMAT,
    board: { sections: this.sections.map((name, i) => [name, this.turned[i] ? 180 : 0] as [string, number]) },
    island: this.island || null,
    cards: [],
    tasks: [],
    players: [],
  });

  layout: BoardLayout | null = $derived(
    this.ground && {
      ...painted(this.ground, this.#paint),
      nomad_tiles: {},
      marks: Object.fromEntries(this.markFields.map(({ field, of }) => [of, [...(this.#marks[field] ?? [])]])),
    },
  );

  position: PositionDraft | null = $derived(
    this.layout && {
      format: FORMAT,
      board: rowsLayout(this.layout),
      island: this.island || null,
      cards: this.cards,
      tasks: this.tasks,
      ...Object.fromEntries(this.markFields.map(({ field }) => [field, [...(this.#marks[field] ?? [])].map(toCoordinates)])),
      ...Object.fromEntries(this.terrainFields.map(({ field }) => [field, this.terrains[field] || null])),
      players: Array.from({ length: this.players }, (_, seat) => this.#player(seat)),
    },
  );

  /** What is set by hand; it is shown even where it may not be, so that it can be removed again. */
  contents: Omit<BoardContents, "tilesLeft"> = $derived.by(() => {
    const footprint = Object.fromEntries(this.pieceFields.map((field) => [field.of, field.footprint]));
    const pieces = new Map<Hex, Piece>();
    for (const [hex, piece] of this.pieces)
      if ((footprint[piece.kind] ?? 1) > 1) for (const other of neighbours(hex)) pieces.set(other, { ...piece, around: true });
    for (const [hex, piece] of this.pieces) pieces.set(hex, piece);
    const markers = this.lineFields.flatMap(({ field }) =>
      [...(this.#lines[field] ?? [])].map(([line, seat]) => ({ seat, row: rowOf(line), island: isIsland(line) })),
    );
    return { pieces, markers, standing: new Map() };
  });

  /** Everything that is set, as text. */
  state: string = $derived.by(() => {
    const pieces: FormState["pieces"] = {};
    for (const [hex, { kind, seat }] of this.pieces) (pieces[`${kind} ${seat}`] ??= []).push(hex);
    const state: FormState = {
      ...{ sections: this.sections, turned: this.turned, island: this.island, players: this.players, gold: this.gold },
      ...{ cards: this.cards, tasks: this.tasks, terrains: this.terrains, pieces, pasted: this.pasted },
      paint: [...this.#paint],
      lines: Object.fromEntries(Object.entries(this.#lines).map(([field, lines]) => [field, [...lines]])),
      marks: Object.fromEntries(Object.entries(this.#marks).map(([field, hexes]) => [field, [...hexes]])),
    };
    return JSON.stringify(state);
  });

  /** Set everything as a state says; return whether the text is one. */
  restore(text: string): boolean {
    try {
      const state: FormState = JSON.parse(text);
      const { sections, turned, island, players, gold, cards, tasks, terrains, pasted } = state;
      if (![sections, turned, gold, cards, tasks].every(Array.isArray) || !(players <= this.catalogue.players.at(-1)!)) return false;
      const pieces = Object.entries(state.pieces).flatMap(([of, hexes]) => {
        const [kind, seat] = of.split(" ") as [string, string];
        return hexes.map((hex) => [hex, { kind, seat: Number(seat), around: false }] as const);
      });
      const paint = new Map(state.paint);
      const lines = Object.fromEntries(Object.entries(state.lines).map(([field, lines]) => [field, new Map(lines)]));
      const marks = Object.fromEntries(Object.entries(state.marks).map(([field, hexes]) => [field, new Set(hexes)]));
      this.pieces = new Map(pieces);
      [this.#paint, this.#lines, this.#marks] = [paint, lines, marks];
      Object.assign(this, { sections, turned, island, players, gold, cards, tasks, terrains, pasted });
      return true;
    } catch {
      return false;
    }
  }

  choose(tool: Tool) {
    this.#tool = tool;
  }

  isChosen(tool: Tool) {
    return JSON.stringify(tool) === JSON.stringify(this.tool);
  }

  /** Use the tool on a hex: put something there, or take it away if it is there. */
  apply(hex: Hex) {
    const { tool } = this;
    if (tool.puts === "piece") this.#togglePiece(hex, tool.field, tool.seat);
    else if (tool.puts === "line") {
      const line = hexAt(rowOf(hex), 0, isIsland(hex));
      const lines = new Map(this.#lines[tool.field]);
      if (lines.get(line) === tool.seat) lines.delete(line);
      else lines.set(line, tool.seat);
      this.#lines = { ...this.#lines, [tool.field]: lines };
    } else if (tool.puts === "mark") {
      const marked = new Set(this.#marks[tool.field]);
      if (!marked.delete(hex)) marked.add(hex);
      this.#marks = { ...this.#marks, [tool.field]: marked };
    } else if (!isIsland(hex)) this.#paint = new Map(this.#paint).set(hex, tool.paint);
  }

  #togglePiece(hex: Hex, field: string, seat: number) {
    const { of, holds } = this.pieceFields.find((one) => one.field === field)!;
    const pieces = new Map(this.pieces);
    const isSame = (piece: Piece | undefined) => piece?.kind === of && piece.seat === seat;
    if (isSame(pieces.get(hex))) pieces.delete(hex);
    else {
      if (holds === "piece") for (const [other, piece] of pieces) if (isSame(piece)) pieces.delete(other);
      pieces.set(hex, { kind: of, seat, around: false });
    }
    this.pieces = pieces;
  }

  #isOffered(tool: Tool) {
    if ("seat" in tool && tool.seat >= this.players) return false;
    return !("field" in tool) || this.fields.some(({ field }) => field === tool.field);
  }

  #holding(...kinds: EditableField["holds"][]) {
    return this.fields.filter(({ holds }) => kinds.includes(holds));
  }

  #player(seat: number): PlayerDraft {
    const at = (kind: string) =>
      [...this.pieces].filter(([, piece]) => piece.seat === seat && piece.kind === kind).map(([hex]) => toCoordinates(hex));
    const lines = (field: string): Line[] =>
      [...(this.#lines[field] ?? [])].filter(([, owner]) => owner === seat).map(([line]) => (isIsland(line) ? ["island", rowOf(line)] : rowOf(line)));
    return {
      gold: this.gold[seat] ?? 0,
      ...Object.fromEntries(this.pieceFields.map(({ field, of, holds }) => [field, holds === "pieces" ? at(of) : (at(of)[0] ?? null)])),
      ...Object.fromEntries(this.lineFields.map(({ field }) => [field, lines(field)])),
    };
  }
}
