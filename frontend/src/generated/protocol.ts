// Generated from the server's messages by `make types`.
/**
 * The number of an entry, and each player's gold after it.
 *
 * @minItems 2
 * @maxItems 2
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "GoldAt".
 */
export type GoldAt = [number, number[]];
/**
 * A section on the board and its turn in degrees.
 *
 * @minItems 2
 * @maxItems 2
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LaidSection".
 */
export type LaidSection = [string, number];
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketSaid".
 */
export type SocketSaid = SocketAnswer | SocketUndo | SocketPass | SocketChat | SocketWhyNot | SocketPreviewOf;
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketTold".
 */
export type SocketTold = Welcome | News | TableNews | Acknowledged | SocketRefused | SocketReason | SocketPreview;

export interface Protocol {
  [k: string]: unknown;
}
/**
 * What a client said is stored, as this entry.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Acknowledged".
 */
export interface Acknowledged {
  type: "done";
  id: string;
  number: number;
}
/**
 * What is asked now, for everybody; what may be answered is told to the seat alone.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Asked".
 */
export interface Asked {
  seat: number;
  action: string;
  stage: string;
  terrain: string | null;
  left: number | null;
  piece: number | null;
}
/**
 * What an entry changed for one player on the table.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Change".
 */
export interface Change {
  seat: number;
  placed: number[];
  removed: number[];
  gained: string[];
  lost: string[];
  gold: number;
}
/**
 * Say something, in own words or with one of the phrases that every language has.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Chat".
 */
export interface Chat {
  id: string;
  text?: string | null;
  phrase?:
    | ("hello" | "good_luck" | "nice_move" | "well_played" | "thinking" | "sorry" | "one_moment" | "thanks" | "rematch")
    | null;
}
/**
 * What a new table can be made of.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Choices".
 */
export interface Choices {
  sets: string[];
  sections: {
    [k: string]: string[];
  };
  cards: {
    [k: string]: string[];
  };
  tasks: string[];
  tiles: {
    [k: string]: string[];
  };
  nomad_tiles: string[];
  islands: string[];
  levels: string[];
  phrases: string[];
  options: {
    [k: string]: number;
  };
}
/**
 * How long the seat to answer still has.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Clock".
 */
export interface Clock {
  seat: number;
  seconds_left: number;
}
/**
 * SHA-256 of the deck's seed from the beginning, and the seed once the game is over.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Deck".
 */
export interface Deck {
  hash: string;
  seed: string | null;
}
/**
 * An answer, an undo, a word of chat has been stored as this entry.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Done".
 */
export interface Done {
  number: number;
}
/**
 * Something that happened. Which of the optional fields are there depends on `kind` (docs/protocol.md).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Entry".
 */
export interface Entry {
  number: number;
  kind:
    | "created"
    | "joined"
    | "renamed"
    | "revoked"
    | "moved"
    | "keys"
    | "started"
    | "answer"
    | "undo"
    | "chat"
    | "phrase"
    | "passing"
    | "timeout"
    | "rematch"
    | "archived"
    | "resumed";
  seat: number | null;
  by: "player" | "bot" | "clock";
  time: number;
  answer?: number | null;
  word?: string | null;
  count?: number | null;
  text?: string | null;
  phrase?: string | null;
  name?: string | null;
  table?: string | null;
  invite?: string | null;
  terrain?: string | null;
  changes?: Change[] | null;
}
/**
 * How much more or less gold a source gives.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "GoldChange".
 */
export interface GoldChange {
  source: string;
  gold: number;
}
/**
 * How a bot would play the rest of this turn, and what that would bring.
 *
 * `reach` are terrains that the player's pieces would touch and did not, `freed` those that they would no longer.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Hint".
 */
export interface Hint {
  answers: number[];
  gold: GoldChange[];
  gained: string[];
  reach: string[];
  freed: string[];
}
/**
 * All of a finished game: its entries, and each player's gold after every one that changed the game.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "History".
 */
