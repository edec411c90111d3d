"""PPO with TorchRL on the first game; the mask in the observation becomes that of the actions.

pip install 'kingdom-builder[rl]' torchrl
python examples/torchrl_ppo.py --opponent random --steps 20000
"""

from __future__ import annotations

import argparse
from typing import Any

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper, TransformedEnv
from torchrl.envs.transforms import ActionMask, Compose, DTypeCastTransform
from torchrl.envs.utils import ExplorationType, set_exploration_type
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from kingdom_builder.env.single import KingdomBuilderEnv

ANSWERS = 550
GOLD = 20.0
"""So much gold of margin is a reward of 1 while training: it tells more than who has won."""


def new_env(opponent: str, seed: int, **options: Any) -> TransformedEnv:
    """Return games against a bot with flat observations."""
    env = KingdomBuilderEnv(
        first_game=True, opponents=opponent, observation="flat", mask_in_observation=True, scores=True, **options
    )
    to_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    found = TransformedEnv(GymWrapper(env, categorical_action_encoding=True), Compose(to_bool, ActionMask()))
    found.set_seed(seed)
    return found


def margins(scores: Any) -> list[float]:
    """Return the margins of all seats, scaled."""
    first, second = scores
    return [(first - second) / GOLD, (second - first) / GOLD]


def layers(inputs: int, outputs: int) -> nn.Sequential:
    """Return a small network."""
    return nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 64), nn.Tanh(), nn.Linear(64, outputs))


def win_share(actor: ProbabilisticActor, opponent: str, games: int, seed: int) -> float:
    """Return the share of games won, a shared victory counted as its part, on games not trained on."""
    env, won = new_env(opponent, seed), 0.0
    with torch.no_grad(), set_exploration_type(ExplorationType.RANDOM):
        for _ in range(games):
            played = env.rollout(1000, actor)
            won += (float(played["next", "reward"][-1]) + 1) / 2
    return won / games


def main() -> None:
    """Train, and print how the network does."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--opponent", default="random", help="the bot to play against")
    parser.add_argument("--steps", type=int, default=20_000, help="answers to learn from")
    parser.add_argument("--batch", type=int, default=2048, help="answers between two updates")
    parser.add_argument("--games", type=int, default=100, help="games to measure with")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    env = new_env(given.opponent, given.seed, reward=margins)
    size = env.observation_spec["observation"].shape[-1]
    actor = ProbabilisticActor(
        TensorDictModule(layers(size, ANSWERS), in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        spec=env.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(layers(size, 1), in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic, average_gae=True)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.003)
    optimizer = torch.optim.Adam(loss.parameters(), lr=5e-4)
    collector = Collector(
        env, actor, frames_per_batch=given.batch, total_frames=given.steps, auto_register_policy_transforms=False
    )
    for data in collector:
        for _ in range(4):
            with torch.no_grad():
                advantage(data)
            for rows in torch.randperm(len(data)).split(256):
                found = loss(data[rows])
                optimizer.zero_grad()
                (found["loss_objective"] + found["loss_critic"] + found["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
    collector.shutdown()
    share = win_share(actor, given.opponent, given.games, given.seed + 1_000_000)
    print(f"after {given.steps} answers: wins {share:.1%} of {given.games} games against {given.opponent}")


if __name__ == "__main__":
    main()
