"""The state of a table after its events. It is immutable."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, Self

from kingdom_builder.engine.answers import PASS
from kingdom_builder.engine.question import Question
from kingdom_builder.formats.record import RULES_VERSION
from kingdom_builder.game import Game
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.table.bounds import Counts
from kingdom_builder.table.events import SeatKind, TableStatus
from kingdom_builder.table.options import SetupOptions

_QUESTION = "_question"
"""Where a state keeps the question of its game."""


class Outage(NamedTuple):
    """A time on the wall clock in which the players' clocks stood still: no host ran, or they had time to come back."""

    begin: float
    end: float


class Moment(NamedTuple):
    """A moment on the host's two clocks: `wall` is stored and shown, `steady` cannot be set and measures time.

    `steady` stands still in an outage. `outages` are those that the host knows; the present one ends in `resumes_in`
    seconds.
    """

    wall: float
    steady: float
    outages: tuple[Outage, ...] = ()
    resumes_in: float = 0.0

    def seconds_since(self, time: float) -> float:
        """Return for how long clocks have run since a time on the wall clock; one in the future is now.

        >>> Moment(150.0, 0.0, (Outage(100.0, 140.0),)).seconds_since(90.0)
        20.0
        """
        lost = sum(max(0.0, min(outage.end, self.wall) - max(outage.begin, time)) for outage in self.outages)
        return max(0.0, self.wall - time - lost)


@dataclass(frozen=True)
class Seat:
    """Who holds a seat; `person` is an opaque id, `level` that of a bot.

    `free`: a person has left it during the game; a bot keeps it until a new person may take it.
    """

    kind: SeatKind
    person: str | None
    level: str | None
    name: str
    free: bool = False


class DailyAttempt(NamedTuple):
    """Which daily challenge a table plays: its date as YYYY-MM-DD and its number.

    `practice`: the result does not count, because it is not the first attempt on that day.
    """

    day: str
    number: int
    practice: bool


@dataclass(frozen=True)
class TableOptions:
    """The options of a table. Limits are in seconds, None is no limit. `played_on`: it plays another game on."""

    setup: SetupOptions
    start_when_full: bool
    running_score: bool
    turn_seconds: int | None
    reaction_seconds: int | None
    daily: DailyAttempt | None = None
    played_on: bool = False


class TurnClock(NamedTuple):
    """The time of a turn, on the steady clock: when it began, since when the current question is asked, and how long
    the active player has waited for answers of others.
    """

    turn_began: float
    asked_at: float
    waited: float = 0.0


class SeatRequest(NamedTuple):
    """A person who asks for a free seat during the game. `seq` is the number of the request's event.

    `asked` are the seats of the players who must accept before `ends`, a moment of the steady clock.
    """

    seq: int
    seat: int
    person: str
    name: str
    asked: frozenset[int]
    ends: float
    accepted: frozenset[int] = frozenset()

    @property
    def is_accepted(self) -> bool:
        """Whether all who were asked have accepted."""
        return self.asked <= self.accepted


class UnfitMove(NamedTuple):
    """A stored move that the present rules do not allow: the number of its event, the answer, and who gave it.

    `over`: the game was finished when it was stored.
    """

    seq: int
    answer: str
    name: str
    seat: int
    over: bool = False


class NextTable(NamedTuple):
    """The table of a rematch, and its invite."""

    table: str
    invite: str


class Progress(NamedTuple):
    """How far the game of a table is: the seat that is asked, and the result if it is over."""

    to_play: int | None
    gold: list[int] | None = None
    winners: list[int] | None = None


