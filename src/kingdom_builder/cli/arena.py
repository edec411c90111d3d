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

from kingdom_builder.arena.crew import HANG_SECONDS, Alone, Crew, Processes
from kingdom_builder.arena.ladder import play_rung, rungs, standard
from kingdom_builder.arena.live import live_table
from kingdom_builder.arena.players import Kit, read_code
from kingdom_builder.arena.playing import play_fixture
from kingdom_builder.arena.report import fault_line, report
from kingdom_builder.arena.results import ResultsFile, check_code, merge_files, read_results, write_results
from kingdom_builder.arena.running import Progress, facts_of, run_arena
from kingdom_builder.arena.schedule import RANDOM_SETS, Plan
from kingdom_builder.arena.sequential import SequentialTest
from kingdom_builder.bots import BOTS
from kingdom_builder.cli.arguments import seed_of, sets_argument, whole_number, words
from kingdom_builder.cli.extras import extra
from kingdom_builder.cli.words import Words, table

GAMES = 100
MOST_GAMES = 20_000
"""How many games a sequential test may take unless told."""

_NOT_WITH = {
    "merge": (
        "plays nothing",
        "bots lineup players sets games seed workers ray turn_seconds hang_seconds only ladder sequential",
    ),
    "ladder": ("says what is played and keeps it in a folder", "lineup players sets only results sequential"),
}
"""Why an option stands alone, and what cannot be given with it."""


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "arena",
        help="let bots play against each other and rate them",
        description="Play matches and round-robins between bots. Games come in groups on one set-up and deck, with the "
        "seats exchanged, so that luck cancels. docs/arena.md says what the figures mean.",
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
    """Do what the options say."""
    _refuse_mixtures(options)
    if options.ladder is not None:
        return _ladder(options)
    _check_report(options)
    if options.merge:
        return _merge(options)
    plan = _plan(options)
    kit = _kit(options, plan.names)
    if options.only is not None:
        return _play_only(options, plan, kit)
    test = _test(options, plan)
    games = plan.games if test is not None else sum(len(group) for group in plan.groups())
    with nullcontext() if options.results is None else ResultsFile(options.results) as file:
        if file is not None:
            check_code(file.results, {name: kit.mark(name) for name in plan.names})
        with closing(_crew(options, kit, plan.names)) as crew, _shown(games, plan.names, test) as progress:
            results = run_arena(plan, crew, file=file, test=test, progress=progress)
    _publish(facts_of(results, plan.names, test), options)
    return 0


def _refuse_mixtures(options: argparse.Namespace) -> None:
    for alone, (why, others) in _NOT_WITH.items():
        given = [other.replace("_", "-") for other in others.split() if getattr(options, other) not in (None, [])]
        if getattr(options, alone) is not None and given:
            raise ValueError(f"--{alone} {why}, so --{given[0]} cannot be given with it")


def _check_report(options: argparse.Namespace) -> None:
    """See that the report can be written before hours are spent on its games."""
    file = options.report
    if file is not None and (file.is_dir() or not file.parent.is_dir()):
        raise ValueError(f"--report: {file} cannot be written, expected a file in a folder that is there")


def _plan(options: argparse.Namespace) -> Plan:
    games = options.games if options.games is not None else MOST_GAMES if options.sequential is not None else GAMES
    wanted = "base" if options.sets is None else options.sets
    sets = None if wanted == RANDOM_SETS else tuple(sets_argument(wanted))
    known = _seed_of_file(options.results) if options.seed is None else None
    seed = seed_of(options) if known is None else known
    plan = Plan(seed, games, tuple(options.bots), tuple(options.lineup), options.players or (2,), sets)
    if known is not None:
        print(f"kingdom-builder: {options.results} has games of seed {known}, so this is the seed", file=sys.stderr)
    return plan


def _seed_of_file(file: Path | None) -> int | None:
    """Return the seed that all games of a file have, so that the same command goes on with it."""
    if file is None or not file.is_file():
        return None
    seeds = {result.fixture.seed for result in read_results(file, torn=True)}
    return seeds.pop() if len(seeds) == 1 else None


def _kit(options: argparse.Namespace, names: tuple[str, ...]) -> Kit:
    for option in ("turn_seconds", "hang_seconds"):
        if (seconds := getattr(options, option)) is not None and not seconds > 0:
            raise ValueError(f"--{option.replace('_', '-')}: expected a time above 0")
    from kingdom_builder.cli import OWN_SECTIONS  # it imports this module

    return Kit(read_code(names), options.turn_seconds, os.environ.get(OWN_SECTIONS) or None)


def _crew(options: argparse.Namespace, kit: Kit, names: tuple[str, ...]) -> Crew:
    if options.workers == 0:
        raise ValueError("--workers: expected at least 1")
    if options.workers == 1 and options.ray is None and not kit.code:
        return Alone(kit)
    hang_seconds = HANG_SECONDS if options.hang_seconds is None else options.hang_seconds
    for name in names:
        if (allowed := kit.seconds_allowed(name)) is not None and hang_seconds <= allowed:
            raise ValueError(f"--hang-seconds: expected more than the {allowed:g} s that {name} has for a turn")
    if options.ray is not None:
        with extra("arena"):
            from kingdom_builder.arena.cluster import Cluster

            return Cluster(kit, options.ray, options.workers, hang_seconds)
    return Processes(kit, options.workers, hang_seconds)


def _test(options: argparse.Namespace, plan: Plan) -> SequentialTest | None:
    if options.sequential is None:
        return None
    tables = {len(plan.lineup)} if plan.lineup else set(plan.players)
    if len(plan.names) != 2 or len(tables) != 1:
        raise ValueError("--sequential: expected two bots and one number of players")
    (players,) = tables
    low, high = options.sequential or (1 / players, 1 / players + 0.05)
    return SequentialTest(plan.names[0], low, high, options.alpha, options.beta, len(plan.group(0)))


