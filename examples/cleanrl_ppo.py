"""PPO in one file, in the style of CleanRL: against bots or against itself, on random boards of the base game for two.

python examples/cleanrl_ppo.py --opponent self --weights examples/network.npz --out better.npz
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from network_bot import SPEC, Array, common_features
from torch import nn
from train_network import Layers, load, other_boards, save, win_share

ID = "kingdom_builder.env:KingdomBuilder-v0"
SELF = "self"
GOLD = 20.0
"""So much gold of margin is a return of 1: it tells more than who has won."""


class Agent(nn.Module):
    """The network of train_network.py, and a small one that estimates the return."""

    def __init__(self, weights: Path | None) -> None:
        """Begin with some weights of the policy, or at random."""
        super().__init__()
        self.policy = load(weights) if weights else Layers()
        inputs = SPEC.vector_size + SPEC.planes_shape[0]
        self.critic = nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 1))

    def value(self, planes: Array, vectors: Array) -> torch.Tensor:
        """Return the estimated returns."""
        found: torch.Tensor = self.critic(torch.from_numpy(common_features(planes, vectors)))[:, 0]
        return found

    def distribution(self, planes: Array, vectors: Array, masks: Array) -> torch.distributions.Categorical:
        """Return the distribution of the answers; illegal ones have no probability."""
        return torch.distributions.Categorical(logits=self.policy(planes, vectors, masks))


class Step(NamedTuple):
    """One answer of a seat that had a choice."""

    planes: Array
    vector: Array
    mask: Array
    answer: int
    log: float
    seat: int


class Rollout:
    """Games that go on from one collection to the next."""

    def __init__(self, envs: gymnasium.vector.VectorEnv[Any, Any, Any], seed: int) -> None:
        """Begin the games."""
        self._envs = envs
        self._seen, self._infos = envs.reset(seed=seed)
        self._open: list[list[Step]] = [[] for _ in range(envs.num_envs)]

    def collect(self, agent: Agent, count: int) -> tuple[list[Step], list[float]]:
        """Play until so many steps belong to finished games; return these steps, and the return of the seat of each."""
        done: list[Step] = []
        returns: list[float] = []
        while len(done) < count:
            planes, vectors = self._seen["planes"], self._seen["vector"]
            masks, seats = self._infos["action_mask"], self._infos["seat"]
            with torch.no_grad():
                chosen = agent.distribution(planes, vectors, masks)
                answers = chosen.sample()
                logs = chosen.log_prob(answers).tolist()
            for i in np.flatnonzero(masks.sum(axis=1) > 1).tolist():
                self._open[i].append(Step(planes[i], vectors[i], masks[i], int(answers[i]), logs[i], int(seats[i])))
            self._seen, rewards, ended, _, self._infos = self._envs.step(answers.numpy())
            for i in np.flatnonzero(ended).tolist():
                paid = self._infos["final_info"].get("rewards")
                returns += [float(rewards[i] if paid is None else paid[i][step.seat]) / GOLD for step in self._open[i]]
                done += self._open[i]
                self._open[i] = []
        return done, returns


def update(
    agent: Agent, optimizer: torch.optim.Optimizer, steps: list[Step], gained: list[float], epochs: int, batch: int
) -> float:
    """Improve the agent by clipped policy gradients; return the mean loss of the critic."""
    planes, vectors, masks, answers, logs, _ = (np.array(column) for column in zip(*steps, strict=True))
    returns = np.array(gained, np.float32)
    with torch.no_grad():
        values = agent.value(planes, vectors).numpy()
    gains = returns - values
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    losses = []
    for _ in range(epochs):
        order = np.random.permutation(len(returns))
        for first in range(0, len(order), batch):
            rows = order[first : first + batch]
            chosen = agent.distribution(planes[rows], vectors[rows], masks[rows])
            ratio = (
                chosen.log_prob(torch.from_numpy(answers[rows])) - torch.from_numpy(logs[rows].astype(np.float32))
            ).exp()
            gain = torch.from_numpy(gains[rows])
            policy_loss = -torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
            target = torch.from_numpy(returns[rows])
            value_loss = ((agent.value(planes[rows], vectors[rows]) - target) ** 2).mean()
            loss = policy_loss + 0.5 * value_loss - 0.003 * chosen.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
            losses.append(float(value_loss.detach()))
    return float(np.mean(losses))


def main() -> None:
    """Train, and print how the agent does on boards that it has not seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--opponent", default="greedy", help="a bot, or `self` for self-play")
    parser.add_argument("--weights", type=Path, help="begin with these weights, such as examples/network.npz")
    parser.add_argument(
        "--out", type=Path, default=Path("cleanrl.npz"), help="where the weights go, for network_bot.py"
    )
    parser.add_argument("--steps", type=int, default=200_000, help="answers to learn from")
    parser.add_argument("--round", type=int, default=8192, help="answers between two updates")
    parser.add_argument("--envs", type=int, default=32, help="games at once")
    parser.add_argument("--rate", type=float, default=1e-4, help="the learning rate")
    parser.add_argument("--evaluate", default="greedy", help="the bot to measure against")
    parser.add_argument("--games", type=int, default=100, help="games to measure with")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    np.random.seed(given.seed)
    opponents = None if given.opponent == SELF else given.opponent
    envs = gymnasium.make_vec(ID, num_envs=given.envs, opponents=opponents, reward="margin")
    rollout = Rollout(envs, given.seed)
    agent = Agent(given.weights)
    optimizer = torch.optim.Adam(agent.parameters(), lr=given.rate)
    begun, seen = time.monotonic(), 0
    while seen < given.steps:
        steps, returns = rollout.collect(agent, min(given.round, given.steps))
        loss = update(agent, optimizer, steps, returns, epochs=3, batch=512)
        seen += len(steps)
        save(agent.policy, given.out)
        print(f"after {seen} answers: loss of the critic {loss:.3f} ({time.monotonic() - begun:.0f} s)", flush=True)
    share = win_share(given.out, given.evaluate, other_boards(given.games))
    print(f"wins {share:.1%} of {given.games} games against {given.evaluate} on boards never trained on")


if __name__ == "__main__":
    main()
