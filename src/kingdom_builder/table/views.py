"""Step 8 of a move: the view of each viewer. The public part is the same for all; each seat has a private part.

Views are built from public values and the seat's view, never by removing secrets from the whole state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kingdom_builder.engine.answers import ANSWER_OF_HEX, FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.question import Question
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.formats.record import RULES_VERSION
from kingdom_builder.sets.problems import RecordProblem
from kingdom_builder.table import messages
from kingdom_builder.table.board_messages import BoardContents, TableSetup
from kingdom_builder.table.board_views import board_contents
from kingdom_builder.table.bounds import may_undo
from kingdom_builder.table.diff import card_name, hex_numbers, sorted_card_names
from kingdom_builder.table.errors import UnfitEvent
from kingdom_builder.table.events import (
    SeatKind,
    TableStatus,
)
from kingdom_builder.table.previews import irreversible_answers
from kingdom_builder.table.state import Progress, TableState, UnfitMove
from kingdom_builder.texts.catalogue import LANGUAGES, catalogue
from kingdom_builder.texts.problems import problem_sentence
from kingdom_builder.texts.sentences import question_sentences, reason_sentence, sentence, waiting_sentence


class PublicParts:
    """The large parts of a public view, written anew; a subclass may keep what does not change."""

    def update(self, game: Game) -> None:
        """Prepare the parts of this game."""

    def position(self, game: Game) -> Any:
        """Return the position as a document (`PositionDocument`)."""
        return position_document(game)

    def contents(self, game: Game) -> BoardContents:
        """Return what is on the board."""
        return board_contents(game)

    def scores(self, game: Game) -> list[list[messages.ScoreLine]]:
        """Return every player's score lines."""
        return [score_lines(game, seat) for seat in range(len(game.players))]

    def discard(self, game: Game) -> list[str]:
        """Return the names of the discarded terrain cards."""
        return sorted_card_names(game.deck.discard)


_ANEW = PublicParts()


def public_view(state: TableState, parts: PublicParts = _ANEW) -> messages.PublicView:
    """Return what everybody may know of the game; the deck's seed when the table's game is over."""
    game = state.game
    parts.update(game)
    over = game.over
    question = state.question
    return {
        "seq": state.seq,
        "turn": game.turn,
        "active": game.active,
        "to_play": game.to_play,
        "over": over,
        "last_round": game.end_triggered and not over,
        "position": parts.position(game),
        "contents": parts.contents(game),
        "card": None if game.card is None else card_name(game.card),
        "hands": [len(player.hand) for player in game.players],
        "draw": len(game.deck.draw),
        "discard": parts.discard(game),
        "question": None
        if question is None
        else {
            "sentence": waiting_sentence(question),
            "seat": question.seat,
            "action": question.action,
            "stage": question.stage,
            "terrain": question.terrain,
            "left": question.left,
            "piece": None if question.piece is None else ANSWER_OF_HEX[question.piece],
            "places": question.places,
        },
        "scores": parts.scores(game) if state.shows_gold else None,
        "winners": game.winners() if over else None,
        "deck": {
            "hash": state.deck_hash,
            "seed": state.deck_seed if state.status is TableStatus.OVER else None,
        },
    }


def seat_view(state: TableState, seat: int) -> messages.SeatView:
    """Return what only one seat knows: its cards, the answers it may give, and the sentences that ask for them."""
    closed = state.status in (TableStatus.CLOSED, TableStatus.STOPPED)
    found: messages.SeatView = {
        "seat": seat,
        "sentences": [],
        "hand": sorted_card_names(state.game.view(seat).hand),
        "hexes": [],
        "options": [],
        "irreversible": [],
        "can_undo": False,
        "can_pass": state.can_pass(seat),
        "auto_pass": state.passes(seat),
    }
    question = state.question
    if question is not None and question.seat == seat:
        found["sentences"] = question_sentences(question)
        if not closed:
            _add_answers(found, state, seat, question)
    return found


def _add_answers(found: messages.SeatView, state: TableState, seat: int, question: Question) -> None:
    """Add what the seat that is asked may do."""
    game, hexes = state.game, question.hexes
    if hexes and question.stage.startswith("mandatory") and not hexes & ~game.players[seat].adjacent:
        found["sentences"].append(sentence("question.adjacent"))
    found["hexes"], found["options"] = hex_numbers(hexes), list(question.options)
    found["irreversible"] = irreversible_answers(game, seat)
    found["can_undo"] = state.begun and game.can_take_back() and may_undo(state, seat)


