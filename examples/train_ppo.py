"""Train a small network with MaskablePPO of sb3-contrib until it beats a bot, on the first game or on random boards.

pip install 'kingdom-builder[rl]' sb3-contrib
python examples/train_ppo.py --out ppo.zip --opponent random --boards first
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers import TransformReward
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from kingdom_builder.env.single import KingdomBuilderEnv

GOLD = 20.0
"""So much gold of margin is a reward of 1 while training: it tells more than who has won."""


class BoardExtractor(BaseFeaturesExtractor):
    """Two small convolutions over the planes, one layer over the vector."""

    def __init__(self, observation_space: gymnasium.spaces.Dict) -> None:
        """Fit the layers to the spec."""
        super().__init__(observation_space, features_dim=192)
        planes, rows, columns = observation_space["planes"].shape
        self.board = nn.Sequential(
            nn.Conv2d(planes, 16, 3, padding=1), nn.ReLU(),
            nn.Conv2d(16, 8, 3, padding=1), nn.ReLU(),
            nn.Flatten(), nn.Linear(8 * rows * columns, 128), nn.ReLU(),
        )  # fmt: skip
        self.rest = nn.Sequential(nn.Linear(observation_space["vector"].shape[0], 64), nn.ReLU())

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        """Return the features."""
        return torch.cat([self.board(observations["planes"]), self.rest(observations["vector"])], dim=1)


def training_env(opponent: str, *, first_game: bool) -> gymnasium.Env[Any, Any]:
    """Return games against a bot, paid by the margin."""
    env = KingdomBuilderEnv(first_game=first_game, opponents=opponent, reward="margin", scores=True)
    return TransformReward(env, lambda margin: margin / GOLD)


def win_share(model: MaskablePPO, opponent: str, games: int, seed: int, *, first_game: bool) -> float:
    """Return the share of games won, a shared victory counted as its part, on games not trained on."""
    env = KingdomBuilderEnv(first_game=first_game, opponents=opponent, scores=True)
    won = 0.0
    for game in range(games):
        seen, _ = env.reset(seed=seed + game)
        ended = False
        while not ended:
            answer, _ = model.predict(seen, action_masks=env.action_masks())
            seen, reward, ended, _, _ = env.step(int(answer))
        won += (float(reward) + 1) / 2
    return won / games


def main() -> None:
    """Train, and print how it does after every round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", default="ppo.zip", help="where the network goes")
    parser.add_argument("--opponent", default="random", help="the bot to train and to measure against")
    parser.add_argument("--boards", choices=("first", "random"), default="first", help="the boards of the games")
    parser.add_argument("--steps", type=int, default=40_000, help="answers in a round of training")
    parser.add_argument("--rounds", type=int, default=25, help="at most so many rounds")
    parser.add_argument("--games", type=int, default=200, help="games to measure with after each round")
    parser.add_argument("--target", type=float, default=0.6, help="the share of games to win before it ends")
    parser.add_argument("--threads", type=int, default=1, help="of the network")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    np.random.seed(given.seed)
    env = make_vec_env(
        training_env,
        n_envs=8,
        seed=given.seed,
        env_kwargs={"opponent": given.opponent, "first_game": given.boards == "first"},
    )
    model = MaskablePPO(
        "MultiInputPolicy",
        env,
        n_steps=min(256, max(8, given.steps // 8)),
        batch_size=min(512, given.steps),
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.003,
        learning_rate=5e-4,
        policy_kwargs={"features_extractor_class": BoardExtractor, "net_arch": [128]},
        seed=given.seed,
    )
    for number in range(1, given.rounds + 1):
        model.learn(given.steps, reset_num_timesteps=False)
        model.save(given.out)
        first = given.boards == "first"
        share = win_share(model, given.opponent, given.games, seed=1_000_000 * number, first_game=first)
        print(
            f"after {model.num_timesteps} answers: wins {share:.1%} of {given.games} games against {given.opponent} "
            f"({given.boards} boards)",
            flush=True,
        )
        if share >= given.target:
            break


if __name__ == "__main__":
    main()
