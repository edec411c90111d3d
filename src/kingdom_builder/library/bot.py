"""What a bot of a user is."""

from __future__ import annotations

from typing import Protocol

from kingdom_builder.library.answer import AnswerLike
from kingdom_builder.library.view import View


class Bot(Protocol):
    """What plays for a seat: any object with this method. A class may take a seed and a `budget`."""

    def answer(self, view: View) -> AnswerLike:
        """Return one of the answers that the view offers, by its number or its name."""
        ...
