"""Step 8 of a move: what everybody may know of an event, with its log lines."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.formats.record import write_setup
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.table import messages
from kingdom_builder.table.board_views import terrain_cards
from kingdom_builder.table.diff import diff_players
from kingdom_builder.table.events import (
    CHANGES_CONSENT,
    CHANGES_QUESTION,
    Actor,
    Event,
    EventKind,
    LinkKind,
)
from kingdom_builder.table.fold import lasting_transitions, transitions
from kingdom_builder.table.state import Moment, TableState, has_ended_turn
from kingdom_builder.texts.log import (
    answer_lines,
    consent_lines,
    deleted_line,
    revealed_line,
    table_line,
    talk_line,
    undo_line,
)
from kingdom_builder.texts.sentences import text


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
    if before is not None and event.kind is EventKind.ANSWER and (question := before.question) is not None:
        found["action"] = question.action
    terrain = _revealed(event, before, after)
    if terrain is not None:
        found["terrain"] = terrain
    gold = _new_total(event, before, after)
    if gold is not None:
        found["gold"] = gold
    if event.kind is EventKind.STARTED:
        found["record"] = write_setup(after.game.setup)
    if _moves_cards(event, before, after):
        found["cards"] = terrain_cards(after.game)
    found["lines"] = _log_lines(found, before, after)
    return found


def public_events(events: Sequence[Event], start: int, at: Moment) -> tuple[list[messages.TableEvent], list[list[int]]]:
    """Return what everybody may know of the events of a table from an index on, and the gold before.

    This is every player's gold at the beginning of the game and at the end of each turn, if everybody may see it.
    """
    found, gold = [], []
    for before, event, after in transitions(events, start, at):
        if event.seq > start:
            found.append(public_event(event, before, after))
        elif (total := _new_total(event, before, after)) is not None:
            gold.append(total)
    return found, gold


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


def seat_event(event: messages.TableEvent, state: TableState) -> messages.TableEvent:
    """Return an event for players: only they get the invite to a rematch."""
    if event["kind"] != EventKind.REMATCH or state.rematch is None:
        return event
    return {**event, "invite": state.rematch.invite}


def _log_lines(event: messages.TableEvent, before: TableState | None, after: TableState) -> list[messages.LogLine]:
    """Return the log lines of an event."""
    kind, seat, terrain = event["kind"], event["seat"], event.get("terrain")
    changes = event.get("changes", [])
    if kind is EventKind.ANSWER:
        if before is None or before.question is None:
            return []
        return answer_lines(before.question, before.game, after.game, event["answer"], changes, terrain)
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


def _new_total(event: Event, before: TableState | None, after: TableState) -> list[int] | None:
    """Return every player's gold if an event has started the game or ended a turn, and if everybody may see it."""
    if not after.shows_gold:
        return None
    is_total = event.kind is EventKind.STARTED or (before is not None and has_ended_turn(before.game, after.game))
    return after.game.scores() if is_total else None


def _moves_cards(event: Event, before: TableState | None, after: TableState) -> bool:
    """Return whether an event has dealt, drawn or revealed terrain cards."""
    if before is None or event.kind is EventKind.STARTED:
        return event.kind is EventKind.STARTED
    old, new = before.game, after.game
    return event.kind is EventKind.ANSWER and (old.deck is not new.deck or old.card != new.card)


def _revealed(event: Event, before: TableState | None, after: TableState) -> str | None:
    """Return the terrain that an event has revealed."""
    if before is None or after.game.terrain is None:
        return None
    old, new = before.game, after.game
    revealed = event.kind is EventKind.STARTED or (new.turn, new.terrain) != (old.turn, old.terrain)
    return TERRAINS[after.game.terrain] if revealed else None
