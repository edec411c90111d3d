"""The champion with the weights of a file and no network as a bot of the arena, to compare trainings (docs/arena.md).

    KINGDOM_BUILDER_WEIGHTS=build/training/weights.json \
        kingdom-builder arena --bots champion@10000e,./benchmarks/other_weights.py:OtherWeights@10000e --games 400
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.bots.style import Style
from kingdom_builder.library.view import View, engine_view

VARIABLE = "KINGDOM_BUILDER_WEIGHTS"


@dataclass(frozen=True)
class _WeightsOfFile(Style):
    """An evaluation with the weights of a file."""

    path: str = ""

    def weights(self) -> Mapping[str, float]:
        return _read(self.path)


class OtherWeights:
    """Plays one game like the champion, with other weights; the network corrects only those it was trained with."""

    def __init__(self, seed: int, budget: Budget | None = None, path: str | None = None) -> None:
        """Make the bot; `path` is by default that of the environment variable."""
        path = path or os.environ.get(VARIABLE, "")
        if not path:
            raise ValueError(f"{VARIABLE}: expected a file of weights, such as build/training/weights.json")
        _read(path)
        level = replace(LEVELS["champion"], style=_WeightsOfFile(path=path), network=False)
        self._bot = PlanningBot(seed, level, budget)

    def answer(self, view: View) -> int:
        """Return the next answer of the turn."""
        return self._bot.answer(engine_view(view))


@cache
def _read(path: str) -> Mapping[str, float]:
    weights: dict[str, float] = json.loads(Path(path).read_text(encoding="utf-8"))["weights"]
    return weights
