"""The drawings of the Capitol: strokes by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom_builder.sets.capitol.setup import PART
from kingdom_builder.sets.drawing import GOLD, INK, Icons, Mark

if TYPE_CHECKING:
    from kingdom_builder.engine.position import Position


def _capitols(pos: Position) -> int:
    return pos.setup.marked(PART)


CAPITOL = Mark(
    "capitol",
    where=_capitols,
    title="{ground} with a capitol",
    sign="*",
    markup=f'<path d="M-11-13l2-9 5 5 4-7 4 7 5-5 2 9z" fill="{GOLD}" stroke="{INK}" stroke-width="1.4"/>',
)

ICONS = Icons(on_special=(CAPITOL,))
