"""Compare the turns that bots choose in the same positions: a match shows such differences after thousands of games.

    python benchmarks/turns.py champion@160000e champion@640000e

The positions are from games between champions with a small budget, at the beginning of a turn. From every turn that is
chosen the game is played on to its end by quick searches, on the same deals of the hidden cards for all turns. It
prints by how much gold a bot's turns are better than those of the first bot, on average, with the standard error, and
the same for the value of the third own turn, which varies less but depends on the evaluation. A quick search plays
worse than the champion, so a match has to show that a difference is real. A bot is what `kingdom-builder arena --bots`
takes.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from math import sqrt
from statistics import mean, stdev
from typing import NamedTuple

from kingdom_builder.bots import new_bot
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.network import Network
from kingdom_builder.bots.playouts import deal_seeds, margin, play_out
from kingdom_builder.bots.rollouts import Policy
from kingdom_builder.bots.specs import resolve
from kingdom_builder.engine.view import View
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.game import new_game

PLAYERS = "champion@2500e"
"""Which bots play the games that the positions are from."""

OF_GAME = 3
"""How many positions a game gives."""

POLICY = Policy(width=2, breadth=8, evaluations=250)
"""How the games are played on."""

OWN_TURNS = 3
"""Which own turn's value is printed too."""


class Chosen(NamedTuple):
    """A bot's turn: by how much gold the game was won on average, the value of the third own turn, and the time."""

    margin: float
    value: float
    seconds: float


def positions(seed: int) -> list[View]:
    """Return views of a game at the beginning of some turns; the last two turns have hardly a choice."""
    game, rng = new_game(seed), random.Random(seed)
    bots = [new_bot(PLAYERS, 2 * seed + seat) for seat in range(2)]
    begins: list[View] = []
    while (seat := game.to_play) is not None:
        if not begins or game.turn != begins[-1].turn:
            begins.append(game.copy().view(seat))
        game.play(bots[seat].answer(game.view(seat)))
    return rng.sample(begins[:-2], OF_GAME)


def choose(name: str, view: View, seed: int) -> tuple[tuple[int, ...], float]:
    """Return a bot's answers for a turn, up to its end or to a drawn card, and the seconds they took."""
    bot, game, answers = resolve(name).new(seed), view.sample(seed), list[int]()
    turn, deck, began = game.turn, game.deck, time.perf_counter()
    while game.to_play == view.seat and game.turn == turn and game.deck is deck:
        answers.append(bot.answer(game.view(view.seat)))
        game.play(answers[-1])
    return tuple(answers), time.perf_counter() - began


def compare(names: Sequence[str], deals: int, seed: int) -> list[list[Chosen]]:
    """Return what every bot chooses in the positions of a game."""
    found = []
    for view in positions(seed):
        chosen = [choose(name, view, seed) for name in names]
        ends: dict[str, tuple[int, ...]] = {}
        keys = []
        for answers, _ in chosen:
            after = view.sample(seed)
            for answer in answers:
                after.play(answer)
            keys.append(str(position_document(after)))
            ends.setdefault(keys[-1], answers)
        game = view.sample(seed)
        evaluator = Evaluator(game)
        played = play_out(
            view,
            list(ends.values()),
            deal_seeds(random.Random(seed), deals),
            evaluator,
            POLICY,
            network=Network(game, evaluator),
            own_turns=OWN_TURNS,
        )
        values = [mean(column) for column in zip(*played.values, strict=True)]
        margins = [
            mean([margin(result, view.seat) for result in column]) for column in zip(*played.results, strict=True)
        ]
        at = {key: number for number, key in enumerate(ends)}
        found.append([Chosen(margins[at[key]], values[at[key]], chosen[i][1]) for i, key in enumerate(keys)])
    return found


def difference(values: Sequence[float]) -> str:
    """Return the mean and its standard error as text."""
    return f"{mean(values):+.3f} ± {stdev(values) / sqrt(len(values)):.3f}"


def positive(text: str) -> int:
    """Read a number above 0 of the command line."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number above 0, not {text!r}")
    return int(text)


def main() -> None:
    """Print a row for each bot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="+", metavar="BOT", help="the first one is what the others are compared with")
    parser.add_argument("--games", type=positive, default=150, help=f"each gives {OF_GAME} positions (default 150)")
    parser.add_argument("--deals", type=positive, default=64, help="how often each turn is played on (default 64)")
    parser.add_argument("--seed", type=int, default=700_000)
    parser.add_argument("--workers", type=positive, default=os.cpu_count())
    options = parser.parse_args()
    for name in options.bots:
        try:
            resolve(name)
        except (ValueError, OSError) as error:
            parser.error(str(error))
    seeds = range(options.seed, options.seed + options.games)
    with ProcessPoolExecutor(options.workers) as pool:
        found = list(chain.from_iterable(pool.map(partial(compare, options.bots, options.deals), seeds)))
    print(f"{len(found)} positions, {options.deals} deals; gold a turn more than with the first bot")
    print("| bot | at the end | third own turn | other turns than the first bot | ms a turn |")
    print("| --- | --- | --- | --- | --- |")
    for i, name in enumerate(options.bots):
        margins, values = ([row[i][field] - row[0][field] for row in found] for field in (0, 1))
        others = mean([bool(value) for value in values])
        seconds = mean([row[i].seconds for row in found])
        print(f"| {name} | {difference(margins)} | {difference(values)} | {others:.0%} | {1000 * seconds:.1f} |")


if __name__ == "__main__":
    main()
