"""Observations that the compiled kernel writes: the places of planes and numbers, passed from the spec by name."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kingdom_builder import kernel
from kingdom_builder.engine.answers import FIRST_ENTRY
from kingdom_builder.engine.hexes import COLUMNS_OF_BOARD, ROWS_OF_BOARD, ROWS_OF_ISLAND, Coordinate
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.observation_spec import Group, ObservationSpec, cell_of, groups
from kingdom_builder.env.player_vector import indices
from kingdom_builder.kernel import games
from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.registry import REGISTRY, option_number

Layout = Any
"""The layout of an observation in the kernel."""

_NO_PLACE = -1
_ENTRIES = frozenset(
    ("location", "nomad_tile", "tiles", "used", "new", "nomads", "new_nomads", "bonus", "used_bonus", "done", "caves")
)
"""The groups of numbers, and of planes that do not change, that have a member for each of some entries."""
_INDEXED = {"cards": "cards", "tasks": "tasks", "special": "specials"}
"""The groups whose members have the order of the registry."""
_KEYWORDS = {"new": "new_"}
"""The groups that have another name in C++."""
_TURN, _MANDATORY, _FIRST_ACTION = range(3)


def layout_of(spec: ObservationSpec) -> Layout | None:
    """Return the layout of a spec in the kernel; None if the kernel cannot write such observations."""
    return _layout_of(spec, REGISTRY.sets) if kernel.available() else None


def new_observer(encoder: Encoder, row: int = 0) -> Any:
    """Return what writes a row of the encoder's arrays in the kernel; None if the kernel cannot.

    Only one of the two may write there.
    """
    layout = layout_of(encoder.spec)
    if layout is None:
        return None
    return kernel.native().observer(layout, encoder.planes[row], encoder.vectors[row], encoder.masks[row])


@lru_cache(maxsize=64)
def _layout_of(spec: ObservationSpec, sets: tuple[GameSet, ...]) -> Layout | None:
    games.prepare()
    try:
        return kernel.native().layout(_layout_values(spec))
    except NotImplementedError:
        return None


def _layout_values(spec: ObservationSpec) -> tuple[Any, ...]:
    """Return the places of everything in an observation, in the order of native/py_observation.cpp."""
    found, places = groups(), indices(spec)
    fixed, moving = _by_name(found.static), _by_name((*found.set_planes, *found.planes))
    planes = spec.plane_names[len(spec.static_names) :]
    return (
        spec.players,
        spec.cells,
        spec.scores,
        len(places.of_player),
        spec.vector_size,
        tuple([_first_cell(spec, line) for line in range(ROWS_OF_BOARD + ROWS_OF_ISLAND)]),
        tuple([_plane(name, fixed, entries=True) for name in spec.static_names]),
        tuple([_player_plane(name) if name[0].isdigit() else _plane(name, moving, entries=False) for name in planes]),
        _numbers(places.of_player, found.player_numbers),
        _numbers({name: i for name, i in places.common.items() if not name[0].isdigit()}, found.numbers),
    )


def _by_name(some: tuple[Group, ...]) -> dict[str, Group]:
    return {group.name: group for group in some}


def _first_cell(spec: ObservationSpec, line: int) -> int:
    island = line >= ROWS_OF_BOARD
    row, col = cell_of(Coordinate(line - ROWS_OF_BOARD, 0, island=True) if island else Coordinate(line, 0))
    return row * COLUMNS_OF_BOARD + col if row < spec.rows else _NO_PLACE


def _plane(name: str, known: dict[str, Group], *, entries: bool) -> tuple[str, int]:
    group, _, member = name.partition(":")
    return group, _number_of(known[group], member, entries=entries)


def _player_plane(name: str) -> tuple[str, int]:
    player, group, _ = name.split(":")
    return group, int(player)


def _numbers(places: dict[str, int], some: tuple[Group, ...]) -> tuple[tuple[str, str, int, int], ...]:
    known = _by_name(some)
    rows = []
    for name, place in places.items():
        group, _, member = name.partition(":")
        rows.append((_KEYWORDS.get(group, group), member, _number_of(known[group], member), place))
    return tuple(rows)


def _number_of(group: Group, member: str, *, entries: bool = True) -> int:
    """Return the number by which the kernel knows a member of a group: that of an entry, or its place in the group."""
    if group.name == "action":
        return _number_of_action(member)
    if group.name in _INDEXED:
        return list(getattr(REGISTRY, _INDEXED[group.name])).index(member)
    if entries and group.name in _ENTRIES:
        return option_number(member) - FIRST_ENTRY
    return [name for name, _ in group.members].index(member)


def _number_of_action(member: str) -> int:
    if member == "turn":
        return _TURN
    number = REGISTRY.actions_by_id[member].number
    return number - FIRST_ENTRY + _FIRST_ACTION if number >= FIRST_ENTRY else _MANDATORY
