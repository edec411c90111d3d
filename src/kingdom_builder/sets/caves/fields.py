"""The field of the Caves in files: the hexes with a cave."""

from __future__ import annotations

from kingdom_builder.engine.board import Board
from kingdom_builder.engine.terrain import MOUNTAIN
from kingdom_builder.sets.caves.problems import CavesProblem
from kingdom_builder.sets.caves.setup import PART
from kingdom_builder.sets.fields import part_fields


def _mountains(board: Board) -> int:
    return board.terrain[MOUNTAIN]


FIELDS = part_fields(PART, after="capitols", ground=_mountains, problem=CavesProblem.NOT_A_MOUNTAIN)
