"""Planning bots: every plan can be played, hidden cards have no influence, and with evaluations play is repeatable."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from kingdom_builder.bots import BOTS, new_bot, planning_bot
from kingdom_builder.bots.beam_search import Plan, beam_search, played_without_end
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.imprecision import Imprecision
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.planning_bot import Level, PlanningBot
from kingdom_builder.engine.actions.base import LegalAnswers
from kingdom_builder.engine.answers import ENTRIES, HEX_OF_ANSWER
from kingdom_builder.game import Game, new_game
from kingdom_builder.setup.builder import ALL_SETS
from tests.random_play import random_answer

SMALL = Budget(evaluations=120)
MIXES = [("base",), ("base", "nomads"), ("crossroads",), ("marshlands",), ("harvest",), ALL_SETS]


def game_after(seed: int, players: int = 2, sets: tuple[str, ...] = ("base",), answers: int = 60) -> Game:
    """Return a game after some random answers, at a question with a choice."""
    game = new_game(seed, players=players, sets=sets)
    rng = random.Random(seed)
    while answers > 0 or len(game.legal_answers()) < 2:
        if game.over:
            return game_after(seed + 1000, players, sets, 20)
        game.play(random_answer(game, rng))
        answers -= 1
    return game


def seat_to_play(game: Game) -> int:
    assert game.to_play is not None
    return game.to_play


@pytest.mark.parametrize("sets", MIXES, ids="+".join)
@pytest.mark.parametrize("seed", range(4))
def test_every_plan_can_be_played_to_its_position(seed, sets):
    game = game_after(seed, 2 + seed % 4, sets)
    seat = seat_to_play(game)
    found = beam_search(game.copy(), seat, Evaluator(game), 3, Meter(SMALL))
    assert found == sorted(found, key=lambda plan: -plan.value)
    for plan in found:
        played = game.copy()
        for answer in plan.answers:
            assert played.to_play == seat
            played.play(answer)
        assert played.turn != game.turn or played.to_play != seat or played.over or played.deck is not game.deck


def test_a_wider_beam_finds_plans_at_least_as_good():
    for seed in range(10):
        game = game_after(seed)
        values = [
            beam_search(game.copy(), seat_to_play(game), Evaluator(game), width, Meter(Budget()))[0].value
            for width in (1, 4, 64)
        ]
        assert values[0] <= values[2] + 1e-9
        assert values[1] <= values[2] + 1e-9


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_at_the_end_the_value_is_the_margin_over_the_best_of_the_others(players):
    game = new_game(players, players=players, sets=ALL_SETS)
    rng = random.Random(players)
    while not game.over:
        game.play(random_answer(game, rng))
    evaluator, scores = Evaluator(game), game.scores()
    for seat in range(players):
        assert evaluator.value(game, seat) == scores[seat] - max(scores[:seat] + scores[seat + 1 :])


@pytest.mark.parametrize("sets", MIXES, ids="+".join)
def test_precomputed_opponents_of_the_same_position_give_the_same_value(sets):
    game = game_after(5, 3, sets)
    evaluator = Evaluator(game)
    for seat in range(3):
        assert evaluator.value(game, seat, evaluator.opponents(game, seat)) == pytest.approx(
            evaluator.value(game, seat)
        )
        gold, numbers = evaluator.features(game, seat)
        assert len(numbers) == len(evaluator.names)
        assert len(set(evaluator.names)) == len(evaluator.names)
        assert gold >= sum(line.gold for line in game.score(seat))


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("players", "sets"), [(2, ("base",)), (3, ALL_SETS), (5, ("base", "harvest"))])
def test_every_bot_plays_to_the_end_with_a_small_budget_and_the_same_way_again(name, players, sets):
    def play() -> list[int]:
        game = new_game(11, players=players, sets=sets)
        bots = [new_bot(name, 7 + seat, SMALL) for seat in range(players)]
        while (seat := game.to_play) is not None:
            game.play(bots[seat].answer(game.view(seat)))
        return game.answers()

    assert play() == play()


@pytest.mark.parametrize("name", LEVELS)
def test_hidden_cards_have_no_influence_on_an_answer(name):
    for game_seed in range(6):
        game = game_after(game_seed, 3, ("base", "crossroads"))
        seat = seat_to_play(game)
        others = [game.view(seat).sample(seed) for seed in range(3)]
        answers = {new_bot(name, 3, SMALL).answer(other.view(seat)) for other in others}
        assert len(answers) == 1


@pytest.mark.parametrize("sets", MIXES, ids="+".join)
def test_a_search_tries_only_what_is_noticed(sets):
    """One hex of each question and no tile are noticed, so every build of a plan is on such a hex."""
    game = game_after(3, 2, sets)

    class FirstHex(Imprecision):
        def noticed(self, legal: LegalAnswers) -> LegalAnswers:
            hexes, options = legal
            return hexes & -hexes, tuple(option for option in options if option not in ENTRIES) or options

    first_hex = FirstHex(random.Random(1), error_size=0.0, notices=0.0)
    evaluator = Evaluator(game)
    for plan in beam_search(game.copy(), seat_to_play(game), evaluator, 3, Meter(SMALL), imprecision=first_hex):
        played = game.copy()
        for answer in plan.answers:
            hexes, options = first_hex.noticed(played.legal())
            assert answer in options or hexes >> HEX_OF_ANSWER[answer] & 1
            played.play(answer)


def test_the_beginner_forgets_tiles_that_it_would_use_if_it_noticed_them():
    def tiles_used(level: Level) -> int:
        """Return how often both players of this level use a tile in five games."""
        used = 0
        for seed in range(5):
            game = new_game(seed)
            bots = [PlanningBot(seed, level), PlanningBot(seed + 100, level)]
            while (seat := game.to_play) is not None:
                answer = bots[seat].answer(game.view(seat))
                used += answer in ENTRIES
                game.play(answer)
        return used

    beginner = LEVELS["beginner"]
    assert 0 < tiles_used(beginner) < 0.75 * tiles_used(replace(beginner, notices=1.0))


def test_a_turn_is_planned_again_after_an_undo():
    game = game_after(2)
    seat = seat_to_play(game)
    bot = new_bot("steward", 1, SMALL)
    first = bot.answer(game.view(seat))
    game.play(first)
    if game.to_play == seat:
        bot.answer(game.view(seat))
        game.undo()
    assert bot.answer(game.view(seat)) in game.legal_answers()


@pytest.mark.parametrize("sets", [("base",), ALL_SETS])
def test_a_turn_spends_its_budget_once_and_is_planned_again_only_when_something_new_is_known(sets, monkeypatch):
    """Forced answers are part of a plan; a drawn card or another player's answer leads to a new, short search."""
    budgets: dict[tuple[int, int], list[int]] = {}
    known: dict[tuple[int, int], set[object]] = {}
    game = new_game(3, sets=sets)

    def metered(budget: Budget) -> Meter:
        assert budget.evaluations is not None
        budgets.setdefault((game.turn, seat_to_play(game)), []).append(budget.evaluations)
        return Meter(budget)

    monkeypatch.setattr("kingdom_builder.bots.planning_bot.Meter", metered)
    bots = [new_bot("steward@400e", seed) for seed in range(2)]
    while (seat := game.to_play) is not None:
        others = tuple(other.pieces for number, other in enumerate(game.players) if number != seat)
        known.setdefault((game.turn, seat), set()).add((game.deck, others))
        game.play(bots[seat].answer(game.view(seat)))
    for turn, (first, *later) in budgets.items():
        assert 1 + len(later) <= len(known[turn])
        assert first <= 320
        assert all(evaluations <= 40 for evaluations in later)
    assert sum(map(len, budgets.values())) >= len(budgets) > 15