export interface History {
  entries: Entry[];
  totals: GoldAt[];
}
/**
 * A table, and the tokens that were asked for with it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Joined".
 */
export interface Joined {
  table: Table;
  tokens: Token[];
}
/**
 * A table: what does not change with every move. Links are there for those who may pass them on.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Table".
 */
export interface Table {
  id: string;
  status: "open" | "playing" | "over" | "archived";
  seats: Seat[];
  watchers: number;
  setup: TableSetup;
  listed: boolean;
  start_when_full: boolean;
  running_score: boolean;
  turn_seconds: number | null;
  reaction_seconds: number | null;
  deck_hash: string;
  created: number;
  number: number;
  creator: boolean;
  mine: number[];
  invite: string | null;
  watch: string | null;
}
/**
 * Who sits on a seat; `here` says whether a person is connected.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Seat".
 */
export interface Seat {
  seat: number;
  kind: "open" | "person" | "bot";
  name: string;
  level: string | null;
  here: boolean;
}
/**
 * What lies on the table before the first turn (`kingdom-builder new --json` prints the same).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TableSetup".
 */
export interface TableSetup {
  seed: number;
  players: number;
  start: number;
  sets: string[];
  sections: LaidSection[];
  stand_ins: string[];
  cards: string[];
  tasks: string[];
  nomad_tiles: {
    [k: string]: string;
  };
  island: string | null;
  capitols: string[];
  caves: string[];
  removed_terrain: string | null;
  swamp_cards: boolean;
  two_cards: boolean;
  without_lords: boolean;
  position: {
    [k: string]: unknown;
  };
  rows: string[];
  island_rows: string[] | null;
  locations: {
    [k: string]: string;
  };
}
/**
 * A new bearer token. It is shown this once: the server keeps only its hash.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Token".
 */
export interface Token {
  id: string;
  seat: number;
  token: string;
}
/**
 * A bearer token that exists, without the token.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "KeyInfo".
 */
export interface KeyInfo {
  id: string;
  label: string;
  created: number;
  expires: number;
}
/**
 * Gold from one source, and the hexes that earn it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Line".
 */
export interface Line {
  source: string;
  gold: number;
  hexes: number[];
}
/**
 * A link that works once.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Link".
 */
export interface Link {
  id: string;
  link: string;
  expires: number;
}
/**
 * A table to be made.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "NewTable".
 */
export interface NewTable {
  /**
   * @minItems 2
   * @maxItems 5
   */
  seats: SeatWanted[];
  setup?: SetupOptions;
  listed?: boolean;
  start_when_full?: boolean;
  running_score?: boolean;
  turn_seconds?: number | null;
  reaction_seconds?: number | null;
  tokens?: boolean;
}
/**
 * Who is to sit on a seat: the creator (several times for hot-seat), a bot, or whoever takes it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SeatWanted".
 */
export interface SeatWanted {
  kind: "me" | "bot" | "open";
  name?: string;
  level?: ("random" | "greedy" | "novice" | "settler" | "mason" | "steward" | "champion") | null;
}
/**
 * A set-up, as `kingdom-builder new` takes it; what is not chosen is drawn.
 */
export interface SetupOptions {
  first_game?: boolean;
  /**
   * @maxItems 8
   */
  sets?: ("base" | "nomads" | "crossroads" | "marshlands" | "harvest" | "capitol" | "caves" | "island")[];
  /**
   * @maxItems 12
   */
  sections?: string[];
  /**
   * @maxItems 12
   */
  cards?: string[];
  /**
   * @maxItems 12
   */
  tasks?: string[];
  start?: number | null;
  two_cards?: boolean;
  without_lords?: boolean;
  always_swamp_cards?: boolean;
  island?: string | null;
  /**
   * @maxItems 12
   */
  capitols?: string[];
  /**
   * @maxItems 12
   */
  caves?: string[];
  seed?: number | null;
}
/**
 * Make a bearer token for a seat.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "NewToken".
 */
export interface NewToken {
  label?: string;
  days?: number;
}
/**
 * Something has happened: the entries since the last message, and the view now.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "News".
 */
