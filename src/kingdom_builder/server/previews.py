"""What an answer would do, shown before it is given, and which answers cannot be taken back.

All of it is found on a game that only looks like the real one to the seat, so no hidden card has a part in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kingdom_builder.bots.analysis import touched_terrains
from kingdom_builder.engine.actions.base import Asked
from kingdom_builder.engine.answers import FIRST_TERRAIN, PASS, STOP, option_number
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import neighbours
from kingdom_builder.engine.position import CANOE, TURN
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.server.changes import hex_numbers, tiles_between

_FORT, _CITY_HALL, _BARRACKS = option_number("fort"), option_number("city_hall"), option_number("barracks")
_TERRAIN_OPTIONS = range(FIRST_TERRAIN, FIRST_TERRAIN + len(TERRAINS))
_SAMPLE = 0
_MOST_AT_ONCE = 7
"""So many hexes a city hall takes at once, or a warrior with the hexes beside it."""


def preview_facts(game: Game, seat: int, answer: int, *, scored: bool) -> dict[str, Any] | None:
    """Return what an answer of this seat would change (`told.Preview`); None if it is not legal now."""
    if answer not in game.view(seat).legal_answers():
        return None
    before = game.view(seat).sample(_SAMPLE)
    after = before.copy()
    after.play(answer)
    gained, lost = tiles_between(before.seats[seat], after.seats[seat])
    placed, removed = _standing(after) & ~_standing(before), _standing(before) & ~_standing(after)
    return {
        "gold": gold_between(before, after, seat) if scored else [],
        "gained": gained,
        "lost": lost,
        "placed": hex_numbers(placed),
        "removed": hex_numbers(removed),
        "hexes": [] if placed or removed else _hexes_next(before, after, answer),
        "final": _has_become_final(after, seat),
    }


def hint_facts(game: Game, seat: int, answers: Sequence[int], *, scored: bool) -> dict[str, Any]:
    """Return some answers of this seat one after the other and what they would bring (`told.Hint`)."""
    before = game.view(seat).sample(_SAMPLE)
    after = before.copy()
    for answer in answers:
        after.play(answer)
    gained, _ = tiles_between(before.seats[seat], after.seats[seat])
    then, now = touched_terrains(before, seat), touched_terrains(after, seat)
    return {
        "answers": list(answers),
        "gold": gold_between(before, after, seat) if scored else [],
        "gained": gained,
        "reach": [terrain for terrain in now if terrain not in then],
        "freed": [terrain for terrain in then if terrain not in now],
    }


def gold_between(before: Game, after: Game, seat: int) -> list[dict[str, Any]]:
    """Return by how much each source gives a player more or less gold (`told.GoldChange`)."""
    lines = zip(before.score(seat), after.score(seat), strict=True)
    return [{"source": new.source, "gold": new.gold - old.gold} for old, new in lines if new.gold != old.gold]


def final_answers(game: Game, seat: int) -> list[int]:
    """Return the answers offered to a seat in its own turn that cannot be taken back although the turn goes on.

    It is asked for every view, so only those are tried that could be: a fort, what may use up a terrain, what may
    empty a hex while somebody has a canoe.
    """
    if game.over or game.to_play != seat or game.active != seat or game.phase.closing:
        return []
    hexes, options = _suspects(game)
    if not hexes and not options:
        return []
    sample = game.view(seat).sample(_SAMPLE)
    return [answer for answer in [*hex_numbers(hexes), *options] if _is_final(sample, seat, answer)]


def _is_final(game: Game, seat: int, answer: int) -> bool:
    game.play(answer)
    final = _has_become_final(game, seat)
    game.undo()
    return final


def _has_become_final(game: Game, seat: int) -> bool:
    """Say whether the answer just played cannot be taken back although this seat's turn goes on."""
    assert game.past is not None
    goes_on = game.past[TURN] == game.turn and game.active == seat and not game.phase.closing
    return goes_on and not game.can_take_back()


def _hexes_next(before: Game, after: Game, answer: int) -> list[int]:
    """Return the hexes asked for next where an answer begins something: a tile, a piece picked up, a terrain chosen."""
    begun = bool(after.stack) and answer not in (STOP, PASS)
    if not begun and answer not in _TERRAIN_OPTIONS:
        return []
    # What a drawn card or another player will offer is not known.
    known = after.deck is before.deck and after.to_play == before.to_play
    return hex_numbers(after.asked()[0]) if known else []


def _standing(game: Game) -> int:
    """Return the hexes on which anything stands: pieces of all players, walls, scouts."""
    found = game.walls | game.phase.scouts
    for seat in game.seats:
        found |= seat.pieces
    return found


def _suspects(game: Game) -> Asked:
    """Return the answers that could draw a card or call a canoe; of those that are left out none can."""
    hexes, options = game.asked()
    field = _card_field(game)
    if field == 0 or (game.stack and game.stack[-1][0] == CANOE):
        return hexes, options
    drawing = (_FORT,) if field else (_FORT, *_TERRAIN_OPTIONS)
    exhausting = _exhausting(game, field) if field else 0
    return hexes & exhausting | _calling(game, hexes), tuple([option for option in options if option in drawing])


def _card_field(game: Game) -> int | None:
    """Return the free hexes that the played card still allows; None while no card is played."""
    if game.played is None:
        return None
    terrains = game.terrains_of(game.played) if game.card is None else (game.card,)
    found = 0
    for terrain in terrains:
        found |= game.board.terrain[terrain]
    return found & game.free


def _exhausting(game: Game, field: int) -> int:
    """Return where something put down could leave none of these hexes free (R3.10)."""
    left = field.bit_count()
    wide = bool(game.stack) and (
        game.stack[-1][0] in (_CITY_HALL, _BARRACKS) or game.seats[game.active].tokens.warriors != 0
    )
    if wide and left <= _MOST_AT_ONCE:
        return field | neighbours(field)
    return field if left == 1 else 0


def _calling(game: Game, hexes: int) -> int:
    """Return the hexes that could take a last tile while another player has a canoe ready (R3.19)."""
    if not game.calls_canoes or not any(
        tile.kind == CANOE and game.is_ready(tile)
        for number, seat in enumerate(game.seats)
        for tile in seat.tiles
        if number != game.active
    ):
        return 0
    near = neighbours(game.stocked & ~game.second)
    if game.stack and game.stack[-1][0] == _CITY_HALL:
        near |= neighbours(near)
    return hexes & near
