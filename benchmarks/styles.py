"""Measure the styles of the levels: what can be seen of each one in games of two players against its neighbours."""

from __future__ import annotations

import argparse
from itertools import pairwise
from statistics import mean
from typing import NamedTuple

from kingdom_builder.bots import new_bot
from kingdom_builder.engine.hexes import areas
from kingdom_builder.game import new_game

LEVELS = ("beginner", "novice", "settler", "mason", "steward@2500e", "champion@10000e")
EARLY_TURNS = 3


class Seen(NamedTuple):
    """What can be seen of a player in a game; `early_gold` is the gold after the first turns."""

    tiles: int
    areas: int
    castles: int
    early_gold: int
    gold: int


def play(names: tuple[str, str], seed: int) -> list[Seen]:
    """Let two bots play; return what was seen of each."""
    game = new_game(seed)
    bots = [new_bot(name, seed + seat) for seat, name in enumerate(names)]
    early = [0, 0]
    while (seat := game.to_play) is not None:
        game.play(bots[seat].answer(game.view(seat)))
        if game.turn <= 2 * EARLY_TURNS:
            early = game.scores()
    found = []
    for seat, player in enumerate(game.players):
        castles = sum(line.gold for line in game.score(seat) if line.source == "castle")
        found.append(Seen(len(player.tiles), len(areas(player.pieces)), castles, early[seat], game.scores()[seat]))
    return found


def main() -> None:
    """Print a row for each level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games of each pair of neighbours (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found: dict[str, list[Seen]] = {name: [] for name in LEVELS}
    for below, above in pairwise(LEVELS):
        for number in range(options.games):
            pair = (below, above) if number % 2 else (above, below)
            for name, seen in zip(pair, play(pair, options.seed + number // 2), strict=True):
                found[name].append(seen)
    print("| level | tiles | areas | gold of castles | gold after three turns | gold at the end |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, games in found.items():
        print(f"| {name} | {' | '.join(f'{mean(column):.1f}' for column in zip(*games, strict=True))} |")


if __name__ == "__main__":
    main()
