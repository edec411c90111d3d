"""Random steps in environments, by their masks and chance outcomes alone."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray


def any_legal(mask: NDArray[np.int8], chance: random.Random) -> int:
    """Return a random answer that the mask allows."""
    return chance.choice(np.flatnonzero(mask).tolist())


def step(state: Any, chance: random.Random) -> None:
    """Play a random answer, or draw a card with its probability."""
    if state.is_chance_node():
        cards, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(cards, weights)[0])
    else:
        state.apply_action(chance.choice(state.legal_actions()))
