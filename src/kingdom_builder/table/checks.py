"""Whether a table allows a command or a query now. Each check raises Rejected if not."""

from __future__ import annotations

from kingdom_builder.engine.answers import FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.game import Game
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import SeatKind, TableStatus
from kingdom_builder.table.state import TableState
from kingdom_builder.table.views import reason_message, unfit_error
from kingdom_builder.texts.problems import problem_sentence


def check_stopped(state: TableState) -> None:
    """Reject every command at a table with a stored move that the present rules do not allow."""
    if state.unfit is not None:
        error = unfit_error(state.unfit)
        raise Rejected("unfit", str(error), sentence=problem_sentence(error))


def check_playing(state: TableState) -> None:
    """Reject a command that needs a running game, if there is none."""
    check_stopped(state)
    if state.status is TableStatus.OVER:
        raise Rejected("game_over", "The game is over.")
    if state.status is TableStatus.CLOSED:
        raise Rejected("closed", "The table is closed.")
    if state.status is not TableStatus.PLAYING:
        raise Rejected("not_begun", "The game has not begun.")


def check_asked(state: TableState, seat: int) -> None:
    """Reject a command of a seat that is not asked."""
    check_playing(state)
    if state.game.to_play != seat:
        raise Rejected("not_your_turn", "Nothing is asked of you now.", seq=state.seq)


def check_question(state: TableState, seat: int, seen_seq: int) -> None:
    """Reject a command about a question that the seat is not asked, or no longer."""
    check_playing(state)
    check_seq(state, seen_seq)
    check_asked(state, seat)


def check_seq(state: TableState, seen_seq: int) -> None:
    """Reject an answer to a question that is no longer asked."""
    if seen_seq < state.question_seq:
        raise Rejected("stale", "Something has happened since: look again.", seq=state.seq)
    if seen_seq > state.seq:
        raise Rejected("stale", f"There is no event {seen_seq} yet.", seq=state.seq)


def check_open(state: TableState) -> None:
    """Reject a command that must come before the start of the game."""
    if state.status is not TableStatus.OPEN:
        raise Rejected("begun", "The game has begun already.")


def check_held(state: TableState, seat: int) -> None:
    """Reject a command about a seat that no person holds."""
    if state.seats[seat].kind is not SeatKind.PERSON:
        raise Rejected("not_held", "Nobody holds this seat.")


def check_legal(game: Game, answer: int) -> None:
    """Reject an answer that is not legal, and say why."""
    hexes, options = game.legal()
    if hexes >> HEX_OF_ANSWER[answer] & 1 if 0 <= answer < FIRST_OPTION else answer in options:
        return
    try:
        game.copy().play(answer)
    except IllegalAnswer as error:
        raise Rejected("illegal", str(error), reason=reason_message(game, answer)) from None


def stale(state: TableState) -> Rejected:
    """Return the error for a command that came too late."""
    return Rejected("stale", "Something else has happened meanwhile.", seq=state.seq)
