"""`kingdom-builder arena`: matches, round-robins and ladders between bots."""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, redirect_stdout
from pathlib import Path

from kingdom_builder.arena.game import play_scheduled_game
from kingdom_builder.arena.ladder import play_rung, rung_statistics, rungs, standard
from kingdom_builder.arena.players import BotEnvironment, sources_of
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
from kingdom_builder.arena.statistics import Summary, summary
from kingdom_builder.bots import BOTS
from kingdom_builder.cli.arena_tables import ladder_text, summary_text
from kingdom_builder.cli.arguments import (
    OWN_SECTIONS,
    check_target,
    comma_separated,
    seed_of,
    sets_argument,
    whole_number,
)
from kingdom_builder.cli.extras import available, extra
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words
from kingdom_builder.setup.builder import PLAYERS

GAMES = 100
MAX_TEST_GAMES = 20_000
"""How many games a sequential test may take if --games is not given."""

_NOT_WITH = {
    "merge": (
        "error.merge",
        "bots lineup players sets games seed workers ray turn_seconds hang_seconds only ladder sequential",
    ),
    "ladder": ("error.ladder", "lineup players sets only results sequential"),
}
"""Options that exclude others: the error, and the others."""


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add(
        "arena", run, example="arena --bots greedy,./my_bot.py:MyBot --games 200 --results games.jsonl"
    )
    number, seconds = whole_number(say), say("metavar.seconds")
    players = parser.add_argument_group(say("group.arena.players"))
    bots = say("option.bots.arena", bots=", ".join(BOTS))
    players.add_argument("--bots", type=comma_separated, default=[], metavar="A,B,...", help=bots)
    players.add_argument("--lineup", type=comma_separated, default=[], metavar="A,B,B", help=say("option.lineup"))
    players.add_argument("--players", type=_players(say), metavar="N", help=say("option.players.arena"))
    players.add_argument("--sets", metavar="A,B", help=say("option.sets.arena"))
    players.add_argument("--games", type=number, metavar="N", help=say("option.games.arena", games=GAMES))
    players.add_argument("--seed", type=number, metavar="N", help=say("option.seed.arena"))
    play = parser.add_argument_group(say("group.arena.play"))
    play.add_argument("--workers", type=number, metavar="N", help=say("option.workers.arena"))
    play.add_argument("--ray", metavar=say("metavar.address"), help=say("option.ray"))
    play.add_argument("--turn-seconds", type=float, metavar=seconds, help=say("option.turn_seconds"))
    hang = say("option.hang_seconds", seconds=f"{HANG_SECONDS:g}")
    play.add_argument("--hang-seconds", type=float, metavar=seconds, help=hang)
    play.add_argument("--only", metavar="GROUP.GAME", help=say("option.only"))
    output = parser.add_argument_group(say("group.arena.output"))
    output.add_argument("--json", action="store_true", help=say("option.json"))
    output.add_argument("--results", type=Path, metavar=f"{say('metavar.file')}.jsonl", help=say("option.results"))
    output.add_argument("--report", type=Path, metavar=f"{say('metavar.file')}.html", help=say("option.report"))
    output.add_argument("--merge", type=Path, nargs="+", metavar=say("metavar.file"), help=say("option.merge"))
    output.add_argument("--ladder", type=Path, metavar=say("metavar.folder"), help=say("option.ladder"))
    test = parser.add_argument_group(say("group.arena.test"), say("group.arena.test.about"))
    test.add_argument(
        "--sequential", nargs="?", type=_win_rates(say), const=(), metavar="A,B", help=say("option.sequential")
    )
    test.add_argument("--alpha", type=float, default=0.05, metavar="P", help=say("option.alpha"))
    test.add_argument("--beta", type=float, default=0.05, metavar="P", help=say("option.beta"))


def _players(say: Words) -> Callable[[str], tuple[int, ...]]:
    """Return a function that reads numbers of players: 2, 2-5 or 2,4."""
    number = whole_number(say)

    def read(text: str) -> tuple[int, ...]:
        found: list[int] = []
        for part in comma_separated(text):
            first, dash, last = part.partition("-")
            least, most = number(first), number(last if dash else first)
            if least > most:
                raise argparse.ArgumentTypeError(say("error.players", text=repr(text)))
            found += [least, *range(least + 1, min(most, PLAYERS.stop) + 1)]  # one that is too great is an error later
        if not found:
            raise argparse.ArgumentTypeError(say("error.players", text=repr(text)))
        return tuple(found)

    return read


