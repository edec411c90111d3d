// Generated from the server's messages by `make types`.
/**
 * Who caused an event: a player, a bot at its own seat, the server for a player who is late, or its operator.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Actor".
 */
export type Actor = "player" | "bot" | "clock" | "operator";
/**
 * The type of a set-up option's value.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OptionKind".
 */
export type OptionKind = "flag" | "number" | "name" | "names" | "hexes";
/**
 * What a field holds that a person can set: pieces or lines of a player, marked hexes, or a terrain.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Holds".
 */
export type Holds = "piece" | "pieces" | "lines" | "hexes" | "terrain";
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ClientMessage".
 */
export type ClientMessage = SocketAnswer | SocketUndo | SocketPass | SocketChat | SocketWhyNot | SocketPreviewRequest;
/**
 * The status of a table. `stopped`: the present rules do not allow one of its stored moves.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TableStatus".
 */
export type TableStatus = "open" | "playing" | "over" | "archived" | "closed" | "stopped";
/**
 * The kind of an event.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "EventKind".
 */
export type EventKind =
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
  | "resumed"
  | "handed_over"
  | "requested"
  | "accepted"
  | "refused"
  | "lapsed"
  | "watched"
  | "closed"
  | "renewed"
  | "redacted"
  | "hinted";
/**
 * A link of a table: to take a seat, or to watch.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LinkKind".
 */
export type LinkKind = "invite" | "watch";
/**
 * Who holds a seat.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SeatKind".
 */
export type SeatKind = "open" | "person" | "bot";
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ServerMessage".
 */
export type ServerMessage =
  SocketSnapshot | SocketUpdate | SocketTable | SocketAck | SocketError | SocketReason | SocketPreview | SocketNotice;

export interface Protocol {
  [k: string]: unknown;
}
/**
 * Answer the question.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "AnswerRequest".
 */
export interface AnswerRequest {
  id: string;
  seen_seq: number;
  answer: number | string;
}
/**
 * Ask for a seat that a bot keeps during the game, any or a specific one.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "AskForSeatRequest".
 */
export interface AskForSeatRequest {
  id: string;
  name?: string;
  seat?: number | null;
}
/**
 * What is on a board, whatever set it belongs to.
 *
 * `standing` are the hexes with something that belongs to no player, by the id of its drawing. `tiles_left` are hexes
 * with the number of tiles on them.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "BoardContents".
 */
export interface BoardContents {
  pieces: PieceGroup[];
  lines: MarkedLine[];
  standing: {
    [k: string]: number[];
  };
  tiles_left: [number, number][];
}
/**
 * A player's pieces of one kind: where they are drawn, and the other hexes that they cover.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PieceGroup".
 */
export interface PieceGroup {
  kind: string;
  seat: number;
  hexes: number[];
  around: number[];
}
/**
 * A horizontal line that a player has marked.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MarkedLine".
 */
export interface MarkedLine {
  seat: number;
  row: number;
  island: boolean;
}
/**
 * The map of a board: rows of letters, the rows of the Island, and the location tiles by the names of hexes.
 *
 * `marks` are the hexes with something printed on them or part of them, by the id of its drawing.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "BoardMap".
 */
export interface BoardMap {
  rows: string[];
  island_rows: string[] | null;
  locations: {
    [k: string]: string;
  };
  marks: {
    [k: string]: number[];
  };
}
/**
 * What can be chosen for a new table, and the number of every named answer.
 *
 * The cards of `common_sets` are in every game. `removed_cards` are the cards that a set-up option leaves out.
 * `fields` are the fields of position files that matter for a score, `card_terrains` the terrains of terrain cards.
 * `hint_seconds` is how long the server thinks about a hint at most.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Catalogue".
 */
export interface Catalogue {
  sets: string[];
  queenies: string[];
  setup_options: SetupOption[];
  first_game: FirstGame;
  fields: EditableField[];
  card_terrains: string[];
  players: number[];
  sections: {
    [k: string]: string[];
  };
  cards: {
    [k: string]: string[];
  };
  common_sets: string[];
  removed_cards: {
    [k: string]: string[];
  };
  tasks: string[];
  tiles: {
    [k: string]: string[];
  };
  nomad_tiles: string[];
  islands: string[];
  levels: string[];
  hint_seconds: number;
  phrases: string[];
  options: {
    [k: string]: number;
  };
}
/**
 * A set-up option beside sets, sections, cards and starting player; `needs` is the set that it belongs to.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SetupOption".
 */
export interface SetupOption {
  name: string;
  kind: OptionKind;
  needs: string | null;
  choices: string[];
}
/**
 * The set-up suggested for a first game.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "FirstGame".
 */
