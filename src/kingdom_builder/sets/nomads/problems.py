"""What can be wrong with nomad tiles in records."""

from __future__ import annotations

from enum import unique

from kingdom_builder.engine.problems import Problem


@unique
class NomadsProblem(Problem):
    """What can be wrong with nomad tiles in records."""

    EXPECTED_NOMAD_TILE = "nomads: expected hex=tile, found {word}"
    UNKNOWN_NOMAD_TILE = "nomads: {tile} is not a nomad tile"
    NOT_EVERY_NOMAD_SPACE = "nomads: expected a tile for every nomad space of the board and no other"
