"""Step 8 of a move: the view of each viewer. The public part is the same for all; each seat has a private part.

Views are built from public values and the seat's view, never by removing secrets from the whole state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kingdom_builder.engine.answers import ANSWER_OF_HEX, FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.question import Question
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.formats.record import RULES_VERSION
from kingdom_builder.sets.problems import RecordProblem
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.table import messages
from kingdom_builder.table.board_messages import TableSetup
from kingdom_builder.table.board_views import board_contents
from kingdom_builder.table.bounds import may_undo
from kingdom_builder.table.diff import card_name, diff_players, hex_numbers
from kingdom_builder.table.errors import UnfitEvent
from kingdom_builder.table.events import (
    CHANGES_CONSENT,
    CHANGES_QUESTION,
    Actor,
    Event,
    EventKind,
    LinkKind,
    SeatKind,
    TableStatus,
)
from kingdom_builder.table.fold import lasting_transitions, transitions
from kingdom_builder.table.previews import irreversible_answers
from kingdom_builder.table.state import Moment, Progress, TableState, UnfitMove, has_ended_turn
from kingdom_builder.texts.catalogue import LANGUAGES, catalogue
from kingdom_builder.texts.log import (
    answer_lines,
    consent_lines,
    deleted_line,
    revealed_line,
    table_line,
    talk_line,
    undo_line,
)
from kingdom_builder.texts.problems import problem_sentence
from kingdom_builder.texts.sentences import question_sentences, reason_sentence, sentence, text, waiting_sentence


def public_view(state: TableState) -> messages.PublicView:
    """Return what everybody may know of the game; the deck's seed when the table's game is over."""
    game = state.game
    over = game.over
    question = game.question
    return {
        "seq": state.seq,
        "turn": game.turn,
        "active": game.active,
        "to_play": game.to_play,
        "over": over,
        "last_round": game.end_triggered and not over,
        "position": position_document(game),
        "contents": board_contents(game),
        "card": None if game.card is None else card_name(game.card),
        "hands": [len(player.hand) for player in game.players],
        "draw": len(game.deck.draw),
        "discard": sorted([card_name(card) for card in game.deck.discard]),
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
        "scores": [score_lines(game, seat) for seat in range(len(game.players))] if _shows_gold(state) else None,
        "winners": game.winners() if over else None,
        "deck": {
            "hash": state.deck_hash,
            "seed": state.deck_seed if state.status is TableStatus.OVER else None,
        },
    }


def seat_view(state: TableState, seat: int) -> messages.SeatView:
    """Return what only one seat knows: its cards, the answers it may give, and the sentences that ask for them."""
    view = state.game.view(seat)
    closed = state.status in (TableStatus.CLOSED, TableStatus.STOPPED)
    found: messages.SeatView = {
        "seat": seat,
        "sentences": [],
        "hand": sorted([card_name(card) for card in view.hand]),
        "hexes": [],
        "options": [],
        "irreversible": [],
        "can_undo": False,
        "can_pass": state.can_pass(seat),
        "auto_pass": state.passes(seat),
    }
    question = view.question
    if question is not None:
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
        "invite": state.invite if inside or state.listed else None,
        "watch": state.watch if inside else None,
    }


def public_event(event: Event, before: TableState | None, after: TableState) -> messages.TableEvent:
    """Return what everybody may know of an event that led from one state to the next."""
    found: messages.TableEvent = {
        "seq": event.seq,
        "kind": event.kind,
        "seat": event.seat,
        "by": event.by,
        "time": event.time,
        "lines": [],
    }
    if event.kind is EventKind.ANSWER:
        found["answer"] = event.value
        found["answer_name"] = answer_name(event.value)
    elif event.kind is EventKind.UNDO:
        found["count"] = event.value
    elif event.kind in (EventKind.JOINED, EventKind.RENAMED):
        found["name"] = event.value["name"]
    elif event.kind is EventKind.CHAT:
        found["text"] = event.value["text"]
    elif event.kind is EventKind.PHRASE:
        found["phrase"] = event.value["phrase"]
    elif event.kind is EventKind.REMATCH:
        found["table"] = event.value["table"]
    elif event.kind is EventKind.RENEWED:
        found["link"] = LinkKind(event.value["link"])
    elif event.kind is EventKind.REDACTED:
        found["redacted"] = event.value["events"]
    elif event.kind in CHANGES_CONSENT:
        _add_consent(found, event, before, after)
    if before is not None and event.kind in (EventKind.ANSWER, EventKind.UNDO):
        found["changes"] = diff_players(before.game, after.game)
    if before is not None and event.kind is EventKind.ANSWER and (question := before.game.question) is not None:
        found["action"] = question.action
    terrain = _revealed(event, before, after)
    if terrain is not None:
        found["terrain"] = terrain
    gold = _new_total(event, before, after)
    if gold is not None:
        found["gold"] = gold
    found["lines"] = _log_lines(found, before, after)
    return found


def public_events(events: Sequence[Event], start: int, at: Moment) -> list[messages.TableEvent]:
    """Return what everybody may know of the events of a table from an index on."""
    return [public_event(event, before, after) for before, event, after in transitions(events, start, at)]


def lasting_events(
    events: Sequence[Event], at: Moment
) -> tuple[list[messages.TableEvent], list[tuple[int, list[int]]]]:
    """Return the events of a finished game without undone answers and talk, and the gold after each move of it."""
    found, totals = [], []
    for before, event, after in lasting_transitions(events, at):
        if event.kind not in (EventKind.CHAT, EventKind.PHRASE):
            found.append(public_event(event, before, after))
        if event.kind in CHANGES_QUESTION:
            totals.append((event.seq, after.game.scores()))
    return found, totals


def earlier_gold(events: Sequence[Event], at: Moment) -> list[list[int]]:
    """Return every player's gold at the beginning of the game and at the end of each turn, if everybody may see it."""
    found = lasting_transitions(events, at) if events else ()
    totals = (_new_total(event, before, after) for before, event, after in found)
    return [gold for gold in totals if gold is not None]


