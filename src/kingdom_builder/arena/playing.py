"""One game of an arena: bots are timed, and one that raises, answers illegally or overruns its time has lost."""

from __future__ import annotations

import operator
import time
import traceback
from collections.abc import Callable
from typing import Any, SupportsIndex

from kingdom_builder import __version__
from kingdom_builder.arena.players import Kit, new_player
from kingdom_builder.arena.results import Fault, GameResult, shares_after_fault, shares_of
from kingdom_builder.arena.schedule import Fixture
from kingdom_builder.bots import Bot
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.scoring import total
from kingdom_builder.engine.turn import IllegalAnswer

LAST_LINES = 12
"""How much of a traceback is kept."""

VERSION = __version__

Watch = Callable[[int, int], None]
"""Called with a seat and the turn whenever that seat's bot begins to think, and with -1 when it is done."""


def play_fixture(fixture: Fixture, kit: Kit, watch: Watch = lambda seat, turn: None) -> tuple[GameResult, Game]:
    """Play one game to its end, or to a bot's fault."""
    table = _Table(fixture, kit, watch)
    fault = table.seat_bots() or table.play()
    return table.result(fault), table.game


class _Table:
    """A game with its bots and their clocks."""

    def __init__(self, fixture: Fixture, kit: Kit, watch: Watch) -> None:
        self.game = Game(fixture.setup())
        self._fixture = fixture
        self._kit = kit
        self._watch = watch
        self._bots: list[Bot] = []
        self._allowed = [kit.seconds_allowed(name) for name in fixture.seats]
        self._cpu = [0.0] * fixture.players
        self._longest = [0.0] * fixture.players
        self._turns = [0] * fixture.players
        self._decisions = [0] * fixture.players
        self._course: list[list[int]] = [[] for _ in fixture.seats]

    def seat_bots(self) -> Fault | None:
        """Make the bots; this time is not counted as theirs."""
        for seat, name in enumerate(self._fixture.seats):
            self._watch(seat, 0)
            try:
                bot = new_player(name, self._fixture.bot_seed(seat), self._kit)
                if not callable(getattr(bot, "answer", None)):
                    raise TypeError("it has no method answer(view)")
                self._bots.append(bot)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                return self._raised(seat, error)
            finally:
                self._watch(-1, 0)
        return None

    def play(self) -> Fault | None:
        """Play to the end of the game or to a fault."""
        game, clock, watch = self.game, time.process_time, self._watch
        players = [(bot.answer, game.view(seat)) for seat, bot in enumerate(self._bots)]
        turn, active = game.turn, game.active
        spent = [0.0] * len(players)
        while (seat := game.to_play) is not None:
            answer, view = players[seat]
            watch(seat, turn)
            begun = clock()
            try:
                given = _number(answer(view))
                used = clock() - begun
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                return self._raised(seat, error)
            finally:
                watch(-1, turn)
            self._decisions[seat] += 1
            self._cpu[seat] += used
            spent[seat] += used
            self._longest[seat] = max(self._longest[seat], spent[seat])
            allowed = self._allowed[seat]
            if allowed is not None and spent[seat] > allowed:
                words = f"{spent[seat]:.3f} s of CPU time for one turn, allowed are {allowed:.3f} s"
                return self._fault(seat, "overran", words)
            if isinstance(given, str):
                return self._fault(seat, "illegal", given)
            try:
                game.play(given)
            except IllegalAnswer as error:
                return self._fault(seat, "illegal", _illegal(given, error))
            if game.turn != turn or game.over:
                self._turns[active] += 1
                self._course[active].append(total(game, active))
                turn, active = game.turn, game.active
                spent = [0.0] * len(players)
        return None

    def result(self, fault: Fault | None) -> GameResult:
        """Return what came out."""
        fixture, game = self._fixture, self.game
        scores = game.scores()
        sources = tuple({line.source: line.gold for line in game.score(seat)} for seat in range(fixture.players))
        return GameResult(
            fixture,
            game.setup.start,
            shares_of(scores) if fault is None else shares_after_fault(fixture.players, fault.seat),
            tuple(scores),
            sources,
            tuple(self._turns),
            tuple(self._decisions),
            tuple(tuple(course) for course in self._course),
            tuple(round(seconds, 6) for seconds in self._cpu),
            tuple(round(seconds, 6) for seconds in self._longest),
            fault,
            marks(fixture, self._kit),
            VERSION,
        )

    def _raised(self, seat: int, error: BaseException) -> Fault:
        lines = "".join(traceback.format_exception(error)).splitlines()
        words = f"{type(error).__name__}: {_said(str, error)}"
        return self._fault(seat, "raised", words[:300], tuple(lines[-LAST_LINES:]))

    def _fault(self, seat: int, kind: str, message: str, lines: tuple[str, ...] = ()) -> Fault:
        game, limit = self.game, self._kit.turn_seconds
        return Fault(seat, self._fixture.seats[seat], kind, game.turn, message, lines, game.to_record(), limit)


def _number(given: SupportsIndex) -> int | str:
    """Return an answer as a number, or what to say of one that is none; whatever it runs is the bot's doing."""
    try:
        return operator.index(given)
    except TypeError as error:
        return _illegal(given, error)


def _illegal(given: object, error: Exception) -> str:
    return f"answered {_said(repr, given):.80}: {_said(str, error)}"


def _said(write: Callable[[Any], str], thing: object) -> str:
    """Write in one line what a bot has made, also if that raises."""
    try:
        return " ".join(write(thing).split())
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"<{type(thing).__name__} that cannot be written>"


def marks(fixture: Fixture, kit: Kit) -> dict[str, str]:
    """Return the mark of each bot in a game."""
    return {name: kit.mark(name) for name in sorted(set(fixture.seats))}


def lost_with_its_process(fixture: Fixture, kit: Kit, seat: int, turn: int, kind: str, message: str) -> GameResult:
    """Return the result of a game whose process had to be ended, or ended itself, while a bot was thinking."""
    players = fixture.players
    none = (0.0,) * players
    return GameResult(
        fixture,
        fixture.setup().start,
        shares_after_fault(players, seat),
        (0,) * players,
        ({},) * players,
        (0,) * players,
        (0,) * players,
        ((),) * players,
        none,
        none,
        Fault(seat, fixture.seats[seat], kind, turn, message, turn_seconds=kit.turn_seconds),
        marks(fixture, kit),
        VERSION,
    )
