"""The command `daily`: the challenge of a day in the terminal."""

from __future__ import annotations

import datetime
import time

import pytest

from kingdom_builder import answer_name
from kingdom_builder.daily import BOT_SEAT, DailyBot, challenge_of, day_of, share_text
from kingdom_builder.game import Game
from kingdom_builder.texts.catalogue import catalogue
from tests.cli.running import Command

DAY = datetime.date(2026, 1, 2)
"""A day without expansions."""


def played() -> tuple[Game, list[str]]:
    """Play the first legal answer against the bot; return the finished game and the person's answers by name."""
    challenge = challenge_of(DAY)
    game, bot, typed = challenge.new_game(), DailyBot(challenge), []
    while not game.over:
        if game.to_play == BOT_SEAT:
            game.play(bot.answer(game.view(BOT_SEAT)))
        else:
            answer = game.legal_answers()[0]
            typed.append(answer_name(answer))
            game.play(answer)
    return game, typed


def test_a_whole_challenge_ends_with_the_text_to_share(command: Command) -> None:
    game, typed = played()
    ran = command("daily", "--date", DAY.isoformat(), stdin="\n".join(typed))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Daily challenge 2, 2026-01-02, against Mason.")
    assert ran.out.endswith(f"To share:\n{share_text(challenge_of(DAY), game, catalogue('en'))}\n")


def test_the_set_up_of_today_can_be_shown(command: Command) -> None:
    ran = command("daily", "--show", "--language", "fr")
    assert ran.status == 0
    today = day_of(time.time())
    assert ran.out.startswith(f"Défi du jour {challenge_of(today).number}, {today.isoformat()}, contre Maçon.")
    assert "À partager" not in ran.out


@pytest.mark.parametrize("date", ["2025-12-31", "9999-01-01", "2026-02-30", "tomorrow", ""])
def test_a_day_without_a_challenge_is_one_line_and_status_2(command: Command, date: str) -> None:
    ran = command("daily", "--date", date)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "--date" in ran.err