def _win_rates(say: Words) -> Callable[[str], tuple[float, ...]]:
    def read(text: str) -> tuple[float, ...]:
        try:
            low, high = map(float, comma_separated(text))
        except ValueError:
            raise argparse.ArgumentTypeError(say("error.win_rates", text=repr(text))) from None
        return low, high

    return read


def run(options: argparse.Namespace, say: Words) -> int:
    """Play a ladder, one game or an arena, or merge files."""
    _check_options(options, say)
    if options.ladder is not None:
        return _ladder(options, say)
    check_target(options.report, "--report", say)
    if options.merge:
        return _merge(options, say)
    schedule = _schedule(options, say)
    environment = _environment(options, schedule.names, say)
    if options.only is not None:
        return _play_only(options, schedule, environment, say)
    test = _test(options, schedule, say)
    games = schedule.games if test is not None else sum(len(group) for group in schedule.groups())
    with nullcontext() if options.results is None else ResultsFile(options.results) as file:
        if file is not None:
            check_bot_versions(file.results, environment.bot_versions(schedule.names))
        runner = _runner(options, environment, schedule.names, say)
        try:
            with closing(runner), show_progress(games, schedule.names, test, say=say) as progress:
                results = run_arena(schedule, runner, file=file, test=test, progress=progress)
        except KeyboardInterrupt:
            if file is not None:
                stored = say("arena.interrupted", n=file.games, games=games, file=str(options.results))
                print(f"\nkingdom-builder: {stored}", file=sys.stderr, end="")
            raise
    _publish(_summary(results, schedule.names, test, say=say), options, say)
    return 0


def _check_options(options: argparse.Namespace, say: Words) -> None:
    for alone, (error, others) in _NOT_WITH.items():
        given = [other.replace("_", "-") for other in others.split() if getattr(options, other) not in (None, [])]
        if getattr(options, alone) is not None and given:
            raise ValueError(say(error, option=given[0]))


def _schedule(options: argparse.Namespace, say: Words) -> Schedule:
    games = options.games if options.games is not None else MAX_TEST_GAMES if options.sequential is not None else GAMES
    wanted = "base" if options.sets is None else options.sets
    sets = None if wanted == RANDOM_SETS else tuple(sets_argument(wanted))
    known = _seed_of_file(options.results) if options.seed is None else None
    seed = seed_of(options) if known is None else known
    schedule = Schedule(seed, games, tuple(options.bots), tuple(options.lineup), options.players or (2,), sets)
    if known is not None:
        print(f"kingdom-builder: {say('arena.seed', file=str(options.results), seed=str(known))}", file=sys.stderr)
    return schedule


def _seed_of_file(file: Path | None) -> int | None:
    """Return the seed that all games of a file have, so that the same command resumes it."""
    if file is None or not file.is_file():
        return None
    seeds = {result.scheduled.seed for result in read_results(file, torn=True)}
    return seeds.pop() if len(seeds) == 1 else None


def _environment(options: argparse.Namespace, names: tuple[str, ...], say: Words) -> BotEnvironment:
    for option in ("turn_seconds", "hang_seconds"):
        if (seconds := getattr(options, option)) is not None and not seconds > 0:
            raise ValueError(say("error.time", option=option.replace("_", "-")))
    return BotEnvironment(sources_of(names), options.turn_seconds, os.environ.get(OWN_SECTIONS) or None)


def _runner(options: argparse.Namespace, environment: BotEnvironment, names: tuple[str, ...], say: Words) -> Runner:
    if options.workers == 0:
        raise ValueError(say("error.at_least_one", option="--workers"))
    if options.workers == 1 and options.ray is None and not environment.has_foreign(names):
        return InProcessRunner(environment)
    hang_seconds = HANG_SECONDS if options.hang_seconds is None else options.hang_seconds
    for name in names:
        if (allowed := environment.seconds_allowed(name)) is not None and hang_seconds <= allowed:
            raise ValueError(say("error.hang_seconds", seconds=f"{allowed:g}", bot=name))
    environment.check_bots(names)
    if options.ray is not None:
        with extra("arena", say):
            return ray_runner(environment, options.ray, options.workers, hang_seconds)
    return process_runner(environment, options.workers, hang_seconds)


