"""Generate new sections that look like the printed ones from a name such as `generated_base_123`.

The special hexes are those of one printed section of the set (R1.2). They are placed first, then water and mountains.
The rest is divided into regions that grow from random seeds, and every region gets a terrain that no adjacent region
has. A map outside `LIMITS` is discarded and the next one is drawn.

A name must always give the same map, because records contain only names. So everything is drawn with `Rng` in whole
numbers, and `LIMITS` are constants here: the profile would change with a corrected map.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count

from kingdom_builder.engine import hexes
from kingdom_builder.engine.hexes import COORDINATES, NEIGHBOURS, Coordinate, iter_hexes, neighbours, nth_hex
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.terrain import (
    CARD_TERRAINS,
    LETTERS,
    MOUNTAIN,
    TERRAINS,
    WATER,
)
from kingdom_builder.sets.entries import OwnTerrain
from kingdom_builder.sets.problems import SetupError, SetupProblem
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.checks import departures, own_amounts
from kingdom_builder.setup.section_file import GENERATED, SIZE, Section, section_sets
from kingdom_builder.setup.section_maps import printed_sections
from kingdom_builder.setup.statistics import Range, measure, within

LIMITS = {
    "card_hexes": Range(11, 18),
    "spread": Range(0, 5),
    "water": Range(5, 26),
    "mountain": Range(1, 13),
    "card_areas": Range(8, 13),
    "land_areas": Range(1, 4),
    "area_size": Range(3, 18),
    "lone": Range(0, 0),
    "compactness": Range(50, 100),
    "same_terrain": Range(42, 53),
    "water_areas": Range(1, 4),
    "mountain_areas": Range(1, 5),
    "special_distance": Range(3, 9),
    "edge_distance": Range(1, 3),
    "land_round_special": Range(3, 6),
    "terrains_round_special": Range(2, 4),
    "cave_mountains": Range(1, 13),
}
"""The limits of every generated section; all are inside the profile of the printed sections."""

_ALL = hexes.SECTIONS[0]
_EDGE = hexes.hex_set([h for h in iter_hexes(_ALL) if {COORDINATES[h].row, COORDINATES[h].col} & {0, SIZE - 1}])
_MIDDLE = _ALL & ~within(_EDGE, 3)
_CARD_LETTERS = tuple(LETTERS[terrain] for terrain in CARD_TERRAINS)


class _IncompleteMapError(Exception):
    """This map cannot be completed; the next one is drawn."""


def generated_name(kind: str, number: int) -> str:
    """Return the name of a generated section.

    >>> generated_name("nomads", 7)
    'generated_nomads_7'
    """
    return f"{GENERATED}_{kind}_{number}"


@lru_cache(maxsize=256)
def generated_section(name: str) -> Section:
    """Return the generated section of a name, always the same; raise SetupError for any other name.

    >>> generated_section("generated_nomads_7").set
    'nomads'
    """
    match = re.fullmatch(rf"{GENERATED}_({'|'.join(section_sets())})_(0|[1-9][0-9]{{0,8}})", name)
    if match is None:
        known = ", ".join(section_sets())
        raise SetupError(SetupProblem.UNKNOWN_GENERATED_SECTION, name=repr(name), known=known)
    return generate(match[1], int(match[2]))


def generate(kind: str, number: int) -> Section:
    """Return the generated section of a set with this number."""
    stream = section_sets().index(kind)
    for attempt in count():
        with suppress(_IncompleteMapError):
            return _draw(kind, number, Rng(number, stream, attempt))
    raise AssertionError  # `count` never ends


def _draw(kind: str, number: int, rng: Rng) -> Section:
    """Draw one map; raise _IncompleteMapError if it is not within the limits."""
    model = rng.choice(_models(kind))
    locations = tuple(what for what in model if what not in REGISTRY.special_letters)
    letters = REGISTRY.special_letters | {what: str(digit) for digit, what in enumerate(locations, 1)}
    on_map: dict[str, int] = {}
    special = 0
    for what in [what for what, copies in model.items() for _ in range(copies)]:
        place = 1 << _special_hex(rng, special)
        special |= place
        on_map[letters[what]] = on_map.get(letters[what], 0) | place
    own = next(game_set.own_terrain for game_set in REGISTRY.sets if game_set.id == kind)
    barren = 17 + rng.randbelow(13 if own is None else 8)
    mountains = 2 + rng.randbelow(11)
    water = _water(rng, max(6, barren - mountains), special)
    mountain = _mountains(rng, mountains, _ALL & ~special & ~water, special)
    on_map |= {LETTERS[WATER]: water, LETTERS[MOUNTAIN]: mountain}
    number_of_regions = (8 if own is None else 9) + rng.randbelow(5)
    regions = _regions(rng, _ALL & ~special & ~water & ~mountain, number_of_regions)
    on_map |= _terrains(rng, regions, own, on_map)
    rows = _rows(on_map)
    if any(departures(measure(rows), LIMITS | own_amounts(kind), strict=True)):
        raise _IncompleteMapError
    return Section(
        name=generated_name(kind, number),
        set=kind,
        locations=locations,
        rows=rows,
        confidence=GENERATED,
        source=f"drawn by the section generator for the set {kind} with the number {number}",
        digits="12"[: len(locations)],
    )


def _models(kind: str) -> list[dict[str, int]]:
    """Return the special hexes of the model sections of a set, in the order of their numbers."""
    models = [piece for piece in printed_sections().values() if piece.set == kind and piece.model is not None]
    return [
        {what: count for what, count in piece.known if what not in TERRAINS}
        for piece in sorted(models, key=lambda piece: piece.model or 0)
    ]


def _rows(on_map: dict[str, int]) -> tuple[str, ...]:
    code_at = {h: code for code, where in on_map.items() for h in iter_hexes(where)}
    return tuple("".join(code_at[Coordinate(row, col).hex] for col in range(SIZE)) for row in range(SIZE))


def _pick(rng: Rng, candidates: int) -> int:
    if not candidates:
        raise _IncompleteMapError
    return nth_hex(candidates, rng.randbelow(candidates.bit_count()))


def _special_hex(rng: Rng, others: int) -> int:
    """Choose a hex not at the edge, mostly not next to the edge, and away from the other special hexes."""
    inside = _ALL & ~within(_EDGE, 0 if rng.randbelow(4) == 0 else 1) & ~_MIDDLE
    return _pick(rng, inside & ~within(others, 2 if rng.randbelow(4) == 0 else 3))


def _grown(rng: Rng, area: int, room: int, size: int, roughness: int) -> int:
    """Grow an area hex by hex within `room`; a higher roughness makes it less round."""
    while area.bit_count() < size:
        frontier = neighbours(area) & room & ~area
        if not frontier:
            break
        area |= 1 << _next_hex(rng, area, frontier, roughness)
    return area


def _next_hex(rng: Rng, area: int, frontier: int, roughness: int) -> int:
    """Choose the next hex of a growing area; hexes with more neighbours in the area are preferred."""
    return max(iter_hexes(frontier), key=lambda h: 16 * (NEIGHBOURS[h] & area).bit_count() + rng.randbelow(roughness))


def _water(rng: Rng, amount: int, special: int) -> int:
    """Draw a river from edge to edge, or a lake on the edge, then add arms, bays and ponds up to the amount."""
    room = _ALL & ~special
    source = _pick(rng, _EDGE)
    if rng.randbelow(4) == 0:
        water = _grown(rng, 1 << source, room, amount // 2 + rng.randbelow(amount // 3), 32)
    else:
        water = _river(rng, source, 1 << _pick(rng, _EDGE & ~within(1 << source, 6)), room)
    if water.bit_count() > amount + 2:
        raise _IncompleteMapError
    for _ in range(6):
        left = amount - water.bit_count()
        if left <= 0:
            break
        what = rng.randbelow(3)
        if what == 0:
            arm = _river(rng, _pick(rng, _EDGE), water, room)
            water |= arm if (arm & ~water).bit_count() <= left else 0
        elif what == 1:
            shore = neighbours(water) & room & ~water
            water |= _grown(rng, 1 << _pick(rng, shore), shore, min(left, 2 + rng.randbelow(4)), 32)
        else:
            pond = room & ~within(water, 1) & ~within(special, 1)
            water |= _grown(rng, 1 << _pick(rng, pond), room & ~water, min(left, 1 + rng.randbelow(3)), 32)
    return water


def _river(rng: Rng, source: int, goal: int, room: int) -> int:
    """Return the cheapest path from source to goal over random heights, which are higher along the edge."""
    height = {h: (1 + rng.randbelow(8)) * (2 if _EDGE >> h & 1 else 1) for h in iter_hexes(room)}
    best, before, queue = {source: 0}, dict[int, int](), [(0, source)]
    while queue:
        climbed, h = heappop(queue)
        if goal >> h & 1:
            way = 1 << h
            while h in before:
                h = before[h]
                way |= 1 << h
            return way
        for n in iter_hexes(NEIGHBOURS[h] & room):
            if climbed + height[n] < best.get(n, climbed + height[n] + 1):
                best[n], before[n] = climbed + height[n], h
                heappush(queue, (best[n], n))
    raise _IncompleteMapError


def _mountains(rng: Rng, amount: int, room: int, special: int) -> int:
    """Draw single mountains and ranges, two times in three not next to a special hex."""
    mountain = 0
    while mountain.bit_count() < amount:
        free = room & ~within(mountain, 1) & ~(within(special, 1) if rng.randbelow(3) else 0)
        size = 1 + min(rng.randbelow(7), rng.randbelow(7), amount - mountain.bit_count() - 1)
        mountain |= _grown(rng, 1 << _pick(rng, free), room & ~mountain, size, 80)
    return mountain


def _regions(rng: Rng, land: int, number: int) -> list[int]:
    """Divide the land into regions that grow from seeds; the region with the least of its share grows first."""
    parts = hexes.areas(land)
    _reject_small(parts)
    seeds = [_pick(rng, part) for part in parts]
    for _ in range(number - len(seeds)):
        taken = hexes.hex_set(seeds)
        seeds.append(_pick(rng, land & ~within(taken, 2) or land & ~within(taken, 1)))
    regions = [1 << seed for seed in seeds]
    shares = [4 + rng.randbelow(9) for _ in seeds]
    left = land & ~hexes.hex_set(seeds)
    while left:
        growing = [i for i, region in enumerate(regions) if neighbours(region) & left]
        i = min(growing, key=lambda i: (8 * regions[i].bit_count() // shares[i], i))
        grown = 1 << _next_hex(rng, regions[i], neighbours(regions[i]) & left, 56)
        regions[i] |= grown
        left ^= grown
    _reject_small(regions)
    return regions


def _reject_small(areas: Sequence[int]) -> None:
    if min(area.bit_count() for area in areas) < LIMITS["area_size"].low:
        raise _IncompleteMapError


def _terrains(rng: Rng, regions: list[int], own: OwnTerrain | None, on_map: dict[str, int]) -> dict[str, int]:
    """Assign a terrain to every region, large ones first; adjacent regions differ, all terrains are about as common."""
    for _ in range(12):
        with suppress(_IncompleteMapError):
            found = {} if own is None else _own_terrain(rng, regions, own, on_map)
            rest = [region for region in regions if not region & sum(found.values())]
            found |= dict.fromkeys(_CARD_LETTERS, 0)
            for region in sorted(rest, key=lambda region: (-2 * region.bit_count() - rng.randbelow(4), region)):
                fitting = [letter for letter in _CARD_LETTERS if not neighbours(region) & found[letter]]
                if not fitting:
                    raise _IncompleteMapError
                rare = min(fitting, key=lambda letter: (found[letter].bit_count() + rng.randbelow(3), rng.randbelow(9)))
                found[rare] |= region
            counts = [found[letter].bit_count() for letter in _CARD_LETTERS]
            if max(counts) - min(counts) <= LIMITS["spread"].high:
                return found
    raise _IncompleteMapError


def _own_terrain(rng: Rng, regions: list[int], own: OwnTerrain, on_map: dict[str, int]) -> dict[str, int]:
    """Choose regions next to the right hexes for the terrain that only this set has."""
    found = 0
    for region in rng.shuffled([region for region in regions if region & neighbours(on_map[own.beside])]):
        if (found | region).bit_count() <= own.high and not neighbours(region) & found:
            found |= region
        if found.bit_count() >= own.low:
            return {LETTERS[own.terrain]: found}
    raise _IncompleteMapError
