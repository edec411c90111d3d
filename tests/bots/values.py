"""Values of recorded positions: the evaluation of every seat, and the value of the best plan.

`make golden` writes `values.txt` again, after the evaluation or the golden games have changed on purpose. Every version
of Python writes the same file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.game import Game
from tests.golden.make import SEPARATOR, file_of, split
from tests.random_play import mixes

FILE = Path(__file__).with_name("values.txt")
_GAMES = range(0, 48, 7)
"""Which golden games of each mix have values."""
_PLANS = Budget(evaluations=300)
"""Enough for rollouts of some plans."""


class Values(NamedTuple):
    """The values of the position after some answers of a golden game, exactly as hexadecimal floats."""

    mix: str
    game: int
    answers: int
    seats: list[str]
    plan: str

    def __str__(self) -> str:
        """Write it as a line of the file."""
        return f"{self.mix} {self.game} {self.answers}: {' '.join(self.seats)} plan {self.plan}"


def values() -> Iterator[Values]:
    """Yield the values of one position of each game, from the beginning of the first to the end of the last."""
    for mix in mixes():
        entries = file_of(mix).read_text(encoding="utf-8").split(SEPARATOR)
        for number in _GAMES:
            game = Game.from_record(split(entries[number])[0])
            answers = len(game.answers()) * (number + 1) // (_GAMES[-1] + 2)
            while len(game.answers()) > answers:
                game.undo()
            yield Values("-".join(mix), number, answers, _of_seats(game), _of_plan(game))


def _of_seats(game: Game) -> list[str]:
    evaluator = Evaluator(game)
    return [float(evaluator.value(game, seat)).hex() for seat in range(len(game.players))]


def _of_plan(game: Game) -> str:
    assert game.to_play is not None
    return PlanningBot(1, LEVELS["champion"], _PLANS).ranked(game.view(game.to_play))[0].value.hex()


if __name__ == "__main__":
    FILE.write_text("".join(f"{found}\n" for found in values()), encoding="utf-8")