@dataclass(frozen=True)
class TableState:
    """A table after an event."""

    id: str
    invite: str
    watch: str
    creator: str
    listed: bool
    created_at: float
    options: TableOptions
    setup: str
    """A record without answers: the set-up and the secret deck."""
    seats: tuple[Seat, ...]
    game: Game
    clock: TurnClock
    status: TableStatus = TableStatus.OPEN
    begun: bool = False
    seq: int = 1
    """The number of the last event."""
    question_seq: int = 1
    """The number of the last event that changed the question: answers refer to it."""
    auto_pass: Mapping[int, int] = field(default_factory=dict)
    """Seats that pass automatically, with the turn for which they do."""
    substitute: tuple[int, int] | None = None
    """The seat for which a bot plays after a time-out, and the turn for which it does."""
    rematch: NextTable | None = None
    held: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """The seats that each person holds or has held."""
    watched: frozenset[str] = frozenset()
    """People without a seat who have watched."""
    request: SeatRequest | None = None
    requests: int = 0
    """The number of requests for a seat so far."""
    renewals: int = 0
    """How often a link was renewed."""
    hinted: bool = False
    """Whether a hint was given in a daily challenge that counts."""
    counts: Counts = field(default_factory=dict)
    """How much of what is bounded has happened (`bounds.py`)."""
    rules: int = RULES_VERSION
    """The version of the rules under which the table was created."""
    unfit: UnfitMove | None = None
    """The move at which the game stops, because the present rules do not allow it."""

    def changed(self, **changes: Any) -> Self:
        """Return a copy with other values. A move needs it; `dataclasses.replace` takes ten times as long."""
        found = object.__new__(type(self))
        found.__dict__.update(self.__dict__)
        found.__dict__.update(changes)
        return found

    @property
    def question(self) -> Question | None:
        """The question of the game, None when it is over. It is kept, because the views of a move need it often."""
        kept: tuple[Game, Question | None] | None = self.__dict__.get(_QUESTION)
        if kept is None or kept[0] is not self.game:
            kept = self.__dict__[_QUESTION] = (self.game, self.game.question)
        return kept[1]

    @property
    def shows_gold(self) -> bool:
        """Whether everybody may see the players' gold now."""
        return self.game.over or self.options.running_score

    def seats_of(self, person: str | None) -> list[int]:
        """Return the seats that a person holds."""
        if person is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    @property
    def starts_now(self) -> bool:
        """Whether the game is to start, because no seat is open."""
        if self.status is not TableStatus.OPEN or not self.options.start_when_full:
            return False
        return all(seat.kind is not SeatKind.OPEN for seat in self.seats)

    @property
    def bots_only(self) -> bool:
        """Whether bots hold all seats."""
        return all(seat.kind is SeatKind.BOT for seat in self.seats)

    @property
    def was_finished(self) -> bool:
        """Whether the game was finished, also under other rules: everybody may see all of it."""
        return self.status is TableStatus.OVER or (self.unfit is not None and self.unfit.over)

    @property
    def deck_seed(self) -> str:
        """The secret that determines all cards that will be drawn."""
        return str(self.game.setup.deck_seed)

    @property
    def deck_hash(self) -> str:
        """The hash of the secret, shown from the beginning, so that the secret cannot be changed later."""
        return hash_of_seed(self.deck_seed)

    @property
    def progress(self) -> Progress:
        """How far the game is."""
        if self.status is TableStatus.OVER:
            return Progress(None, self.game.scores(), self.game.winners())
        return Progress(self.game.to_play if self.begun else None)

    @property
    def turn_has_begun(self) -> bool:
        """Whether somebody has given an answer in the current turn."""
        return not self.game.over and self.game.turn_before == self.game.turn

    def passes(self, seat: int) -> bool:
        """Return whether a seat passes automatically in this turn."""
        return self.auto_pass.get(seat) == self.game.turn

    def offers_pass(self) -> bool:
        """Return whether the seat that is asked may pass, in another player's turn or after the last one."""
        return is_reaction(self.game) and PASS in self.game.legal()[1]

    def can_pass(self, seat: int) -> bool:
        """Return whether a seat may be asked something in this turn of another player that it can pass in advance."""
        game = self.game
        if self.status is not TableStatus.PLAYING or game.active == seat or game.turn_state.after_last_turn:
            return False
        can_react = any(REGISTRY.tiles[tile.kind].hooks.emptied is not None for tile in game.players[seat].tiles)
        return can_react and (game.to_play != seat or self.offers_pass())

    @property
    def time_limit(self) -> int | None:
        """The time limit of the current question in seconds."""
        return self.options.reaction_seconds if is_reaction(self.game) else self.options.turn_seconds

    def seconds_left(self, now: float) -> float | None:
        """Return the seconds left for the seat that is asked, at a time of the steady clock; None without a limit."""
        limit = self.time_limit
        if limit is None:
            return None
        clock = self.clock
        since = clock.asked_at if is_reaction(self.game) else clock.turn_began + clock.waited
        return max(0.0, min(float(limit), since + limit - now))  # a clock that was set back gives nobody more time


def is_reaction(game: Game) -> bool:
    """Return whether what is asked interrupts a turn or comes after the last one: it has its own time limit."""
    return not game.over and (game.to_play != game.active or game.turn_state.after_last_turn)


def has_ended_turn(before: Game, after: Game) -> bool:
    """Return whether a turn has ended between two moments of a game; questions after the last turn belong to it."""
    return after.turn != before.turn or (after.over and not before.over)


@lru_cache(maxsize=1 << 12)
def hash_of_seed(seed: str) -> str:
    """Return SHA-256 of a deck's seed as decimal digits.

    >>> hash_of_seed("7")[:8]
    '7902699b'
    """
    return hashlib.sha256(seed.encode()).hexdigest()
