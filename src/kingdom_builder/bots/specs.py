"""Which bot is meant: a name (`greedy@400e`), a class in a file (`./my_bot.py:MyBot`), a class, a function, an object.

Everything that lets bots play resolves them here. Bots that are not the project's own are foreign: they get a view
from which the real game cannot be reached.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import linecache
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias, cast

from kingdom_builder.bots import BEHAVIOUR_VERSION, OWN_BOTS, Bot, new_bot
from kingdom_builder.bots.budget import Budget, read_budget
from kingdom_builder.bots.guarded import BotError, GuardedBot, is_interrupt, raised
from kingdom_builder.engine.problems import InputError
from kingdom_builder.library.bot import Bot as ForeignBot
from kingdom_builder.sets.problems import FileProblem

BotSpec: TypeAlias = str | Callable[..., ForeignBot | Bot] | ForeignBot | Bot
"""A name, a class or function that makes a bot (from a seed if it takes one), or a bot."""

_FILE = re.compile(r"(?P<path>.+\.py):(?P<cls>\w+)(?:@(?P<budget>[^@]*))?")

_FUNCTION = "a bot is an object with answer(view), and a function is called with a seed to make one"
"""What an error says about a function that makes no bot."""


@dataclass(frozen=True)
class Code:
    """The source of a bot from a file. It is sent to the workers, so other machines need no copy of the file."""

    path: str
    text: str
    cls: str

    @property
    def digest(self) -> str:
        """A short text that changes with the source."""
        return digest_of(self.text)


@dataclass(frozen=True)
class BotSource:
    """Where the bots of one name come from: the project if there is neither `code` nor `maker`."""

    name: str
    code: Code | None = None
    maker: Callable[..., ForeignBot | Bot] | None = None

    @property
    def foreign(self) -> bool:
        """Whether these bots are not the project's own."""
        return self.code is not None or self.maker is not None

    @property
    def version(self) -> str:
        """What changes when these bots play differently: a digest of their source, or the version of our bots."""
        if self.code is not None:
            return self.code.digest
        return f"play-{BEHAVIOUR_VERSION}" if self.maker is None else _digest_of_maker(self.maker)

    @property
    def budget(self) -> Budget | None:
        """The budget that is part of the name."""
        return None if self.maker is not None else budget_of(self.name)

    def new(self, seed: int, budget: Budget | None = None) -> Bot:
        """Return a new bot, with another budget than that of its name if one is given.

        A foreign bot gets views of sampled games only, and its answers are checked. BotError if it cannot be made.
        """
        if not self.foreign:
            return new_bot(self.name if budget is None else self.name.partition("@")[0], seed, budget)
        try:
            make = self.maker if self.code is None else getattr(_module(self.code), self.code.cls)
            bot = _call(make, seed, budget or self.budget)
            answers = callable(getattr(bot, "answer", None))
        except BaseException as error:
            if is_interrupt(error):
                raise
            hint = f" ({_FUNCTION})" if inspect.isfunction(self.maker) else ""
            raise raised(self.name, f"cannot be made{hint}:", error) from error
        if not answers:
            hint = f": {_FUNCTION}" if inspect.isfunction(self.maker) else ""
            raise BotError(self.name, f"has no method answer(view){hint}")
        return cast(Bot, bot) if type(bot) in OWN_BOTS else GuardedBot(bot, self.name)


