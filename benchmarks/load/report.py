"""What a benchmark prints: figures beside their targets, and the CPU time of everything on the machine."""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import asdict, dataclass
from typing import Any

import psutil

from benchmarks.load.figures import Figures, percentile
from tests.server.serving import ServerProcess


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
            row.target, row.met = f"< {below:.4g} {unit}", value < below
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

    def tell(self, report: Report, figures: Figures | None = None, *, bots: bool = False) -> None:
        """Report the shares, and the CPU time of the server for each move of a period."""
        server, children, here, busy = self.shares()
        report.add("CPU of the server", server, "cores")
        if figures is not None:
            seconds = time.perf_counter() - self._begun
            report.add("CPU of the server per move", 1000 * server * seconds / max(1, len(figures.late)), "ms")
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
