"""The planes and numbers of Crossroads in observations: its pieces and tasks."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.engine.pieces import hexes_of
from kingdom_builder.engine.player import PublicPlayer
from kingdom_builder.engine.view import SetupView, TurnView
from kingdom_builder.sets.crossroads.pieces import CITY_HALL, SHIP, WAGON, WARRIOR
from kingdom_builder.sets.crossroads.tasks import TASKS
from kingdom_builder.sets.observation import FIRST, ObservationFields, SetGroup

_PIECES = {"warriors": WARRIOR.id, "ship": SHIP.id, "wagon": WAGON.id, "city_hall": CITY_HALL.id}


def write_planes(laid: SetupView, moment: TurnView, players: Sequence[PublicPlayer]) -> dict[str, int]:
    """Return the own pieces of each kind, and those of all others."""
    own, *others = [player.tokens for player in players]
    found = {f"own:{name}": hexes_of(own, kind) for name, kind in _PIECES.items()}
    for name, kind in _PIECES.items():
        found[f"others:{name}"] = sum([hexes_of(tokens, kind) for tokens in others])
    return found


def write_setup(laid: SetupView) -> list[str]:
    """Return the tasks."""
    return [f"tasks:{task}" for task in laid.tasks]


OBSERVATION = ObservationFields(
    planes=(
        SetGroup("own", tuple(_PIECES), "the own warriors, ship, wagon, city hall", after=FIRST),
        SetGroup("others", tuple(_PIECES), "those of all others; whose they are, the pieces tell", after="own"),
    ),
    numbers=(SetGroup("tasks", tuple(task.id for task in TASKS), "the task is in play", after="cards"),),
    write_planes=write_planes,
    write_setup=write_setup,
)
