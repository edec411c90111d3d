"""A short run of `tests/soak.py`, and that it reports failures."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import soak
from tests.random_play import PLAYERS, EndlessGame, mixes, random_game

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent


def test_a_hundred_games_end_without_a_failure() -> None:
    """The script plays 100 games and prints the counts in its last line."""
    run = subprocess.run(
        [sys.executable, "tests/soak.py", "--games", "100"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stderr == ""
    assert re.fullmatch(
        r"100 games, [\d,]+ decisions, [\d,]+ positions compared with the reference, "
        r"longest game \d+ answers \(seed \d+\), 0 failures, [\d.]+ seconds",
        run.stdout.splitlines()[-1],
    )


def test_games_are_compared_with_the_kernel(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --kernel the last line counts the positions compared, and a difference is a failure."""
    pytest.importorskip("kingdom_builder.kernel._native", reason="the kernel is not compiled")
    from tests.kernel import differential

    assert soak.main(["--kernel", "--games", "60"]) == 0
    assert re.fullmatch(
        r"60 games, [\d,]+ decisions, [\d,]+ positions compared with the kernel, "
        r"longest game \d+ answers \(seed \d+\), 0 failures, [\d.]+ seconds",
        capsys.readouterr().out.splitlines()[-1],
    )
    monkeypatch.setattr(differential, "python_score", lambda game, seat: [])
    (failure,) = soak.compare_chunk(range(5, 6)).failures
    assert failure.startswith("seed 5: Failure: seed 5, after 0 answers")
    assert "the score lines of seat 0" in failure


def test_the_soak_plays_games_of_every_kind() -> None:
    """400 seeds give every listed mix, every number of players, over 100 mixes and both variants."""
    setups = [random_game(seed).setup for seed in range(400)]
    assert {setup.sets for setup in setups} >= set(mixes())
    assert {setup.players for setup in setups} == set(PLAYERS)
    assert len({setup.sets for setup in setups}) > 100
    assert {(setup.two_cards, setup.without_lords) for setup in setups} == {(a, b) for a in (0, 1) for b in (0, 1)}


def test_a_game_without_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with too many answers is a failure, printed with its seed."""
    with pytest.raises(EndlessGame, match="not over after 10 answers"):
        soak.play_one(3, reference=False, most_answers=10)
    monkeypatch.setattr(soak, "play_one", lambda seed, reference: 1 // (seed - 5))
    assert [failure.split("\n")[0] for failure in soak.play_chunk(range(5, 6)).failures] == [
        "seed 5: ZeroDivisionError: integer division or modulo by zero"
    ]


def test_a_lost_piece_and_a_wrong_target_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed check is a failure, and any failure gives exit status 1."""
    monkeypatch.setattr(soak, "unconserved", lambda game: ["a piece is lost"])
    with pytest.raises(soak.Failure, match="a piece is lost"):
        soak.play_one(1, reference=False)
    monkeypatch.setattr(soak, "every_difference", lambda game: ["paddock is wrong"])
    with pytest.raises(soak.Failure, match="paddock is wrong"):
        soak.play_one(1, reference=True)
    monkeypatch.setattr(soak, "soak", lambda games, first: soak.Result(failures=["seed 1: a piece is lost"]))
    assert soak.main([]) == 1
