"""What can be wrong with scouts, number tiles and marked lines in position files."""

from __future__ import annotations

from enum import unique

from kingdom_builder.engine.problems import Problem


@unique
class HarvestProblem(Problem):
    """What can be wrong with scouts, number tiles and marked lines in position files."""

    EXPECTED_LAND_WATER_OR_MOUNTAIN = "{path}: expected land, water or mountain, found {found}"
    LINE_TWICE = "{path}: this line stands there twice"
    TOO_MANY_NUMBER_TILES = "{path}: all players together have at most {count}"
    LINE_OF_ANOTHER = "{path}: another player has marked one of them"