def seat_event(event: messages.TableEvent, state: TableState) -> messages.TableEvent:
    """Return an event for players: only they get the invite to a rematch."""
    if event["kind"] != EventKind.REMATCH or state.rematch is None:
        return event
    return {**event, "invite": state.rematch.invite}


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
    return [{"source": line.source, "gold": line.gold, "hexes": hex_numbers(line.hexes)} for line in game.score(seat)]


def _log_lines(event: messages.TableEvent, before: TableState | None, after: TableState) -> list[messages.LogLine]:
    """Return the log lines of an event."""
    kind, seat, terrain = event["kind"], event["seat"], event.get("terrain")
    changes = event.get("changes", [])
    if kind is EventKind.ANSWER:
        return [] if before is None else answer_lines(before.game, after.game, event["answer"], changes, terrain)
    if kind is EventKind.UNDO:
        hexes = [h for change in changes for h in (*change["placed"], *change["removed"])]
        return [undo_line(seat, event["count"], hexes)]
    if kind is EventKind.CHAT:
        words = event["text"]
        return [deleted_line(seat) if words is None else talk_line(seat, words)]
    if kind is EventKind.PHRASE:
        return [talk_line(seat, text(f"phrase.{event['phrase']}"))]
    if kind in (EventKind.JOINED, EventKind.RENAMED):
        return [table_line(kind, seat, name=event["name"])]
    if kind in CHANGES_CONSENT:
        return consent_lines(kind, seat, event.get("name", ""), event.get("actor"), taken="taken" in event)
    if kind is EventKind.WATCHED:
        return []
    if kind in (EventKind.CLOSED, EventKind.RENEWED):
        key = f"renewed_{event['link']}" if kind is EventKind.RENEWED else kind
        actor = "operator" if event["by"] is Actor.OPERATOR else "creator"
        return [table_line(key if seat is not None else f"{key}.{actor}", seat)]
    line = table_line("moved_device" if kind is EventKind.MOVED else kind, seat)
    return [line] if terrain is None else [line, revealed_line(after.game.active, terrain)]


def _add_consent(found: messages.TableEvent, event: Event, before: TableState | None, after: TableState) -> None:
    """Add the fields of an event about a seat that is handed over or asked for."""
    if event.kind is EventKind.HANDED_OVER:
        found["name"], found["actor"] = event.value["name"], event.value["actor"]
        return
    if event.kind is EventKind.REQUESTED:
        found["name"] = event.value["name"]
        return
    found["request"] = event.value["request"]
    if before is not None and before.request is not None:
        found["name"] = before.request.name
        if event.kind is EventKind.ACCEPTED and after.request is None:
            found["taken"] = before.request.seat


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


def _unfit_view(state: TableState) -> messages.Unfit | None:
    unfit = state.unfit
    if unfit is None:
        return None
    return {"seq": unfit.seq, "sentence": problem_sentence(unfit_error(unfit)), "over": unfit.over}


def _shows_gold(state: TableState) -> bool:
    """Return whether everybody may see the players' gold now."""
    return state.game.over or state.options.running_score


def _new_total(event: Event, before: TableState | None, after: TableState) -> list[int] | None:
    """Return every player's gold if an event has started the game or ended a turn, and if everybody may see it."""
    if not _shows_gold(after):
        return None
    is_total = event.kind is EventKind.STARTED or (before is not None and has_ended_turn(before.game, after.game))
    return after.game.scores() if is_total else None


def _revealed(event: Event, before: TableState | None, after: TableState) -> str | None:
    """Return the terrain that an event has revealed."""
    if before is None or after.game.terrain is None:
        return None
    old, new = before.game, after.game
    revealed = event.kind is EventKind.STARTED or (new.turn, new.terrain) != (old.turn, old.terrain)
    return TERRAINS[after.game.terrain] if revealed else None