def clock_view(state: TableState, now: float, starts_in: float = 0.0) -> messages.Clock | None:
    """Return the time left for the person who is asked; `now` is on the steady clock.

    `starts_in`: the clock stands still for so many seconds.
    """
    seat = state.game.to_play
    if seat is None or state.seats[seat].kind is SeatKind.BOT:
        return None
    if state.status in (TableStatus.CLOSED, TableStatus.STOPPED):
        return None
    left = state.seconds_left(now)
    return None if left is None else {"seat": seat, "seconds_left": round(left, 3), "starts_in": round(starts_in, 3)}


def table_view(
    state: TableState,
    setup: TableSetup,
    *,
    connected: frozenset[int] = frozenset(),
    seconds_away: Mapping[int, int] | None = None,
    watchers: int = 0,
    my_seats: Sequence[int] = (),
    is_creator: bool = False,
    person: str | None = None,
    now: float = 0.0,
    progress: Progress | None = None,
) -> messages.Table:
    """Return a table's message for a person; its links are only for its players and its creator.

    `now` is on the steady clock. `progress` is that of the state's game unless it is given.
    """
    to_play, gold, winners = progress or state.progress
    options = state.options
    away = seconds_away or {}
    inside = is_creator or bool(my_seats)
    return {
        "id": state.id,
        "status": state.status,
        "seats": [
            {
                "seat": number,
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "free": seat.free,
                "device": next(iter(state.seats_of(seat.person)), None),
                "connected": number in connected,
                "seconds_away": away.get(number),
            }
            for number, seat in enumerate(state.seats)
        ],
        "watchers": watchers,
        "setup": setup,
        "listed": state.listed,
        "start_when_full": options.start_when_full,
        "running_score": options.running_score,
        "turn_seconds": options.turn_seconds,
        "reaction_seconds": options.reaction_seconds,
        "deck_hash": state.deck_hash,
        "created": state.created_at,
        "seq": state.seq,
        "creator": is_creator,
        "my_seats": list(my_seats),
        "to_play": to_play,
        "gold": gold,
        "winners": winners,
        "request": _request_view(state, person, now),
        "begun_under": None if state.rules == RULES_VERSION else state.rules,
        "unfit": _unfit_view(state),
        "daily": _daily_view(state),
        "invite": state.invite if inside or state.listed else None,
        "watch": state.watch if inside else None,
    }


def unfit_error(unfit: UnfitMove) -> UnfitEvent:
    """Return the error that names a stored move against the present rules."""
    return UnfitEvent(RecordProblem.UNFIT_MOVE, n=unfit.seq, answer=unfit.answer, name=unfit.name, seat=unfit.seat)


def reason_message(game: Game, answer: int) -> messages.Reason | None:
    """Return why a hex is not offered to the player who is asked; None if it is, or if the answer is no hex."""
    question = game.question
    reason = game.why_not(HEX_OF_ANSWER[answer]) if 0 <= answer < FIRST_OPTION else None
    if reason is None or question is None:
        return None
    terrain = game.board.terrain_of(HEX_OF_ANSWER[answer])
    here = None if terrain is None else TERRAINS[terrain]
    return {
        "sentence": reason_sentence(reason, question.seat, question, here),
        "code": reason.code,
        "rule": reason.rule,
        "entry": catalogue(LANGUAGES[0]).entry_of(reason.rule).id,
        "params": {name: list(value) if isinstance(value, tuple) else value for name, value in reason.params.items()},
        "hexes": hex_numbers(reason.hexes),
    }


def score_lines(game: Game, seat: int) -> list[messages.ScoreLine]:
    """Return where a player's gold comes from."""
    return [score_line(*line) for line in game.score(seat)]


def score_line(source: str, gold: int, hexes: int) -> messages.ScoreLine:
    """Return the gold from one source, and the hexes that earn it."""
    return {"source": source, "gold": gold, "hexes": hex_numbers(hexes) if gold else []}


def _request_view(state: TableState, person: str | None, now: float) -> messages.PendingRequest | None:
    request = state.request
    if request is None:
        return None
    return {
        "seq": request.seq,
        "seat": request.seat,
        "name": request.name,
        "asked": sorted(request.asked),
        "accepted": sorted(request.accepted),
        "seconds_left": round(max(0.0, request.ends - now), 3),
        "mine": person == request.person,
    }


def _daily_view(state: TableState) -> messages.DailyTable | None:
    daily = state.options.daily
    if daily is None:
        return None
    return {"day": daily.day, "number": daily.number, "practice": daily.practice, "hinted": state.hinted}


def _unfit_view(state: TableState) -> messages.Unfit | None:
    unfit = state.unfit
    if unfit is None:
        return None
    return {"seq": unfit.seq, "sentence": problem_sentence(unfit_error(unfit)), "over": unfit.over}
