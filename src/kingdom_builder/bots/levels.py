"""The five levels that a person can choose to play against, weakest first.

All of them plan whole turns and value them alike. What makes one weaker is that it follows fewer plans at once and
errs more when it compares them: with an error of 4 a plan seems about 4 gold better or worse than it is.
"""

from __future__ import annotations

from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.planning import Level

LEVELS: dict[str, Level] = {
    "novice": Level(width=1, error=8.0, imagined=0, budget=Budget(evaluations=300)),
    "settler": Level(width=1, error=3.0, imagined=0, budget=Budget(evaluations=600)),
    "mason": Level(width=2, error=1.5, imagined=0, budget=Budget(evaluations=1000)),
    "steward": Level(width=16, error=0.0, imagined=0, budget=Budget(seconds=0.09)),
    "champion": Level(width=32, error=0.0, imagined=16, budget=Budget(seconds=0.95)),
}
