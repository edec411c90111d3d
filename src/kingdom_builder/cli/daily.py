"""`kingdom-builder daily`: the challenge of a day in the terminal."""

from __future__ import annotations

import argparse
import datetime
import time
from collections.abc import Callable

from kingdom_builder.bots import Bot
from kingdom_builder.cli.new import setup_text
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.screen import use_colour
from kingdom_builder.cli.terminal_game import ME, TerminalGame
from kingdom_builder.cli.words import Words
from kingdom_builder.daily import BOT_LEVEL, BOT_SEAT, FIRST_DAY, DailyBot, challenge_of, day_of, share_text


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("daily", run, example="daily --date 2026-11-18")
    parser.add_argument(
        "--date", type=date_argument(say), metavar="YYYY-MM-DD", help=say("option.date", first=FIRST_DAY.isoformat())
    )
    parser.add_argument("--show", action="store_true", help=say("option.show"))
    parser.add_argument("--no-colour", "--no-color", action="store_true", help=say("option.no_colour"))


def date_argument(say: Words) -> Callable[[str], datetime.date]:
    """Return a function that reads the date of a challenge on the command line."""

    def read(text: str) -> datetime.date:
        try:
            day = datetime.datetime.strptime(text, "%Y-%m-%d").date()
        except ValueError:
            raise argparse.ArgumentTypeError(say("error.date", text=repr(text))) from None
        if day < FIRST_DAY:
            early = say("error.date.early", day=day.isoformat(), first=FIRST_DAY.isoformat())
            raise argparse.ArgumentTypeError(early)
        if day > day_of(time.time()):
            raise argparse.ArgumentTypeError(say("error.date.future", day=day.isoformat()))
        return day

    return read


def run(options: argparse.Namespace, say: Words) -> int:
    """Play the challenge, or print its set-up."""
    challenge = challenge_of(options.date or day_of(time.time()))
    game = challenge.new_game()
    bot = say.text(f"level.{BOT_LEVEL}.name")
    print(say("daily.title", n=challenge.number, day=challenge.day.isoformat(), bot=bot))
    if options.show:
        print(setup_text(game, say))
        return 0
    bots: dict[int, Bot] = {BOT_SEAT: DailyBot(challenge)}
    TerminalGame(game, [ME, BOT_LEVEL], bots, say, colour=use_colour(plain=options.no_colour)).play()
    if game.over:
        print(f"\n{say('daily.share')}\n{share_text(challenge, game, say.catalogue)}")
    return 0
