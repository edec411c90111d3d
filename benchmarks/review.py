"""Measure game reviews: their CPU time, the mean luck, and whether deeper playouts confirm the marks of turns.

A mistake is confirmed if the better turn has the higher mean margin when both turns are played on, with new deals, by
searches of ten times the evaluations and with ten times the budget of the review. A turn that is best or good is wrong
if a deeper search finds another one that is certainly better by such playouts. The games are played by bots of several
levels, with several sets and numbers of players.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from kingdom_builder.bots import new_bot
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.bots.playouts import Answers, Difference, Result, deal_seeds, difference, margin, play_out
from kingdom_builder.bots.rollouts import Policy
from kingdom_builder.game import Game, new_game
from kingdom_builder.review import DEFAULT_BUDGET, ReviewDocument, review_game
from kingdom_builder.review.comparing import POLICY, is_same_turn
from kingdom_builder.review.luck import luck_of
from kingdom_builder.review.turns import PlayedTurn, turns_of
from kingdom_builder.setup.builder import ALL_SETS

TIMES = 10
DEEP = Policy(4, 12, TIMES * POLICY.evaluations)
LEAST_DEALS, MOST_DEALS = 16, 128

DEEPER = Budget(evaluations=100_000)
MISSED, CERTAIN = 3.0, 3.0
"""The search for a turn that is better than one marked best or good: by so much gold and so many standard errors."""


class Players(NamedTuple):
    """Who plays a game, and with which sets."""

    bots: tuple[str, ...]
    sets: Sequence[str]


KINDS = (
    Players(("settler", "champion@4000e"), ("base",)),
    Players(("mason", "settler"), ("base",)),
    Players(("settler", "mason"), ALL_SETS),
    Players(("settler", "mason", "steward@1500e"), ("base", "nomads")),
    Players(("novice", "steward@1500e"), ("base", "crossroads")),
    Players(("mason", "settler", "settler", "mason"), ("base", "marshlands", "harvest")),
)


def played_games(first: int) -> Iterator[tuple[Players, Game]]:
    """Yield games of all kinds in turn, without end."""
    for seed in count(first):
        players = KINDS[seed % len(KINDS)]
        game = new_game(seed, players=len(players.bots), sets=players.sets)
        bots = [new_bot(name, 10 * seed + seat) for seat, name in enumerate(players.bots)]
        while (seat := game.to_play) is not None:
            game.play(bots[seat].answer(game.view(seat)))
        yield players, game


def show_times(games: int) -> None:
    """Print the CPU time of reviews of two-player games."""
    print(f"{'review at the default budget':40}{'turns':>7}{'CPU s':>8}")
    for name, sets in (("base, 2 players", ("base",)), ("everything, 2 players", ALL_SETS)):
        times, turns = [], []
        for seed in range(games):
            game = new_game(seed, players=2, sets=sets)
            bots = [new_bot(bot, seed) for bot in ("mason", "settler")]
            while (seat := game.to_play) is not None:
                game.play(bots[seat].answer(game.view(seat)))
            begun = time.process_time()
            turns.append(len(review_game(game)["turns"]))
            times.append(time.process_time() - begun)
        print(f"{name:40}{statistics.mean(turns):>7.1f}{statistics.median(times):>8.2f}", flush=True)


def show_luck(games: int) -> None:
    """Print the mean luck of a turn, which is 0 if no card is favoured."""
    found = []
    for seed in range(games):
        game = new_game(seed, players=2)
        bots = [new_bot("mason@300e", 2 * seed + seat) for seat in range(2)]
        while (seat := game.to_play) is not None:
            game.play(bots[seat].answer(game.view(seat)))
        turns, evaluator = turns_of(game), Evaluator(game)
        found += [luck_of(turns, number, evaluator) for number in range(len(turns))]
    error = statistics.stdev(found) / len(found) ** 0.5
    print(f"luck: {statistics.mean(found):+.2f} gold a turn, standard error {error:.2f}, {games} games", flush=True)


def deep_difference(game: Game, played: PlayedTurn, better: Answers, seed: int) -> Difference:
    """Return by how much gold a better turn is ahead of the turn played in deep playouts."""
    view = played.before.view(played.seat)
    rng = random.Random(f"deep {seed} {played.number + 1}")
    plans = [played.planned, better]
    evaluator = Evaluator(game)
    results: list[list[Result]] = []
    spent = 0
    while len(results) < LEAST_DEALS or (spent < TIMES * DEFAULT_BUDGET and len(results) < MOST_DEALS):
        found = play_out(view, plans, deal_seeds(rng, 4), evaluator, DEEP)
        results += found.results
        spent += found.spent
    return difference([margin(best, played.seat) - margin(own, played.seat) for own, best in results])


def deeper_turn(played: PlayedTurn, seed: int) -> Answers | None:
    """Return the turn that a deeper search prefers to the turn played; None if it is the same."""
    view = played.before.view(played.seat)
    found = PlanningBot(seed, LEVELS["champion"], DEEPER).ranked(view)[0].answers
    return None if is_same_turn(view, played.planned, found) else found


def show_confirmed(mistakes: int, first: int) -> None:
    """Print how many mistakes deeper playouts confirm."""
    confirmed: list[bool] = []
    shallow, deep = [], []
    for number, (players, game) in enumerate(played_games(first), 1):
        review: ReviewDocument = review_game(game)
        for turn in review["turns"]:
            if turn["mark"] == "mistake" and len(confirmed) < mistakes:
                played = turns_of(game)[turn["turn"] - 1]
                found = deep_difference(game, played, tuple(turn["better_answers"]), number).mean
                confirmed.append(found > 0.0)
                shallow.append(turn["gold_lost"])
                deep.append(found)
                if found <= 0.0:
                    where = f"{', '.join(players.bots)}, game {first + number - 1}, turn {turn['turn']}"
                    print(f"not confirmed: {where}: {turn['gold_lost']:.1f} gold, deep {found:.1f}", flush=True)
        print(f"{sum(confirmed)} of {len(confirmed)} mistakes confirmed, {number} games", flush=True)
        if len(confirmed) >= mistakes:
            break
    share = sum(confirmed) / len(confirmed)
    print(
        f"{len(confirmed)} mistakes: {100 * share:.1f} % confirmed at {TIMES} times the budget; "
        f"mean loss {statistics.mean(shallow):.1f} gold in the review, {statistics.mean(deep):.1f} in deep playouts"
    )


def show_missed(turns: int, first: int) -> None:
    """Print for how many turns marked best or good a deeper search finds a turn that is certainly better."""
    seen = missed = 0
    for number, (_, game) in enumerate(played_games(first), 1):
        played = turns_of(game)
        for turn in review_game(game)["turns"]:
            if turn["mark"] in ("best", "good") and seen < turns:
                seen += 1
                one = played[turn["turn"] - 1]
                better = deeper_turn(one, number)
                found = Difference(0.0, 1.0) if better is None else deep_difference(game, one, better, number)
                missed += found.mean >= max(MISSED, CERTAIN * found.error)
        if seen >= turns:
            break
    print(
        f"{seen} turns marked best or good: for {missed} ({100 * missed / seen:.1f} %) a search of {DEEPER} "
        f"finds a turn that is at least {MISSED:.0f} gold better",
        flush=True,
    )


def main() -> None:
    """Read the options and print the tables."""
    parser = argparse.ArgumentParser(description="Measure game reviews.")
    parser.add_argument("--mistakes", type=int, default=200, help="how many mistakes are played on (default 200)")
    parser.add_argument("--best", type=int, default=200, help="how many best and good turns are searched (default 200)")
    parser.add_argument("--games", type=int, default=8, help="how many reviews are timed (default 8)")
    parser.add_argument("--luck", type=int, default=30, help="in how many games luck is measured (default 30)")
    parser.add_argument("--seed", type=int, default=1000, help="seed of the first game (default 1000)")
    options = parser.parse_args()
    if options.games:
        show_times(options.games)
    if options.luck:
        show_luck(options.luck)
    if options.mistakes:
        show_confirmed(options.mistakes, options.seed)
    if options.best:
        show_missed(options.best, options.seed)


if __name__ == "__main__":
    main()