export interface FirstGame {
  sections: [string, number][];
  cards: string[];
}
/**
 * A field of position files that matters for the score of a table, and what it holds.
 *
 * `of` is a kind of piece, each of which covers `footprint` hexes, or the id of a mark. `needs` is the card without
 * which the field has no effect.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "EditableField".
 */
export interface EditableField {
  field: string;
  holds: Holds;
  of: string;
  footprint: number;
  needs: string;
}
/**
 * Send a chat message: a text, or one of the phrases that exist in every language.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ChatRequest".
 */
export interface ChatRequest {
  id: string;
  text?: string | null;
  phrase?:
    | ("hello" | "good_luck" | "nice_move" | "well_played" | "thinking" | "sorry" | "one_moment" | "thanks" | "rematch")
    | null;
}
/**
 * Answer the question.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketAnswer".
 */
export interface SocketAnswer {
  id: string;
  seen_seq: number;
  answer: number | string;
  type: "answer";
}
/**
 * Undo an answer or the turn.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketUndo".
 */
export interface SocketUndo {
  id: string;
  seen_seq: number;
  whole_turn?: boolean;
  type: "undo";
}
/**
 * Pass every question in this turn.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketPass".
 */
export interface SocketPass {
  id: string;
  seen_seq: number;
  type: "pass";
}
/**
 * Send a chat message.
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
 * Ask why a hex is not offered.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketWhyNot".
 */
export interface SocketWhyNot {
  hex: number | string;
  type: "why_not";
}
/**
 * Ask what an answer would change.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketPreviewRequest".
 */
export interface SocketPreviewRequest {
  answer: number | string;
  type: "preview";
}
/**
 * The time left for the seat that is asked; it runs in `starts_in` seconds, after an outage of the server.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Clock".
 */
export interface Clock {
  seat: number;
  seconds_left: number;
  starts_in: number;
}
/**
 * The base of all messages that change something; also the message of a request that needs only an id.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CommandRequest".
 */
export interface CommandRequest {
  id: string;
}
/**
 * Create a table.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CreateTableRequest".
 */
export interface CreateTableRequest {
  id: string;
  /**
   * @minItems 2
   * @maxItems 5
   */
  seats: SeatRequest[];
  setup?: SetupOptions;
  listed?: boolean;
  start_when_full?: boolean;
  running_score?: boolean;
  turn_seconds?: number | null;
  reaction_seconds?: number | null;
  tokens?: boolean;
}
/**
 * Who gets a seat: the creator (also several seats, on one device), a bot, or anybody with the invite.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SeatRequest".
 */
export interface SeatRequest {
  kind: "me" | "bot" | "open";
  name?: string;
  level?: ("random" | "greedy" | "beginner" | "novice" | "settler" | "mason" | "steward" | "champion") | string | null;
}
/**
 * The options of a set-up, as for `kingdom-builder new`; what is not chosen is drawn.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SetupOptions".
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
  start?: number | null;
  two_cards?: boolean;
  without_lords?: boolean;
  seed?: number | null;
  /**
   * @maxItems 12
   */
  tasks?: string[];
  always_swamp_cards?: boolean;
  /**
   * @maxItems 12
   */
  capitols?: string[];
  /**
   * @maxItems 12
   */
  caves?: string[];
  island?: string | null;
}
/**
 * The challenge of a date (YYYY-MM-DD): its number, its set-up, and the level of the bot.
 *
 * `seconds_left` is the time until the day is over: a first attempt begins before that; 0 for a day in the past.
 * `first_day` and `today` are the first and the last date with a challenge. `players` have finished it on this server,
 * the best with `best` gold. `mine` is the first attempt of this browser.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DailyChallenge".
 */
export interface DailyChallenge {
  day: string;
  number: number;
  first_day: string;
  today: string;
  seconds_left: number;
  level: string;
  setup: TableSetup;
  players: number;
  best: number | null;
  mine: DailyTableStatus | null;
}
/**
 * The set-up of a game, and its board before the first turn.
 *
 * `drawn` is what the game has for each set-up option that takes several names or hexes, `candidates` are the hexes
 * that such an option can take. Both are by the name of the option.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TableSetup".
 */
export interface TableSetup {
  seed: number;
  players: number;
  start: number;
  sets: string[];
  sections: [string, number][];
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
  position: PositionDocument;
  rows: string[];
  island_rows: string[] | null;
  locations: {
    [k: string]: string;
  };
  marks: {
    [k: string]: number[];
  };
  contents: BoardContents;
  drawn: {
    [k: string]: string[];
  };
  candidates: {
    [k: string]: number[];
  };
}
/**
 * A position file with all fields (docs/position-format.md).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PositionDocument".
 */
