"""`kingdom-builder ladder submit`: the rating of a bot on the scale of the standard bots."""

from __future__ import annotations

import argparse
import json
import os
from contextlib import closing, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from kingdom_builder.arena.game import VERSION
from kingdom_builder.arena.players import BotEnvironment, sources_of
from kingdom_builder.arena.runner import HANG_SECONDS, process_runner
from kingdom_builder.arena.submission import GAMES, REFERENCE, SEED, TURN_SECONDS, Submission, play_submission
from kingdom_builder.bots import BEHAVIOUR_VERSION
from kingdom_builder.cli.arena import show_progress
from kingdom_builder.cli.arena_tables import ladder_text, reasons_text
from kingdom_builder.cli.arguments import OWN_SECTIONS, comma_separated, whole_number
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words

_SLACK_SECONDS = 30.0
"""How much longer than its bot a worker process may give no sign of life."""


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    actions = Commands(
        commands.add("ladder", example="ladder submit ./my_bot.py:MyBot"), path="ladder.", metavar="action"
    )
    parser = actions.add("submit", run, example="ladder submit ./my_bot.py:MyBot --results my-results")
    number = whole_number(say)
    parser.add_argument("bot", metavar="BOT", help=say("option.bot.submit"))
    parser.add_argument("--games", type=number, default=GAMES, metavar="N", help=say("option.games.submit"))
    parser.add_argument("--seed", type=number, default=SEED, metavar="N", help=say("option.seed.submit"))
    opponents = say("option.opponents", bots=", ".join(REFERENCE))
    parser.add_argument("--opponents", type=comma_separated, default=[], metavar="A,B", help=opponents)
    parser.add_argument("--results", type=Path, metavar=say("metavar.folder"), help=say("option.results.submit"))
    parser.add_argument("--workers", type=number, metavar="N", help=say("option.workers.submit"))
    seconds = say("option.turn_seconds.submit", seconds=f"{TURN_SECONDS:g}")
    parser.add_argument("--turn-seconds", type=float, metavar=say("metavar.seconds"), help=seconds)
    parser.add_argument("--json", action="store_true", help=say("option.json"))


def run(options: argparse.Namespace, say: Words) -> int:
    """Play the standard matches and print the rating."""
    for option in ("games", "workers"):
        if getattr(options, option) == 0:
            raise ValueError(say("error.at_least_one", option=f"--{option}"))
    turn_seconds = TURN_SECONDS if options.turn_seconds is None else options.turn_seconds
    if not turn_seconds > 0:
        raise ValueError(say("error.time", option="turn-seconds"))
    opponents = tuple(options.opponents) or tuple(REFERENCE)
    for name in opponents:
        if name not in REFERENCE:
            raise ValueError(say("error.opponent", text=repr(name), bots=", ".join(REFERENCE)))
    if options.bot in REFERENCE:
        raise ValueError(say("error.own_bot", bot=options.bot))
    seconds = max(HANG_SECONDS, 2 * turn_seconds)
    environment = BotEnvironment(
        sources_of([options.bot, *opponents]), turn_seconds, os.environ.get(OWN_SECTIONS) or None, seconds
    )
    environment.check_bots([options.bot])
    runner = process_runner(environment, options.workers, seconds + _SLACK_SECONDS)
    with (
        closing(runner),
        TemporaryDirectory() if options.results is None else nullcontext(options.results) as folder,
    ):
        found = play_submission(
            options.bot,
            environment,
            runner,
            Path(folder),
            games=options.games,
            seed=options.seed,
            opponents=opponents,
            progress=lambda rung: show_progress(options.games, rung.bots, say=say),
        )
    print(json.dumps(_document(found)) if options.json else _text(found, say))
    return 0


def _document(found: Submission) -> dict[str, object]:
    return {
        "bot": found.bot,
        "rating": round(found.rating.rating, 1),
        "interval": [round(bound, 1) for bound in found.rating.interval],
        "games": found.games,
        "faults": found.faults,
        "seed": found.seed,
        "bot_version": found.version,
        "version": VERSION,
        "behaviour_version": BEHAVIOUR_VERSION,
        "matches": found.matches,
        "lost_games": found.lost_games,
    }


def _text(found: Submission, say: Words) -> str:
    low, high = found.rating.interval
    name = found.bot.rpartition(":")[2]
    row = (
        f"| {name} | {found.rating.rating:.0f} | {low:.0f} to {high:.0f} | {found.games} | {found.faults} "
        f"| {found.version} | {found.seed} | {VERSION}, play-{BEHAVIOUR_VERSION} |"
    )
    faults = reasons_text(found.lost_games, say)
    if 2 * found.faults > found.games:
        unfit = say("submit.unfit", n=found.faults, games=found.games)
        return "\n".join([ladder_text(found.matches), *faults, "", unfit])
    heads = "| bot | rating | 95 % interval | games | faults | digest | seed | version |"
    return "\n".join([ladder_text(found.matches), *faults, "", say("submit.paste"), "", heads, "| --- " * 8 + "|", row])
