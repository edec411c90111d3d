"""Bots: each answers a seat's view and never sees what its seat may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from kingdom_builder.bots.budget import Budget, read_budget
from kingdom_builder.bots.greedy import GreedyBot
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.planning import PlanningBot
from kingdom_builder.bots.random import RandomBot
from kingdom_builder.engine.view import View

PLAY = 2
"""Raised with every change that lets a bot of ours play otherwise: results of different numbers tell different bots."""


class Bot(Protocol):
    """Something that plays."""

    def answer(self, view: View) -> int:
        """Return one of the answers that the view offers."""
        ...


BOTS: dict[str, Callable[[int, Budget | None], Bot]] = {
    "random": lambda seed, _: RandomBot(seed),
    "greedy": lambda seed, _: GreedyBot(seed),
    **{
        name: (lambda seed, budget, level=level: PlanningBot(seed, level, budget))  # type: ignore[misc]
        for name, level in LEVELS.items()
    },
}
"""Every bot by name; each is made from a seed of its own, and thinks within a budget, or within its usual one."""


def turn_of(bot: Bot, view: View) -> tuple[int, ...]:
    """Return a bot's answers for as much of its turn as it has planned: at least the next one."""
    return bot.turn(view) if isinstance(bot, PlanningBot) else (bot.answer(view),)


def new_bot(name: str, seed: int, budget: Budget | None = None) -> Bot:
    """Make a bot; ValueError if there is none of that name. `greedy@0.05s` and `greedy@400e` bring their budget.

    >>> type(new_bot("random", 1)).__name__
    'RandomBot'
    """
    name, at, given = name.partition("@")
    if name not in BOTS:
        raise ValueError(f"{name!r} is not a bot: expected one of {', '.join(BOTS)}")
    return BOTS[name](seed, read_budget(given) if at else budget)
