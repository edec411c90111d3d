"""Set-ups by number, in two disjoint seed spaces: one to rate bots on, one to train them on.

A set-up of the arena has a seed of at least 2**63, one for training a smaller seed. A set-up draws everything, its
deck too, from its seed by invertible steps, so different seeds never lead to the same numbers: no bot is rated on a
set-up that it was trained on, whatever numbers people choose. Seeds that people type are small, so they are not in the
space of the arena.
"""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.setup import Setup
from kingdom_builder.setup.builder import ALL_SETS, QUEENIES, new_setup
from kingdom_builder.setup.sections import section_sets

LADDER = 1 << 63
"""The smallest seed of a set-up to rate bots on."""

_LADDER, _TRAINING, _SETS, _BOTS, _ORDER = range(101, 106)


def ladder_seed(seed: int, index: int) -> int:
    """Return the seed of a set-up to rate bots on.

    >>> ladder_seed(1, 0) >= LADDER
    True
    """
    return Rng(seed, _LADDER, index).next64() | LADDER


def training_seed(seed: int, index: int) -> int:
    """Return the seed of a set-up to train bots on.

    >>> training_seed(1, 0) < LADDER
    True
    """
    return Rng(seed, _TRAINING, index).next64() & (LADDER - 1)


def ladder_setup(seed: int, index: int, players: int = 2, sets: Sequence[str] = ("base",)) -> Setup:
    """Return a set-up to rate bots on; the same numbers always give the same set-up.

    >>> ladder_setup(1, 0).deck_seed == ladder_setup(1, 0).deck_seed != ladder_setup(1, 1).deck_seed
    True
    """
    return new_setup(ladder_seed(seed, index), players=players, sets=sets)


def training_setup(seed: int, index: int, players: int = 2, sets: Sequence[str] = ("base",)) -> Setup:
    """Return a set-up to train bots on, never one that they are rated on.

    >>> training_setup(1, 0, players=4).players
    4
    """
    return new_setup(training_seed(seed, index), players=players, sets=sets)


def random_sets(seed: int, index: int) -> tuple[str, ...]:
    """Return random sets: each with probability 1/2, and the base game if no other set with sections is drawn.

    >>> random_sets(1, 0) == random_sets(1, 0)
    True
    """
    chance = Rng(seed, _SETS, index)
    drawn = [name for name in ALL_SETS if chance.randbelow(2)]
    return tuple(drawn) if set(drawn) & set(section_sets()) else ("base", *[name for name in QUEENIES if name in drawn])


def bot_seed(seed: int, group: int, game: int, seat: int) -> int:
    """Return the seed of a bot in one game.

    >>> bot_seed(1, 0, 0, 0) != bot_seed(1, 0, 0, 1)
    True
    """
    return Rng(seed, _BOTS, group, game, seat).next64()


def shuffled_seats(seed: int, group: int, lineup: Sequence[str]) -> tuple[str, ...]:
    """Return a line-up in a random order for its group.

    >>> sorted(shuffled_seats(1, 0, ["b", "a", "c"]))
    ['a', 'b', 'c']
    """
    return Rng(seed, _ORDER, group).shuffled(lineup)
