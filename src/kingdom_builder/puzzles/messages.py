"""What a server sends about puzzles (docs/protocol.md), as types of plain JSON values."""

from __future__ import annotations

from typing import TypedDict

from kingdom_builder.review.document import Mark, TurnStep
from kingdom_builder.table.messages import Hint, Table, TableEvent, View
from kingdom_builder.texts.catalogue import Sentence


class PuzzleInfo(TypedDict):
    """A puzzle in a list; `difficulty` is from 1 to 5, `sets` are those that the position uses."""

    id: str
    difficulty: int
    sets: list[str]
    players: int


class PuzzleTable(TypedDict):
    """A puzzle as its player sees it: the table, the view of the seat, and the answers of the turns before."""

    info: PuzzleInfo
    seat: int
    table: Table
    events: list[TableEvent]
    view: View


class PuzzleGrade(TypedDict):
    """A turn beside the best one.

    `same`: both lead to the same position, whatever the order of their answers. `gold_lost` is by how much less gold
    the player beats the best of the others in the mean of games that are played on, `error` its standard error.
    `expected_played` and `expected_better` are the player's mean final gold in these games, in the order of `sources`.
    `played_gains` and `better_gains` are what the turns change at once. `missed_by` are the bots that do not find the
    best turn, as `mason@1000e`, and `reason` is why it is better, null if it is not.
    """

    mark: Mark
    same: bool
    gold_lost: float
    error: float
    played: list[TurnStep]
    better: list[TurnStep]
    better_answers: list[int]
    played_gains: Hint
    better_gains: Hint
    sources: list[str]
    expected_played: list[float]
    expected_better: list[float]
    missed_by: list[str]
    reason: Sentence | None
