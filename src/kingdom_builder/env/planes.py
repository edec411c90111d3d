"""Sets of hexes as planes: how bits become cells, and which sets an observation has (docs/research.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kingdom_builder.engine.hexes import BIT, BOARD, COLUMNS_OF_BOARD, COORDINATES, ROWS_OF_BOARD
from kingdom_builder.engine.player import PublicPlayer
from kingdom_builder.engine.question import Question
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.engine.view import SetupView, TurnView
from kingdom_builder.env.observation_spec import ObservationSpec, cell_of
from kingdom_builder.sets.registry import REGISTRY, answer_name

PlaneWriter = Callable[[SetupView, TurnView, Sequence[PublicPlayer]], list[int]]
_NO_BIT = -1
"""The last bit of a set's bytes is never set."""


@cache
def _bit_of_cell(rows: int) -> NDArray[np.int64]:
    """Return for every cell of a plane the bit of its hex, or one that is never set."""
    found = np.full((rows, COLUMNS_OF_BOARD), _NO_BIT)
    for place in COORDINATES.values():
        row, col = cell_of(place)
        if row < rows:
            found[row, col] = place.hex
    return found


@cache
def cell_of_bit(rows: int) -> list[int]:
    """Return for every bit of a set the cell of its hex, counted line by line."""
    found = [0] * len(BIT)
    for cell, bit in enumerate(_bit_of_cell(rows).reshape(-1).tolist()):
        if bit != _NO_BIT:
            found[bit] = cell
    return found


def packed(spec: ObservationSpec, sets: Iterable[int]) -> list[bytes]:
    """Return sets of hexes as bytes, the lowest first."""
    size = bytes_of_set(spec)
    return [some.to_bytes(size, "little") for some in sets]


@cache
def bytes_of_set(spec: ObservationSpec) -> int:
    """Return how many bytes a set of hexes takes: those of the board, or of the Island too."""
    return (len(BIT) if spec.rows > ROWS_OF_BOARD else BOARD.bit_length()) // 8 + 1


def unpacked(spec: ObservationSpec, sets: Sequence[bytes]) -> NDArray[np.int8]:
    """Return sets of hexes as planes; several at once cost little more than one."""
    bits = np.unpackbits(np.frombuffer(b"".join(sets), np.uint8), bitorder="little").view(np.int8)
    return bits.reshape(len(sets), -1).take(_bit_of_cell(spec.rows), axis=1)


def static_sets(spec: ObservationSpec, laid: SetupView) -> list[int]:
    """Return the planes that do not change in a game; raise ValueError if the observation does not have them."""
    board = laid.board
    present: dict[str, int] = {
        "on_board:hex": board.open | board.special,
        "special:location": board.locations,
    }
    present |= {f"special:{special}": where for special, where in board.special_by_kind.items()}
    for game_set in REGISTRY.sets:
        if game_set.observation.write_static is not None:
            present |= game_set.observation.write_static(laid)
    for name, where in zip(TERRAINS, board.terrain, strict=True):
        present[f"terrain:{name}"] = where
    for group, found in (("location", board.location_at), ("nomad_tile", laid.nomad_tiles)):
        for h, kind in found.items():
            name = f"{group}:{answer_name(kind)}"
            present[name] = present.get(name, 0) | BIT[h]
    missing = [name for name, where in present.items() if where and name not in spec.static_names]
    if missing or (board.island and "island" not in spec.sets):
        raise ValueError(f"the observation has no plane for {', '.join(missing) or 'the Island'}")
    return [present.get(name, 0) for name in spec.static_names]


def moving_sets(
    spec: ObservationSpec, laid: SetupView, moment: TurnView, players: Sequence[PublicPlayer], question: Question | None
) -> list[int]:
    """Return all other planes; the first of `players` is the own seat."""
    sets = [player.pieces for player in players] + [player.taken_from for player in players]
    if len(players) < spec.players:
        nobody = [0] * (spec.players - len(players))
        sets[len(players) : len(players)] = nobody
        sets += nobody
    if spec.set_plane_names:
        writers, order = _set_planes(spec)
        found: list[int] = []
        for write in writers:
            found += write(laid, moment, players)
        sets += [found[i] for i in order]
    if question is None:
        sets += (moment.tiles_left, moment.two_tiles_left, moment.free, moment.built_this_turn, 0, 0)
    else:
        piece = question.piece
        moved = 0 if piece is None or piece < 0 else BIT[piece]
        sets += (moment.tiles_left, moment.two_tiles_left, moment.free, moment.built_this_turn, moved, question.hexes)
    return sets


@cache
def _set_planes(spec: ObservationSpec) -> tuple[tuple[PlaneWriter, ...], tuple[int, ...]]:
    """Return the functions of the sets that write planes, and which of their planes is the first one, and so on."""
    fields = [s.observation for s in REGISTRY.sets if s.id in spec.chosen and s.observation.write_planes is not None]
    names = [name for found in fields for name in found.names(found.planes)]
    writers = tuple(found.write_planes for found in fields if found.write_planes is not None)
    return writers, tuple(names.index(name) for name in spec.set_plane_names)
