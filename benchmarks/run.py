"""Measure the engine on one core, in CPU time, beside two well-known engines of other games in the same run.

The engine is pure Python first; then the compiled kernel is measured beside it.

A decision is one answer asked of a player, forced ones included, for all engines alike. The figures of the engines
that are compared are taken in turns, several rounds each, and the median is printed with the lowest and highest.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable

import chess
from catanatron.game import Game as CatanGame
from catanatron.models.player import Color, RandomPlayer

from benchmarks.kernel import pure_python, show_kernel
from benchmarks.random_play import kingdom_builder
from kingdom_builder.game import Game, new_game
from kingdom_builder.setup.builder import ALL_SETS

THREE_SETS = ("base", "nomads", "crossroads")
CONTESTS = (
    ("2 players, base", 2, ("base",)),
    ("2 players, three sets", 2, THREE_SETS),
    ("2 players, everything", 2, ALL_SETS),
    ("4 players, base", 4, ("base",)),
    ("4 players, three sets", 4, THREE_SETS),
    ("4 players, everything", 4, ALL_SETS),
)


class CountingPlayer(RandomPlayer):  # type: ignore[misc]  # the package has no types
    """A random player that counts what it is asked."""

    asked = 0

    def decide(self, game: object, playable_actions: list[object]) -> object:
        """Count, and choose at random; it is also called when there is one action only."""
        CountingPlayer.asked += 1
        return super().decide(game, playable_actions)


def catanatron(players: int, seconds: float, seed: int) -> tuple[float, float]:
    """Return games and decisions a second of random play."""
    CountingPlayer.asked = games = 0
    begun = time.process_time()
    while (used := time.process_time() - begun) < seconds:
        games += 1
        CatanGame([CountingPlayer(colour) for colour in list(Color)[:players]], seed=seed + games).play()
    return games / used, CountingPlayer.asked / used


def python_chess(seconds: float, seed: int) -> tuple[float, float]:
    """Return games and plies a second of random play."""
    chance = random.Random(seed)
    games = plies = 0
    begun = time.process_time()
    while (used := time.process_time() - begun) < seconds:
        games += 1
        board = chess.Board()
        while not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
            plies += 1
    return games / used, plies / used


def show_contest(seconds: float, rounds: int) -> None:
    """Print games and decisions a second of all engines, and the ratios."""
    contestants: list[tuple[str, Callable[[int], tuple[float, float]]]] = [
        (f"kingdom-builder, {name}", lambda seed, p=players, s=sets: kingdom_builder(p, s, seconds, seed))
        for name, players, sets in CONTESTS
    ]
    contestants.append(("catanatron, 2 players", lambda seed: catanatron(2, seconds, seed)))
    contestants.append(("catanatron, 4 players", lambda seed: catanatron(4, seconds, seed)))
    contestants.append(("python-chess", lambda seed: python_chess(seconds, seed)))
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name, _ in contestants}
    for round_number in range(rounds):
        for name, contestant in contestants:
            measured[name].append(contestant(1 + 1000 * round_number))
    print(f"Random play, one core, CPU time, median of {rounds} rounds of {seconds:g} s taken in turns")
    print(f"{'':40}{'games/s':>10}{'decisions/s':>13}{'lowest':>10}{'highest':>10}")
    for name, rates in measured.items():
        games, decisions = (statistics.median(rate[i] for rate in rates) for i in (0, 1))
        low, high = min(rate[1] for rate in rates), max(rate[1] for rate in rates)
        print(f"{name:40}{games:>10,.0f}{decisions:>13,.0f}{low:>10,.0f}{high:>10,.0f}")
    ours = statistics.median(rate[1] for rate in measured["kingdom-builder, 2 players, base"])
    everything = statistics.median(rate[1] for rate in measured["kingdom-builder, 2 players, everything"])
    print(f"kingdom-builder, 2 players, everything on, makes {everything / ours:.2f} times the decisions of base games")
    for name in ("catanatron, 2 players", "catanatron, 4 players", "python-chess"):
        theirs = statistics.median(rate[1] for rate in measured[name])
        print(f"kingdom-builder, 2 players, base, makes {ours / theirs:.1f} times the decisions of {name}")


def positions_in_mid_game(sets: tuple[str, ...], count: int = 60) -> list[Game]:
    """Return games stopped somewhere in their middle, each with an open question."""
    found = []
    for seed in range(count):
        game, chance = new_game(seed, players=2, sets=sets), random.Random(seed)
        for _ in range(chance.randrange(20, 90)):
            game.play(chance.choice(game.legal_answers()))
            if game.over:
                game.undo()
        found.append(game)
    return found


def microseconds(operation: Callable[[Game], object], games: list[Game], seconds: float) -> float:
    """Return the CPU time of one call, the loop around it taken off."""

    def spent(work: Callable[[Game], object]) -> float:
        calls = 0
        begun = time.process_time()
        while (used := time.process_time() - begun) < seconds:
            for game in games:
                work(game)
            calls += len(games)
        return 1e6 * used / calls

    return spent(operation) - spent(lambda game: None)


def show_operations(seconds: float) -> None:
    """Print what single calls cost in positions from the middle of games."""

    def legal(game: Game) -> None:
        game._legal = None  # the answer is remembered until something is played
        game.legal_answers()

    def asked(game: Game) -> None:
        game._legal = None
        game.legal()

    def play_and_undo(game: Game) -> None:
        game.play(answers[id(game)])
        game.undo()

    print(f"\nMicroseconds for one call, positions in mid-game\n{'':40}{'base':>10}{'everything':>12}")
    games_of = {"base": positions_in_mid_game(("base",)), "all": positions_in_mid_game(ALL_SETS)}
    answers = {id(game): game.legal_answers()[-1] for games in games_of.values() for game in games}
    operations: list[tuple[str, Callable[[Game], object]]] = [
        ("legal answers as a set (asked)", asked),
        ("legal answers as a list", legal),
        ("play one and undo it", play_and_undo),
        ("copy", lambda game: game.copy()),
        ("view", lambda game: game.view(0)),
        ("score of all players, totals", lambda game: game.scores()),
        ("score of one player, lines with hexes", lambda game: game.score(0)),
        ("sample a position from a view", lambda game: game.view(0).sample(1)),
    ]
    for name, operation in operations:
        costs = [microseconds(operation, games, seconds) for games in games_of.values()]
        print(f"{name:40}{costs[0]:>10.2f}{costs[1]:>12.2f}")


def main() -> int:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time of one measurement (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each engine (default %(default)s)")
    options = parser.parse_args()
    print(f"Python {sys.version.split()[0]}")
    with pure_python():
        show_contest(options.seconds, options.rounds)
        show_operations(options.seconds / 10)
    show_kernel(options.seconds, options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
