"""A table: a game as its entries have made it, and what is to be done there next. It does no input or output.

An entry is numbered, and numbers never go back: taking back is an entry too. A table is what its set-up and entries
make of it, in every process and after every restart.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import Any

import orjson

from kingdom_builder.engine.answers import PASS, answer_name
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.server.changes import changes_between
from kingdom_builder.store.games import StoredEntry, StoredGame, StoredSeat

OPEN, PLAYING, OVER, ARCHIVED = "open", "playing", "over", "archived"
PLAYER, BOT, CLOCK = "player", "bot", "clock"
SEAT_KINDS = frozenset({"created", "joined", "renamed", "revoked", "moved", "started", "archived", "resumed"})
"""Entries that come with a change of the game's row or of its seats: those rows are read again."""

GAME_KINDS = frozenset({"answer", "undo", "started"})
"""Entries that change what is asked."""

STAND_IN = "mason"
"""The bot that plays on for somebody whose time has run out."""


@dataclass(frozen=True)
class Duty:
    """What the server has to do at a table: `kind` is bot, pass or timeout; `wait` is in how many seconds."""

    kind: str
    seat: int
    wait: float
    level: str = ""


class Table:
    """The present state of a table."""

    def __init__(self, stored: StoredGame, seats: list[StoredSeat], entries: list[StoredEntry]) -> None:
        """Begin with the set-up and play what has happened."""
        self.stored = stored
        self.seats = seats
        self.game: Game = Game.from_record(stored.setup)
        self.entries: list[StoredEntry] = []
        self._told: list[bytes | None] = []
        self.changed = 0
        """The number of the last entry that changed what is asked: answers refer to it."""
        self.begun = False
        self._passing: dict[int, int] = {}
        self._standing_in: tuple[int, int] | None = None
        self._turn_began = self._asked_at = time.monotonic()
        self._waited = 0.0
        self._numbers: dict[str, int] = {}
        for entry in entries:
            self._apply(entry, self.after(entry))
            self._told.append(None)

    @property
    def id(self) -> str:
        """The game's id."""
        return self.stored.id

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.entries)

    @property
    def status(self) -> str:
        """Whether the table is open, playing, over or archived."""
        return OVER if self.begun and self.game.over else self.stored.status

    def number_of(self, message_id: str) -> int | None:
        """Return the entry that a message has become, if it has."""
        return self._numbers.get(message_id)

    def refresh(self, stored: StoredGame, seats: list[StoredSeat]) -> None:
        """Take over rows that have changed; before the first turn the set-up may have changed with them."""
        if not self.begun and stored.setup != self.stored.setup:
            self.game = Game.from_record(stored.setup)
        self.stored, self.seats = stored, seats

    def after(self, entry: StoredEntry) -> Game:
        """Return the game as an entry makes it; IllegalAnswer or IndexError if it cannot."""
        if entry.kind == "answer":
            game = self.game.copy()
            game.play(entry.value)
            if game.turn != self.game.turn:
                game.past = None  # nobody can go back there, and a thousand games' pasts would fill the memory
            return game
        if entry.kind == "undo":
            game = self.game.copy()
            for _ in range(entry.value):
                game.undo()
            return game
        return self.game

    def apply(self, entry: StoredEntry, game: Game | None = None) -> None:
        """Take in the next entry; `game` is what it makes of the game where that is known."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} does not follow {self.number}")
        before, after = self.game, self.after(entry) if game is None else game
        self._told.append(_entry_json(entry, before, after))
        self._apply(entry, after)

    def told(self, after: int) -> list[bytes]:
        """Return what everybody is told of the entries after a number, as JSON (`told.Entry`).

        What was told before this table came into memory is made anew, for somebody who has not heard it.
        """
        if None in self._told[after:]:
            walk = Table(self.stored, self.seats, [])
            for entry in self.entries:
                walk.apply(entry)
            self._told = walk._told
        return [told for told in self._told[after:] if told is not None]

    def _apply(self, entry: StoredEntry, after: Game) -> None:
        before, self.game = self.game, after
        self.entries.append(entry)
        if entry.message_id is not None:
            self._numbers[entry.message_id] = entry.number
        if entry.kind in GAME_KINDS:
            self.changed = entry.number
        seat = entry.seat
        if entry.kind == "started":
            self.begun = True
            self._start_clock(entry)
        elif entry.kind == "passing" and seat is not None:
            self._passing[seat] = after.turn
        elif entry.kind == "timeout" and seat is not None:
            if self.offers_pass() and not after.phase.closing:
                self._passing[seat] = after.turn
            else:
                self._standing_in = (seat, after.turn)
        elif after is not before:
            self._move_clock(before, after, entry)

    def game_at(self, number: int) -> Game:
        """Return the game as it was after an entry."""
        game = Game.from_record(self.stored.setup)
        for entry in self.entries[:number]:
            play_entry(game, entry)
        return game

    def offers_pass(self) -> bool:
        """Say whether whoever is asked now may pass, in another's turn or after the last one."""
        return self.reacting(self.game) and PASS in self.game.asked()[1]

    @staticmethod
    def reacting(game: Game) -> bool:
        """Say whether what is asked interrupts a turn or comes after the last one: it has a time of its own."""
        return not game.over and (game.to_play != game.active or game.phase.closing)

    def passes(self, seat: int) -> bool:
        """Say whether a seat passes for this turn."""
        return self._passing.get(seat) == self.game.turn

    def can_undo(self, seat: int) -> bool:
        """Say whether a seat may take back its last answer."""
        return self.begun and self.game.to_play == seat and self.game.can_take_back()

    def undo_count(self, *, whole_turn: bool) -> int:
        """Return how many answers an undo takes back."""
        game = self.game.copy()
        seat = game.to_play
        count = 0
        while game.can_take_back() and game.to_play == seat and (whole_turn or not count):
            game.undo()
            count += 1
        return count

    @property
    def limit(self) -> int | None:
        """How many seconds whoever is asked now has."""
        options = self.stored.options
        limit: int | None = options["reaction_seconds" if self.reacting(self.game) else "turn_seconds"]
        return limit

    def duty(self) -> Duty | None:
        """Return what the server has to do here, now or later; None if it waits for people without a limit."""
        seat = self.game.to_play
        if self.status != PLAYING or seat is None:
            return None
        if self.passes(seat) and self.offers_pass():
            return Duty("pass", seat, 0.0)
        sitting = self.seats[seat]
        if sitting.kind == "bot":
            return Duty("bot", seat, 0.0, sitting.level or STAND_IN)
        if self._standing_in == (seat, self.game.turn):
            return Duty("bot", seat, 0.0, STAND_IN)
        left = self.seconds_left()
        return None if left is None else Duty("timeout", seat, left)

    def seconds_left(self) -> float | None:
        """Return how long the person who is asked still has; None without a limit."""
        limit = self.limit
        if limit is None:
            return None
        since = self._asked_at if self.reacting(self.game) else self._turn_began + self._waited
        return max(0.0, since + limit - time.monotonic())

    @property
    def deck_seed(self) -> str:
        """The secret: who knows it knows every card to come."""
        return str(self.game.setup.deck_seed)

    @property
    def deck_hash(self) -> str:
        """What is shown of the secret from the beginning, so that it cannot be changed later."""
        return hash_of_seed(self.deck_seed)

    def _start_clock(self, entry: StoredEntry) -> None:
        self._turn_began = self._asked_at = _monotonic(entry.time)
        self._waited = 0.0

    def _move_clock(self, before: Game, after: Game, entry: StoredEntry) -> None:
        """Count a turn's time from its beginning, without what others took to answer in it."""
        now = _monotonic(entry.time)
        if after.turn != before.turn:
            self._start_clock(entry)
        elif after.to_play != before.to_play:
            if self.reacting(before):
                self._waited += max(0.0, now - self._asked_at)
            self._asked_at = now


