"""The six levels that people can play against, weakest first.

All of them plan whole turns. A weaker level has a narrower beam and a larger error: with an error of 4 a plan seems
about 4 gold better or worse than it is. The weakest also overlooks most hexes and tiles. Between it and the steward
every level has a style of its own: an evaluation that is wrong in a way which a player can see and use.
"""

from __future__ import annotations

from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.planning_bot import Level
from kingdom_builder.bots.style import Style

GOLD_AT_ONCE = Style(scaled=(("", 0.0),))
"""Only the gold of this turn counts, whatever may come later."""

TILES_FIRST = Style(added=(("tiles", 50.0),))
"""A location tile at the beginning of the game seems to be worth 50 gold more than it is, later ones less."""

NO_TILES = Style(added=(("tiles", -7.25),))
"""Location tiles seem to be worth less than they are: the cards and castles near the own settlements come first."""

LEVELS: dict[str, Level] = {
    "beginner": Level(width=1, error=8.0, rollout_plans=0, budget=Budget(evaluations=300), notices=0.4),
    "novice": Level(width=1, error=3.5, rollout_plans=0, budget=Budget(evaluations=300), style=GOLD_AT_ONCE),
    "settler": Level(width=1, error=1.75, rollout_plans=0, budget=Budget(evaluations=600), style=TILES_FIRST),
    "mason": Level(width=4, error=0.25, rollout_plans=0, budget=Budget(evaluations=1000), style=NO_TILES),
    "steward": Level(width=16, error=0.0, rollout_plans=0, budget=Budget(seconds=0.09)),
    "champion": Level(
        width=64, error=0.0, rollout_plans=32, budget=Budget(seconds=0.95, evaluations=160_000), network=True
    ),
}

ANALYST = Level(width=256, error=0.0, rollout_plans=64, budget=Budget(seconds=5.0), network=True)
"""For study: a wider search than the champion's, which uses all the time it is given, from a second to minutes."""
