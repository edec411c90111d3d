"""What can be wrong with capitols in set-ups and files."""

from __future__ import annotations

from enum import unique

from kingdom_builder.engine.problems import Problem


@unique
class CapitolProblem(Problem):
    """What can be wrong with capitols in set-ups and files."""

    CAPITOL_NOT_THERE = "capitols: one castle of each section with an oracle or a harbor can carry a capitol"
    NOT_A_CASTLE = "{key}: {hex} is not a castle"