export interface PositionDocument {
  format: string;
  board: SectionsLayout | RowsLayout;
  island: string | IslandLayout | null;
  capitols: ([number, number] | ["island", number, number])[];
  caves: ([number, number] | ["island", number, number])[];
  removed_terrain: string | null;
  cards: string[];
  tasks: string[];
  players: PositionPlayer[];
  tiles_left: {
    [k: string]: number;
  };
  walls: ([number, number] | ["island", number, number])[];
  scouts: ([number, number] | ["island", number, number])[];
  to_play: number;
  terrain: string | null;
}
/**
 * A board made of named sections, each with its turn in degrees.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SectionsLayout".
 */
export interface SectionsLayout {
  sections: [string, number][];
}
/**
 * A board as rows of letters, with its locations.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RowsLayout".
 */
export interface RowsLayout {
  rows: string[];
  locations: {
    [k: string]: string;
  };
}
/**
 * An Island that is not one of the two printed sides.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "IslandLayout".
 */
export interface IslandLayout {
  rows: string[];
  location: string;
}
/**
 * The pieces, supply, gold and tiles of a player.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PositionPlayer".
 */
export interface PositionPlayer {
  settlements: ([number, number] | ["island", number, number])[];
  warriors: ([number, number] | ["island", number, number])[];
  ship: [number, number] | ["island", number, number] | null;
  wagon: [number, number] | ["island", number, number] | null;
  city_hall: [number, number] | ["island", number, number] | null;
  supply: number;
  held: number;
  gold: number;
  marked_lines: (number | ["island", number])[];
  number_tiles: number;
  tiles: PositionTile[];
  bonus_tiles: string[];
  nomad_tiles: string[];
}
/**
 * A location tile of a player.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PositionTile".
 */
export interface PositionTile {
  name: string;
  at: [number, number] | ["island", number, number];
  used: boolean;
  locked: boolean;
}
/**
 * The table of this browser's first attempt at a challenge, and its seat.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DailyTableStatus".
 */
export interface DailyTableStatus {
  table: string;
  seat: number;
  status: TableStatus;
}
/**
 * The result of this browser: what percentage of the other players it beats, and the text to share.
 *
 * `percent` is null without other players. Every line of the text is a list of sentences.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DailyOwnResult".
 */
export interface DailyOwnResult {
  place: number;
  game: string | null;
  name: string;
  gold: number;
  margin: number;
  hinted: boolean;
  mine: boolean;
  percent: number | null;
  text: Sentence[][];
}
/**
 * A text by its key, and the values of its parameters.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Sentence".
 */
export interface Sentence {
  key: string;
  params: {
    [k: string]: string | number | Noun | SeatName;
  };
}
/**
 * A parameter that stands for a text by its key; its own parameters are texts by their keys.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Noun".
 */
export interface Noun {
  key: string;
  params: {
    [k: string]: string;
  };
}
/**
 * A parameter that stands for the name of the player in a seat.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SeatName".
 */
export interface SeatName {
  seat: number;
}
/**
 * Begin the daily challenge of a date, or continue it; `practice`: once more, without a result that counts.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DailyRequest".
 */
export interface DailyRequest {
  id: string;
  name?: string;
  practice?: boolean;
}
/**
 * A result of a challenge: the place, the name, the gold and how much more it is than the bot's.
 *
 * Equal results have the same place. `hinted`: the player has asked for a hint. `mine`: it is that of this browser.
 * `game` is null for who may still play the challenge, because a replay shows its cards.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DailyResult".
 */
export interface DailyResult {
  place: number;
  game: string | null;
  name: string;
  gold: number;
  margin: number;
  hinted: boolean;
  mine: boolean;
}
/**
 * The results of a challenge on this server: how many players have how much gold, and the best of them.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DailyResults".
 */
export interface DailyResults {
  day: string;
  number: number;
  players: number;
  counts: [number, number][];
  best: DailyResult[];
  mine: DailyOwnResult | null;
}
/**
 * The daily challenge that a table plays; `day` is its date as YYYY-MM-DD.
 *
 * `practice`: the result does not count. `hinted`: the player has asked for a hint, which the day's results show.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DailyTable".
 */
export interface DailyTable {
  day: string;
  number: number;
  practice: boolean;
  hinted: boolean;
}
/**
 * A turn that changed the difference between the winner and the best opponent, and the board after it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DecisiveTurn".
 */
export interface DecisiveTurn {
  turn: number;
  change: number;
  contents: BoardContents;
}
/**
 * The SHA-256 hash of the deck's seed, and the seed itself when the game is over.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Deck".
 */
export interface Deck {
  hash: string;
  seed: string | null;
}
/**
 * At how many tables a person's names and messages were deleted.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Deleted".
 */
