"""What `ownAdj` is and how an action asks for it: R0.20, R4.3 to R4.6. The acting player is the player to play."""

from tests.reference.geometry import Hex, neighbours
from tests.reference.table import Table, free, pieces_of


def own_support(table: Table) -> set[Hex]:
    """What counts as a piece of the acting player: own pieces, and scouts in the own turn (R0.20, R4.6, R5.30)."""
    return pieces_of(table, table.to_play) | table.scouts


def foreign_pieces(table: Table) -> set[Hex]:
    """The pieces of all other players; scouts and walls are nobody's (R0.6, R0.7)."""
    return set(table.pieces) - pieces_of(table, table.to_play)


def own_adjacent(table: Table, h: Hex) -> bool:
    """`ownAdj`: a neighbour of `h` holds a piece of the acting player, or a scout (R0.20)."""
    return bool(neighbours(h) & own_support(table))


def free_hexes(table: Table, kinds_of_ground: frozenset[str]) -> set[Hex]:
    """All `free` hexes of the given terrain types, on the board and on the Island (R0.20, R4.3, R5.35)."""
    return {h for h, shown in table.ground.items() if shown in kinds_of_ground and free(table, h)}


def on_card(table: Table) -> set[Hex]:
    """All `free` hexes of terrain CARD; none while no card is played (R3.4)."""
    return set() if table.card is None else free_hexes(table, frozenset({table.card}))


def required(table: Table, targets: set[Hex]) -> set[Hex]:
    """The targets next to an own piece and no others (R4.5)."""
    return {h for h in targets if own_adjacent(table, h)}


def if_possible(table: Table, targets: set[Hex]) -> set[Hex]:
    """The targets next to an own piece; all targets when there is none of those (R4.4)."""
    adjacent = required(table, targets)
    return adjacent if adjacent else targets
