"""Placing one or more things other than settlements, each as the answer to a question of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kingdom_builder.engine.actions.base import (
    Action,
    CountFrame,
    LegalAnswers,
    pop_frame,
    push_frame,
    replace_frame,
)
from kingdom_builder.engine.answers import HEX_OF_ANSWER, STOP
from kingdom_builder.engine.position import Position


@dataclass(frozen=True)
class Place(Action[CountFrame]):
    """Place up to `most` things; all but the first may be left out."""

    most: ClassVar[int]

    def place(self, pos: Position, h: int) -> None:
        """Place one on a hex."""
        raise NotImplementedError

    def start(self, pos: Position, seat: int) -> None:
        """Ask for the first hex."""
        push_frame(pos, CountFrame(self.number, seat))

    def legal(self, pos: Position, frame: CountFrame) -> LegalAnswers:
        """Return the targets; all but the first may be left out."""
        return self.targets(pos, frame.seat), (STOP,) if frame.done else ()

    def apply(self, pos: Position, frame: CountFrame, answer: int) -> None:
        """Place one and, if there can be another, ask for it."""
        number, seat, placed = frame
        if answer != STOP:
            self.place(pos, HEX_OF_ANSWER[answer])
            if placed + 1 < self.most and self.targets(pos, seat):
                replace_frame(pos, CountFrame(number, seat, placed + 1))
                return
        pop_frame(pos)
