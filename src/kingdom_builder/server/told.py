"""What the server tells: every message from it (docs/protocol.md), over a socket and over HTTP.

They are written from plain values for speed; the tests hold every message against these models.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, TypeAdapter


class Told(BaseModel):
    """The base of what the server says: nothing unknown either, so that a stale client type is noticed."""

    model_config = ConfigDict(extra="forbid")


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
    reaction_seconds: int | None
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
