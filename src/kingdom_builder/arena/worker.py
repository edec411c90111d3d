"""A process that plays games one after the other, and its owner's side of it: it can be ended and replaced."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from ctypes import Array, c_double
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from kingdom_builder.arena.players import Kit
from kingdom_builder.arena.playing import lost_with_its_process, play_fixture
from kingdom_builder.arena.results import GameResult
from kingdom_builder.arena.schedule import Fixture
from kingdom_builder.setup.sections import add_folder

TRIES = 3
"""How often a game may take its process with it while the same bot thinks, until that counts as the bot's fault."""

_SEAT, _TURN, _SINCE = range(3)


class Worker:
    """One process and the games it has been given; it plays them in order."""

    def __init__(self, kit: Kit, hang_seconds: float) -> None:
        """Start the process."""
        context: Any = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
        if sys.platform != "win32":
            context.set_forkserver_preload([__name__])
        self._kit = kit
        self._hang_seconds = hang_seconds
        self._state = context.RawArray(c_double, [-1.0, 0.0, 0.0])
        self.connection: Connection
        self.connection, theirs = context.Pipe()
        self.process: multiprocessing.Process = context.Process(
            target=_work, args=(theirs, self._state, kit), daemon=True
        )
        self.process.start()
        theirs.close()
        self.games: deque[Fixture] = deque()

    def give(self, fixture: Fixture) -> None:
        """Give it one more game; if it has died, that is found out when the result is wanted."""
        self.games.append(fixture)
        with contextlib.suppress(OSError):
            self.connection.send(fixture)

    def take(self) -> GameResult | None:
        """Return a result that has arrived; None if there is none and the process is dead."""
        try:
            result: GameResult = self.connection.recv()
        except (EOFError, OSError):
            return None
        self.games.popleft()
        return result

    def hung(self) -> GameResult | None:
        """If a bot has thought for too long, end the process and return the game that this bot has lost."""
        seat, turn, since = self._state
        if seat < 0 or not self.games or time.monotonic() - since < self._hang_seconds or self.connection.poll():
            return None
        self.stop()
        words = f"gave no answer for {self._hang_seconds:g} s and was ended"
        return lost_with_its_process(self.games.popleft(), self._kit, int(seat), int(turn), "hung", words)

    def crashed(self) -> GameResult | None:
        """Return the game as lost by the bot that was thinking when the process died; None if none was."""
        seat, turn, _ = self._state
        self.process.join()
        if seat < 0 or not self.games:
            return None
        words = f"its process ended {TRIES} times with status {self.process.exitcode} while it was thinking"
        return lost_with_its_process(self.games[0], self._kit, int(seat), int(turn), "crashed", words)

    def stop(self) -> None:
        """End the process, whatever it does."""
        self.connection.close()
        self.process.kill()
        self.process.join()


def _work(connection: Connection, state: Array[c_double], kit: Kit) -> None:
    """Play what comes until the owner is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the owner decides when to stop
    threading.Thread(target=_leave_with_owner, daemon=True).start()
    sys.stdout = sys.stderr  # what a bot prints must not get between our results
    os.dup2(2, 1)
    prepare(kit)

    def watch(seat: int, turn: int) -> None:
        state[_SINCE] = time.monotonic()
        state[_TURN] = turn
        state[_SEAT] = seat

    while True:
        try:
            fixture = connection.recv()
        except (EOFError, OSError):
            return
        watch(-1, 0)
        result, _ = play_fixture(fixture, kit, watch)
        try:
            connection.send(result)
        except OSError:
            return


def _leave_with_owner() -> None:
    """End this process when its owner has died, even if a bot hangs."""
    owner = multiprocessing.parent_process()
    if owner is not None:
        owner.join()
        os._exit(1)


def prepare(kit: Kit) -> None:
    """Make this process ready to play."""
    if kit.own_sections is not None:
        add_folder(Path(kit.own_sections))


def waiting_on(workers: Sequence[Worker]) -> list[Connection]:
    """Return what to wait for: results, and the end of a process closes its connection too."""
    return [worker.connection for worker in workers if worker.games]
