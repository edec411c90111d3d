"""What the scoring functions share: their answer, and a few counts of section 7 that several of them need."""

from collections.abc import Iterable
from typing import TypeAlias

from tests.reference.geometry import Hex, neighbours, section
from tests.reference.table import Table, pieces_of, players_of

Earned: TypeAlias = tuple[int, set[Hex]]
"""A player's gold from one source and the hexes that earn it."""


def touches(h: Hex, hexes: Iterable[Hex]) -> bool:
    """Whether at least one neighbour of `h` is among `hexes` (R0.13)."""
    return bool(neighbours(h) & set(hexes))


def in_section(table: Table, player: int, number: int) -> set[Hex]:
    """The player's pieces in one section (R0.16); none of those on the Island (R7.3)."""
    return {h for h in pieces_of(table, player) if section(h) == number}


def own_neighbours(table: Table, player: int, h: Hex) -> int:
    """How many neighbours of `h` hold a piece of the player (R7.5, R7.25, R7.28)."""
    return len(neighbours(h) & pieces_of(table, player))


def has_most_around(table: Table, player: int, h: Hex) -> bool:
    """The player has a piece next to `h`, and nobody has more of them there (R7.5, R8.47)."""
    counts = [own_neighbours(table, other, h) for other in players_of(table)]
    return counts[player] >= 1 and counts[player] == max(counts)
