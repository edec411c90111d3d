"""The opponent: it plays the same with and without the kernel, and whether it is kept or made again for every turn."""

from __future__ import annotations

import datetime
import hashlib

import pytest

from kingdom_builder import kernel as kernel_package
from kingdom_builder.daily import BOT_SEAT, DailyBot, challenge_of, result_of, share_text
from kingdom_builder.engine.rng import Rng
from kingdom_builder.game import Game
from kingdom_builder.texts.catalogue import catalogue

BASE, NOMADS = datetime.date(2026, 11, 17), datetime.date(2026, 11, 18)
GAMES = {BASE: "4b7355fa6994f460", NOMADS: "162a1e0c984d5a87"}
"""Digests of the answers of whole games."""


def play(day: datetime.date, turns: int, *, kernel: bool = True, made_again: bool = False) -> Game:
    """Play some turns: the person's answers are drawn."""
    challenge = challenge_of(day)
    game, bot, person = challenge.new_game(), DailyBot(challenge, kernel=kernel), Rng(7)
    while not game.over and game.turn < turns:
        if game.to_play != BOT_SEAT:
            game.play(person.choice(game.legal_answers()))
        elif made_again:
            for answer in DailyBot(challenge, kernel=kernel).turn(game.view(BOT_SEAT)):
                game.play(answer)
        else:
            game.play(bot.answer(game.view(BOT_SEAT)))
    return game


@pytest.mark.parametrize("day", GAMES)
def test_the_bot_plays_as_in_all_releases(day):
    """Results of a date can be compared only if everybody has played against the same bot."""
    answers = ",".join(map(str, play(day, 1000).answers()))
    assert hashlib.sha256(answers.encode()).hexdigest()[:16] == GAMES[day]


@pytest.mark.parametrize("day", [BASE, NOMADS])
def test_the_bot_plays_the_same_with_and_without_the_kernel(day):
    if not kernel_package.available():
        pytest.skip("there is no compiled kernel")
    assert play(day, 10).answers() == play(day, 10, kernel=False).answers()


def test_a_bot_that_is_made_again_for_every_turn_plays_the_same():
    assert play(NOMADS, 20).answers() == play(NOMADS, 20, made_again=True).answers()


def test_the_text_to_share_has_the_number_the_result_and_the_gold_by_card():
    game = play(BASE, 1000)
    gold, margin = result_of(game)
    assert game.over
    assert margin == gold - game.scores()[BOT_SEAT] < 0
    title, result, cards = share_text(challenge_of(BASE), game, catalogue("en")).splitlines()
    assert title == "Kingdom Builder, daily challenge 321"
    assert result == f"{gold} gold, lost to Mason by {-margin}"
    assert sum(int(part.split()[-1]) for part in cards.split(" · ")) == gold
    assert "Workers" in cards
