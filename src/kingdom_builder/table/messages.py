"""Every message that a host sends (docs/protocol.md), as the plain values it is made of.

Hexes are answer numbers, except inside a position, which is a position file.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from kingdom_builder.formats.documents import PositionDocument, SetupDocument
from kingdom_builder.sets.draft import OptionKind
from kingdom_builder.sets.fields import Holds
from kingdom_builder.table.events import Actor, EventKind, SeatKind, TableStatus
from kingdom_builder.texts.catalogue import Noun as Noun
from kingdom_builder.texts.catalogue import SeatName as SeatName
from kingdom_builder.texts.catalogue import Sentence as Sentence
from kingdom_builder.texts.log import LogLine as LogLine
from kingdom_builder.texts.log import PlayerChange as PlayerChange

# Errors


class Reason(TypedDict):
    """Why a hex is not offered: a code with parameters, and its sentence.

    `rule` is a number of docs/rules.md, `entry` the id of the players' rule that explains it.
    """

    sentence: Sentence
    code: str
    rule: str
    entry: str
    params: dict[str, str | int | list[int]]
    hexes: list[int]


class ErrorDetail(TypedDict):
    """What is wrong, for programs (`code`) and for people (`message`); `seq` is given where the sender's is stale."""

    code: str
    message: str
    reason: Reason | None
    seq: int | None


class ErrorBody(TypedDict):
    """The body of every error over HTTP."""

    error: ErrorDetail


# Positions and set-ups


class BoardMap(TypedDict):
    """The map of a board: rows of letters, also those of the Island, and the location tiles by the names of hexes.

    `marks` are the hexes with something printed on them or part of them, by the id of its drawing.
    """

    rows: list[str]
    island_rows: list[str] | None
    locations: dict[str, str]
    marks: dict[str, list[int]]


class PieceGroup(TypedDict):
    """A player's pieces of one kind: where they are drawn, and the other hexes that they cover."""

    kind: str
    seat: int
    hexes: list[int]
    around: list[int]


class MarkedLine(TypedDict):
    """A horizontal line that a player has marked."""

    seat: int
    row: int
    island: bool


class BoardContents(TypedDict):
    """What is on a board, whatever set it belongs to.

    `standing` are the hexes with something that belongs to no player, by the id of its drawing. `tiles_left` are hexes
    with the number of tiles on them.
    """

    pieces: list[PieceGroup]
    lines: list[MarkedLine]
    standing: dict[str, list[int]]
    tiles_left: list[tuple[int, int]]


class TableSetup(SetupDocument, BoardMap):
    """The set-up of a game, and its board before the first turn.

    `drawn` is what the game has for each set-up option that takes several names or hexes; `candidates` are the hexes
    that such an option could take instead. Both are by the option's name.
    """

    contents: BoardContents
    drawn: dict[str, list[str]]
    candidates: dict[str, list[int]]


# The view


class Question(TypedDict):
    """What is asked, and the sentence for the other players; which answers are offered, only the seat itself gets."""

    sentence: Sentence
    seat: int
    action: str
    stage: str
    terrain: str | None
    left: int | None
    piece: int | None
    places: str | None


class ScoreLine(TypedDict):
    """Gold from one source, and the hexes that earn it."""

    source: str
    gold: int
    hexes: list[int]


class Deck(TypedDict):
    """SHA-256 of the deck's seed from the beginning, and the seed when the game is over."""

    hash: str
    seed: str | None


class PublicView(TypedDict):
    """What everybody may know of a game after an event."""

    seq: int
    turn: int
    active: int
    to_play: int | None
    over: bool
    last_round: bool
    position: PositionDocument
    contents: BoardContents
    card: str | None
    hands: list[int]
    draw: int
    discard: list[str]
    question: Question | None
    scores: list[list[ScoreLine]] | None
    winners: list[int] | None
    deck: Deck


class Clock(TypedDict):
    """How long the seat that is asked still has."""

    seat: int
    seconds_left: float


class SeatView(TypedDict):
    """What only one seat knows: its cards, the answers it may give, and the sentences that ask for one of them.

    `irreversible` are those of the answers that cannot be taken back although the seat's turn goes on. `can_pass` says
    that the seat may be asked something in this turn of another player and can pass it in advance.
    """

    seat: int
    sentences: list[Sentence]
    hand: list[str]
    hexes: list[int]
    options: list[int]
    irreversible: list[int]
    can_undo: bool
    can_pass: bool
    auto_pass: bool


class View(TypedDict):
    """The game as one viewer may see it after an event; spectators have no `you`."""

    public: PublicView
    clock: Clock | None
    you: SeatView | None


# Events


class TableEvent(TypedDict):
    """Something that has happened. Which of the optional fields are there depends on `kind` (docs/protocol.md)."""

    seq: int
    kind: EventKind
    seat: int | None
    by: Actor
    time: float
    answer: NotRequired[int]
    answer_name: NotRequired[str]
    count: NotRequired[int]
    text: NotRequired[str]
    phrase: NotRequired[str]
    name: NotRequired[str]
    table: NotRequired[str]
    invite: NotRequired[str]
    lines: list[LogLine]
    terrain: NotRequired[str]
    changes: NotRequired[list[PlayerChange]]


# The table


class Seat(TypedDict):
    """Who holds a seat; `connected` says whether a person is there."""

    seat: int
    kind: SeatKind
    name: str
    level: str | None
    connected: bool


