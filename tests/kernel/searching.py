"""Positions for tests of the search, and the same search with and without the kernel."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

import pytest

from kingdom_builder.bots import kernel_search, planning_bot
from kingdom_builder.bots.beam_search import Plan
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.planning_bot import Level, PlanningBot
from kingdom_builder.engine.view import View
from kingdom_builder.game import Game
from kingdom_builder.sets.registry import answer_name
from tests.random_play import random_answers, random_game


class Searched(NamedTuple):
    """What a search has found and spent, and the state of the bot's generator after it."""

    plans: list[Plan]
    spent: int
    state: object


class Search:
    """Searches with and without the kernel; a search with the kernel must not fall back to Python."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._meters: list[Meter] = []
        monkeypatch.setattr(planning_bot, "Meter", self._new_meter)
        monkeypatch.setattr(kernel_search, "plans", _required(kernel_search.plans))

    def _new_meter(self, budget: Budget) -> Meter:
        self._meters.append(Meter(budget))
        return self._meters[-1]

    def ranked(self, view: View, level: Level, budget: Budget, *, kernel: bool, seed: int = 7) -> Searched:
        """Return what a bot finds."""
        bot = PlanningBot(seed, level, budget, kernel=kernel)
        plans = bot.ranked(view)
        return Searched(plans, self._meters[-1].spent, bot._random.getstate())

    def compare(self, game: Game, level: Level, budget: Budget, seed: int = 7) -> None:
        """Fail if the kernel finds other plans or values, spends more or less or draws other random numbers."""
        view = view_to_play(game)
        compiled, python = (self.ranked(view, level, budget, kernel=kernel, seed=seed) for kernel in (True, False))
        assert compiled == python, game.to_record()


def _required(function: Callable[..., object]) -> Callable[..., object]:
    def found(*arguments: object, **options: object) -> object:
        result = function(*arguments, **options)
        assert result is not None, "the kernel does not search this"
        return result

    return found


def view_to_play(game: Game) -> View:
    """Return the view of the seat that has to answer."""
    assert game.to_play is not None
    return game.view(game.to_play)


def game_at(seed: int, part: float, players: int | None = None, sets: Sequence[str] | None = None) -> Game:
    """Return a random game after this part of its answers, at a question with a choice."""
    game = random_game(seed, players, sets)
    choices, played = [], 0
    for answer in random_answers(game, random.Random(seed)):
        if len(game.legal_answers()) > 1:
            choices.append(played)
        game.play(answer)
        played += 1
    for _ in range(played - choices[min(int(part * len(choices)), len(choices) - 1)]):
        game.undo()
    return game


def games_with_open_action(action: str, sets: Sequence[str], seed: int = 0) -> Iterator[Game]:
    """Yield random games, each at a question of this action that offers a choice."""
    for number in count(seed):
        game = random_game(number, sets=sets)
        for answer in random_answers(game, random.Random(number)):
            if game.stack and answer_name(game.stack[-1].action) == action and len(game.legal_answers()) > 1:
                yield game
                break
            game.play(answer)
