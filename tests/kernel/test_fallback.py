"""Where the kernel cannot search, Python searches with the same random numbers."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from kingdom_builder import kernel
from kingdom_builder.arena.selfplay import SelfPlayGame
from kingdom_builder.arena.simulate import simulate
from kingdom_builder.bots import new_bot
from kingdom_builder.bots.analysis import analyse
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.kernel import games
from kingdom_builder.setup.builder import new_setup
from tests.kernel.searching import game_at, view_to_play

BUDGET = Budget(evaluations=150)


@pytest.fixture
def calls(native: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let every search of the kernel reach a limit; return the list that names those which were tried."""
    tried: list[str] = []

    def limited(name: str) -> Callable[..., object]:
        def reach_limit(*_: object) -> object:
            tried.append(name)
            raise NotImplementedError("the search has reached a limit of the kernel")

        return reach_limit

    for name in ("plan", "greedy", "playouts", "random_bots"):
        monkeypatch.setattr(native, name, limited(name))
    return tried


def searched(name: str) -> tuple[object, ...]:
    """Return plans and the state of the generator of a level."""
    bot = PlanningBot(5, LEVELS[name], BUDGET)
    return bot.ranked(view_to_play(game_at(2, 0.4))), bot._random.getstate()


@pytest.mark.parametrize("name", LEVELS)
def test_a_search_that_reaches_a_limit_is_done_in_python(name: str, calls: list[str], monkeypatch: pytest.MonkeyPatch):
    found = searched(name)
    assert calls == ["plan"]
    monkeypatch.undo()
    assert searched(name) == found


def test_everything_else_falls_back_to_python_too(calls: list[str], monkeypatch: pytest.MonkeyPatch):
    view = view_to_play(game_at(2, 0.8, 2))

    def results() -> list[object]:
        simulated = simulate(["random"] * 2, lambda seed: new_setup(seed, players=2), games=3, seed=1)
        return [
            new_bot("greedy", 1).answer(view),
            SelfPlayGame(1, 2).play({}),
            analyse(view, budget=BUDGET, best=1, games=1),
            simulated.seats,
        ]

    found = results()
    assert set(calls) == {"plan", "greedy", "playouts", "random_bots"}
    monkeypatch.undo()
    assert results() == found


def test_a_setup_that_the_kernel_cannot_play_is_searched_in_python(native: ModuleType, monkeypatch: pytest.MonkeyPatch):
    expected = searched("champion")
    monkeypatch.setattr(games._Setups, "find", lambda *_: None)
    monkeypatch.setattr(native, "plan", None)
    assert searched("champion") == expected


@pytest.mark.parametrize("name", ["champion", "greedy"])
def test_a_bot_can_play_without_the_kernel_by_its_name(name: str, calls: list[str]):
    view = view_to_play(game_at(2, 0.4))
    new_bot(f"{name}-python@150e", 1).answer(view)
    assert not calls
    new_bot(f"{name}@150e", 1).answer(view)
    assert calls
    with pytest.raises(ValueError, match="'champion-c' is not a bot"):
        new_bot("champion-c", 1)


def test_nothing_uses_the_kernel_when_it_is_off(calls: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(kernel.VARIABLE, "off")
    view = view_to_play(game_at(2, 0.4))
    for name in ("champion@150e", "greedy"):
        new_bot(name, 1).answer(view)
    analyse(view, budget=BUDGET, best=1, games=1)
    SelfPlayGame(1, 2).play({})
    simulate(["random"] * 2, lambda seed: new_setup(seed, players=2), games=1, seed=1)
    assert not calls
