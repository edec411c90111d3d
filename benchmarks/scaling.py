"""Measure what a move, an idle table, a spectator and a bot's turn cost, and compute what many tables need.

The costs are CPU time, measured with one server process on PostgreSQL. The model that follows from them is checked
against a run with several processes on one database. docs/scaling.md explains the result.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import psutil
import uvloop

from benchmarks.load import PATIENCE
from benchmarks.load.bot_tables import BotTables
from benchmarks.load.crowd import Crowd
from benchmarks.load.scaling_model import Costs, Machine, Model, Usage
from benchmarks.load.stored_games import Invited, fill
from tests.server.serving import ServerProcess
from tests.services import Postgres

MACHINE = Machine(cores=16, memory=64 * 2**30)
MILLION = 1_000_000
OPEN_AT_ONCE = 50
SPECTATORS = 5
"""Of each table, where the cost of one is measured."""


def spent(processes: Sequence[psutil.Process]) -> float:
    """Return the CPU time of processes so far."""
    found = 0.0
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            found += times.user + times.system
    return found


def cpu_of(server: ServerProcess) -> float:
    """Return the CPU time of a server process without its bots."""
    return spent([psutil.Process(server.process.pid)])


@contextlib.asynccontextmanager
async def connected(
    server: ServerProcess, games: Sequence[Invited], watched: float = 0.0, spectators: int = 1
) -> AsyncIterator[Crowd]:
    """Connect the clients of games to a server; a share of the games has some spectators each."""
    crowd = Crowd(server.port, games, watched_share=watched, spectators=spectators)
    try:
        await crowd.open(OPEN_AT_ONCE)
        await crowd.settle()
        yield crowd
    finally:
        await crowd.close()


class Measurement:
    """The measurement of all costs with one server."""

    def __init__(self, server: ServerProcess, postgres: Postgres, games: Sequence[Invited], seconds: float) -> None:
        """Use a running server that has these games."""
        self._server, self._games, self._seconds = server, games, seconds
        self._postmaster = psutil.Process(int((postgres.folder / "cluster" / "postmaster.pid").read_text().split()[0]))

    async def costs(self, rate: float) -> Costs:
        """Return all costs; moves are measured at a rate per second."""
        process = await self._idle()
        memory = self._server.memory()
        async with connected(self._server, self._games) as crowd:
            memory = self._server.memory() - memory
            idle = await self._idle() - process
            database = self._database()
            move = await self._move(crowd, rate, process + idle)
            database = (self._database() - database) / (rate * self._seconds)
        async with connected(self._server, self._games, 1.0, SPECTATORS) as crowd:
            watched = await self._move(crowd, rate, process + idle)
        bot_turn, bot_thinking = await self._bots(process)
        return Costs(
            move=move,
            spectator=max(0.0, watched - move) / SPECTATORS,
            idle_table=max(0.0, idle / len(self._games)),
            process=process,
            bot_turn=bot_turn,
            bot_thinking=bot_thinking,
            database=database,
            memory=memory / len(self._games),
        )

    async def _idle(self) -> float:
        """Return the CPU time of a second in which nobody moves."""
        before, begun = cpu_of(self._server), time.perf_counter()
        await asyncio.sleep(self._seconds)
        return (cpu_of(self._server) - before) / (time.perf_counter() - begun)

    async def _move(self, crowd: Crowd, rate: float, idle: float) -> float:
        before, begun = cpu_of(self._server), time.perf_counter()
        figures = await crowd.play(rate, self._seconds)
        used = cpu_of(self._server) - before - idle * (time.perf_counter() - begun)
        return used / len(figures.late)

    async def _bots(self, process: float) -> tuple[float, float]:
        """Return the CPU time of a bot's turn in the server and in the pool; a game of bots has five players."""
        async with connected(self._server, self._games[:1]) as crowd:
            tables = BotTables(crowd.http, int(self._server.settings["metrics_port"]), 4, self._seconds + PATIENCE)
            await tables.start()
            try:
                await asyncio.sleep(3.0)
                before, turns, begun = self._with_pool(), (await tables.figures()).answers, time.perf_counter()
                await asyncio.sleep(self._seconds)
                after, seconds = self._with_pool(), time.perf_counter() - begun
                turns = max(1, (await tables.figures()).answers - turns)
            finally:
                await tables.stop()
        return max(0.0, (after[0] - before[0] - process * seconds) / turns), (after[1] - before[1]) / turns

    def _with_pool(self) -> tuple[float, float]:
        return cpu_of(self._server), spent(psutil.Process(self._server.process.pid).children(recursive=True))

    def _database(self) -> float:
        return spent([self._postmaster, *self._postmaster.children(recursive=True)])


