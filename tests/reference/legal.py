"""The query `legal` of `position-format.md`: the hexes that an action may use, for every action of the box.

`legal` reads the board alone: neither the tile nor a supply is needed.
"""

from collections.abc import Sequence
from typing import Any

from tests.reference.builds import settlement_builds
from tests.reference.geometry import Hex, in_reading_order
from tests.reference.moves import MOVED_BY, move_targets
from tests.reference.reading import Position, read_hex, read_table
from tests.reference.table import Table, pieces_of
from tests.reference.tokens import city_hall_centres, meeple_places, own_pieces_of_kind, scout_places, wall_places


def legal(
    position: Position, action: str, origin: Sequence[Any] | None = None, outpost: bool = False
) -> list[list[Any]]:
    """Return the legal hexes of an action for the player to play, in reading order, the Island's last.

    For a build or a placement: the targets (R4.3 to R4.5). For a move: the destinations of the piece on `origin`, or
    without `origin` the pieces that can move. For the lighthouse and the wagon: without `origin` the hexes where the
    token may be placed, with it the hexes one step away (R5.13, R5.20). For the silo: without `origin` the hexes to
    build on, with it the destinations of that piece (R3.36). For the sword: the pieces it may remove (R6.5). For the
    temple: the settlements it may take (R5.24). `outpost` waives "adjacency if possible" for a settlement that is
    built, and for nothing else (R6.4).
    """
    table = read_table(position)
    hexes = targets(table, action, None if origin is None else read_hex(origin), outpost=outpost)
    return [list(h) for h in in_reading_order(hexes)]


def targets(table: Table, action: str, origin: Hex | None, *, outpost: bool) -> set[Hex]:
    """Return the legal hexes of an action, by its kind (R5.0)."""
    if action in MOVED_BY and origin is not None:
        return move_targets(table, action, origin)
    if action in ("barracks", "lighthouse", "wagon"):
        return meeple_places(table, action)
    if action == "city_hall":
        return city_hall_centres(table)
    if action == "quarry":
        return wall_places(table)
    if action == "scout_cabin":
        return scout_places(table)
    if action == "sword":
        return sword_victims(table)
    if action == "temple":
        return own_pieces_of_kind(table, "settlement")
    if action in MOVED_BY and action != "silo":
        return {h for h in pieces_of(table, table.to_play) if move_targets(table, action, h)}
    return settlement_builds(table, action, outpost=outpost)


def sword_victims(table: Table) -> set[Hex]:
    """Return the settlements and meeples of all other players, without city halls (R6.5, R4.25)."""
    return {h for h, piece in table.pieces.items() if piece.owner != table.to_play and piece.kind != "city_hall"}
