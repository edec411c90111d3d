"""Why another turn was better, in words."""

from __future__ import annotations

from kingdom_builder.review.comparing import Comparison
from kingdom_builder.review.turns import PlayedTurn
from kingdom_builder.texts.catalogue import Sentence


def reason_for(turn: PlayedTurn, compared: Comparison) -> Sentence | None:
    """Return the reason, None if no other turn is better."""
    return None
