"""What one seat may see, for bots."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from kingdom_builder.engine import view as engine
from kingdom_builder.engine.actions.base import LegalAnswers
from kingdom_builder.engine.question import Question
from kingdom_builder.library.public_state import PublicState
from kingdom_builder.library.values import card_names

if TYPE_CHECKING:
    from kingdom_builder.library.game import Game


class View(PublicState):
    """What one seat may see: everything public and its own hand (R0.23). It always shows the current state.

    >>> from kingdom_builder import new_game
    >>> view = new_game(7).view(0)
    >>> view.seat, len(view.hand)
    (0, 1)
    """

    __slots__ = ("_view",)

    def __init__(self, view: engine.View) -> None:
        """Wrap the engine's view; `Game.view` returns views."""
        self._view = view
        self._game = engine.whole_game(view)

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        return self._view.seat

    @property
    def hand(self) -> tuple[str, ...]:
        """The seat's own terrain cards, such as `grass` or `swamp/grass`."""
        return card_names(self._view.hand)

    def sample(self, seed: int) -> Game:
        """Return a whole game that looks the same from this seat, the hidden cards dealt at random.

        The hidden cards of the real game have no influence on it. A bot plays on in it to look ahead.
        """
        from kingdom_builder.library.game import Game

        try:
            number = operator.index(seed)
        except TypeError:
            raise TypeError(f"seed: expected a whole number, not {seed!r}") from None
        return Game(self._view.sample(number))

    def _asked(self) -> Question | None:
        return self._view.question

    def _legal(self) -> LegalAnswers:
        return self._view.legal()

    def _shown_hands(self) -> tuple[tuple[str, ...] | None, ...]:
        return tuple(self.hand if seat == self.seat else None for seat in self.seats)

    def __eq__(self, other: object) -> bool:
        """Compare everything that the seats may know."""
        return isinstance(other, View) and self._view == other._view

    __hash__ = None  # type: ignore[assignment]  # its values change with the game

    def __repr__(self) -> str:
        """Return in a few words where the game stands."""
        return f"<View of seat {self.seat}: {self._summary()}>"

    def __reduce__(self) -> tuple[type[View], tuple[Any, ...]]:
        """Pickle without hidden information."""
        return View, (self._view,)


def engine_view(view: View) -> engine.View:
    """Return the engine's view that a view wraps, for other packages of the project."""
    return view._view
