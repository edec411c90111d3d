"""What a host sends about a table (docs/protocol.md), as types of plain JSON values.

Hexes are answer numbers, except inside a position, which is a position file. `board_messages.py` has what is sent
about boards, `responses.py` the other messages.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from kingdom_builder.formats.documents import PositionDocument
from kingdom_builder.table.board_messages import BoardContents, TableSetup, TerrainCards
from kingdom_builder.table.events import Actor, EventKind, LinkKind, SeatKind, TableStatus
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
    """An error: `code` is for programs, `message` for people.

    `sentence` is the message about a set-up, a position or a stored move as a text in every language. `seq` is the
    table's sequence number if that of the sender is out of date.
    """

    code: str
    message: str
    sentence: Sentence | None
    reason: Reason | None
    seq: int | None


# The view


class Question(TypedDict):
    """The current question, and its sentence for the other players. The answers offered are in the view of the seat."""

    sentence: Sentence
    seat: int
    action: str
    stage: str
    terrain: str | None
    left: int | None
    piece: int | None
    places: str | None


class ScoreLine(TypedDict):
    """The gold of one source, and the hexes that earn it."""

    source: str
    gold: int
    hexes: list[int]


class Deck(TypedDict):
    """The SHA-256 hash of the deck's seed, and the seed itself when the game is over."""

    hash: str
    seed: str | None


class PublicView(TypedDict):
    """The part of a game after an event that everybody may see."""

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
    """The time left for the seat that is asked; it runs in `starts_in` seconds, after an outage of the server."""

    seat: int
    seconds_left: float
    starts_in: float


class SeatView(TypedDict):
    """The part of a view that only one seat gets: its cards, the answers it may give, and the question.

    `irreversible` are the answers that cannot be undone although the seat's turn continues. `can_pass`: the seat may be
    asked something in this turn of another player and can pass it in advance.
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
    """The game after an event, as one viewer may see it; `you` is null for spectators."""

    public: PublicView
    clock: Clock | None
    you: SeatView | None


# Events


class TableEvent(TypedDict):
    """An event. Its optional fields depend on `kind` (docs/protocol.md).

    `gold` is every player's gold at the beginning of the game and at the end of each turn. `record` is the set-up as
    the head of a record, and `cards` are the terrain cards after the event if it has changed them. `actor` is the seat
    of the person who has handed a seat to a bot, `request` the number of the request for a seat that an event is about,
    and `taken` the seat that the new person has got.
    """

    seq: int
    kind: EventKind
    seat: int | None
    by: Actor
    time: float
    answer: NotRequired[int]
    answer_name: NotRequired[str]
    action: NotRequired[str]
    count: NotRequired[int]
    text: NotRequired[str | None]
    phrase: NotRequired[str]
    name: NotRequired[str]
    table: NotRequired[str]
    invite: NotRequired[str]
    lines: list[LogLine]
    terrain: NotRequired[str]
    changes: NotRequired[list[PlayerChange]]
    gold: NotRequired[list[int]]
    record: NotRequired[str]
    cards: NotRequired[TerrainCards]
    actor: NotRequired[int | None]
    request: NotRequired[int]
    taken: NotRequired[int]
    link: NotRequired[LinkKind]
    redacted: NotRequired[list[int]]


# The table


class Seat(TypedDict):
    """Who holds a seat, and whether that person is connected.

    `seconds_away` is for how long a person is not connected; null for a person who is, and without a person.
    `free`: a person has left the seat during the game, and a bot keeps it. `device` is the first seat of the same
    browser, so seats with the same number are played on one device; null without a person.
    """

    seat: int
    kind: SeatKind
    name: str
    level: str | None
    free: bool
    device: int | None
    connected: bool
    seconds_away: int | None


class PendingRequest(TypedDict):
    """A person who asks for a free seat during the game.

    `asked` are the seats of the players who must accept, `accepted` those who have. `seq` is the number of its event,
    `mine` whether the viewer is this person.
    """

    seq: int
    seat: int
    name: str
    asked: list[int]
    accepted: list[int]
    seconds_left: float
    mine: bool


class DailyTable(TypedDict):
    """The daily challenge that a table plays; `day` is its date as YYYY-MM-DD.

    `practice`: the result does not count. `hinted`: the player has asked for a hint, which the day's results show.
    """

    day: str
    number: int
    practice: bool
    hinted: bool


class Unfit(TypedDict):
    """The move that the rules of this server do not allow, at which a stopped game ends here.

    `seq` is the number of its event. `over`: the game was finished under the rules under which it was played.
    """

    seq: int
    sentence: Sentence
    over: bool


class Table(TypedDict):
    """A table without its game. `invite` and `watch` are null for viewers who may not share them.

    `to_play` is the seat that is asked during the game; `gold`, every seat's score, and `winners` are known at its end.
    `begun_under` is the version of the rules under which the table was created, null if it is that of the server.
    """

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
    to_play: int | None
    gold: list[int] | None
    winners: list[int] | None
    request: PendingRequest | None
    begun_under: int | None
    unfit: Unfit | None
    daily: DailyTable | None
    invite: str | None
    watch: str | None


class Snapshot(TypedDict):
    """A table, a viewer's view, and the events after the sequence number that the viewer has seen, if they are recent.

    Older events are read page by page. `earlier_gold` is every player's gold at the beginning of the game and at the
    end of each turn, as far as it is before the first of `events`.
    """

    table: Table
    events: list[TableEvent]
    earlier_gold: list[list[int]]
    view: View | None


class Stored(TypedDict):
    """The number of the event that a command became."""

    seq: int


# Queries of a seat


class GoldChange(TypedDict):
    """The difference in gold of one source."""

    source: str
    gold: int


class Preview(TypedDict):
    """What an answer would change; `hexes` are those of the next question if the answer only starts an action."""

    gold: list[GoldChange]
    gained: list[str]
    lost: list[str]
    placed: list[int]
    removed: list[int]
    hexes: list[int]
    irreversible: bool


class Hint(TypedDict):
    """How a bot would play the rest of this turn, and what that would change.

    `reach` are terrains that the player's pieces would touch and do not touch now, `freed` those they touch only now.
    """

    answers: list[int]
    gold: list[GoldChange]
    gained: list[str]
    reach: list[str]
    freed: list[str]
