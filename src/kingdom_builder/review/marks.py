"""Marks of turns, the accuracy of players and the turning points of a game (docs/review.md)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.review.document import Mark, ReviewedPlayer, ReviewedTurn

GOOD, MISTAKE = 1.5, 4.0
"""A turn that loses less than 1.5 gold is good; one that loses 4 gold or more may be a mistake."""

CHANCE_OF_MISTAKE = 0.03
"""The winning chance that a mistake loses at least."""

CERTAIN = 3.0
"""How many standard errors above 0 the gold lost by a mistake is at least."""

CHANCE_OF_SLIP, CHANCE_GIVEN_AWAY = 0.10, 0.25
"""A turn that certainly loses so much winning chance is a slip, or a mistake, although it loses less gold."""

_FORGIVEN = 0.1
"""Each gold lost takes about this part of the accuracy of a turn."""

_TURNING_CHANCE = 0.03
_TURNING_POINTS = 3


def mark_of(gold_lost: float, chance_lost: float, certainty: float) -> Mark:
    """Return the mark of a turn; `certainty` is the gold lost in standard errors.

    >>> mark_of(5.0, 0.1, 4.0), mark_of(5.0, 0.01, 4.0), mark_of(1.0, 0.01, 9.0)
    ('mistake', 'slip', 'good')
    >>> mark_of(1.0, 0.5, 4.0), mark_of(1.0, 0.15, 4.0), mark_of(1.0, 0.5, 1.0)
    ('mistake', 'slip', 'good')
    """
    if gold_lost <= 0.0:
        return "best"
    is_certain = certainty >= CERTAIN
    least_chance = CHANCE_OF_MISTAKE if gold_lost >= MISTAKE else CHANCE_GIVEN_AWAY
    if is_certain and chance_lost >= least_chance:
        return "mistake"
    return "slip" if gold_lost >= GOOD or (is_certain and chance_lost >= CHANCE_OF_SLIP) else "good"


def player_of(turns: Sequence[ReviewedTurn], seat: int) -> ReviewedPlayer:
    """Return all turns of a player together."""
    own = [turn for turn in turns if turn["seat"] == seat]
    marks = [turn["mark"] for turn in own]
    kept = [math.exp(-_FORGIVEN * turn["gold_lost"]) for turn in own]
    return {
        "accuracy": round(100.0 * ordered_sum(kept) / len(kept), 1) if kept else 100.0,
        "best": marks.count("best"),
        "good": marks.count("good"),
        "slip": marks.count("slip"),
        "mistake": marks.count("mistake"),
        "gold_lost": round(ordered_sum([turn["gold_lost"] for turn in own]), 2),
        "luck": round(ordered_sum([turn["luck"] for turn in own]), 2),
    }


def turning_points(turns: Sequence[ReviewedTurn], certainties: Sequence[float]) -> list[int]:
    """Return the indexes of the turns that certainly lost the most winning chance, the most important first.

    `certainties` are the gold lost by every turn in standard errors.
    """
    lost = [turn["chance_before"] - turn["chance_after"] for turn in turns]
    found = [
        i
        for i, (turn, certainty) in enumerate(zip(turns, certainties, strict=True))
        if turn["mark"] in ("slip", "mistake") and lost[i] >= _TURNING_CHANCE and certainty >= CERTAIN
    ]
    return sorted(found, key=lambda i: (-lost[i], i))[:_TURNING_POINTS]
