"""The drawings of the Capitol: strokes by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom_builder.sets.capitol.setup import PART
from kingdom_builder.sets.drawing import DARK, GOLD, GROUND, SOLID, CardIcon, Icons, Mark

if TYPE_CHECKING:
    from kingdom_builder.engine.position import Position


def _capitols(pos: Position) -> int:
    return pos.setup.marked(PART)


CAPITOL = Mark(
    "capitol",
    where=_capitols,
    title="{ground} with a capitol",
    sign="*",
    markup=f'<path d="M-11-13l2-9 5 5 4-7 4 7 5-5 2 9z" fill="{GOLD}" stroke="{DARK}" stroke-width="1.4"/>',
)

CARDS = {
    "capitol": CardIcon(
        "#e6d9ae",
        (
            (SOLID, "M-10-6l-2.5-12 6.5 4.5L0-22l6 8.5 6.5-4.5L10-6z"),
            (SOLID, "M-17 20V-1h6v4h5v-4H6v4h5v-4h6v21z"),
            (GROUND, "M-4 20v-6a4 4 0 0 1 8 0v6zM-12 8h3v4h-3zM9 8h3v4H9z"),
        ),
    ),
}

ICONS = Icons(cards=CARDS, on_special=(CAPITOL,), sign=("silver", "special-castle", CAPITOL.id))
