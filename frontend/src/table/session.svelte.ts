// What one viewer sees and does at a table: the question, what is pointed at, what is said about it, the answers.
import { tileAbout, tileOn } from "../board/labels";
import { type Marks, noMarks } from "../board/marks";
import type { Catalogue, Hint } from "../generated/protocol";
import { post } from "../lib/api";
import { optionNames } from "../lib/catalogue";
import { errorText, refusalOf } from "../lib/errors";
import { FIRST_OPTION, type Hex } from "../lib/hexes";
import { boardContents, boardHexes } from "../lib/position";
import { settings } from "../lib/settings.svelte";
import { language, listed, named, say, t, tileEntry } from "../texts/texts.svelte";
import { GameLog, logEntries } from "./log";
import { asRead, seatNames } from "./names";
import { isTile } from "./options";
import { gains, ghostFor, hintSentence, tagFor } from "./previews";
import { sourcesOf } from "./scores";
import type { TableStore } from "./store.svelte";
import { turnsIn, turnsOf } from "./turns";

interface Given {
  store: TableStore;
  catalogue: Catalogue;
  /** Whether the cards and answers of this seat may be shown; on a shared screen not before the player has confirmed. */
  open: boolean;
  /** Hexes that something else is about, such as the scoring at the end. */
  lit: Hex[];
}

/** What is said about the question: a gain, a reason, a hint. */
export interface Said {
  text: string;
  /** A gain is good, a reason why not is bad, all else but a loss is plain. */
  tone: "good" | "loss" | "bad" | "plain";
  /** The entry of the rules that it is about. */
  rule: string | null;
}

export class TableSession {
  constructor(readonly given: () => Given) {}

