// The form for a set-up. What is not chosen is drawn from the seed.
import type { Catalogue, SetupOptions, TableSetup } from "../generated/protocol";
import { type Hex, nameOf, sectionOf } from "../lib/hexes";

export const ANY = "?";
export const GENERATED = "generated";
const isOpen = (name: string) => name === ANY || name === GENERATED;

/** What is chosen for one board; on another board it is open again. */
interface BoardChoices {
  tasks: string[];
  capitols: Hex[];
  caves: Hex[];
}

export class SetupForm {
  firstGame = $state(false);
  sets = $state<string[]>(["base"]);
  sections = $state<string[]>([ANY, ANY, ANY, ANY]);
  turned = $state<boolean[]>([false, false, false, false]);
  cards = $state<string[]>([ANY, ANY, ANY]);
  island = $state(ANY);
  start = $state<number | null>(null);
  twoCards = $state(false);
  withoutLords = $state(false);
  swampCards = $state(false);
  #seed = $state(newSeed());
  /** A key of the board: it changes with every option that changes the board. */
  board = $derived(JSON.stringify([this.#seed, this.sets, this.sections, this.turned]));
  #chosen = $state.raw<{ board: string; on: BoardChoices }>({ board: "", on: { tasks: [], capitols: [], caves: [] } });
  #on = $derived(this.#chosen.board === this.board ? this.#chosen.on : { tasks: [], capitols: [], caves: [] });

  drawAgain() {
    this.#seed = newSeed();
  }

  /** Use a set or not; what was chosen from an unused set is open again. */
  use(set: string, on: boolean, catalogue: Catalogue) {
    this.sets = on ? [...this.sets, set] : this.sets.filter((other) => other !== set);
    const sections = this.sectionsOf(catalogue);
    this.sections = this.sections.map((name) => (isOpen(name) || sections.includes(name) ? name : ANY));
    this.#keepCards(catalogue);
  }

  playWithoutLords(on: boolean, catalogue: Catalogue) {
    this.withoutLords = on;
    this.#keepCards(catalogue);
  }

  #keepCards(catalogue: Catalogue) {
    const cards = this.cardsOf(catalogue);
    this.cards = this.cards.map((card) => (card === ANY || cards.includes(card) ? card : ANY));
  }

  sectionsOf(catalogue: Catalogue): string[] {
    return catalogue.sets.filter((set) => this.sets.includes(set)).flatMap((set) => catalogue.sections[set] ?? []);
  }

  /** The cards to choose from. */
  cardsOf({ sets, cards, common_sets, removed_cards }: Catalogue): string[] {
    const removed = this.withoutLords ? (removed_cards.without_lords ?? []) : [];
    const inUse = sets.filter((set) => common_sets.includes(set) || this.sets.includes(set));
    return inUse.flatMap((set) => cards[set] ?? []).filter((card) => !removed.includes(card));
  }

  taskAt(i: number): string {
    return this.#on.tasks[i] ?? ANY;
  }

  chooseTask(i: number, task: string, setup: TableSetup) {
    this.#choose({ tasks: setup.tasks.map((_, at) => (at === i ? task : this.taskAt(at))) });
  }

  /** Move the capitol or the cave of its section to a hex. */
  place(hex: Hex, setup: TableSetup) {
    const what = setup.candidates.capitols?.includes(hex) ? "capitols" : "caves";
    const others = this.#on[what].filter((other) => sectionOf(other) !== sectionOf(hex));
    this.#choose({ [what]: [...others, hex] });
  }

  #choose(part: Partial<BoardChoices>) {
    this.#chosen = { board: this.board, on: { ...this.#on, ...part } };
  }

  /** The options for this number of players. */
  options(players: number): SetupOptions {
    const start = this.start !== null && this.start < players ? this.start : null;
    if (this.firstGame) return { first_game: true, seed: this.#seed, start };
    const { tasks, capitols, caves } = this.#on;
    const chosen: SetupOptions = { sets: [...this.sets] as SetupOptions["sets"], seed: this.#seed, start };
    const sections = this.sections.map((name, i) => (isOpen(name) ? name : `${name}:${this.turned[i] ? 180 : 0}`));
    if (sections.some((name) => name !== ANY)) chosen.sections = sections;
    const cards = [...this.cards];
    if (cards.some((card) => card !== ANY)) chosen.cards = cards;
    if (tasks.some((task) => task !== ANY)) chosen.tasks = tasks;
    if (this.island !== ANY && this.sets.includes("island")) chosen.island = this.island;
    if (capitols.length) chosen.capitols = capitols.map(nameOf);
    if (caves.length) chosen.caves = caves.map(nameOf);
    if (this.twoCards) chosen.two_cards = true;
    if (this.withoutLords) chosen.without_lords = true;
    if (this.swampCards) chosen.always_swamp_cards = true;
    return chosen;
  }
}

function newSeed() {
  return Math.floor(Math.random() * 2 ** 40);
}
