"""Measure the server under the load of many live games, engine included: how soon an answer is stored and seen.

The server runs as `kingdom-builder serve` does, on loopback, with the database on this machine's disk; this process is
all the people. Both share the machine's cores. `--only` leaves the rest out; the targets hold for the default load.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import platform
import resource
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import uvloop

from benchmarks.kernel import pure_python
from benchmarks.load import PATIENCE
from benchmarks.load.bot_tables import BotTables
from benchmarks.load.commits import single_commits
from benchmarks.load.crowd import Crowd
from benchmarks.load.figures import percentile
from benchmarks.load.other_commit import Costs, OtherCommit, measure_here
from benchmarks.load.report import Report, Row, Usage, tell_figures
from benchmarks.load.stored_games import fill
from benchmarks.random_play import kingdom_builder
from tests.server.serving import ServerProcess
from tests.services import Postgres, program

PARTS = ("sqlite", "postgresql", "knee", "reconnect", "bots")
ACKNOWLEDGED_MS = 50.0
CROWDED_MS = 100.0
RECONNECT_SECONDS = 10.0
WATCHED_SHARE = 0.1
KNEE_INTERVALS = 5.0
"""The target of the knee: so many times the rate of the other loads."""

KNEE_FACTOR, KNEE_STEPS = 1.25, 4
CPU_SHARE = 2 / 3
"""The target of the CPU time of a move, as a share of that of the other commit."""

ENGINE_RATE = 187_000
"""The random decisions a second of the Python engine on the machine for which the targets were set."""

OPEN_AT_ONCE = 100
"""Games whose clients connect at the same time in the set-up; the reconnection is measured with all of them."""

BOT_TABLES_PER_WORKER = 20
COMPARE_ROUNDS = 2
SEED = 1


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
        self.other: str | None = options.compare
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
            if self.other is not None:
                await asyncio.to_thread(self._compare, self.other, folder / "other")

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
            took = await crowd.open(OPEN_AT_ONCE)
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
        usage.tell(self.report, figures)
        tell_figures(self.report, figures, ACKNOWLEDGED_MS)

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
        """Try the target; raise the rate until it is too high, or bisect below it."""
        seconds, target = self.seconds / 3, self.rate * KNEE_INTERVALS
        self.report.begin(
            "knee",
            f"Knee on SQLite: the most answers/s of which 99% take less than {CROWDED_MS:g} ms; {seconds:g} s each",
        )
        good, bad, rate = 0.0, 0.0, target
        for _ in range(KNEE_STEPS):
            if await self._holds(crowd, server, rate, seconds):
                good = rate
            else:
                bad = rate
            if not bad:
                rate *= KNEE_FACTOR
            elif good >= target:
                break
            else:
                rate = (good + bad) / 2
        self.report.add(f"most moves per second with 99% below {CROWDED_MS:g} ms", good, "/s", least=target)
        if bad:
            self.report.add("moves per second that were too many", bad, "/s")
        else:
            self.report.say("  the knee is higher still: no rate tried was too high")

    async def _holds(self, crowd: Crowd, server: ServerProcess, rate: float, seconds: float) -> bool:
        """Return whether the server holds a rate; one bad period may be due to something else on the machine."""
        return await self._holds_once(crowd, server, rate, seconds) or await self._holds_once(
            crowd, server, rate, seconds
        )

    async def _holds_once(self, crowd: Crowd, server: ServerProcess, rate: float, seconds: float) -> bool:
        usage, begun = Usage(server), time.perf_counter()
        figures = await crowd.play(rate, seconds)
        server_share, _, here, _ = usage.shares()
        # A period with too many answers lasts longer: until the last reply, or until the time is up.
        cpu = server_share * (time.perf_counter() - begun) / len(figures.late)
        worst, lag = 1000 * figures.worst(0.99), 1000 * percentile(figures.late, 0.99)
        self.report.rows.append(Row("knee", f"99% at {rate:.0f}/s", worst, "ms"))
        self.report.say(
            f"  {rate:>7,.0f}/s: 50% {1000 * figures.worst(0.5):7.1f} ms, 99% {worst:7.1f} ms; CPU of the server "
            f"{server_share:.2f} cores, {1000 * cpu:.2f} ms per move, of the generator {here:.2f} "
            f"(its lag, 99%: {lag:.1f} ms)"
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
            usage.tell(self.report, figures, bots=True)
            tell_figures(self.report, figures, CROWDED_MS)
            answers, waited = after.answers - before.answers, after.waited - before.waited
            self.report.add("answers of bots per second", answers / figures.seconds, "/s")
            self.report.add("bots that think at a time, on average", waited / figures.seconds, "bots")
        finally:
            await tables.stop()

    def _compare(self, commit: str, folder: Path) -> None:
        """Measure this version and another commit in turn, each with its own load generator."""
        seconds = self.seconds / 2
        load = ("--games", f"{self.games}", "--seconds", f"{seconds}", "--interval", f"{self.games / self.rate}")
        report = self.report
        report.begin("compare", f"Before ({commit}) and after, in turn: {self.rate:g} answers/s for {seconds:g} s each")
        before: list[Costs] = []
        after: list[Costs] = []
        with OtherCommit(commit, folder) as other:
            for _ in range(COMPARE_ROUNDS):
                before.append(other.measure(load))
                after.append(measure_here(load))
                for name, costs in (("before", before[-1]), ("after", after[-1])):
                    report.say(
                        f"  {name:<8} CPU per move {costs.cpu_ms:6.3f} ms, acknowledged 99% {costs.latency_ms:7.1f} ms"
                    )
        own, others = (min(costs.cpu_ms for costs in found) for found in (after, before))
        report.add("CPU of the server per move before, least", others, "ms")
        report.add("CPU of the server per move after, least", own, "ms")
        report.add("share of the CPU time per move that is left", own / others, "", below=CPU_SHARE + 1e-9)


def main() -> int:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="live games (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=30.0, help="length of each load (default %(default)s)")
    parser.add_argument(
        "--interval", type=float, default=5.0, help="seconds between a game's answers (default %(default)s)"
    )
    parser.add_argument("--only", choices=PARTS, help="measure this alone")
    parser.add_argument("--compare", metavar="COMMIT", help="measure another commit too, in turn with this version")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    if options.games < 1 or options.seconds <= 0 or options.interval <= 0:
        parser.error("games, seconds and interval must be more than 0")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # every socket is a file, here and in the server
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.platform()}
    report = Report(as_json=options.json)
    report.say("{cores} cores for server and load generator, Python {python}, {system}".format(**machine))
    with pure_python():
        _, rate = kingdom_builder(2, ("base",), 2.0, SEED)
    report.say(
        f"The Python engine makes {rate:,.0f} random decisions/s here, {rate / ENGINE_RATE:.2f} of {ENGINE_RATE:,}"
    )
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
