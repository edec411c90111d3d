"""The plane and the number of the Caves in observations."""

from __future__ import annotations

from kingdom_builder.engine.answers import FIRST_OPTION
from kingdom_builder.engine.position import TurnState
from kingdom_builder.engine.view import SetupView
from kingdom_builder.sets.caves.action import CAVE_ACTION
from kingdom_builder.sets.caves.setup import PART
from kingdom_builder.sets.observation import ObservationFields, SetGroup

_CAVE_ACTION = CAVE_ACTION.number - FIRST_OPTION


def write_static(setup: SetupView) -> dict[str, int]:
    """Return the caves."""
    return {"cave:hex": setup.parts.get(PART, 0)}


def write_turn(turn_state: TurnState) -> list[float]:
    """Return whether the cave action is used."""
    return [turn_state.used_actions >> _CAVE_ACTION & 1]


OBSERVATION = ObservationFields(
    static_planes=(SetGroup("cave", ("hex",), "the mountain is a cave (R2.23)", after="capitol"),),
    numbers=(SetGroup("caves", ("cave_action",), "the cave action is used (R3.16)", after="done"),),
    write_static=write_static,
    write_turn=write_turn,
)
