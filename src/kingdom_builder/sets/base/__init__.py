"""The base game."""

from kingdom_builder.engine.board import Board
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.player import SETTLEMENTS
from kingdom_builder.sets.base.cards import CARDS, SPECIALS
from kingdom_builder.sets.base.icons import ICONS
from kingdom_builder.sets.base.tiles import TILES
from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.fields import Editable, FileFields, Holds


def _open(board: Board) -> int:
    return board.open


SET = GameSet(
    "base",
    tiles=TILES,
    cards=CARDS,
    specials=SPECIALS,
    fields=FileFields(editable=(Editable("settlements", Holds.PIECES, SETTLEMENT, ground=_open, owned=SETTLEMENTS),)),
    icons=ICONS,
)
