"""What clients may say: every message to the server (docs/protocol.md), over a socket and over HTTP.

They are read strictly: no unknown field, no text where a number belongs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from kingdom_builder.bots import BOTS
from kingdom_builder.engine.answers import ANSWERS
from kingdom_builder.setup.builder import ALL_SETS, PLAYERS

PHRASES = ("hello", "good_luck", "nice_move", "well_played", "thinking", "sorry", "one_moment", "thanks", "rematch")
MINUTE, DAY = 60, 24 * 60 * 60
LONGEST_CHAT = 500
LONGEST_NAME = 30
LAST_NUMBER = 2**31 - 1


class Said(BaseModel):
    """The base of what clients say: strict, nothing unknown."""

    model_config = ConfigDict(strict=True, extra="forbid")


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
    reaction_seconds: Annotated[int, Field(ge=5, le=DAY)] | None = MINUTE
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
