"""Drawings of a set: colours, brushes, and `Icons`, which a set adds to pictures of the board.

A drawing is a list of strokes, each a brush and the path it paints, drawn round its own origin. A hex is 42 wide and
48 high.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kingdom_builder.engine.player import PlayerState
    from kingdom_builder.engine.position import Position

DARK = "#2e261c"
INK = "var(--icon-ink)"
"""The colour of icons, which may differ where they are used; `DARK` in pictures of the board."""
WHITE = "#ffffff"
GOLD = "#f3bf3d"
STONE, STONE_DARK = "#c9c3b8", "#57524a"

Drawing = tuple[tuple[str, str], ...]
"""Brushes and the paths they paint, from the back to the front."""


def line(colour: str, width: float) -> str:
    """Return a brush that draws lines."""
    return f'fill="none" stroke="{colour}" stroke-width="{width:g}"'


def fill(colour: str) -> str:
    """Return a brush that fills areas."""
    return f'fill="{colour}"'


def disc(x: float, y: float, r: float) -> str:
    """Return the path of a circle."""
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0 {r:g} {r:g} 0 1 0 {-2 * r:g} 0z"


def paint(drawing: Drawing) -> str:
    """Return the SVG markup of a drawing."""
    return "".join(f'<path {brush} d="{path}"/>' for brush, path in drawing)


SOLID, BOLD, LINE, THIN = fill(INK), line(INK, 2.6), line(INK, 2.2), line(INK, 1.4)
"""Brushes of icons: an area of ink, and lines of ink from wide to thin."""
GROUND, CUT, FINE = fill("currentColor"), line("currentColor", 1.8), line("currentColor", 1.1)
"""Brushes in the background colour of the icon, for holes in ink: an area, a wide line and a thin line.

`currentColor` is set where an icon is used: on a hex, on a tile, in a list."""
DETAIL = line("currentColor", 1.6)
"""The brush for lines on a piece."""


class CardIcon(NamedTuple):
    """How a card looks: the colour of its window, and the drawing in the window, a square of 52 by 52."""

    tint: str
    drawing: Drawing


class Silhouette(NamedTuple):
    """How a kind of piece looks.

    `details` are drawn on the shape in the colour of its line; the player's mark is at `mark_x`, `mark_y`. Light falls
    on `roof`. `plaza` is the outline of the ground under a piece that covers several hexes. `sign` stands for the piece
    on the text board.
    """

    shape: str
    details: Drawing
    mark_y: float
    mark_x: float = 0
    mark_size: float = 1
    roof: str = ""
    plaza: str = ""
    sign: str = " "


class Mark(NamedTuple):
    """Something on hexes that is no player's piece: its drawing, where it is, and what a title says.

    `title` names it together with `{ground}`, what is under it. `sign` stands for it on the text board.
    """

    id: str
    where: Callable[[Position], int]
    title: str
    sign: str
    markup: str


@dataclass(frozen=True)
class Icons:
    """The drawings of a set by id: location tiles, special hexes, nomad tiles, cards and tasks, pieces, marks.

    `actions` has the ids of the drawings that show an action without a drawing of its own, from the back to the front.
    `standing` marks stand on a hex as a piece does; the others are part of the terrain or of the special hex.
    `marked_lines` returns the lines beside which a player has put a marker, as bits. `short_names` has three letters
    for a location whose first three letters another location has too. `sign` has the ids of the drawings that stand for
    the set where sets are chosen.
    """

    tiles: Mapping[str, Drawing] = field(default_factory=dict)
    specials: Mapping[str, Drawing] = field(default_factory=dict)
    nomad_tiles: Mapping[str, Drawing] = field(default_factory=dict)
    cards: Mapping[str, CardIcon] = field(default_factory=dict)
    pieces: Mapping[str, Silhouette] = field(default_factory=dict)
    standing: tuple[Mark, ...] = ()
    on_terrain: tuple[Mark, ...] = ()
    on_special: tuple[Mark, ...] = ()
    actions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    marked_lines: Callable[[PlayerState], int] | None = None
    short_names: Mapping[str, str] = field(default_factory=dict)
    sign: tuple[str, ...] = ()
