"""The common part of the scoring functions: their result, and counts of section 7 that several of them need."""

from collections.abc import Iterable
from typing import TypeAlias

from tests.reference.geometry import Hex, neighbours, section
from tests.reference.table import Table, pieces_of, players_of

Score: TypeAlias = tuple[int, set[Hex]]
"""A player's gold from one source and the hexes that earn it."""


def touches(h: Hex, hexes: Iterable[Hex]) -> bool:
    """Return whether at least one neighbour of `h` is among `hexes` (R0.13)."""
    return bool(neighbours(h) & set(hexes))


def in_section(table: Table, player: int, number: int) -> set[Hex]:
    """Return the player's pieces in one section (R0.16), without those on the Island (R7.3)."""
    return {h for h in pieces_of(table, player) if section(h) == number}


def own_neighbours(table: Table, player: int, h: Hex) -> int:
    """Return the number of neighbours of `h` with a piece of the player (R7.5, R7.25, R7.28)."""
    return len(neighbours(h) & pieces_of(table, player))


def has_most_around(table: Table, player: int, h: Hex) -> bool:
    """Return whether the player has a piece next to `h` and no other player has more there (R7.5, R8.47)."""
    counts = [own_neighbours(table, other, h) for other in players_of(table)]
    return counts[player] >= 1 and counts[player] == max(counts)
