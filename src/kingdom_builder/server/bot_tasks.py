"""The tasks of the worker processes for bots and pictures. They never get a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import resvg_py

from kingdom_builder.bots import new_bot, turn_of
from kingdom_builder.bots.analysis import rest_of_turn
from kingdom_builder.engine.view import View
from kingdom_builder.render import fonts
from kingdom_builder.workers import Report


class BotTurn(NamedTuple):
    """Answer as a bot of a level does, for as much of its turn as it has planned."""

    view: View
    level: str
    seed: int


class PlanTurn(NamedTuple):
    """Plan the rest of a turn, for a hint."""

    view: View
    seed: int


class DrawPicture(NamedTuple):
    """Draw an SVG as PNG."""

    svg: str


Task = BotTurn | PlanTurn | DrawPicture


def start(context: None, report: Report) -> Callable[[Task], Any]:
    """Return what runs every task; called once in each process."""
    return run


def run(task: Task) -> tuple[int, ...] | list[int] | bytes:
    """Run a task.

    >>> run(DrawPicture('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'))[1:4]
    b'PNG'
    """
    if isinstance(task, BotTurn):
        return turn_of(new_bot(task.level, task.seed), task.view)
    if isinstance(task, PlanTurn):
        return rest_of_turn(task.view, task.seed)
    return bytes(resvg_py.svg_to_bytes(svg_string=task.svg, **fonts.options(task.svg)))
