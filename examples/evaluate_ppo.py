"""Let the network of train_ppo.py play against greedy: on its training board, and in the arena on new boards.

python examples/evaluate_ppo.py --network ppo.zip
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from kingdom_builder import new_first_game
from kingdom_builder.arena.game import play_game
from kingdom_builder.bots import new_bot
from kingdom_builder.cli import main as kingdom_builder

HERE = Path(__file__).parent


def first_games(opponent: str, pairs: int) -> float:
    """Return the share of first games won, each deck played from both seats."""
    sys.path.insert(0, str(HERE))
    from ppo_bot import PpoBot

    ours, won = PpoBot(), 0.0
    for seed in range(pairs):
        for seat in range(2):
            game = new_first_game(seed, start=0)
            bots = [new_bot(opponent, seed)] * 2
            bots[seat] = ours
            play_game(game, bots)
            won += (seat in game.winners()) / len(game.winners())
    return won / (2 * pairs)


def main() -> int:
    """Play, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--network", default="ppo.zip")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--games", type=int, default=40)
    given = parser.parse_args()
    os.environ["KINGDOM_BUILDER_PPO"] = given.network
    share = first_games(given.opponent, (given.games + 1) // 2)
    print(f"first games: wins {share:.1%} against {given.opponent}", flush=True)
    bots = f"{HERE / 'ppo_bot.py'}:PpoBot,{given.opponent}"
    return kingdom_builder(["arena", "--bots", bots, "--games", str(given.games), "--seed", "1", "--workers", "1"])


if __name__ == "__main__":
    sys.exit(main())
