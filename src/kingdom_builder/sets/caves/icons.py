"""The drawings of the Caves: strokes by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom_builder.sets.caves.setup import PART
from kingdom_builder.sets.drawing import DARK, WHITE, Icons, Mark

if TYPE_CHECKING:
    from kingdom_builder.engine.position import Position


def _caves(pos: Position) -> int:
    return pos.setup.marked(PART)


CAVE = Mark(
    "cave",
    where=_caves,
    title="cave in the {ground}",
    sign="@",
    markup=(
        f'<path d="M-13 14v-6a13 13 0 0 1 26 0v6z" fill="{DARK}" stroke="{WHITE}" stroke-width="2.4"/>'
        f'<path d="M-6 14v-5a6 6 0 0 1 12 0v5z" fill="{WHITE}" fill-opacity=".25"/>'
    ),
)

SIGN = ("terrain-mountain-0", CAVE.id)
ICONS = Icons(on_terrain=(CAVE,), actions={"cave_action": SIGN}, sign=SIGN)
