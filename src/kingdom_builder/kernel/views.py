"""What a bot that plans its turns reads of a game of the kernel, in place of `engine.view.View`."""

from __future__ import annotations

from typing import Any, NamedTuple, NoReturn

from kingdom_builder.kernel import native

_BUILT_THIS_TURN, _PLAYERS, _TILES, _USED = 13, 26, 8, 3
"""Where `position_values` has what has been built in this turn, the players, their tiles, and whether one is used."""


class KernelTurn(NamedTuple):
    """The state of the turn: the fields of `TurnView` that planning needs."""

    active: int
    built_this_turn: int


class KernelTile(NamedTuple):
    """A location tile of a player."""

    used: bool


class KernelPlayer(NamedTuple):
    """The location tiles of a player."""

    tiles: tuple[KernelTile, ...]


class KernelView:
    """The view of a game of the kernel for one seat, always of its current state."""

    def __init__(self, game: Any, setup: Any, seat: int) -> None:
        """Take a game of the kernel and its set-up there."""
        self.seat = seat
        self._game, self._setup = game, setup

    def legal_answers(self) -> list[int]:
        """Return the legal answers of the seat that has to answer."""
        answers: list[int] = self._game.legal_answers()
        return answers

    @property
    def turn(self) -> int:
        """The number of turns played."""
        turn: int = self._game.turn
        return turn

    @property
    def turn_view(self) -> KernelTurn:
        """The state of the turn."""
        return KernelTurn(self._game.active, self._game.values()[_BUILT_THIS_TURN])

    @property
    def players(self) -> tuple[KernelPlayer, ...]:
        """The tiles of the players."""
        return tuple(
            [
                KernelPlayer(tuple([KernelTile(tile[_USED]) for tile in player[_TILES]]))
                for player in self._game.values()[_PLAYERS]
            ]
        )

    def sampled(self, seed: int) -> tuple[Any, Any]:
        """Return the set-up, and a copy of the game with other cards in place of those hidden from the seat."""
        copy = self._game.copy()
        native().sample(copy, self.seat, seed)
        return self._setup, copy

    def sample(self, seed: int) -> NoReturn:
        """Raise NotImplementedError: a bot searches in such a game of the engine where the kernel cannot."""
        raise NotImplementedError("a search has reached a limit of the kernel")
