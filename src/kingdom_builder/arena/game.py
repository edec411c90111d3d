"""The game loop of arena and simulation, and one rated game: bots are timed, and a bot that misbehaves loses."""

from __future__ import annotations

import operator
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex

from kingdom_builder import __version__
from kingdom_builder.arena.players import BotEnvironment, new_player
from kingdom_builder.arena.results import Fault, GameResult, shares_after_fault, shares_of
from kingdom_builder.arena.schedule import ScheduledGame
from kingdom_builder.bots import Bot
from kingdom_builder.engine.game import IllegalAnswer
from kingdom_builder.engine.scoring import total
from kingdom_builder.engine.view import View
from kingdom_builder.library import Game

VERSION = __version__
TRACEBACK_LINES = 12
"""How many lines of a traceback are kept."""

Watch = Callable[[int, int], None]
"""Called with a seat and the turn whenever that seat's bot begins to think, and with -1 when it has ended."""


def play_game(game: Game, bots: Sequence[Bot]) -> int:
    """Let bots play a game to its end; return the number of decisions."""
    players = [(bot.answer, game.view(seat)) for seat, bot in enumerate(bots)]
    play = game.play
    decisions = 0
    while (seat := game.to_play) is not None:
        answer, view = players[seat]
        play(answer(view))
        decisions += 1
    return decisions


def play_scheduled_game(
    scheduled: ScheduledGame, environment: BotEnvironment, watch: Watch = lambda seat, turn: None
) -> tuple[GameResult, Game]:
    """Play one rated game to its end, or to the fault of a bot."""
    rated = _RatedGame(scheduled, environment, watch)
    fault = rated.play()
    return rated.result(fault), rated.game


def result_of_lost_process(
    scheduled: ScheduledGame, environment: BotEnvironment, seat: int, turn: int, kind: str, message: str
) -> GameResult:
    """Return the result of a game whose process crashed or was killed while a bot was thinking."""
    players = scheduled.players
    zeros = (0.0,) * players
    return GameResult(
        scheduled,
        scheduled.setup().start,
        shares_after_fault(players, seat),
        (0,) * players,
        ({},) * players,
        (0,) * players,
        (0,) * players,
        ((),) * players,
        zeros,
        zeros,
        Fault(seat, scheduled.seats[seat], kind, turn, message, turn_seconds=environment.turn_seconds),
        environment.bot_versions(scheduled.seats),
        VERSION,
    )


