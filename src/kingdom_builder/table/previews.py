"""Previews of answers, and which answers cannot be undone.

Both are found by trying answers on a determinized game: it looks like the real one to the seat and
contains no real hidden card.
"""

from __future__ import annotations

from kingdom_builder.engine.answers import FIRST_TERRAIN, PASS, STOP
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.table import messages
from kingdom_builder.table.diff import hex_numbers, tiles_between

_TERRAIN_OPTIONS = range(FIRST_TERRAIN, FIRST_TERRAIN + len(TERRAINS))
_SEED = 0


def preview(game: Game, seat: int, answer: int, *, scored: bool) -> messages.Preview | None:
    """Return what an answer of this seat would change; None if it is not legal now. `scored` adds the gold."""
    if answer not in game.view(seat).legal_answers():
        return None
    before = determinized(game, seat)
    after = before.copy()
    after.play(answer)
    gained, lost = tiles_between(before.players[seat], after.players[seat])
    placed, removed = _occupied(after) & ~_occupied(before), _occupied(before) & ~_occupied(after)
    return {
        "gold": gold_between(before, after, seat) if scored else [],
        "gained": gained,
        "lost": lost,
        "placed": hex_numbers(placed),
        "removed": hex_numbers(removed),
        "hexes": [] if placed or removed else _hexes_asked_next(before, after, answer),
        "irreversible": _was_irreversible(after, seat),
    }


def irreversible_answers(game: Game, seat: int) -> list[int]:
    """Return the answers offered to a seat in its own turn that cannot be undone although the turn continues."""
    if game.to_play != seat or game.active != seat or game.turn_state.after_last_turn or not _may_be_irreversible(game):
        return []
    trial = determinized(game, seat)
    return [answer for answer in game.legal_answers() if _is_irreversible(trial, seat, answer)]


def determinized(game: Game, seat: int) -> Game:
    """Return a game that this seat cannot distinguish from the real one, with the hidden cards dealt at random."""
    return game.view(seat).sample(_SEED)


def gold_between(before: Game, after: Game, seat: int) -> list[messages.GoldChange]:
    """Return by how much each source gives a player more or less gold."""
    lines = zip(before.score(seat), after.score(seat), strict=True)
    return [{"source": new.source, "gold": new.gold - old.gold} for old, new in lines if new.gold != old.gold]


def _may_be_irreversible(game: Game) -> bool:
    """Return whether any answer could draw a card or make another player react: only then are answers tried.

    A card is drawn by an action, or when a piece takes the last free hex of the terrain that is played (R3.10).
    """
    if game.terrain is None or game.rules.emptied:
        return True
    free = game.board.terrain[game.terrain] & game.free
    largest = max(kind.footprint for kind in REGISTRY.pieces.values())
    return free.bit_count() <= largest or _draws_cards(game)


def _draws_cards(game: Game) -> bool:
    actions = game.rules.actions
    return any(option in actions and actions[option].draws_cards for option in game.legal()[1])


def _is_irreversible(trial: Game, seat: int, answer: int) -> bool:
    trial.play(answer)
    found = _was_irreversible(trial, seat)
    trial.undo()
    return found


def _was_irreversible(game: Game, seat: int) -> bool:
    """Return whether the last answer cannot be undone although this seat's turn continues."""
    goes_on = game.turn_before == game.turn and game.active == seat and not game.turn_state.after_last_turn
    return goes_on and not game.can_take_back()


def _hexes_asked_next(before: Game, after: Game, answer: int) -> list[int]:
    """Return the hexes of the next question where an answer starts an action: a tile, a piece to move, a terrain."""
    begun = bool(after.stack) and answer not in (STOP, PASS)
    if not begun and answer not in _TERRAIN_OPTIONS:
        return []
    # The hexes after a drawn card or of another player are not known.
    known = after.deck is before.deck and after.to_play == before.to_play
    return hex_numbers(after.legal()[0]) if known else []


def _occupied(game: Game) -> int:
    """Return the occupied hexes: pieces of all players, walls, temporary pieces."""
    found = game.walls | game.turn_state.temporary
    for player in game.players:
        found |= player.pieces
    return found
