"""What `render` returns: the board as text, as SVG, or as an array of pixels.

resvg draws every drawing on a hex once, and the ground of a board once; Pillow puts them together for each picture.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from kingdom_builder.game import Game
from kingdom_builder.render import fonts

if TYPE_CHECKING:
    from PIL import Image

Picture: TypeAlias = NDArray[np.uint8]

RENDER_MODES = ("ansi", "svg", "rgb_array")

_PARTS = re.compile(r"(<svg[^>]*>)\n<defs>\n(.*?)\n</defs>\n(.*)\n</svg>\n", re.DOTALL)
"""The first line of a picture, its definitions and its body, which has a line for each drawing."""
_ON_TERRAIN = re.compile(r'(<use href="#terrain-[^"]*") x="(\d+)" y="(\d+)"(/>)')
_ON_HEX = re.compile(r'<g id="hex-[^"]*" transform="translate\((\d+) (\d+)\)"([^>]*)><title>[^<]*</title>(.*)</g>')
_OUTLINES = re.compile(r'^<g id="(?:board|sections)">.*$', re.MULTILINE)
_REACH = 120
"""No drawing on a hex reaches further from its centre, in pixels."""
_BOX = re.compile(r'width="\d+" height="\d+" viewBox="[^"]*"')
_BOX_OF_HEX = f'width="{2 * _REACH}" height="{2 * _REACH}" viewBox="{-_REACH} {-_REACH} {2 * _REACH} {2 * _REACH}"'

_Kept = TypeVar("_Kept")


class _Cache(Generic[_Kept]):
    """The drawings that were used last, by their markup."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def find(self, markup: str, draw: Callable[[], _Kept]) -> _Kept:
        """Return what is kept for this markup; draw it if there is nothing."""
        if markup in self._kept:
            self._kept.move_to_end(markup)
        else:
            self._kept[markup] = draw()
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return self._kept[markup]


class _Drawing(NamedTuple):
    """A drawing on a hex, and where its top left corner is from the centre of the hex."""

    image: Image.Image
    x: int
    y: int


_grounds: _Cache[Image.Image] = _Cache(8)
_layers: _Cache[Image.Image] = _Cache(16)
_drawings: _Cache[_Drawing | None] = _Cache(2048)


def check_render_mode(mode: str | None) -> None:
    """Raise ValueError for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: {mode!r} is not one of {', '.join(RENDER_MODES)}")


def render(game: Game, mode: str | None) -> str | Picture | None:
    """Return the board as text, as SVG, or as an array of height, width and RGB; warn if there is no mode."""
    if mode is None:
        logger.warn("render() draws nothing without a render mode: make the environment with render_mode='ansi'")
    if mode == "ansi":
        return game.to_text()
    if mode == "svg":
        return game.to_svg()
    return to_pixels(game.to_svg()) if mode == "rgb_array" else None


def to_pixels(svg: str) -> Picture:
    """Return the picture of a board as an array; what was drawn before takes little time."""
    parts = _PARTS.fullmatch(svg)
    assert parts is not None, "a picture has other parts than this module expects"
    return _Picture(*parts.groups()).pixels()


class _Picture:
    """A picture of a board as SVG, with a line for each drawing."""

    def __init__(self, head: str, definitions: str, body: str) -> None:
        self._head, self._definitions = head, definitions
        self._lines = body.split("\n")
        self._outlines = "".join(_OUTLINES.findall(definitions))

    def pixels(self) -> Picture:
        """Return the whole picture as an array."""
        first = next((i for i, line in enumerate(self._lines) if _ON_HEX.match(line)), len(self._lines))
        ground = "\n".join(self._lines[:first])
        picture = _grounds.find(ground + self._outlines, lambda: self._ground(self._lines[:first])).copy()
        others = []
        for line in self._lines[first:]:
            found = _ON_HEX.fullmatch(line)
            if found is None:
                others.append(line)
            else:
                x, y, look, markup = found.groups()
                self._put(picture, f"<g{look}>{markup}</g>", int(x), int(y))
        if others:
            picture.alpha_composite(self._layer(others))
        return np.array(picture.convert("RGB"))

    def _ground(self, lines: list[str]) -> Image.Image:
        """Draw the terrains one by one, and what is below and above them each at once."""
        terrains = [i for i, line in enumerate(lines) if _ON_TERRAIN.fullmatch(line)]
        first, last = (terrains[0], terrains[-1] + 1) if terrains else (len(lines), len(lines))
        picture = self._layer(lines[:first]).copy()
        for line in lines[first:last]:
            found = _ON_TERRAIN.fullmatch(line)
            assert found is not None
            start, x, y, end = found.groups()
            self._put(picture, start + end, int(x), int(y))
        if lines[last:]:
            picture.alpha_composite(self._layer(lines[last:]))
        return picture

    def _layer(self, lines: list[str]) -> Image.Image:
        """Draw some lines on a transparent picture of the whole size."""
        markup = "\n".join(lines)
        return _layers.find(
            f"{self._head}{markup}{self._outlines}",
            lambda: _drawn(f"{self._head}<defs>{self._definitions}</defs>{markup}</svg>"),
        )

    def _put(self, picture: Image.Image, markup: str, x: int, y: int) -> None:
        """Draw on the hex with this centre."""
        found = _drawings.find(markup, lambda: self._on_hex(markup))
        if found is not None:
            picture.alpha_composite(found.image, (x + found.x, y + found.y))

    def _on_hex(self, markup: str) -> _Drawing | None:
        image = _drawn(f"{_BOX.sub(_BOX_OF_HEX, self._head)}<defs>{self._definitions}</defs>{markup}</svg>")
        box = image.getbbox()
        return None if box is None else _Drawing(image.crop(box), box[0] - _REACH, box[1] - _REACH)


def _drawn(svg: str) -> Image.Image:
    from PIL import Image  # only this mode needs these two
    from resvg_py import svg_to_bytes

    return Image.open(BytesIO(bytes(svg_to_bytes(svg_string=svg, **fonts.options(svg))))).convert("RGBA")