export interface Deleted {
  tables: number;
}
/**
 * The body of every error over HTTP.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ErrorBody".
 */
export interface ErrorBody {
  error: ErrorDetail;
}
/**
 * An error: `code` is for programs, `message` for people.
 *
 * `sentence` is the message about a set-up, a position or a stored move as a text in every language. `seq` is the
 * table's sequence number if that of the sender is out of date.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ErrorDetail".
 */
export interface ErrorDetail {
  code: string;
  message: string;
  sentence: Sentence | null;
  reason: Reason | null;
  seq: number | null;
}
/**
 * Why a hex is not offered: a code with parameters, and its sentence.
 *
 * `rule` is a number of docs/rules.md, `entry` the id of the players' rule that explains it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Reason".
 */
export interface Reason {
  sentence: Sentence;
  code: string;
  rule: string;
  entry: string;
  params: {
    [k: string]: string | number | number[];
  };
  hexes: number[];
}
/**
 * All figures of some games. `players` is None for all numbers; `scores` are pairs of gold and players.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Figures".
 */
export interface Figures {
  bot: string;
  version: string;
  all_games: number;
  games: number;
  scope: string;
  players: number | null;
  sources: SourceFigure[];
  pairs: PairFigure[];
  tiles: TileFigure[];
  sections: SectionFigure[];
  sets: SectionFigure[];
  by_players: PlayersFigure[];
  length: LengthFigure[];
  scores: [number, number][];
}
/**
 * The mean gold of a player from one source, in games that have it; `kind` is card, task or other.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SourceFigure".
 */
export interface SourceFigure {
  name: string;
  set: string;
  kind: string;
  gold: Mean;
}
/**
 * A mean of `n` values and its 95 % interval; the bounds are null if there are fewer than two values.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Mean".
 */
export interface Mean {
  n: number;
  mean: number;
  low: number | null;
  high: number | null;
}
/**
 * The mean gold of a player from two cards in games with both, and how much more that is than usual.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PairFigure".
 */
export interface PairFigure {
  first: string;
  second: string;
  gold: Mean;
  first_gold: Mean;
  second_gold: Mean;
  effect: Mean;
}
/**
 * The value of a location tile; `taken` is the share of players who take it in games that have it.
 *
 * `gold` is from least squares. `difference` and `wins` compare the players of a game who took it with the others.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TileFigure".
 */
export interface TileFigure {
  name: string;
  set: string;
  games: number;
  taken: number;
  gold: Mean | null;
  difference: Mean;
  wins: Mean;
}
/**
 * The mean gold of a player and the rounds of games with a section or set, and the differences to games without.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SectionFigure".
 */
export interface SectionFigure {
  name: string;
  set: string;
  gold: Mean;
  gold_effect: Mean;
  rounds: Mean;
  rounds_effect: Mean;
}
/**
 * Games with one number of players. `order` are the shares of the victories by seat, the start player's first.
 *
 * `advantage` is the start player's share less a fair one, `ahead` the start player's gold less the others' mean.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlayersFigure".
 */
export interface PlayersFigure {
  players: number;
  games: number;
  order: Mean[];
  advantage: Mean;
  ahead: Mean;
  gold: Mean;
  winner: Mean;
  lead: Mean;
}
/**
 * The number of rounds, and how many games had each, as pairs.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LengthFigure".
 */
export interface LengthFigure {
  players: number;
  rounds: Mean;
  counts: [number, number][];
}
/**
 * The difference in gold of one source.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "GoldChange".
 */
export interface GoldChange {
  source: string;
  gold: number;
}
/**
 * The mark of a turn, what it did, and the gold by which the best turn found is better.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "GradedTurn".
 */
export interface GradedTurn {
  played: TurnStep[];
  gold_lost: number;
  mark: "best" | "good" | "slip" | "mistake";
}
/**
 * An answer that changed pieces or tiles: what asked for it, the hexes, the tiles, the hexes that it has blocked.
 *
 * Without all of them it is a tile whose action draws a card first: what follows was not known.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TurnStep".
 */
export interface TurnStep {
  action: string;
  placed: number[];
  removed: number[];
  gained: string[];
  lost: string[];
  blocked: number[];
}
/**
 * How a bot would play the rest of this turn, and what that would change.
 *
 * `reach` are terrains that the player's pieces would touch and do not touch now, `freed` those they touch only now.
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
 * How would a bot play on? `seconds` is how long it searches, as the server allows; null is a quick hint.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "HintRequest".
 */
export interface HintRequest {
  seconds?: number | null;
}
/**
 * All events of a finished game; `totals` has each event that changed the game, and each player's gold after it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "History".
 */
