"""What the statistics use of one finished game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import iter_hexes
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.registry import IN_GAME, REGISTRY
from kingdom_builder.setup.builder import QUEENIES

_PLAYERS, _TAKEN_FROM = 26, 1
"""Where the values of a position of the kernel have the players, and each player the locations that gave a tile."""


class Scope(StrEnum):
    """Which games are counted together: the base game alone, with Queenies, or with at least one expansion."""

    BASE = "base"
    QUEENIES = "queenies"
    MIXED = "mixed"


class Observation(NamedTuple):
    """A finished game; `gold` is that of each seat by source, `tiles` the location tiles that it took, by kind.

    A tile that was lost later counts too. `in_play` are the kinds of location tile on the board. `gold_tiles`: the
    board has tiles that pay at once.
    """

    sets: tuple[str, ...]
    start: int
    cards: tuple[str, ...]
    sections: tuple[str, ...]
    rounds: int
    gold: tuple[dict[str, int], ...]
    tiles: tuple[Counter[str], ...]
    in_play: tuple[str, ...]
    gold_tiles: bool = False

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.gold)

    @property
    def scope(self) -> Scope:
        """The games with which this one is counted."""
        return scope_of(self.sets)

    @property
    def totals(self) -> list[int]:
        """The final gold of each seat."""
        return [sum(gold.values()) for gold in self.gold]

    def source_gold(self) -> dict[str, list[int]]:
        """Return the gold of each seat by source, also that of a card that pays during play.

        Gold earned during play has no source in the final position. It is that of a card if nothing else in this game
        pays during play.
        """
        found = {source: [gold[source] for gold in self.gold] for source in self.gold[0]}
        paying = [name for name in self.cards if REGISTRY.cards[name].score is None]
        if len(paying) == 1 and IN_GAME in found and not self.gold_tiles:
            found[paying[0]] = found[IN_GAME]
        return found

    def to_values(self) -> list[Any]:
        """Return the observation as values of JSON."""
        return [list(value) if isinstance(value, tuple) else value for value in self]

    @classmethod
    def from_values(cls, values: Sequence[Any]) -> Observation:
        """Return the observation with these values."""
        sets, start, cards, sections, rounds, gold, tiles, in_play, gold_tiles = values
        kinds = tuple([Counter(counts) for counts in tiles])
        return cls(
            tuple(sets),
            start,
            tuple(cards),
            tuple(sections),
            rounds,
            tuple(gold),
            kinds,
            tuple(in_play),
            gold_tiles,
        )


def observe(game: Game) -> Observation:
    """Return the observation of a finished game of the engine."""
    return _observation(
        game.setup,
        game.turn,
        [{line.source: line.gold for line in game.score(seat)} for seat in range(game.setup.players)],
        [player.taken_from for player in game.players],
    )


def observe_kernel(setup: Setup, game: Any) -> Observation:
    """Return the observation of a finished game of the kernel."""
    sources = [name for name, _ in setup.rules.scorers]
    return _observation(
        setup,
        game.turn,
        [
            {source: gold for source, (gold, _) in zip(sources, game.score(seat), strict=True)}
            for seat in range(setup.players)
        ],
        [player[_TAKEN_FROM] for player in game.values()[_PLAYERS]],
    )


def scope_of(sets: Sequence[str]) -> Scope:
    """Return the scope of games with these sets.

    >>> scope_of(["base"]).value, scope_of(["base", "caves"]).value, scope_of(["nomads"]).value
    ('base', 'queenies', 'mixed')
    """
    others = set(sets) - {"base"}
    if not others:
        return Scope.BASE
    return Scope.QUEENIES if others <= set(QUEENIES) else Scope.MIXED


def _observation(setup: Setup, turns: int, gold: list[dict[str, int]], taken_from: list[int]) -> Observation:
    names, board = REGISTRY.option_names, setup.board
    return Observation(
        setup.sets,
        setup.start,
        setup.cards,
        tuple([name for name, _ in board.sections or ()]),
        -(-turns // setup.players),
        tuple(gold),
        tuple([Counter(names[board.location_at[h]] for h in iter_hexes(hexes)) for hexes in taken_from]),
        tuple(sorted(names[kind] for kind in board.tiles)),
        any(REGISTRY.nomad_tiles[kind].at_once is not None for kind in setup.nomad_tiles.values()),
    )
