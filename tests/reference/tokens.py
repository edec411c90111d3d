"""Where walls, meeples, scouts and city halls may be placed: R5.9, R5.13, R5.15, R5.17, R5.20, R5.30."""

from tests.reference.adjacency import free_hexes, if_possible, on_card, required
from tests.reference.geometry import Hex, neighbours
from tests.reference.table import LAND, TERRAIN_TYPES, Table, pieces_of

ALLOWED_GROUND: dict[str, frozenset[str]] = {
    "settlement": TERRAIN_TYPES,
    "warrior": LAND,
    "wagon": LAND | {"mountain"},
    "ship": frozenset({"water"}),
}
"""The ground that a kind of piece may be on (R4.24); for a settlement the action alone decides."""

WARRIORS_OF_A_PLAYER = 2
"""R1.10."""
WALLS_IN_THE_GAME = 25
"""R1.9, R8.22."""
SCOUTS_IN_THE_GAME = 2
"""R1.11."""


def wall_places(table: Table) -> set[Hex]:
    """Return the hexes for a wall of the quarry: CARD, next to an own piece, while walls are left (R5.9, R8.22)."""
    if len(table.walls) >= WALLS_IN_THE_GAME:
        return set()
    return required(table, on_card(table))


def scout_places(table: Table) -> set[Hex]:
    """Return the hexes for a scout: any terrain, next to an own piece or a scout, if one is left (R5.30)."""
    if len(table.scouts) >= SCOUTS_IN_THE_GAME:
        return set()
    return required(table, free_hexes(table, TERRAIN_TYPES))


def meeple_places(table: Table, action: str) -> set[Hex]:
    """Return the hexes for a warrior, ship or wagon that is not yet on the board (R5.13, R5.15, R5.20)."""
    meeple, limit = {
        "barracks": ("warrior", WARRIORS_OF_A_PLAYER),
        "lighthouse": ("ship", 1),
        "wagon": ("wagon", 1),
    }[action]
    if len(own_pieces_of_kind(table, meeple)) >= limit:
        return set()
    return if_possible(table, free_hexes(table, ALLOWED_GROUND[meeple]))


def own_pieces_of_kind(table: Table, kind: str) -> set[Hex]:
    """Return the acting player's pieces of one kind (R0.5)."""
    return {h for h in pieces_of(table, table.to_play) if table.pieces[h].kind == kind}


def city_hall_centres(table: Table) -> set[Hex]:
    """Return the centres of seven existing `free` LAND hexes, one next to an own piece; once per game (R5.17)."""
    if own_pieces_of_kind(table, "city_hall"):
        return set()
    free_land = free_hexes(table, LAND)
    centres = set()
    for centre in table.ground:
        covered = {centre} | neighbours(centre)
        if len(covered) == 7 and covered <= free_land and required(table, covered):
            centres.add(centre)
    return centres
