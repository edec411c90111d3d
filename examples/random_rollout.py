"""Random agents play a game of three through PettingZoo."""

from __future__ import annotations

import argparse

from kingdom_builder.env import kingdom_builder_v0


def main() -> None:
    """Play and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    seed = parser.parse_args().seed
    env = kingdom_builder_v0.env(players=3, sets=["base", "nomads"])
    env.reset(seed=seed)
    for agent in env.possible_agents:
        env.action_space(agent).seed(seed)
    steps = 0
    for agent in env.agent_iter():
        observation, reward, ended, _, info = env.last()
        if ended:
            print(f"{agent}: {info['score']} gold, reward {reward:+.2f}")
        env.step(None if ended else env.action_space(agent).sample(observation["action_mask"]))
        steps += not ended
    print(f"{steps} answers")


if __name__ == "__main__":
    main()
