"""Where an action may build a settlement: sections 3 to 6 of the rules, action by action."""

from tests.reference.adjacency import foreign_pieces, free_hexes, if_possible, on_card, own_pieces, required
from tests.reference.geometry import DIRECTIONS, Hex, neighbours, outer_edge, straight_line
from tests.reference.table import LAND, Table, hexes_of, next_to_water, special_hexes

BUILD_ON_CARD = ("mandatory", "oracle", "fort", "cathedral")
"""The actions that build on the terrain of the position (R3.7, R5.1, R5.18, R5.28)."""

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
"""The actions that build on one terrain (R5.2, R5.3, R5.12, R5.14, R5.19, R6.2)."""


def settlement_builds(table: Table, action: str, *, outpost: bool) -> set[Hex]:
    """Return the hexes where an action may build a settlement (R4.3, R4.4, R4.5, R6.4)."""
    if action == "tavern":
        return {h for h in free_hexes(table, LAND) if ends_a_line_of_three(table, h)}
    if action == "village":
        return {h for h in free_hexes(table, LAND) if len(neighbours(h) & own_pieces(table)) >= 3}
    if action == "fountain":
        return {h for h in fountain_ground(table) if has_one_own_and_no_foreign_neighbour(table, h)}
    if action == "farm_action":
        return required(table, free_hexes(table, frozenset({"farmland"})))
    if action == "silo":
        return required(table, free_hexes(table, LAND))
    if action in ("canoe", "canoe_bonus"):
        return canoe(table, outpost=outpost)
    targets = targets_by_adjacency(table, action)
    return targets if outpost else if_possible(table, targets)


def targets_by_adjacency(table: Table, action: str) -> set[Hex]:
    """Return the set T of a build whose adjacency is "if possible" (R4.3; R3.7, section 5, R6.2)."""
    if action == "tower":
        return free_hexes(table, LAND) & outer_edge()
    if action == "water_mill":
        return {h for h in free_hexes(table, LAND) if next_to_water(table, h)}
    if action == "mountain_station":
        return next_to_one_of(hexes_of(table, "mountain"), free_hexes(table, LAND))
    if action == "watchtower":
        return next_to_one_of(foreign_pieces(table), free_hexes(table, LAND))
    if action == "university":
        return next_to_one_of(special_hexes(table), free_hexes(table, LAND))
    if action in BUILD_ON_TERRAIN:
        return free_hexes(table, frozenset({BUILD_ON_TERRAIN[action]}))
    if action in BUILD_ON_CARD:
        return on_card(table)
    raise ValueError(f"the reference does not know the action {action!r}")


def next_to_one_of(hexes: set[Hex], targets: set[Hex]) -> set[Hex]:
    """Return the targets next to at least one of the given hexes (R5.27, R5.29, R5.31)."""
    return {h for h in targets if neighbours(h) & hexes}


def ends_a_line_of_three(table: Table, h: Hex) -> bool:
    """Return whether the three hexes that follow `h` in some direction all have own pieces (R5.5)."""
    for direction in DIRECTIONS:
        next_three = straight_line(h, direction)[:3]
        if len(next_three) == 3 and set(next_three) <= own_pieces(table):
            return True
    return False


def fountain_ground(table: Table) -> set[Hex]:
    """Return the `free` LAND hexes (R5.22), with the fountain's bonus tile also the `free` mountain hexes (R5.37)."""
    with_bonus = "fountain" in table.bonus_tiles[table.to_play]
    return free_hexes(table, LAND | {"mountain"} if with_bonus else LAND)


def has_one_own_and_no_foreign_neighbour(table: Table, h: Hex) -> bool:
    """Return whether `h` is next to exactly one own piece or scout and no piece of another player (R5.22)."""
    return len(neighbours(h) & own_pieces(table)) == 1 and not neighbours(h) & foreign_pieces(table)


def canoe(table: Table, *, outpost: bool) -> set[Hex]:
    """Return swamp and water hexes; adjacency "if possible" is tested for each terrain separately (R5.23, R5.38)."""
    targets: set[Hex] = set()
    for terrain in ("swamp", "water"):
        of_terrain = free_hexes(table, frozenset({terrain}))
        targets |= of_terrain if outpost else if_possible(table, of_terrain)
    return targets
