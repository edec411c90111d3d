"""The Caves in the set-up: one cave in each section, on a mountain away from special hexes (R2.23)."""

from __future__ import annotations

from kingdom_builder.engine.hexes import neighbours
from kingdom_builder.engine.terrain import MOUNTAIN
from kingdom_builder.sets.caves.problems import CavesProblem
from kingdom_builder.sets.draft import Draft, Option, OptionKind

PART = "caves"
_STREAM = 10


def candidates(draft: Draft) -> int:
    """Return the mountains at least 3 hexes from every special hex."""
    board = draft.board
    near = board.special | neighbours(board.special)
    return board.terrain[MOUNTAIN] & ~(near | neighbours(near))


CHOOSE_CAVES = Option("caves", OptionKind.HEXES, needs="caves", candidates=candidates)


def prepare(draft: Draft) -> None:
    """Put the caves on their mountains."""
    if "caves" in draft.sets:
        draft.parts[PART] = draft.one_hex_per_section(
            CHOOSE_CAVES, _STREAM, CavesProblem.CAVE_NOT_THERE, draw_always=True
        )
