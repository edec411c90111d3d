"""Where a piece may be built, placed, moved or removed: sections 4, 5 and 6 for base game, Nomads and Crossroads.

`legal` asks about the board alone: neither the tile nor a supply is needed (`position-format.md`).
"""

from tests.reference.geometry import (
    BOARD,
    DIRECTIONS,
    Hex,
    in_reading_order,
    neighbours,
    outer_edge,
    straight_line,
)
from tests.reference.table import (
    LAND,
    TERRAIN_TYPES,
    Position,
    Table,
    free,
    lift,
    pieces_of,
    read_hex,
    read_table,
)

BUILD_ON_CARD = ("mandatory", "oracle", "fort")
"""They build on the terrain of the position (R3.7, R5.1, R5.18)."""

BUILD_ON_TERRAIN = {
    "farm": "grass",
    "oasis": "desert",
    "garden": "flower",
    "foresters_lodge": "forest",
    "monastery": "canyon",
    "donation:grass": "grass",
    "donation:canyon": "canyon",
    "donation:desert": "desert",
    "donation:flower": "flower",
    "donation:forest": "forest",
    "donation:water": "water",
    "donation:mountain": "mountain",
}
"""They build on one terrain (R5.2, R5.3, R5.12, R5.14, R5.19, R6.2)."""

MOVED_BY: dict[str, frozenset[str]] = {
    "barn": frozenset({"settlement", "warrior", "wagon"}),
    "harbor": frozenset({"settlement", "ship"}),
    "paddock": frozenset({"settlement", "warrior", "wagon"}),
    "caravan": frozenset({"settlement", "warrior", "wagon"}),
    "resettlement": frozenset({"settlement", "warrior", "wagon"}),
    "lighthouse": frozenset({"ship"}),
    "wagon": frozenset({"wagon"}),
}
"""The kinds of piece that an action may move (R4.24, R5.6, R5.7, R5.8, R5.10, R5.13, R5.20, R6.3, R8.16)."""

MAY_STAND_ON: dict[str, frozenset[str]] = {
    "settlement": TERRAIN_TYPES,
    "warrior": LAND,
    "wagon": LAND | {"mountain"},
    "ship": frozenset({"water"}),
}
"""Where a kind of piece may stand (R4.24); for a settlement the action alone decides."""

WARRIORS_OF_A_PLAYER = 2
"""R1.10."""
WALLS_IN_THE_GAME = 25
"""R1.9, R8.22."""


def legal(
    position: Position, action: str, origin: tuple[int, int] | None = None, outpost: bool = False
) -> list[list[int]]:
    """The legal hexes of an action for the player to play, in reading order.

    For a build or a placement: where (R4.3 to R4.5). For a move: where the piece on `origin` may go, or without
    `origin` the pieces that can move. For the lighthouse and the wagon: without `origin` where the token may be
    placed, with it the hexes one step away (R5.13, R5.20). For the sword: the pieces it may remove (R6.5). `outpost`
    waives "adjacency if possible" for a settlement that is built, and for nothing else (R6.4).
    """
    table = read_table(position)
    if action in ("lighthouse", "wagon") and origin is None:
        hexes = token_places(table, action)
    elif action in MOVED_BY and origin is None:
        hexes = {h for h in pieces_of(table, table.to_play) if move_targets(table, action, h)}
    elif action in MOVED_BY and origin is not None:
        hexes = move_targets(table, action, read_hex(origin))
    elif action == "barracks":
        hexes = token_places(table, "barracks")
    elif action == "city_hall":
        hexes = city_hall_centres(table)
    elif action == "quarry":
        hexes = wall_places(table)
    elif action == "sword":
        hexes = sword_victims(table)
    else:
        hexes = settlement_builds(table, action, outpost)
    return [list(h) for h in in_reading_order(hexes)]


def own_support(table: Table) -> set[Hex]:
    """What counts as a piece of the acting player: own pieces, and scouts in the own turn (R0.20, R4.6, R5.30)."""
    return pieces_of(table, table.to_play) | table.scouts


def own_adjacent(table: Table, h: Hex) -> bool:
    """`ownAdj`: a neighbour of `h` holds a piece of the acting player, or a scout (R0.20)."""
    return bool(neighbours(h) & own_support(table))


def free_hexes(table: Table, kinds_of_ground: frozenset[str]) -> set[Hex]:
    """All `free` hexes of the given terrain types (R0.20, R4.3)."""
    return {h for h in BOARD if table.ground[h] in kinds_of_ground and free(table, h)}


def required(table: Table, targets: set[Hex]) -> set[Hex]:
    """The targets next to an own piece and no others (R4.5)."""
    return {h for h in targets if own_adjacent(table, h)}


def if_possible(table: Table, targets: set[Hex]) -> set[Hex]:
    """The targets next to an own piece; all targets when there is none of those (R4.4)."""
    adjacent = required(table, targets)
    return adjacent if adjacent else targets