async def check(model: Model, servers: Sequence[ServerProcess], games: Sequence[Invited], seconds: float) -> None:
    """Compare the model with a run in which several processes share the games."""
    share = len(games) // len(servers)
    rate = share * model.usage.moves
    async with contextlib.AsyncExitStack() as stack:
        crowds = []
        for number, server in enumerate(servers):
            own = games[number * share : (number + 1) * share]
            crowds.append(await stack.enter_async_context(connected(server, own, model.usage.spectators)))
        before, begun = [cpu_of(server) for server in servers], time.perf_counter()
        await asyncio.gather(*(crowd.play(rate, seconds) for crowd in crowds))
        passed = time.perf_counter() - begun
        measured = [(cpu_of(server) - was) / passed for server, was in zip(servers, before, strict=True)]
    predicted = model.cores(share * len(servers), len(servers)) * seconds / passed
    print(f"\n{len(servers)} processes, {share * len(servers)} tables, {rate * len(servers):g} moves/s")
    print(f"  cores that the model predicts  {predicted:8.3f}")
    print(f"  cores that were measured       {sum(measured):8.3f}   {', '.join(f'{one:.3f}' for one in measured)}")


def show(model: Model) -> None:
    """Print the costs and what follows as the tables of docs/scaling.md."""
    costs = model.costs
    rows: list[tuple[str, str]] = [
        ("a move at a table of two", f"{1000 * costs.move:.2f} ms"),
        ("a move, for each spectator", f"{1000 * costs.spectator:.2f} ms"),
        ("an idle table with two people, each second", f"{1000 * costs.idle_table:.3f} ms"),
        ("a process without tables, each second", f"{1000 * costs.process:.1f} ms"),
        ("a bot's turn, in the server", f"{1000 * costs.bot_turn:.2f} ms"),
        ("a bot's turn, in the process that thinks", f"{1000 * costs.bot_thinking:.2f} ms"),
        ("a move, in PostgreSQL", f"{1000 * costs.database:.2f} ms"),
        ("memory of a table with its connections", f"{costs.memory / 2**10:.0f} KiB"),
    ]
    _table(("cost", "measured"), rows)
    core, machine = model.tables_per_core(), model.tables(MACHINE)
    million = -(-MILLION // max(1, int(machine)))
    rows = [
        (name, *_needs(model, tables, machines))
        for name, tables, machines in (
            ("one core", core, "1 process"),
            (f"one machine of {MACHINE.cores} cores", machine, f"{MACHINE.cores} processes"),
            ("ten machines", 10 * machine, f"{10 * MACHINE.cores} processes"),
            ("a million tables", MILLION, f"{million} machines"),
        )
    ]
    _table(("", "tables", "moves/s", "processes", "memory of the servers", "cores of the database"), rows)


def _needs(model: Model, tables: float, machines: str) -> tuple[str, ...]:
    return (
        f"{tables:,.0f}",
        f"{tables * model.usage.moves:,.0f}",
        machines,
        f"{tables * model.costs.memory / 2**30:,.1f} GiB",
        f"{model.database_cores(tables):,.1f}",
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print()
    for row in (heads, ["---"] * len(heads), *rows):
        print(f"| {' | '.join(row)} |")


async def run(options: argparse.Namespace) -> None:
    """Measure, print and check."""
    with tempfile.TemporaryDirectory(prefix="kingdom-builder-scaling-") as temporary, contextlib.ExitStack() as stack:
        folder = Path(temporary)
        folder.chmod(0o755)  # PostgreSQL's own user must be able to pass
        postgres = Postgres(folder / "postgres").start()
        stack.callback(postgres.stop)
        database = postgres.database("games")
        games = await fill(database, 3 * options.games, 1)

        def started(number: int) -> ServerProcess:
            server = ServerProcess(folder / f"server-{number}", database=database).start()
            stack.callback(server.kill)
            return server

        costs = await Measurement(started(0), postgres, games[: options.games], options.seconds).costs(options.rate)
        model = Model(costs, Usage())
        show(model)
        others = games[options.games :]
        await check(model, [started(number) for number in range(1, options.processes + 1)], others, options.seconds)


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="tables of each measurement (default %(default)s)")
    parser.add_argument("--rate", type=float, default=100.0, help="moves per second (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement (default %(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="for the check of the model (default %(default)s)")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(run(options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
