"""The examples run, in short form."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples"


def run(*words: str | Path, cwd: Path | None = None, **environment: str) -> str:
    """Run a command and return what it prints."""
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_random_rollout_prints_gold_and_rewards_of_every_player() -> None:
    printed = run(EXAMPLES / "random_rollout.py", "--seed", "3")
    assert len(re.findall(r"player_\d: \d+ gold, reward [+-]", printed)) == 3
    assert re.search(r"^\d+ answers$", printed, re.MULTILINE)


def test_a_bot_in_twenty_lines_beats_random() -> None:
    bot = EXAMPLES / "short_bot.py"
    code = bot.read_text(encoding="utf-8").partition('"""\n\n')[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    words = ("--bots", f"{bot}:ShortBot,random", "--games", "8", "--seed", "1", "--workers", "1")
    printed = run("-m", "kingdom_builder", "arena", *words)
    share = re.search(r"ShortBot +\d+ +([\d.]+)%", printed)
    assert share is not None
    assert float(share[1]) > 50


def test_a_careless_player_can_beat_the_beginner_who_beats_random() -> None:
    """About a third of the games, measured in docs/bots.md; here only that it is not hopeless."""
    assert win_rate(f"{EXAMPLES / 'careless_bot.py'}:CarelessBot", "beginner") > 20
    assert win_rate("beginner", "random") > 50


def win_rate(first: str, second: str) -> float:
    """Return the win rate of the first bot in 40 games, in percent."""
    words = ("--bots", f"{first},{second}", "--games", "40", "--seed", "1", "--workers", "1", "--json")
    statistics = json.loads(run("-m", "kingdom_builder", "arena", *words))
    return 100 * float(statistics["bots"][first]["win_rate"])


def test_a_trained_network_plays_in_the_arena(tmp_path: Path) -> None:
    """A few hundred steps of training print a win rate and write a network that plays in the arena."""
    pytest.importorskip("torch", reason="needs PyTorch for the CPU, which make could not install here")
    network = tmp_path / "ppo.zip"
    words = ("--steps", "256", "--rounds", "1", "--games", "2", "--out", network)
    assert re.search(r"after 256 answers: wins [\d.]+% of 2 games", run(EXAMPLES / "train_ppo.py", *words))
    printed = run(EXAMPLES / "evaluate_ppo.py", "--network", network, "--games", "2", cwd=tmp_path)
    assert re.search(r"first games: wins [\d.]+% against greedy", printed)
    assert "PpoBot" in printed