export interface History {
  events: TableEvent[];
  totals: [number, number[]][];
}
/**
 * An event. Its optional fields depend on `kind` (docs/protocol.md).
 *
 * `gold` is every player's gold at the beginning of the game and at the end of each turn. `record` is the set-up as
 * the head of a record, and `cards` are the terrain cards after the event if it has changed them. `actor` is the seat
 * of the person who has handed a seat to a bot, `request` the number of the request for a seat that an event is about,
 * and `taken` the seat that the new person has got.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TableEvent".
 */
export interface TableEvent {
  seq: number;
  kind: EventKind;
  seat: number | null;
  by: Actor;
  time: number;
  answer?: number;
  answer_name?: string;
  action?: string;
  count?: number;
  text?: string | null;
  phrase?: string;
  name?: string;
  table?: string;
  invite?: string;
  lines: LogLine[];
  terrain?: string;
  changes?: PlayerChange[];
  gold?: number[];
  record?: string;
  cards?: TerrainCards;
  actor?: number | null;
  request?: number;
  taken?: number;
  link?: LinkKind;
  redacted?: number[];
}
/**
 * One line of the log: the player it is about, the hexes it names, and its sentence.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LogLine".
 */
export interface LogLine {
  seat: number | null;
  kind: "move" | "turn" | "talk" | "table";
  hexes: number[];
  sentence: Sentence;
}
/**
 * What an event has changed for one player; hexes are answer numbers, tiles are names.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlayerChange".
 */
export interface PlayerChange {
  seat: number;
  placed: number[];
  removed: number[];
  gained: string[];
  lost: string[];
  gold: number;
}
/**
 * The terrain cards that everybody sees: the one played, the size of the draw pile, and the other piles in order.
 *
 * `removed` are the cards that are out of the game.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TerrainCards".
 */
export interface TerrainCards {
  card: string | null;
  draw: number;
  discard: string[];
  removed: string[];
}
/**
 * A table that was created or joined, and the requested tokens.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Joined".
 */
export interface Joined {
  table: Table;
  tokens: Token[];
}
/**
 * A table without its game. `invite` and `watch` are null for viewers who may not share them.
 *
 * `to_play` is the seat that is asked during the game; `gold`, every seat's score, and `winners` are known at its end.
 * `begun_under` is the version of the rules under which the table was created, null if it is that of the server.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Table".
 */
export interface Table {
  id: string;
  status: TableStatus;
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
  seq: number;
  creator: boolean;
  my_seats: number[];
  to_play: number | null;
  gold: number[] | null;
  winners: number[] | null;
  request: PendingRequest | null;
  begun_under: number | null;
  unfit: Unfit | null;
  daily: DailyTable | null;
  invite: string | null;
  watch: string | null;
}
/**
 * Who holds a seat, and whether that person is connected.
 *
 * `seconds_away` is for how long a person is not connected; null for a person who is, and without a person.
 * `free`: a person has left the seat during the game, and a bot keeps it. `device` is the first seat of the same
 * browser, so seats with the same number are played on one device; null without a person.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Seat".
 */
export interface Seat {
  seat: number;
  kind: SeatKind;
  name: string;
  level: string | null;
  free: boolean;
  device: number | null;
  connected: boolean;
  seconds_away: number | null;
}
/**
 * A person who asks for a free seat during the game.
 *
 * `asked` are the seats of the players who must accept, `accepted` those who have. `seq` is the number of its event,
 * `mine` whether the viewer is this person.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PendingRequest".
 */
export interface PendingRequest {
  seq: number;
  seat: number;
  name: string;
  asked: number[];
  accepted: number[];
  seconds_left: number;
  mine: boolean;
}
/**
 * The move that the rules of this server do not allow, at which a stopped game ends here.
 *
 * `seq` is the number of its event. `over`: the game was finished under the rules under which it was played.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Unfit".
 */
export interface Unfit {
  seq: number;
  sentence: Sentence;
  over: boolean;
}
/**
 * A new bearer token. It cannot be read again: only its hash is stored.
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
 * A link that moves a seat to another device; it works once.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MoveLink".
 */
export interface MoveLink {
  id: string;
  link: string;
  expires: number;
}
/**
 * What the operator of the server tells everybody, in each language.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Notice".
 */
export interface Notice {
  en: string;
  fr: string;
}
/**
 * What everybody is told now; null if it is nothing.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Notices".
 */
export interface Notices {
  notice: Notice | null;
}
/**
 * The figures of own games; a value is that of a game, so its own seats count together.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OwnFigures".
 */
export interface OwnFigures {
  games: number;
  sources: {
    [k: string]: Mean;
  };
  tiles: {
    [k: string]: OwnTile;
  };
  sections: {
    [k: string]: Mean;
  };
  by_players: OwnPlayers[];
}
/**
 * A tile in own games: the share of games in which it was taken, and the share of the victories in those.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OwnTile".
 */
