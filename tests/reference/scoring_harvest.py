"""The cards of Harvest that score at the end: R7.27 to R7.32."""

from tests.reference.geometry import SECTIONS, Hex, horizontal_line, outer_edge
from tests.reference.scoring_common import Score, in_section, own_neighbours
from tests.reference.table import Table, pieces_of


def rangers(table: Table, player: int) -> Score:
    """2 per horizontal line with exactly one own piece; shows those single pieces (R7.27)."""
    own = pieces_of(table, player)
    alone = {h for h in own if len([other for other in own if horizontal_line(other) == horizontal_line(h)]) == 1}
    return 2 * len(alone), alone


def chainers(table: Table, player: int) -> Score:
    """1 per own piece with exactly 2 neighbouring own pieces; shows those pieces (R7.28)."""
    earning = {h for h in pieces_of(table, player) if own_neighbours(table, player, h) == 2}
    return len(earning), earning


def travellers(table: Table, player: int) -> Score:
    """1 per own piece on the outer edge of the board; shows those pieces (R7.29)."""
    on_edge = pieces_of(table, player) & outer_edge()
    return len(on_edge), on_edge


def homesteaders(table: Table, player: int) -> Score:
    """1 per own piece in the best section; shows its pieces, of equals the lowest section's (R7.30)."""
    best: set[Hex] = set()
    for number in SECTIONS:
        if len(in_section(table, player, number)) > len(best):
            best = in_section(table, player, number)
    return len(best), best


def mayors(table: Table, player: int) -> Score:
    """4 per line that the player has marked; shows the player's pieces on them (R7.32)."""
    lines = table.marked_lines[player]
    return 4 * len(lines), {h for h in pieces_of(table, player) if horizontal_line(h) in lines}