  store = $derived.by(() => this.given().store);
  catalogue = $derived.by(() => this.given().catalogue);
  table = $derived.by(() => this.store.table!);
  game = $derived.by(() => this.store.game!);
  seat = $derived.by(() => this.store.seat);
  you = $derived.by(() => (this.given().open ? this.store.you : null));
  mine = $derived.by(() => this.store.myTurn && this.given().open);
  question = $derived.by(() => this.game.question);
  /** One string, so that it changes only when a name does. */
  #joined = $derived.by(() => seatNames(this.table.seats).join("\n"));
  names = $derived.by(() => this.#joined.split("\n"));
  /** The seat of the only player at this screen, who is addressed as "you". */
  reader = $derived.by(() => (this.table.my_seats.length === 1 ? this.seat : null));
  /** The names beside scores: the only player of this screen is "you". */
  shownNames = $derived.by(() => asRead(this.names, this.reader));
  numbers = $derived.by(() => optionNames(this.catalogue));

  hexes = $derived.by(() => boardHexes(this.table.setup));
  contents = $derived.by(() => boardContents(this.game.contents));
  legal = $derived.by(() => new Set(this.mine && !this.store.board.running ? (this.you?.hexes ?? []) : []));
  /** The named answers that may be given now. */
  offered = $derived.by(() => new Map((this.mine ? (this.you?.options ?? []) : []).map((number) => [this.numbers.get(number) ?? "", number])));
  unused = $derived.by(() => [...this.offered.keys()].filter(isTile));
  /** The answers that are neither hexes nor tiles nor the end of the turn; the tiles whose action is repeated are among them. */
  answers = $derived.by(() => [...this.offered].filter(([name]) => (!isTile(name) || this.question?.stage === "repeat") && name !== "end_turn"));

  cards = $derived.by(() => this.game.position.cards);
  /** Everything that pays gold besides the cards. */
  slips = $derived.by(() => sourcesOf(this.game).filter((source) => !this.cards.includes(source)));
  totals = $derived.by(() => this.game.scores?.map((lines) => lines.reduce((sum, line) => sum + line.gold, 0)) ?? null);
  best = $derived.by(() => (this.totals && new Set(this.totals).size > 1 ? Math.max(...this.totals) : null));

  #log = $derived.by(() => (language(), new GameLog(this.names, this.reader)));
  #lines = $derived.by(() => this.#log.lines(this.store.events));
  logLines = $derived.by(() => this.#lines.filter((line) => line.kind !== "talk"));
  chatLines = $derived.by(() => this.#lines.filter((line) => line.kind === "talk"));
  /** The number of the last event of the chat that has been seen. */
  read = $state(0);
  unread = $derived.by(() => this.chatLines.filter(({ seq }) => seq > this.read).length);
  #turns = $derived.by(() => turnsIn(this.store.events, this.store.earlierGold.at(-1)));
  turns = $derived.by(() => turnsOf(this.#turns));
  logEntries = $derived.by(() => logEntries(this.logLines, this.#turns));

  pointed = $state<Hex | null>(null);
  /** The hex of the first tap on a touch screen. */
  aimed = $state<Hex | null>(null);
  /** The hexes that a number or a line of the log is about. */
  explained = $state.raw<Hex[]>([]);
  /** The location that was clicked, and the event after which. */
  #asked = $state.raw<{ hex: Hex; seq: number } | null>(null);
  /** What was asked about the table beside the board, and the event after which. */
  #told = $state.raw<{ said: Said; seq: number } | null>(null);
  /** Whether the server thinks about a hint. */
  hinting = $state(false);
  #hint = $state.raw<{ hint: Hint; seq: number } | null>(null);
  #problem = $state("");
  endingTurn = $state(false);
  irreversible = $state<number | null>(null);

  #preview = $derived.by(() => (this.pointed === null ? null : (this.store.previews.get(this.pointed) ?? null)));
  #whyNot = $derived.by(() => (this.mine ? this.store.whyNot : null));
  #askedTile = $derived.by(() => {
    const asked = this.#asked?.seq === this.game.seq ? this.#asked : null;
    if (!asked) return null;
    const left = this.contents.tilesLeft.get(asked.hex) ?? 0;
    const tile = tileOn(this.hexes.get(asked.hex)!, left);
    return tile && { tile, left };
  });
  #currentHint = $derived.by(() => (this.#hint?.seq === this.game.seq ? this.#hint.hint : null));
  #hintHexes = $derived.by(() => this.#currentHint?.answers.filter((answer) => answer < FIRST_OPTION) ?? []);

  /** The hexes that the lesson or a hint is about: where they can be outside the window, it moves to them. */
  shownHexes = $derived.by(() => {
    const { lit } = this.given();
    return this.game.over ? [] : lit.length ? lit : this.#hintHexes;
  });

  marks = $derived.by((): Marks => {
    const [preview, lit] = [this.#preview, this.given().lit];
    return {
      ...noMarks,
      legal: this.legal,
      recent: this.store.board.recent,
      lit: new Set(this.explained.length ? this.explained : lit.length ? lit : this.#hintHexes),
      forcing: new Set(this.#whyNot?.reason.hexes ?? []),
      targets: new Set(preview && !preview.placed.length ? preview.hexes : []),
      footprint: new Set(preview && preview.placed.length > 1 ? preview.placed : []),
      picked: this.mine ? (this.question?.piece ?? null) : null,
      given: new Set(this.store.given.filter((answer) => answer < FIRST_OPTION)),
    };
  });
  ghost = $derived.by(() =>
    this.mine && this.question && this.seat !== null ? ghostFor(this.question, this.seat, this.pointed, this.store.board.pieces) : null,
  );
  tag = $derived.by(() => {
    const [hex, preview] = [this.pointed, this.#preview];
    return hex !== null && preview && this.legal.has(hex) ? tagFor(hex, preview, this.game.scores !== null) : null;
  });

  said = $derived.by((): Said | null => {
    const bad = (text: string, rule: string | null = null): Said => ({ text, tone: "bad", rule });
    const plain = (text: string, rule: string | null = null): Said => ({ text, tone: "plain", rule });
    const [preview, whyNot] = [this.#preview, this.#whyNot];
    if (this.#problem) return bad(this.#problem);
    if (this.store.error) return bad(refusalOf(this.store.error));
    if (this.#askedTile) return plain(tileAbout(this.#askedTile.tile, this.#askedTile.left), tileEntry(this.#askedTile.tile));
    if (this.#told?.seq === this.game.seq) return this.#told.said;
    if (whyNot) return bad(say(whyNot.reason.sentence, this.names), whyNot.reason.entry);
    if (this.pointed !== null && preview && this.legal.has(this.pointed) && preview.gold.length) {
      const gain = preview.gold.reduce((sum, { gold }) => sum + gold, 0) > 0;
      return { text: listed(gains(preview.gold)), tone: gain ? "good" : "loss", rule: null };
    }
    return this.#currentHint ? plain(hintSentence(this.#currentHint, this.numbers)) : null;
  });

  point = (hex: Hex | null) => {
    this.pointed = hex;
    if (hex !== null && this.legal.has(hex)) this.store.requestPreview(hex);
  };

  /** Choose a hex, or say why it may not be chosen; a first `tap` only aims at a hex that has become legal meanwhile. */
  pick = (hex: Hex, tap = false) => {
    this.#forget();
    this.store.whenReady(
      () => {
        const found = this.hexes.get(hex);
        if (this.#allows(hex) && !tap) return this.give(hex);
        if (this.#allows(hex)) {
          this.aimed = hex;
          this.point(hex);
        } else if (found?.special && tileOn(found, this.contents.tilesLeft.get(hex) ?? 0)) this.#asked = { hex, seq: this.game.seq };
        else if (this.mine) this.store.requestWhyNot(hex);
        return false;
      },
      tap ? null : hex,
    );
  };

  play = (answer: number) => {
    this.#problem = "";
    this.store.whenReady(() => this.give(answer), answer);
  };

  /** Give an answer that was asked about. */
  confirm = (answer: number) => this.store.whenReady(() => this.give(answer, true));

  endTurn = () => this.store.whenReady(() => this.offered.has("end_turn") && this.give(this.catalogue.options.end_turn!));

  undo = (wholeTurn: boolean) => {
    this.store.whenReady(() => {
      if (!this.you?.can_undo) return false;
      this.store.undo(wholeTurn);
      return true;
    });
  };

  pass = () => {
    this.store.whenReady(() => {
      if (!this.you?.can_pass) return false;
      this.store.pass();
      return true;
    });
  };

  /** Give an answer in the position that is shown, after a question if the settings want one; return whether it was given. */
  give(answer: number, confirmed = false): boolean {
    const final = this.you?.irreversible.includes(answer) || this.store.previews.get(answer)?.irreversible;
    const early = answer === this.catalogue.options.end_turn && this.unused.length > 0;
    if (!this.#allows(answer)) this.#problem = named("refusal.illegal");
    else if (final && settings.warnFinal && !confirmed) this.irreversible = answer;
    else if (early && settings.askBeforeEnd && !confirmed) this.endingTurn = true;
    else {
      this.store.answer(answer);
      return true;
    }
    return false;
  }

  #allows(answer: number) {
    return this.mine && !!this.you && (this.you.hexes.includes(answer) || this.you.options.includes(answer));
  }

  /** Say something about a thing beside the board; `rule` is its entry in the rules. */
  tell = (text: string, rule: string | null = null) => {
    this.dismiss();
    this.#told = { said: { text, tone: "plain", rule }, seq: this.game.seq };
  };

  light = (hexes: Hex[]) => (this.explained = hexes);

  /** Ask for a hint, with the time that is set, as far as the server allows it; it is shown if nothing has changed meanwhile. */
  requestHint = async () => {
    const seq = this.game.seq;
    const seconds = Math.min(settings.hintSeconds, this.catalogue.hint_seconds);
    if (seconds) this.tell(t("hint.thinking", { n: seconds }));
    else this.dismiss();
    this.hinting = true;
    try {
      const hint = await post<Hint>(`/api/tables/${this.table.id}/seats/${this.seat}/hint`, seconds ? { seconds } : {});
      if (this.game.seq === seq) this.dismiss();
      this.#hint = { hint, seq };
    } catch (error) {
      this.#problem = errorText(error);
    } finally {
      this.hinting = false;
    }
  };

  /** Take back what is said. */
  dismiss = () => {
    this.#forget();
    this.store.clearWhyNot();
  };

  #forget() {
    this.#problem = "";
    this.#asked = null;
    this.#told = null;
  }
}
