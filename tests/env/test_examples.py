"""The examples run, in short form."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from kingdom_builder.env.single import KingdomBuilderEnv

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


def test_a_language_agent_plays_a_game() -> None:
    printed = run(EXAMPLES / "language_agent.py", "--seed", "2")
    assert re.search(r"scores \[\d+, \d+\], reward [+-][\d.]+: \d+ texts, [1-9]\d* of them were not played", printed)


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


NO_TORCH = "needs PyTorch for the CPU, which make could not install here"


def test_maskable_ppo_trains_a_network_for_the_arena(tmp_path: Path) -> None:
    """It prints win rates on the boards trained on and on others, and its weights play in the arena."""
    pytest.importorskip("torch", reason=NO_TORCH)
    network = tmp_path / "ppo.npz"
    words = ("--steps", "256", "--rounds", "1", "--games", "2", "--opponent", "greedy", "--boards", "random")
    printed = run(EXAMPLES / "train_ppo.py", *words, "--out", network)
    wins = r"wins [\d.]+% of 2 games against greedy on the boards trained on \(random\), [\d.]+% on other boards"
    assert re.search(rf"after 256 answers: {wins}", printed)
    bots = ("--bots", f"{EXAMPLES / 'network_bot.py'}:NetworkBot,random", "--games", "2", "--workers", "1")
    printed = run("-m", "kingdom_builder", "arena", *bots, KINGDOM_BUILDER_NETWORK=str(network))
    assert "NetworkBot" in printed


def test_the_network_that_comes_along_beats_random_on_new_boards() -> None:
    """It needs no PyTorch, and is small."""
    assert (EXAMPLES / "network.npz").stat().st_size < 1_000_000
    bot = f"{EXAMPLES / 'network_bot.py'}:NetworkBot"
    words = ("--bots", f"{bot},random", "--games", "8", "--seed", "1", "--workers", "1", "--json")
    statistics = json.loads(run("-m", "kingdom_builder", "arena", *words))
    assert float(statistics["bots"][bot]["win_rate"]) > 0.6


def test_a_network_learns_from_a_bot_and_then_from_itself(tmp_path: Path) -> None:
    """Both examples print a win rate, and the weights of the first are those with which the second begins.

    Two runs of the first with the same seed write the same bytes.
    """
    pytest.importorskip("torch", reason=NO_TORCH)
    weights, better = tmp_path / "network.npz", tmp_path / "better.npz"
    words: tuple[str, ...] = ("--decisions", "300", "--games", "8", "--measure", "2", "--opponent", "random")
    printed = run(EXAMPLES / "train_network.py", *words, "--out", weights)
    assert re.search(r"the same answer as steward@1000e in [\d.]+% of new ones", printed)
    assert re.search(r"wins [\d.]+% of 2 games against random on boards never trained on", printed)
    again = tmp_path / "again.npz"
    run(EXAMPLES / "train_network.py", *words, "--out", again)
    assert again.read_bytes() == weights.read_bytes()
    words = ("--opponent", "self", "--steps", "300", "--round", "300", "--envs", "4", "--games", "2")
    printed = run(EXAMPLES / "cleanrl_ppo.py", *words, "--evaluate", "random", "--weights", weights, "--out", better)
    assert re.search(r"after \d+ answers: loss of the critic [\d.]+", printed)
    assert re.search(r"wins [\d.]+% of 2 games against random on boards never trained on", printed)
    assert better.read_bytes() != weights.read_bytes()


def test_the_network_in_numpy_is_that_of_pytorch() -> None:
    torch = pytest.importorskip("torch", reason=NO_TORCH)
    code = """
import numpy as np, torch
from network_bot import SPEC, WEIGHTS, Network
from train_network import Teaching, load
planes, vectors, masks, _ = Teaching("greedy", 4, 0.1, np.random.default_rng(1)).collect(60)
with torch.no_grad():
    expected = load(WEIGHTS)(planes, vectors, masks).numpy()
assert np.allclose(Network().logits(planes, vectors, masks), expected, atol=1e-3)
print("equal")
"""
    assert torch.__version__
    assert run("-c", code, PYTHONPATH=str(EXAMPLES)) == "equal\n"


def test_torchrl_trains() -> None:
    pytest.importorskip("torchrl", reason=NO_TORCH)
    printed = run(EXAMPLES / "torchrl_ppo.py", "--steps", "128", "--batch", "128", "--games", "1")
    assert re.search(r"after 128 answers: wins [\d.]+% of 1 games against random", printed)


def test_the_environment_passes_the_checks_of_stable_baselines() -> None:
    """It warns about planes, which it takes for a picture; flat observations give no warning."""
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason=NO_TORCH)
    checker.check_env(KingdomBuilderEnv(first_game=True, observation="flat"))
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        checker.check_env(KingdomBuilderEnv(first_game=True, mask_in_observation=True))
    assert {"image" in str(warning.message) for warning in given} == {True}
