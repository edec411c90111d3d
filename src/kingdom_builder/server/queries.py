"""Questions of a seat that change nothing: why a hex is not offered, what an answer would do, what a bot would do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from kingdom_builder.bots.analysis import touched_terrains
from kingdom_builder.engine.view import View
from kingdom_builder.table import messages, previews
from kingdom_builder.table.checks import check_asked, check_playing
from kingdom_builder.table.diff import tiles_between
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import SeatKind
from kingdom_builder.table.state import TableState
from kingdom_builder.table.views import reason_message


def why_not(state: TableState, seat: int, hex_number: int) -> messages.Reason | None:
    """Return why a hex is not offered to the seat that is asked; None if it is offered."""
    check_asked(state, seat)
    return reason_message(state.game, hex_number)


def preview(state: TableState, seat: int, answer: int) -> messages.Preview | None:
    """Return what an answer of a seat would do; None if it is not legal now."""
    check_playing(state)
    return previews.preview(state.game, seat, answer, scored=state.options.running_score)


async def hint(state: TableState, seat: int, search: Callable[[View], Awaitable[list[int] | None]]) -> messages.Hint:
    """Return how a bot would play the rest of the turn; Rejected if another person plays at the table.

    `search` returns the bot's answers, None if it has failed.
    """
    check_playing(state)
    person = state.seats[seat].person
    others = [other for other in state.seats if person is None or other.person != person]
    if any(other.kind is not SeatKind.BOT or other.free for other in others):
        raise Rejected("no_hints", "There are hints only where all the others are bots, or play on your own device.")
    check_asked(state, seat)
    answers = await search(state.game.view(seat))
    if answers is None:
        raise Rejected("unavailable", "There is no hint just now: try again.")
    return hint_message(state, seat, answers)


def hint_message(state: TableState, seat: int, answers: list[int]) -> messages.Hint:
    """Return some answers of a seat, one after the other, and what they would change."""
    before = previews.determinized(state.game, seat)
    after = before.copy()
    for answer in answers:
        after.play(answer)
    gained, _lost = tiles_between(before.players[seat], after.players[seat])
    touched, touches = touched_terrains(before, seat), touched_terrains(after, seat)
    return {
        "answers": answers,
        "gold": previews.gold_between(before, after, seat) if state.options.running_score else [],
        "gained": gained,
        "reach": [terrain for terrain in touches if terrain not in touched],
        "freed": [terrain for terrain in touched if terrain not in touches],
    }
