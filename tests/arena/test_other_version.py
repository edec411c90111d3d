"""A bot of another version plays through its process as in its own arena: here the other version is this one."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import pytest

from kingdom_builder.bots import Bot, new_bot
from kingdom_builder.bots.specs import resolve
from kingdom_builder.game import Game, new_game
from kingdom_builder.setup.builder import ALL_SETS

NAME = "./benchmarks/other_version.py:OtherVersion"


def played(bots: list[Bot], game: Game) -> list[int]:
    while (seat := game.to_play) is not None:
        game.play(bots[seat].answer(game.view(seat)))
    return game.answers()


@pytest.mark.parametrize(
    ("bot", "players", "options"),
    [
        ("champion@200e", 2, {}),
        ("greedy", 3, {"sets": ALL_SETS}),
        ("steward@80e", 2, {"sets": ("crossroads",), "two_cards": True}),
    ],
)
def test_the_other_version_plays_the_same_game_as_without_its_process(bot, players, options, monkeypatch):
    monkeypatch.setenv("KINGDOM_BUILDER_OTHER", f"{sys.executable},{bot}")
    source = resolve(NAME)
    through = played([source.new(seat) for seat in range(players)], new_game(4, players=players, **options))
    assert through == played([new_bot(bot, seat) for seat in range(players)], new_game(4, players=players, **options))


def test_the_name_of_the_bot_may_have_the_budget(monkeypatch):
    monkeypatch.setenv("KINGDOM_BUILDER_OTHER", f"{sys.executable},steward")
    bots = [resolve(f"{NAME}@60e").new(seat) for seat in range(2)]
    assert played(bots, new_game(2)) == played([new_bot("steward@60e", seat) for seat in range(2)], new_game(2))


def test_a_version_that_reads_no_progress_gets_the_same_game(monkeypatch):
    """It reads the position at the beginning of the turn, and what is missing there."""
    process, other = (import_module(f"benchmarks.{name}") for name in ("other_version_process", "other_version"))

    class Old(Game):
        __slots__ = ()

        @classmethod
        def from_position(cls, text: str) -> Any:
            if '"progress"' in text:
                raise ValueError("progress: there is no such field")
            return super().from_position(text)

    monkeypatch.setattr(process, "Game", Old)
    game = new_game(3)
    bots = [new_bot("steward@40e", seat) for seat in range(2)]
    seats = [process.Seat("steward@40e", seat, []) for seat in range(2)]
    while (seat := game.to_play) is not None:
        now = other._moment(game.view(seat).sample(0), seat)
        answers = seats[seat].turn(now, now, [])
        for answer in answers:
            assert bots[seat].answer(game.view(seat)) == answer
            game.play(answer)