def _test(options: argparse.Namespace, schedule: Schedule, say: Words) -> SequentialTest | None:
    if options.sequential is None:
        return None
    tables = {len(schedule.lineup)} if schedule.lineup else set(schedule.players)
    if len(schedule.names) != 2 or len(tables) != 1:
        raise ValueError(say("error.sequential"))
    (players,) = tables
    low, high = options.sequential or (1 / players, 1 / players + 0.05)
    return SequentialTest(schedule.names[0], low, high, options.alpha, options.beta, len(schedule.group(0)))


@contextmanager
def show_progress(
    games: int, names: tuple[str, ...], test: SequentialTest | None = None, *, say: Words
) -> Iterator[Progress]:
    """Show how many games have been played if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda results: None
    elif available("rich", "arena", say("arena.no_live_table"), say):
        with live_table(games, names, test) as progress:
            yield progress
    else:
        with progress_line(games, sys.stderr) as progress:
            yield progress


def _summary(
    results: list[GameResult], names: tuple[str, ...] = (), test: SequentialTest | None = None, *, say: Words
) -> Summary:
    """Return the statistics, without ratings if numpy is missing."""
    return summary(results, names, test, ratings=available("numpy", "arena", say("arena.no_ratings"), say))


def _play_only(options: argparse.Namespace, schedule: Schedule, environment: BotEnvironment, say: Words) -> int:
    """Play one game in this process and print its record, or its result as JSON."""
    scheduled = schedule.find(options.only)
    if scheduled is None:
        raise ValueError(say("error.only", text=repr(options.only), n=len(schedule.group(0))))
    try:
        with redirect_stdout(sys.stderr):  # what a bot prints must not get into the record
            result, game = play_scheduled_game(scheduled, environment)
    except KeyboardInterrupt:
        traceback.print_exc()  # it shows where a bot hangs
        return 130
    print(result.to_line() if options.json else game.to_record().rstrip("\n"))
    if result.fault is not None and not options.json:
        print("\n".join([*result.fault.traceback, f"{result.fault.kind}: {result.fault.message}"]), file=sys.stderr)
    return 0


def _merge(options: argparse.Namespace, say: Words) -> int:
    results = merge_files(options.merge)
    if not results:
        raise ValueError(say("error.no_games", files=", ".join(map(str, options.merge))))
    if options.results is not None:
        write_results(options.results, results)
    _publish(_summary(results, say=say), options, say)
    return 0


def _ladder(options: argparse.Namespace, say: Words) -> int:
    matches = rungs(options.bots) if options.bots else standard()
    names = tuple(dict.fromkeys(name for rung in matches for name in rung.bots))
    environment = _environment(options, names, say)
    versions = environment.bot_versions(names)
    games = GAMES if options.games is None else options.games
    seed = 1 if options.seed is None else options.seed
    found = []
    with closing(_runner(options, environment, names, say)) as runner:
        options.ladder.mkdir(parents=True, exist_ok=True)  # the report may be in this folder
        check_target(options.report, "--report", say)
        for rung in matches:
            with show_progress(games, rung.bots, say=say) as progress:
                results = play_rung(
                    options.ladder, rung, runner, games=games, seed=seed, bot_versions=versions, progress=progress
                )
                found.append(rung_statistics(rung, results))
    if options.report is not None:
        played = merge_files([options.ladder / rung.file for rung in matches])
        options.report.write_text(report(_summary(played, say=say)), encoding="utf-8")
    print(json.dumps({"seed": seed, "matches": found}) if options.json else ladder_text(found))
    return 0


def _publish(facts: Summary, options: argparse.Namespace, say: Words) -> None:
    if options.report is not None:
        options.report.write_text(report(facts), encoding="utf-8")
    print(json.dumps(facts) if options.json else summary_text(facts, say))
