"""The planes and numbers of Crossroads in observations: its pieces and tasks."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.engine.pieces import hexes_of
from kingdom_builder.engine.player import PublicPlayer
from kingdom_builder.engine.view import SetupView, TurnView
from kingdom_builder.sets.crossroads.pieces import CITY_HALL, SHIP, WAGON, WARRIOR
from kingdom_builder.sets.crossroads.tasks import TASKS
from kingdom_builder.sets.observation import FIRST, ObservationFields, SetGroup

_PIECES = ("warriors", "ship", "wagon", "city_hall")
_KINDS = (WARRIOR.id, SHIP.id, WAGON.id, CITY_HALL.id)


def write_planes(setup: SetupView, turn_view: TurnView, players: Sequence[PublicPlayer]) -> list[int]:
    """Return the own pieces of each kind, and those of all others."""
    own, *others = [player.tokens for player in players]
    return [
        *[hexes_of(own, kind) for kind in _KINDS],
        *[sum([hexes_of(tokens, kind) for tokens in others]) for kind in _KINDS],
    ]


def write_setup(setup: SetupView) -> list[str]:
    """Return the tasks."""
    return [f"tasks:{task}" for task in setup.tasks]


OBSERVATION = ObservationFields(
    planes=(
        SetGroup("own", _PIECES, "the own warriors, ship, wagon, city hall", after=FIRST),
        SetGroup("others", _PIECES, "those of all others; whose they are, the pieces tell", after="own"),
    ),
    numbers=(SetGroup("tasks", tuple(task.id for task in TASKS), "the task is in play", after="cards"),),
    write_planes=write_planes,
    write_setup=write_setup,
)
