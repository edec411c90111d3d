"""Send requests again and again on many connections, each time as soon as it is answered, in a process of its own.

The process needs little CPU time for a request, so that the server is measured and not the attacker.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import resource
import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

_HEAD_END = b"\r\n\r\n"


class Sender(NamedTuple):
    """Who sends what: an address of this machine, and a whole request."""

    address: str
    request: bytes


@dataclass
class FloodResult:
    """What the flood has sent: answers by status, and its own CPU time."""

    statuses: Counter[int] = field(default_factory=Counter)
    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def __str__(self) -> str:
        rate = sum(self.statuses.values()) / max(self.seconds, 1e-9)
        share = self.cpu_seconds / max(self.seconds, 1e-9)
        return f"{dict(self.statuses)}, {rate:.0f} each second; its own CPU time is {share:.2f} cores"


class _Connection(asyncio.Protocol):
    """Sends the request, reads the response, and sends it again."""

    def __init__(self, request: bytes, statuses: Counter[int]) -> None:
        self._request = request
        self._statuses = statuses
        self._received = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, end, body = self._received.partition(_HEAD_END)
        if not end:
            return
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0] or b"0")
        if len(body) >= length:
            self._received = b""
            self._statuses[int(head.split(b" ", 2)[1])] += 1
            self._transport.write(self._request)


@contextmanager
def request_flood(port: int, senders: Sequence[Sender], connections: int) -> Iterator[FloodResult]:
    """Flood the server during the `with` block, the senders in turn; the result is complete after it."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_run, args=(theirs, port, list(senders), connections), daemon=True)
    process.start()
    assert ours.recv() == "started"
    result = FloodResult()
    began = time.perf_counter()
    try:
        yield result
    finally:
        process.terminate()
        result.seconds = time.perf_counter() - began
        result.statuses, result.cpu_seconds = ours.recv()
        process.join()


def _run(pipe: Any, port: int, senders: list[Sender], connections: int) -> None:
    asyncio.run(_flood(pipe, port, senders, connections))


async def _flood(pipe: Any, port: int, senders: list[Sender], connections: int) -> None:
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stopped.set)
    statuses: Counter[int] = Counter()
    for number in range(connections):
        address, request = senders[number % len(senders)]
        await loop.create_connection(
            lambda request=request: _Connection(request, statuses),  # type: ignore[misc]  # mypy infers no default
            "127.0.0.1",
            port,
            local_addr=(address, 0),
        )
    pipe.send("started")
    before = _cpu_seconds()
    await stopped.wait()
    pipe.send((statuses, _cpu_seconds() - before))


def _cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
