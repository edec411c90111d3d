"""The messages of clients (docs/protocol.md) as pydantic models, and the commands they become: tables and seats.

Validation is strict: an unknown field or a value of another type is an error. A message that changes something has an
id; a message with the same id is a repetition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, create_model

from kingdom_builder.bots import OPPONENTS
from kingdom_builder.sets.draft import OptionKind
from kingdom_builder.setup.builder import ALL_SETS, PLAYERS
from kingdom_builder.setup.options import set_options
from kingdom_builder.table import commands, options
from kingdom_builder.table.events import LinkKind

MINUTE, DAY = 60, 24 * 60 * 60
LAST_SEQ = 2**31 - 1
MAX_SEATS = PLAYERS[-1]
TOKEN_DAYS = 90
"""How long a token can be used if no other time is chosen."""


class Request(BaseModel):
    """The base of all messages: strict, without unknown fields."""

    model_config = ConfigDict(strict=True, extra="forbid")


MessageId = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""A random text that the client chooses for each message."""

SeenSeq = Annotated[int, Field(ge=0, le=LAST_SEQ)]
"""The number of the last event that the sender has seen."""

SeatNumber = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
Name = Annotated[str, Field(max_length=200)]
Word = Annotated[str, Field(max_length=40)]
Words = Annotated[list[Word], Field(max_length=12)]
if TYPE_CHECKING:  # made from lists that a type checker cannot follow
    SetName: TypeAlias = str
    Level: TypeAlias = str
else:
    SetName, Level = Literal[tuple(ALL_SETS)], Literal[OPPONENTS]


class CommandRequest(Request):
    """The base of all messages that change something; also the message of a request that needs only an id."""

    id: MessageId


class GeneralSetupOptions(Request):
    """The set-up options that no set declares."""

    first_game: bool = False
    sets: Annotated[list[SetName], Field(max_length=len(ALL_SETS))] = ["base"]
    sections: Words = []
    cards: Words = []
    start: SeatNumber | None = None
    two_cards: bool = False
    without_lords: bool = False
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None

    def options(self) -> options.SetupOptions:
        """Return the options without the seed."""
        return options.SetupOptions.from_dict(self.model_dump(exclude={"seed"}))


_TYPES: dict[OptionKind, Any] = {
    OptionKind.FLAG: (bool, False),
    OptionKind.NUMBER: (int | None, None),
    OptionKind.NAME: (Word | None, None),
    OptionKind.NAMES: (Words, []),
    OptionKind.HEXES: (Words, []),
}
"""The type and the default of an option that a set declares."""

if TYPE_CHECKING:  # made from the declarations of the sets, which a type checker cannot follow
    SetupOptions: TypeAlias = GeneralSetupOptions
else:
    SetupOptions = create_model(
        "SetupOptions",
        __base__=GeneralSetupOptions,
        __module__=__name__,
        __doc__="The options of a set-up, as for `kingdom-builder new`; what is not chosen is drawn.",
        **{option.name: _TYPES[option.kind] for option in set_options()},
    )


class SetupRequest(Request):
    """Draw a set-up, to show it before a table is created with it."""

    players: Annotated[int, Field(ge=PLAYERS[0], le=PLAYERS[-1])]
    setup: SetupOptions = Field(default_factory=SetupOptions)


class SeatRequest(Request):
    """Who gets a seat: the creator (also several seats, on one device), a bot, or anybody with the invite."""

    kind: Literal["me", "bot", "open"]
    name: Name = ""
    level: Level | Word | None = None
    """A level, or the name of a bot that the operator of the server offers."""


class CreateTableRequest(CommandRequest):
    """Create a table."""

    seats: Annotated[list[SeatRequest], Field(min_length=PLAYERS[0], max_length=MAX_SEATS)]
    setup: SetupOptions = Field(default_factory=SetupOptions)
    listed: bool = False
    start_when_full: bool = True
    running_score: bool = True
    turn_seconds: Annotated[int, Field(ge=10, le=30 * DAY)] | None = None
    reaction_seconds: Annotated[int, Field(ge=5, le=DAY)] | None = MINUTE
    tokens: bool = False


class DailyRequest(CommandRequest):
    """Begin the daily challenge of a date, or continue it; `practice`: once more, without a result that counts."""

    name: Name = ""
    practice: bool = False


class PlayOnRequest(CommandRequest):
    """Play a finished game on against bots, at a seat of it and after so many of its answers."""

    seat: SeatNumber
    answers: Annotated[int, Field(ge=0, le=LAST_SEQ)]
    name: Name = ""


class TakeSeatRequest(CommandRequest):
    """Take a free seat at a table, any or a specific one."""

    name: Name = ""
    seat: SeatNumber | None = None
    token: bool = False

    def command(self, person: str) -> commands.TakeSeat:
        """Return the command of a person."""
        return commands.TakeSeat(message_id=self.id, person=person, name=self.name, wanted=self.seat)


class AskForSeatRequest(CommandRequest):
    """Ask for a seat that a bot keeps during the game, any or a specific one."""

    name: Name = ""
    seat: SeatNumber | None = None

    def command(self, person: str, present: frozenset[int], seconds: float) -> commands.RequestSeat:
        """Return the command of a person; the players at the seats `present` must accept within some seconds."""
        return commands.RequestSeat(
            message_id=self.id, person=person, present=present, seconds=seconds, name=self.name, wanted=self.seat
        )


class VoteRequest(CommandRequest):
    """Accept or refuse the person who asks for a seat; `request` is the number of the request's event."""

    request: SeenSeq
    accept: bool

    def command(self, seat: int) -> commands.Vote:
        """Return the command of a seat."""
        return commands.Vote(message_id=self.id, seat=seat, request=self.request, accept=self.accept)


class RenameRequest(CommandRequest):
    """Change the name shown at a seat."""

    name: Name

    def command(self, seat: int) -> commands.Rename:
        """Return the command of a seat."""
        return commands.Rename(message_id=self.id, seat=seat, name=self.name)


class StartRequest(CommandRequest):
    """Start without waiting: open seats are filled with bots of the level `fill`, or removed without one."""

    fill: Level | Word | None = None

    def command(self, person: str) -> commands.Start:
        """Return the command of a person."""
        return commands.Start(message_id=self.id, person=person, fill=self.fill)


class RenewLinkRequest(CommandRequest):
    """Replace a link of a table: the old one does not work any more."""

    link: Literal["invite", "watch"]

    def command(self, person: str, code: str) -> commands.RenewLink:
        """Return the command of a person."""
        return commands.RenewLink(message_id=self.id, person=person, link=LinkKind(self.link), code=code)


class TokenRequest(CommandRequest):
    """Create a bearer token for a seat."""

    label: Name = ""
    days: Annotated[int, Field(ge=1, le=365)] = TOKEN_DAYS
