"""The forms of an observation: planes and vector, or one flat array, and the mask beside them if it is wanted."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from kingdom_builder.engine.answers import ANSWERS
from kingdom_builder.env.encoder import Mask, Planes, Vector
from kingdom_builder.env.observation_spec import HIGHEST, ObservationSpec

DICT, FLAT = OBSERVATIONS = ("dict", "flat")
MASK_SPACE = spaces.Box(0, 1, (ANSWERS,), np.int8)


def any_answer() -> Mask:
    """Return the mask after the end of an episode: no answer is played any more, so all are allowed.

    Vector environments that begin the next game one step later ask for an answer there, and ignore it.
    """
    return np.ones(ANSWERS, np.int8)


class ObservationForm:
    """What the observations of an environment look like.

    `dict` is `{"planes", "vector"}`, `flat` one float32 array, the planes before the vector. With the mask a dictionary
    has it under `action_mask`, and a flat array is under `observation` beside it.

    >>> form = ObservationForm(ObservationSpec(2, ("base",)), "flat", mask=True)
    >>> sorted(form.space)
    ['action_mask', 'observation']
    """

    def __init__(self, spec: ObservationSpec, observation: str = DICT, *, mask: bool = False) -> None:
        """Choose a form; raise ValueError if there is none of this name."""
        if observation not in OBSERVATIONS:
            raise ValueError(f"observation: {observation!r} is not one of {', '.join(OBSERVATIONS)}")
        self._flat, self._mask = observation == FLAT, mask
        self.space = self._space(spec)

    def _space(self, spec: ObservationSpec) -> spaces.Space[Any]:
        if self._flat:
            flat = spaces.Box(0.0, HIGHEST, (spec.size,), np.float32)
            return spaces.Dict({"observation": flat, "action_mask": MASK_SPACE}) if self._mask else flat
        parts: dict[str, spaces.Space[Any]] = {
            "planes": spaces.Box(0, 1, spec.planes_shape, np.int8),
            "vector": spaces.Box(0.0, HIGHEST, (spec.vector_size,), np.float32),
        }
        return spaces.Dict(parts | {"action_mask": MASK_SPACE} if self._mask else parts)

    def observation(self, planes: Planes, vector: Vector, mask: Mask) -> Any:
        """Return the observation from arrays of one game or of several, which it may contain."""
        if not self._flat:
            seen = {"planes": planes, "vector": vector}
            return {**seen, "action_mask": mask} if self._mask else seen
        flat = np.concatenate((planes.reshape(*vector.shape[:-1], -1), vector), axis=-1, dtype=np.float32)
        return {"observation": flat, "action_mask": mask} if self._mask else flat