export interface OwnTile {
  taken: Mean;
  wins: Mean;
}
/**
 * Own games with one number of players: share of the victories, gold, rounds.
 *
 * `start_wins` is the share of the victories of the start player in games in which that is an own seat.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OwnPlayers".
 */
export interface OwnPlayers {
  players: number;
  wins: Mean;
  start_wins: Mean;
  gold: Mean;
  rounds: Mean;
}
/**
 * Pass every question to this seat in the current turn of another player.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PassRequest".
 */
export interface PassRequest {
  id: string;
  seen_seq: number;
}
/**
 * Play a finished game on against bots, at a seat of it and after so many of its answers.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlayOnRequest".
 */
export interface PlayOnRequest {
  id: string;
  seat: number;
  answers: number;
  name?: string;
}
/**
 * A player's gold in a position, in total and by source, and how many pieces are left, by field.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlayerScore".
 */
export interface PlayerScore {
  total: number;
  lines: ScoreLine[];
  left: {
    [k: string]: number;
  };
}
/**
 * The gold of one source, and the hexes that earn it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ScoreLine".
 */
export interface ScoreLine {
  source: string;
  gold: number;
  hexes: number[];
}
/**
 * What an answer would change; `hexes` are those of the next question if the answer only starts an action.
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
  irreversible: boolean;
}
/**
 * Ask what an answer would change.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PreviewRequest".
 */
export interface PreviewRequest {
  answer: number | string;
}
/**
 * The part of a game after an event that everybody may see.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PublicView".
 */
export interface PublicView {
  seq: number;
  turn: number;
  active: number;
  to_play: number | null;
  over: boolean;
  last_round: boolean;
  position: PositionDocument;
  contents: BoardContents;
  card: string | null;
  hands: number[];
  draw: number;
  discard: string[];
  question: Question | null;
  scores: ScoreLine[][] | null;
  winners: number[] | null;
  deck: Deck;
}
/**
 * The current question, and its sentence for the other players. The answers offered are in the view of the seat.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Question".
 */
export interface Question {
  sentence: Sentence;
  seat: number;
  action: string;
  stage: string;
  terrain: string | null;
  left: number | null;
  piece: number | null;
  places: string | null;
}
/**
 * A turn beside the best one.
 *
 * `same`: both lead to the same position, whatever the order of their answers. `gold_lost` is by how much less gold
 * the player beats the best of the others in the mean of games that are played on, `error` its standard error.
 * `expected_played` and `expected_better` are the player's mean final gold in these games, in the order of `sources`.
 * `played_gains` and `better_gains` are what the turns change at once. `missed_by` are the bots that do not find the
 * best turn, as `mason@1000e`, and `reason` is why it is better, null if it is not.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PuzzleGrade".
 */
export interface PuzzleGrade {
  mark: "best" | "good" | "slip" | "mistake";
  same: boolean;
  gold_lost: number;
  error: number;
  played: TurnStep[];
  better: TurnStep[];
  better_answers: number[];
  played_gains: Hint;
  better_gains: Hint;
  sources: string[];
  expected_played: number[];
  expected_better: number[];
  missed_by: string[];
  reason: Sentence | null;
}
/**
 * A puzzle in a list; `difficulty` is from 1 to 5, `sets` are those that the position uses.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PuzzleInfo".
 */
export interface PuzzleInfo {
  id: string;
  difficulty: number;
  sets: string[];
  players: number;
}
/**
 * A puzzle as its player sees it: the table, the view of the seat, and the answers of the turns before.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PuzzleTable".
 */
export interface PuzzleTable {
  info: PuzzleInfo;
  seat: number;
  table: Table;
  events: TableEvent[];
  view: View;
}
/**
 * The game after an event, as one viewer may see it; `you` is null for spectators.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View {
  public: PublicView;
  clock: Clock | null;
  you: SeatView | null;
}
/**
 * The part of a view that only one seat gets: its cards, the answers it may give, and the question.
 *
 * `irreversible` are the answers that cannot be undone although the seat's turn continues. `can_pass`: the seat may be
 * asked something in this turn of another player and can pass it in advance.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SeatView".
 */
export interface SeatView {
  seat: number;
  sentences: Sentence[];
  hand: string[];
  hexes: number[];
  options: number[];
  irreversible: number[];
  can_undo: boolean;
  can_pass: boolean;
  auto_pass: boolean;
}
/**
 * A turn of a puzzle that is to be graded.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PuzzleTurnRequest".
 */
export interface PuzzleTurnRequest {
  /**
   * @maxItems 200
   */
  answers: (number | string)[];
}
/**
 * Change the name shown at a seat.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RenameRequest".
 */
