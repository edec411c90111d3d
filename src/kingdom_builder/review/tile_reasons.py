"""The tiles that the turn played did not take, did not use or gave up, and how much of the gold lost is due to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from kingdom_builder.bots.pace import still_to_come
from kingdom_builder.bots.playouts import Answers
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import BIT, iter_hexes, neighbours
from kingdom_builder.engine.player import OwnedTile, PlayerState
from kingdom_builder.review.comparing import Comparison
from kingdom_builder.review.tile_parts import TileParts
from kingdom_builder.review.turns import PlayedTurn
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.table.diff import tiles_between
from kingdom_builder.texts.catalogue import Param, Sentence
from kingdom_builder.texts.sentences import sentence, tile_name

_FAR = 9
"""From how many hexes on a distance is not told."""

_LEAST_FIGURE = 0.5
"""A tile that makes less than this difference in gold is named without a figure."""


class Ends(NamedTuple):
    """The game before a turn, and after the turn played and the better one, before they end.

    `own` is the turn played as far as it could be planned, `own_end` all of it.
    """

    before: Game
    own: Game
    best: Game
    own_end: Game
    seat: int


class TileReason(NamedTuple):
    """A sentence about tiles, and how much of the gold lost is due to them; None if that is not known."""

    sentence: Sentence
    part: float | None


def tile_reasons(ends: Ends, turn: PlayedTurn, compared: Comparison, parts: TileParts | None) -> Iterator[TileReason]:
    """Yield what the better turn does with tiles and the turn played does not, in the order in which it is told.

    Several tiles that were left unused; one that was not taken, or another one that was, or one that was given up, if
    the player has more than one other turn; one that was left unused. A figure is never more than the gold lost: the
    rest of a turn may be worse than the turn played.
    """
    unused = _unused_tiles(ends, turn, compared.better)
    most = compared.gold_lost
    if len(unused) > 1:
        part = parts.of_uses(unused) if parts else None
        yield _with_figure("review.reason.tiles_unused", part, most, n=len(unused))
    if has_later_turns(turn):
        yield from _tiles_taken(ends, parts, most)
    if len(unused) == 1:
        part = parts.of_uses(unused) if parts else None
        yield _with_figure("review.reason.tile_unused", part, most, tile=tile_name(answer_name(unused[0])))


def _with_figure(key: str, part: float | None, most: float, **params: Param) -> TileReason:
    """Return a sentence with the gold that is due to the tiles, without a figure if it is not known."""
    if part is None or part < _LEAST_FIGURE:
        return TileReason(sentence(f"{key}.plain", **params), part)
    return TileReason(sentence(key, gold=max(1, round(min(part, most))), **params), part)


def _unused_tiles(ends: Ends, turn: PlayedTurn, best: Answers) -> list[int]:
    """Return the tiles that the better turn uses and the turn played leaves unused to its end."""
    own_uses, best_uses = _uses(turn.before, turn.answers, ends.seat), _uses(ends.before, best, ends.seat)
    unused = list((best_uses - own_uses).elements())
    return unused if own_uses.total() < best_uses.total() else []


def _uses(game: Game, answers: Answers, seat: int) -> Counter[int]:
    """Return how often each tile that the player has is used; a tile that another one repeats does not count."""
    player = game.players[seat]
    had = {tile.kind for tile in player.tiles} | {nomad.kind for nomad in player.nomads}
    after, uses = game.copy(), Counter[int]()
    for answer in answers:
        if answer in had and not after.stack:
            uses[answer] += 1
        after.play(answer)
    return uses


def has_later_turns(turn: PlayedTurn) -> bool:
    """Return whether the player has more than one other turn in which a tile can be used."""
    turns, _ = still_to_come(turn.ending)
    return not turn.ending.end_triggered and turns[turn.seat] > 1.0


def _tiles_taken(ends: Ends, parts: TileParts | None, most: float) -> Iterator[TileReason]:
    """Yield the tiles that the better turn takes and the turn played does not, or one that only the latter loses."""
    before, own, best = [game.players[ends.seat] for game in (ends.before, ends.own_end, ends.best)]
    (taken, _), (could_take, _) = tiles_between(before, own), tiles_between(before, best)
    missed = [tile for tile in could_take if tile not in taken]
    if missed and len(could_take) >= len(taken):
        rather = [tile for tile in taken if tile not in could_take]
        if rather:
            yield _rather(ends, missed[0], rather[0], parts)
            return
        found = [_missed(ends, tile, parts, most) for tile in dict.fromkeys(missed)]
        yield max(found, key=lambda reason: reason.part or 0.0)
        return
    given_up = [tile for tile in before.tiles if _has(best, tile) and not _has(own, tile)]
    if given_up:
        part = parts.of_owned(given_up[0].location) if parts else None
        yield TileReason(sentence("review.reason.tile_lost", tile=tile_name(answer_name(given_up[0].kind))), part)


def _has(player: PlayerState, tile: OwnedTile) -> bool:
    return any(each.location == tile.location for each in player.tiles)


def _missed(ends: Ends, tile: str, parts: TileParts | None, most: float) -> TileReason:
    spaces = _spaces(ends.before, ends.best, ends.own_end, ends.seat, tile)
    part = parts.of_spaces(BIT[spaces[0]]) if parts and spaces else None
    distance = _distance(ends, spaces[0]) if spaces else None
    key = "review.reason.tile_missed" if distance is None else "review.reason.tile_missed.near"
    return _with_figure(key, part, most, tile=tile_name(tile), n=distance or 0)


def _rather(ends: Ends, tile: str, other: str, parts: TileParts | None) -> TileReason:
    """Return that another tile was taken than in the better turn, and the part of both tiles together."""
    spaces = _spaces(ends.before, ends.best, ends.own_end, ends.seat, tile)
    others = _spaces(ends.before, ends.own_end, ends.best, ends.seat, other)
    part = parts.of_spaces(BIT[spaces[0]] | BIT[others[0]]) if parts and spaces and others else None
    return TileReason(sentence("review.reason.tile_rather", tile=tile_name(tile), other=tile_name(other)), part)


def _spaces(before: Game, after: Game, other: Game, seat: int, tile: str) -> list[int]:
    """Return the location and nomad spaces from which a player takes this tile in a turn, and not in the other turn."""
    taken = after.players[seat].taken_from & ~before.players[seat].taken_from & ~other.players[seat].taken_from
    found = [h for h in iter_hexes(taken) if answer_name(before.board.location_at[h]) == tile]
    emptied = before.tiles_left & ~after.tiles_left & other.tiles_left & before.board.nomads
    return found + [h for h in iter_hexes(emptied) if answer_name(before.setup.nomad_tiles[h]) == tile]


def _distance(ends: Ends, space: int) -> int | None:
    """Return how far a space is from the player's nearest piece before the turn."""
    pieces = ends.before.players[ends.seat].pieces
    if not pieces:
        return None
    reached, distance = pieces, 0
    while not reached & BIT[space] and distance < _FAR:
        reached |= neighbours(reached)
        distance += 1
    return distance if 0 < distance < _FAR else None
