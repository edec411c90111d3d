"""Plays the faces at random, from masks alone."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray


def any_legal(mask: NDArray[np.int8], chance: random.Random) -> int:
    """Return any answer that the mask allows."""
    return chance.choice(np.flatnonzero(mask).tolist())