export interface RenameRequest {
  id: string;
  name: string;
}
/**
 * Replace a link of a table: the old one does not work any more.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RenewLinkRequest".
 */
export interface RenewLinkRequest {
  id: string;
  link: "invite" | "watch";
}
/**
 * A finished game after one of its events; `last_seq` is the number of the last event.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Replay".
 */
export interface Replay {
  table: Table;
  seq: number;
  last_seq: number;
  event: TableEvent;
  view: View;
}
/**
 * The review of a game.
 *
 * `lead[i][seat]` is the expected final margin of a player after `i` turns, `chance[i][seat]` the winning chance; the
 * last ones are those of the result. `turning_points` are indexes of `turns`, the most important first. `budget` is in
 * evaluations a turn.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ReviewDocument".
 */
export interface ReviewDocument {
  version: string;
  budget: number;
  sources: string[];
  players: ReviewedPlayer[];
  turns: ReviewedTurn[];
  lead: number[][];
  chance: number[][];
  turning_points: number[];
}
/**
 * All turns of a player together; `accuracy` is from 0 to 100.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ReviewedPlayer".
 */
export interface ReviewedPlayer {
  accuracy: number;
  best: number;
  good: number;
  slip: number;
  mistake: number;
  gold_lost: number;
  luck: number;
}
/**
 * One turn: what was played, the best turn found, and what the difference is worth.
 *
 * `turn` counts from 1. The turn is `answers[begun:ended]` of the record. `better_answers` can be played from `begun`;
 * they end early where a card is drawn or another player has to answer. `same`: the turn played is the best one found.
 * `margin_before` and `chance_before` are those with the best turn, `margin_after` and `chance_after` those with the
 * turn played, of its player. `expected_played` and `expected_better` are the player's mean final gold, in the order
 * of `sources`; `others_played` and `others_better` are that of the best of the others. `luck` is by how much gold the
 * cards drawn after this turn were better than the mean of what could have been drawn.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ReviewedTurn".
 */
export interface ReviewedTurn {
  turn: number;
  seat: number;
  card: string | null;
  begun: number;
  ended: number;
  played: TurnStep[];
  better: TurnStep[];
  better_answers: number[];
  same: boolean;
  margin_before: number;
  margin_after: number;
  chance_before: number;
  chance_after: number;
  gold_lost: number;
  mark: "best" | "good" | "slip" | "mistake";
  reason: Sentence | null;
  expected_played: number[];
  expected_better: number[];
  others_played: number;
  others_better: number;
  luck: number;
}
/**
 * The review of a finished game, null while it is being made; `progress` is how much of it is done, from 0 to 1.
 *
 * `my_seats` are the seats of the reader.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ReviewState".
 */
export interface ReviewState {
  progress: number;
  my_seats: number[];
  review: ReviewDocument | null;
}
/**
 * The score of a position file, its board, and the position with all fields.
 *
 * `places` are the hexes of the board that may have a piece or mark, by field, whether they are free or not.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ScoredPosition".
 */
export interface ScoredPosition {
  rows: string[];
  island_rows: string[] | null;
  locations: {
    [k: string]: string;
  };
  marks: {
    [k: string]: number[];
  };
  players: PlayerScore[];
  places: {
    [k: string]: number[];
  };
  position: PositionDocument;
  contents: BoardContents;
}
/**
 * A board section or a side of the Island; `locations` are the tiles by their digits in `rows`.
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
 * The first message on a socket.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketSnapshot".
 */
export interface SocketSnapshot {
  table: Table;
  events: TableEvent[];
  earlier_gold: number[][];
  view: View | null;
  type: "snapshot";
}
/**
 * The events since the last message, and the view after them.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketUpdate".
 */
export interface SocketUpdate {
  type: "update";
  events: TableEvent[];
  view: View | null;
}
/**
 * The table, after its seats, its status or who is connected has changed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketTable".
 */
export interface SocketTable {
  type: "table";
  table: Table;
}
/**
 * The command with this id is stored as this event.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketAck".
 */
export interface SocketAck {
  type: "ack";
  id: string;
  seq: number;
}
/**
 * A message was rejected; `id` is the id of that message, null if it cannot be read.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketError".
 */
export interface SocketError {
  code: string;
  message: string;
  sentence: Sentence | null;
  reason: Reason | null;
  seq: number | null;
  type: "error";
  id: string | null;
}
/**
 * Why a hex is not offered; `reason` is null if it is offered.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketReason".
 */
export interface SocketReason {
  type: "why_not";
  hex: number;
  reason: Reason | null;
}
/**
 * What an answer would change; `preview` is null if the answer is not legal now.
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
 * What the operator of the server tells everybody has changed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SocketNotice".
 */
