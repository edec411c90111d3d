"""`kingdom-builder arena`: matches, round-robins and ladders between bots."""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import Any

from kingdom_builder.arena.game import play_scheduled_game
from kingdom_builder.arena.ladder import play_rung, rungs, standard
from kingdom_builder.arena.players import BotEnvironment, read_code
from kingdom_builder.arena.progress import live_table, progress_line
from kingdom_builder.arena.report import report
from kingdom_builder.arena.results import (
    GameResult,
    ResultsFile,
    check_bot_versions,
    merge_files,
    read_results,
    write_results,
)
from kingdom_builder.arena.runner import (
    HANG_SECONDS,
    InProcessRunner,
    Progress,
    Runner,
    process_runner,
    ray_runner,
    run_arena,
)
from kingdom_builder.arena.schedule import RANDOM_SETS, Schedule
from kingdom_builder.arena.sprt import SequentialTest
from kingdom_builder.arena.statistics import summary
from kingdom_builder.bots import BOTS
from kingdom_builder.cli.arena_tables import ladder_text, summary_text
from kingdom_builder.cli.arguments import OWN_SECTIONS, seed_of, sets_argument, whole_number, words
from kingdom_builder.cli.extras import available, extra

GAMES = 100
MAX_TEST_GAMES = 20_000
"""How many games a sequential test may take if --games is not given."""

_NOT_WITH = {
    "merge": (
        "plays nothing",
        "bots lineup players sets games seed workers ray turn_seconds hang_seconds only ladder sequential",
    ),
    "ladder": ("says what is played and keeps it in a folder", "lineup players sets only results sequential"),
}
"""Why an option excludes others, and which."""


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "arena",
        help="let bots play against each other and rate them",
        description="Play matches and round-robins between bots. Games come in groups on one set-up and deck, with the "
        "seats exchanged, so that luck cancels. docs/arena.md explains the statistics.",
        epilog="Example: kingdom-builder arena --bots greedy,./my_bot.py:MyBot --games 200 --results games.jsonl",
    )
    who = parser.add_argument_group("who plays")
    who.add_argument(
        "--bots",
        type=words,
        default=[],
        metavar="A,B,...",
        help=f"of {', '.join(BOTS)}, with a budget like greedy@400e or greedy@0.5s; ./my_bot.py:MyBot is one of yours",
    )
    who.add_argument("--lineup", type=words, default=[], metavar="A,B,B", help="just these, moving through the seats")
    who.add_argument("--players", type=_players, metavar="P", help="2 to 5, several as 2-5 or 2,4 (2)")
    who.add_argument("--sets", metavar="A,B", help="base, all, any list, or random for each group (base)")
    who.add_argument("--games", type=whole_number, metavar="N", help=f"how many, made up to whole groups ({GAMES})")
    who.add_argument(
        "--seed", type=whole_number, metavar="S", help="decides set-ups and bots (that of --results, or new)"
    )
    how = parser.add_argument_group("how they play")
    how.add_argument("--workers", type=whole_number, metavar="N", help="processes (all cores); 1 plays in this one")
    how.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; local starts one on this machine")
    how.add_argument("--turn-seconds", type=float, metavar="T", help="CPU time for a turn; who takes longer loses")
    how.add_argument(
        "--hang-seconds",
        type=float,
        metavar="T",
        help=f"who gives no answer for so long is ended and loses ({HANG_SECONDS:g})",
    )
    how.add_argument("--only", metavar="GROUP.GAME", help="play one game again and print its record")
    what = parser.add_argument_group("what comes out")
    what.add_argument("--json", action="store_true", help="print one JSON object")
    what.add_argument(
        "--results", type=Path, metavar="FILE.jsonl", help="a line per game; games in it are not replayed"
    )
    what.add_argument("--report", type=Path, metavar="FILE.html", help="write a page with plots")
    what.add_argument("--merge", type=Path, nargs="+", metavar="FILE", help="play nothing: the figures of these files")
    what.add_argument("--ladder", type=Path, metavar="FOLDER", help="each of --bots against the one before it")
    test = parser.add_argument_group("sequential test", "Stop as soon as it is known if the first bot is better.")
    test.add_argument(
        "--sequential",
        nargs="?",
        type=_win_rates,
        const=(),
        metavar="LOW,HIGH",
        help="between these win rates (a fair share, and 0.05 more)",
    )
    test.add_argument("--alpha", type=float, default=0.05, metavar="A", help="chance of a wrong better (%(default)s)")
    test.add_argument(
        "--beta", type=float, default=0.05, metavar="B", help="chance of a wrong not better (%(default)s)"
    )
    parser.set_defaults(run=run)


