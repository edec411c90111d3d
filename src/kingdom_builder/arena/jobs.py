"""What the worker processes of arena and training run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from kingdom_builder.arena.game import VERSION, play_scheduled_game
from kingdom_builder.arena.players import BotEnvironment
from kingdom_builder.arena.results import GameResult
from kingdom_builder.arena.schedule import ScheduledGame
from kingdom_builder.setup.sections import add_folder
from kingdom_builder.workers import NO_LABEL, Label, Report


@dataclass(frozen=True)
class ArenaContext:
    """What every worker process of an arena needs."""

    environment: BotEnvironment
    version: str = VERSION


@dataclass(frozen=True)
class TrainingContext:
    """What every worker process of a training needs: the weights that all games of a generation are played with."""

    weights: Mapping[str, float]
    version: str = VERSION


class TrainingGame(Protocol):
    """A game of a training: of self-play, or one whose turns are compared."""

    @property
    def index(self) -> int:
        """Return its number in its stage."""

    def play(self, weights: Mapping[str, float]) -> Mapping[str, Any]:
        """Play it with these weights; return its line in the file of its stage."""


def arena_worker(context: ArenaContext, report: Report) -> Callable[[ScheduledGame], GameResult]:
    """Prepare a process for the games of an arena. Its label is the seat of the bot that thinks, and the turn."""
    check_version(context.version)
    environment = context.environment
    if environment.own_sections is not None:
        add_folder(Path(environment.own_sections))

    def watch(seat: int, turn: int) -> None:
        report(NO_LABEL if seat < 0 else Label(seat, turn))

    return lambda scheduled: play_scheduled_game(scheduled, environment, watch)[0]


def training_worker(context: TrainingContext, _: Report) -> Callable[[TrainingGame], Mapping[str, Any]]:
    """Prepare a process for the games of a training."""
    check_version(context.version)
    return lambda game: game.play(context.weights)


def check_version(version: str) -> None:
    """Raise ValueError if the command that started this worker, maybe on another machine, has another version."""
    if version != VERSION:
        raise ValueError(f"this machine has kingdom-builder {VERSION}, the one that started the games has {version}")
