"""Where a piece may be moved: R4.7, R4.24 and the moves of sections 3, 5 and 6."""

from tests.reference.adjacency import free_hexes, if_possible, on_card, own_pieces, required
from tests.reference.geometry import DIRECTIONS, Hex, area, neighbours, straight_line
from tests.reference.table import LAND, Table, lift, line_from
from tests.reference.tokens import ALLOWED_GROUND

ALL_BUT_SHIPS = frozenset({"settlement", "warrior", "wagon"})

MOVED_BY: dict[str, frozenset[str]] = {
    "barn": ALL_BUT_SHIPS,
    "harbor": frozenset({"settlement", "ship"}),
    "paddock": ALL_BUT_SHIPS,
    "caravan": ALL_BUT_SHIPS,
    "resettlement": ALL_BUT_SHIPS,
    "lighthouse": frozenset({"ship"}),
    "wagon": frozenset({"wagon"}),
    "refuge": ALL_BUT_SHIPS,
    "refuge_bonus": ALL_BUT_SHIPS,
    "palisade": ALL_BUT_SHIPS,
    "rope_bridge": ALL_BUT_SHIPS,
    "tree_house": ALL_BUT_SHIPS,
    "cave_action": ALL_BUT_SHIPS,
    "silo": ALL_BUT_SHIPS,
}
"""The kinds of piece that an action may move; none moves a city hall.

R3.38, R4.24, R5.6, R5.7, R5.8, R5.10, R5.13, R5.20, R5.21, R5.32, R5.33, R5.34, R5.36, R5.41, R6.3, R8.16, R8.50.
"""


def move_targets(table: Table, action: str, origin: Hex) -> set[Hex]:
    """Return the destinations of the acting player's piece on `origin`; none if the action cannot move it (R4.24).

    Everything is judged after the piece is lifted, and `origin` is no target (R0.21, R8.12). No step, slide or jump
    leads from the board to the Island or back, because no line and no neighbour does (R0.18, R5.35).
    """
    piece = table.pieces.get(origin)
    if piece is None or piece.owner != table.to_play or piece.kind not in MOVED_BY[action]:
        return set()
    lifted = lift(table, origin)
    landing = free_hexes(lifted, ALLOWED_GROUND[piece.kind]) - {origin}
    on_land = {h for h in landing if lifted.ground[h] in LAND}
    if action == "barn":
        return if_possible(lifted, landing & on_card(lifted))
    if action == "harbor":
        return if_possible(lifted, of_terrain(lifted, landing, "water"))
    if action == "rope_bridge":
        return if_possible(lifted, of_terrain(lifted, landing, "canyon"))
    if action == "tree_house":
        return if_possible(lifted, of_terrain(lifted, landing, "forest"))
    if action == "paddock":
        return on_land & two_steps_away(lifted, origin)
    if action == "caravan":
        return ends_of_slides(origin, on_land)
    if action == "refuge_bonus":
        return first_on_lines(lifted, origin, on_land)
    if action in ("refuge", "resettlement"):
        return on_land & neighbours(origin)
    if action == "lighthouse":
        return of_terrain(lifted, landing, "water") & neighbours(origin)
    if action == "wagon":
        return landing & neighbours(origin)
    if action == "palisade":
        old_area = area(origin, own_pieces(table)) - {origin}
        return {h for h in on_land if neighbours(h) & old_area}
    if action == "cave_action":
        next_to_a_cave = {h for h in on_land if neighbours(h) & table.caves}
        return next_to_a_cave if neighbours(origin) & table.caves else set()
    if action == "silo":
        return required(lifted, on_land)
    raise ValueError(f"the reference does not know the move {action!r}")


def of_terrain(table: Table, hexes: set[Hex], terrain: str) -> set[Hex]:
    """Return the hexes that have this terrain (R0.3)."""
    return {h for h in hexes if table.ground[h] == terrain}


def two_steps_away(table: Table, origin: Hex) -> set[Hex]:
    """Return the hexes exactly two steps away in a straight line; any hex can be jumped over (R5.8, R4.11)."""
    return {h for direction in DIRECTIONS for h in line_from(table, origin, direction)[1:2]}


def ends_of_slides(origin: Hex, passable: set[Hex]) -> set[Hex]:
    """Return, for every direction, the last hex before the first impassable one, at least one step away (R5.10)."""
    ends = set()
    for direction in DIRECTIONS:
        slide = []
        for h in straight_line(origin, direction):
            if h not in passable:
                break
            slide.append(h)
        if slide:
            ends.add(slide[-1])
    return ends


def first_on_lines(table: Table, origin: Hex, landing: set[Hex]) -> set[Hex]:
    """Return, for every direction, the first hex at any distance where the piece may land (R5.36, R4.11)."""
    first = set()
    for direction in DIRECTIONS:
        for h in line_from(table, origin, direction):
            if h in landing:
                first.add(h)
                break
    return first
