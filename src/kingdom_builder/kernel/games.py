"""Games in the kernel, begun from a set-up or continued from a position of the Python engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from kingdom_builder.engine.board import Board, BoardPart
from kingdom_builder.engine.hooks import Rules
from kingdom_builder.engine.player import SETTLEMENTS
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.view import View, whole_game
from kingdom_builder.kernel import native
from kingdom_builder.kernel.convert import (
    declaration_values,
    geometry_values,
    part_values,
    position_values,
    setup_values,
)
from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.registry import REGISTRY, EntriesInUse
from kingdom_builder.setup.builder import COMMON_SETS, new_setup

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


_PARTS_KEPT = 1024


class _Setups:
    """The set-ups of games that are in use, so that games on the same board are converted once."""

    def __init__(self) -> None:
        self._sets: object = None
        self._declarations: Capsule = None
        self._known: WeakKeyDictionary[Board, dict[tuple[Any, ...], tuple[Rules, Capsule | None]]] = WeakKeyDictionary()
        self._supported: dict[frozenset[str], bool] = {}
        self._parts: dict[int, tuple[BoardPart, Capsule]] = {}

    def find(self, setup: Setup, rules: Rules) -> Capsule | None:
        """Return the set-up in the kernel; None if the kernel cannot play it."""
        self.prepare()
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

    def prepare(self) -> None:
        """Pass the tables of the engine and of all sets, unless they are the same; a test may have added a set."""
        if self._sets is REGISTRY.sets:
            return
        native().geometry(geometry_values())
        self._declarations = native().declarations(declaration_values(REGISTRY))
        self._sets = REGISTRY.sets
        self._known.clear()
        self._supported.clear()
        self._parts.clear()

    def _converted(self, setup: Setup, rules: Rules) -> Capsule | None:
        try:
            parts = tuple([self.part(part) for part in setup.board.parts])
            return native().setup(self._declarations, setup_values(setup, rules, parts))
        except NotImplementedError:
            return None

    def supports_sets(self, sets: frozenset[str]) -> bool:
        """Return whether the kernel knows every entry of these sets, alone on a board of theirs."""
        self.prepare()
        if sets not in self._supported:
            self._supported[sets] = self._knows_all([s for s in REGISTRY.sets if s.id in sets or s.id in COMMON_SETS])
        return self._supported[sets]

    def _knows_all(self, sets: list[GameSet]) -> bool:
        entries = [entry for s in sets for entry in (*s.tiles, *s.nomad_tiles, *s.actions)]
        if not native().supports(self._declarations, tuple([entry.number for entry in entries])):
            return False
        nothing = EntriesInUse(frozenset(), (), (), (), ())
        in_use = [nothing._replace(tiles=frozenset((tile.number,))) for s in sets for tile in s.tiles]
        in_use += [nothing._replace(cards=(card.id,)) for s in sets for card in s.cards]
        in_use += [nothing._replace(tasks=(task.id,)) for s in sets for task in s.tasks]
        in_use += [nothing._replace(specials=(special.id,)) for s in sets for special in s.specials]
        sample = new_setup(0)
        return all(self._converted(sample, REGISTRY.compiled(some)) is not None for some in in_use)

    def part(self, part: BoardPart) -> Capsule:
        """Return a part of a board in the kernel; boards of the same sections share their parts."""
        found = self._parts.get(id(part))
        if found is None:
            if len(self._parts) >= _PARTS_KEPT:
                self._parts.clear()
            self._parts[id(part)] = found = part, native().board_part(part_values(part))
        return found[1]


_setups = _Setups()


def prepare() -> None:
    """Pass the tables of the engine and of all sets to the kernel, if that has not been done."""
    _setups.prepare()


def supports(game: Position) -> bool:
    """Return whether the kernel can play games with this set-up."""
    return game.setup.deck_seed in _SEEDS and _setups.find(game.setup, game.rules) is not None


def supports_sets(sets: Iterable[str]) -> bool:
    """Return whether the kernel can play all games with these sets."""
    return _setups.supports_sets(frozenset(sets))


def setup_of(game: Position) -> Capsule:
    """Return the set-up of a game in the kernel; NotImplementedError if the kernel cannot play on from there."""
    return _found(game.setup, game.rules)


def load(game: Position) -> Any:
    """Return the same game in the kernel; NotImplementedError if the kernel cannot play it."""
    return native().load(setup_of(game), position_values(game))


def sampled(view: View, seed: int) -> Sampled:
    """Return the game of `View.sample` in the kernel; NotImplementedError if the kernel cannot play it.

    What is hidden from the seat has no influence: the seed of the deck and the known shuffles are not passed on, and
    `sample` replaces the draw pile and the other hands.
    """
    game = whole_game(view)
    hidden = replace(game.setup, orders=()) if game.setup.orders else game.setup
    setup = _setups.find(hidden, game.rules)
    if setup is None:
        raise NotImplementedError(_CANNOT)
    _, *values = position_values(game)
    found = native().load(setup, (_NO_SEED, *values))
    native().sample(found, view.seat, seed)
    return Sampled(setup, found)


def begin(setup: Setup) -> Any:
    """Return a new game in the kernel; NotImplementedError if the kernel cannot play it."""
    return native().begin(setup_capsule(setup), setup.deck_seed)


def setup_capsule(setup: Setup) -> Capsule:
    """Return a set-up in the kernel; NotImplementedError if the kernel cannot play it from the beginning.

    It begins games with 40 settlements only.
    """
    if setup.settlements != SETTLEMENTS:
        raise NotImplementedError(_CANNOT)
    return _found(setup, setup.rules)


def part_capsule(part: BoardPart) -> Capsule:
    """Return a part of a board in the kernel."""
    return _setups.part(part)


def random_bots(setup: Setup, seeds: Sequence[int]) -> tuple[int, int, list[int]]:
    """Let random bots with these seeds play a game; return decisions, turns and scores.

    Raise NotImplementedError if the kernel cannot play it.
    """
    played: tuple[int, int, list[int]]
    played = native().random_bots(setup_capsule(setup), setup.deck_seed, tuple(seeds))
    return played


def _found(setup: Setup, rules: Rules) -> Capsule:
    capsule = _setups.find(setup, rules) if setup.deck_seed in _SEEDS else None
    if capsule is None:
        raise NotImplementedError(_CANNOT)
    return capsule
