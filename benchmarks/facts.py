"""Measure the figures of docs/research.md: length of a game, number of choices, scores."""

from __future__ import annotations

import argparse
import statistics
import sys

from kingdom_builder.bots import new_bot
from kingdom_builder.game import new_game
from kingdom_builder.setup.builder import ALL_SETS

BASE = ("base",)


def measure(bot: str, players: int, sets: tuple[str, ...], games: int) -> str:
    """Return a line of the table."""
    lengths, turns, choices, scores, forced = [], [], [], [], 0
    for seed in range(games):
        game = new_game(seed, players=players, sets=sets)
        bots = [new_bot(bot, 10 * seed + seat) for seat in range(players)]
        asked = 0
        while (seat := game.to_play) is not None:
            offered = len(game.legal_answers())
            choices.append(offered)
            forced += offered == 1
            asked += 1
            game.play(bots[seat].answer(game.view(seat)))
        lengths.append(asked)
        turns.append(game.turn / players)
        scores += game.scores()
    low, *_, high = statistics.quantiles(scores, n=20)
    return (
        f"| {bot} | {players} | {'base' if sets == BASE else 'everything'} | {statistics.mean(lengths):.0f} "
        f"({min(lengths)} to {max(lengths)}) | {statistics.mean(turns):.1f} | {forced / len(choices):.0%} "
        f"| {statistics.mean(choices):.1f} | {max(choices)} | {statistics.mean(scores):.0f} | {low:.0f} to {high:.0f} "
        f"| {min(scores)} to {max(scores)} |"
    )


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of the random bot for each line; a tenth of greedy")
    games = parser.parse_args().games
    print(
        "| bots | players | sets | answers a game | rounds | forced | legal answers | most | gold | 5% to 95% | range |"
    )
    print("| --- " * 11 + "|")
    for bot, count in (("random", games), ("greedy", max(2, games // 10))):
        for sets in (BASE, ALL_SETS):
            for players in (2, 3, 4, 5):
                print(measure(bot, players, sets, count), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
