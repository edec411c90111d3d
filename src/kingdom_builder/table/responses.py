"""Responses of a host to requests, and its messages over a socket (docs/protocol.md).

`messages.py` and `board_messages.py` have the values that they contain.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from kingdom_builder.formats.documents import PositionDocument
from kingdom_builder.sets.draft import OptionKind
from kingdom_builder.sets.fields import Holds
from kingdom_builder.table.board_messages import BoardContents, BoardMap
from kingdom_builder.table.messages import (
    ErrorDetail,
    Preview,
    Reason,
    ScoreLine,
    Snapshot,
    Table,
    TableEvent,
    View,
)


class ErrorBody(TypedDict):
    """The body of every error over HTTP."""

    error: ErrorDetail


# Access to seats


class Token(TypedDict):
    """A new bearer token. It cannot be read again: only its hash is stored."""

    id: str
    seat: int
    token: str


class TokenInfo(TypedDict):
    """A bearer token of a seat, without its secret."""

    id: str
    label: str
    created: float
    expires: float


class MoveLink(TypedDict):
    """A link that moves a seat to another device; it works once."""

    id: str
    link: str
    expires: float


class Joined(TypedDict):
    """A table that was created or joined, and the requested tokens."""

    table: Table
    tokens: list[Token]


class Deleted(TypedDict):
    """At how many tables a person's names and messages were deleted."""

    tables: int


# Finished games


class Replay(TypedDict):
    """A finished game after one of its events; `last_seq` is the number of the last event."""

    table: Table
    seq: int
    last_seq: int
    event: TableEvent
    view: View


class History(TypedDict):
    """All events of a finished game; `totals` has each event that changed the game, and each player's gold after it."""

    events: list[TableEvent]
    totals: list[tuple[int, list[int]]]


class TurnSummary(TypedDict):
    """A turn of a finished game: where its player built, and every player's gold by source after it.

    `seq` is the number of its last event.
    """

    turn: int
    seat: int
    seq: int
    hexes: list[int]
    gold: list[list[int]]


class DecisiveTurn(TypedDict):
    """A turn that changed the difference between the winner and the best opponent, and the board after it."""

    turn: int
    change: int
    contents: BoardContents


class Summary(TypedDict):
    """The course of a finished game; `sources` are the sources of gold, in the order of each list in `gold`.

    `beginning` is every player's gold before the first turn: a card may pay players who have built nothing.
    `rival` is the best opponent of the winner. Of players with equal gold, the first in the order of the seats.
    """

    sources: list[str]
    beginning: list[list[int]]
    turns: list[TurnSummary]
    winner: int
    rival: int
    decisive: list[DecisiveTurn]


# Tools


class PlayerScore(TypedDict):
    """A player's gold in a position, in total and by source, and how many pieces are left, by field."""

    total: int
    lines: list[ScoreLine]
    left: dict[str, int]


class ScoredPosition(BoardMap):
    """The score of a position file, its board, and the position with all fields.

    `places` are the hexes of the board that may have a piece or mark, by field, whether they are free or not.
    """

    players: list[PlayerScore]
    places: dict[str, list[int]]
    position: PositionDocument
    contents: BoardContents


class SectionMap(TypedDict):
    """A board section or a side of the Island; `locations` are the tiles by their digits in `rows`."""

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
    """What can be chosen for a new table, and the number of every named answer.

    The cards of `common_sets` are in every game. `removed_cards` are the cards that a set-up option leaves out.
    `fields` are the fields of position files that matter for a score, `card_terrains` the terrains of terrain cards.
    `hint_seconds` is how long the server thinks about a hint at most.
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
    hint_seconds: float
    phrases: list[str]
    options: dict[str, int]


class Notice(TypedDict):
    """What the operator of the server tells everybody, in each language."""

    en: str
    fr: str


class Notices(TypedDict):
    """What everybody is told now; null if it is nothing."""

    notice: Notice | None


# Messages over a WebSocket


class SocketSnapshot(Snapshot):
    """The first message on a socket."""

    type: Literal["snapshot"]


class SocketUpdate(TypedDict):
    """The events since the last message, and the view after them."""

    type: Literal["update"]
    events: list[TableEvent]
    view: View | None


class SocketTable(TypedDict):
    """The table, after its seats, its status or who is connected has changed."""

    type: Literal["table"]
    table: Table


class SocketAck(TypedDict):
    """The command with this id is stored as this event."""

    type: Literal["ack"]
    id: str
    seq: int


class SocketError(ErrorDetail):
    """A message was rejected; `id` is the id of that message, null if it cannot be read."""

    type: Literal["error"]
    id: str | None


class SocketReason(TypedDict):
    """Why a hex is not offered; `reason` is null if it is offered."""

    type: Literal["why_not"]
    hex: int
    reason: Reason | None


class SocketPreview(TypedDict):
    """What an answer would change; `preview` is null if the answer is not legal now."""

    type: Literal["preview"]
    answer: int
    preview: Preview | None


class SocketNotice(Notices):
    """What the operator of the server tells everybody has changed."""

    type: Literal["notice"]


ServerMessage = (
    SocketSnapshot | SocketUpdate | SocketTable | SocketAck | SocketError | SocketReason | SocketPreview | SocketNotice
)
"""Every message of a host over a socket."""