class Table(TypedDict):
    """A table: what does not change with every move. Links are there for those who may pass them on."""

    id: str
    status: TableStatus
    seats: list[Seat]
    watchers: int
    setup: TableSetup
    listed: bool
    start_when_full: bool
    running_score: bool
    turn_seconds: int | None
    reaction_seconds: int | None
    deck_hash: str
    created: float
    seq: int
    creator: bool
    my_seats: list[int]
    invite: str | None
    watch: str | None


class Snapshot(TypedDict):
    """A viewer's table and view, and the events since the sequence number it asked from."""

    table: Table
    events: list[TableEvent]
    view: View | None


class Stored(TypedDict):
    """A command has been stored as this event."""

    seq: int


# Questions of a seat that change nothing


class GoldChange(TypedDict):
    """How much more or less gold a source gives."""

    source: str
    gold: int


class Preview(TypedDict):
    """What an answer would do; `hexes` is what would be asked next where the answer only begins something."""

    gold: list[GoldChange]
    gained: list[str]
    lost: list[str]
    placed: list[int]
    removed: list[int]
    hexes: list[int]
    irreversible: bool


class Hint(TypedDict):
    """How a bot would play the rest of this turn, and what that would bring.

    `reach` are terrains that the player's pieces would touch and did not, `freed` those that they would no longer.
    """

    answers: list[int]
    gold: list[GoldChange]
    gained: list[str]
    reach: list[str]
    freed: list[str]


# Access to seats


class Token(TypedDict):
    """A new bearer token. It is shown this once: the server keeps only its hash."""

    id: str
    seat: int
    token: str


class TokenInfo(TypedDict):
    """A bearer token that exists, without the token."""

    id: str
    label: str
    created: float
    expires: float


class MoveLink(TypedDict):
    """A link that moves a seat to another device, once."""

    id: str
    link: str
    expires: float


class Joined(TypedDict):
    """A table, and the tokens that were asked for with it."""

    table: Table
    tokens: list[Token]


# Finished games


class Replay(TypedDict):
    """A finished game at one of its events; `last_seq` is the number of the last one."""

    table: Table
    seq: int
    last_seq: int
    event: TableEvent
    view: View


class History(TypedDict):
    """All events of a finished game, and after every one that changed the game its number and each player's gold."""

    events: list[TableEvent]
    totals: list[tuple[int, list[int]]]


# Tools


class PlayerScore(TypedDict):
    """A player's gold in a position, and where it comes from."""

    total: int
    lines: list[ScoreLine]


class ScoredPosition(BoardMap):
    """The score of a position file, its board, and the same position with every field in it."""

    players: list[PlayerScore]
    position: PositionDocument
    contents: BoardContents


class SectionMap(TypedDict):
    """A board section or a side of the Island; `locations` says what the digits in `rows` are."""

    name: str
    set: str
    rows: list[str]
    locations: dict[str, str]
    stand_in: bool


class SetupOption(TypedDict):
    """A set-up option beside sets, sections, cards and starting player; `needs` is the set that it belongs to."""

    name: str
    kind: OptionKind
    needs: str | None
    choices: list[str]


class EditableField(TypedDict):
    """A field of position files that matters for the score of a table, and what it holds.

    `of` is a kind of piece, each of which covers `footprint` hexes, or the id of a mark. `needs` is the card without
    which the field has no effect.
    """

    field: str
    holds: Holds
    of: str
    footprint: int
    needs: str


class FirstGame(TypedDict):
    """The set-up suggested for a first game."""

    sections: list[tuple[str, int]]
    cards: list[str]


class Catalogue(TypedDict):
    """What a new table can be made of, and the number of every named answer.

    The cards of `common_sets` are in every game; `removed_cards` are those that a set-up option leaves out, by option.
    `fields` are the fields of position files that matter for a score, `card_terrains` the terrains of terrain cards.
    """

    sets: list[str]
    queenies: list[str]
    setup_options: list[SetupOption]
    first_game: FirstGame
    fields: list[EditableField]
    card_terrains: list[str]
    players: list[int]
    sections: dict[str, list[str]]
    cards: dict[str, list[str]]
    common_sets: list[str]
    removed_cards: dict[str, list[str]]
    tasks: list[str]
    tiles: dict[str, list[str]]
    nomad_tiles: list[str]
    islands: list[str]
    levels: list[str]
    phrases: list[str]
    options: dict[str, int]


# The same over a WebSocket


class SocketSnapshot(Snapshot):
    """The first message on a socket."""

    type: Literal["snapshot"]


class SocketUpdate(TypedDict):
    """Something has happened: the events since the last message, and the view now."""

    type: Literal["update"]
    events: list[TableEvent]
    view: View | None


class SocketTable(TypedDict):
    """Who sits at the table or who is connected has changed."""

    type: Literal["table"]
    table: Table


class SocketAck(TypedDict):
    """The message with this id is stored, as this event."""

    type: Literal["ack"]
    id: str
    seq: int


class SocketError(ErrorDetail):
    """A message was rejected; `id` is that of the message if it could be read."""

    type: Literal["error"]
    id: str | None


class SocketReason(TypedDict):
    """Why a hex is not offered; `reason` is null if it is."""

    type: Literal["why_not"]
    hex: int
    reason: Reason | None


class SocketPreview(TypedDict):
    """What an answer would do; `preview` is null if it is not legal now."""

    type: Literal["preview"]
    answer: int
    preview: Preview | None


ServerMessage = SocketSnapshot | SocketUpdate | SocketTable | SocketAck | SocketError | SocketReason | SocketPreview
"""Every message that a server sends over a socket."""
