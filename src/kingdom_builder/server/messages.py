"""What may be said: every message in both directions (docs/protocol.md).

Messages to the server are read strictly: no unknown field, no text where a number belongs. What the server says is
written from plain values for speed; the tests hold every message against these models.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, RootModel, TypeAdapter

from kingdom_builder.bots import BOTS
from kingdom_builder.game.answers import ANSWERS
from kingdom_builder.game.setup import ALL_SETS, PLAYERS

PHRASES = ("hello", "good_luck", "nice_move", "well_played", "thinking", "sorry", "one_moment", "thanks", "rematch")
MINUTE, DAY = 60, 24 * 60 * 60
LONGEST_CHAT = 500
LONGEST_NAME = 30
LAST_NUMBER = 2**31 - 1


class Said(BaseModel):
    """The base of what clients say: strict, nothing unknown."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Told(BaseModel):
    """The base of what the server says: nothing unknown either, so that a stale client type is noticed."""

    model_config = ConfigDict(extra="forbid")


MessageId = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""Chosen by the client at random, new for every message; the same one again is the same message again."""

At = Annotated[int, Field(ge=0, le=LAST_NUMBER)]
"""The number of the last entry the sender has seen."""

Answer = Annotated[int, Field(ge=0, lt=ANSWERS)]
SeatNumber = Annotated[int, Field(ge=0, le=4)]
Text = Annotated[str, Field(min_length=1, max_length=LONGEST_CHAT)]
Name = Annotated[str, Field(max_length=200)]
Words = Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=12)]
if TYPE_CHECKING:  # made from the lists there are, which a type checker cannot follow
    SetName: TypeAlias = str
    Level: TypeAlias = str
    Phrase: TypeAlias = str
else:
    SetName, Level, Phrase = Literal[tuple(ALL_SETS)], Literal[tuple(BOTS)], Literal[tuple(PHRASES)]


# What seats do, over a socket and over HTTP


class PlayAnswer(Said):
    """Answer the question."""

    id: MessageId
    at: At
    answer: Answer


class Undo(Said):
    """Take back the last answer, or the whole turn as far as it can be taken back."""

    id: MessageId
    at: At
    whole_turn: bool = False


class PassTurn(Said):
    """Pass whatever is asked of this seat in the other player's turn that is going on."""

    id: MessageId
    at: At


class Chat(Said):
    """Say something, in own words or with one of the phrases that every language has."""

    id: MessageId
    text: Text | None = None
    phrase: Phrase | None = None


class WhyNot(Said):
    """Ask why a hex is not offered."""

    hex: Annotated[int, Field(ge=0, lt=450)]


class PreviewOf(Said):
    """Ask what an answer would do."""

    answer: Answer


# The same over a socket, each with its type


class SocketAnswer(PlayAnswer):
    """Answer the question."""

    type: Literal["answer"]


class SocketUndo(Undo):
    """Take back an answer or the turn."""

    type: Literal["undo"]


class SocketPass(PassTurn):
    """Pass for this turn."""

    type: Literal["pass"]


class SocketChat(Chat):
    """Say something."""

    type: Literal["chat"]


class SocketWhyNot(WhyNot):
    """Ask why a hex is not offered."""

    type: Literal["why_not"]


class SocketPreviewOf(PreviewOf):
    """Ask what an answer would do."""

    type: Literal["preview"]


SocketSaid = Annotated[
    SocketAnswer | SocketUndo | SocketPass | SocketChat | SocketWhyNot | SocketPreviewOf, Field(discriminator="type")
]
SOCKET_SAID: TypeAdapter[SocketSaid] = TypeAdapter(SocketSaid)


# Tables


class SetupOptions(Said):
    """A set-up, as `kingdom-builder new` takes it; what is not chosen is drawn."""

    first_game: bool = False
    sets: Annotated[list[SetName], Field(max_length=len(ALL_SETS))] = ["base"]
    sections: Words = []
    cards: Words = []
    tasks: Words = []
    start: SeatNumber | None = None
    two_cards: bool = False
    without_lords: bool = False
    always_swamp_cards: bool = False
    island: Annotated[str, Field(max_length=40)] | None = None
    capitols: Words = []
    caves: Words = []
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None


class SetupWanted(Said):
    """A set-up to look at before a table is made with it."""

    players: Annotated[int, Field(ge=PLAYERS[0], le=PLAYERS[-1])]
    setup: SetupOptions = SetupOptions()


