"""The same messages sent to two servers step by step, and what every viewer received at each step."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kingdom_builder.engine.answers import ANSWERS, FIRST_OPTION
from tests.server.client import ME, OPEN, Browser, Socket, watch
from tests.server.leaks.captured_server import CapturedServer
from tests.server.leaks.detector import SPECTATOR, STRANGER
from tests.server.leaks.equivalent_setups import Move

_TIMES = re.compile(r'"(time|created|seconds_left|seconds_away)":[0-9.e+]+')
_COOKIE = re.compile(r"kingdom_builder=[A-Za-z0-9_.-]{66}")
_VARIABLE_HEADERS = ("date", "content-length")
"""Headers that depend on the time: a time may be written with more or fewer digits."""

_COUNTERS = re.compile(r"^(kingdom_builder_\w+_(?:total|count)\S*) (\S+)$", re.MULTILINE)
"""Metrics that are counters; the others measure time or the current process."""


@dataclass(frozen=True)
class Step:
    """A message or request: `who` is a seat or another viewer, `what` a kind of message or a path."""

    who: int | str
    what: str
    fields: dict[str, Any] = field(default_factory=dict)


class ScriptedPlay:
    """A table of people with a spectator; after every step it waits until everybody has received it."""

    def __init__(self, server: CapturedServer, players: int, **options: Any) -> None:
        self.server = server
        self.received: dict[int | str, list[list[str]]] = {}
        self._steps = 0
        self.people = [Browser(server) for _ in range(players)]
        self.stranger = Browser(server)
        self._metrics = self._read_metrics()
        self.table = self.people[0].create(ME, *[OPEN] * (players - 1), reaction_seconds=600, **options)
        for person in self.people[1:]:
            person.join(self.table["invite"])
        self.seats = [person.seat(self.table, seat) for seat, person in enumerate(self.people)]
        self.spectator = watch(server, self.table)
        for socket in self.sockets:
            socket.read_until(lambda socket=socket: self._complete(socket.table))
        # The order of the connections varies; the last message of each viewer does not.
        self._messages_read = {id(socket): len(socket.received) for socket in self.sockets}
        for who, socket in self._viewers():
            self._record(who, [socket.received[-1]])

    def __enter__(self) -> ScriptedPlay:
        return self

    def __exit__(self, *_: object) -> None:
        for socket in self.sockets:
            socket.__exit__()

    @property
    def sockets(self) -> list[Socket]:
        return [*self.seats, self.spectator]

    @property
    def moves(self) -> list[Move]:
        """The answers and undos so far."""
        value = {"answer": "answer", "undo": "count"}
        events = [event for event in self.spectator.events if event["kind"] in value]
        return [(event["kind"], event[value[event["kind"]]]) for event in events]

    def play_randomly(self, viewer: int | None, seed: int, length: int) -> list[Step]:
        """Play `length` random steps, continue until the viewer is asked, then send all its queries; return the steps.

        Only the viewer and strangers send illegal messages: the reply to another seat's illegal answer depends on its
        cards, and an answer that is illegal with one hand may be legal with another.
        """
        chance = random.Random(seed)
        steps: list[Step] = []
        while len(steps) < length or not (viewer is None or self.seats[viewer].mine):
            steps.append(self._random_step(viewer, chance))
            self.do(steps[-1])
        for step in self._queries(viewer, chance):
            steps.append(step)
            self.do(step)
        return steps

    def replay(self, steps: Sequence[Step]) -> None:
        """Do the same steps again."""
        for step in steps:
            self.do(step)

    def do(self, step: Step) -> None:
        """Do a step and wait until everybody has received it."""
        self._steps += 1
        if step.what.startswith("/"):
            self._get(step)
        elif step.what == "why_not":
            socket = self.seats[int(step.who)]
            socket.send({"type": "why_not", **step.fields})
            socket.read_type("why_not", "error")
        else:
            reply = self.seats[int(step.who)].request(step.what, id=f"message-{self._steps}", **step.fields)
            number = reply["seq"] if reply["type"] == "ack" else 0
            for other in self.sockets:
                other.read_until(lambda other=other: other.seq >= number)
        for who, socket in self._viewers():
            self._record(who, sorted(socket.received[self._messages_read[id(socket)] :]))
            self._messages_read[id(socket)] = len(socket.received)

    def finish(self) -> None:
        """Read the metrics and the log."""
        now = self._read_metrics()
        changed = {name: now[name] - self._metrics.get(name, 0) for name in now}
        self.received["metrics"] = [[f"{name} {changed[name]}" for name in sorted(changed) if changed[name]]]
        lines = [{**line, "timestamp": None, "database": None} for line in self.server.log_lines()]
        self.received["log"] = [[json.dumps(line) for line in lines]]

    def _random_step(self, viewer: int | None, chance: random.Random) -> Step:
        asked = next(socket for socket in self.seats if socket.mine)
        seat = asked.view["you"]["seat"]
        if chance.random() < 0.3:
            return chance.choice(self._queries(viewer, chance))
        if asked.view["you"]["can_undo"] and chance.random() < 0.1:
            return Step(seat, "undo", {"seen_seq": asked.seq, "whole_turn": chance.random() < 0.3})
        options = asked.view["you"]["options"]
        answers = options if options and chance.random() < 0.5 else asked.legal()
        return Step(seat, "answer", {"seen_seq": asked.seq, "answer": chance.choice(answers)})

    def _queries(self, viewer: int | None, chance: random.Random) -> list[Step]:
        game = "/api/games/{id}"
        steps = [
            Step(STRANGER, f"{game}/record"),
            Step(STRANGER, f"{game}?seq=2"),
            Step(STRANGER, "/api/invites/{invite}"),
            Step(STRANGER, "/api/tables"),
            Step(SPECTATOR, "/api/watch/{watch}"),
            Step(SPECTATOR, "/api/watch/{watch}/picture.svg"),
        ]
        if viewer is not None:
            me = self.seats[viewer]
            hexes, options = (
                [answer for answer in numbers if answer not in me.legal()]
                for numbers in (range(FIRST_OPTION), range(FIRST_OPTION, ANSWERS))
            )
            steps += [
                Step(viewer, "why_not", {"hex": chance.choice(hexes)}),
                Step(viewer, "answer", {"seen_seq": me.seq, "answer": chance.choice(hexes)}),
                Step(viewer, "answer", {"seen_seq": me.seq, "answer": chance.choice(options)}),
                Step(viewer, "answer", {"seen_seq": 0, "answer": 0}),
                Step(viewer, "chat", {"text": "what do you have?"}),
                Step(viewer, f"{game}/board.svg"),
                Step(viewer, f"{game}/record"),
                Step(viewer, f"/api/tables/{{id}}/seats/{viewer}/state"),
                Step(viewer, "/api/tables/{id}"),
                Step(viewer, "/api/my/tables"),
            ]
        return steps

    def _get(self, step: Step) -> None:
        person = self.people[step.who] if isinstance(step.who, int) else self.stranger
        response = person.http.get(step.what.format(**self.table))
        headers = [f"{name}: {value}" for name, value in response.headers.items() if name not in _VARIABLE_HEADERS]
        self._record(step.who, [str(response.status_code), *headers, response.text])

    def _viewers(self) -> list[tuple[int | str, Socket]]:
        return [*enumerate(self.seats), (SPECTATOR, self.spectator)]

    def _complete(self, table: dict[str, Any]) -> bool:
        return bool(table) and table["watchers"] == 1 and all(seat["connected"] for seat in table["seats"])

    def _record(self, who: int | str, texts: list[str]) -> None:
        """Record what a viewer received, without ids, times and cookies."""
        masked = []
        for text in texts:
            for name in ("id", "invite", "watch", "deck_hash"):
                text = text.replace(self.table[name], f"<{name}>")
            masked.append(_COOKIE.sub("<cookie>", _TIMES.sub("<time>", text)))
        self.received.setdefault(who, []).append(masked)

    def _read_metrics(self) -> dict[str, float]:
        metrics = self.server.metrics()
        return {name: float(value) for name, value in _COUNTERS.findall(metrics)}
