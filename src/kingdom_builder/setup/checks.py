"""Check a section's map against the known counts of the printed section, and against usual values (R1.2).

A count of special hexes that the rules state must agree; a difference is an error. A difference from a likely count,
or from the printed sections whose picture is known, is a warning with the figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kingdom_builder.engine.board import LOCATION
from kingdom_builder.engine.hexes import COORDINATES, areas, iter_hexes
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.section_file import CONFIDENCES, GENERATED, ISLAND_SET, Section
from kingdom_builder.setup.section_maps import printed_sections
from kingdom_builder.setup.statistics import FIGURES, Range, Statistics, measure, profile

ERROR, WARNING = "error", "warning"
CAVE_MOUNTAINS = "cave_mountains"
"""The public count of mountains with no special hex within distance 2; its meaning was inferred from known maps."""

_PICTURED = "the sections known from a picture"
_SHOWN = 4
"""The largest number of hexes that a finding names; the others are only counted."""


class Finding(NamedTuple):
    """An error or a warning about a map: its text, and the hexes concerned."""

    level: str
    text: str
    hexes: int = 0

    def __str__(self) -> str:
        """Return the finding as one line.

        >>> from kingdom_builder.engine.hexes import parse_hex
        >>> str(Finding(WARNING, "too near the edge", parse_hex("a1").bit))
        'warning: too near the edge, at a1 (row 1, hex 1)'
        """
        if not self.hexes:
            return f"{self.level}: {self.text}"
        places = [COORDINATES[h] for h in iter_hexes(self.hexes)]
        shown = [f"{chr(ord('a') + p.col)}{p.row + 1} (row {p.row + 1}, hex {p.col + 1})" for p in places[:_SHOWN]]
        more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
        return f"{self.level}: {self.text}, at {', '.join(shown)}{more}"


class Comparison(NamedTuple):
    """The hexes of a kind on a map, the known number, and whether that number is certain or only likely."""

    what: str
    hexes: int
    expected: int
    certain: bool

    @property
    def found(self) -> int:
        """The number of hexes of the kind on the map."""
        return self.hexes.bit_count()

    @property
    def words(self) -> str:
        """The name of what is counted, as readable words."""
        return self.what.replace("_", " ") + ("" if self.what == CAVE_MOUNTAINS else " hexes")

    @property
    def agrees(self) -> bool:
        """Whether the two counts are the same."""
        return self.found == self.expected


def check_section(piece: Section) -> list[Finding]:
    """Return the errors and warnings about a section's map, errors first."""
    found = measure(piece.rows)
    known = [*_check_header(piece), *_check_known(piece)]
    return [*known, *(_check_island(found) if piece.set == ISLAND_SET else _check_usual(piece, found))]


def known_counts(piece: Section) -> list[Comparison]:
    """Compare the counts of a map with the known counts of the section of its name; none if nothing is known.

    >>> [(line.what, line.found) for line in known_counts(printed_sections()["quarry"]) if line.expected]
    [('quarry', 1), ('nomad', 3), ('cave_mountains', 3)]
    """
    printed = printed_sections().get(piece.name)
    if printed is None or not printed.known:
        return []
    known, likely = dict(printed.known), dict(printed.likely)
    found = measure(piece.rows)
    special = special_hexes(piece)
    hexes = {**special, **found.terrain, CAVE_MOUNTAINS: found.cave_mountains}
    # A kind of special hex that is not mentioned does not occur on the section.
    kinds = [kind for kind in known if kind not in TERRAINS]
    kinds += [kind for kind in (*special, *REGISTRY.special_letters) if kind != LOCATION and kind not in likely]
    certain = {kind: known.get(kind, 0) for kind in kinds} | known
    return [
        Comparison(what, hexes.get(what, 0), expected, certain=expectations is certain)
        for expectations in (certain, likely)
        for what, expected in expectations.items()
    ]


def special_hexes(piece: Section) -> dict[str, int]:
    """Return the special hexes of each kind on a map, the locations by their names."""
    found: dict[str, int] = {}
    for code, where in measure(piece.rows).special_codes.items():
        kind = piece.location(code) or REGISTRY.special_codes[code]
        found[kind] = found.get(kind, 0) | where
    return found


def departures(
    found: Statistics, usual: Mapping[str, Range], compared_with: str = _PICTURED, *, strict: bool = False
) -> Iterator[Finding]:
    """Yield the figures of a map outside the usual ranges; unless strict, the figure's margins are allowed."""
    for name, (low, high) in usual.items():
        figure = FIGURES[name]
        least, most = (low, high) if strict else (low - figure.below, high + figure.above)
        for number, what, where in figure.values(found):
            if not least <= number <= most:
                about = f"{figure.words} ({what})" if what else figure.words
                expected = low if low == high else f"{low} to {high}"
                yield Finding(WARNING, f"{about}: {number}, but {compared_with} have {expected}", where)


def own_amounts(kind: str) -> dict[str, Range]:
    """Return the usual number of hexes of the terrain that only this set has (docs/sections.md)."""
    own = next(game_set.own_terrain for game_set in REGISTRY.sets if game_set.id == kind)
    return {} if own is None else {TERRAINS[own.terrain]: Range(own.low, own.high)}


def _check_header(piece: Section) -> Iterator[Finding]:
    if piece.confidence not in (*CONFIDENCES, GENERATED) and not piece.placeholder:
        yield Finding(ERROR, f"confidence: {piece.confidence!r} is not one of {', '.join(CONFIDENCES)}")
    for other in printed_sections().values():
        if (
            piece.model is not None
            and (other.set, other.model) == (piece.set, piece.model)
            and other.name != piece.name
        ):
            text = f"model: {piece.model} is taken by {other.name}; leave out the line 'model:'"
            yield Finding(ERROR, text)


def _check_known(piece: Section) -> Iterator[Finding]:
    printed = printed_sections().get(piece.name)
    if printed is not None and printed.set != piece.set:
        yield Finding(ERROR, f"the set is {piece.set}, but {piece.name} belongs to {printed.set}")
    if printed is not None and not printed.known:
        counts = ", ".join(f"{kind} {where.bit_count()}" for kind, where in special_hexes(piece).items())
        yield Finding(ERROR, f"there is no line 'known:'; if the map is right, add 'known: {counts}'")
    for line in known_counts(piece):
        if not line.agrees:
            certainty = "should be" if line.certain else "should probably be"
            text = f"{line.words}: {line.found} on the map, {certainty} {line.expected}"
            yield Finding(ERROR if line.certain else WARNING, text, line.hexes)


def _check_usual(piece: Section, found: Statistics) -> Iterator[Finding]:
    own = own_amounts(piece.set)
    yield from departures(found, {name: usual for name, usual in profile().items() if name not in own})
    yield from departures(found, own, "our own maps")


def _check_island(found: Statistics) -> Iterator[Finding]:
    """Yield warnings about the Island: it should be one connected area without lone hexes; no picture is known."""
    yield from departures(found, {"lone": profile()["lone"]})
    parts = areas(found.all)
    if len(parts) != 1:
        yield Finding(WARNING, f"the Island is in {len(parts)} pieces", sum(parts[1:]))
