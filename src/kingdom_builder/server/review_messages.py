"""Responses about reviews (docs/protocol.md). `review/document.py` has the review itself."""

from __future__ import annotations

from typing import TypedDict

from kingdom_builder.review.document import ReviewDocument
from kingdom_builder.review.grading import GradedTurn
from kingdom_builder.table.messages import Preview, Reason, TableEvent, View


class ReviewState(TypedDict):
    """The review of a finished game, null while it is being made; `progress` is how much of it is done, from 0 to 1.

    `my_seats` are the seats of the reader.
    """

    progress: float
    my_seats: list[int]
    review: ReviewDocument | None


class TriedTurn(TypedDict):
    """A turn of a finished game that is tried again: the events of its moves, and the view after them.

    `preview` and `reason` answer the questions of the request. `grade` is that of a turn that has ended.
    """

    events: list[TableEvent]
    view: View
    preview: Preview | None
    reason: Reason | None
    grade: GradedTurn | None
