"""What can be wrong with the pieces of Crossroads in position files."""

from __future__ import annotations

from enum import unique

from kingdom_builder.engine.problems import Problem


@unique
class CrossroadsProblem(Problem):
    """What can be wrong with the pieces of Crossroads in position files."""

    TOO_MANY_WARRIORS = "{path}: a player has only {count}"
    EXPECTED_WATER = "{path}: expected water, found {found}"
    EXPECTED_LAND_OR_MOUNTAIN = "{path}: expected land or mountain, found {found}"
    EXPECTED_ROOM_FOR_CITY_HALL = "{path}: expected land with land on all six sides, found {found}"
