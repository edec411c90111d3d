"""Game review: what every turn of a finished game was worth, what would have been better, and why."""

from __future__ import annotations

from kingdom_builder.review.document import ReviewDocument, ReviewedTurn
from kingdom_builder.review.game_review import DEFAULT_BUDGET, review_game

__all__ = ["DEFAULT_BUDGET", "ReviewDocument", "ReviewedTurn", "review_game"]
