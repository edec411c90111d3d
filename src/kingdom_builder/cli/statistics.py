"""`kingdom-builder statistics`: figures of many games of bots, and own games beside them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from kingdom_builder.arena.results import write_whole
from kingdom_builder.cli.arguments import check_target, read_record, whole_number
from kingdom_builder.cli.parser import Commands, Parser
from kingdom_builder.cli.statistics_tables import TABLES
from kingdom_builder.cli.words import Words
from kingdom_builder.game import Game
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import PLAYERS
from kingdom_builder.statistics.collect import collect, read_folder
from kingdom_builder.statistics.document import shipped, write_document
from kingdom_builder.statistics.figures import figures
from kingdom_builder.statistics.messages import OwnFigures
from kingdom_builder.statistics.observation import Scope, observe, scope_of
from kingdom_builder.statistics.own import own_figures

GAMES, SEED = 200_000, 1
SCOPES = [scope.value for scope in Scope]
BAR = 40


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("statistics", run, example="statistics cards --set base --players 2")
    _add_options(parser)
    parser.set_defaults(table=None)
    actions = Commands(parser, path="statistics.", metavar="action", required=False)
    for name in TABLES:
        action = actions.add(name, run, example=f"statistics {name} --games game.txt --seat 1")
        _add_options(action, default=argparse.SUPPRESS)
        action.set_defaults(table=name)
    number = whole_number(say)
    action = actions.add("collect", run_collect, example="statistics collect --games 1000 --into build/statistics")
    action.add_argument("--games", type=number, default=GAMES, metavar="N", help=say("option.games.collect"))
    action.add_argument("--seed", type=number, default=SEED, metavar="N", help=say("option.seed.collect"))
    action.add_argument("--workers", type=number, metavar="N", help=say("option.workers.train"))
    folder = say("metavar.folder")
    action.add_argument("--into", type=Path, required=True, metavar=folder, help=say("option.into.collect"))
    action.add_argument("--summary", type=Path, metavar=say("metavar.file"), help=say("option.summary.collect"))


def _add_options(parser: Parser, default: object = None) -> None:
    """Add the options of all tables; without a default they keep what was given before the name of the table."""
    say = parser.say
    sets = [*SCOPES, *(s.id for s in REGISTRY.sets if s.id not in SCOPES)]
    parser.add_argument("--set", choices=sets, default=default or Scope.BASE.value, help=say("option.set.statistics"))
    parser.add_argument("--players", type=int, choices=PLAYERS, default=default, help=say("option.players.statistics"))
    parser.add_argument(
        "--games", nargs="+", default=default or [], metavar=say("metavar.record"), help=say("option.games.statistics")
    )
    seat = say("option.seat.statistics")
    parser.add_argument("--seat", type=whole_number(say), default=default, metavar="N", help=seat)
    json_default = default or False
    parser.add_argument("--json", action="store_true", default=json_default, help=say("option.json"))


def run(options: argparse.Namespace, say: Words) -> int:
    """Print tables of the shipped summary, and own games beside them."""
    chosen: str = options.set
    scope = Scope(chosen) if chosen in SCOPES else scope_of([chosen])
    only = None if chosen in SCOPES else chosen
    facts = figures(*shipped(), scope, options.players)
    own = _own(options, say)
    if options.json:
        print(json.dumps(facts if own is None else {**facts, "own": own}))
        return 0
    print(say("statistics.about", n=facts["games"], all=facts["all_games"], bot=facts["bot"]))
    for name, rows in TABLES.items():
        if options.table in (None, name):
            print(f"\n{rows(facts, own, only, say)}")
    return 0


def run_collect(options: argparse.Namespace, say: Words) -> int:
    """Play games into a folder, and write the summary of all that are there."""
    if options.workers == 0:
        raise ValueError(say("error.at_least_one", option="--workers"))
    options.into.mkdir(parents=True, exist_ok=True)  # the summary may be in this folder
    check_target(options.summary, "--summary", say)
    show = sys.stderr.isatty()

    def progress(played: int) -> None:
        if show and options.games:
            done = min(BAR, BAR * played // options.games)
            bar = f"[{'#' * done}{'.' * (BAR - done)}]"
            sys.stderr.write("\r" + say("statistics.progress", bar=bar, played=played, games=options.games))
            sys.stderr.flush()

    collect(options.into, games=options.games, seed=options.seed, workers=options.workers, progress=progress)
    if show:
        sys.stderr.write("\n")
    found = read_folder(options.into)
    if found is None:
        raise ValueError(say("error.no_shards", folder=str(options.into)))
    summary, origin = found
    if options.summary is not None:
        document = json.dumps(write_document(summary, origin), separators=(",", ":"))
        write_whole(options.summary, document + "\n")
    print(say("statistics.collected", n=summary.games, folder=str(options.into)))
    return 0


def _own(options: argparse.Namespace, say: Words) -> OwnFigures | None:
    """Return the figures of the reader's own games; None without."""
    if not options.games:
        if options.seat is not None:
            raise ValueError(say("error.seat_without_games"))
        return None
    games = []
    for name in options.games:
        game = Game.from_record(read_record(name, say))
        players = game.setup.players
        if not game.over:
            raise ValueError(say("error.not_over", file=name))
        if options.seat is not None and not 1 <= options.seat <= players:
            raise ValueError(say("error.no_seat", file=name, n=players))
        games.append((observe(game), range(players) if options.seat is None else [options.seat - 1]))
    return own_figures(games)
