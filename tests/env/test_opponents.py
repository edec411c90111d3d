"""Opponents that users write: what is wrong with one is said in one line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import kingdom_builder as kb
from kingdom_builder.env.single import KingdomBuilderEnv
from kingdom_builder.env.text import KingdomBuilderTextEnv
from kingdom_builder.env.vector import KingdomBuilderVectorEnv
from tests.foreign_bots import FAULTS, bots_file

ENVIRONMENTS: list[Any] = [
    KingdomBuilderEnv,
    KingdomBuilderTextEnv,
    lambda **options: KingdomBuilderVectorEnv(1, **options),
]


def begin_games(make: Any, bot: str) -> None:
    """Begin some games; in one of them the opponent answers first."""
    env = make(opponents=bot, first_game=True)
    for seed in range(8):
        env.reset(seed=seed)


@pytest.mark.parametrize("bot", FAULTS)
def test_a_fault_of_an_opponent_names_it_and_what_it_did(bot: str, tmp_path: Path) -> None:
    for make in ENVIRONMENTS:
        with pytest.raises(kb.BotError, match=re.escape(FAULTS[bot].strip())) as error:
            begin_games(make, f"{bots_file(tmp_path)}:{bot}")
        assert "\n" not in str(error.value)
        assert bot in str(error.value)


def test_a_bot_from_a_file_is_an_opponent(tmp_path: Path) -> None:
    for make in ENVIRONMENTS:
        begin_games(make, f"{bots_file(tmp_path)}:Last")


def test_an_opponent_that_is_no_bot_is_an_error() -> None:
    with pytest.raises(kb.BotError, match=r"nope\.py:Bot cannot be read: No such file or directory"):
        KingdomBuilderEnv(opponents="./nope.py:Bot")
    functions: list[Any] = [lambda view: view.legal_answers()[0], lambda view: view]
    for function in functions:
        with pytest.raises(kb.BotError, match=r"a bot is an object with answer\(view\)"):
            KingdomBuilderEnv(opponents=function).reset(seed=1)
    with pytest.raises(ValueError, match="seat: there is no seat '0', seats go from 0 to 1"):
        KingdomBuilderEnv(seat="0")
