"""Play the same games a number of times; `instructions.py` counts the instructions of this process.

Only calls of docs/library.md and `new_bot` are used, so that the script also runs on older code.

    python instructions_workload.py PLAYER SETS PLAYERS SETUPS REPETITIONS [CARDS]
"""

from __future__ import annotations

import random
import sys

from kingdom_builder.bots import new_bot
from kingdom_builder.game import Game, new_game


def play_with_bots(game: Game, bot: str, seed: int) -> int:
    """Play a game to its end with one bot per seat; return the number of decisions."""
    seats = [(new_bot(bot, seed + seat).answer, game.view(seat)) for seat in range(len(game.scores()))]
    decisions = 0
    while (seat := game.to_play) is not None:
        answer, view = seats[seat]
        game.play(answer(view))
        decisions += 1
    return decisions


def play_from_list(game: Game, seed: int) -> int:
    """Play a game to its end with answers drawn from `legal_answers()`; return the number of decisions."""
    draw = random.Random(seed).random
    decisions = 0
    while not game.over:
        answers = game.legal_answers()
        game.play(answers[int(draw() * len(answers))])
        decisions += 1
    return decisions


def main() -> int:
    """Print the number of decisions and the sum of all final scores."""
    player, sets, players, setups, repetitions, *cards = sys.argv[1:]
    chosen = {"cards": cards[0].split(",")} if cards else {}
    games = [
        new_game(100 + i, players=int(players), sets=sets.split("+"), **chosen)  # type: ignore[arg-type]
        for i in range(int(setups))
    ]
    decisions = gold = 0
    for repetition in range(int(repetitions)):
        for i, start in enumerate(games):
            game, seed = start.copy(), 1000 * repetition + 10 * i
            decisions += play_from_list(game, seed) if player == "list" else play_with_bots(game, player, seed)
            gold += sum(game.scores())
    print(decisions, gold)
    return 0


if __name__ == "__main__":
    sys.exit(main())
