"""An entry point whose tasks say what the worker should do."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from kingdom_builder.workers import Label, Report


class Do(NamedTuple):
    """A task: which of the functions below to call, and with what."""

    action: str
    argument: Any = None


def start(context: str, report: Report) -> Callable[[Do], Any]:
    """Be the entry point; `echo` returns `context` too. If `context` names a file, starting fails."""
    if Path(context).is_file():
        raise LookupError("no such model")

    def run(task: Do) -> Any:
        if task.action == "echo":
            return context, task.argument
        if task.action == "work under labels":
            return _work_under_labels(report, task.argument)
        if task.action == "crash by label":
            return _crash_by_label(report, *task.argument)
        if task.action == "hang":
            report(Label(*task.argument))
            time.sleep(600)
        return _ACTIONS[task.action](task.argument)

    return run


def hang_once_at_start(mark: str, report: Report) -> Callable[[Do], Any]:
    """Be an entry point that hangs if a file does not exist, which it creates; its tasks are echoes."""
    path = Path(mark)
    if not path.exists():
        path.touch()
        time.sleep(600)
    return lambda task: (mark, task.argument)


def _work_under_labels(report: Report, seconds: float) -> str:
    """Work for some time and report often."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        report(Label(0))
        time.sleep(0.02)
    return "done"


def _crash_by_label(report: Report, folder: str, subjects: tuple[int, ...]) -> str:
    """Crash once under each of these labels, one after the other, then succeed."""
    for number, subject in enumerate(subjects):
        report(Label(subject, 7))
        _crash_once(f"{folder}/crashed-{number}")
    return "done"


def _crash_once(mark: str) -> str:
    if not Path(mark).exists():
        Path(mark).touch()
        os._exit(3)
    return "done"


def _raise(words: str) -> None:
    raise KeyError(words)


def _exit(status: int) -> None:
    raise SystemExit(status)


def _interrupt_itself(_: None) -> str:
    os.kill(os.getpid(), signal.SIGINT)
    return "alive"


def _print(words: str) -> str:
    print(words, flush=True)
    os.write(1, f"{words}\n".encode())
    return sys.stdout.name


_ACTIONS: dict[str, Callable[[Any], Any]] = {
    "crash": os._exit,
    "crash once": _crash_once,
    "raise": _raise,
    "exit": _exit,
    "return a lambda": lambda _: lambda: None,
    "interrupt itself": _interrupt_itself,
    "print": _print,
    "niceness": lambda _: os.nice(0),
    "pid": lambda _: os.getpid(),
    "sleep": time.sleep,
    "bytes": lambda data: data[::-1],
}
