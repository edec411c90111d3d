"""Measure the server under the load of many live games, engine included: how soon an answer is stored and seen.

The server runs as `kingdom-builder serve` does, on loopback, with the database on this machine's disk; this process is
all the people. Both share the machine's cores. `--only` leaves the rest out; the targets hold for the default load.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import platform
import resource
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil
import uvloop

from benchmarks.server_load import PATIENCE, BotTables, Crowd, Figures, fill, percentile
from tests.server.serving import ServerProcess
from tests.services import Postgres, program

PARTS = ("sqlite", "postgresql", "knee", "reconnect", "bots")
ACKNOWLEDGED_MS = 50.0
CROWDED_MS = 100.0
RECONNECT_SECONDS = 10.0
WATCHED_SHARE = 0.1
KNEE_STEPS, KNEE_FACTOR, KNEE_REFINEMENTS = 5, 2, 3
BOT_TABLES_PER_WORKER = 20
SEED = 1


@dataclass
class Row:
    """A figure and its target; `met` is None if there is no target."""

    part: str
    name: str
    value: float
    unit: str
    target: str = ""
    met: bool | None = None


class Report:
    """All figures, printed at once or as JSON at the end."""

    def __init__(self, *, as_json: bool) -> None:
        self.rows: list[Row] = []
        self._as_json = as_json
        self._part = ""

    def begin(self, part: str, text: str) -> None:
        self._part = part
        if not self._as_json:
            print(f"\n{text}", flush=True)

    def say(self, text: str) -> None:
        if not self._as_json:
            print(text, flush=True)

    def add(
        self, name: str, value: float, unit: str, *, below: float | None = None, least: float | None = None
    ) -> None:
        """Add a figure; `below` is its upper limit, `least` its lower limit."""
        row = Row(self._part, name, value, unit)
        if below is not None:
            row.target, row.met = f"< {below:g} {unit}", value < below
        elif least is not None:
            row.target, row.met = f">= {least:g} {unit}", value >= least
        self.rows.append(row)
        verdict = "" if row.met is None else f"   target {row.target}: {'OK' if row.met else 'missed'}"
        self.say(f"  {name:<58}{value:>10,.2f} {unit}{verdict}")

    def finish(self, machine: dict[str, Any]) -> None:
        if self._as_json:
            print(json.dumps({"machine": machine, "figures": [asdict(row) for row in self.rows]}, indent=1))
            return
        held = [row for row in self.rows if row.met is not None]
        missed = [row for row in held if not row.met]
        print(f"\n{len(held) - len(missed)} of {len(held)} targets met")
        for row in missed:
            print(f"  missed: {row.part}: {row.name} is {row.value:,.2f} {row.unit}, target {row.target}")


class Usage:
    """The CPU time since now of the server, its bots, this process and the rest of the machine."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = psutil.Process(server.process.pid)
        self._begun = time.perf_counter()
        self._before = self._spent()

    def _spent(self) -> tuple[float, float, float, float]:
        own = self._server.cpu_times()
        children = 0.0
        for child in self._server.children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                times = child.cpu_times()
                children += times.user + times.system
        machine = psutil.cpu_times()
        busy = sum(machine) - machine.idle - getattr(machine, "iowait", 0.0)
        return own.user + own.system, children, time.process_time(), busy

    def shares(self) -> tuple[float, ...]:
        """Return the number of cores that each has used."""
        seconds = time.perf_counter() - self._begun
        return tuple((now - then) / seconds for now, then in zip(self._spent(), self._before, strict=True))

    def tell(self, report: Report, *, bots: bool = False) -> None:
        server, children, here, busy = self.shares()
        report.add("CPU of the server", server, "cores")
        if bots:
            report.add("CPU of its bots", children, "cores")
        report.add("CPU of the load generator", here, "cores")
        report.add(
            "CPU of everything else, database server included",
            max(0.0, busy - server - here - children * bots),
            "cores",
        )


def tell_figures(report: Report, figures: Figures, target: float | None) -> None:
    """Report a period of load."""
    in_time = len(figures.late) - figures.missing
    report.add(
        "moves per second", in_time / figures.seconds, "/s", least=round(figures.rate * 0.99, 2) if target else None
    )
    for name, values in (("acknowledged", figures.acknowledged), ("seen by the others", figures.seen)):
        for share in (0.5, 0.95, 0.99):
            below = target if share == 0.99 else None
            report.add(f"due to {name}, {share:.0%}", 1000 * percentile(values, share), "ms", below=below)
        report.add(f"due to {name}, longest", 1000 * max(values, default=0.0), "ms")
    report.add("lag of the load generator itself, 99%", 1000 * percentile(figures.late, 0.99), "ms")
    if figures.missing:
        report.add("answers not acknowledged and seen when the time was up", figures.missing, "answers", below=1)
    for code, count in figures.refused.items():
        report.add(f"answers refused: {code}", count, "answers", below=1)


