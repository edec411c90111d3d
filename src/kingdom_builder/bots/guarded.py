"""Bots that are not the project's own: what they may see, and the checks of what they return.

Everything that lets such a bot play does so through `GuardedBot`, so its faults are the same error everywhere.
"""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, cast

from kingdom_builder.bots import OWN_BOTS, Bot
from kingdom_builder.engine.answers import FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.engine.view import View
from kingdom_builder.library.answer import read_answer
from kingdom_builder.library.bot import Bot as ForeignBot
from kingdom_builder.library.public_state import illegal_answer
from kingdom_builder.library.view import View as LibraryView
from kingdom_builder.sets.registry import answer_name

EXPECTED = "expected one of the legal answers, by its number or name"
"""The part of an error before examples of legal answers."""
_PACKAGE = Path(__file__).parents[1]
_EXAMPLES = 3
"""How many legal answers an error names."""
_LONGEST = 80
"""How many letters of a wrong answer an error shows."""


class BotError(ValueError):
    """A bot of a user cannot be made, has raised an exception, or has given no legal answer.

    `bot` is its name, `what` what it has done, and `turn` in which turn, counted from 1; None before the first one. An
    exception that the bot has raised is the cause of this one.
    """

    __module__ = "kingdom_builder"

    def __init__(self, bot: str, what: str, turn: int | None = None) -> None:
        """Store who has done what, and when."""
        super().__init__(bot, what, turn)
        self.bot = bot
        self.what = what
        self.turn = turn

    def __str__(self) -> str:
        """Return a sentence."""
        when = "" if self.turn is None else f" in turn {self.turn} (view.turn {self.turn - 1})"
        return f"{self.bot}{when} {self.what}"


class WrongAnswer(BotError):  # noqa: N818 - the fault of a bot, as IllegalAnswer
    """A bot has returned what is no legal answer; `what` says what it returned and what was expected."""

    __module__ = "kingdom_builder"


class GuardedBot:
    """A foreign bot as one of the project's own: it gets the library's views, of sampled games.

    So no hidden card and no real game can be reached from them. A subclass of one of our bots gets the engine's views.
    What it returns is one of the legal answers, or an error is raised.
    """

    __slots__ = ("_bot", "name")

    def __init__(self, bot: ForeignBot | Bot, name: str) -> None:
        """Guard a bot."""
        self._bot = bot
        self.name = name

    def answer(self, view: View) -> int:
        """Return the bot's answer; raise WrongAnswer if it is not legal, BotError if the bot raises an exception."""
        seen = sampled_view(view)
        try:
            given = self._bot.answer(cast(Any, seen if isinstance(self._bot, OWN_BOTS) else LibraryView(seen)))
            number = given if isinstance(given, str) else _number(given)
        except BaseException as error:
            if is_interrupt(error):
                raise
            raise raised(self.name, "raised", error, view.turn + 1) from error
        return self._checked(given, number, view)

    def _checked(self, given: object, number: str | int | None, view: View) -> int:
        """Return the number of a legal answer, which is given by its number or its name."""
        problem: Exception | None = None
        if isinstance(given, Coroutine):
            given.close()  # else Python warns that it was never awaited
        hexes, options = view.legal()
        if number is not None:
            try:
                answer = read_answer(number)
                if hexes >> HEX_OF_ANSWER[answer] & 1 if answer < FIRST_OPTION else answer in options:
                    return answer
                problem = illegal_answer(LibraryView(view), answer)
            except IllegalAnswer as error:
                problem = error
        why = "" if problem is None else f"{write_safely(str, problem)}; "
        some = [answer_name(legal) for legal in view.legal_answers()[:_EXAMPLES]]
        expected = f"{EXPECTED}, such as {', '.join(some)}"
        what = f"answered {write_safely(repr, given):.{_LONGEST}}: {why}{expected}"
        raise WrongAnswer(self.name, what, view.turn + 1)


def raised(bot: str, what: str, error: BaseException, turn: int | None = None) -> BotError:
    """Return the error for an exception of a bot: what it was doing, the exception, and the last line of its code."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not _is_ours(frame.filename)]
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return BotError(bot, f"{what} {in_one_line(error)}{where}", turn)


def _is_ours(file: str) -> bool:
    return _PACKAGE in Path(file).parents


def sampled_view(view: View) -> View:
    """Return the view of a sampled game that looks the same; nothing hidden can be reached from it."""
    return View(view.sample(0), view.seat)


def in_one_line(error: BaseException) -> str:
    """Return the class and the message of an exception, also if writing its message raises another one.

    >>> in_one_line(KeyError("nothing"))
    "KeyError: 'nothing'"
    """
    return f"{type(error).__name__}: {write_safely(str, error)}"


def write_safely(write: Callable[[Any], str], thing: object) -> str:
    """Write an object of a bot in one line, also if its own methods for that raise."""
    try:
        return printable(" ".join(write(thing).split()))
    except BaseException as error:
        if is_interrupt(error):
            raise
        return f"<{type(thing).__name__} that cannot be written>"


def is_interrupt(error: BaseException) -> bool:
    """Return whether the user has stopped this process. Where Ctrl+C is ignored, a bot has raised KeyboardInterrupt."""
    return isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def printable(text: str) -> str:
    """Return a text that can be written to every file, with an escape sequence for each lone surrogate.

    >>> print(printable("gold " + chr(0xD800)))
    gold \\ud800
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _number(given: Any) -> int | None:
    """Return a value as a number, None if it is none; this may run code of the bot."""
    return None if isinstance(given, bool) or not hasattr(given, "__index__") else given.__index__()
