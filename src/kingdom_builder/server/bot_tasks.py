"""The tasks of the worker processes for bots, puzzles, pictures and reviews. They get no game that is not over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson
import resvg_py

from kingdom_builder.bots import OPPONENTS, new_bot, turn_of
from kingdom_builder.bots.analysis import rest_of_turn
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.specs import BotSource
from kingdom_builder.daily import BOT as DAILY_BOT
from kingdom_builder.daily import daily_bot
from kingdom_builder.engine.view import View
from kingdom_builder.game import Game
from kingdom_builder.puzzles.grading import value_turn
from kingdom_builder.puzzles.puzzle import KnownTurn, Puzzle
from kingdom_builder.render import fonts
from kingdom_builder.review import review_game
from kingdom_builder.review.grading import grade_turn
from kingdom_builder.table.tasks import SUBSTITUTE_LEVEL
from kingdom_builder.workers import Label, Report


class BotTurn(NamedTuple):
    """Answer as a bot of a level does, for as much of its turn as it has planned."""

    view: View
    level: str
    seed: int


class PlanTurn(NamedTuple):
    """Plan the rest of a turn, for a hint; with seconds the analyst searches for so long."""

    view: View
    seed: int
    seconds: float | None = None


class ValueTurn(NamedTuple):
    """Value a turn that was played in a puzzle."""

    puzzle: Puzzle
    answers: tuple[int, ...]


class DrawPicture(NamedTuple):
    """Draw an SVG as PNG."""

    svg: str


class ReviewGame(NamedTuple):
    """Review a finished game, given by its record, with so many evaluations a turn."""

    record: str
    budget: int


class GradeTurn(NamedTuple):
    """Grade a turn that was tried in a finished game, after so many of its answers, with so many evaluations."""

    record: str
    begun: int
    answers: tuple[int, ...]
    budget: int


Task = BotTurn | PlanTurn | ValueTurn | DrawPicture | ReviewGame | GradeTurn

PER_MILLE = 1000
"""A process reports how much of a game it has reviewed in thousandths, as the moment of its label."""


def start(own_bots: Mapping[str, BotSource], report: Report) -> Callable[[Task], Any]:
    """Return what runs every task; called once in each process, with the bots that the operator offers."""
    return partial(run, own_bots=own_bots, report=report)


def run(
    task: Task, own_bots: Mapping[str, BotSource] = MappingProxyType({}), report: Report = lambda label: None
) -> tuple[int, ...] | list[int] | KnownTurn | bytes:
    """Run a task.

    >>> run(DrawPicture('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'))[1:4]
    b'PNG'
    """
    if isinstance(task, BotTurn):
        return _turn(task, own_bots)
    if isinstance(task, PlanTurn):
        return rest_of_turn(task.view, task.seed, None if task.seconds is None else Budget(seconds=task.seconds))
    if isinstance(task, ValueTurn):
        return value_turn(task.puzzle, task.answers)
    if isinstance(task, ReviewGame):
        return _review(task, report)
    if isinstance(task, GradeTurn):
        return _grade(task)
    return bytes(resvg_py.svg_to_bytes(svg_string=task.svg, **fonts.options(task.svg)))


def _turn(task: BotTurn, own_bots: Mapping[str, BotSource]) -> tuple[int, ...]:
    """Return the answers of a bot; one that is no longer offered is replaced by the usual substitute."""
    if task.level == DAILY_BOT:
        return daily_bot(task.seed).turn(task.view)
    source = own_bots.get(task.level)
    if source is None:
        known = task.level.partition("@")[0] in OPPONENTS
        return turn_of(new_bot(task.level if known else SUBSTITUTE_LEVEL, task.seed), task.view)
    return (source.new(task.seed).answer(task.view),)


def _review(task: ReviewGame, report: Report) -> bytes:
    """Return the review of a game as JSON, and report how far it is."""

    def progress(done: int, turns: int) -> None:
        report(Label(0, done * PER_MILLE // max(1, turns)))

    game = Game.from_record(task.record, any_rules=True)
    return orjson.dumps(review_game(game, budget=task.budget, progress=progress))


def _grade(task: GradeTurn) -> bytes:
    """Return the grade of a turn as JSON."""
    game = Game.from_record(task.record, at=task.begun, any_rules=True)
    for answer in task.answers:
        game.play(answer)
    return orjson.dumps(grade_turn(game, budget=task.budget))