@contextlib.contextmanager
def server_of(folder: Path, database: str | None) -> Iterator[ServerProcess]:
    """Run a server and kill it at the end."""
    bots = max(1, (os.cpu_count() or 2) - 1)
    server = ServerProcess(folder, database=database, bot_workers=bots)
    try:
        yield server
    finally:
        if hasattr(server, "process"):
            server.kill()


class Bench:
    """One run."""

    def __init__(self, options: argparse.Namespace, report: Report) -> None:
        self.games: int = options.games
        self.seconds: float = options.seconds
        self.rate: float = options.games / options.interval
        self.parts: tuple[str, ...] = (options.only,) if options.only else PARTS
        self.report = report

    async def run(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)  # stop what was started, then end
        with tempfile.TemporaryDirectory(prefix="kingdom-builder-bench-") as temporary:
            folder = Path(temporary)
            folder.chmod(0o755)  # PostgreSQL's own user must be able to pass
            if set(self.parts) - {"postgresql"}:
                await self._embedded(folder / "sqlite")
            if "postgresql" in self.parts:
                await self._postgresql(folder / "postgresql")

    async def _embedded(self, folder: Path) -> None:
        folder.mkdir()
        with server_of(folder, None) as server:
            async with self._crowd(server, "SQLite") as crowd:
                if "sqlite" in self.parts:
                    await self._load(crowd, server, "sqlite", "SQLite")
                    await self._reference(folder)
                if "knee" in self.parts:
                    await self._knee(crowd, server)
                if "reconnect" in self.parts:
                    await self._reconnect(crowd, server)
                if "bots" in self.parts:
                    await self._bots(crowd, server)

    async def _postgresql(self, folder: Path) -> None:
        if program("postgres") is None:
            self.report.begin("postgresql", "PostgreSQL is left out: it is not installed (python -m tests.services).")
            return
        postgres = Postgres(folder / "cluster").start()
        try:
            with server_of(folder, postgres.database("games")) as server:
                async with self._crowd(server, "PostgreSQL") as crowd:
                    await self._load(crowd, server, "postgresql", "PostgreSQL")
        finally:
            postgres.stop()

    @contextlib.asynccontextmanager
    async def _crowd(self, server: ServerProcess, database: str) -> AsyncIterator[Crowd]:
        """Start with games in the database and all clients connected; report the memory for this."""
        report = self.report
        report.begin(
            "setup", f"Set-up: {self.games:,} games of two people on {database}, {WATCHED_SHARE:.0%} of them watched"
        )
        begun = time.perf_counter()
        invited = await fill(server.database, self.games, SEED)
        report.say(f"  games stopped at random points, put into the database in {time.perf_counter() - begun:.1f} s")
        server.start()
        before = server.memory()
        crowd = Crowd(server.port, invited, watched_share=WATCHED_SHARE)
        try:
            took = await crowd.open()
            report.add(f"all {crowd.sockets:,} sockets welcome for the first time", took, "s")
            report.add("memory of the server without games", before / 2**20, "MiB")
            report.add("memory per game, its sockets included", (server.memory() - before) / self.games / 2**10, "KiB")
            await crowd.settle()  # some were in their last round: their successors begin before anything is measured
            gc.collect()
            gc.freeze()
            yield crowd
        finally:
            await crowd.close()
        report.begin("setup", f"Throughout, on {database}")
        report.add("sockets closed by the server", crowd.lost, "sockets", below=1)
        report.add("events forgotten by the server", crowd.behind, "events", below=1)
        report.add("games that ended and were replaced", crowd.replaced, "games")
        for trouble in crowd.troubles[:5]:
            report.say(f"  a game could not be replaced: {trouble}")

    async def _load(self, crowd: Crowd, server: ServerProcess, part: str, name: str) -> None:
        text = f"{self.games:,} games, {crowd.sockets:,} sockets, {self.rate:g} answers/s for {self.seconds:g} s"
        self.report.begin(part, f"{name}: {text}")
        usage = Usage(server)
        figures = await crowd.play(self.rate, self.seconds)
        tell_figures(self.report, figures, ACKNOWLEDGED_MS)
        usage.tell(self.report)

    async def _reference(self, folder: Path) -> None:
        """Measure the simple way for comparison: one commit for each row."""
        seconds = self.seconds / 6
        self.report.begin(
            "reference", f"Plain reference: {self.rate:g} single-row commits/s on SQLite, not grouped, no game"
        )
        times, most = await asyncio.to_thread(single_commits, folder / "reference.db", self.rate, seconds)
        for share in (0.5, 0.95, 0.99):
            self.report.add(f"due to committed, {share:.0%}", 1000 * percentile(times, share), "ms")
        self.report.add("due to committed, longest", 1000 * max(times), "ms")
        self.report.add("commits per second, one by one as fast as can be", most, "/s")

    async def _knee(self, crowd: Crowd, server: ServerProcess) -> None:
        """Raise the rate until it is too high, then bisect."""
        seconds = self.seconds / 6
        self.report.begin(
            "knee", f"Knee on SQLite: the rate rises until 99% take more than {CROWDED_MS:g} ms; {seconds:g} s each"
        )
        good, bad = 0.0, None
        rate = self.rate
        for _ in range(KNEE_STEPS):
            if await self._holds(crowd, server, rate, seconds):
                good, rate = rate, rate * KNEE_FACTOR
            else:
                bad = rate
                break
        for _ in range(KNEE_REFINEMENTS if bad is not None and good else 0):
            assert bad is not None
            middle = (good + bad) / 2
            if await self._holds(crowd, server, middle, seconds):
                good = middle
            else:
                bad = middle
        self.report.add("most moves per second with 99% below 100 ms", good, "/s", least=self.rate)
        if bad is None:
            self.report.say("  the knee is higher still: no rate tried was too much")
        else:
            self.report.add("moves per second that were too much", bad, "/s")

    async def _holds(self, crowd: Crowd, server: ServerProcess, rate: float, seconds: float) -> bool:
        usage = Usage(server)
        figures = await crowd.play(rate, seconds)
        server_share, _, here, _ = usage.shares()
        worst, lag = 1000 * figures.worst(0.99), 1000 * percentile(figures.late, 0.99)
        self.report.rows.append(Row("knee", f"99% at {rate:.0f}/s", worst, "ms"))
        self.report.say(
            f"  {rate:>7,.0f}/s: 50% {1000 * figures.worst(0.5):7.1f} ms, 99% {worst:7.1f} ms; CPU of the server "
            f"{server_share:.2f}, of the generator {here:.2f} (its lag, 99%: {lag:.1f} ms)"
        )
        return worst < CROWDED_MS

    async def _reconnect(self, crowd: Crowd, server: ServerProcess) -> None:
        self.report.begin("reconnect", f"Reconnecting: {crowd.sockets:,} sockets break and come back at once")
        crowd.abort()
        await self._come_back(crowd, server, "until the last is welcome")
        begun = time.perf_counter()
        crowd.abort()
        server.kill()
        server.start()
        self.report.add("killed and ready again", time.perf_counter() - begun, "s")
        await self._come_back(crowd, server, "until the last is welcome after the restart")

    async def _come_back(self, crowd: Crowd, server: ServerProcess, name: str) -> None:
        usage = Usage(server)
        took = await crowd.open()
        self.report.add(name, took, "s", below=RECONNECT_SECONDS)
        usage.tell(self.report)
        await crowd.settle()

    async def _bots(self, crowd: Crowd, server: ServerProcess) -> None:
        workers = int(server.settings["bot_workers"])
        tables = BotTables(
            crowd.http, int(server.settings["metrics_port"]), BOT_TABLES_PER_WORKER * workers, self.seconds + PATIENCE
        )
        self.report.begin(
            "bots", f"While bots want more than they get: {self.rate:g} answers/s of people for {self.seconds:g} s"
        )
        await tables.start()
        try:
            await asyncio.sleep(1)  # until the pool's processes have started
            before, usage = await tables.figures(), Usage(server)
            figures = await crowd.play(self.rate, self.seconds)
            after = await tables.figures()
            tell_figures(self.report, figures, CROWDED_MS)
            usage.tell(self.report, bots=True)
            answers, waited = after.answers - before.answers, after.waited - before.waited
            self.report.add("answers of bots per second", answers / figures.seconds, "/s")
            self.report.add("bots that think at a time, on average", waited / figures.seconds, "bots")
        finally:
            await tables.stop()


