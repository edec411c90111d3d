"""The players of an arena: the project's bots by name, and bots from files: `./my_bot.py:MyBot`."""

from __future__ import annotations

import ast
import hashlib
import inspect
import linecache
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType

from kingdom_builder.bots import BEHAVIOUR_VERSION, Bot, new_bot
from kingdom_builder.bots.budget import Budget, read_budget

_FILE = re.compile(r"(?P<path>.+\.py):(?P<cls>\w+)(?:@(?P<budget>[^@]*))?")


@dataclass(frozen=True)
class Code:
    """The source of a bot from a file. It is sent to the workers, so other machines need no copy of the file."""

    path: str
    text: str

    @property
    def digest(self) -> str:
        """A short text that changes with the source."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class BotEnvironment:
    """What every process needs to make bots: the code of bots from files, the time allowed, a folder of sections."""

    code: dict[str, Code] = field(default_factory=dict)
    turn_seconds: float | None = None
    own_sections: str | None = None

    def bot_version(self, name: str) -> str:
        """Return what changes when a bot plays differently: the digest of its file, or the version of our bots."""
        return self.code[name].digest if name in self.code else f"play-{BEHAVIOUR_VERSION}"

    def bot_versions(self, names: Iterable[str]) -> dict[str, str]:
        """Return the version of each bot."""
        return {name: self.bot_version(name) for name in sorted(set(names))}

    def seconds_allowed(self, name: str) -> float | None:
        """Return the CPU time that a bot may spend on a turn: that of all bots, else by its budget, else no limit."""
        if self.turn_seconds is not None:
            return self.turn_seconds
        budget = budget_of(name)
        return None if budget is None or budget.seconds is None else with_slack(budget.seconds)


def with_slack(seconds: float) -> float:
    """Return the CPU time after which a bot with a time budget has overrun it: half as much again and 0.25 s.

    >>> with_slack(0.5)
    1.0
    """
    return 1.5 * seconds + 0.25


def budget_of(name: str) -> Budget | None:
    """Return the budget that is part of a name.

    >>> budget_of("greedy@400e"), budget_of("./my_bot.py:MyBot")
    (Budget(seconds=None, evaluations=400), None)
    """
    match = _FILE.fullmatch(name)
    budget = name.partition("@")[2] or None if match is None else match["budget"]
    return None if budget is None else read_budget(budget)


def read_code(names: Sequence[str]) -> dict[str, Code]:
    """Read the files of bots and check every name without running them; raise ValueError if a name is wrong."""
    found = {}
    for name in names:
        match = _FILE.fullmatch(name)
        if match is None:
            if ".py" in name:
                raise ValueError(f"{name!r} is not a bot: a bot in a file is written ./my_bot.py:MyBot")
            new_bot(name, 0)
            continue
        budget_of(name)
        code = Code(match["path"], Path(match["path"]).read_text(encoding="utf-8"))
        _check_names(code, match["cls"])
        found[name] = code
    return found


def _check_names(code: Code, wanted: str) -> None:
    try:
        tree = ast.parse(code.text)
    except SyntaxError as error:
        raise ValueError(f"{code.path}:{error.lineno}: {error.msg}") from None
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    others = {
        alias.asname or alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    if wanted not in classes and wanted not in others:
        raise ValueError(f"{code.path}: there is no class {wanted!r}, it has {', '.join(classes) or 'none'}")


def new_player(name: str, seed: int, environment: BotEnvironment) -> Bot:
    """Return a new bot for a seat."""
    code = environment.code.get(name)
    if code is None:
        return new_bot(name, seed)
    match = _FILE.fullmatch(name)
    assert match is not None
    cls = getattr(_module(code), match["cls"])
    parameters = inspect.signature(cls).parameters
    if not parameters:
        bot: Bot = cls()
    elif "budget" in parameters:
        bot = cls(seed, budget=budget_of(name))
    else:
        bot = cls(seed)
    return bot


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
