"""The planes and numbers of Nomads in observations: nomad tiles and walls."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.engine.player import PublicPlayer
from kingdom_builder.engine.view import SetupView, TurnView
from kingdom_builder.sets.nomads.nomad_tiles import NOMAD_TILES
from kingdom_builder.sets.observation import ObservationFields, SetGroup

_TILES = tuple(tile.id for tile in NOMAD_TILES)


def write_planes(setup: SetupView, turn_view: TurnView, players: Sequence[PublicPlayer]) -> list[int]:
    """Return the walls."""
    return [turn_view.walls]


OBSERVATION = ObservationFields(
    static_planes=(
        SetGroup("nomad_tile", _TILES, "this nomad tile lay here at the beginning (R2.11)", after="location"),
    ),
    planes=(SetGroup("wall", ("hex",), "a wall (R0.7)", after="others"),),
    player_numbers=(
        SetGroup("nomads", _TILES, "nomad tiles of this kind / 2", after="new"),
        SetGroup("new_nomads", _TILES, "those taken this turn / 2", after="nomads"),
    ),
    write_planes=write_planes,
)
