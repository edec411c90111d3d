"""The clients of one game: they answer when an answer is due, and measure when it is acknowledged and seen."""

from __future__ import annotations

import asyncio
import random
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import orjson

from benchmarks.load.channel import Channel
from benchmarks.load.figures import Figures
from benchmarks.load.stored_games import Invited


@dataclass
class Sent:
    """A sent answer: when it was due, who sent it, and who has not received it yet."""

    due: float
    sender: Channel
    acknowledged: bool
    unseen: int


class Update(NamedTuple):
    """What the generator needs of an update: the numbers of its events, the head of the view, and the own part."""

    events: list[int]
    public: dict[str, Any]
    you: bytes


_EVENT = re.compile(rb'\{"seq":(\d+),"kind":')
_PUBLIC = re.compile(rb'"view":\{"public":(\{"seq":\d+,"turn":\d+,"active":\d+,"to_play":[^,]+,[^,]+,[^,]+),')
_YOU = b',"you":'


def read_update(body: bytes) -> Update | None:
    """Return an update; None if the message is none. Its position is not parsed: clients run on other machines.

    >>> head = b'{"type":"update","events":[{"seq":7,"kind":"answer"}],"view":{"public":{"seq":7,"turn":2,"active":0,'
    >>> body = head + b'"to_play":1,"over":false,"last_round":false,"scores":null},"clock":null,"you":{"hexes":[4]}}}'
    >>> update = read_update(body)
    >>> update.events, update.public["to_play"], update.you
    ([7], 1, b'{"hexes":[4]}')
    """
    if not body.startswith(b'{"type":"update"') or (public := _PUBLIC.search(body)) is None:
        return None
    events = [int(number) for number in _EVENT.findall(body, 0, public.start())]
    return Update(events, orjson.loads(public[1] + b"}"), body[body.rindex(_YOU) + len(_YOU) : -2])


class Audience(Protocol):
    """All games together: what they count, and who replaces a game that ends."""

    port: int
    figures: Figures
    under_way: int
    lost: int
    behind: int

    def replace(self, game: LiveGame) -> None:
        """Replace a game that ends by a new one."""


class LiveGame:
    """The clients of a game: two players and perhaps spectators."""

    def __init__(self, crowd: Audience, invited: Invited, spectators: int) -> None:
        self.crowd = crowd
        self.invited = invited
        self.spectators = spectators
        self.seq = 0
        self.over = False
        self._ending = False
        self.due: deque[float] = deque()
        self.channels: list[Channel] = []
        self.sent: dict[int, Sent] = {}
        self._asked: tuple[Channel, int, list[int]] | None = None
        self._answered = False

    async def open(self) -> None:
        """Connect all clients; the server need not send again what they have."""
        self._asked, self._answered = None, False
        self.channels = [Channel(self, seat) for seat in (0, 1, *[None] * self.spectators)]
        await asyncio.gather(*(self._open(channel) for channel in self.channels))

    async def _open(self, channel: Channel) -> None:
        place, cookie = f"watch/{self.invited.watch}", None
        if channel.seat is not None:
            place, cookie = f"tables/{self.invited.id}/seats/{channel.seat}", self.invited.cookies[channel.seat]
        await channel.open(self.crowd.port, f"/api/{place}/live?after={self.seq}", cookie)

    def close(self) -> None:
        for channel in self.channels:
            channel.abort()

    def answer(self) -> None:
        """Send the oldest answer that is due, now or as soon as a player is asked."""
        if not self.due or self._asked is None or self._answered:
            return
        channel, number, legal = self._asked
        self._answered = True
        self.sent[number + 1] = Sent(self.due.popleft(), channel, acknowledged=False, unseen=len(self.channels) - 1)
        self.crowd.under_way += 1
        message = {"type": "answer", "id": f"answer-{number + 1}", "seen_seq": number, "answer": random.choice(legal)}
        channel.say(orjson.dumps(message))

    def on_lost(self) -> None:
        """Count a connection that the server has closed."""
        self.crowd.lost += 1

    def hear(self, channel: Channel, body: bytes, now: float) -> None:
        if (update := read_update(body)) is not None:
            for number in update.events:
                self._see(number, channel, now)
            self._look(channel, update.public, update.you)
            return
        if body.startswith(b'{"type":"table"'):
            return
        message = orjson.loads(body)
        kind = message["type"]
        if kind == "ack":
            self._acknowledge(message["seq"], now)
        elif kind == "update":
            raise ValueError(f"an update has another form than the generator expects: {body[:300]!r}")
        elif kind == "snapshot":
            view = message["view"]
            self.crowd.behind += view["public"]["seq"] < self.seq
            self._look(channel, view["public"], orjson.dumps(view["you"]))
            if not channel.welcomed.done():
                channel.welcomed.set_result(now)
        elif kind == "error":
            self.crowd.figures.refused[message["code"]] += 1
            self._answered = False

    def _look(self, channel: Channel, public: Mapping[str, Any], own: bytes) -> None:
        self.seq = max(self.seq, public["seq"])
        self.over |= public["over"]
        if (self.over or public["last_round"]) and not self._ending:
            self._ending = True
            self.crowd.replace(self)
        if public["to_play"] is not None and public["to_play"] == channel.seat:
            you = orjson.loads(own)
            self._asked, self._answered = (channel, public["seq"], [*you["hexes"], *you["options"]]), False
            self.answer()

    def _acknowledge(self, number: int, now: float) -> None:
        if (sent := self.sent.get(number)) is not None:
            sent.acknowledged = True
            self.crowd.figures.acknowledged.append(now - sent.due)
            self._settle(number, sent)

    def _see(self, number: int, channel: Channel, now: float) -> None:
        if (sent := self.sent.get(number)) is not None and sent.sender is not channel:
            sent.unseen -= 1
            self.crowd.figures.seen.append(now - sent.due)
            self._settle(number, sent)

    def _settle(self, number: int, sent: Sent) -> None:
        if sent.acknowledged and not sent.unseen:
            del self.sent[number]
            self.crowd.under_way -= 1

    def give_up(self, figures: Figures, now: float) -> None:
        """Count missing replies with the time until now."""
        for due in self.due:
            figures.missing += 1
            figures.acknowledged.append(now - due)
            figures.seen.append(now - due)
        for sent in self.sent.values():
            figures.missing += 1
            if not sent.acknowledged:
                figures.acknowledged.append(now - sent.due)
            figures.seen += [now - sent.due] * sent.unseen
        self.due.clear()
        self.sent.clear()
