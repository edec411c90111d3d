"""The ten cards of the base game: R7.7 to R7.16."""

from tests.reference.geometry import SECTIONS, Hex, areas, horizontal_line
from tests.reference.scoring_common import Score, in_section, touches
from tests.reference.table import Table, hexes_of, next_to_water, pieces_of, players_of, special_hexes


def fishermen(table: Table, player: int) -> Score:
    """1 per own piece next to water or on the Island's coast and not itself on water; shows them (R7.7, R5.35)."""
    water = hexes_of(table, "water")
    earning = {h for h in pieces_of(table, player) if next_to_water(table, h) and h not in water}
    return len(earning), earning


def merchants(table: Table, player: int) -> Score:
    """4 per special hex that an own area connects with another one; shows the linked special hexes (R7.8, R8.30)."""
    special = special_hexes(table)
    linked: set[Hex] = set()
    for settlement_area in areas(pieces_of(table, player)):
        adjacent = {h for h in special if touches(h, settlement_area)}
        if len(adjacent) >= 2:
            linked |= adjacent
    return 4 * len(linked), linked


def discoverers(table: Table, player: int) -> Score:
    """1 per horizontal line with an own piece; shows all pieces (R7.9)."""
    own = pieces_of(table, player)
    return len({horizontal_line(h) for h in own}), own


def hermits(table: Table, player: int) -> Score:
    """1 per settlement area; shows all pieces (R7.10)."""
    own = pieces_of(table, player)
    return len(areas(own)), own


def citizens(table: Table, player: int) -> Score:
    """Half the size of the largest area, rounded down; shows that area, of equals the first one read (R7.11)."""
    largest: set[Hex] = set()
    for settlement_area in areas(pieces_of(table, player)):
        if len(settlement_area) > len(largest):
            largest = settlement_area
    return len(largest) // 2, largest


def miners(table: Table, player: int) -> Score:
    """1 per own piece next to a mountain and not itself on a mountain; shows those pieces (R7.12, R8.59)."""
    mountain = hexes_of(table, "mountain")
    earning = {h for h in pieces_of(table, player) if touches(h, mountain) and h not in mountain}
    return len(earning), earning


def workers(table: Table, player: int) -> Score:
    """1 per own piece next to a special hex; shows those pieces (R7.13, R8.30)."""
    special = special_hexes(table)
    earning = {h for h in pieces_of(table, player) if touches(h, special)}
    return len(earning), earning


def knights(table: Table, player: int) -> Score:
    """2 per own piece on the best horizontal line; shows its pieces, of equals the top line's (R7.14).

    The Island's lines come after the board's.
    """
    own = pieces_of(table, player)
    best: set[Hex] = set()
    for line in sorted({horizontal_line(h) for h in own}):
        on_line = {h for h in own if horizontal_line(h) == line}
        if len(on_line) > len(best):
            best = on_line
    return 2 * len(best), best


def lords(table: Table, player: int) -> Score:
    """Per section 12 for the highest count and 6 for the second highest distinct count, zeros included.

    Shows the player's pieces in the sections that gave gold (R7.15, R8.29).
    """
    gold = 0
    earning: set[Hex] = set()
    for number in SECTIONS:
        counts = [len(in_section(table, other, number)) for other in players_of(table)]
        ranking = sorted(set(counts), reverse=True)
        rank = ranking.index(counts[player])
        if rank == 0:
            gold += 12
        elif rank == 1:
            gold += 6
        if rank <= 1:
            earning |= in_section(table, player, number)
    return gold, earning


def farmers(table: Table, player: int) -> Score:
    """3 per own piece in the weakest section; shows its pieces, of equals the lowest section's (R7.16)."""
    weakest = in_section(table, player, SECTIONS[0])
    for number in SECTIONS:
        if len(in_section(table, player, number)) < len(weakest):
            weakest = in_section(table, player, number)
    return 3 * len(weakest), weakest