export interface News {
  type: "news";
  entries: Entry[];
  view: View | null;
}
/**
 * The table as it is for one viewer after an entry; `position` is a position file (docs/position-format.md).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View {
  number: number;
  turn: number;
  active: number;
  to_play: number | null;
  over: boolean;
  last_round: boolean;
  position: {
    [k: string]: unknown;
  };
  card: string | null;
  hands: number[];
  draw: number;
  discard: string[];
  asked: Asked | null;
  scores: Line[][] | null;
  winners: number[] | null;
  deck: Deck;
  clock: Clock | null;
  you: You | null;
}
/**
 * What only this seat knows: its cards, the answers it may give, whether it may take something back.
 *
 * `final` are those of the answers that cannot be taken back although the seat's turn goes on after them.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "You".
 */
export interface You {
  seat: number;
  hand: string[];
  hexes: number[];
  options: number[];
  final: number[];
  can_undo: boolean;
  passing: boolean;
}
/**
 * An empty body: what is done needs no words.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Nothing".
 */
export interface Nothing {}
/**
 * Pass whatever is asked of this seat in the other player's turn that is going on.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PassTurn".
 */
export interface PassTurn {
  id: string;
  at: number;
}
/**
 * Answer the question.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlayAnswer".
 */
export interface PlayAnswer {
  id: string;
  at: number;
  answer: number;
}
/**
 * A player's gold on a table, and where it comes from.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlayerScore".
 */
export interface PlayerScore {
  total: number;
  lines: Line[];
}
/**
 * What an answer would do; `hexes` is what would be asked next where the answer only begins something.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Preview".
 */
export interface Preview {
  gold: GoldChange[];
  gained: string[];
  lost: string[];
  placed: number[];
  removed: number[];
  hexes: number[];
  final: boolean;
}
/**
 * Ask what an answer would do.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PreviewOf".
 */
export interface PreviewOf {
  answer: number;
}
/**
 * What is wrong, for programs (`code`) and for people (`message`).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Refusal".
 */
export interface Refusal {
  code: string;
  message: string;
  reason?: Rule | null;
  number?: number | null;
}
/**
 * Why a hex is not allowed: a code and what it is about, to be said in any language (docs/protocol.md).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Rule".
 */
export interface Rule {
  code: string;
  rule: string;
  params: {
    [k: string]: unknown;
  };
  hexes: number[];
}
/**
 * The body of every refusal over HTTP.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Refused".
 */
export interface Refused {
  error: Refusal;
}
/**
 * Change the name shown at a seat.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Rename".
 */
export interface Rename {
  name: string;
}
/**
 * A finished game at one of its entries.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Replay".
 */
export interface Replay {
  table: Table;
  at: number;
  last: number;
  entry: Entry;
  view: View;
}
/**
 * The score of a position file, and the same position with every field in it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Scored".
 */
export interface Scored {
  players: PlayerScore[];
  position: {
    [k: string]: unknown;
  };
}
/**
 * A board section or a side of the Island; `locations` says what the digits in `rows` are.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SectionMap".
 */
export interface SectionMap {
  name: string;
  set: string;
  rows: string[];
  locations: {
    [k: string]: string;
  };
  stand_in: boolean;
}
/**
 * A set-up, as `kingdom-builder new` takes it; what is not chosen is drawn.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SetupOptions".
 */
export interface SetupOptions1 {
  first_game?: boolean;
  /**
   * @maxItems 8
   */
  sets?: ("base" | "nomads" | "crossroads" | "marshlands" | "harvest" | "capitol" | "caves" | "island")[];
  /**
   * @maxItems 12
   */
  sections?: string[];
  /**
   * @maxItems 12
   */
  cards?: string[];
  /**
   * @maxItems 12
   */
  tasks?: string[];
  start?: number | null;
  two_cards?: boolean;
  without_lords?: boolean;
  always_swamp_cards?: boolean;
  island?: string | null;
  /**
   * @maxItems 12
   */
  capitols?: string[];
  /**
   * @maxItems 12
   */
  caves?: string[];
  seed?: number | null;
}
/**
 * A set-up to look at before a table is made with it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SetupWanted".
 */
