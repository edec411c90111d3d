"""A puzzle as a table that one person sees: the views, previews and reasons of a real one, without a host."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.game import Game
from kingdom_builder.puzzles.messages import PuzzleInfo, PuzzleTable
from kingdom_builder.puzzles.puzzle import Puzzle
from kingdom_builder.table import messages
from kingdom_builder.table.board_views import setup_view
from kingdom_builder.table.event_views import public_event
from kingdom_builder.table.events import Actor, Event, EventKind, TableStatus
from kingdom_builder.table.options import SetupOptions
from kingdom_builder.table.seats import person_seat
from kingdom_builder.table.state import Moment, TableOptions, TableState, TurnClock
from kingdom_builder.table.trying import Move, Tried, try_turn
from kingdom_builder.table.views import table_view

_PERSON = "player"
_ALWAYS = Moment(0.0, 0.0)
_OPTIONS = TableOptions(SetupOptions(), True, True, None, None)  # noqa: FBT003 - it starts at once and shows the gold


def puzzle_info(puzzle: Puzzle) -> PuzzleInfo:
    """Return a puzzle as it is listed."""
    return {
        "id": puzzle.id,
        "difficulty": puzzle.difficulty,
        "sets": list(puzzle.sets),
        "players": puzzle.players,
    }


def puzzle_table(puzzle: Puzzle) -> PuzzleTable:
    """Return a puzzle at its beginning, with the events of the last turn of every player."""
    game = puzzle.game()
    state = _state(puzzle, game)
    seat = game.active
    everybody = frozenset(range(len(game.players)))
    return {
        "info": puzzle_info(puzzle),
        "seat": seat,
        "table": table_view(state, setup_view(game), connected=everybody, my_seats=[seat]),
        "events": _last_events(puzzle, game),
        "view": try_puzzle(puzzle, []).shown["view"],
    }


def try_puzzle(
    puzzle: Puzzle, moves: Sequence[Move], *, preview: int | None = None, why_not: int | None = None
) -> Tried:
    """Return what moves of the player lead to; Rejected if one of them is not possible."""
    game = puzzle.game()
    return try_turn(_state(puzzle, game), game.active, moves, _ALWAYS, preview=preview, why_not=why_not)


def _state(puzzle: Puzzle, game: Game) -> TableState:
    seat = puzzle.game().active
    seats = [person_seat(number, _PERSON if number == seat else "", "") for number in range(len(game.players))]
    return TableState(
        id=puzzle.id,
        invite="",
        watch="",
        creator="",
        listed=False,
        created_at=0.0,
        options=_OPTIONS,
        setup="",
        seats=tuple(seats),
        game=game,
        clock=TurnClock(0.0, 0.0),
        status=TableStatus.OVER if game.over else TableStatus.PLAYING,
        begun=True,
        seq=len(game.answers()) + 1,
    )


def _event(puzzle: Puzzle, before: Game, after: Game, answer: int) -> messages.TableEvent:
    state = _state(puzzle, after)
    event = Event(state.seq, EventKind.ANSWER, before.to_play, Actor.PLAYER, answer, None, 0.0)
    return public_event(event, _state(puzzle, before), state)


def _last_events(puzzle: Puzzle, game: Game) -> list[messages.TableEvent]:
    """Return the events of the last turn of each player."""
    found: list[messages.TableEvent] = []
    after, first = game.copy(), game.turn - len(game.players)
    while after.history is not None:
        answer = after.answers()[-1]
        before = after.copy()
        before.undo()
        if before.turn < first:
            break
        found.append(_event(puzzle, before, after, answer))
        after = before
    return found[::-1]
