"""Games in the kernel, begun from a set-up or continued from a position of the Python engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from kingdom_builder.engine.board import Board
from kingdom_builder.engine.hooks import Rules
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.setup import Setup
from kingdom_builder.kernel import native
from kingdom_builder.kernel.convert import declaration_values, geometry_values, position_values, setup_values
from kingdom_builder.sets.registry import REGISTRY

Capsule = Any
"""A set-up in the kernel."""

_SEEDS = range(1 << 64)
"""The seeds of decks in the kernel; Python has others too."""


_NO_SEED = 0
_CANNOT = "the kernel cannot play games with this set-up"


class Sampled(NamedTuple):
    """A game in the kernel with dealt cards, and its set-up there."""

    setup: Capsule
    game: Any


class _Setups:
    """The set-ups of games that are in use, so that games on the same board are converted once."""

    def __init__(self) -> None:
        self._sets: object = None
        self._declarations: Capsule = None
        self._known: WeakKeyDictionary[Board, dict[tuple[Any, ...], tuple[Rules, Capsule | None]]] = WeakKeyDictionary()

    def find(self, setup: Setup, rules: Rules) -> Capsule | None:
        """Return the set-up in the kernel; None if the kernel cannot play it."""
        if self._sets is not REGISTRY.sets:
            self._begin()
        key = (
            id(rules),
            setup.players,
            setup.start,
            setup.two_cards,
            setup.swamp_cards,
            setup.removed_terrain,
            setup.orders,
            tuple(setup.nomad_tiles.items()),
            tuple(setup.parts.items()),
        )
        known = self._known.setdefault(setup.board, {})
        if key not in known:
            known[key] = rules, self._converted(setup, rules)
        return known[key][1]

    def _begin(self) -> None:
        """Pass the tables of the engine and of all sets; a test may have added a set."""
        native().geometry(geometry_values())
        self._declarations = native().declarations(declaration_values(REGISTRY))
        self._sets = REGISTRY.sets
        self._known.clear()

    def _converted(self, setup: Setup, rules: Rules) -> Capsule | None:
        try:
            return native().setup(self._declarations, setup_values(setup, rules))
        except NotImplementedError:
            return None


_setups = _Setups()


def supports(game: Position) -> bool:
    """Return whether the kernel can play games with this set-up."""
    return game.setup.deck_seed in _SEEDS and _setups.find(game.setup, game.rules) is not None


def setup_of(game: Position) -> Capsule:
    """Return the set-up of a game in the kernel; NotImplementedError if the kernel cannot play it."""
    return _found(game.setup, game.rules)


def load(game: Position) -> Any:
    """Return the same game in the kernel; NotImplementedError if the kernel cannot play it."""
    return native().load(setup_of(game), position_values(game))


def sampled(game: Position, seat: int, seed: int) -> Sampled:
    """Return the game of `View.sample` in the kernel; NotImplementedError if the kernel cannot play it.

    What is hidden from the seat has no influence: the seed of the deck and the known shuffles are not passed on, and
    `sample` replaces the draw pile and the other hands.
    """
    hidden = replace(game.setup, orders=()) if game.setup.orders else game.setup
    setup = _setups.find(hidden, game.rules)
    if setup is None:
        raise NotImplementedError(_CANNOT)
    _, *values = position_values(game)
    found = native().load(setup, (_NO_SEED, *values))
    native().sample(found, seat, seed)
    return Sampled(setup, found)


def begin(setup: Setup) -> Any:
    """Return a new game in the kernel; NotImplementedError if the kernel cannot play it."""
    return native().begin(_found(setup, setup.rules), setup.deck_seed)


def random_bots(setup: Setup, seeds: Sequence[int]) -> tuple[int, int, list[int]]:
    """Let random bots with these seeds play a game; return decisions, turns and scores.

    Raise NotImplementedError if the kernel cannot play it.
    """
    played: tuple[int, int, list[int]]
    played = native().random_bots(_found(setup, setup.rules), setup.deck_seed, tuple(seeds))
    return played


def _found(setup: Setup, rules: Rules) -> Capsule:
    capsule = _setups.find(setup, rules) if setup.deck_seed in _SEEDS else None
    if capsule is None:
        raise NotImplementedError(_CANNOT)
    return capsule
