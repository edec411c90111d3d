"""Events: what has happened at a table, numbered from 1. The events of a table are all that is known of it.

An event holds everything that `evolve` needs, also what is secret; `views.public_event` picks what is public.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NotRequired, TypedDict


class EventKind(StrEnum):
    """The kind of an event."""

    __hash__ = str.__hash__  # every event is looked up in several tables, and that of `Enum` is slow

    CREATED = "created"
    JOINED = "joined"
    RENAMED = "renamed"
    REVOKED = "revoked"
    MOVED = "moved"
    KEYS = "keys"
    STARTED = "started"
    ANSWER = "answer"
    UNDO = "undo"
    CHAT = "chat"
    PHRASE = "phrase"
    PASSING = "passing"
    TIMEOUT = "timeout"
    REMATCH = "rematch"
    ARCHIVED = "archived"
    RESUMED = "resumed"
    HANDED_OVER = "handed_over"
    REQUESTED = "requested"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    LAPSED = "lapsed"
    WATCHED = "watched"
    CLOSED = "closed"
    RENEWED = "renewed"
    REDACTED = "redacted"
    HINTED = "hinted"


class Actor(StrEnum):
    """Who caused an event: a player, a bot at its own seat, the server for a player who is late, or its operator."""

    PLAYER = "player"
    BOT = "bot"
    CLOCK = "clock"
    OPERATOR = "operator"


class LinkKind(StrEnum):
    """A link of a table: to take a seat, or to watch."""

    INVITE = "invite"
    WATCH = "watch"


class SeatKind(StrEnum):
    """Who holds a seat."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


class TableStatus(StrEnum):
    """The status of a table. `stopped`: the present rules do not allow one of its stored moves."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    ARCHIVED = "archived"
    CLOSED = "closed"
    STOPPED = "stopped"


CHANGES_QUESTION = frozenset({EventKind.ANSWER, EventKind.UNDO, EventKind.STARTED})
"""Events after which the question may change."""

CHANGES_TABLE = frozenset(
    {
        EventKind.CREATED,
        EventKind.JOINED,
        EventKind.RENAMED,
        EventKind.REVOKED,
        EventKind.MOVED,
        EventKind.STARTED,
        EventKind.ARCHIVED,
        EventKind.RESUMED,
        EventKind.HANDED_OVER,
        EventKind.REQUESTED,
        EventKind.ACCEPTED,
        EventKind.REFUSED,
        EventKind.LAPSED,
        EventKind.CLOSED,
        EventKind.RENEWED,
        EventKind.REDACTED,
        EventKind.HINTED,
    }
)
"""Events that change what is shown of the table itself: its seats, its links, its status or who asks for a seat."""

CHANGES_CONSENT = frozenset(
    {EventKind.HANDED_OVER, EventKind.REQUESTED, EventKind.ACCEPTED, EventKind.REFUSED, EventKind.LAPSED}
)
"""Events about a seat that is handed to a bot, or that a new person asks for."""

CHANGES_ACCESS = frozenset(
    {EventKind.REVOKED, EventKind.MOVED, EventKind.KEYS, EventKind.HANDED_OVER, EventKind.RENEWED}
)
"""Events that may end a person's access to a seat, or that of the spectators."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened. `value` depends on the kind: see the classes below; it is plain JSON.

    `time` is the wall clock in seconds since 1970.
    """

    seq: int
    kind: EventKind
    seat: int | None
    by: Actor
    value: Any
    message_id: str | None
    time: float


# The value of an `answer` is the answer's number, that of an `undo` the number of undone answers.


class SeatValue(TypedDict):
    """A seat as `created` and `started` store it."""

    kind: str
    person: str | None
    level: str | None
    name: str


class DailyValue(TypedDict):
    """The daily challenge that a table plays, as `created` stores it."""

    day: str
    number: int
    practice: bool


class OptionsValue(TypedDict):
    """The options of a table as `created` stores them; `setup` has those of the set-up, by name.

    `played_on`: the game is another one that is played on, so its cards and its first answers are those of that one.
    """

    setup: dict[str, Any]
    start_when_full: bool
    running_score: bool
    turn_seconds: int | None
    reaction_seconds: int | None
    daily: NotRequired[DailyValue]
    played_on: NotRequired[bool]


class CreatedValue(TypedDict):
    """All values of a new table. `setup` is a record without answers; it holds the secret deck."""

    table: str
    invite: str
    watch: str
    creator: str
    listed: bool
    options: OptionsValue
    setup: str
    rules: int
    seats: list[SeatValue]


class JoinedValue(TypedDict):
    """Who has taken a seat; `person` is an opaque id."""

    name: str
    person: str | None


class RenamedValue(TypedDict):
    """The new name."""

    name: str


class MovedValue(TypedDict):
    """Whose seat it is now."""

    person: str | None


class HandedOverValue(TypedDict):
    """A seat that a bot plays from now on: the bot's level, and the name of the person who held the seat.

    `actor` is the seat of the person who did it; None for a creator without a seat.
    """

    level: str
    name: str
    actor: int | None


class RequestedValue(TypedDict):
    """A person who asks for a free seat; `asked` are the seats of the players who must accept within `seconds`."""

    person: str
    name: str
    asked: list[int]
    seconds: float


class VoteValue(TypedDict):
    """The request that a player has accepted or refused, or that has lapsed, by the number of its event."""

    request: int


class WatchedValue(TypedDict):
    """Who watches the table."""

    person: str


class RenewedValue(TypedDict):
    """The link that the creator has replaced, and its new code."""

    link: str
    code: str


class StartedValue(TypedDict):
    """The seats the game is played with, and the new set-up if there are fewer than the table was made for."""

    seats: list[SeatValue]
    setup: str | None


class ChatValue(TypedDict):
    """A chat message with the player's own text; None if the player has deleted it."""

    text: str | None


class RedactedValue(TypedDict):
    """The numbers of the events from which the names and the chat of a person were deleted."""

    events: list[int]


class PhraseValue(TypedDict):
    """A chat message with one of the phrases that exist in every language."""

    phrase: str


class RematchValue(TypedDict):
    """The next table of the same players; spectators do not get the invite."""

    table: str
    invite: str
