"""The game loop of arena and simulation, and one rated game: bots are timed, and a bot that misbehaves loses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time as _cpu_seconds

from kingdom_builder import __version__
from kingdom_builder.arena.bot_process import describe
from kingdom_builder.arena.isolated import BotProcessFault, IsolatedBot
from kingdom_builder.arena.players import BotEnvironment
from kingdom_builder.arena.results import Fault, FaultKind, GameResult, shares_after_fault, shares_of
from kingdom_builder.arena.schedule import ScheduledGame
from kingdom_builder.bots import Bot
from kingdom_builder.bots.guarded import WrongAnswer, is_interrupt
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.engine.scoring import total
from kingdom_builder.engine.view import View
from kingdom_builder.game import Game

VERSION = __version__

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
    scheduled: ScheduledGame, environment: BotEnvironment, seat: int, turn: int, kind: FaultKind, message: str
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
        Fault(seat, scheduled.seats[seat], kind, turn + 1, message, turn_seconds=environment.turn_seconds),
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
        self.turn, self._active = self.game.turn, self.game.active
        self._scheduled = scheduled
        self._environment = environment
        for name in scheduled.seats:
            environment.source(name)  # a name that is no bot is an error of the caller, not the fault of a bot
        self._bots = [
            _TimedBot(self, seat, environment.seconds_allowed(name), watch) for seat, name in enumerate(scheduled.seats)
        ]
        self._turns = [0] * scheduled.players
        self._score_by_turn: list[list[int]] = [[] for _ in scheduled.seats]

    def play(self) -> Fault | None:
        """Play to the end of the game, or return the fault that ended it."""
        try:
            for bot in self._bots:
                bot.create()
            play_game(self.game, self._bots)
        except _FaultFound as found:
            return found.fault
        except IllegalAnswer as error:
            seat = self.game.to_play
            assert seat is not None
            return self.fault(seat, FaultKind.ILLEGAL, f"answered {self._bots[seat].last_answer}: {error}")
        finally:
            for bot in self._bots:
                bot.close()
        self.count_turn()
        return None

    def new_bot(self, seat: int) -> Bot:
        """Return a new bot for a seat."""
        return self._environment.new_bot(self._scheduled.seats[seat], self._scheduled.bot_seed(seat))

    def count_turn(self) -> None:
        """Count the turn that has ended and restart the clocks."""
        self._turns[self._active] += 1
        self._score_by_turn[self._active].append(total(self.game, self._active))
        self.turn, self._active = self.game.turn, self.game.active
        for bot in self._bots:
            bot.cpu_this_turn = 0.0

    def fault(self, seat: int, kind: FaultKind, message: str, lines: Sequence[str] = ()) -> Fault:
        """Return the fault of a seat at this moment of the game."""
        game, bot, limit = self.game, self._scheduled.seats[seat], self._environment.turn_seconds
        return Fault(seat, bot, kind, game.turn + 1, message, tuple(lines), game.to_record(), limit)

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
            tuple(bot.decisions for bot in self._bots),
            tuple(tuple(scores) for scores in self._score_by_turn),
            tuple(round(bot.cpu, 6) for bot in self._bots),
            tuple(round(bot.longest_turn, 6) for bot in self._bots),
            fault,
            self._environment.bot_versions(scheduled.seats),
            VERSION,
        )


class _TimedBot:
    """The bot of a seat as the game loop sees it: its time is counted, and its faults are raised as _FaultFound."""

    __slots__ = (
        "_allowed", "_answer", "_clock", "_rated", "_seat", "_watch", "close", "cpu", "cpu_this_turn", "decisions",
        "last_answer", "longest_turn",
    )  # fmt: skip
    _answer: Callable[[View], int]

    def __init__(self, rated: _RatedGame, seat: int, allowed: float | None, watch: Watch) -> None:
        self._rated = rated
        self._seat = seat
        self._allowed = allowed
        self._watch = watch
        self.cpu = self.cpu_this_turn = self.longest_turn = 0.0
        self.decisions = self.last_answer = 0
        self._clock: Callable[[], float] = _cpu_seconds
        self.close: Callable[[], None] = _close_nothing

    def create(self) -> None:
        """Create the bot itself; this time is not counted as its own."""
        self._watch(self._seat, 0)
        try:
            bot = self._rated.new_bot(self._seat)
            if isinstance(bot, IsolatedBot):
                self._clock, self.close = bot.cpu_seconds, bot.close
            self._answer = bot.answer
        except BaseException as error:
            if is_interrupt(error):
                raise
            raise self._raised(error) from None
        finally:
            self._watch(-1, 0)

    def answer(self, view: View) -> int:
        """Return the bot's answer and count its time."""
        rated = self._rated
        if rated.game.turn != rated.turn:
            rated.count_turn()
        self._watch(self._seat, rated.turn)
        begun = self._clock()
        try:
            given = self._answer(view)
            used = self._clock() - begun
        except WrongAnswer as error:
            raise _FaultFound(rated.fault(self._seat, FaultKind.ILLEGAL, error.what)) from None
        except BaseException as error:
            if is_interrupt(error):
                raise
            raise self._raised(error) from None
        finally:
            self._watch(-1, rated.turn)
        self.decisions += 1
        self.cpu += used
        self.cpu_this_turn += used
        if self.cpu_this_turn > self.longest_turn:
            self.longest_turn = self.cpu_this_turn
        if self._allowed is not None and self.cpu_this_turn > self._allowed:
            message = f"{self.cpu_this_turn:.3f} s of CPU time for one turn, allowed are {self._allowed:.3f} s"
            raise _FaultFound(rated.fault(self._seat, FaultKind.OVERRAN, message))
        self.last_answer = given
        return given

    def _raised(self, error: BaseException) -> _FaultFound:
        if isinstance(error, BotProcessFault):
            return _FaultFound(self._rated.fault(self._seat, error.kind, str(error), error.lines))
        message, lines = describe(error)
        return _FaultFound(self._rated.fault(self._seat, FaultKind.RAISED, message, lines))


def _close_nothing() -> None:
    """A bot of this process holds nothing."""