def single_commits(path: Path, rate: float, seconds: float) -> tuple[list[float], float]:
    """Commit single rows at a rate, then as fast as possible; return the delay of each until it was on the disk."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, value TEXT NOT NULL)")
        times = []
        begun = time.perf_counter()
        for count in range(max(1, round(rate * seconds))):
            due = begun + count / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            connection.execute("INSERT INTO events (value) VALUES (?)", ("x" * 100,))
            times.append(time.perf_counter() - due)
            if time.perf_counter() - begun > 2 * seconds:
                break  # a disk that cannot keep up: what it has shown by now says so
        committed, end = 0, time.perf_counter() + min(2.0, seconds / 2)
        begun = time.perf_counter()
        while time.perf_counter() < end:
            connection.execute("INSERT INTO events (value) VALUES (?)", ("x" * 100,))
            committed += 1
        return times, committed / (time.perf_counter() - begun)


def main() -> int:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="live games (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=60.0, help="length of each load (default %(default)s)")
    parser.add_argument(
        "--interval", type=float, default=5.0, help="seconds between a game's answers (default %(default)s)"
    )
    parser.add_argument("--only", choices=PARTS, help="measure this alone")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    if options.games < 1 or options.seconds <= 0 or options.interval <= 0:
        parser.error("games, seconds and interval must be more than 0")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # every socket is a file, here and in the server
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.platform()}
    report = Report(as_json=options.json)
    report.say("{cores} cores for server and load generator, Python {python}, {system}".format(**machine))
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(Bench(options, report).run())
    except (KeyboardInterrupt, asyncio.CancelledError):
        print("stopped", file=sys.stderr)
        return 130
    report.finish(machine)
    return 0


if __name__ == "__main__":
    sys.exit(main())
