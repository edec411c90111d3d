"""Hints are the champion's answers, up to the point where something unknown follows."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator

import pytest

from kingdom_builder import answer_number
from kingdom_builder.bots.analysis import analyse, rest_of_turn
from kingdom_builder.bots.budget import Budget
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.game import Game, new_game
from tests.random_play import random_answer, random_game

FORT = answer_number("fort")
SMALL = Budget(evaluations=200)


def game_after(seed: int, answers: int, **options: object) -> Game:
    game = random_game(seed, **options)  # type: ignore[arg-type]  # the options are those of a game
    rng = random.Random(seed)
    for _ in range(answers):
        if not game.over:
            game.play(random_answer(game, rng))
    return game


@pytest.mark.parametrize("seed", range(40))
def test_a_hint_can_be_played_and_draws_no_card_before_its_end(seed):
    game = game_after(seed, 30 + 11 * seed)
    seat, turn = game.to_play, game.turn
    if seat is None:
        return
    answers = rest_of_turn(game.view(seat), seed, SMALL)
    assert answers
    for number, answer in enumerate(answers):
        assert (game.to_play, game.turn) == (seat, turn)
        deck = game.deck
        game.play(answer)
        assert game.deck is deck or answer == END_TURN or number == 0
    if answers[-1] == END_TURN:
        assert game.turn == turn + 1


def test_a_hint_for_a_base_turn_builds_three_settlements_and_ends_it():
    game = new_game(7)
    assert game.to_play is not None
    *hexes, last = rest_of_turn(game.view(game.to_play), 1, SMALL)
    assert len(set(hexes)) == 3
    assert all(answer < 450 for answer in hexes)
    assert last == END_TURN


def test_a_seat_that_is_not_to_play_gets_no_hint():
    game = new_game(7)
    assert game.to_play is not None
    assert rest_of_turn(game.view(1 - game.to_play), 1, SMALL) == []


def test_a_fort_is_suggested_alone_or_not_at_all():
    planned = 0
    for seed in range(60):
        game = game_after(seed, 150, sets=("crossroads",), sections=["city_hall_fort"])
        if game.to_play is not None:
            view = game.view(game.to_play)
            plan = analyse(view, seed=seed, budget=SMALL, best=1)[0].answers
            answers = rest_of_turn(view, seed, SMALL)
            assert FORT not in answers or answers == [FORT]
            if FORT in plan:
                planned += 1
                assert list(plan[: len(answers)]) == answers
    assert planned


def test_suggestions_say_what_they_earn():
    game = game_after(3, 40)
    seat = game.to_play
    assert seat is not None
    found = analyse(game.view(seat), budget=SMALL, best=4)
    assert [suggestion.value for suggestion in found] == sorted((s.value for s in found), reverse=True)
    for suggestion in found:
        after = game.copy()
        for answer in suggestion.answers:
            if answer != END_TURN:
                after.play(answer)
        gold = {line.source: line.gold for line in after.score(seat)}
        before = {line.source: line.gold for line in game.score(seat)}
        assert suggestion.gold == {name: gold[name] - before[name] for name in gold if gold[name] != before[name]}


def test_suggestions_are_sorted_by_value_with_and_without_rollouts():
    game = new_game(4)
    assert game.to_play is not None
    values = [found.value for found in analyse(game.view(game.to_play), budget=Budget(evaluations=2500), best=30)]
    assert len(values) > 16
    assert values == sorted(values, reverse=True)


def test_a_seat_that_is_not_to_play_gets_no_suggestion():
    game = new_game(7)
    assert game.to_play is not None
    assert analyse(game.view(1 - game.to_play)) == []


def test_expected_gold_is_by_source_and_repeatable():
    game = new_game(4, players=3)
    assert game.to_play is not None
    view = game.view(game.to_play)
    (first,) = analyse(view, budget=SMALL, best=1, games=2)
    assert list(first.expected) == [line.source for line in view.score(view.seat)]
    assert sum(first.expected.values()) > 0
    assert analyse(view, budget=SMALL, best=1, games=2)[0].expected == first.expected
    assert analyse(view, budget=SMALL, best=1)[0].expected == {}


def test_expected_gold_of_the_last_turn_is_the_score():
    """After the turn that ends the game there is no rng, so the expected gold is the score (R3.32)."""
    found = 0
    for seed in range(20):
        game = new_game(seed)
        rng = random.Random(seed)
        while not (game.end_triggered and (game.active + 1) % 2 == game.setup.start) and not game.over:
            game.play(random_answer(game, rng))
        if game.over or game.to_play != game.active or len(game.legal_answers()) < 2:
            continue
        (last,) = analyse(game.view(game.active), budget=SMALL, best=1, games=2)
        after = game.copy()
        for answer in last.answers:
            after.play(answer)
        assert after.over
        assert last.expected == {line.source: line.gold for line in after.score(game.active)}
        found += 1
    assert found


def test_the_analyst_searches_for_as_long_as_it_is_told():
    game = new_game(4)
    assert game.to_play is not None
    began = time.perf_counter()
    assert analyse(game.view(game.to_play), budget=Budget(seconds=0.3), best=1)
    assert time.perf_counter() - began > 0.25


class Stopped(Exception):  # noqa: N818 - it is no error
    """A signal has been handled."""


@pytest.fixture
def soon() -> Iterator[None]:
    """Raise Stopped after a moment, as a Ctrl+C raises KeyboardInterrupt."""

    def stop(*_: object) -> None:
        raise Stopped

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("budget", [Budget(seconds=60.0), Budget(evaluations=100_000_000)])
def test_a_signal_ends_a_search_before_its_budget_is_spent(budget: Budget) -> None:
    """Ctrl+C stops an analysis of half a minute at once, also in the kernel."""
    game, begun = game_after(1, 20), time.monotonic()
    with pytest.raises(Stopped):
        analyse(game.view(game.to_play or 0), seed=1, budget=budget)
    assert time.monotonic() - begun < 20