class SeatWanted(Said):
    """Who is to sit on a seat: the creator (several times for hot-seat), a bot, or whoever takes it."""

    kind: Literal["me", "bot", "open"]
    name: Name = ""
    level: Level | None = None


class NewTable(Said):
    """A table to be made."""

    seats: Annotated[list[SeatWanted], Field(min_length=2, max_length=5)]
    setup: SetupOptions = SetupOptions()
    listed: bool = False
    start_when_full: bool = True
    running_score: bool = True
    turn_seconds: Annotated[int, Field(ge=10, le=30 * DAY)] | None = None
    reaction_seconds: Annotated[int, Field(ge=5, le=DAY)] = MINUTE
    tokens: bool = False


class TakeSeat(Said):
    """Take a free seat at a table, any or a certain one."""

    name: Name = ""
    seat: SeatNumber | None = None
    token: bool = False


class Rename(Said):
    """Change the name shown at a seat."""

    name: Name


class Start(Said):
    """Begin without waiting: open seats are filled with bots of a level, or without one removed."""

    fill: Level | None = None


class NewToken(Said):
    """Make a bearer token for a seat."""

    label: Name = ""
    days: Annotated[int, Field(ge=1, le=365)] = 90


class Nothing(Said):
    """An empty body: what is done needs no words."""


# What the server tells


class Rule(Told):
    """Why a hex is not allowed: a code and what it is about, to be said in any language (docs/protocol.md)."""

    code: str
    rule: str
    params: dict[str, Any]
    hexes: list[int]


class Refusal(Told):
    """What is wrong, for programs (`code`) and for people (`message`)."""

    code: str
    message: str
    reason: Rule | None = None
    number: int | None = None


class Refused(Told):
    """The body of every refusal over HTTP."""

    error: Refusal


class Line(Told):
    """Gold from one source, and the hexes that earn it."""

    source: str
    gold: int
    hexes: list[int]


class Asked(Told):
    """What is asked now, for everybody; what may be answered is told to the seat alone."""

    seat: int
    action: str
    stage: str
    terrain: str | None
    left: int | None
    piece: int | None


class Clock(Told):
    """How long the seat to answer still has."""

    seat: int
    seconds_left: float


class Deck(Told):
    """SHA-256 of the deck's seed from the beginning, and the seed once the game is over."""

    hash: str
    seed: str | None


class You(Told):
    """What only this seat knows: its cards, the answers it may give, whether it may take something back.

    `final` are those of the answers that cannot be taken back although the seat's turn goes on after them.
    """

    seat: int
    hand: list[str]
    hexes: list[int]
    options: list[int]
    final: list[int]
    can_undo: bool
    passing: bool


class View(Told):
    """The table as it is for one viewer after an entry; `position` is a position file (docs/position-format.md)."""

    number: int
    turn: int
    active: int
    to_play: int | None
    over: bool
    last_round: bool
    position: dict[str, Any]
    card: str | None
    hands: list[int]
    draw: int
    discard: list[str]
    asked: Asked | None
    scores: list[list[Line]] | None
    winners: list[int] | None
    deck: Deck
    clock: Clock | None
    you: You | None


class GoldChange(Told):
    """How much more or less gold a source gives."""

    source: str
    gold: int


class Preview(Told):
    """What an answer would do; `hexes` is what would be asked next where the answer only begins something."""

    gold: list[GoldChange]
    gained: list[str]
    lost: list[str]
    placed: list[int]
    removed: list[int]
    hexes: list[int]
    final: bool


class Hint(Told):
    """How a bot would play the rest of this turn, and what that would bring.

    `reach` are terrains that the player's pieces would touch and did not, `freed` those that they would no longer.
    """

    answers: list[int]
    gold: list[GoldChange]
    gained: list[str]
    reach: list[str]
    freed: list[str]


class Change(Told):
    """What an entry changed for one player on the table."""

    seat: int
    placed: list[int]
    removed: list[int]
    gained: list[str]
    lost: list[str]
    gold: int


class Entry(Told):
    """Something that happened. Which of the optional fields are there depends on `kind` (docs/protocol.md)."""

    number: int
    kind: Literal[
        "created", "joined", "renamed", "revoked", "moved", "keys", "started", "answer", "undo", "chat", "phrase",
        "passing", "timeout", "rematch", "archived", "resumed",
    ]  # fmt: skip
    seat: int | None
    by: Literal["player", "bot", "clock"]
    time: float
    answer: int | None = None
    word: str | None = None
    count: int | None = None
    text: str | None = None
    phrase: str | None = None
    name: str | None = None
    table: str | None = None
    invite: str | None = None
    terrain: str | None = None
    changes: list[Change] | None = None


