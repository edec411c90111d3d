"""Step 1 of a move: the commands and queries of a seat as pydantic models, over HTTP and over a WebSocket.

`requests.py` has the messages about tables and seats, and the rules that hold for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, TypeAdapter

from kingdom_builder.engine.answers import ANSWERS, FIRST_OPTION
from kingdom_builder.server.requests import LAST_SEQ, CommandRequest, Request, SeatNumber, SeenSeq
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.table import commands
from kingdom_builder.table.names import MAX_CHAT

PHRASES = ("hello", "good_luck", "nice_move", "well_played", "thinking", "sorry", "one_moment", "thanks", "rematch")
MAX_ANSWER_NAME = 40
MAX_TURN = 200
"""The most moves of a turn that is tried."""


def _answer_number(value: Any) -> Any:
    """Return the number of an answer that is given by its name; other values are checked by the types."""
    return REGISTRY.read_answer(value) if isinstance(value, str) and len(value) <= MAX_ANSWER_NAME else value


ReadAnswer = BeforeValidator(_answer_number, json_schema_input_type=int | str)
AnswerNumber = Annotated[int, ReadAnswer, Field(ge=0, lt=ANSWERS)]
"""An answer: its number, or its name such as `e5` or `end_turn`."""
HexNumber = Annotated[int, ReadAnswer, Field(ge=0, lt=FIRST_OPTION)]
"""A hex: its number as an answer, or its name."""
Text = Annotated[str, Field(min_length=1, max_length=MAX_CHAT)]
if TYPE_CHECKING:  # made from a list that a type checker cannot follow
    Phrase: TypeAlias = str
else:
    Phrase = Literal[tuple(PHRASES)]


class AnswerRequest(CommandRequest):
    """Answer the question."""

    seen_seq: SeenSeq
    answer: AnswerNumber

    def command(self, seat: int) -> commands.Answer:
        """Return the command of a seat."""
        return commands.Answer(message_id=self.id, seat=seat, seen_seq=self.seen_seq, answer=self.answer)


class HintRequest(Request):
    """How would a bot play on? `seconds` is how long it searches, as the server allows; null is a quick hint."""

    seconds: Annotated[float, Field(ge=1, le=600)] | None = None


class TurnRequest(Request):
    """The moves of a turn that is tried: answers, and what takes back the last of them or all.

    `preview` asks what an answer would do then, `why_not` why a hex is not offered.
    """

    moves: Annotated[
        list[AnswerNumber | Literal["undo", "undo_turn"]], Field(default_factory=list, max_length=MAX_TURN)
    ]
    preview: AnswerNumber | None = None
    why_not: HexNumber | None = None


class TryTurnRequest(TurnRequest):
    """Try a turn of a finished game again, at a seat and after so many answers of the game."""

    seat: SeatNumber
    answers: Annotated[int, Field(ge=0, le=LAST_SEQ)]


class PuzzleTurnRequest(Request):
    """A turn of a puzzle that is to be graded."""

    answers: Annotated[list[AnswerNumber], Field(max_length=MAX_TURN)]


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
