"""The six cards of Marshlands: R7.21 to R7.26."""

from tests.reference.geometry import Hex, areas, distance, inner_edge
from tests.reference.scoring_common import Score, has_most_around, own_neighbours, touches
from tests.reference.table import Table, hexes_of, pieces_of, special_hexes


def geologists(table: Table, player: int) -> Score:
    """2 per mountain that an own area connects with another one; shows the pieces of the linking areas (R7.21).

    A mountain is a connected group of mountain hexes; an area touches it with a piece next to it or on it.
    """
    mountains = areas(hexes_of(table, "mountain"))
    linked: set[int] = set()
    linking: set[Hex] = set()
    for settlement_area in areas(pieces_of(table, player)):
        touched = {
            number
            for number, mountain in enumerate(mountains)
            if any(h in mountain or touches(h, mountain) for h in settlement_area)
        }
        if len(touched) >= 2:
            linked |= touched
            linking |= settlement_area
    return 2 * len(linked), linking


def messengers(table: Table, player: int) -> Score:
    """2 per hex of the longest distance within an own area of two or more, both ends included (R7.22, R8.32).

    Shows the area that holds the longest distance, of equals the first one read.
    """
    longest = 0
    shown: set[Hex] = set()
    for settlement_area in areas(pieces_of(table, player)):
        farthest = max(int(distance(a, b)) for a in settlement_area for b in settlement_area)
        if farthest > longest:
            longest, shown = farthest, settlement_area
    return (2 * (longest + 1) if shown else 0), shown


def noblewomen(table: Table, player: int) -> Score:
    """5 per special hex but palaces where no player has more adjacent pieces; shows those hexes (R7.23, R8.30)."""
    won = {h for h in special_hexes(table) - hexes_of(table, "palace") if has_most_around(table, player, h)}
    return 5 * len(won), won


def vassals(table: Table, player: int) -> Score:
    """1 per own piece on the inner edge; shows those pieces (R7.24)."""
    inside = pieces_of(table, player) & inner_edge()
    return len(inside), inside


def captains(table: Table, player: int) -> Score:
    """1 per own piece with at least 3 neighbouring own pieces; shows those pieces (R7.25)."""
    earning = {h for h in pieces_of(table, player) if own_neighbours(table, player, h) >= 3}
    return len(earning), earning


def scouts_card(table: Table, player: int) -> Score:
    """1 per own piece next to the removed terrain and not itself on it; shows those pieces (R7.26)."""
    if table.removed_terrain is None:
        return 0, set()
    removed = hexes_of(table, table.removed_terrain)
    earning = {h for h in pieces_of(table, player) if touches(h, removed) and h not in removed}
    return len(earning), earning
