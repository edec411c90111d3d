"""What can be wrong with the removed terrain in records."""

from __future__ import annotations

from enum import unique

from kingdom_builder.engine.problems import Problem


@unique
class MarshlandsProblem(Problem):
    """What can be wrong with the removed terrain in records."""

    REMOVED_NOT_WITH_SCOUTS = "removed: expected with the Scouts card, and only with it"
    EXPECTED_REMOVED = "removed: expected one of {known}, found {found}"
