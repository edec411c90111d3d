"""What can be wrong with caves in set-ups and files."""

from __future__ import annotations

from enum import unique

from kingdom_builder.engine.problems import Problem


@unique
class CavesProblem(Problem):
    """What can be wrong with caves in set-ups and files."""

    CAVE_NOT_THERE = "caves: one mountain of each section, at least 3 hexes from every special hex, can be a cave"
    NOT_A_MOUNTAIN = "{key}: {hex} is not a mountain"
