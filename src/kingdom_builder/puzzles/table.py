"""A puzzle as a table that one person sees: the views, previews and reasons of a real one, without a host."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.game import Game
from kingdom_builder.puzzles.messages import PuzzleInfo, PuzzleStep, PuzzleTable
from kingdom_builder.puzzles.puzzle import Puzzle
from kingdom_builder.table import messages, previews
from kingdom_builder.table.board_views import setup_view
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.event_views import public_event
from kingdom_builder.table.events import Actor, Event, EventKind, TableStatus
from kingdom_builder.table.options import SetupOptions
from kingdom_builder.table.seats import person_seat
from kingdom_builder.table.state import TableOptions, TableState, TurnClock
from kingdom_builder.table.views import public_view, reason_message, seat_view, table_view

_PERSON = "player"
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
        "view": _view(state, seat),
    }


def puzzle_step(puzzle: Puzzle, answers: Sequence[int]) -> PuzzleStep:
    """Return the view after answers of the player; Rejected if one of them is not legal."""
    before = played(puzzle, answers[:-1])
    after = played(puzzle, answers)
    event = _event(puzzle, before, after, answers[-1]) if answers else None
    return {"event": event, "view": _view(_state(puzzle, after), puzzle.game().active)}


def puzzle_preview(puzzle: Puzzle, answers: Sequence[int], answer: int) -> messages.Preview | None:
    """Return what an answer would do after others; None if it is not legal there."""
    game = played(puzzle, answers)
    return previews.preview(game, puzzle.game().active, answer, scored=True)


def puzzle_why_not(puzzle: Puzzle, answers: Sequence[int], hex_number: int) -> messages.Reason | None:
    """Return why a hex is not offered after answers; None if it is."""
    return reason_message(played(puzzle, answers), hex_number)


def played(puzzle: Puzzle, answers: Sequence[int]) -> Game:
    """Return the game after answers of the player's turn; Rejected if one is not legal or comes after the turn."""
    game = puzzle.game()
    turn, seat = game.turn, game.active
    for answer in answers:
        if game.turn != turn or game.to_play != seat:
            raise Rejected("not_your_turn", "The turn of this puzzle is over.")
        try:
            game.play(answer)
        except IllegalAnswer as error:
            raise Rejected("illegal", str(error)) from None
    return game


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


def _view(state: TableState, seat: int) -> messages.View:
    return {"public": public_view(state), "clock": None, "you": seat_view(state, seat)}


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
