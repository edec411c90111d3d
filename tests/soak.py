"""Play many random games on all cores and check each: `python tests/soak.py --games 100000`.

Games have any sets, 2 to 5 players and any variants. Every game must end, with no piece, card or tile lost. A few
positions of one game in 200 are compared with the reference in every respect. A failure is printed with the seed of
its game, `tests.random_play.random_game(seed)`, and the exit status is 1.

With `--kernel` other games, `tests.kernel.rare_games.rare_game(seed)`, are played in Python and in the kernel, and
compared after every answer.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kingdom_builder.game import Game
from kingdom_builder.kernel import native
from tests.engine.test_against_reference import every_difference
from tests.random_play import MOST_ANSWERS, random_answers, random_game, unconserved

MOST_SECONDS = 600
"""A chunk of games that takes longer hangs."""
GAMES_OF_A_CHUNK = 50
REFERENCE_EVERY = 200
REFERENCE_POSITIONS = 3


@dataclass
class Result:
    """The counts and failures of some games."""

    games: int = 0
    decisions: int = 0
    compared: int = 0
    longest: int = 0
    longest_seed: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, other: Result) -> None:
        """Add the result of other games."""
        self.games += other.games
        self.decisions += other.decisions
        self.compared += other.compared
        self.failures += other.failures
        if other.longest > self.longest:
            self.longest, self.longest_seed = other.longest, other.longest_seed


class Failure(AssertionError):  # noqa: N818 - the report prints this name
    """A check of a game has failed."""


def play_one(seed: int, *, reference: bool, most_answers: int = MOST_ANSWERS) -> Result:
    """Play one game to its end; raise Failure, EndlessGame or an error of the engine if something is wrong."""
    chance = random.Random(seed)
    compare_at = set(chance.sample(range(250), REFERENCE_POSITIONS)) if reference else set()
    game = random_game(seed)
    answers = compared = 0
    for answer in random_answers(game, chance, most_answers):
        if answers in compare_at:
            _compare(game)
            compared += 1
        game.play(answer)
        answers += 1
    wrong = unconserved(game)
    if wrong:
        raise Failure("; ".join(wrong))
    if reference:
        _compare(game)
        compared += 1
    return Result(1, answers, compared, answers, seed)


def _compare(game: Game) -> None:
    wrong = every_difference(game)
    if wrong:
        raise Failure(f"turn {game.turn + 1}, answer {len(game.answers())}: " + "; ".join(wrong))


def compare_one(seed: int) -> Result:
    """Play one game in Python and in the kernel; raise Failure if they differ."""
    from tests.kernel.differential import Difference, compare_game  # it needs the kernel

    try:
        answers = compare_game(seed)
    except Difference as error:
        raise Failure(str(error)) from None
    return Result(1, answers, answers + 1, answers, seed)


def play_chunk(seeds: range) -> Result:
    """Play some games; failures are in the result, with their seeds."""
    return _chunk(seeds, lambda seed: play_one(seed, reference=seed % REFERENCE_EVERY == 0))


def compare_chunk(seeds: range) -> Result:
    """Play some games in Python and in the kernel."""
    return _chunk(seeds, compare_one)


def _chunk(seeds: range, play: Callable[[int], Result]) -> Result:
    result = Result()
    for seed in seeds:
        try:
            result.add(play(seed))
        except Exception as error:  # any error is a failure of this seed
            where = "" if isinstance(error, Failure) else "\n" + traceback.format_exc()
            result.failures.append(f"seed {seed}: {type(error).__name__}: {error}{where}")
    return result


def chunks(first: int, games: int) -> Iterator[range]:
    """Yield the seeds of each chunk."""
    for start in range(first, first + games, GAMES_OF_A_CHUNK):
        yield range(start, min(start + GAMES_OF_A_CHUNK, first + games))


def soak(games: int, first: int, chunk: Callable[[range], Result] = play_chunk) -> Result:
    """Play games on all cores; print the progress every ten seconds."""
    total = Result()
    begun = printed = time.monotonic()
    # "spawn", because a fork of a process with threads, such as a test runner, may hang
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        results = pool.imap(chunk, chunks(first, games))
        for seeds in chunks(first, games):
            try:
                total.add(results.next(timeout=MOST_SECONDS))
            except multiprocessing.TimeoutError:
                total.failures.append(f"seeds {seeds[0]} to {seeds[-1]}: no end after {MOST_SECONDS} seconds")
                break
            now = time.monotonic()
            if now - printed > 10:
                printed = now
                print(f"{total.games:,} of {games:,} games, {now - begun:.0f} s", flush=True)
    return total


def main(words: Sequence[str] | None = None) -> int:
    """Run from the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Play random games and check each.")
    parser.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (0); the others follow it")
    parser.add_argument("--kernel", action="store_true", help="compare games in Python and in the compiled kernel")
    options = parser.parse_args(words)
    begun = time.monotonic()
    if options.kernel:
        try:
            native()
        except ImportError as error:
            print(f"There is no kernel to compare with: {error}", file=sys.stderr)
            return 2
        total = soak(options.games, options.seed, compare_chunk)
    else:
        total = soak(options.games, options.seed)
    seconds = time.monotonic() - begun
    for failure in total.failures:
        print(f"FAILED {failure}", file=sys.stderr)
    print(
        f"{total.games:,} games, {total.decisions:,} decisions, "
        f"{total.compared:,} positions compared with the {'kernel' if options.kernel else 'reference'}, "
        f"longest game {total.longest:,} answers (seed {total.longest_seed}), "
        f"{len(total.failures)} failures, {seconds:.1f} seconds"
    )
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
