"""The Kingdom Builder cards of Harvest (docs/rules.md R7.27 to R7.33)."""

from __future__ import annotations

from kingdom_builder.engine.actions.where import Where
from kingdom_builder.engine.hexes import SECTIONS, iter_hexes, neighbour_counts
from kingdom_builder.engine.hooks import Hooks, Order, Score
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.scoring import PerPiece
from kingdom_builder.sets.entries import Card, Feature
from kingdom_builder.sets.harvest.state import state_of
from kingdom_builder.sets.paying import beside_two, new_lines
from kingdom_builder.sets.slots import HARVEST

LINE_TO_MARK = 4
"""How many pieces on a line mark it (R7.31)."""


def rangers(pos: Position, seat: int) -> Score:
    """2 gold for each horizontal line with exactly one own piece (R7.27)."""
    earning = 0
    for row in pos.board.rows:
        here = pos.players[seat].pieces & row
        if here and not here & (here - 1):
            earning |= here
    return 2 * earning.bit_count(), earning


def mayors(pos: Position, seat: int) -> Score:
    """4 gold for each line the player has marked (R7.32); the hexes are those of the player's pieces there."""
    player, rows = pos.players[seat], pos.board.rows
    lines = state_of(player).lines
    marked = 0
    for line in iter_hexes(lines):
        marked |= rows[line]
    return 4 * lines.bit_count(), player.pieces & marked


def chainers(pos: Position, seat: int) -> Score:
    """1 gold for each piece with exactly two own pieces beside it (R7.28)."""
    pieces = pos.players[seat].pieces
    _, twice, thrice = neighbour_counts(pieces)
    earning = pieces & twice & ~thrice
    return earning.bit_count(), earning


def homesteaders(pos: Position, seat: int) -> Score:
    """1 gold for each piece in the section where the player has the most (R7.30)."""
    pieces = pos.players[seat].pieces
    most = max((pieces & section for section in SECTIONS), key=int.bit_count)
    return most.bit_count(), most


def fullest_section(pos: Position, seat: int) -> int:
    """Return the first section with the most own pieces."""
    pieces = pos.players[seat].pieces
    return max(SECTIONS, key=lambda section: (pieces & section).bit_count())


def mark_lines(pos: Position, seat: int, player: PlayerState, placed: int) -> None:
    """Mark every unmarked line of a piece just placed that holds four own pieces, from the supply (R7.31)."""
    marked = 0
    for other in pos.players:
        marked |= state_of(other).lines
    for i, line in enumerate(pos.board.rows):
        if (
            line & placed
            and not marked >> i & 1
            and player.supply
            and (player.pieces & line).bit_count() >= LINE_TO_MARK
        ):
            state = state_of(player)
            player.set_extra(HARVEST, state._replace(lines=state.lines | 1 << i))
            pos.spend(player)


def note_sections(pos: Position, seat: int, player: PlayerState, built: int) -> None:
    """Note the sections in which the active player builds; they are paid at the end of the turn (R7.33)."""
    if seat == pos.active:
        sections = sum(1 << i for i, section in enumerate(SECTIONS) if built & section)
        noted = sections_built_in(pos)
        if sections & ~noted:
            pos.set_turn_extra(HARVEST, noted | sections)


def sections_built_in(pos: Position) -> int:
    """Return the sections noted for Rovers in this turn, as bits."""
    found: int = pos.turn_extra(HARVEST, 0)
    return found


def rovers_due(pos: Position) -> int:
    """Return 1 gold for each section built in during this turn (R7.33)."""
    return sections_built_in(pos).bit_count()


def pay_rovers(pos: Position, player: PlayerState) -> None:
    """Pay the gold of Rovers at the end of the turn (R3.25)."""
    player.gold += rovers_due(pos)


CARDS = (
    Card("rangers", "R7.27", score=rangers, pays_at=new_lines),
    Card(
        "mayors",
        "R7.31",
        score=mayors,
        kept=True,
        hooks=Hooks(order=Order.MARKERS, build=mark_lines, move=mark_lines),
    ),
    Card("chainers", "R7.28", score=chainers, pays_at=beside_two),
    Card("travellers", "R7.29", score=PerPiece(1, Where.OUTER_EDGE), pays_at=Where.OUTER_EDGE.hexes),
    Card("homesteaders", "R7.30", score=homesteaders, pays_at=fullest_section, features=(Feature.SECTION_COUNTS,)),
    Card(
        "rovers",
        "R7.33",
        hooks=Hooks(order=Order.COUNT, build=note_sections, turn_end=pay_rovers),
        gold_due=rovers_due,
    ),
)
