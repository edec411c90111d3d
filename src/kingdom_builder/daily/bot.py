"""The opponent of the daily challenge: it plays the same everywhere, with and without the compiled kernel.

Its budget is a number of evaluations, never a time. Each search has the seed of its turn and knows nothing of earlier
ones, so a bot that is made again for every turn, as on a server, plays like one that is kept for the game.
"""

from __future__ import annotations

from kingdom_builder.bots import new_bot, turn_of
from kingdom_builder.daily.challenge import Challenge
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.view import View

BOT_LEVEL = "mason"
BOT = f"{BOT_LEVEL}@1000e"
"""The bot by its name and its budget."""


def plan_seed(challenge: Challenge, turn: int) -> int:
    """Return the seed of the bot's searches in a turn."""
    return Rng(challenge.bot_seed, turn).next64() >> 32


class DailyBot:
    """Plays one challenge."""

    def __init__(self, challenge: Challenge, name: str = BOT) -> None:
        """Take the challenge; `name` is another name of the same bot, such as that without the kernel."""
        self._challenge = challenge
        self._name = name
        self._plan: tuple[int, ...] = ()
        self._turn = -1

    def turn(self, view: View) -> tuple[int, ...]:
        """Return answers for the rest of the turn, as far as it can be planned."""
        return turn_of(new_bot(self._name, plan_seed(self._challenge, view.turn)), view)

    def answer(self, view: View) -> int:
        """Return the next answer of the plan."""
        if view.turn != self._turn or not self._plan or self._plan[0] not in view.legal_answers():
            self._plan, self._turn = self.turn(view), view.turn
        answer, *rest = self._plan
        self._plan = tuple(rest)
        return answer