def settlement_builds(table: Table, action: str, outpost: bool) -> set[Hex]:
    """Where an action that builds a settlement may build it (R4.3, R4.4, R6.4)."""
    if action == "tavern":
        return {h for h in free_hexes(table, LAND) if ends_a_line_of_three(table, h)}
    if action == "village":
        return {h for h in free_hexes(table, LAND) if len(neighbours(h) & own_support(table)) >= 3}
    targets = targets_by_adjacency(table, action)
    return targets if outpost else if_possible(table, targets)


def targets_by_adjacency(table: Table, action: str) -> set[Hex]:
    """The set T of a build whose adjacency is "if possible" (R3.7, R4.3, R5.1 to R5.4, R5.12, R5.14, R5.18, R6.2)."""
    if action == "tower":
        return free_hexes(table, LAND) & outer_edge()
    if action in BUILD_ON_TERRAIN:
        return free_hexes(table, frozenset({BUILD_ON_TERRAIN[action]}))
    if action in BUILD_ON_CARD:
        return on_card(table)
    raise ValueError(f"the reference does not know the action {action!r}")


def on_card(table: Table) -> set[Hex]:
    """All `free` hexes of terrain CARD; none while no card is played (R3.4)."""
    return set() if table.card is None else free_hexes(table, frozenset({table.card}))


def ends_a_line_of_three(table: Table, h: Hex) -> bool:
    """In one of the six directions the three hexes that follow `h` all hold own pieces (R5.5)."""
    for direction in DIRECTIONS:
        next_three = straight_line(h, direction)[:3]
        if len(next_three) == 3 and set(next_three) <= own_support(table):
            return True
    return False


def wall_places(table: Table) -> set[Hex]:
    """Where the quarry may put one wall: CARD, next to an own piece, while walls are left (R5.9, R8.22)."""
    if len(table.walls) >= WALLS_IN_THE_GAME:
        return set()
    return required(table, on_card(table))


def token_places(table: Table, action: str) -> set[Hex]:
    """Where a warrior, the ship or the wagon may be placed, if one is not yet on the board (R5.13, R5.15, R5.20)."""
    token, how_many = {
        "barracks": ("warrior", WARRIORS_OF_A_PLAYER),
        "lighthouse": ("ship", 1),
        "wagon": ("wagon", 1),
    }[action]
    if len(own_pieces_of_kind(table, token)) >= how_many:
        return set()
    return if_possible(table, free_hexes(table, MAY_STAND_ON[token]))


def own_pieces_of_kind(table: Table, kind: str) -> set[Hex]:
    """The acting player's pieces of one kind (R0.5)."""
    return {h for h in pieces_of(table, table.to_play) if table.pieces[h].kind == kind}


def city_hall_centres(table: Table) -> set[Hex]:
    """The centres of seven existing, `free` LAND hexes, one of them next to an own piece; once per game (R5.17)."""
    if own_pieces_of_kind(table, "city_hall"):
        return set()
    free_land = free_hexes(table, LAND)
    centres = set()
    for centre in BOARD:
        covered = {centre} | neighbours(centre)
        if len(covered) == 7 and covered <= free_land and required(table, covered):
            centres.add(centre)
    return centres


def sword_victims(table: Table) -> set[Hex]:
    """The settlements and meeples of all other players; never a hex of a city hall (R6.5, R4.25)."""
    return {h for h, piece in table.pieces.items() if piece.owner != table.to_play and piece.kind != "city_hall"}


def move_targets(table: Table, action: str, origin: Hex) -> set[Hex]:
    """Where the acting player's piece on `origin` may go; nowhere if the action cannot move it (R4.24).

    Everything is judged after the piece is lifted, and `origin` is no target (R0.21, R8.12).
    """
    piece = table.pieces.get(origin)
    if piece is None or piece.owner != table.to_play or piece.kind not in MOVED_BY[action]:
        return set()
    lifted = lift(table, origin)
    landing = free_hexes(lifted, MAY_STAND_ON[piece.kind]) - {origin}
    on_land = {h for h in landing if lifted.ground[h] in LAND}
    on_water = {h for h in landing if lifted.ground[h] == "water"}
    if action == "barn":
        return if_possible(lifted, landing & on_card(lifted))
    if action == "harbor":
        return if_possible(lifted, on_water)
    if action == "paddock":
        return on_land & two_steps_away(origin)
    if action == "caravan":
        return ends_of_slides(origin, on_land)
    if action == "resettlement":
        return on_land & neighbours(origin)
    if action == "lighthouse":
        return on_water & neighbours(origin)
    if action == "wagon":
        return landing & neighbours(origin)
    raise ValueError(f"the reference does not know the move {action!r}")


def two_steps_away(origin: Hex) -> set[Hex]:
    """The hexes exactly two steps away in a straight line, whatever is jumped (R5.8, R4.11)."""
    return {h for direction in DIRECTIONS for h in straight_line(origin, direction)[1:2]}


def ends_of_slides(origin: Hex, passable: set[Hex]) -> set[Hex]:
    """In every direction the last hex before the first that is not passable, at least one step away (R5.10)."""
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