def resolve(spec: BotSpec, *, name: str = "") -> BotSource:
    """Return the source of bots; read the file of a bot from a file, without running it.

    Raise ValueError if there is no such bot, OSError if the file cannot be read.

    >>> resolve("greedy@400e").version.partition("-")[0]
    'play'
    >>> class First:
    ...     def answer(self, view):
    ...         return view.legal_answers()[0]
    >>> resolve(First).name
    'First'
    """
    if isinstance(spec, str):
        match = _FILE.fullmatch(spec)
        if match is not None:
            budget_of(spec)
            code = Code(match["path"], _text_of(match["path"]), match["cls"])
            _check_names(code)
            return BotSource(name or spec, code)
        if ".py" in spec:
            raise ValueError(f"{spec!r} is not a bot: a bot in a file is written ./my_bot.py:MyBot")
        new_bot(spec, 0)
        return BotSource(spec)
    if callable(getattr(spec, "answer", None)) and not isinstance(spec, type):
        return BotSource(name or type(spec).__name__, maker=_Same(cast(ForeignBot | Bot, spec)))
    if callable(spec):
        return BotSource(name or getattr(spec, "__name__", type(spec).__name__), maker=spec)
    raise ValueError(f"{spec!r} is not a bot: expected a name, ./my_bot.py:MyBot, or a class with answer(view)")


def is_one_object(source: BotSource) -> bool:
    """Return whether the same bot plays all games."""
    return isinstance(source.maker, _Same)


def is_file(name: str) -> bool:
    """Return whether a name is that of a bot in a file.

    >>> is_file("./my_bot.py:MyBot"), is_file("greedy")
    (True, False)
    """
    return _FILE.fullmatch(name) is not None


def budget_of(name: str) -> Budget | None:
    """Return the budget that is part of a name.

    >>> budget_of("greedy@400e"), budget_of("./my_bot.py:MyBot")
    (Budget(seconds=None, evaluations=400), None)
    """
    match = _FILE.fullmatch(name)
    budget = name.partition("@")[2] or None if match is None else match["budget"]
    return None if budget is None else read_budget(budget)


def digest_of(text: str) -> str:
    """Return a short text that changes with a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, eq=False)
class _Same:
    """Makes always the same bot."""

    bot: ForeignBot | Bot

    def __call__(self) -> ForeignBot | Bot:
        return self.bot


def _call(make: Any, seed: int, budget: Budget | None) -> ForeignBot | Bot:
    """Call a class or function with what it takes: a seed as its first parameter, and a budget."""
    parameters = list(inspect.signature(make).parameters.values())
    given: dict[str, Budget | None] = {"budget": budget} if any(p.name == "budget" for p in parameters) else {}
    first = parameters[0] if parameters else None
    takes_seed = (
        first is not None
        and first.name not in given
        and first.kind is not first.VAR_KEYWORD
        and (first.default is first.empty or first.name == "seed")
    )
    bot: ForeignBot | Bot = make(seed, **given) if takes_seed else make(**given)
    return bot


def _digest_of_maker(maker: Callable[..., ForeignBot | Bot]) -> str:
    try:
        return digest_of(inspect.getsource(maker))
    except (OSError, TypeError):  # its source is not in a file, as at a prompt
        return digest_of(f"{getattr(maker, '__module__', '')}.{getattr(maker, '__qualname__', type(maker).__name__)}")


def _text_of(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(FileProblem.NOT_TEXT, file=path) from None


def _check_names(code: Code) -> None:
    try:
        tree = ast.parse(code.text)
    except SyntaxError as error:
        raise ValueError(f"{code.path}:{error.lineno}: {error.msg}") from None
    except ValueError as error:  # a null byte, before Python 3.12
        raise ValueError(f"{code.path}: {error}") from None
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    others = {
        alias.asname or alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    if code.cls not in classes and code.cls not in others:
        raise ValueError(f"{code.path}: there is no class {code.cls!r}, it has {', '.join(classes) or 'none'}")


@cache
def _module(code: Code) -> ModuleType:
    """Run the source of a bot as a module. It may import modules of its folder, and tracebacks show its lines."""
    module = ModuleType(f"_bot_{code.digest}")
    module.__file__ = code.path
    folder = str(Path(code.path).parent.resolve())
    if folder not in sys.path:
        sys.path.append(folder)
    linecache.cache[code.path] = (len(code.text), None, code.text.splitlines(keepends=True), code.path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(code.text, code.path, "exec"), module.__dict__)
    except BaseException:
        del sys.modules[module.__name__]
        raise
    return module
