// A finished game at one of its moments, as a table's session shows it.
import type { Catalogue, History, Replay } from "../generated/protocol";
import { get } from "../lib/api";
import { loadCatalogue } from "../lib/catalogue";
import { errorText } from "../lib/errors";
import { piecesOf } from "../lib/position";
import { TableStore } from "../table/store.svelte";

export class ReplayedGame {
  history = $state.raw<History>();
  catalogue = $state.raw<Catalogue>();
  shown = $state.raw<Replay>();
  problem = $state("");
  /** The table as nobody's seat sees it. It is connected to nothing: every moment is put into it. */
  readonly store = new TableStore(() => ({ send: () => {}, reconnect: () => {}, close: () => {} }), null);
  /** The reader has gone to another page: nothing that arrives from then on is shown. */
  left = false;
  #wanted = 0;
  #loading = false;

  /** The numbers of the events after which the game can be shown. */
  moments = $derived.by(() => this.history?.totals.map(([number]) => number) ?? []);
  place = $derived.by(() => (this.shown ? Math.max(0, this.moments.findLastIndex((number) => number <= this.shown!.seq)) : 0));

  constructor(
    readonly id: string,
    readonly onshown: (seq: number) => void,
  ) {}

  /** Load the game and show it after an event, or at its end. */
  async load(at: number | null) {
    try {
      [this.history, this.catalogue] = await Promise.all([get<History>(`/api/games/${this.id}/history`), loadCatalogue()]);
      await this.show(at ?? this.moments.at(-1) ?? 1);
    } catch (error) {
      this.problem = errorText(error);
    }
  }

  /** Show the game after an event. During a request only the last event asked for is remembered. */
  async show(at: number) {
    this.#wanted = at;
    if (this.#loading) return;
    this.#loading = true;
    this.problem = "";
    try {
      while (this.#wanted !== this.shown?.seq) {
        const number = this.#wanted;
        this.#put(await get<Replay>(`/api/games/${this.id}?seq=${number}`));
        if (this.#wanted === number) break;
      }
      if (!this.left) this.onshown(this.shown!.seq);
    } catch (error) {
      this.problem = errorText(error);
    } finally {
      this.#loading = false;
    }
  }

  leave() {
    this.left = true;
  }

  /** Show the moment that is this many moments later. */
  step(by: number) {
    this.goTo(this.place + by);
  }

  goTo(place: number) {
    const number = this.moments[Math.min(this.moments.length - 1, Math.max(0, place))];
    if (number !== undefined) this.show(number);
  }

  #put(found: Replay) {
    const { store } = this;
    // Nobody is away from a game that is over.
    store.table = { ...found.table, seats: found.table.seats.map((seat) => ({ ...seat, connected: true })) };
    store.events = this.history!.events.filter(({ seq }) => seq <= found.seq);
    store.view = found.view;
    store.board.pieces = piecesOf(found.view.public.contents.pieces);
    store.board.recent = new Set(found.event.changes?.flatMap(({ placed }) => placed));
    this.shown = found;
  }
}
