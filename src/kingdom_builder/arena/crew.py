"""Who plays the games of an arena: this process, or several on this machine. Results come as games end."""

from __future__ import annotations

import os
import time
from collections import Counter, defaultdict, deque
from collections.abc import Generator, Iterable, Iterator
from multiprocessing.connection import wait
from typing import Protocol

from kingdom_builder.arena.players import Kit
from kingdom_builder.arena.playing import play_fixture
from kingdom_builder.arena.results import GameResult
from kingdom_builder.arena.schedule import Fixture
from kingdom_builder.arena.worker import TRIES, Worker, waiting_on

HANG_SECONDS = 60.0
"""How long a bot may think about one answer, by the wall clock, before it is taken to hang."""

_AHEAD_SECONDS = 0.1
"""How much work a process is given ahead, so that it never waits for the next game."""

_MOST_AHEAD = 64
"""So many games fit into a pipe that nobody reads just now."""

_HOPELESS = 10
"""How often a game may lose its process, whatever the reason, until there is no sense in going on."""


class Crew(Protocol):
    """Something that plays games."""

    def play(self, fixtures: Iterable[Fixture]) -> Generator[GameResult, None, None]:
        """Play all and yield each result as soon as it is there; no game is lost or played to two ends."""
        ...

    def close(self) -> None:
        """Free what it holds."""
        ...


class Alone:
    """This process plays, one game after the other; nothing ends a bot that hangs."""

    def __init__(self, kit: Kit) -> None:
        """Play with a kit."""
        self._kit = kit

    def play(self, fixtures: Iterable[Fixture]) -> Generator[GameResult, None, None]:
        """Play in order."""
        for fixture in fixtures:
            yield play_fixture(fixture, self._kit)[0]

    def close(self) -> None:
        """Nothing is held."""


class Processes:
    """So many processes on this machine. One that dies is replaced and its games are played again."""

    def __init__(self, kit: Kit, workers: int | None = None, hang_seconds: float = HANG_SECONDS) -> None:
        """Prepare; processes start with the first game. Without a number there is one for each core."""
        self._kit = kit
        self._count = workers or os.cpu_count() or 1
        self._hang_seconds = hang_seconds
        self.workers: list[Worker] = []

    def play(self, fixtures: Iterable[Fixture]) -> Generator[GameResult, None, None]:
        """Play on all processes; they are ended by `close`, or when nobody wants the rest of the results."""
        coming = iter(fixtures)
        again: deque[Fixture] = deque()
        deaths: defaultdict[Fixture, Counter[int]] = defaultdict(Counter)  # by who was thinking, -1 for nobody
        ahead, begun, ended = 1, time.monotonic(), 0
        try:
            while True:
                self._hand_out(again, coming, ahead)
                connections = waiting_on(self.workers)
                if not connections:
                    return
                ready = wait(connections, timeout=min(1.0, self._hang_seconds / 4))
                for worker in [worker for worker in self.workers if worker.connection in ready]:
                    result = worker.take() or self._buried(worker, deaths, again)
                    if result is not None:
                        ended += 1
                        yield result
                for worker in list(self.workers):
                    if (hung := worker.hung()) is not None:
                        self._replace(worker, again)
                        yield hung
                if ended:
                    seconds_per_game = (time.monotonic() - begun) * self._count / ended
                    ahead = max(1, min(_MOST_AHEAD, int(_AHEAD_SECONDS / max(seconds_per_game, 1e-6))))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the processes."""
        for worker in self.workers:
            worker.stop()
        self.workers.clear()

    def _hand_out(self, again: deque[Fixture], coming: Iterator[Fixture], ahead: int) -> None:
        while len(self.workers) < self._count:
            fixture = again.popleft() if again else next(coming, None)
            if fixture is None:
                break
            self.workers.append(Worker(self._kit, self._hang_seconds))
            self.workers[-1].give(fixture)
        for worker in sorted(self.workers, key=lambda worker: len(worker.games)):
            while len(worker.games) < ahead:
                fixture = again.popleft() if again else next(coming, None)
                if fixture is None:
                    return
                worker.give(fixture)

    def _buried(
        self, worker: Worker, deaths: defaultdict[Fixture, Counter[int]], again: deque[Fixture]
    ) -> GameResult | None:
        """Replace a process that has died. Its games are played again, unless a bot of one of them keeps killing."""
        lost = worker.crashed()
        game = worker.games[0]
        seat = -1 if lost is None or lost.fault is None else lost.fault.seat
        deaths[game][seat] += 1
        if deaths[game].total() == _HOPELESS:
            raise ChildProcessError(f"game {game.name}: {_HOPELESS} processes have died over it, one after the other")
        if lost is not None and deaths[game][seat] >= TRIES:
            worker.games.popleft()
        else:
            lost = None
        self._replace(worker, again)
        return lost

    def _replace(self, worker: Worker, again: deque[Fixture]) -> None:
        """Take a process out; another starts with the next games."""
        worker.stop()
        self.workers.remove(worker)
        again.extend(worker.games)
        worker.games.clear()
