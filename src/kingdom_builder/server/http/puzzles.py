"""Puzzles: the list, a puzzle as a table, and the grade of a turn. Nothing is stored: requests have the turn so far."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from kingdom_builder.puzzles.grading import Played, grade, read_turn
from kingdom_builder.puzzles.messages import PuzzleGrade, PuzzleInfo, PuzzleTable
from kingdom_builder.puzzles.puzzle import DIFFICULTIES, Puzzle, shipped_puzzles
from kingdom_builder.puzzles.table import puzzle_info, puzzle_table, try_puzzle
from kingdom_builder.server.http.common import ERRORS, Code, json_response
from kingdom_builder.server.http.work import analyse, background_of, count_work
from kingdom_builder.server.requests import SetName
from kingdom_builder.server.schema import model
from kingdom_builder.server.seat_requests import PuzzleTurnRequest, TurnRequest
from kingdom_builder.server.security.auth import address_of, limits_of
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.trying import TriedMoves

router = APIRouter(prefix="/api/puzzles", responses=ERRORS, tags=["puzzles"])
Difficulty = Annotated[int | None, Query(ge=DIFFICULTIES[0], le=DIFFICULTIES[-1])]
ChosenSet = Annotated[SetName | None, Query(alias="set")]


@router.get("", response_model=model(list[PuzzleInfo]))
async def puzzles(request: Request, chosen: ChosenSet = None, difficulty: Difficulty = None) -> Response:
    """List the puzzles, easy ones first: all of them, those that use a set, those of a difficulty."""
    found = await analyse(request, shipped_puzzles)
    return json_response(
        [
            puzzle_info(puzzle)
            for puzzle in found.values()
            if (chosen is None or chosen in puzzle.sets) and difficulty in (None, puzzle.difficulty)
        ]
    )


@router.get("/{puzzle}", response_model=model(PuzzleTable))
async def puzzle(request: Request, puzzle: Code) -> Response:
    """Return a puzzle at the beginning of the turn, as a table and the view of the player."""
    return json_response(await analyse(request, lambda: puzzle_table(_find(puzzle))))


@router.post("/{puzzle}/try", response_model=model(TriedMoves))
async def try_turn(request: Request, puzzle: Code, message: TurnRequest) -> Response:
    """Return the view after the moves of the turn so far."""

    def play() -> TriedMoves:
        return try_puzzle(_find(puzzle), message.moves, preview=message.preview, why_not=message.why_not).shown

    return json_response(await analyse(request, play))


@router.post("/{puzzle}/grade", response_model=model(PuzzleGrade))
async def grade_turn(request: Request, puzzle: Code, message: PuzzleTurnRequest) -> Response:
    """Grade a turn. The end of the turn may be missing. Games are played on from a turn whose value is not known."""

    def play() -> tuple[Puzzle, tuple[int, ...], Played]:
        found = _find(puzzle)
        answers = try_puzzle(found, message.answers).answers
        return found, answers, read_turn(found, answers)

    found, answers, played = await analyse(request, play)
    value = played.known
    if value is None:
        limits = limits_of(request)
        count_work(request, limits.hints, limits.hints_of_address)
        value = await background_of(request).value_turn(address_of(request), found, played.answers)
        if value is None:
            raise Rejected("unavailable", "The turn could not be graded just now: try again.")
    return json_response(grade(found, answers, value))


def _find(number: str) -> Puzzle:
    found = shipped_puzzles().get(number)
    if found is None:
        raise Rejected("not_found", "There is no such puzzle.")
    return found