export interface SocketNotice {
  notice: Notice | null;
  type: "notice";
}
/**
 * The public set-up, as `kingdom-builder new --json` prints it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SetupDocument".
 */
export interface SetupDocument {
  seed: number;
  players: number;
  start: number;
  sets: string[];
  sections: [string, number][];
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
  position: PositionDocument;
}
/**
 * Draw a set-up, to show it before a table is created with it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SetupRequest".
 */
export interface SetupRequest {
  players: number;
  setup?: SetupOptions;
}
/**
 * A table, a viewer's view, and the events after the sequence number that the viewer has seen, if they are recent.
 *
 * Older events are read page by page. `earlier_gold` is every player's gold at the beginning of the game and at the
 * end of each turn, as far as it is before the first of `events`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Snapshot".
 */
export interface Snapshot {
  table: Table;
  events: TableEvent[];
  earlier_gold: number[][];
  view: View | null;
}
/**
 * Start without waiting: open seats are filled with bots of the level `fill`, or removed without one.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StartRequest".
 */
export interface StartRequest {
  id: string;
  fill?: ("random" | "greedy" | "beginner" | "novice" | "settler" | "mason" | "steward" | "champion") | string | null;
}
/**
 * The number of the event that a command became.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Stored".
 */
export interface Stored {
  seq: number;
}
/**
 * The course of a finished game; `sources` are the sources of gold, in the order of each list in `gold`.
 *
 * `beginning` is every player's gold before the first turn: a card may pay players who have built nothing.
 * `rival` is the best opponent of the winner. Of players with equal gold, the first in the order of the seats.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Summary".
 */
export interface Summary {
  sources: string[];
  beginning: number[][];
  turns: TurnSummary[];
  winner: number;
  rival: number;
  decisive: DecisiveTurn[];
}
/**
 * A turn of a finished game: where its player built, and every player's gold by source after it.
 *
 * `seq` is the number of its last event.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TurnSummary".
 */
export interface TurnSummary {
  turn: number;
  seat: number;
  seq: number;
  hexes: number[];
  gold: number[][];
}
/**
 * Take a free seat at a table, any or a specific one.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TakeSeatRequest".
 */
export interface TakeSeatRequest {
  id: string;
  name?: string;
  seat?: number | null;
  token?: boolean;
}
/**
 * A bearer token of a seat, without its secret.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TokenInfo".
 */
export interface TokenInfo {
  id: string;
  label: string;
  created: number;
  expires: number;
}
/**
 * Create a bearer token for a seat.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TokenRequest".
 */
export interface TokenRequest {
  id: string;
  label?: string;
  days?: number;
}
/**
 * What the moves of a turn that is tried have led to.
 *
 * `moves` are the answers that were not undone, for the next request. `events` are those of the last move. `preview`
 * and `reason` answer the questions of the request.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TriedMoves".
 */
export interface TriedMoves {
  moves: number[];
  events: TableEvent[];
  view: View;
  preview: Preview | null;
  reason: Reason | null;
}
/**
 * A turn of a finished game that is tried again; `grade` is that of a turn that has ended.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TriedTurn".
 */
export interface TriedTurn {
  moves: number[];
  events: TableEvent[];
  view: View;
  preview: Preview | null;
  reason: Reason | null;
  grade: GradedTurn | null;
}
/**
 * Try a turn of a finished game again, at a seat and after so many answers of the game.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TryTurnRequest".
 */
export interface TryTurnRequest {
  /**
   * @maxItems 200
   */
  moves?: ((number | string) | ("undo" | "undo_turn"))[];
  preview?: (number | string) | null;
  why_not?: (number | string) | null;
  seat: number;
  answers: number;
}
/**
 * The moves of a turn that is tried: answers, and what takes back the last of them or all.
 *
 * `preview` asks what an answer would do then, `why_not` why a hex is not offered.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TurnRequest".
 */
export interface TurnRequest {
  /**
   * @maxItems 200
   */
  moves?: ((number | string) | ("undo" | "undo_turn"))[];
  preview?: (number | string) | null;
  why_not?: (number | string) | null;
}
/**
 * Undo the last answer, or the whole turn as far as possible.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "UndoRequest".
 */
export interface UndoRequest {
  id: string;
  seen_seq: number;
  whole_turn?: boolean;
}
/**
 * Accept or refuse the person who asks for a seat; `request` is the number of the request's event.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "VoteRequest".
 */
export interface VoteRequest {
  id: string;
  request: number;
  accept: boolean;
}
/**
 * Ask why a hex is not offered.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "WhyNotRequest".
 */
export interface WhyNotRequest {
  hex: number | string;
}
