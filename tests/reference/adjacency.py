"""Adjacency (`ownAdj`) and how actions require it: R0.20, R4.3 to R4.6. The acting player is the player to play."""

from tests.reference.geometry import Hex, neighbours
from tests.reference.table import Table, free, pieces_of


def own_pieces(table: Table) -> set[Hex]:
    """Return the acting player's pieces, with the scouts in the own turn (R0.20, R4.6, R5.30)."""
    return pieces_of(table, table.to_play) | table.scouts


def foreign_pieces(table: Table) -> set[Hex]:
    """Return the pieces of all other players; scouts and walls belong to no player (R0.6, R0.7)."""
    return set(table.pieces) - pieces_of(table, table.to_play)


def own_adjacent(table: Table, h: Hex) -> bool:
    """Return `ownAdj`: whether a neighbour of `h` has a piece of the acting player, or a scout (R0.20)."""
    return bool(neighbours(h) & own_pieces(table))


def free_hexes(table: Table, terrains: frozenset[str]) -> set[Hex]:
    """Return all `free` hexes of the given terrain types, on the board and on the Island (R0.20, R4.3, R5.35)."""
    return {h for h, shown in table.ground.items() if shown in terrains and free(table, h)}


def on_card(table: Table) -> set[Hex]:
    """Return all `free` hexes of terrain CARD; none while no card is played (R3.4)."""
    return set() if table.terrain is None else free_hexes(table, frozenset({table.terrain}))


def required(table: Table, targets: set[Hex]) -> set[Hex]:
    """Return only the targets next to an own piece (R4.5)."""
    return {h for h in targets if own_adjacent(table, h)}


def if_possible(table: Table, targets: set[Hex]) -> set[Hex]:
    """Return the targets next to an own piece; all targets if there is none of those (R4.4)."""
    adjacent = required(table, targets)
    return adjacent if adjacent else targets