export interface SetupWanted {
  players: number;
  setup?: SetupOptions2;
}
/**
 * A set-up, as `kingdom-builder new` takes it; what is not chosen is drawn.
 */
export interface SetupOptions2 {
  first_game?: boolean;
  /**
   * @maxItems 8
   */
  sets?: ("base" | "nomads" | "crossroads" | "marshlands" | "harvest" | "capitol" | "caves" | "island")[];
  /**
   * @maxItems 12
   */
  sections?: string[];
  /**
   * @maxItems 12
   */
  cards?: string[];
  /**
   * @maxItems 12
   */
  tasks?: string[];
  start?: number | null;
  two_cards?: boolean;
  without_lords?: boolean;
  always_swamp_cards?: boolean;
  island?: string | null;
  /**
   * @maxItems 12
   */
  capitols?: string[];
  /**
   * @maxItems 12
   */
  caves?: string[];
  seed?: number | null;
}
/**
 * Answer the question.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketAnswer".
 */
export interface SocketAnswer {
  id: string;
  at: number;
  answer: number;
  type: "answer";
}
/**
 * Say something.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketChat".
 */
export interface SocketChat {
  id: string;
  text?: string | null;
  phrase?:
    | ("hello" | "good_luck" | "nice_move" | "well_played" | "thinking" | "sorry" | "one_moment" | "thanks" | "rematch")
    | null;
  type: "chat";
}
/**
 * Pass for this turn.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketPass".
 */
export interface SocketPass {
  id: string;
  at: number;
  type: "pass";
}
/**
 * What an answer would do; `preview` is null if it is not legal now.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketPreview".
 */
export interface SocketPreview {
  type: "preview";
  answer: number;
  preview: Preview | null;
}
/**
 * Ask what an answer would do.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketPreviewOf".
 */
export interface SocketPreviewOf {
  answer: number;
  type: "preview";
}
/**
 * Why a hex is not offered; `reason` is null if it is.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketReason".
 */
export interface SocketReason {
  type: "why_not";
  hex: number;
  reason: Rule | null;
}
/**
 * What a client said was not done; `id` is that of its message if it could be read.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketRefused".
 */
export interface SocketRefused {
  code: string;
  message: string;
  reason?: Rule | null;
  number?: number | null;
  type: "refused";
  id?: string | null;
}
/**
 * Take back an answer or the turn.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketUndo".
 */
export interface SocketUndo {
  id: string;
  at: number;
  whole_turn?: boolean;
  type: "undo";
}
/**
 * Ask why a hex is not offered.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketWhyNot".
 */
export interface SocketWhyNot {
  hex: number;
  type: "why_not";
}
/**
 * The first message on a socket.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Welcome".
 */
export interface Welcome {
  table: Table;
  entries: Entry[];
  view: View | null;
  type: "welcome";
}
/**
 * Who sits at the table or who is there has changed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TableNews".
 */
export interface TableNews {
  type: "table";
  table: Table;
}
/**
 * Begin without waiting: open seats are filled with bots of a level, or without one removed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Start".
 */
export interface Start {
  fill?: ("random" | "greedy" | "novice" | "settler" | "mason" | "steward" | "champion") | null;
}
/**
 * A viewer's table and view, and the entries since the number it asked from.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "State".
 */
export interface State {
  table: Table;
  entries: Entry[];
  view: View | null;
}
/**
 * Take a free seat at a table, any or a certain one.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TakeSeat".
 */
export interface TakeSeat {
  name?: string;
  seat?: number | null;
  token?: boolean;
}
/**
 * Take back the last answer, or the whole turn as far as it can be taken back.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  id: string;
  at: number;
  whole_turn?: boolean;
}
/**
 * Ask why a hex is not offered.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "WhyNot".
 */
export interface WhyNot {
  hex: number;
}
