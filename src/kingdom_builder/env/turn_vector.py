"""The part of the vector that most answers change: the progress of the turn and the question."""

from __future__ import annotations

import struct

import numpy as np
from numpy.typing import NDArray

from kingdom_builder.engine.position import NOT_BEGUN
from kingdom_builder.engine.question import Question
from kingdom_builder.engine.view import TurnView
from kingdom_builder.env.observation_spec import HIGHEST, STAGES, ObservationSpec, actions_asked

_FIRST = "mandatory:not_begun"
_LINE = struct.Struct("7f")
"""Consecutive numbers: mandatory, end, turn, left."""


class TurnVector:
    """Writes its part of the vector of one observation."""

    def __init__(self, spec: ObservationSpec, vector: NDArray[np.float32]) -> None:
        """Write into this vector from now on."""
        at = {name: i for i, name in enumerate(spec.vector_names)}
        self._bytes, self._first = vector.data.cast("B"), at[_FIRST] * vector.itemsize
        self._cells = self._bytes.cast("f")
        self._terrain, self._played = at["terrain:grass"], at["played:grass"]
        self._stages = {stage: at[f"stage:{stage}"] for stage in STAGES}
        self._actions = {action: at[f"action:{action}"] for action in actions_asked()}
        self.begin()

    def begin(self) -> None:
        """Begin with an empty vector."""
        self._ones: tuple[int | None, ...] = (None,) * 4

    def update(self, moment: TurnView, question: Question | None) -> None:
        """Write the present values."""
        stage = action = None
        steps = 0.0
        turn, _, card, played, to_build, *_, phase, ending, over = moment
        if question is not None:
            _, name, kind, _, _, _, left, _, _ = question
            stage, action = self._stages[kind], self._actions[name]
            if left is not None and left > 0:
                steps = min(left / 10, HIGHEST)
        _LINE.pack_into(
            self._bytes, self._first, to_build == NOT_BEGUN, to_build / 10 if to_build > 0 else 0.0,
            ending, phase.after_last_turn, over, min(turn / 100, HIGHEST), steps,
        )  # fmt: skip
        ones = (
            None if card is None else self._terrain + card,
            None if played is None else self._played + played,
            stage,
            action,
        )
        if ones != self._ones:
            self._set_ones(ones)

    def _set_ones(self, places: tuple[int | None, ...]) -> None:
        """Set these numbers to 1, each as the only one of its group."""
        for before, place in zip(self._ones, places, strict=True):
            if place != before:
                if before is not None:
                    self._cells[before] = 0.0
                if place is not None:
                    self._cells[place] = 1.0
        self._ones = places
