"""Bots: each answers from the view of its seat, so it never knows what is hidden from the seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from kingdom_builder.bots.budget import Budget, read_budget
from kingdom_builder.bots.greedy import GreedyBot
from kingdom_builder.bots.levels import ANALYST, LEVELS
from kingdom_builder.bots.monte_carlo import MonteCarloBot
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.bots.random import RandomBot
from kingdom_builder.engine.view import View

BEHAVIOUR_VERSION = 8
"""Increased with every change of how a bot plays, because results of different versions cannot be compared.

A rule that changes what bots can play is such a change.
"""


class Bot(Protocol):
    """What plays for a seat."""

    def answer(self, view: View) -> int:
        """Return one of the answers that the view offers."""
        ...


OWN_BOTS = (RandomBot, GreedyBot, PlanningBot, MonteCarloBot)
"""The classes of the project's own bots."""

BOTS: dict[str, Callable[[int, Budget | None, bool], Bot]] = {
    "random": lambda seed, _, __: RandomBot(seed),
    "greedy": lambda seed, _, kernel: GreedyBot(seed, kernel=kernel),
    **{
        name: (lambda seed, budget, kernel, level=level: PlanningBot(seed, level, budget, kernel=kernel))  # type: ignore[misc]
        for name, level in (*LEVELS.items(), ("analyst", ANALYST))
    },
    "monte-carlo": lambda seed, budget, kernel: MonteCarloBot(seed, budget, kernel=kernel),
}
"""Every bot by name, as a function of its seed, its budget and whether the compiled kernel may search.

Without a budget it has its usual one.
"""

OPPONENTS = ("random", "greedy", *LEVELS)
"""The bots that can have a seat at a table of a server. The others use too much time."""

WITHOUT_KERNEL = "-python"
"""The end of the name of a bot that never uses the compiled kernel, to compare it with the one that does."""


def turn_of(bot: Bot, view: View) -> tuple[int, ...]:
    """Return a bot's answers for as much of its turn as it has planned, at least one."""
    return bot.turn(view) if isinstance(bot, PlanningBot) else (bot.answer(view),)


def new_bot(name: str, seed: int, budget: Budget | None = None) -> Bot:
    """Return a new bot; raise ValueError if there is none of that name.

    A name may have a budget, as `greedy@400e`, and `champion-python` searches without the compiled kernel.

    >>> type(new_bot("random", 1)).__name__
    'RandomBot'
    """
    full_name, at, given = name.partition("@")
    name = full_name.removesuffix(WITHOUT_KERNEL)
    if name not in BOTS:
        raise ValueError(f"{full_name!r} is not a bot: expected one of {', '.join(BOTS)}")
    return BOTS[name](seed, read_budget(given) if at else budget, name == full_name)