class _FaultFound(Exception):  # noqa: N818 - it ends the game, it is no error of the arena
    """A bot has lost the game by a fault."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault


class _RatedGame:
    """A game with its bots, their clocks and what is counted for the result."""

    def __init__(self, scheduled: ScheduledGame, environment: BotEnvironment, watch: Watch) -> None:
        self.game = Game(scheduled.setup())
        self._scheduled = scheduled
        self._environment = environment
        self._watch = watch
        self._allowed = [environment.seconds_allowed(name) for name in scheduled.seats]
        self._turn, self._active = self.game.turn, self.game.active
        self._last_answer = 0
        players = scheduled.players
        self._cpu = [0.0] * players
        self._cpu_this_turn = [0.0] * players
        self._longest = [0.0] * players
        self._turns = [0] * players
        self._decisions = [0] * players
        self._score_by_turn: list[list[int]] = [[] for _ in scheduled.seats]

    def play(self) -> Fault | None:
        """Play to the end of the game, or return the fault that ended it."""
        try:
            play_game(self.game, [_TimedBot(self, seat) for seat in range(self._scheduled.players)])
        except _FaultFound as found:
            return found.fault
        except IllegalAnswer as error:
            seat = self.game.to_play
            assert seat is not None
            return self._fault(seat, "illegal", _illegal(self._last_answer, error))
        self._count_turn()
        return None

    def new_bot(self, seat: int) -> Bot:
        """Make the bot of a seat; this time is not counted as its own."""
        self._watch(seat, 0)
        try:
            bot = new_player(self._scheduled.seats[seat], self._scheduled.bot_seed(seat), self._environment)
            if not callable(getattr(bot, "answer", None)):
                raise TypeError("it has no method answer(view)")
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._raised(seat, error) from None
        finally:
            self._watch(-1, 0)
        return bot

    def ask(self, seat: int, answer: Callable[[View], SupportsIndex], view: View) -> int:
        """Return a bot's answer and count its time; raise _FaultFound if there is none in time."""
        self._count_turn()
        self._watch(seat, self._turn)
        begun = time.process_time()
        try:
            given = _number(answer(view))
            used = time.process_time() - begun
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._raised(seat, error) from None
        finally:
            self._watch(-1, self._turn)
        self._decisions[seat] += 1
        self._cpu[seat] += used
        spent = self._cpu_this_turn[seat] = self._cpu_this_turn[seat] + used
        self._longest[seat] = max(self._longest[seat], spent)
        allowed = self._allowed[seat]
        if allowed is not None and spent > allowed:
            message = f"{spent:.3f} s of CPU time for one turn, allowed are {allowed:.3f} s"
            raise _FaultFound(self._fault(seat, "overran", message))
        if isinstance(given, str):
            raise _FaultFound(self._fault(seat, "illegal", given))
        self._last_answer = given
        return given

    def result(self, fault: Fault | None) -> GameResult:
        """Return the result of the game."""
        scheduled, game = self._scheduled, self.game
        scores = game.scores()
        return GameResult(
            scheduled,
            game.setup.start,
            shares_of(scores) if fault is None else shares_after_fault(scheduled.players, fault.seat),
            tuple(scores),
            tuple({line.source: line.gold for line in game.score(seat)} for seat in range(scheduled.players)),
            tuple(self._turns),
            tuple(self._decisions),
            tuple(tuple(scores) for scores in self._score_by_turn),
            tuple(round(seconds, 6) for seconds in self._cpu),
            tuple(round(seconds, 6) for seconds in self._longest),
            fault,
            self._environment.bot_versions(scheduled.seats),
            VERSION,
        )

    def _count_turn(self) -> None:
        """If a turn has ended since the last call, count it and restart the clocks."""
        game = self.game
        if game.turn != self._turn or game.over:
            self._turns[self._active] += 1
            self._score_by_turn[self._active].append(total(game, self._active))
            self._turn, self._active = game.turn, game.active
            self._cpu_this_turn = [0.0] * self._scheduled.players

    def _fault(self, seat: int, kind: str, message: str, lines: Sequence[str] = ()) -> Fault:
        game, limit = self.game, self._environment.turn_seconds
        return Fault(seat, self._scheduled.seats[seat], kind, game.turn, message, tuple(lines), game.to_record(), limit)

    def _raised(self, seat: int, error: BaseException) -> _FaultFound:
        lines = "".join(traceback.format_exception(error)).splitlines()
        message = f"{type(error).__name__}: {_write(str, error)}"
        return _FaultFound(self._fault(seat, "raised", message[:300], lines[-TRACEBACK_LINES:]))


class _TimedBot:
    """The bot of a seat as the game loop sees it."""

    def __init__(self, rated: _RatedGame, seat: int) -> None:
        self._ask = rated.ask
        self._seat = seat
        self._answer = rated.new_bot(seat).answer

    def answer(self, view: View) -> int:
        """Ask the bot and count its time."""
        return self._ask(self._seat, self._answer, view)


def _number(given: SupportsIndex) -> int | str:
    """Return an answer as a number, or a message if it is none; calling its methods runs the bot's code."""
    try:
        return operator.index(given)
    except TypeError as error:
        return _illegal(given, error)


def _illegal(given: object, error: Exception) -> str:
    return f"answered {_write(repr, given):.80}: {_write(str, error)}"


def _write(write: Callable[[Any], str], thing: object) -> str:
    """Write an object of a bot in one line, also if its own methods for that raise."""
    try:
        return " ".join(write(thing).split())
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"<{type(thing).__name__} that cannot be written>"
