// The form for a set-up. What is not chosen is drawn from the seed.
import type { Catalogue, SetupOptions, TableSetup } from "../generated/protocol";
import { type Hex, nameOf, sectionOf } from "../lib/hexes";

export const ANY = "?";
export const GENERATED = "generated";
const isOpen = (name: string) => name === ANY || name === GENERATED;

/** What is chosen for one board, by option; on another board it is open again. */
interface BoardChoices {
  names: Record<string, string[]>;
  hexes: Record<string, Hex[]>;
}

export class SetupForm {
  firstGame = $state(false);
  sets = $state<string[]>(["base"]);
  sections = $state<string[]>([ANY, ANY, ANY, ANY]);
  turned = $state<boolean[]>([false, false, false, false]);
  cards = $state<string[]>([ANY, ANY, ANY]);
  start = $state<number | null>(null);
  /** The options that are a flag or one name. */
  flags = $state<Record<string, boolean>>({});
  names = $state<Record<string, string>>({});
  #seed = $state(newSeed());
  /** A key of the board: it changes with every option that changes the board. */
  board = $derived(JSON.stringify([this.#seed, this.sets, this.sections, this.turned]));
  #chosen = $state.raw<{ board: string; on: BoardChoices }>({ board: "", on: { names: {}, hexes: {} } });
  #on: BoardChoices = $derived(this.#chosen.board === this.board ? this.#chosen.on : { names: {}, hexes: {} });

  drawAgain() {
    this.#seed = newSeed();
  }

  /** Use a set or not; what was chosen from an unused set is open again. */
  use(set: string, on: boolean, catalogue: Catalogue) {
    this.useOnly(on ? [...this.sets, set] : this.sets.filter((other) => other !== set), catalogue);
  }

  /** Use these sets and no others. */
  useOnly(sets: string[], catalogue: Catalogue) {
    this.firstGame = false;
    this.sets = catalogue.sets.filter((set) => sets.includes(set));
    const sections = this.sectionsOf(catalogue);
    this.sections = this.sections.map((name) => (isOpen(name) || sections.includes(name) ? name : ANY));
    this.#keepCards(catalogue);
    for (const { name, needs } of catalogue.setup_options) if (needs !== null && !this.sets.includes(needs)) delete this.names[name];
  }

  setFlag(option: string, on: boolean, catalogue: Catalogue) {
    this.flags[option] = on;
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
    const removed = Object.entries(removed_cards).flatMap(([option, left_out]) => (this.flags[option] ? left_out : []));
    const inUse = sets.filter((set) => common_sets.includes(set) || this.sets.includes(set));
    return inUse.flatMap((set) => cards[set] ?? []).filter((card) => !removed.includes(card));
  }

  /** Choose a card or not. */
  useCard(card: string, on: boolean) {
    this.cards = replaced(this.cards, card, on);
  }

  /** The names that are chosen for an option, as many as the game has; some may be open. */
  namesOf(option: string, setup: TableSetup): string[] {
    return (setup.drawn[option] ?? []).map((_, i) => this.#on.names[option]?.[i] ?? ANY);
  }

  /** Choose one of the names of an option or not. */
  useName(option: string, name: string, on: boolean, setup: TableSetup) {
    this.#choose({ ...this.#on, names: { ...this.#on.names, [option]: replaced(this.namesOf(option, setup), name, on) } });
  }

  /** Move what an option places in this section to a hex. */
  place(hex: Hex, setup: TableSetup) {
    const option = Object.keys(setup.candidates).find((name) => setup.candidates[name]!.includes(hex));
    if (!option) return;
    const others = (this.#on.hexes[option] ?? []).filter((other) => sectionOf(other) !== sectionOf(hex));
    this.#choose({ ...this.#on, hexes: { ...this.#on.hexes, [option]: [...others, hex] } });
  }

  #choose(on: BoardChoices) {
    this.#chosen = { board: this.board, on };
  }

  /** The options for this number of players. */
  options(players: number): SetupOptions {
    const start = this.start !== null && this.start < players ? this.start : null;
    if (this.firstGame) return { first_game: true, seed: this.#seed, start };
    const chosen: SetupOptions = { sets: [...this.sets] as SetupOptions["sets"], seed: this.#seed, start };
    const sections = this.sections.map((name, i) => (isOpen(name) ? name : `${name}:${this.turned[i] ? 180 : 0}`));
    if (sections.some((name) => name !== ANY)) chosen.sections = sections;
    const cards = [...this.cards];
    if (cards.some((card) => card !== ANY)) chosen.cards = cards;
    const flags = Object.entries(this.flags).filter(([, on]) => on);
    const names = Object.entries(this.names).filter(([, name]) => name !== ANY);
    const lists = Object.entries(this.#on.names).filter(([, several]) => several.some((name) => name !== ANY));
    const hexes = Object.entries(this.#on.hexes).map(([option, several]) => [option, several.map(nameOf)] as const);
    return Object.assign(chosen, Object.fromEntries([...flags, ...names, ...lists, ...hexes]));
  }
}

/** A list of choices with a name in its first open place, or with the place of that name open. */
function replaced(names: string[], name: string, on: boolean): string[] {
  const place = names.indexOf(on ? ANY : name);
  return names.map((other, i) => (i === place ? (on ? name : ANY) : other));
}

function newSeed() {
  return Math.floor(Math.random() * 2 ** 40);
}
