"""Observations as arrays: planes over the board, a vector, and a mask of the legal answers (docs/research.md).

An `ObservationSpec` names every plane and every number of the vector; an `Encoder` has the arrays and writes into them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from operator import ne
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kingdom_builder.engine.answers import ANSWERS, FIRST_OPTION
from kingdom_builder.engine.hexes import COLUMNS_OF_BOARD, COLUMNS_OF_ISLAND, ROWS_OF_BOARD, ROWS_OF_ISLAND
from kingdom_builder.engine.view import SetupView, View
from kingdom_builder.env.observation_spec import ISLAND_LEFT, ISLAND_TOP, ObservationSpec
from kingdom_builder.env.planes import bytes_of_set, cell_of_bit, moving_sets, packed, static_sets, unpacked
from kingdom_builder.env.player_vector import PlayerVector
from kingdom_builder.env.turn_vector import TurnVector
from kingdom_builder.library.view import View as LibraryView
from kingdom_builder.library.view import engine_view

Planes: TypeAlias = NDArray[Any]
Vector: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]

FEW, FEW_ALONE = 2, 16
"""Up to so many changed hexes of a plane are written one by one, which is faster: with many rows, with one row."""

_HEXES_OF_BOARD = ROWS_OF_BOARD * COLUMNS_OF_BOARD


class Encoder:
    """The observations of some games, one in each row of `planes`, `vectors` and `masks`.

    A row only writes what differs from its last view, so it is fastest if it follows one game; any view may follow.
    The arrays are reused: copy an observation to keep it.

    >>> from kingdom_builder.game import new_first_game
    >>> encoder = Encoder(ObservationSpec(2, ("base",)))
    >>> game = new_first_game(1)
    >>> encoder.write(game.view(game.to_play))
    >>> encoder.masks[0].nonzero()[0].tolist() == game.legal_answers()
    True
    """

    whole: Vector
    """Planes and vector of a flat encoder, which has one row, as one array."""

    def __init__(self, spec: ObservationSpec, rows: int = 1) -> None:
        """Create the arrays; the planes are int8."""
        planes = np.zeros((rows, *spec.planes_shape), np.int8)
        self._begin(spec, planes, np.zeros((rows, spec.vector_size), np.float32))

    @classmethod
    def flat(cls, spec: ObservationSpec) -> Self:
        """Return an encoder with one row, which is a single float32 array, `whole`."""
        new = cls.__new__(cls)
        new.whole = np.zeros(spec.size, np.float32)
        new._begin(spec, *spec.split(new.whole[None]))
        return new

    def _begin(self, spec: ObservationSpec, planes: Planes, vectors: Vector) -> None:
        rows = len(planes)
        self.spec = spec
        self.planes, self.vectors, self.masks = planes, vectors, np.zeros((rows, ANSWERS), np.int8)
        self._every_plane = planes.reshape(-1, *planes.shape[2:])
        self._changed: list[bytes] = []
        self._where: list[int] = []
        self.rows = [Row(self, row) for row in range(rows)]
        legal, island = planes[:, -1], slice(ISLAND_LEFT, ISLAND_LEFT + COLUMNS_OF_ISLAND)
        self._legal_on_board = legal[:, :ROWS_OF_BOARD].reshape(rows, _HEXES_OF_BOARD)
        self._legal_on_island = legal[:, ISLAND_TOP:, island]
        self._mask_of_board = self.masks[:, :_HEXES_OF_BOARD]
        self._mask_of_island = self.masks[:, _HEXES_OF_BOARD:FIRST_OPTION].reshape(
            rows, ROWS_OF_ISLAND, COLUMNS_OF_ISLAND
        )

    def __reduce__(self) -> tuple[Callable[..., Encoder], tuple[Any, ...]]:
        """Copy and pickle the arrays; the rows of the copy begin without a view."""
        return _copied, (self.spec, self.planes, self.vectors, self.masks)

    def write(self, view: View | LibraryView, row: int = 0) -> None:
        """Write the observation of a view; bots have those of the library."""
        self.rows[row].update(engine_view(view) if isinstance(view, LibraryView) else view)
        self.finish()

    def finish(self) -> None:
        """Write what the rows have left to write since `update`, which is less work for all of them at once."""
        if self._changed:
            self._every_plane[self._where] = unpacked(self.spec, self._changed)
            self._changed.clear()
            self._where.clear()
        self._mask_of_board[...] = self._legal_on_board
        if self.spec.rows > ROWS_OF_BOARD:
            self._mask_of_island[...] = self._legal_on_island


def _copied(spec: ObservationSpec, planes: Planes, vectors: Vector, masks: Mask) -> Encoder:
    new = Encoder.flat(spec) if planes.dtype == np.float32 else Encoder(spec, len(planes))
    new.planes[...], new.vectors[...], new.masks[...] = planes, vectors, masks
    return new


class Row:
    """One observation of an encoder, and what is written there."""

    def __init__(self, encoder: Encoder, row: int) -> None:
        """Write into this row of the encoder's arrays."""
        self._spec = spec = encoder.spec
        static = len(spec.static_names)
        self._turn_vector = TurnVector(spec, encoder.vectors[row])
        self._player_vector = PlayerVector(spec, encoder.vectors[row])
        self._mask = memoryview(encoder.masks[row])
        self._static, self._moving = encoder.planes[row, :static], encoder.planes[row, static:]
        self._changed, self._where = encoder._changed, encoder._where
        self._first = row * len(spec.plane_names) + static
        self._shown = [0] * (len(spec.plane_names) - static)
        self._numbered = range(len(self._shown))
        self._bytes = bytes_of_set(spec)
        self._cells = self._moving.reshape(-1).data
        self._plane, self._cell_of = spec.rows * COLUMNS_OF_BOARD, cell_of_bit(spec.rows)
        self._few = FEW_ALONE if len(encoder.planes) == 1 else FEW
        self._view: View | None = None
        self._options: tuple[int, ...] = ()

    def update(self, view: View) -> None:
        """Write what differs from the last view, whatever that was; afterwards the encoder has to `finish`, once."""
        if view is not self._view:
            self._follow(view)
        own, moment, players, question = view.seat, view.turn_view, view.players, view.question
        if own:
            players = players[own:] + players[:own]
        to_play = view.to_play if question is None else own
        self._player_vector.update(view, moment, players, to_play)
        self._turn_vector.update(moment, question)
        self._show(moving_sets(self._spec, self._laid, moment, players, question))
        options = () if question is None else question.options
        if options != self._options:
            for option in self._options:
                self._mask[option] = 0
            for option in options:
                self._mask[option] = 1
            self._options = options

    def _show(self, sets: list[int]) -> None:
        """Write the planes that have changed by few hexes; note the others for `finish`."""
        shown, cells, cell_of = self._shown, self._cells, self._cell_of
        for i in compress(self._numbered, map(ne, sets, shown)):
            now = sets[i]
            others = now ^ shown[i]
            if others.bit_count() > self._few:
                self._changed.append(now.to_bytes(self._bytes, "little"))
                self._where.append(self._first + i)
                continue
            first = i * self._plane
            while others:
                low = others & -others
                cells[first + cell_of[low.bit_length() - 1]] = bool(now & low)
                others ^= low
        self._shown = sets

    def _follow(self, view: View) -> None:
        """Follow another view: of another seat in the same set-up, or of another set-up."""
        before = self._view
        if before is None or not view.shares_setup(before):
            self._begin(view.setup_view, view.seat)
        elif view.seat != before.seat:
            self._player_vector.rotate((view.seat - before.seat) % view.setup_view.players)
        self._view = view

    def _begin(self, laid: SetupView, own: int) -> None:
        """Write the planes of a set-up and clear everything else."""
        spec = self._spec
        if laid.players > spec.players:
            raise ValueError(f"an observation for {spec.players} players cannot show a game of {laid.players}")
        self._static[...] = unpacked(spec, packed(spec, static_sets(spec, laid)))
        self._laid = laid
        self._moving.fill(0)
        self._shown = [0] * len(self._shown)
        self._options = tuple(range(FIRST_OPTION, ANSWERS))
        self._player_vector.begin(laid, own)
        self._turn_vector.begin()