def _players(text: str) -> tuple[int, ...]:
    """Read numbers of players: 2, 2-5 or 2,4."""
    found: list[int] = []
    for part in words(text):
        first, _, last = part.partition("-")
        found += range(whole_number(first), whole_number(last or first) + 1)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of players")
    return tuple(found)


def _win_rates(text: str) -> tuple[float, ...]:
    try:
        low, high = map(float, words(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not two win rates, such as 0.5,0.55") from None
    return low, high


def run(options: argparse.Namespace) -> int:
    """Play a ladder, one game or an arena, or merge files."""
    _check_options(options)
    if options.ladder is not None:
        return _ladder(options)
    _check_report(options)
    if options.merge:
        return _merge(options)
    schedule = _schedule(options)
    environment = _environment(options, schedule.names)
    if options.only is not None:
        return _play_only(options, schedule, environment)
    test = _test(options, schedule)
    games = schedule.games if test is not None else sum(len(group) for group in schedule.groups())
    with nullcontext() if options.results is None else ResultsFile(options.results) as file:
        if file is not None:
            check_bot_versions(file.results, environment.bot_versions(schedule.names))
        runner = _runner(options, environment, schedule.names)
        with closing(runner), _progress(games, schedule.names, test) as progress:
            results = run_arena(schedule, runner, file=file, test=test, progress=progress)
    _publish(_summary(results, schedule.names, test), options)
    return 0


def _check_options(options: argparse.Namespace) -> None:
    for alone, (why, others) in _NOT_WITH.items():
        given = [other.replace("_", "-") for other in others.split() if getattr(options, other) not in (None, [])]
        if getattr(options, alone) is not None and given:
            raise ValueError(f"--{alone} {why}, so --{given[0]} cannot be given with it")


def _check_report(options: argparse.Namespace) -> None:
    """Raise ValueError if the report cannot be written, before hours are spent on its games."""
    file = options.report
    if file is not None and (file.is_dir() or not file.parent.is_dir()):
        raise ValueError(f"--report: {file} cannot be written, expected a file in a folder that is there")


def _schedule(options: argparse.Namespace) -> Schedule:
    games = options.games if options.games is not None else MAX_TEST_GAMES if options.sequential is not None else GAMES
    wanted = "base" if options.sets is None else options.sets
    sets = None if wanted == RANDOM_SETS else tuple(sets_argument(wanted))
    known = _seed_of_file(options.results) if options.seed is None else None
    seed = seed_of(options) if known is None else known
    schedule = Schedule(seed, games, tuple(options.bots), tuple(options.lineup), options.players or (2,), sets)
    if known is not None:
        print(f"kingdom-builder: {options.results} has games of seed {known}, so this is the seed", file=sys.stderr)
    return schedule


def _seed_of_file(file: Path | None) -> int | None:
    """Return the seed that all games of a file have, so that the same command resumes it."""
    if file is None or not file.is_file():
        return None
    seeds = {result.scheduled.seed for result in read_results(file, torn=True)}
    return seeds.pop() if len(seeds) == 1 else None


def _environment(options: argparse.Namespace, names: tuple[str, ...]) -> BotEnvironment:
    for option in ("turn_seconds", "hang_seconds"):
        if (seconds := getattr(options, option)) is not None and not seconds > 0:
            raise ValueError(f"--{option.replace('_', '-')}: expected a time above 0")
    return BotEnvironment(read_code(names), options.turn_seconds, os.environ.get(OWN_SECTIONS) or None)


def _runner(options: argparse.Namespace, environment: BotEnvironment, names: tuple[str, ...]) -> Runner:
    if options.workers == 0:
        raise ValueError("--workers: expected at least 1")
    if options.workers == 1 and options.ray is None and not environment.code:
        return InProcessRunner(environment)
    hang_seconds = HANG_SECONDS if options.hang_seconds is None else options.hang_seconds
    for name in names:
        if (allowed := environment.seconds_allowed(name)) is not None and hang_seconds <= allowed:
            raise ValueError(f"--hang-seconds: expected more than the {allowed:g} s that {name} has for a turn")
    if options.ray is not None:
        with extra("arena"):
            return ray_runner(environment, options.ray, options.workers, hang_seconds)
    return process_runner(environment, options.workers, hang_seconds)


def _test(options: argparse.Namespace, schedule: Schedule) -> SequentialTest | None:
    if options.sequential is None:
        return None
    tables = {len(schedule.lineup)} if schedule.lineup else set(schedule.players)
    if len(schedule.names) != 2 or len(tables) != 1:
        raise ValueError("--sequential: expected two bots and one number of players")
    (players,) = tables
    low, high = options.sequential or (1 / players, 1 / players + 0.05)
    return SequentialTest(schedule.names[0], low, high, options.alpha, options.beta, len(schedule.group(0)))


@contextmanager
def _progress(games: int, names: tuple[str, ...], test: SequentialTest | None = None) -> Iterator[Progress]:
    """Show how many games have been played if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda results: None
    elif available("rich", "arena", "there is no live table"):
        with live_table(games, names, test) as progress:
            yield progress
    else:
        with progress_line(games, sys.stderr) as progress:
            yield progress


def _summary(
    results: list[GameResult], names: tuple[str, ...] = (), test: SequentialTest | None = None
) -> dict[str, Any]:
    """Return the statistics, without ratings if numpy is missing."""
    return summary(results, names, test, ratings=available("numpy", "arena", "there are no ratings"))


def _play_only(options: argparse.Namespace, schedule: Schedule, environment: BotEnvironment) -> int:
    """Play one game in this process and print its record, or its result as JSON."""
    numbers = str(options.only).split(".")
    if len(numbers) != 2 or not all(number.isascii() and number.isdigit() for number in numbers):
        raise ValueError(f"--only: {options.only!r} is not a game, expected group and game such as 12.1")
    group = schedule.group(int(numbers[0]))
    if int(numbers[1]) >= len(group):
        raise ValueError(f"--only: a group has {len(group)} games, counted from 0")
    try:
        with redirect_stdout(sys.stderr):  # what a bot prints must not get into the record
            result, game = play_scheduled_game(group[int(numbers[1])], environment)
    except KeyboardInterrupt:
        traceback.print_exc()  # it shows where a bot hangs
        return 130
    print(result.to_line() if options.json else game.to_record().rstrip("\n"))
    if result.fault is not None and not options.json:
        print("\n".join([*result.fault.traceback, f"{result.fault.kind}: {result.fault.message}"]), file=sys.stderr)
    return 0


def _merge(options: argparse.Namespace) -> int:
    results = merge_files(options.merge)
    if not results:
        raise ValueError(f"{', '.join(map(str, options.merge))}: there are no games")
    if options.results is not None:
        write_results(options.results, results)
    _publish(_summary(results), options)
    return 0


def _ladder(options: argparse.Namespace) -> int:
    matches = rungs(options.bots) if options.bots else standard()
    names = tuple(dict.fromkeys(name for rung in matches for name in rung.bots))
    environment = _environment(options, names)
    versions = environment.bot_versions(names)
    games = GAMES if options.games is None else options.games
    seed = 1 if options.seed is None else options.seed
    found = []
    with closing(_runner(options, environment, names)) as runner:
        options.ladder.mkdir(parents=True, exist_ok=True)  # the report may be in this folder
        _check_report(options)
        for rung in matches:
            with _progress(games, rung.bots) as progress:
                found.append(
                    play_rung(
                        options.ladder, rung, runner, games=games, seed=seed, bot_versions=versions, progress=progress
                    )
                )
    if options.report is not None:
        played = merge_files([options.ladder / rung.file for rung in matches])
        options.report.write_text(report(_summary(played)), encoding="utf-8")
    print(json.dumps({"seed": seed, "matches": found}) if options.json else ladder_text(found))
    return 0


def _publish(facts: dict[str, Any], options: argparse.Namespace) -> None:
    if options.report is not None:
        options.report.write_text(report(facts), encoding="utf-8")
    print(json.dumps(facts) if options.json else summary_text(facts))
