// A list of tables that the server sends in pages.
import type { Table } from "../generated/protocol";
import { get } from "./api";
import { RequestState } from "./request.svelte";

/** How many tables the server sends at once (docs/protocol.md). */
const PAGE = 20;

export class TablePages {
  /** All tables read so far, newest first. */
  tables = $state.raw<Table[]>([]);
  /** Whether there may be older ones. */
  more = $state(false);
  /** The request for older ones. */
  readonly request = new RequestState();
  /** The first page. */
  readonly first: Promise<Table[]>;
  readonly #route: string;

  constructor(route: string) {
    this.#route = route;
    this.first = this.#read(route);
  }

  /** Read the next page. */
  next = () => this.request.run(() => this.#read(`${this.#route}?before=${this.tables.at(-1)!.id}`));

  async #read(address: string): Promise<Table[]> {
    const found = await get<Table[]>(address);
    this.tables = [...this.tables, ...found];
    this.more = found.length === PAGE;
    return this.tables;
  }
}