@contextmanager
def _shown(games: int, names: tuple[str, ...], test: SequentialTest | None = None) -> Iterator[Progress]:
    """Show people how far the games are, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda results: None
        return
    with extra("arena"), live_table(games, names, test) as progress:
        yield progress


def _play_only(options: argparse.Namespace, plan: Plan, kit: Kit) -> int:
    """Play one game in this process and print its record, or its result as JSON."""
    numbers = str(options.only).split(".")
    if len(numbers) != 2 or not all(number.isascii() and number.isdigit() for number in numbers):
        raise ValueError(f"--only: {options.only!r} is not a game, expected group and game such as 12.1")
    group = plan.group(int(numbers[0]))
    if int(numbers[1]) >= len(group):
        raise ValueError(f"--only: a group has {len(group)} games, counted from 0")
    try:
        with redirect_stdout(sys.stderr):  # what a bot prints must not get into the record
            result, game = play_fixture(group[int(numbers[1])], kit)
    except KeyboardInterrupt:
        traceback.print_exc()  # where a bot hangs is what its author wants to know
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
    _publish(facts_of(results), options)
    return 0


def _ladder(options: argparse.Namespace) -> int:
    matches = rungs(options.bots) if options.bots else standard()
    names = tuple(dict.fromkeys(name for rung in matches for name in rung.bots))
    kit = _kit(options, names)
    marks = {name: kit.mark(name) for name in names}
    games = GAMES if options.games is None else options.games
    seed = 1 if options.seed is None else options.seed
    rows = [["match", "games", "win rate", "95 % interval", "fair", "margin", "ms / turn", "verdict", "wanted"]]
    found = []
    with closing(_crew(options, kit, names)) as crew:
        options.ladder.mkdir(parents=True, exist_ok=True)  # the report may be wanted in it
        _check_report(options)
        for rung in matches:
            with _shown(games, rung.bots) as progress:
                facts = play_rung(options.ladder, rung, crew, games=games, seed=seed, code=marks, progress=progress)
            found.append(facts)
            rows.append(_rung_row(facts))
    if options.report is not None:
        played = merge_files([options.ladder / rung.file for rung in matches])
        options.report.write_text(report(facts_of(played)), encoding="utf-8")
    print(json.dumps({"seed": seed, "matches": found}) if options.json else table(rows))
    return 0


def _rung_row(facts: dict[str, Any]) -> list[str]:
    low, high = facts["interval"]
    return [
        facts["match"],
        str(facts["games"]),
        f"{facts['win_rate']:.1%}",
        f"{low:.1%} – {high:.1%}",
        f"{facts['fair_rate']:.1%}",
        _signed(facts["score_margin"]),
        f"{1000 * facts['seconds_per_turn']:.2f}",
        facts["verdict"],
        "" if facts["target"] is None else _wanted(*facts["target"]),
    ]


def _wanted(low: float, high: float) -> str:
    return f"at least {low:.0%}" if high == 1 else f"{low:.0%} – {high:.0%}"


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.1f}"


def _publish(facts: dict[str, Any], options: argparse.Namespace) -> None:
    if options.report is not None:
        options.report.write_text(report(facts), encoding="utf-8")
    print(json.dumps(facts) if options.json else _text(facts))


def _text(facts: dict[str, Any]) -> str:
    bots: dict[str, dict[str, Any]] = facts["bots"]
    rows = [["bot", "seats", "win rate", "95 % interval", "fair", "rating", "score", "margin", "ms / turn", "longest"]]
    for name, bot in bots.items():
        low, high = bot["interval"]
        rating = "–"
        if "rating" in bot:
            least, most = bot["rating_interval"]
            rating = f"{bot['rating']:.0f} ({least:.0f} – {most:.0f})"
        rows.append(
            [
                name,
                str(bot["seats"]),
                f"{bot['win_rate']:.1%}",
                f"{low:.1%} – {high:.1%}",
                f"{bot['fair_rate']:.1%}",
                rating,
                "–" if bot["mean_score"] is None else f"{bot['mean_score']:.1f}",
                _signed(bot["score_margin"]),
                f"{1000 * bot['seconds_per_turn']:.2f}",
                f"{1000 * bot['longest_turn']:.1f}",
            ]
        )
    parts = [table(rows), "", table(_source_rows(bots)), "", _summary(facts)]
    for fault in facts["faults"]:
        parts += ["", fault_line(fault), *[f"  {line}" for line in fault["traceback"]], f"  again: {fault['replay']}"]
    return "\n".join(parts)


def _source_rows(bots: dict[str, dict[str, Any]]) -> list[list[str]]:
    sources = sorted({source for bot in bots.values() for source in bot["score_by_source"]})
    rows = [["mean score by source", *bots]]
    words_of_report = Words("en")
    for source in sources:
        gold = [bot["score_by_source"].get(source) for bot in bots.values()]
        rows.append([words_of_report.card(source), *["–" if value is None else f"{value:.1f}" for value in gold]])
    return rows


def _summary(facts: dict[str, Any]) -> str:
    line = f"{facts['games']} games in {facts['groups']} groups, the bots thought for {facts['seconds']:.1f} s"
    line += f", seed {facts['seed']}"
    if "sequential" not in facts:
        return line
    test = facts["sequential"]
    return (
        f"{line}\n{test['bot']} is {test['verdict']}: log-likelihood ratio {test['log_likelihood_ratio']:+.2f} "
        f"for a win rate of {test['win_rates'][1]:.3f} over {test['win_rates'][0]:.3f}, "
        f"bounds {test['bounds'][0]:.2f} and {test['bounds'][1]:.2f}"
    )
