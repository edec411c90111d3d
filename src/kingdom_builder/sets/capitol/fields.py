"""The field of the Capitol in files: the hexes with a capitol."""

from __future__ import annotations

from kingdom_builder.engine.board import Board
from kingdom_builder.sets.capitol.problems import CapitolProblem
from kingdom_builder.sets.capitol.setup import PART
from kingdom_builder.sets.fields import Editable, Holds, part_fields


def _castles(board: Board) -> int:
    return board.special_hexes("castle")


FIELDS = part_fields(
    PART,
    after="island",
    ground=_castles,
    problem=CapitolProblem.NOT_A_CASTLE,
    editable=(Editable(PART, Holds.HEXES, "capitol", ground=_castles),),
)
