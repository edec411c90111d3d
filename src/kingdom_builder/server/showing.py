"""What a viewer is told: the public part, made once for all, and to each seat its own cards and answers.

It is built up from public facts and the seat's view, never the whole with parts blanked out.
"""

from __future__ import annotations

from typing import Any

import orjson

from kingdom_builder.engine.answers import ANSWER_OF_HEX, answer_name
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import PLACES
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import TERRAINS, TERRAINS_OF_CARD
from kingdom_builder.formats.position_file import position_facts
from kingdom_builder.formats.setup_facts import setup_facts
from kingdom_builder.server.changes import hex_numbers
from kingdom_builder.server.previews import final_answers
from kingdom_builder.server.table import OVER, Table


def card_word(card: int) -> str:
    """Return a terrain card as it is written: its terrain, or both of them.

    >>> card_word(0), card_word(5)
    ('grass', 'swamp+grass')
    """
    return "+".join(TERRAINS[terrain] for terrain in TERRAINS_OF_CARD[card])


def public_json(table: Table, game: Game, number: int) -> bytes:
    """Return what everybody may know of a game after an entry (`told.View` less clock and you)."""
    over = game.over
    asked = game.question
    scored = over or table.stored.options["running_score"]
    facts = {
        "number": number,
        "turn": game.turn,
        "active": game.active,
        "to_play": game.to_play,
        "over": over,
        "last_round": game.ending and not over,
        "position": position_facts(game),
        "card": None if game.played is None else card_word(game.played),
        "hands": [len(seat.hand) for seat in game.seats],
        "draw": len(game.deck.draw),
        "discard": sorted(card_word(card) for card in game.deck.discard),
        "asked": None
        if asked is None
        else {
            "seat": asked.seat,
            "action": asked.action,
            "stage": asked.stage,
            "terrain": asked.terrain,
            "left": asked.left,
            "piece": None if asked.piece is None else ANSWER_OF_HEX[asked.piece],
        },
        "scores": [score_facts(game, seat) for seat in range(len(game.seats))] if scored else None,
        "winners": game.winners() if over else None,
        "deck": {"hash": table.deck_hash, "seed": table.deck_seed if table.status == OVER else None},
    }
    return orjson.dumps(facts)


def view_json(table: Table, public: bytes, seat: int | None) -> bytes:
    """Return the view of a viewer, with the time that is left at this moment."""
    clock = None
    to_play = table.game.to_play
    left = table.seconds_left() if to_play is not None and table.seats[to_play].kind != "bot" else None
    if left is not None:
        clock = {"seat": to_play, "seconds_left": round(left, 3)}
    you = None if seat is None else _private(table, seat)
    return public[:-1] + b',"clock":' + orjson.dumps(clock) + b',"you":' + orjson.dumps(you) + b"}"


def replay_json(public: bytes) -> bytes:
    """Return a view of a finished game: nobody's in particular."""
    return public[:-1] + b',"clock":null,"you":null}'


def table_facts(
    table: Table, setup: bytes, *, here: frozenset[int], watchers: int, mine: list[int], creator: bool
) -> dict[str, Any]:
    """Return what is told of a table (`told.Table`), its links to those alone who sit at it or made it."""
    stored = table.stored
    options = stored.options
    inside = creator or bool(mine)
    return {
        "id": stored.id,
        "status": table.status,
        "seats": [
            {"seat": s.seat, "kind": s.kind, "name": s.name, "level": s.level, "here": s.seat in here}
            for s in table.seats
        ],
        "watchers": watchers,
        "setup": orjson.Fragment(setup),
        "listed": stored.listed,
        "start_when_full": options["start_when_full"],
        "running_score": options["running_score"],
        "turn_seconds": options["turn_seconds"],
        "reaction_seconds": options["reaction_seconds"],
        "deck_hash": table.deck_hash,
        "created": stored.created_at,
        "number": table.number,
        "creator": creator,
        "mine": mine,
        "invite": stored.invite if inside or stored.listed else None,
        "watch": stored.watch if inside else None,
    }


def setup_json(game: Game) -> bytes:
    """Return the set-up of a game as it lay on the table before the first turn (`told.TableSetup`)."""
    board = game.board
    facts = {
        **setup_facts(Game(game.setup)),
        "rows": board.to_rows(),
        "island_rows": None if board.island is None else board.island.rows,
        "locations": {str(PLACES[h]): answer_name(kind) for h, kind in sorted(board.location_at.items())},
    }
    return orjson.dumps(facts)


def reason_facts(reason: Reason | None) -> dict[str, Any] | None:
    """Return why a hex is not allowed (`told.Rule`)."""
    if reason is None:
        return None
    return {
        "code": reason.code,
        "rule": reason.rule,
        "params": reason.params,
        "hexes": hex_numbers(reason.hexes),
    }


def _private(table: Table, seat: int) -> dict[str, Any]:
    view = table.game.view(seat)
    hexes, options = view.asked()
    return {
        "seat": seat,
        "hand": sorted(card_word(card) for card in view.hand),
        "hexes": hex_numbers(hexes),
        "options": options,
        "final": final_answers(table.game, seat),
        "can_undo": table.can_undo(seat),
        "passing": table.passes(seat),
    }


def score_facts(game: Game, seat: int) -> list[dict[str, Any]]:
    """Return where a player's gold comes from (`told.Line`)."""
    return [{"source": line.source, "gold": line.gold, "hexes": hex_numbers(line.hexes)} for line in game.score(seat)]
