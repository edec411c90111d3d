"""A file with bots of a user, good and bad ones, for everything that lets such bots play."""

from __future__ import annotations

from pathlib import Path

SOURCE = """
class Last:
    def answer(self, view):
        return view.legal_answers()[-1]


class Greedy(Last):
    pass


class Fails:
    def answer(self, view):
        return {}["nothing"]


class Cheats:
    def answer(self, view):
        return 549


class Silent:
    def answer(self, view):
        pass


class Halves:
    def answer(self, view):
        return view.legal_answers()[0] / 2


class Mistypes:
    def answer(self, view):
        return "somewhere"


class Mute:
    pass


class Unready:
    def __init__(self, seed):
        raise OSError("no model")


class MyBot(Last):
    pass


class Misspells:
    def answer(self, view):
        return view.piece_at("zz")


class TakesNothing:
    def answer(self):
        return 0


class Awaits:
    async def answer(self, view):
        return 0
"""

FAULTS = {
    "Fails": "raised KeyError: 'nothing' (some_bots.py, line 13)",
    "Cheats": "answered 549: unused_549 is not offered now",
    "Silent": "answered None: expected one of the legal answers, by its number or name",
    "Halves": "expected one of the legal answers, by its number or name",
    "Mistypes": "answered 'somewhere': 'somewhere' is neither a hex",
    "Mute": "has no method answer(view)",
    "Misspells": "(some_bots.py, line 51)",
    "TakesNothing": "takes 1 positional argument but 2 were given\n",
    "Awaits": "answered <coroutine object Awaits.answer",
    "Unready": "cannot be made: OSError: no model (some_bots.py, line 42)",
}
"""The bad bots of the file, and what must be said about each."""


def bots_file(folder: Path) -> str:
    """Write the bots to a file and return its path."""
    path = folder / "some_bots.py"
    path.write_text(SOURCE, encoding="utf-8")
    return str(path)