def widths_of_beams(level: Level, evaluations: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the widths of the beams that search a first turn."""
    widths: list[int] = []

    def noted(*arguments: Any, **options: Any) -> list[Plan]:
        widths.append(arguments[3])
        return beam_search(*arguments, **options)

    monkeypatch.setattr(planning_bot, "beam_search", noted)
    game = new_game(5, players=2)
    bot = PlanningBot(1, level, Budget(evaluations=evaluations), kernel=False)
    bot.ranked(game.view(seat_to_play(game)))
    return widths


def test_a_budget_that_the_first_beam_hardly_uses_is_for_a_second_that_is_wider(monkeypatch):
    level = Level(width=2, error=0.0, rollout_plans=4, budget=Budget())
    assert widths_of_beams(level, 150, monkeypatch) == [2]
    first, second = widths_of_beams(level, 5000, monkeypatch)
    assert first == 2
    assert second > 8


def test_a_level_without_rollouts_searches_one_beam(monkeypatch):
    level = Level(width=2, error=0.0, rollout_plans=0, budget=Budget())
    assert widths_of_beams(level, 5000, monkeypatch) == [2]


def test_a_plan_is_finished_when_the_budget_is_spent_before_its_end():
    """With a budget of one evaluation a turn still has its three settlements, each chosen among several."""
    game = game_after(9, 4, ALL_SETS)
    meter = Meter(Budget(evaluations=1))
    for plan in beam_search(game.copy(), seat_to_play(game), Evaluator(game), 8, meter):
        after = game.copy()
        for answer in plan.answers:
            after.play(answer)
        assert after.turn > game.turn or after.to_play != seat_to_play(game) or after.deck is not game.deck
    assert 1 < meter.spent < 200


def test_plans_use_their_tiles_when_the_budget_is_spent_early():
    game = new_game(8, players=2, sections=["oracle", "farm", "tower", "paddock"])
    bots = [new_bot("greedy", seat) for seat in range(2)]
    while len(game.players[seat_to_play(game)].tiles) < 3 or game.built_this_turn:
        game.play(bots[seat_to_play(game)].answer(game.view(seat_to_play(game))))
    seat = seat_to_play(game)
    evaluator = Evaluator(game)
    hurried, thorough = (
        beam_search(game.copy(), seat, evaluator, 8, Meter(Budget(evaluations=n)))[0] for n in (100, 20_000)
    )
    assert hurried.value > evaluator.value(game, seat)
    used = [
        sum(tile.used for tile in played_without_end(game, plan).players[seat].tiles) for plan in (hurried, thorough)
    ]
    assert used[0] == used[1] > 0


def test_a_plan_can_be_played_without_ending_the_turn():
    game = game_after(4)
    seat = seat_to_play(game)
    best = beam_search(game.copy(), seat, Evaluator(game), 4, Meter(SMALL))[0]
    assert played_without_end(game, best).turn == game.turn
