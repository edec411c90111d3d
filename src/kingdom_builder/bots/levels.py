"""The six levels that people can play against, weakest first.

All of them plan whole turns with the same evaluation. A weaker level has a narrower beam and a larger error: with an
error of 4 a plan seems about 4 gold better or worse than it is. The weakest also overlooks most hexes and tiles.
"""

from __future__ import annotations

from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.planning_bot import Level

LEVELS: dict[str, Level] = {
    "beginner": Level(width=1, error=8.0, rollout_plans=0, budget=Budget(evaluations=300), notices=0.4),
    "novice": Level(width=1, error=8.0, rollout_plans=0, budget=Budget(evaluations=300)),
    "settler": Level(width=1, error=3.0, rollout_plans=0, budget=Budget(evaluations=600)),
    "mason": Level(width=2, error=1.5, rollout_plans=0, budget=Budget(evaluations=1000)),
    "steward": Level(width=16, error=0.0, rollout_plans=0, budget=Budget(seconds=0.09)),
    "champion": Level(width=64, error=0.0, rollout_plans=32, budget=Budget(seconds=0.95, evaluations=160_000)),
}
