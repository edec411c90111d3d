"""Train the network of network_bot.py with MaskablePPO of sb3-contrib, against a bot, on random boards or on one.

python examples/train_ppo.py --opponent greedy --boards random --out ppo.npz

It prints how many games the network wins on the boards that it has been trained on, with other terrain cards, and on
other boards. KINGDOM_BUILDER_NETWORK=ppo.npz lets network_bot.py play with these weights.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import torch
from network_bot import SPEC, common_features
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn
from train_network import Layers, load, other_boards, save, win_share

import kingdom_builder as kb
from kingdom_builder import ANSWERS
from kingdom_builder.env.rewards import ChangeOf
from kingdom_builder.game import Game, new_first_game, new_game

ID = "kingdom_builder.env:KingdomBuilder-v0"
FIRST, RANDOM = BOARDS = ("first", "random")
GOLD = 20.0
"""So much gold of margin is a reward of 1 while training: it tells more than who has won, and at once."""
COMMON = SPEC.vector_size + SPEC.planes_shape[0]


class Extractor(BaseFeaturesExtractor):
    """The numbers of the network for all answers, and then what the critic estimates the return from."""

    def __init__(self, space: gymnasium.spaces.Dict, weights: Path | None = None) -> None:
        """Begin with some weights, or at random."""
        super().__init__(space, features_dim=ANSWERS + COMMON)
        self.layers = load(weights) if weights else Layers()

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        """Return the numbers."""
        planes, vectors, masks = (seen[name].numpy() for name in ("planes", "vector", "action_mask"))
        common = torch.from_numpy(common_features(planes, vectors))
        return torch.cat([self.layers(planes, vectors, masks), common], dim=1)


class Part(nn.Module):
    """Some of the features."""

    def __init__(self, which: slice) -> None:
        """Choose them."""
        super().__init__()
        self.which = which

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return them."""
        return features[:, self.which]


class AnswerPolicy(MaskableMultiInputActorCriticPolicy):
    """A policy whose logits are the numbers of the network, so that it can play on any board."""

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Part(slice(0, ANSWERS))
        critic = (nn.Linear(COMMON, 64), nn.Tanh(), nn.Linear(64, 1))
        self.value_net = nn.Sequential(Part(slice(ANSWERS, None)), *critic)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class NoteSeeds(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Notes the seeds of the set-ups that are played."""

    def __init__(self, env: gymnasium.Env[Any, Any], seeds: list[int]) -> None:
        """Append them to this list."""
        super().__init__(env)
        self._seeds = seeds

    def reset(self, **options: Any) -> Any:
        """Begin a game and note its seed."""
        begun = self.env.reset(**options)
        self._seeds.append(self.env.unwrapped.game.seed)
        return begun


def margin(game: kb.Game, seat: int) -> float:
    """Return by how much gold a seat is ahead of the other one."""
    scores = game.scores()
    return (scores[seat] - scores[1 - seat]) / GOLD


def nothing(scores: Sequence[int]) -> list[float]:
    """Return no reward at the end."""
    return [0.0] * len(scores)


def training_env(opponent: str, boards: str, seeds: list[int]) -> gymnasium.Env[Any, Any]:
    """Return games against a bot in which each step is paid by the change of the margin."""
    first, paid = boards == FIRST, {"reward": nothing, "step_reward": ChangeOf(margin)}
    env = gymnasium.make(ID, opponents=opponent, first_game=first, mask_in_observation=True, **paid)
    return NoteSeeds(env, seeds)


def trained_boards(boards: str, seeds: list[int], count: int) -> list[Game]:
    """Return games on the boards of the last games of the training, with other terrain cards; two on each."""
    if boards == FIRST:
        return [new_first_game(n // 2, start=0) for n in range(count)]
    last = seeds[-(count + 1) // 2 :]
    return [new_game(last[n // 2 % len(last)], deck_seed=n // 2, start=0) for n in range(count)]


class Help(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Shows the defaults, and the text above them as it is written."""


def main() -> None:
    """Train, and print how it does after every round."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=Help)
    parser.add_argument("--out", type=Path, default=Path("ppo.npz"), help="where the weights go, for network_bot.py")
    parser.add_argument("--weights", type=Path, help="begin with these weights, such as examples/network.npz")
    parser.add_argument("--opponent", default="random", help="the bot to train and to measure against")
    parser.add_argument("--boards", choices=BOARDS, default=RANDOM, help="the boards of the training")
    parser.add_argument("--steps", type=int, default=50_000, help="answers in a round of training")
    parser.add_argument("--rounds", type=int, default=4, help="at most so many rounds")
    parser.add_argument("--games", type=int, default=100, help="games to measure with after each round, on each kind")
    parser.add_argument("--target", type=float, default=1.0, help="the share of games to win before it ends")
    parser.add_argument("--rate", type=float, default=1e-3, help="the learning rate")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    given = parser.parse_args()
    torch.set_num_threads(1)
    seeds: list[int] = []
    env = make_vec_env(
        training_env,
        n_envs=16,
        seed=given.seed,
        env_kwargs={"opponent": given.opponent, "boards": given.boards, "seeds": seeds},
    )
    model = MaskablePPO(
        AnswerPolicy,
        env,
        n_steps=min(128, max(8, given.steps // 16)),
        batch_size=min(256, given.steps),
        n_epochs=4,
        gamma=0.95,
        gae_lambda=0.9,
        ent_coef=0.003,
        learning_rate=given.rate,
        policy_kwargs={
            "features_extractor_class": Extractor,
            "features_extractor_kwargs": {"weights": given.weights},
            "net_arch": [],
            "ortho_init": False,
        },
        seed=given.seed,
        device="cpu",
    )
    begun = time.process_time()
    for _ in range(given.rounds):
        model.learn(given.steps, reset_num_timesteps=False)
        save(model.policy.features_extractor.layers, given.out)
        kinds = (trained_boards(given.boards, seeds, given.games), other_boards(given.games))
        on_trained, on_others = (win_share(given.out, given.opponent, games) for games in kinds)
        print(
            f"after {model.num_timesteps} answers: wins {on_trained:.1%} of {given.games} games against "
            f"{given.opponent} on the boards trained on ({given.boards}), {on_others:.1%} on other boards "
            f"({time.process_time() - begun:.0f} s of CPU time)",
            flush=True,
        )
        if on_trained >= given.target:
            break


if __name__ == "__main__":
    main()
