"""Commands: requested changes of a table. `decide` turns one into an event or rejects it.

Every command of a client has a message id. The same id again is the same message again; the host drops it.
The server's own commands have none.
"""

from __future__ import annotations

from dataclasses import dataclass

from kingdom_builder.table.events import Actor, Event, EventKind, LinkKind
from kingdom_builder.table.options import SetupOptions
from kingdom_builder.table.state import Seat, TableOptions, TableState


@dataclass(frozen=True, kw_only=True)
class Command:
    """The base of all commands; `by` says who gives it."""

    message_id: str | None = None
    by: Actor = Actor.PLAYER

    def is_from_sender_of(self, event: Event, state: TableState) -> bool:
        """Return whether an earlier event with the same message id has the same sender."""
        return False


@dataclass(frozen=True, kw_only=True)
class SeatCommand(Command):
    """A command of a seat."""

    seat: int

    def is_from_sender_of(self, event: Event, state: TableState) -> bool:
        """Return whether the event is of the same seat."""
        return event.seat == self.seat


@dataclass(frozen=True, kw_only=True)
class Answer(SeatCommand):
    """Answer the question; `seen_seq` is the last event that the sender has seen."""

    seen_seq: int
    answer: int


@dataclass(frozen=True, kw_only=True)
class Undo(SeatCommand):
    """Undo the last answer, or the whole turn as far as possible."""

    seen_seq: int
    whole_turn: bool = False


@dataclass(frozen=True, kw_only=True)
class PassTurn(SeatCommand):
    """Pass every question to this seat in the current turn of another player."""

    seen_seq: int


@dataclass(frozen=True, kw_only=True)
class Say(SeatCommand):
    """Send a chat message: a text, or one of the phrases that exist in every language."""

    text: str | None = None
    phrase: str | None = None


@dataclass(frozen=True, kw_only=True)
class Rename(SeatCommand):
    """Change the name shown at a seat."""

    name: str


@dataclass(frozen=True, kw_only=True)
class Revoke(SeatCommand):
    """Free a seat before the game: its holder has no access any more, and anybody with the invite may take it."""


@dataclass(frozen=True, kw_only=True)
class HandOver(SeatCommand):
    """Let a bot play a seat from now on, because its holder or the creator of the table wants it."""

    person: str


@dataclass(frozen=True, kw_only=True)
class Vote(SeatCommand):
    """Accept or refuse the person who asks for a free seat; `request` is the number of the request's event."""

    request: int
    accept: bool


@dataclass(frozen=True, kw_only=True)
class MoveSeat(SeatCommand):
    """Give a seat to another device; rejected if there is an event after `seen_seq`."""

    person: str
    seen_seq: int


@dataclass(frozen=True, kw_only=True)
class ChangeCredentials(SeatCommand):
    """Record that the tokens or links of a seat change; what changes is stored beside the event.

    `adding`: one is added, so the seat must be held by a person.
    """

    adding: bool

    def is_from_sender_of(self, event: Event, state: TableState) -> bool:
        """Return whether the event is a change of the credentials of the same seat."""
        return event.kind is EventKind.KEYS and event.seat == self.seat


@dataclass(frozen=True, kw_only=True)
class UseHint(SeatCommand):
    """Record that a seat gets a hint in a daily challenge that counts."""


@dataclass(frozen=True, kw_only=True)
class Resume(Command):
    """Continue an archived game, because of the player at a seat or because of a spectator."""

    seat: int | None = None


@dataclass(frozen=True, kw_only=True)
class TimeOut(SeatCommand):
    """The time of a seat has run out."""

    seen_seq: int


@dataclass(frozen=True, kw_only=True)
class TakeSeat(Command):
    """Take a free seat before the game, any or a specific one."""

    person: str
    name: str = ""
    wanted: int | None = None

    def is_from_sender_of(self, event: Event, state: TableState) -> bool:
        """Return whether the event says that the same person has joined."""
        return event.kind is EventKind.JOINED and event.value["person"] == self.person


@dataclass(frozen=True, kw_only=True)
class RequestSeat(Command):
    """Ask for a seat that a bot keeps, any or a specific one.

    `present` are the seats whose players are connected; all of them must accept within `seconds`.
    """

    person: str
    present: frozenset[int]
    seconds: float
    name: str = ""
    wanted: int | None = None

    def is_from_sender_of(self, event: Event, state: TableState) -> bool:
        """Return whether the event is a request of the same person."""
        return event.kind is EventKind.REQUESTED and event.value["person"] == self.person


@dataclass(frozen=True, kw_only=True)
class Lapse(Command):
    """End a request for a seat: its time is over."""

    request: int


@dataclass(frozen=True, kw_only=True)
class Watch(Command):
    """Record that a person watches the table."""

    person: str


@dataclass(frozen=True, kw_only=True)
class CloseTable(Command):
    """End the table without a result, because its creator wants it, or the server's operator (`person` is None)."""

    person: str | None

    def is_from_sender_of(self, event: Event, state: TableState) -> bool:
        """Return whether the event is the end by the same person."""
        sender = None if event.by is Actor.OPERATOR else state.creator
        return event.kind is EventKind.CLOSED and sender == self.person


@dataclass(frozen=True, kw_only=True)
class RenewLink(Command):
    """Replace a link of the table by one with another code, because its creator wants it."""

    person: str
    link: LinkKind
    code: str

    def is_from_sender_of(self, event: Event, state: TableState) -> bool:
        """Return whether the event is the renewal of the same link by the same person."""
        return event.kind is EventKind.RENEWED and event.value["link"] == self.link and state.creator == self.person


@dataclass(frozen=True, kw_only=True)
class Start(Command):
    """Start without waiting: open seats become bots of the level `fill`, or are removed."""

    person: str
    fill: str | None = None

    def is_from_sender_of(self, event: Event, state: TableState) -> bool:
        """Return whether the event is the start by the same person."""
        return event.kind is EventKind.STARTED and state.creator == self.person


@dataclass(frozen=True, kw_only=True)
class StartIfFull(Command):
    """Start because all seats are taken."""


@dataclass(frozen=True, kw_only=True)
class Rematch(Command):
    """Record the next table of the same players."""

    person: str
    table: str
    invite: str

    def is_from_sender_of(self, event: Event, state: TableState) -> bool:
        """Return whether the event is a rematch by the same person."""
        seat = event.seat
        return event.kind is EventKind.REMATCH and seat is not None and state.seats[seat].person == self.person


@dataclass(frozen=True, kw_only=True)
class Archive(Command):
    """Archive a game that nobody plays."""


@dataclass(frozen=True, kw_only=True)
class CreateTable(Command):
    """Create a table. The host chooses id, codes and seeds.

    With `record`, the set-up of another game, none is drawn; `answers` are the first ones of the game.
    """

    table: str
    invite: str
    watch: str
    person: str
    seats: tuple[Seat, ...]
    options: TableOptions
    listed: bool
    seed: int
    deck_seed: int
    record: str | None = None
    answers: tuple[int, ...] = ()

    @property
    def setup(self) -> SetupOptions:
        """The options of the set-up."""
        return self.options.setup