class Seat(Told):
    """Who sits on a seat; `here` says whether a person is connected."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None
    here: bool


class LaidSection(RootModel[tuple[str, int]]):
    """A section on the board and its turn in degrees."""


class TableSetup(Told):
    """What lies on the table before the first turn (`kingdom-builder new --json` prints the same)."""

    seed: int
    players: int
    start: int
    sets: list[str]
    sections: list[LaidSection]
    stand_ins: list[str]
    cards: list[str]
    tasks: list[str]
    nomad_tiles: dict[str, str]
    island: str | None
    capitols: list[str]
    caves: list[str]
    removed_terrain: str | None
    swamp_cards: bool
    two_cards: bool
    without_lords: bool
    position: dict[str, Any]
    rows: list[str]
    island_rows: list[str] | None
    locations: dict[str, str]


class Table(Told):
    """A table: what does not change with every move. Links are there for those who may pass them on."""

    id: str
    status: Literal["open", "playing", "over", "archived"]
    seats: list[Seat]
    watchers: int
    setup: TableSetup
    listed: bool
    start_when_full: bool
    running_score: bool
    turn_seconds: int | None
    reaction_seconds: int
    deck_hash: str
    created: float
    number: int
    creator: bool
    mine: list[int]
    invite: str | None
    watch: str | None


class Token(Told):
    """A new bearer token. It is shown this once: the server keeps only its hash."""

    id: str
    seat: int
    token: str


class Joined(Told):
    """A table, and the tokens that were asked for with it."""

    table: Table
    tokens: list[Token]


class KeyInfo(Told):
    """A bearer token that exists, without the token."""

    id: str
    label: str
    created: float
    expires: float


class Link(Told):
    """A link that works once."""

    id: str
    link: str
    expires: float


class Done(Told):
    """An answer, an undo, a word of chat has been stored as this entry."""

    number: int


class State(Told):
    """A viewer's table and view, and the entries since the number it asked from."""

    table: Table
    entries: list[Entry]
    view: View | None


class Replay(Told):
    """A finished game at one of its entries."""

    table: Table
    at: int
    last: int
    entry: Entry
    view: View


class GoldAt(RootModel[tuple[int, list[int]]]):
    """The number of an entry, and each player's gold after it."""


class History(Told):
    """All of a finished game: its entries, and each player's gold after every one that changed the game."""

    entries: list[Entry]
    totals: list[GoldAt]


class PlayerScore(Told):
    """A player's gold on a table, and where it comes from."""

    total: int
    lines: list[Line]


class Scored(Told):
    """The score of a position file, and the same position with every field in it."""

    players: list[PlayerScore]
    position: dict[str, Any]


class SectionMap(Told):
    """A board section or a side of the Island; `locations` says what the digits in `rows` are."""

    name: str
    set: str
    rows: list[str]
    locations: dict[str, str]
    stand_in: bool


class Choices(Told):
    """What a new table can be made of."""

    sets: list[str]
    sections: dict[str, list[str]]
    cards: dict[str, list[str]]
    tasks: list[str]
    tiles: dict[str, list[str]]
    nomad_tiles: list[str]
    islands: list[str]
    levels: list[str]
    phrases: list[str]
    options: dict[str, int]


# The same over a socket


class Welcome(State):
    """The first message on a socket."""

    type: Literal["welcome"]


class News(Told):
    """Something has happened: the entries since the last message, and the view now."""

    type: Literal["news"]
    entries: list[Entry]
    view: View | None


class TableNews(Told):
    """Who sits at the table or who is there has changed."""

    type: Literal["table"]
    table: Table


class Acknowledged(Told):
    """What a client said is stored, as this entry."""

    type: Literal["done"]
    id: str
    number: int


class SocketRefused(Refusal):
    """What a client said was not done; `id` is that of its message if it could be read."""

    type: Literal["refused"]
    id: str | None = None


class SocketReason(Told):
    """Why a hex is not offered; `reason` is null if it is."""

    type: Literal["why_not"]
    hex: int
    reason: Rule | None


class SocketPreview(Told):
    """What an answer would do; `preview` is null if it is not legal now."""

    type: Literal["preview"]
    answer: int
    preview: Preview | None


SocketTold = Annotated[
    Welcome | News | TableNews | Acknowledged | SocketRefused | SocketReason | SocketPreview,
    Field(discriminator="type"),
]
SOCKET_TOLD: TypeAdapter[SocketTold] = TypeAdapter(SocketTold)
