"""What a seat does at its table: answers, taking back, passing, talking."""

from __future__ import annotations

import time
from typing import Any

from kingdom_builder.engine.answers import HEX_OF_ANSWER
from kingdom_builder.server.house import Decide, Decision, House
from kingdom_builder.server.pool import Pool
from kingdom_builder.server.previews import hint_facts, preview_facts
from kingdom_builder.server.refusals import Refused
from kingdom_builder.server.said import Chat, PassTurn, PlayAnswer, Undo
from kingdom_builder.server.showing import reason_facts
from kingdom_builder.server.table import ARCHIVED, OPEN, OVER, PLAYER, PLAYING, Table
from kingdom_builder.server.texts import clean_text
from kingdom_builder.server.viewers import Live
from kingdom_builder.store.games import game_change


async def play(house: House, live: Live, seat: int, said: PlayAnswer) -> int:
    """Answer the question that is asked; return the entry's number."""

    def decide(table: Table) -> Decision:
        _check_turn(table, seat, said.at)
        return Decision("answer", seat, said.answer)

    return await _do(house, live, seat, decide, said.id)


async def undo(house: House, live: Live, seat: int, said: Undo) -> int:
    """Take back an answer or the turn."""

    def decide(table: Table) -> Decision:
        _check_turn(table, seat, said.at)
        count = table.undo_count(whole_turn=said.whole_turn)
        if not count:
            raise Refused("cannot_undo", "There is nothing to take back: the turn has just begun, or a card was drawn.")
        return Decision("undo", seat, count)

    return await _do(house, live, seat, decide, said.id)


async def pass_turn(house: House, live: Live, seat: int, said: PassTurn) -> int:
    """Pass whatever is asked of this seat in the turn that is going on."""

    def decide(table: Table) -> Decision:
        _check_playing(table)
        _check_number(table, said.at)
        if table.game.active == seat and not table.reacting(table.game):
            raise Refused("own_turn", "It is your own turn: end it instead.")
        return Decision("passing", seat)

    return await _do(house, live, seat, decide, said.id)


async def chat(house: House, live: Live, seat: int, said: Chat) -> int:
    """Say something to everybody at the table."""

    def decide(table: Table) -> Decision:
        if (said.text is None) == (said.phrase is None):
            raise Refused("bad_message", "Say either a text or a phrase.", 422)
        if said.phrase is not None:
            return Decision("phrase", seat, {"phrase": said.phrase})
        assert said.text is not None
        text = clean_text(said.text)
        if not text:
            raise Refused("bad_message", "There is nothing in this text.", 422)
        return Decision("chat", seat, {"text": text})

    return await house.commit(live, decide, by=PLAYER, seat=seat, message_id=said.id)


def why_not(live: Live, seat: int, hex_number: int) -> dict[str, Any] | None:
    """Say why a hex is not offered to the seat that is asked; None if it is."""
    table = live.table
    _check_playing(table)
    if table.game.to_play != seat:
        raise Refused("not_your_turn", "Nothing is asked of you now.")
    return reason_facts(table.game.why_not(HEX_OF_ANSWER[hex_number]))


def preview(live: Live, seat: int, answer: int) -> dict[str, Any] | None:
    """Say what an answer of this seat would do; None if it is not legal now."""
    table = live.table
    _check_playing(table)
    return preview_facts(table.game, seat, answer, scored=table.stored.options["running_score"])


async def hint(pool: Pool, live: Live, seat: int) -> dict[str, Any]:
    """Say how a bot would play on, where nobody else is playing."""
    table = live.table
    _check_playing(table)
    person = table.seats[seat].person
    if any(other.kind != "bot" and (person is None or other.person != person) for other in table.seats):
        raise Refused("no_hints", "There are hints only where all the others are bots, or play on your own device.")
    game = table.game
    if game.to_play != seat:
        raise Refused("not_your_turn", "Nothing is asked of you now.")
    answers = await pool.hint(game.view(seat))
    if answers is None:
        raise Refused("unavailable", "There is no hint just now: try again.", 503)
    return hint_facts(game, seat, answers, scored=table.stored.options["running_score"])


async def _do(house: House, live: Live, seat: int, decide: Decide, message_id: str) -> int:
    if live.table.status == ARCHIVED:
        await resume(house, live, seat)
    return await house.commit(live, decide, by=PLAYER, seat=seat, message_id=message_id)


async def resume(house: House, live: Live, seat: int) -> None:
    """Take up a game again that was put away."""

    def decide(table: Table) -> Decision:
        if table.status != ARCHIVED:
            raise Refused("stale", "Something else has happened meanwhile.")
        status = PLAYING if table.begun else OPEN
        return Decision("resumed", seat, None, (game_change(table.id, status=status, wake_at=time.time()),))

    try:
        await house.commit(live, decide, by=PLAYER)
    except Refused as refusal:
        if refusal.code != "stale":
            raise


def _check_turn(table: Table, seat: int, at: int) -> None:
    _check_playing(table)
    _check_number(table, at)
    if table.game.to_play != seat:
        raise Refused("not_your_turn", "Nothing is asked of you now.", number=table.number)


def _check_playing(table: Table) -> None:
    if table.status == OVER:
        raise Refused("game_over", "The game is over.")
    if table.status != PLAYING:
        raise Refused("not_begun", "The game has not begun.")


def _check_number(table: Table, at: int) -> None:
    """Refuse an answer to a question that is no longer asked."""
    if at < table.changed:
        raise Refused("stale", "Something has happened since: look again.", number=table.number)
    if at > table.number:
        raise Refused("stale", f"There is no entry {at} yet.", number=table.number)
