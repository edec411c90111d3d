"""The opponent of the daily challenge: it plays the same everywhere, with and without the compiled kernel.

It has a level and weights of its own, so it plays the same when the other bots become stronger. Its budget is a number
of evaluations, never a time. Each search has the seed of its turn and knows nothing of earlier ones, so a bot that is
made again for every turn, as on a server, plays like one that is kept for the game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.planning_bot import Level, PlanningBot
from kingdom_builder.bots.style import Style
from kingdom_builder.daily.challenge import Challenge
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.view import View

BOT_LEVEL = "mason"
"""The level under whose name the bot is shown; the seats of stored tables have it."""

BOT = "daily"
"""The name of the bot for the processes that search."""


@dataclass(frozen=True)
class _OwnWeights(Style):
    """The weights of this bot's evaluation."""

    def weights(self) -> Mapping[str, float]:
        """Return the weights of the file beside this module."""
        return _own_weights()


_LEVEL = Level(width=2, error=1.5, rollout_plans=0, budget=Budget(evaluations=1000), style=_OwnWeights())
"""How it plays. Whoever changes it changes the challenges of all dates; `tests/daily` has some games."""


def daily_bot(seed: int, *, kernel: bool = True) -> PlanningBot:
    """Return the bot with the seed of a turn; `kernel` lets the kernel search if it can."""
    return PlanningBot(seed, _LEVEL, kernel=kernel)


def plan_seed(challenge: Challenge, turn: int) -> int:
    """Return the seed of the bot's searches in a turn."""
    return Rng(challenge.bot_seed, turn).next64() >> 32


class DailyBot:
    """Plays one challenge."""

    def __init__(self, challenge: Challenge, *, kernel: bool = True) -> None:
        """Take the challenge; `kernel` lets the kernel search if it can."""
        self._challenge = challenge
        self._kernel = kernel
        self._plan: tuple[int, ...] = ()
        self._turn = -1

    def turn(self, view: View) -> tuple[int, ...]:
        """Return answers for the rest of the turn, as far as it can be planned."""
        return daily_bot(plan_seed(self._challenge, view.turn), kernel=self._kernel).turn(view)

    def answer(self, view: View) -> int:
        """Return the next answer of the plan."""
        if view.turn != self._turn or not self._plan or self._plan[0] not in view.legal_answers():
            self._plan, self._turn = self.turn(view), view.turn
        answer, *rest = self._plan
        self._plan = tuple(rest)
        return answer


@cache
def _own_weights() -> Mapping[str, float]:
    text = (resources.files("kingdom_builder.daily") / "weights.json").read_text(encoding="utf-8")
    weights: dict[str, float] = json.loads(text)["weights"]
    return weights
