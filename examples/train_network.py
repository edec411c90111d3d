"""Train the small network of network_bot.py: it learns to answer as a bot that searches, on random boards.

python examples/train_network.py --decisions 1400000 --seed 1 --out network.npz

The same arguments give the same bytes again, with the same versions of PyTorch and NumPy on the same kind of machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from network_bot import CELLS, FIRST_OPTION, OPTIONS, PATCHES, SPEC, Array, NetworkBot, common_features, near_features
from torch import nn
from torch.nn import functional

from kingdom_builder.bots import new_bot
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.game import Game, new_game

DEPTH = SPEC.planes_shape[0]
SEEDS = 1 << 62
"""Set-ups of seeds below this are none of those that the arena rates bots on."""
COMPARED = 11
BATCH = 512


class Layers(nn.Module):
    """The layers of the network; `Network` in network_bot.py computes the same."""

    def __init__(self, hidden: int = 128, second: int = 64) -> None:
        """Fit the layers to the observation."""
        super().__init__()
        self.near = nn.Linear(DEPTH * (PATCHES.shape[1] + 2), hidden, bias=False)
        self.common = nn.Linear(SPEC.vector_size + DEPTH, hidden)
        self.option = nn.Embedding(OPTIONS, hidden)
        self.second = nn.Linear(hidden, second)
        self.last = nn.Linear(second, 1)

    def forward(self, planes: Array, vectors: Array, masks: Array) -> torch.Tensor:
        """Return a number for each answer of each game; those of illegal answers are very low."""
        games, answers = np.nonzero(masks)
        on_board = answers < CELLS
        hexes, options = np.flatnonzero(on_board), np.flatnonzero(~on_board)
        hidden = self.common(torch.from_numpy(common_features(planes, vectors)))[torch.from_numpy(games)]
        near = torch.from_numpy(near_features(planes, games[hexes], answers[hexes]))
        hidden = hidden.index_add(0, torch.from_numpy(hexes), self.near(near))
        option = self.option(torch.from_numpy(answers[options] - FIRST_OPTION))
        hidden = hidden.index_add(0, torch.from_numpy(options), option)
        logits = self.last(torch.relu(self.second(torch.relu(hidden))))[:, 0]
        found = torch.full(masks.shape, -1e9)
        return found.index_put((torch.from_numpy(games), torch.from_numpy(answers)), logits)


class Teaching:
    """Games on random boards in which a bot answers; sometimes another answer is played, so that boards differ more."""

    def __init__(self, teacher: str, games: int, other: float, random: np.random.Generator) -> None:
        """Begin the games."""
        self._teacher, self._other, self._random = teacher, other, random
        self._encoder = Encoder(SPEC, games)
        self._games: list[Game] = []
        self._bots: list[Any] = []
        for i in range(games):
            self._games.append(new_game(0))
            self._bots.append(())
            self._begin(i)

    def _begin(self, i: int) -> None:
        self._games[i] = new_game(int(self._random.integers(SEEDS)))
        self._bots[i] = [new_bot(self._teacher, int(self._random.integers(SEEDS))) for _ in range(2)]

    def collect(self, decisions: int) -> tuple[Array, Array, Array, Array]:
        """Return planes, vectors, masks and the bot's answers of some decisions with a choice."""
        parts: list[tuple[Array, Array, Array, Array]] = []
        found = 0
        while found < decisions:
            answers = np.empty(len(self._games), np.int64)
            for i, game in enumerate(self._games):
                seat = game.to_play
                assert seat is not None
                view = game.view(seat)
                self._encoder.rows[i].update(view)
                answers[i] = self._bots[i][seat].answer(view)
            self._encoder.finish()
            free = np.flatnonzero(self._encoder.masks.sum(axis=1) > 1)
            encoder = self._encoder
            parts.append((encoder.planes[free], encoder.vectors[free], encoder.masks[free], answers[free]))
            found += len(free)
            for i, game in enumerate(self._games):
                other = self._random.random() < self._other
                game.play(int(self._random.choice(game.legal_answers())) if other else int(answers[i]))
                if game.over:
                    self._begin(i)
        planes, vectors, masks, chosen = (np.concatenate(part) for part in zip(*parts, strict=True))
        return planes, vectors, masks, chosen


