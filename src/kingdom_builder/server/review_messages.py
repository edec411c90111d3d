"""Responses about reviews (docs/protocol.md). `review/document.py` has the review itself."""

from __future__ import annotations

from typing import TypedDict

from kingdom_builder.review.document import ReviewDocument
from kingdom_builder.review.grading import GradedTurn
from kingdom_builder.table.trying import TriedMoves


class ReviewState(TypedDict):
    """The review of a finished game, null while it is being made; `progress` is how much of it is done, from 0 to 1.

    `my_seats` are the seats of the reader.
    """

    progress: float
    my_seats: list[int]
    review: ReviewDocument | None


class TriedTurn(TriedMoves):
    """A turn of a finished game that is tried again; `grade` is that of a turn that has ended."""

    grade: GradedTurn | None
