"""The history of a game whose cards the caller draws, played in the compiled kernel; the same as `ChanceHistory`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from typing import Any, TypeAlias

from kingdom_builder import kernel
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.setup import Setup
from kingdom_builder.env.chance_history import ChanceHistory, ChanceOutcomeNeeded
from kingdom_builder.kernel.games import setup_capsule

KernelGame = Any
History: TypeAlias = "ChanceHistory | KernelChanceHistory"


def new_history(setup: Setup) -> History:
    """Return a history before the deal, in the kernel if it can play the game."""
    if kernel.available():
        with suppress(NotImplementedError):
            return KernelChanceHistory(setup)
    return ChanceHistory(setup)


def _replayed(setup: Setup, events: tuple[int, ...]) -> History:
    history = new_history(setup)
    for event in events:
        history.apply(event)
    return history


class KernelChanceHistory:
    """The events of a game so far, and its position in the kernel.

    What only Python knows, such as what each player has seen, comes from a `ChanceHistory` of the same events, which
    is brought up to date when it is needed.
    """

    def __init__(self, setup: Setup) -> None:
        """Begin before the deal; NotImplementedError if the kernel cannot play the game."""
        self.setup = setup
        self.events: tuple[int, ...] = ()
        self.needed: ChanceOutcomeNeeded | None = None
        self.kernel_game: KernelGame | None = None
        self._capsule = setup_capsule(setup)
        self._pending: int | None = None
        self._dealt = b""
        self._python: ChanceHistory | None = None
        self._continue()

    def __deepcopy__(self, memo: dict[int, Any]) -> KernelChanceHistory:
        """Share what never changes."""
        new = KernelChanceHistory.__new__(KernelChanceHistory)
        new.__dict__.update(self.__dict__)
        new._python = deepcopy(self._python)
        return new

    def __reduce__(self) -> tuple[Callable[..., History], tuple[Setup, tuple[int, ...]]]:
        """Pickle the events."""
        return _replayed, (self.setup, self.events)

    def apply(self, event: int) -> None:
        """Play an answer, or draw a card."""
        if self.needed is None:
            self._pending = event
        else:
            self._dealt += bytes((event,))
        self._continue()
        self.events += (event,)

    def _continue(self) -> None:
        """Play the pending answer if all its draws are known; otherwise find the next one that is needed."""
        if self.kernel_game is None:
            after = kernel.native().deal(self._capsule, self._dealt)
        else:
            after = self.kernel_game.after(self._pending, self._dealt)
        if isinstance(after, tuple):
            pile, shuffle = after
            self.needed = ChanceOutcomeNeeded(tuple(pile), shuffle)
            return
        self.kernel_game = after
        self._pending = self.needed = None
        self._dealt = b""

    @property
    def is_dealt(self) -> bool:
        """Whether all players have their first cards."""
        return self.kernel_game is not None

    @property
    def to_play(self) -> int | None:
        """The seat that has to answer; None before the deal and when the game is over."""
        return None if self.kernel_game is None else self.kernel_game.to_play

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.needed is None and self.kernel_game is not None and self.kernel_game.over

    def legal_answers(self) -> list[int]:
        """Return the legal answers in the order of their numbers."""
        return [] if self.kernel_game is None else sorted(self.kernel_game.legal_answers())

    def scores(self) -> list[int]:
        """Return every player's score for the current board."""
        assert self.kernel_game is not None
        return self.kernel_game.scores()  # type: ignore[no-any-return]

    @property
    def game(self) -> Game | None:
        """The game in Python, None before the deal."""
        return self._in_python().game

    @property
    def seen(self) -> list[str]:
        """What each player has seen."""
        return self._in_python().seen

    def closed(self, player: int) -> list[list[int]]:
        """Return for each seat the events that drew the cards in hand which this player cannot see."""
        return self._in_python().closed(player)

    def known_closed(self, player: int) -> tuple[list[int], list[int]]:
        """Return the kinds of the closed cards that were drawn before the last shuffle, and how many each seat has."""
        return self._in_python().known_closed(player)

    def redealt(self, player: int, uniform: Callable[[], float]) -> tuple[int, ...]:
        """Return the events of a random history that this player cannot distinguish from this one."""
        return self._in_python().redealt(player, uniform)

    def _in_python(self) -> ChanceHistory:
        if self._python is None:
            self._python = ChanceHistory(self.setup)
        for event in self.events[len(self._python.events) :]:
            self._python.apply(event)
        return self._python