def play_entry(game: Game, entry: StoredEntry) -> bool:
    """Do to a game what an entry did, and say whether that changed it."""
    if entry.kind == "answer":
        game.play(entry.value)
    elif entry.kind == "undo":
        for _ in range(entry.value):
            game.undo()
    return entry.kind in GAME_KINDS


def _entry_json(entry: StoredEntry, before: Game, after: Game) -> bytes:
    facts: dict[str, Any] = {
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "by": entry.by,
        "time": entry.time,
    }
    if entry.kind == "answer":
        facts |= {"answer": entry.value, "word": answer_name(entry.value), "changes": changes_between(before, after)}
    elif entry.kind == "undo":
        facts |= {"count": entry.value, "changes": changes_between(before, after)}
    elif entry.kind == "rematch":
        facts["table"] = entry.value["table"]
    elif isinstance(entry.value, dict):
        facts |= entry.value
    revealed = entry.kind == "started" or (after.turn, after.card) != (before.turn, before.card)
    if revealed and after.card is not None:
        facts["terrain"] = TERRAINS[after.card]
    return orjson.dumps(facts)


def hash_of_seed(seed: str) -> str:
    """Return SHA-256 of a deck's seed as decimal digits.

    >>> hash_of_seed("7")[:8]
    '7902699b'
    """
    return hashlib.sha256(seed.encode()).hexdigest()


def _monotonic(moment: float) -> float:
    """Translate a moment of the past to the clock that nobody can set; one of the future is taken for now."""
    return time.monotonic() - max(0.0, time.time() - moment)
