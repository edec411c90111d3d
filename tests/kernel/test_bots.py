"""Bots, self-play, analysis and simulation give the same results with and without the kernel."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations, count, islice
from types import ModuleType

import pytest

from kingdom_builder import kernel
from kingdom_builder.arena.game import play_game
from kingdom_builder.arena.selfplay import SelfPlayGame
from kingdom_builder.arena.simulate import simulate
from kingdom_builder.bots import BOTS, new_bot
from kingdom_builder.bots.analysis import analyse, rest_of_turn
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.greedy import GreedyBot
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.game import Game, new_game
from kingdom_builder.setup.builder import new_setup
from tests.kernel.searching import game_at, games_with_open_action, view_to_play
from tests.random_play import ALL_SETS, random_answers, random_game

Compare = Callable[[Callable[[], object]], None]

SMALL = "150e"


@pytest.fixture
def compare(native: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Compare:
    """Return a function that fails if a calculation has another result without the kernel."""

    def check(calculate: Callable[[], object]) -> None:
        monkeypatch.delenv(kernel.VARIABLE, raising=False)
        with_kernel = calculate()
        monkeypatch.setenv(kernel.VARIABLE, "off")
        assert calculate() == with_kernel

    return check


def answers_of(names: tuple[str, ...], seed: int, sets: tuple[str, ...]) -> list[int]:
    """Let bots play a game and return its answers."""
    game = new_game(seed, players=len(names), sets=sets)
    play_game(game, [new_bot(name, 10 * seed + seat) for seat, name in enumerate(names)])
    return game.answers()


@pytest.mark.parametrize("name", [f"{name}@60e" for name in LEVELS])
def test_a_game_with_a_fixed_budget_is_the_same(name: str, compare: Compare):
    compare(lambda: answers_of((name, name), 3, ("base",)))


@pytest.mark.slow
@pytest.mark.parametrize("names", list(combinations(LEVELS, 2)), ids=" and ".join)
def test_games_of_every_level_against_every_other_are_the_same(names: tuple[str, str], compare: Compare):
    first, second = (f"{name}@120e" for name in names)
    compare(lambda: answers_of((first, second), 4, ("base", "nomads")))
    compare(lambda: answers_of((second, first, second), 5, ALL_SETS))


@pytest.mark.parametrize("sets", [("base",), ALL_SETS], ids="+".join)
def test_a_game_of_greedy_bots_is_the_same(sets: tuple[str, ...], compare: Compare):
    compare(lambda: answers_of(("greedy",) * 2, 2, sets))


def games_before_the_loss_of_a_nomad_tile() -> Iterator[Game]:
    """Yield games in which the turn can be ended and a nomad tile is lost then (R3.26): it counts as kept."""
    for seed in count():
        game = random_game(seed, sets=("nomads",))
        for answer in random_answers(game, random.Random(seed)):
            own = game.players[game.active].nomads
            if END_TURN in game.legal_answers() and any(tile.acquired_turn != game.turn for tile in own):
                yield game
                break
            game.play(answer)


def test_greedy_bots_choose_the_same_answer_and_draw_the_same_numbers(compare: Compare):
    games = [game_at(seed, seed % 10 / 10) for seed in range(16)]
    for action, sets in [("canoe", ["marshlands"]), ("silo", ["harvest"]), ("sword", ["nomads"])]:
        games += islice(games_with_open_action(action, sets), 3)
    games += islice(games_before_the_loss_of_a_nomad_tile(), 10)

    def chosen() -> list[object]:
        bots = [GreedyBot(seed) for seed in range(len(games))]
        answers = [bot.answer(view_to_play(game)) for bot, game in zip(bots, games, strict=True)]
        return [*answers, *[bot._random.getstate() for bot in bots]]

    compare(chosen)


@pytest.mark.parametrize("index", range(1))
def test_a_game_of_self_play_is_the_same(index: int, compare: Compare):
    compare(lambda: SelfPlayGame(6, index).play({}))


@pytest.mark.slow
@pytest.mark.parametrize("index", range(1, 10))
def test_more_games_of_self_play_are_the_same(index: int, compare: Compare):
    compare(lambda: SelfPlayGame(6, index).play({}))


@pytest.mark.parametrize("seed", range(3))
def test_analysis_and_hints_are_the_same(seed: int, compare: Compare):
    view = view_to_play(game_at(seed, (0.3, 0.7, 0.95)[seed], 2 + seed))
    budget = Budget(evaluations=200)
    compare(lambda: analyse(view, seed=seed, budget=budget, best=2, games=2))
    compare(lambda: rest_of_turn(view, seed, budget))


@pytest.mark.parametrize(("players", "sets"), [(2, ("base",)), (5, ALL_SETS)])
def test_a_simulation_of_random_bots_is_the_same(players: int, sets: tuple[str, ...], compare: Compare):
    def simulated() -> object:
        result = simulate(["random"] * players, lambda s: new_setup(s, players=players, sets=sets), games=12, seed=4)
        return result.games, result.decisions, result.turns, result.seats

    compare(simulated)


@pytest.mark.parametrize("name", BOTS)
def test_hidden_cards_have_no_influence_with_the_kernel(name: str, native: ModuleType):
    """Games that look the same from a seat get the same answers of a bot, whatever the hidden cards are."""
    for seed in range(4):
        game = game_at(seed, 0.2 + 0.2 * seed, 3)
        view = view_to_play(game)
        same = [view.sample(number).view(view.seat) for number in range(3)]
        assert len({new_bot(f"{name}@{SMALL}", 3).answer(other) for other in (view, *same)}) == 1


def test_hidden_cards_have_no_influence_on_an_analysis_with_the_kernel(native: ModuleType):
    view = view_to_play(game_at(1, 0.5, 3))
    found = [
        analyse(view.sample(number).view(view.seat), budget=Budget(evaluations=200), best=1, games=1)
        for number in range(3)
    ]
    assert found[0] == found[1] == found[2]
