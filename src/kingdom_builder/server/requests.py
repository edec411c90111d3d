"""Step 1 of a move: the messages of clients (docs/protocol.md) as pydantic models, and the commands they become.

Validation is strict: an unknown field or a value of another type is an error. A message that changes something has an
id; a message with the same id is a repetition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, create_model

from kingdom_builder.bots import BOTS
from kingdom_builder.engine.answers import ANSWERS, FIRST_OPTION
from kingdom_builder.sets.draft import OptionKind
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import ALL_SETS, PLAYERS
from kingdom_builder.setup.options import set_options
from kingdom_builder.table import commands, options
from kingdom_builder.table.events import LinkKind
from kingdom_builder.table.names import MAX_CHAT

PHRASES = ("hello", "good_luck", "nice_move", "well_played", "thinking", "sorry", "one_moment", "thanks", "rematch")
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

MAX_ANSWER_NAME = 40


def _answer_number(value: Any) -> Any:
    """Return the number of an answer that is given by its name; other values are checked by the types."""
    return REGISTRY.read_answer(value) if isinstance(value, str) and len(value) <= MAX_ANSWER_NAME else value


ReadAnswer = BeforeValidator(_answer_number, json_schema_input_type=int | str)
AnswerNumber = Annotated[int, ReadAnswer, Field(ge=0, lt=ANSWERS)]
"""An answer: its number, or its name such as `e5` or `end_turn`."""
HexNumber = Annotated[int, ReadAnswer, Field(ge=0, lt=FIRST_OPTION)]
"""A hex: its number as an answer, or its name."""
SeatNumber = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
Text = Annotated[str, Field(min_length=1, max_length=MAX_CHAT)]
Name = Annotated[str, Field(max_length=200)]
Word = Annotated[str, Field(max_length=40)]
Words = Annotated[list[Word], Field(max_length=12)]
if TYPE_CHECKING:  # made from lists that a type checker cannot follow
    SetName: TypeAlias = str
    Level: TypeAlias = str
    Phrase: TypeAlias = str
else:
    SetName, Level, Phrase = Literal[tuple(ALL_SETS)], Literal[tuple(BOTS)], Literal[tuple(PHRASES)]


class EmptyRequest(Request):
    """An empty body, of a request that changes nothing."""


class CommandRequest(Request):
    """The base of all messages that change something; also the message of a request that needs only an id."""

    id: MessageId


# Commands and queries of a seat, over a WebSocket and over HTTP


class AnswerRequest(CommandRequest):
    """Answer the question."""

    seen_seq: SeenSeq
    answer: AnswerNumber

    def command(self, seat: int) -> commands.Answer:
        """Return the command of a seat."""
        return commands.Answer(message_id=self.id, seat=seat, seen_seq=self.seen_seq, answer=self.answer)


class UndoRequest(CommandRequest):
    """Undo the last answer, or the whole turn as far as possible."""

    seen_seq: SeenSeq
    whole_turn: bool = False

    def command(self, seat: int) -> commands.Undo:
        """Return the command of a seat."""
        return commands.Undo(message_id=self.id, seat=seat, seen_seq=self.seen_seq, whole_turn=self.whole_turn)


class PassRequest(CommandRequest):
    """Pass every question to this seat in the current turn of another player."""

    seen_seq: SeenSeq

    def command(self, seat: int) -> commands.PassTurn:
        """Return the command of a seat."""
        return commands.PassTurn(message_id=self.id, seat=seat, seen_seq=self.seen_seq)


class ChatRequest(CommandRequest):
    """Send a chat message: a text, or one of the phrases that exist in every language."""

    text: Text | None = None
    phrase: Phrase | None = None

    def command(self, seat: int) -> commands.Say:
        """Return the command of a seat."""
        return commands.Say(message_id=self.id, seat=seat, text=self.text, phrase=self.phrase)


class WhyNotRequest(Request):
    """Ask why a hex is not offered."""

    hex: HexNumber


class PreviewRequest(Request):
    """Ask what an answer would change."""

    answer: AnswerNumber


# The same over a WebSocket, with a type


class SocketAnswer(AnswerRequest):
    """Answer the question."""

    type: Literal["answer"]


class SocketUndo(UndoRequest):
    """Undo an answer or the turn."""

    type: Literal["undo"]


class SocketPass(PassRequest):
    """Pass every question in this turn."""

    type: Literal["pass"]


class SocketChat(ChatRequest):
    """Send a chat message."""

    type: Literal["chat"]


class SocketWhyNot(WhyNotRequest):
    """Ask why a hex is not offered."""

    type: Literal["why_not"]


class SocketPreviewRequest(PreviewRequest):
    """Ask what an answer would change."""

    type: Literal["preview"]


SocketCommand = SocketAnswer | SocketUndo | SocketPass | SocketChat
"""The messages over a WebSocket that become commands."""

ClientMessage = Annotated[
    SocketAnswer | SocketUndo | SocketPass | SocketChat | SocketWhyNot | SocketPreviewRequest,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# Tables and seats


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
