"""What a player's settlements can reach in the next turns: numbers for the network.

Two kinds of steps are counted. The next turn goes along one terrain, the one drawn: its three settlements reach hexes
of that terrain up to three steps away. Over several turns every free hex is a step. Both are counted for every source
of gold, on the hexes where one more piece would pay, and for the free hexes themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.engine.hexes import neighbours
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import CARD_TERRAINS
from kingdom_builder.sets.entries import PaysAt

OF_SOURCE = ("turn1", "turn2", "turn3", "near1", "near2", "near3", "near4", "all")
"""The numbers of a source: what part of the next turn's settlements can stand where it pays, if they go one, two or
three steps along the terrain drawn; how many such hexes are one, two, three, and four or five steps away; all."""

OF_TERRAINS = (
    *("terrain:part", "terrain:hexes1", "terrain:hexes2", "terrain:hexes3", "terrain:closed"),
    *("free:near1", "free:near2", "free:near3"),
    *("terrain:fewest1", "terrain:most1", "terrain:most2", "terrain:most3"),
)
"""The same of the free hexes, whatever they pay: for the terrains together, the one with the fewest, and the most."""

_MOST, _MOST_FAR, _MOST_ALL = 20, 30, 60
_SETTLEMENTS_OF_TERRAINS = 15.0
"""Three settlements for each of the five terrains that can be drawn."""


def surroundings(pos: Position, seat: int, paying: Sequence[PaysAt]) -> list[float]:
    """Return the numbers of every source, in the order of `paying`, and those of the terrains."""
    free = pos.free
    near = _steps(pos.players[seat].adjacent & free, free)
    turns, closed = _next_turns(pos, near[0])
    found: list[float] = []
    for pays_at in paying:
        here = pays_at(pos, seat) & free
        if not here:
            found += [0.0] * len(OF_SOURCE)
            continue
        found += [_part(here, hexes) for hexes in turns]
        found += [min((here & step).bit_count(), _MOST) / 10.0 for step in near[:3]]
        found.append(min((here & near[3]).bit_count(), _MOST_FAR) / 10.0)
        found.append(min(here.bit_count(), _MOST_ALL) / 20.0)
    counts = [[min(hexes.bit_count(), _MOST) for hexes in terrains] for terrains in turns]
    found.append(_part(free, turns[0]))
    found += [sum(count) / 50.0 for count in counts]
    found.append(closed / 5.0)
    found += [step.bit_count() / 20.0 for step in near[:3]]
    found.append(min(counts[0]) / 10.0)
    found += [max(count) / 10.0 for count in counts]
    return found


def _steps(first: int, free: int) -> list[int]:
    """Return the free hexes that are one, two, three, and four or five steps from own pieces."""
    second = neighbours(first) & free & ~first
    seen = first | second
    third = neighbours(second) & free & ~seen
    seen |= third
    fourth = neighbours(third) & free & ~seen
    seen |= fourth
    return [first, second, third, fourth | (neighbours(fourth) & free & ~seen)]


def _next_turns(pos: Position, near: int) -> tuple[list[list[int]], int]:
    """Return the hexes that one, two and three settlements reach on each terrain, and how many terrains are not near.

    On a terrain that is not next to own pieces every free hex can be built on (R3.7).
    """
    reached: list[list[int]] = [[], [], []]
    closed = 0
    for terrain in CARD_TERRAINS:
        here = pos.free & pos.board.terrain[terrain]
        first = near & here
        if not first:
            closed += 1
            first = here
        second = first | (neighbours(first) & here)
        for step, hexes in enumerate((first, second, second | (neighbours(second) & here))):
            reached[step].append(hexes)
    return reached, closed


def _part(here: int, terrains: Sequence[int]) -> float:
    """Return what part of the next turn's settlements can stand on these hexes, on average over the terrain drawn."""
    return sum([min(3, (here & hexes).bit_count()) for hexes in terrains]) / _SETTLEMENTS_OF_TERRAINS
