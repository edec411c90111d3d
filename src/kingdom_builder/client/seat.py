"""A bot that plays a seat at a table of a server, from the invite to the end of the game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self
from urllib.parse import urlsplit

from kingdom_builder.bots import Bot
from kingdom_builder.client.http import HttpClient, Refused
from kingdom_builder.client.replica import OutOfStep, Replica
from kingdom_builder.client.saved_seats import SeatCredential
from kingdom_builder.engine.view import View
from kingdom_builder.table.diff import hex_numbers

LOCAL_SERVER = "http://127.0.0.1:8000"
WAIT_SECONDS = 30
_OVERTAKEN = ("stale", "not_your_turn", "game_over", "closed")
"""Codes of rejected answers that came too late: the table has changed meanwhile."""
_NOT_OURS = (401, 403, 404)
"""The status of a response if the seat belongs to somebody else, or the table does not exist any more."""


class End(StrEnum):
    """Why a bot no longer plays a seat."""

    OVER = "over"
    CLOSED = "closed"
    STOPPED = "stopped"
    LOST = "lost"
    """Somebody else has the seat, or a bot of the server."""


@dataclass(frozen=True)
class Outcome:
    """The end of a game for a seat. `names` and `scores` are by seat; there are no scores before the end of a game."""

    end: End
    names: tuple[str, ...]
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()


def parse_invite(invite: str, server: str | None = None) -> tuple[str, str]:
    """Return the server and the code of an invite, which is a link or the last part of one.

    >>> parse_invite("https://example.org/games/t/k3P9xQ2mV7aB")
    ('https://example.org/games', 'k3P9xQ2mV7aB')
    >>> parse_invite("k3P9xQ2mV7aB")
    ('http://127.0.0.1:8000', 'k3P9xQ2mV7aB')
    """
    if "://" not in invite:
        return server or LOCAL_SERVER, invite.strip("/")
    parts = urlsplit(invite)
    prefix, _, code = parts.path.rstrip("/").rpartition("/")
    found = f"{parts.scheme}://{parts.netloc}{prefix.removesuffix('/t')}"
    return server or found, code


class RemoteSeat:
    """A seat at a table of a server. The game is followed by its events, so the bot gets a complete view.

    Questions are long polls and answers are requests with an id, so a lost connection loses and repeats no answer.
    """

    def __init__(self, client: HttpClient, credential: SeatCredential) -> None:
        """Use a seat that was taken before."""
        self.credential = credential
        self.table, self.seat, token = credential
        self._client = client
        client.headers = {"authorization": f"Bearer {token}"}
        self._path = f"/api/tables/{self.table}/seats/{self.seat}"
        self._replica: Replica | None = None
        self._seq = 0

    @classmethod
    def join(cls, client: HttpClient, invite: str, name: str) -> Self:
        """Take an open seat; raise Refused if there is none, OSError if the server cannot be reached."""
        client.headers = {}
        wanted = {"id": secrets.token_urlsafe(16), "name": name, "token": True}
        joined = client.post(f"/api/invites/{invite}/seats", wanted)
        (token,) = joined["tokens"]
        return cls(client, SeatCredential(joined["table"]["id"], token["seat"], token["token"]))

    def is_ours(self) -> bool:
        """Return whether the server still gives this seat to the holder of the credential."""
        try:
            self._client.get(f"{self._path}/state")
        except Refused as refused:
            if refused.status in _NOT_OURS:
                return False
            raise
        return True

    def play(self, bot: Bot, *, asked: Callable[[View, Mapping[str, Any]], None] = lambda view, you: None) -> Outcome:
        """Let a bot answer until the game is over or the seat is lost.

        `asked` is called with the bot's view and the server's view of the seat before every answer.
        """
        try:
            return self._play(bot, asked)
        except Refused as refused:
            if refused.status in _NOT_OURS:
                return Outcome(End.LOST, ())
            raise

    def _play(self, bot: Bot, asked: Callable[[View, Mapping[str, Any]], None]) -> Outcome:
        while True:
            state = self._client.get(f"{self._path}/state", after=self._seq, wait=WAIT_SECONDS)
            table, shown = state["table"], state["view"]
            names = tuple(seat["name"] for seat in table["seats"])
            if table["status"] in (End.CLOSED, End.STOPPED):
                return Outcome(End(table["status"]), names)
            if shown is None:
                self._seq = table["seq"]
                continue
            public = shown["public"]
            if public["over"]:
                scores = tuple(sum(line["gold"] for line in lines) for lines in public["scores"])
                return Outcome(End.OVER, names, scores, tuple(public["winners"]))
            view = self._follow(state)
            if public["to_play"] == self.seat and shown["you"]["seat"] == self.seat:
                asked(view, shown["you"])
                self._answer(bot.answer(view), public["seq"])

    def _follow(self, state: Mapping[str, Any]) -> View:
        """Apply the new events, and return the view; if they do not fit, follow the game again from its beginning."""
        you = state["view"]["you"]
        try:
            if self._replica is None:
                raise OutOfStep("the game has not been followed yet")
            return self._applied(self._replica, state["events"], you, state["table"]["seq"])
        except OutOfStep:
            events = self._all_events(state["table"]["seq"])
            started = next(i for i, event in enumerate(events) if event["kind"] == "started")
            self._replica = Replica(self.seat, events[started])
            self._seq = events[started]["seq"]
            return self._applied(self._replica, events, you, state["table"]["seq"])

    def _applied(self, replica: Replica, events: list[dict[str, Any]], you: Mapping[str, Any], last: int) -> View:
        """Apply events in their order up to the last one; raise OutOfStep if one is missing or the answers differ."""
        for event in events:
            if event["seq"] <= self._seq:
                continue
            if event["seq"] != self._seq + 1:
                raise OutOfStep(f"event {self._seq + 1} is missing")
            replica.apply(event)
            self._seq = event["seq"]
        if self._seq != last:
            raise OutOfStep(f"event {self._seq + 1} is missing")
        replica.show(you["hand"])
        hexes, options = replica.view.legal()
        if you["hexes"] or you["options"]:
            offered = sorted(you["hexes"]), sorted(you["options"])
            if (sorted(hex_numbers(hexes)), sorted(options)) != offered:
                raise OutOfStep("the server offers other answers")
        return replica.view

    def _all_events(self, last: int) -> list[dict[str, Any]]:
        """Return all events of the table up to a number, read page by page from the end."""
        found: list[dict[str, Any]] = []
        before = last + 1
        while before > 1:
            page = self._client.get(f"{self._path}/events", before=before)
            if not page:
                break
            found = page + found
            before = page[0]["seq"]
        return found

    def _answer(self, answer: int, seen: int) -> None:
        """Send an answer; one that comes too late is dropped, because the table has changed."""
        message = {"id": secrets.token_urlsafe(16), "seen_seq": seen, "answer": answer}
        try:
            self._client.post(f"{self._path}/answers", message)
        except Refused as refused:
            if refused.code not in _OVERTAKEN:
                raise
