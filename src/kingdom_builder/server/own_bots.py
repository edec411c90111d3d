"""The bots of files that the operator of a server offers beside the levels; none without the setting `bot_files`."""

from __future__ import annotations

from collections.abc import Collection

from kingdom_builder.bots import BOTS, OPPONENTS
from kingdom_builder.bots.specs import BotSource, is_file, resolve
from kingdom_builder.table.errors import Rejected


def read_own_bots(files: str) -> dict[str, BotSource]:
    """Return the bots of a list like `./a.py:A,./b.py:B` by the names of their classes; raise ValueError for others.

    >>> read_own_bots("")
    {}
    """
    found: dict[str, BotSource] = {}
    for spec in [word.strip() for word in files.split(",") if word.strip()]:
        if not is_file(spec):
            raise ValueError(f"{spec!r}: expected a bot in a file, such as ./my_bot.py:MyBot")
        try:
            source = resolve(spec)
        except OSError as error:
            raise ValueError(f"{error.filename}: {error.strerror}") from None
        assert source.code is not None
        name = source.code.cls
        if name in found or name.lower() in BOTS:
            raise ValueError(f"{spec!r}: there is another bot named {name}")
        found[name] = source
    return found


def check_level(level: str | None, own: Collection[str], field: str) -> None:
    """Raise Rejected, with the name of the field, if a server has no bot of this level or name."""
    if level is not None and level not in OPPONENTS and level not in own:
        expected = ", ".join([*OPPONENTS, *own])
        raise Rejected("bad_message", f"{field}: there is no bot {level!r} here: expected one of {expected}.")
