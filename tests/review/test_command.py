"""`kingdom-builder review` prints a review, and one line for what cannot be reviewed."""

from __future__ import annotations

import json

import pytest

import kingdom_builder as kb
from kingdom_builder.game import new_game
from kingdom_builder.review import review_game
from tests.cli.running import Command
from tests.review.playing import played_on


@pytest.fixture(scope="module")
def finished():
    """Return a finished game that has a record."""
    return played_on(new_game(11))


def test_a_review_in_words(command: Command, finished):
    ran = command("review", "-", "--budget", "1", "--seat", "2", stdin=finished.to_record())
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Player 2: accuracy ")
    turns = [line for line in ran.out.splitlines() if line[0].isdigit()]
    seats = [turn["seat"] for turn in review_game(finished, budget=1)["turns"]]
    assert len(turns) == seats.count(1)
    assert all(", " in line and "player 2" in line for line in turns)


def test_a_review_in_french(command: Command, finished):
    ran = command("review", "-", "--budget", "1e", "--language", "fr", stdin=finished.to_record())
    assert ran.out.startswith("Joueur 1\xa0: précision ")
    assert "{" not in ran.out


def test_a_review_as_json(command: Command, finished):
    ran = command("review", "-", "--budget", "1", "--json", stdin=finished.to_record())
    assert json.loads(ran.out) == review_game(finished, budget=1)


@pytest.mark.parametrize(
    ("arguments", "record", "message"),
    [
        ((), new_game(1).to_record(), "the game is not over: only a finished game can be reviewed"),
        ((), new_game(1).to_position(), "this is a position file, not a game record"),
        ((), "nothing", "line 1: expected 'kingdom-builder/record-1'"),
        (("--seat", "3"), new_game(1).to_record(), "there is no player 3, the game has 2"),
        (("--seat", "x"), "", "'x' is not a whole number"),
        (("--budget", "5s"), "", "'5s' is not a budget, expected evaluations such as 24000e"),
        (("--budget", "99999999999999999999e"), "", "'99999999999999999999e' is not a budget"),
        (("--budget", "9" * 5000), "", "expected evaluations such as 24000e, at most 1000000000000e"),
        (("--json", "--seat", "1"), new_game(1).to_record(), "--seat: --json prints the turns of all players"),
        (("--budget", "0"), "", "'0' is not a budget, expected evaluations such as 24000e"),
    ],
)
def test_what_cannot_be_reviewed_is_one_line(command: Command, arguments, record, message):
    ran = command("review", "-", *arguments, stdin=record)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_arguments_of_a_review_are_checked(finished):
    for budget in (0, -1, 2**63):
        with pytest.raises(ValueError, match="budget: expected evaluations as a whole number from 1 to 1000000000000"):
            review_game(finished, budget=budget)
    with pytest.raises(TypeError, match=r"expected a game of kingdom_builder.game, not <class 'kingdom_builder"):
        review_game(kb.load(finished.to_record()))  # type: ignore[arg-type]
