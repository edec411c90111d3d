"""Any bot as an engine: it proposes a move for a game of the library, and analyses it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kingdom_builder.bots import Bot, analysis, turn_of
from kingdom_builder.bots.budget import Budget, read_budget
from kingdom_builder.bots.specs import BotSpec, resolve
from kingdom_builder.engine import view as engine
from kingdom_builder.library.answer import Answer, to_answers
from kingdom_builder.library.game import Game
from kingdom_builder.library.view import View, engine_view


class Move(NamedTuple):
    """What an engine plays: the next `answer`, and all answers of the `turn` as far as the bot has planned it."""

    answer: Answer
    turn: tuple[Answer, ...]


@dataclass(frozen=True)
class Suggestion:
    """A turn that an engine suggests; `str` says it in a line.

    `answers` are those of the turn, until it ends or cannot be planned any further. `value` is by how much gold the
    player is expected to beat the best of the others at the end. `gold` is what the turn earns at once, by source, and
    `tiles` are the tiles it takes. `reach` are the terrains that the player's pieces touch afterwards and did not
    before, `freed` those that they touch no longer. `expected` is the player's mean final gold by source in the games
    that were played to their end, empty if there are none.
    """

    answers: tuple[Answer, ...]
    value: float
    gold: Mapping[str, int]
    tiles: tuple[str, ...]
    reach: tuple[str, ...]
    freed: tuple[str, ...]
    expected: Mapping[str, float]

    def __str__(self) -> str:
        """Return the answers and their value."""
        return f"{' '.join(map(str, self.answers))} ({self.value:+.1f})"


class Engine:
    """A bot that proposes moves and analyses games; it never changes the game it is given.

    The bot is a name (`"champion"`, `"greedy@400e"`), a class in a file (`"./my_bot.py:MyBot"`), a class, or an object.
    A budget is for a turn: `"1s"` for seconds or `"10000e"` for evaluations, with which a bot is deterministic.

    A seat of a game has one bot object while the game goes on. For another game, or one in which nothing was played
    since the last call or answers were undone, a new object is made; so the same game has the same answer. An object
    that is given as the bot is always used itself.

    >>> from kingdom_builder import new_first_game
    >>> game = new_first_game(1)
    >>> move = Engine("champion").play(game, "200e")
    >>> game.is_legal(move.answer), move.turn[0] == move.answer
    (True, True)
    """

    def __init__(self, bot: BotSpec = "champion", *, seed: int = 0) -> None:
        """Choose a bot; the seed decides its random choices. ValueError if there is no such bot."""
        self._source = resolve(bot)
        self._seed = seed
        self._bots: dict[tuple[Budget | None, int], tuple[Bot, engine.Moment]] = {}

    @property
    def name(self) -> str:
        """The name of the bot."""
        return self._source.name

    def play(self, game: Game | View, budget: str | Budget | None = None) -> Move:
        """Return what the bot plays for the seat to play; ValueError if the game is over.

        BotError says what a bot of a user has done wrong.
        """
        view = _view_to_play(game)
        answers = to_answers(turn_of(self._bot_of_game(_read(budget), view), view))
        return Move(answers[0], answers)

    def analyse(
        self, game: Game | View, budget: str | Budget | None = None, *, best: int = 3, games: int = 0
    ) -> list[Suggestion]:
        """Return the best turns that the bot finds for the seat to play, best first.

        `games` games are played to their end from each of them. A bot that does not plan turns has one suggestion: what
        it plays, with the value that the champion's evaluation gives it.
        """
        numbers: list[tuple[str, object, int]] = [("best", best, 1), ("games", games, 0)]
        for name, number, least in numbers:
            if not isinstance(number, int) or number < least:
                raise ValueError(f"{name}: expected a whole number from {least}, not {number!r}")
        view = _view_to_play(game)
        bot = self._source.new(self._seed, _read(budget))
        return _suggestions(analysis.analyse(view, seed=self._seed, best=best, games=games, bot=bot))

    def _bot_of_game(self, budget: Budget | None, view: engine.View) -> Bot:
        """Return the bot that has answered for this seat before if the game has gone on since, else a new one."""
        bot, since = self._bots.get((budget, view.seat), (None, None))
        if bot is None or since is None or not engine.has_gone_on(view, since):
            bot = self._source.new(self._seed, budget)
        self._bots[budget, view.seat] = bot, engine.moment_of(view)
        return bot

    def __repr__(self) -> str:
        """Return the name of the bot."""
        return f"<Engine {self.name}>"


def analyse(
    game: Game | View, budget: str | Budget | None = None, *, best: int = 3, games: int = 0, seed: int = 0
) -> list[Suggestion]:
    """Return the best turns that the analyst finds for the seat to play, best first (`Engine.analyse`).

    It uses all of its budget, five seconds without one.

    >>> from kingdom_builder import new_first_game
    >>> len(analyse(new_first_game(1), "400e", best=2))
    2
    """
    return Engine("analyst", seed=seed).analyse(game, budget, best=best, games=games)


def _read(budget: str | Budget | None) -> Budget | None:
    return budget if budget is None or isinstance(budget, Budget) else read_budget(budget)


def _view_to_play(game: Game | View) -> engine.View:
    if not isinstance(game, Game | View):
        raise TypeError(f"expected a game or a view, not {game!r}")
    seat = game.to_play
    if seat is None:
        raise ValueError("the game is over: nobody has to answer")
    view = game if isinstance(game, View) else game.view(seat)
    if view.seat != seat:
        raise ValueError(f"this is the view of seat {view.seat}, but seat {seat} has to answer")
    return engine_view(view)


def _suggestions(found: list[analysis.Suggestion]) -> list[Suggestion]:
    return [
        Suggestion(
            to_answers(turn.answers),
            turn.value,
            turn.gold,
            tuple(turn.tiles),
            tuple(turn.reach),
            tuple(turn.freed),
            turn.expected,
        )
        for turn in found
    ]
