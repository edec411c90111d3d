"""The six task cards of Crossroads, each at most once per player: R7.34 to R7.39."""

from tests.reference.geometry import (
    DIAGONAL_AXES,
    OPPOSITE,
    Direction,
    Hex,
    areas,
    neighbours,
    outer_edge,
    outer_edges,
    straight_line,
)
from tests.reference.scoring_common import Score
from tests.reference.table import TERRAIN_TYPES, Table, hexes_of, pieces_of, special_hexes


def home_country(table: Table, player: int) -> Score:
    """5 if some terrain area is wholly occupied by own pieces; shows all such areas (R7.34, R8.35)."""
    own = pieces_of(table, player)
    owned: set[Hex] = set()
    for terrain in TERRAIN_TYPES:
        for terrain_area in areas(hexes_of(table, terrain)):
            if terrain_area <= own:
                owned |= terrain_area
    return (5 if owned else 0), owned


def surrounded(h: Hex, own: set[Hex]) -> bool:
    """Return whether `h` has six neighbours and all have own pieces (R7.35, R7.37)."""
    return len(neighbours(h)) == 6 and neighbours(h) <= own


def fortress(table: Table, player: int) -> Score:
    """6 if an own piece is surrounded by own pieces; shows all such pieces and their neighbours (R7.35)."""
    own = pieces_of(table, player)
    fortresses: set[Hex] = set()
    for h in own:
        if surrounded(h, own):
            fortresses |= {h} | neighbours(h)
    return (6 if fortresses else 0), fortresses


def run_through(h: Hex, axis: Direction, own: set[Hex]) -> set[Hex]:
    """Return the own pieces without a gap on both sides of `h` along one axis, including `h` (R0.12, R7.36)."""
    run = {h}
    for direction in (axis, OPPOSITE[axis]):
        for place in straight_line(h, direction):
            if place not in own:
                break
            run.add(place)
    return run


def road(table: Table, player: int) -> Score:
    """7 if at least 7 own pieces are consecutive on a diagonal; shows the pieces of all such runs (R7.36)."""
    own = pieces_of(table, player)
    on_roads: set[Hex] = set()
    for h in own:
        for axis in DIAGONAL_AXES:
            run = run_through(h, axis, own)
            if len(run) >= 7:
                on_roads |= run
    return (7 if on_roads else 0), on_roads


def place_of_refuge(table: Table, player: int) -> Score:
    """8 if a special hex is surrounded by own pieces; shows the pieces around all such hexes (R7.37, R8.30)."""
    own = pieces_of(table, player)
    around: set[Hex] = set()
    for h in special_hexes(table):
        if surrounded(h, own):
            around |= neighbours(h)
    return (8 if around else 0), around


def advance(table: Table, player: int) -> Score:
    """9 if at least 7 own pieces are on one outer edge; shows the pieces on every such edge (R7.38)."""
    own = pieces_of(table, player)
    on_full_edges: set[Hex] = set()
    for edge in outer_edges():
        if len(own & edge) >= 7:
            on_full_edges |= own & edge
    return (9 if on_full_edges else 0), on_full_edges


def compass_points(table: Table, player: int) -> Score:
    """10 with an own piece on each of the four outer edges; shows all pieces on outer edges (R7.39, R8.36)."""
    own = pieces_of(table, player)
    reached = all(own & edge for edge in outer_edges())
    return (10 if reached else 0), own & outer_edge()
