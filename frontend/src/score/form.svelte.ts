// A table that is set by hand to be scored: its board, pieces and cards. The catalogue says which fields there are.
import type { BoardMap, Catalogue, EditableField, RowsLayout, ScoredPosition, SectionsLayout } from "../generated/protocol";
import { type Coordinates, type Hex, isIsland, neighbours, rowOf, toCoordinates } from "../lib/hexes";
import type { BoardContents, BoardLayout } from "../lib/position";
import type { Obstacle } from "./brush.svelte";
import { type Paint, painted, rowsLayout } from "./layout";
import { EMPTY, type Placed, type Tool, covered, drawnAt } from "./tools";

/** What is set in turn; the last one shows the result. */
export const STEPS = ["board", "pieces", "cards", "scores"] as const;
export type Step = (typeof STEPS)[number];

/** What the server says about pieces: where they may be, how many are left, and for which pieces it has said so. */
interface Limits {
  places: Record<string, ReadonlySet<Hex>>;
  left: Record<string, number>[];
  counted: Placed["pieces"];
}

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
  placed = $state.raw<Placed>(EMPTY);
  step = $state<Step>("board");
  /** A position file that replaces what is set by hand; empty if there is none. */
  pasted = $state("");
  /** The player whose pieces are placed. */
  #seat = $state(0);
  /** The last tool of each step. */
  #tools = $state.raw<Partial<Record<Step, Tool>>>({});
  #limits = $state.raw<Limits | null>(null);

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

  /** The player whose pieces are placed. */
  seat = $derived(Math.min(this.#seat, this.players - 1));

  /** The chosen tool of this step, or the first one if the chosen one is not offered any more; null if the step has none. */
  tool: Tool | null = $derived.by(() => {
    const chosen = this.#tools[this.step];
    if (chosen && this.#isOffered(chosen)) return "seat" in chosen ? { ...chosen, seat: this.seat } : chosen;
    return this.step === "pieces" ? { puts: "piece", field: this.pieceFields[0]?.field ?? "", seat: this.seat } : null;
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
      ...painted(this.ground, this.placed.paint),
      nomad_tiles: {},
      marks: Object.fromEntries(this.markFields.map(({ field, of }) => [of, [...(this.placed.marks[field] ?? [])]])),
    },
  );

  position: PositionDraft | null = $derived(
    this.layout && {
      format: FORMAT,
      board: rowsLayout(this.layout),
      island: this.island || null,
      cards: this.cards,
      tasks: this.tasks,
      ...Object.fromEntries(this.markFields.map(({ field }) => [field, [...(this.placed.marks[field] ?? [])].map(toCoordinates)])),
      ...Object.fromEntries(this.terrainFields.map(({ field }) => [field, this.terrains[field] || null])),
      players: Array.from({ length: this.players }, (_, seat) => this.#player(seat)),
    },
  );

  /** What is set by hand; it is shown even where it may not be, so that it can be removed again. */
  contents: Omit<BoardContents, "tilesLeft"> = $derived.by(() => {
    const footprints = Object.fromEntries(this.pieceFields.map((field) => [field.of, field.footprint]));
    const markers = this.lineFields.flatMap(({ field }) =>
      [...(this.placed.lines[field] ?? [])].map(([line, seat]) => ({ seat, row: rowOf(line), island: isIsland(line) })),
    );
    return { pieces: covered(this.placed.pieces, footprints), markers, standing: new Map() };
  });

  /** Everything that is set, as text. */
  state: string = $derived.by(() => {
    const pieces: FormState["pieces"] = {};
    for (const [hex, { kind, seat }] of this.placed.pieces) (pieces[`${kind} ${seat}`] ??= []).push(hex);
    const state: FormState = {
      ...{ sections: this.sections, turned: this.turned, island: this.island, players: this.players, gold: this.gold },
      ...{ cards: this.cards, tasks: this.tasks, terrains: this.terrains, pieces, pasted: this.pasted },
      paint: [...this.placed.paint],
      lines: Object.fromEntries(Object.entries(this.placed.lines).map(([field, lines]) => [field, [...lines]])),
      marks: Object.fromEntries(Object.entries(this.placed.marks).map(([field, hexes]) => [field, [...hexes]])),
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
      this.placed = { pieces: new Map(pieces), paint, lines, marks };
      Object.assign(this, { sections, turned, island, players, gold, cards, tasks, terrains, pasted });
      return true;
    } catch {
      return false;
    }
  }

  choose(tool: Tool) {
    this.#tools = { ...this.#tools, [this.step]: tool };
  }

  /** Place the pieces of a player, beginning with the first kind. */
  choosePlayer(seat: number) {
    this.#seat = seat;
    this.#tools = { ...this.#tools, [this.step]: undefined };
  }

  isChosen(tool: Tool) {
    return JSON.stringify(tool) === JSON.stringify(this.tool);
  }

  /** The field that a tool fills. */
  fieldOf(tool: Tool): EditableField | undefined {
    return "field" in tool ? this.fields.find(({ field }) => field === tool.field) : undefined;
  }

  /** The hex where the piece is drawn that covers a hex. */
  pieceAt(hex: Hex): Hex {
    return drawnAt(this.contents.pieces, hex);
  }

  /** Take over what the server says about the pieces that it has scored. */
  learn({ places, players }: ScoredPosition, counted: Placed["pieces"]) {
    const sets = Object.entries(places).map(([field, hexes]) => [field, new Set(hexes)] as const);
    this.#limits = { places: Object.fromEntries(sets), left: players.map(({ left }) => left), counted };
  }

  /** How many pieces of a field a player has left; null while the server has not said. */
  left(seat: number, { field, of }: EditableField): number | null {
    const left = this.#limits?.left[seat]?.[field];
    if (left === undefined) return null;
    const count = (pieces: Placed["pieces"]) => [...pieces.values()].filter((piece) => piece.kind === of && piece.seat === seat).length;
    return left + count(this.#limits!.counted) - count(this.placed.pieces);
  }

  /** Why a tool cannot put its thing on a hex; null if it can. */
  obstacle(tool: Tool, hex: Hex): Obstacle | null {
    if (tool.puts === "ground") return isIsland(hex) ? "no_place" : null;
    const field = this.fieldOf(tool);
    if (!field || tool.puts === "line") return null;
    if (this.#limits?.places[field.field]?.has(hex) === false) return "no_place";
    if (tool.puts !== "piece") return null;
    const others = (field.footprint > 1 ? [hex, ...neighbours(hex)] : [hex]).map((at) => this.contents.pieces.get(at));
    if (others.some((piece) => piece && (field.holds === "pieces" || piece.kind !== field.of || piece.seat !== tool.seat))) return "taken";
    return field.holds === "pieces" && (this.left(tool.seat, field) ?? 1) <= 0 ? "none_left" : null;
  }

  #isOffered(tool: Tool) {
    return !("field" in tool) || this.fields.some(({ field }) => field === tool.field);
  }

  #holding(...kinds: EditableField["holds"][]) {
    return this.fields.filter(({ holds }) => kinds.includes(holds));
  }

  #player(seat: number): PlayerDraft {
    const at = (kind: string) =>
      [...this.placed.pieces].filter(([, piece]) => piece.seat === seat && piece.kind === kind).map(([hex]) => toCoordinates(hex));
    const lines = (field: string): Line[] =>
      [...(this.placed.lines[field] ?? [])].filter(([, owner]) => owner === seat).map(([line]) => (isIsland(line) ? ["island", rowOf(line)] : rowOf(line)));
    return {
      gold: this.gold[seat] ?? 0,
      ...Object.fromEntries(this.pieceFields.map(({ field, of, holds }) => [field, holds === "pieces" ? at(of) : (at(of)[0] ?? null)])),
      ...Object.fromEntries(this.lineFields.map(({ field }) => [field, lines(field)])),
    };
  }
}
