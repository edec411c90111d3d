"""The drawings of the terrains: a ground, one lighter or darker shape on it, and motifs lit from the left.

Each terrain has three variations. The motifs identify it without colours. A hex is 42 wide and 48 high.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from kingdom_builder.sets.drawing import Drawing, fill, line

VARIATIONS = 3
"""The number of drawings of each terrain."""

EDGES = {
    "grass": ("grass-light", "grass-dark"),
    "canyon": ("canyon-light", "canyon-dark"),
    "desert": ("desert-light", "desert-dark"),
    "flower": ("flower-light", "flower-dark"),
    "forest": ("fir-light", "forest-dark"),
    "swamp": ("puddle", "reed"),
    "farmland": ("farmland-light", "farmland-dark"),
    "water": ("foam", "foam"),
    "mountain": ("mountain-light", "peak-dark"),
}
"""The colours of the line inside the border of an area of terrain: where light falls on it, and in the shade."""

Point = tuple[float, float]
Sized = tuple[float, float, float]
"""A point and the size of the motif there."""


def colour(name: str) -> str:
    """Return a colour of the palette as a value in markup."""
    return f"var(--{name})"


def terrain_drawing(terrain: str, variation: int) -> Drawing:
    """Return one of the drawings of a terrain, without its ground."""
    return _DRAWINGS[terrain](variation)


def _at(points: Iterable[Point], path: str) -> str:
    """Return a path that is drawn at each of the points."""
    return "".join(f"M{x:g} {y:g}{path}" for x, y in points)


def _filled(name: str, path: str) -> tuple[str, str]:
    return fill(colour(name)), path


def _lined(name: str, width: float, path: str) -> tuple[str, str]:
    return line(colour(name), width), path


def _scaled(path: str, k: float) -> str:
    """Return a relative path in another size; its numbers are separated by spaces."""
    words = (word if word.isalpha() else f"{float(word) * k:.1f}" for word in path.split())
    return " ".join(words)


def _grass(i: int) -> Drawing:
    slopes = (
        "M-20 3q9-9 20-2t20-3v6q-10 5-20 1t-20 5z",
        "M-20-6q10-7 18-1t22-4v7q-12 5-20 1t-20 4z",
        "M-20 8q8-8 18-3t22-6v8q-12 6-20 2t-20 4z",
    )
    tufts = (
        ((-10, -5), (6, -9), (-2, 5), (12, 6), (-13, 10), (3, 17)),
        ((-4, -11), (11, -3), (-12, 3), (2, 8), (13, 12), (-7, 16)),
        ((4, -13), (-11, -4), (12, 1), (0, 4), (-8, 14), (8, 16)),
    )
    daisies = (((-5, 12), (13, -4)), ((5, -6), (-13, 10)), ((-3, -8), (6, 9)))
    return (
        _filled("grass-low", slopes[i]),
        _lined("grass-dark", 1.25, _at(tufts[i], "q-.3-3-2.4-4.6m2.4 4.6v-5.8m0 5.8q.3-3 2.4-4.6")),
        _lined("daisy", 1.9, _at(daisies[i], "h.01")),
    )


def _canyon(i: int) -> Drawing:
    """Draw table mountains: lit tops over dark cliffs."""
    tables = (((-13, -9), (1, 3), (-16, 9)), ((-4, -12), (-18, 0), (0, 9)), ((-15, -7), (3, -3), (-8, 9)))[i]
    return (
        _lined("canyon-low", 1.4, _at(tables, "m5 9h8m3-1.5h4")),
        _filled("canyon-dark", _at(tables, "l3 1.4h11l3-2.8v4.8l-3.6 2.8h-10.4l-3-2z")),
        _filled("canyon-light", _at(tables, "l3.5-3.4h8.5l5 2-3 2.8h-11z")),
        _lined("canyon", 1, _at(tables, "m.3 2.8l3 1.5h10.6l3-2.6")),
    )


def _desert(i: int) -> Drawing:
    dunes: tuple[Sized, ...] = (
        ((-17, 0, 1), (-2, 13, 1), (2, -9, 0.7)),
        ((-12, -8, 0.9), (-18, 11, 0.8), (1, 4, 1)),
        ((-8, -3, 1), (-15, 14, 0.8), (4, 13, 0.7)),
    )[i]
    grains = (
        ((-9, -12), (11, 2), (-12, 9), (7, 18)),
        ((9, -12), (-4, 0), (-9, 17), (14, 12)),
        ((-12, -11), (8, -10), (-16, 4), (13, 5)),
    )[i]
    ridge, hollow = "q 8 -7 17 0", "q -6 -2.4 -17 0 z"
    return (
        _filled("desert-low", "".join(f"M{x} {y}{_scaled(f'{ridge} {hollow}', k)}" for x, y, k in dunes)),
        _lined("desert-dark", 1.1, "".join(f"M{x} {y}{_scaled(ridge, k)}" for x, y, k in dunes)),
        _lined("desert-dark", 1.5, _at(grains, "h.01m4.2 1.6h.01m-2-3.4h.01")),
    )


def _flower(i: int) -> Drawing:
    dark = (
        ((-9, -9), (0, 1), (12, 7)),
        ((-12, -4), (-2, 5), (4, 16)),
        ((3, -13), (13, -2), (-12, 7), (-3, 17)),
    )[i]
    light = (
        ((8, -10), (-13, 6), (-3, 15), (5, -18)),
        ((-2, -14), (10, -4), (13, 9), (-11, 13)),
        ((-10, -8), (1, 1), (8, 13)),
    )[i]
    petals = "m0-2.6h.01m2.5 1.8h.01m-1 2.9h.01m-3.1 0h.01m-1-2.9h.01"
    return (
        _filled("flower-low", "M-20-2q9-6 18-1t22-3v7q-11 4-20 1t-20 3z"),
        _filled("leaf", _at((*dark, *light), "m2 4q3-2.6 4.6-.4-2.2 1.8-4.6.4z")),
        _lined("petal", 3.1, _at(dark, petals)),
        _lined("petal-light", 3.1, _at(light, petals)),
        _lined("pistil", 2.1, _at((*dark, *light), "h.01")),
    )


def _forest(i: int) -> Drawing:
    """Draw firs with a light and a dark half, from the back to the front, each over its shadow."""
    firs: tuple[Sized, ...] = (
        ((7, -7, 1.15), (-9, -5, 1.05), (-1, 6, 1.2), (14, 6, 1), (-15, 7, 0.8), (-7, 17, 0.9), (6, 18, 0.95)),
        ((0, -10, 1.1), (-12, -2, 1), (12, -1, 1.1), (1, 6, 0.9), (-14, 11, 0.8), (10, 14, 1), (-4, 17, 1.15)),
        ((6, -9, 1.05), (-7, -7, 1.1), (15, 3, 0.9), (2, 4, 1.2), (-12, 8, 1.1), (9, 17, 1.05), (-4, 19, 0.8)),
    )[i]

    def drawn(path: str) -> str:
        return "".join(f"M{x} {y}{_scaled(path, k)}" for x, y, k in firs)

    return (
        _filled("forest-dark", drawn("m -5.5 1 q 0 -2.2 6 -2.2 q 6 0 6 2.2 q 0 2.2 -6 2.2 q -6 0 -6 -2.2 z")),
        _lined("trunk", 1.8, _at(((x, y) for x, y, _ in firs), "v2.4")),
        _filled("fir-light", drawn("m -5.2 0 l 3.2 -4.7 h -1.6 l 3.6 -8.3 v 13 z")),
        _filled("fir", drawn("m 0 -13 l 3.6 8.3 h -1.6 l 3.2 4.7 h -5.2 z")),
    )


def _swamp(i: int) -> Drawing:
    reeds = (((-8, -5), (8, 4), (-5, 16)), ((7, -7), (-9, 4), (6, 16)), ((0, -9), (-10, 9), (9, 11)))[i]
    lilies = (((9, -9), (-12, 6)), ((-8, -10), (9, 3)), ((-12, -3), (11, -1)))[i]
    return (
        _filled("puddle", _at(reeds, "m-8 1a8 2.6 0 1 0 16 0 8 2.6 0 1 0-16 0z")),
        _filled("lily", _at(lilies, "l-3-1.2a3.2 1.9 0 1 0 .4-.6z")),
        _lined("reed", 1.2, _at(reeds, "m-2.5 0v-7m2.5 7v-9.5m2.5 9.5v-6")),
        _lined("cattail", 2.4, _at(reeds, "m-2.5-7v-2.2m2.5-.6v-2.4m2.5 4v-2")),
    )


def _farmland(i: int) -> Drawing:
    """Draw furrows across the whole hex."""
    starts = [-14 + 8 * k + (0, 2.7, 5.3)[i] for k in range(-3, 5)]
    return (
        _lined("farmland-dark", 1.7, "".join(_furrow(start) for start in starts)),
        _lined("farmland-light", 1.7, "".join(_furrow(start, 3.4) for start in starts)),
    )


def _furrow(start: float, lower: float = 0) -> str:
    """Return the part of a furrow inside the hex; a second line may go some way below it."""
    points = [(x, start - 0.55 * x + 1.2 * math.sin(x / 5)) for x in range(-20, 21, 2)]
    inside = [(x, y + lower) for x, y in points if max(abs(y), abs(y + lower)) < 22.5 - 12 * abs(x) / 21]
    return "M" + "L".join(f"{x} {y:.1f}" for x, y in inside) if len(inside) > 2 else ""


def _water(i: int) -> Drawing:
    deep = (
        "M-14 4q6-8 15-5t12 6q-3 8-14 7t-13-8z",
        "M-12-6q7-7 15-2t9 8q-8 8-16 4t-8-10z",
        "M-8 6q4-9 13-6t8 8q-5 7-13 5t-8-7z",
    )
    waves = (((-15, -7), (-3, 2), (-14, 11)), ((-6, -11), (-17, -1), (-3, 8)), ((-9, -8), (-13, 3), (-5, 13)))
    return _filled("water-low", deep[i]), _lined("wave", 1.5, _at(waves[i], "q3-3.4 6 0t6 0 6 0"))


def _mountain(i: int) -> Drawing:
    """Draw peaks with a lit and a shaded face, and snow."""
    peaks: tuple[Sized, ...] = (
        ((-18, 3, 0.92), (-9, 17, 1.05)),
        ((-11, 0, 1), (-17, 16, 0.9)),
        ((-14, 10, 1.25),),
    )[i]

    def drawn(path: str) -> str:
        return "".join(f"M{x} {y}{_scaled(path, k)}" for x, y, k in peaks)

    return (
        _filled("peak", drawn("l 10.6 -17.4 4.8 7.6 2.6 -4 9 13.8 z")),
        _filled(
            "peak-dark",
            drawn("m 10.6 -17.4 l 4.8 7.6 -2.2 9.8 h -4.6 l 3.2 -7.6 z m 7.4 3.6 l 9 13.8 h -7.5 l 1 -7 z"),
        ),
        _filled(
            "snow",
            drawn(
                "m 10.6 -17.4 l 4.8 7.6 -2 1.6 -2.8 -2.2 -2.8 3 -2 -3 z "
                "m 7.4 3.6 l 3.4 5.2 -1.9 .8 -1.8 -1.4 -2.3 1.6 -.9 -1.8 z"
            ),
        ),
    )


_DRAWINGS: dict[str, Callable[[int], Drawing]] = {
    "grass": _grass,
    "canyon": _canyon,
    "desert": _desert,
    "flower": _flower,
    "forest": _forest,
    "swamp": _swamp,
    "farmland": _farmland,
    "water": _water,
    "mountain": _mountain,
}
