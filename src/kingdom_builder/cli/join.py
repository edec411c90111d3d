"""`kingdom-builder join`: let a bot of this machine play at a table of a server."""

from __future__ import annotations

import argparse
import secrets
import sys

from kingdom_builder.bots import BOTS
from kingdom_builder.bots.specs import BotSource, resolve
from kingdom_builder.cli.arguments import seed_of, whole_number
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words
from kingdom_builder.client.http import HttpClient, Refused
from kingdom_builder.client.replica import OutOfStep
from kingdom_builder.client.saved_seats import SavedSeat, default_folder, find, save
from kingdom_builder.client.seat import LOCAL_SERVER, End, Outcome, RemoteSeat, parse_invite

PATIENCE = 600.0
"""For how many seconds to try to reach a server again during a game."""

_REFUSED = {"not_found": "error.join.not_found", "full": "error.join.full", "begun": "error.join.begun"}
"""What to say about the seat that the server did not give, by the code of the error."""


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("join", run, example="join http://127.0.0.1:8000/t/k3P9xQ2mV7aB ./my_bot.py:MyBot")
    parser.add_argument("invite", metavar=say("metavar.invite"), help=say("option.invite"))
    parser.add_argument("bot", metavar="BOT", help=say("option.bot.join", bots=", ".join(BOTS)))
    parser.add_argument("--server", metavar="URL", help=say("option.server", server=LOCAL_SERVER))
    parser.add_argument("--name", metavar=say("metavar.name"), help=say("option.name.join"))
    parser.add_argument("--seed", type=whole_number(say), metavar="N", help=say("option.seed.join"))


def run(options: argparse.Namespace, say: Words) -> int:
    """Take a seat, play, and print the result; the status is 1 if the game has no result."""
    source = resolve(options.bot)
    bot = source.new(seed_of(options) if options.seed is not None else secrets.randbits(32))
    server, code = parse_invite(options.invite, options.server)
    client = HttpClient(server, report=lambda error: print(say("join.again", server=server), file=sys.stderr))
    saved: SavedSeat | None = None
    try:
        seat, saved = _take_seat(client, code, options.name or _name_of(source), say)
        sys.stdout.flush()
        client.patience = PATIENCE
        outcome = seat.play(bot)
    except Refused as refused:
        raise ValueError(say(_REFUSED[refused.code]) if refused.code in _REFUSED else str(refused)) from None
    except OutOfStep as error:
        raise ValueError(say("error.join.other_game", error=str(error))) from None
    else:
        if saved is not None:
            saved.forget()
            saved = None
    finally:
        if saved is not None:
            saved.close()
        client.close()
    print(_result(outcome, seat.seat, say))
    return 0 if outcome.end is End.OVER else 1


def _take_seat(client: HttpClient, invite: str, name: str, say: Words) -> tuple[RemoteSeat, SavedSeat | None]:
    """Take the seat that an earlier run of the command has left, else an open one, which is saved."""
    folder = default_folder()
    while (saved := find(folder, client.server, invite)) is not None:
        seat = RemoteSeat(client, saved.credential)
        if seat.is_ours():
            print(say("join.resumed", seat=seat.seat, table=seat.table, server=client.server))
            return seat, saved
        saved.forget()
    seat = RemoteSeat.join(client, invite, name)
    print(say("join.joined", seat=seat.seat, table=seat.table, server=client.server))
    try:
        return seat, save(folder, client.server, invite, seat.credential)
    except OSError as error:
        print(say("join.not_saved", error=say.file_error(error)), file=sys.stderr)
        return seat, None


def _name_of(source: BotSource) -> str:
    return source.name if source.code is None else source.code.cls


def _result(outcome: Outcome, own: int, say: Words) -> str:
    if outcome.end is not End.OVER:
        return say(f"join.{outcome.end}")
    names = [outcome.names[seat] for seat in outcome.winners]
    shown = [say("join.own", name=name, seat=own) if i == own else name for i, name in enumerate(outcome.names)]
    gold = [say("join.gold", name=name, n=n) for name, n in zip(shown, outcome.scores, strict=True)]
    won = say("over" if len(names) == 1 else "over.shared", name=say.listed(names))
    return f"{', '.join(gold)}. {won}"
