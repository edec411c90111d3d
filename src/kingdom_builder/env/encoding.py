"""What seats see, as arrays: planes over the board, a vector, and a mask of the legal answers (docs/research.md).

A `Layout` names every plane and every number of the vector; an `Encoder` has the arrays and writes into them.
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
from kingdom_builder.engine.view import Laid, View
from kingdom_builder.env.belongings import Belongings
from kingdom_builder.env.layout import ISLAND_LEFT, ISLAND_TOP, Layout
from kingdom_builder.env.numbers import Numbers
from kingdom_builder.env.planes import bytes_of_set, cell_of_bit, moving_sets, packed, static_sets, unpacked

Planes: TypeAlias = NDArray[Any]
Vector: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]

FEW, FEW_ALONE = 2, 16
"""So many changed hexes of a plane are sooner written one by one than unpacked, with many rows and with one alone."""

_HEXES_OF_BOARD = ROWS_OF_BOARD * COLUMNS_OF_BOARD


class Encoder:
    """The observations of some games, one a row: `planes`, `vectors` and `masks`, made once and written into.

    A row remembers what it shows, so it is fastest when it follows one game; any view can come next. Whoever keeps an
    observation copies it.

    >>> from kingdom_builder import new_first_game
    >>> encoder = Encoder(Layout(2, ("base",)))
    >>> game = new_first_game(1)
    >>> encoder.write(game.view(game.to_play))
    >>> encoder.masks[0].nonzero()[0].tolist() == game.legal_answers()
    True
    """

    whole: Vector
    """Planes and vector of the only row of a flat encoder, one after the other."""

    def __init__(self, layout: Layout, rows: int = 1) -> None:
        """Make the arrays for so many rows; the planes are int8."""
        planes = np.zeros((rows, *layout.planes_shape), np.int8)
        self._begin(layout, planes, np.zeros((rows, layout.vector_size), np.float32))

    @classmethod
    def flat(cls, layout: Layout) -> Self:
        """Return an encoder with one row that is a single array of float32, `whole`."""
        new = cls.__new__(cls)
        new.whole = np.zeros(layout.size, np.float32)
        new._begin(layout, *layout.split(new.whole[None]))
        return new

    def _begin(self, layout: Layout, planes: Planes, vectors: Vector) -> None:
        rows = len(planes)
        self.layout = layout
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
        """Copy and pickle as the arrays are; the rows of the copy have yet to look at something."""
        return _copied, (self.layout, self.planes, self.vectors, self.masks)

    def write(self, view: View, row: int = 0) -> None:
        """Write everything that the seat of a view sees now."""
        self.rows[row].look(view)
        self.finish()

    def finish(self) -> None:
        """Write what is left to write of all rows that have looked at a view, which is less work for many at once."""
        if self._changed:
            self._every_plane[self._where] = unpacked(self.layout, self._changed)
            self._changed.clear()
            self._where.clear()
        self._mask_of_board[...] = self._legal_on_board
        if self.layout.rows > ROWS_OF_BOARD:
            self._mask_of_island[...] = self._legal_on_island


def _copied(layout: Layout, planes: Planes, vectors: Vector, masks: Mask) -> Encoder:
    new = Encoder.flat(layout) if planes.dtype == np.float32 else Encoder(layout, len(planes))
    new.planes[...], new.vectors[...], new.masks[...] = planes, vectors, masks
    return new


class Row:
    """One observation of an encoder, and what it shows now."""

    def __init__(self, encoder: Encoder, row: int) -> None:
        """Write into this row of the encoder's arrays."""
        self._layout = layout = encoder.layout
        static = len(layout.static_names)
        self._numbers = Numbers(layout, encoder.vectors[row])
        self._belongings = Belongings(layout, encoder.vectors[row])
        self._mask = memoryview(encoder.masks[row])
        self._static, self._moving = encoder.planes[row, :static], encoder.planes[row, static:]
        self._changed, self._where = encoder._changed, encoder._where
        self._first = row * len(layout.plane_names) + static
        self._shown = [0] * (len(layout.plane_names) - static)
        self._numbered = range(len(self._shown))
        self._bytes = bytes_of_set(layout)
        self._cells = self._moving.reshape(-1).data
        self._plane, self._cell_of = layout.rows * COLUMNS_OF_BOARD, cell_of_bit(layout.rows)
        self._few = FEW_ALONE if len(encoder.planes) == 1 else FEW
        self._view: View | None = None
        self._options: tuple[int, ...] = ()

    def look(self, view: View) -> None:
        """Take in what has changed since the last look, whatever that was at; the encoder has to `finish` it, once."""
        if view is not self._view:
            self._turn_to(view)
        own, moment, players, question = view.seat, view.moment, view.players, view.question
        if own:
            players = players[own:] + players[:own]
        to_play = view.to_play if question is None else own
        self._belongings.see(view, moment, players, to_play)
        self._numbers.see(moment, question)
        self._show(moving_sets(self._layout, self._board, moment, players, question))
        options = () if question is None else question.options
        if options != self._options:
            for option in self._options:
                self._mask[option] = 0
            for option in options:
                self._mask[option] = 1
            self._options = options

    def _show(self, sets: list[int]) -> None:
        """Take in the planes that have changed; where it is by few hexes, their cells are written at once."""
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

    def _turn_to(self, view: View) -> None:
        """Begin to follow another view: of the same set-up from another side of the table, or of another set-up."""
        before = self._view
        if before is None or not view.shares_setup(before):
            self._begin(view.laid, view.seat)
        elif view.seat != before.seat:
            self._belongings.turn((view.seat - before.seat) % view.laid.players)
        self._view = view

    def _begin(self, laid: Laid, own: int) -> None:
        """Write the planes of a set-up, and clear everything else."""
        layout = self._layout
        if laid.players > layout.players:
            raise ValueError(f"a layout for {layout.players} players cannot show a game of {laid.players}")
        self._static[...] = unpacked(layout, packed(layout, static_sets(layout, laid)))
        self._board = laid.board
        self._moving.fill(0)
        self._shown = [0] * len(self._shown)
        self._options = tuple(range(FIRST_OPTION, ANSWERS))
        self._belongings.begin(laid, own)
        self._numbers.begin()
