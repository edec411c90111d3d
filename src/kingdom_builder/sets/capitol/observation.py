"""The plane of the Capitol in observations."""

from __future__ import annotations

from kingdom_builder.engine.view import SetupView
from kingdom_builder.sets.capitol.setup import PART
from kingdom_builder.sets.observation import ObservationFields, SetGroup


def write_static(setup: SetupView) -> dict[str, int]:
    """Return the capitols."""
    return {"capitol:hex": setup.parts.get(PART, 0)}


OBSERVATION = ObservationFields(
    static_planes=(SetGroup("capitol", ("hex",), "the castle carries a capitol (R2.21)", after="nomad_tile"),),
    write_static=write_static,
)