def some_of(masks: Array, answers: Array, random: np.random.Generator) -> Array:
    """Return masks of the answer and at most `COMPARED` others, which are enough to learn from and less work."""
    keys = masks * random.random(masks.shape, np.float32)
    keys[np.arange(len(keys)), answers] = 2
    lowest = np.partition(keys, -COMPARED - 1, axis=1)[:, -COMPARED - 1]
    return (keys >= np.maximum(lowest, np.finfo(np.float32).tiny)[:, None]).astype(np.int8)


def save(layers: Layers, out: Path) -> None:
    """Write the weights, each number in two bytes."""
    np.savez_compressed(out, **{name: value.numpy().astype(np.float16) for name, value in layers.state_dict().items()})


def load(weights: Path) -> Layers:
    """Return layers with stored weights."""
    layers = Layers()
    with np.load(weights) as stored:
        layers.load_state_dict({name: torch.from_numpy(stored[name].astype(np.float32)) for name in stored.files})
    return layers


def other_boards(count: int) -> list[Game]:
    """Return games on boards of the arena, which are never trained on; two on each."""
    return [new_game(SEEDS + number // 2, start=0) for number in range(count)]


def win_share(weights: Path, opponent: str, games: Sequence[Game]) -> float:
    """Play new games, every second one from the other seat; return the share of games won."""
    ours, won = NetworkBot(weights=weights), 0.0
    for number, game in enumerate(games):
        seat, other = number % 2, new_bot(opponent, number)
        while game.to_play is not None:
            game.play((ours if game.to_play == seat else other).answer(game.view(game.to_play)))
        won += (seat in game.winners()) / len(game.winners())
    return won / len(games)


def main() -> None:
    """Train, and print how often the network answers as the bot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("network.npz"), help="where the weights go")
    parser.add_argument("--weights", type=Path, help="continue from these weights")
    parser.add_argument("--teacher", default="steward@1000e", help="the bot that it learns from")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="decisions to learn from")
    parser.add_argument("--epochs", type=int, default=2, help="how often it learns from each")
    parser.add_argument("--games", type=int, default=64, help="games at once")
    parser.add_argument("--other", type=float, default=0.05, help="the share of answers that are drawn at random")
    parser.add_argument("--opponent", default="greedy", help="the bot to measure against")
    parser.add_argument("--measure", type=int, default=100, help="games to measure with")
    parser.add_argument("--threads", type=int, default=1, help="of the network")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    random = np.random.default_rng(given.seed)
    teaching = Teaching(given.teacher, given.games, given.other, random)
    layers = Layers() if given.weights is None else load(given.weights)
    optimizer = torch.optim.Adam(layers.parameters(), lr=1e-3)
    part = min(8192, given.decisions)
    rounds = max(1, given.decisions // part)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, total_steps=rounds, pct_start=0.05)
    begun, seen, same = time.monotonic(), 0, 0.0
    for number in range(1, rounds + 1):
        planes, vectors, masks, answers = teaching.collect(part)
        with torch.no_grad():
            right = layers(planes[:BATCH], vectors[:BATCH], masks[:BATCH]).argmax(dim=1).numpy() == answers[:BATCH]
        same += (float(right.mean()) - same) * max(0.05, 1 / number)
        for _ in range(given.epochs):
            order = random.permutation(len(answers))
            for first in range(0, len(order), BATCH):
                rows = order[first : first + BATCH]
                compared = some_of(masks[rows], answers[rows], random)
                logits = layers(planes[rows], vectors[rows], compared)
                loss = functional.cross_entropy(logits, torch.from_numpy(answers[rows]))
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        rate.step()
        seen += len(answers)
        if number % 10 == 0 or number == rounds:
            save(layers, given.out)
            print(
                f"after {seen} decisions: the same answer as {given.teacher} in {same:.1%} of new ones "
                f"({time.monotonic() - begun:.0f} s)",
                flush=True,
            )
    share = win_share(given.out, given.opponent, other_boards(given.measure))
    print(f"wins {share:.1%} of {given.measure} games against {given.opponent} on boards never trained on")


if __name__ == "__main__":
    main()
