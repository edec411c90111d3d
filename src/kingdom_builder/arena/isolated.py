"""A foreign bot in a process of its own, which gets nothing but the views of its seat and can be ended at any time."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
import time
from queue import Empty, SimpleQueue
from typing import IO, Any

from kingdom_builder.arena.bot_process import write_frame
from kingdom_builder.arena.results import FaultKind
from kingdom_builder.bots.specs import BotSource
from kingdom_builder.engine.view import View

START_SECONDS = 60.0
"""How long a process may take to start and make its bot."""
_CPU_CLOCK = 2
"""The kind of a clock of Linux that counts the CPU time of all threads of a process."""


class BotProcessFault(Exception):  # noqa: N818 - it ends the game, it is no error of the arena
    """The bot of a process has raised an exception, has given no answer in time, or has lost its process."""

    def __init__(self, kind: FaultKind, message: str, lines: tuple[str, ...] = (), where: str = "") -> None:
        """Keep what happened, the last lines of the traceback, and what happened with the line of the bot's code."""
        super().__init__(message)
        self.kind = kind
        self.lines = lines
        self.where = where or message


class IsolatedBot:
    """Plays one game in its own process. Views are pickled with their hidden cards dealt again (`View.__reduce__`)."""

    def __init__(self, source: BotSource, seed: int, *, hang_seconds: float, own_sections: str | None = None) -> None:
        """Start the process and make the bot; raise BotProcessFault if that fails."""
        self._hang_seconds = hang_seconds
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kingdom_builder.arena.bot_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,  # Ctrl+C does not reach it, also not while it starts
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._views: IO[bytes] = self._process.stdin
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        threading.Thread(target=_read_lines, args=(self._process.stdout, self._lines), daemon=True).start()
        try:
            self._ask((source, seed, own_sections), START_SECONDS)
        except BaseException:
            self.close()
            raise

    def answer(self, view: View) -> int:
        """Return the bot's answer; raise BotProcessFault if it gives none."""
        found = self._ask(view, self._hang_seconds)
        if not isinstance(found, int):
            raise BotProcessFault(FaultKind.ILLEGAL, f"replied {found!r:.80}")
        return found

    def cpu_seconds(self) -> float:
        """Return the CPU time that the process has used; on other systems than Linux the wall clock."""
        if sys.platform != "linux":
            return time.monotonic()
        with contextlib.suppress(OSError):
            return time.clock_gettime(~self._process.pid << 3 | _CPU_CLOCK)
        return 0.0

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        with contextlib.suppress(OSError):
            self._views.close()
        self._process.wait()

    def _ask(self, frame: object, seconds: float) -> Any:
        with contextlib.suppress(OSError):  # of a process that has ended; there is no reply then
            write_frame(self._views, frame)  # type: ignore[arg-type]  # a pipe is a binary file
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise BotProcessFault(FaultKind.HUNG, f"gave no answer for {seconds:g} s and was killed") from None
        if not line:
            status = self._process.wait()
            raise BotProcessFault(FaultKind.CRASHED, f"its process ended with status {status} while it was thinking")
        try:
            reply = json.loads(line)
            if "raised" in reply:
                lines, where = tuple(map(str, reply["traceback"])), str(reply.get("where", ""))
                raise BotProcessFault(FaultKind.RAISED, str(reply["raised"]), lines, where)
            if "illegal" in reply:
                raise BotProcessFault(FaultKind.ILLEGAL, str(reply["illegal"]))
            return reply["answer"]
        except (ValueError, KeyError, TypeError):
            raise BotProcessFault(FaultKind.ILLEGAL, f"replied {line[:80]!r}") from None


def _read_lines(stream: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Read until the process ends; an empty line marks its end."""
    with stream:
        for line in stream:
            lines.put(line)
    lines.put(b"")
