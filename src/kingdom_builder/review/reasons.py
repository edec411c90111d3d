"""Why another turn was better, in words: from both positions after the turn and from what they earn at the end."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from kingdom_builder.bots.analysis import touched_terrains
from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.beam_search import Plan, played_without_end
from kingdom_builder.bots.pace import still_to_come
from kingdom_builder.bots.playouts import Answers, mean_gold
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import BIT, format_hexes, neighbours
from kingdom_builder.review.comparing import Comparison
from kingdom_builder.review.turns import PlayedTurn
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.table.diff import tiles_between
from kingdom_builder.texts.catalogue import Sentence
from kingdom_builder.texts.sentences import sentence, text, tile_name

_MOST_OF_IT = 0.6
"""The part of the gold lost that a source or a player must have to be the reason."""

_SMALL = 0.5
"""Less gold than this is no reason."""

_MOST_HEXES = 3
"""Up to so many hexes of the better turn are named."""

_FAR = 9
"""From how many hexes on a distance is not told."""


class _Ends(NamedTuple):
    """The game before a turn, and after the turn played and the better one, before they end."""

    before: Game
    own: Game
    best: Game
    seat: int


def reason_for(turn: PlayedTurn, compared: Comparison) -> Sentence | None:
    """Return why the best turn found is better than the one played; None if it is the one played.

    First comes a source of gold that pays most of the difference at once. Then a tile that was not taken or not used,
    what most of the gold comes from at the end, a source or another player who earns less, and the terrains that the
    pieces touch.
    """
    if compared.same:
        return None
    seat = turn.seat
    before = turn.before.view(seat).sample(0)
    own = played_without_end(before, Plan(0.0, turn.planned))
    best = played_without_end(before, Plan(0.0, compared.better))
    ends = _Ends(before, own, best, seat)
    gold = max(1, round(compared.gold_lost))
    most_of_it = _MOST_OF_IT * compared.gold_lost
    unused = _unused_tiles(ends, turn.planned, compared.better)
    at_end = [b - a for a, b in zip(mean_gold(compared.played, seat), mean_gold(compared.best, seat), strict=True)]
    return (
        (_source(ends, at_end, most_of_it) if max(_at_once(ends)) >= most_of_it else None)
        or (sentence("review.reason.tiles_unused", n=len(unused), gold=gold) if len(unused) > 1 else None)
        or (_tile_missed(ends, gold) if _has_later_turns(turn) else None)
        or (sentence("review.reason.tile_unused", tile=tile_name(answer_name(unused[0])), n=gold) if unused else None)
        or _source(ends, at_end, most_of_it)
        or _denied(compared, seat)
        or _terrain(ends)
        or _source(ends, at_end, 0.0)
        or sentence("review.reason.gold", n=gold)
    )


def _at_once(ends: _Ends) -> list[int]:
    """Return how much more every source pays the player right after the better turn."""
    lines = zip(ends.own.score(ends.seat), ends.best.score(ends.seat), strict=True)
    return [best.gold - own.gold for own, best in lines]


def _has_later_turns(turn: PlayedTurn) -> bool:
    """Return whether the player has more than one other turn in which a tile can be used."""
    turns, _ = still_to_come(turn.ending)
    return not turn.ending.end_triggered and turns[turn.seat] > 1.0


def _tile_missed(ends: _Ends, gold: int) -> Sentence | None:
    """Return that the better turn takes a tile that the turn played does not take, or that it loses none."""
    before, own, best = [game.players[ends.seat] for game in ends[:3]]
    taken, could_take = tiles_between(before, own)[0], tiles_between(before, best)[0]
    missed = list((Counter(could_take) - Counter(taken)).elements())
    if len(missed) > len(taken) - len(could_take) and missed and len(could_take) >= len(taken):
        rather = list((Counter(taken) - Counter(could_take)).elements())
        if rather:
            return sentence("review.reason.tile_rather", tile=tile_name(missed[0]), other=tile_name(rather[0]))
        distance = _distance(ends, missed[0])
        key = "review.reason.tile_missed" if distance is None else "review.reason.tile_missed.near"
        return sentence(key, tile=tile_name(missed[0]), n=distance or 0, gold=gold)
    lost = list((Counter(tiles_between(before, own)[1]) - Counter(tiles_between(before, best)[1])).elements())
    return sentence("review.reason.tile_lost", tile=tile_name(lost[0])) if lost else None


def _distance(ends: _Ends, tile: str) -> int | None:
    """Return how far the location of a tile is from the player's nearest piece before the turn."""
    before, best = ends.before.players[ends.seat], ends.best.players[ends.seat]
    had = {owned.location for owned in before.tiles}
    found = [owned.location for owned in best.tiles if answer_name(owned.kind) == tile and owned.location not in had]
    if not found or not before.pieces:
        return None
    reached, distance = before.pieces, 0
    while not reached & BIT[found[0]] and distance < _FAR:
        reached |= neighbours(reached)
        distance += 1
    return distance if 0 < distance < _FAR else None


def _unused_tiles(ends: _Ends, own: Answers, best: Answers) -> list[int]:
    """Return the tiles that the better turn uses and the turn played leaves unused."""
    player = ends.before.players[ends.seat]
    had = {tile.kind for tile in player.tiles} | {nomad.kind for nomad in player.nomads}
    used = [Counter([answer for answer in answers if answer in had]) for answers in (own, best)]
    unused = list((used[1] - used[0]).elements())
    return unused if sum(used[0].values()) < sum(used[1].values()) else []


def _source(ends: _Ends, more: list[float], least: float) -> Sentence | None:
    """Return the source of gold that pays the player most more at the end, if it is at least so much."""
    most = max(more)
    if most < max(least, _SMALL):
        return None
    name = ends.before.score(ends.seat)[more.index(most)].source
    before, own, best = [game.players[ends.seat].pieces for game in ends[:3]]
    pieces = best & ~own & ~before
    key = "review.reason.source.hexes" if 0 < pieces.bit_count() <= _MOST_HEXES else "review.reason.source"
    return sentence(key, card=text(f"card.{name}.name"), n=max(1, round(most)), hexes=format_hexes(pieces))


def _denied(compared: Comparison, seat: int) -> Sentence | None:
    """Return the other player who earns less with the better turn, if that is most of the difference."""
    less = []
    for other in range(len(compared.played[0])):
        own, best = [ordered_sum(mean_gold(results, other)) for results in (compared.played, compared.best)]
        less.append(own - best if other != seat else 0.0)
    most = max(less)
    if most < _MOST_OF_IT * compared.gold_lost:
        return None
    return sentence("review.reason.denied", name={"seat": less.index(most)}, n=max(1, round(most)))


def _terrain(ends: _Ends) -> Sentence | None:
    """Return the terrain that the pieces do not touch any more, or that they touch only after the turn played."""
    had = touched_terrains(ends.before, ends.seat)
    own, best = touched_terrains(ends.own, ends.seat), touched_terrains(ends.best, ends.seat)
    for key, terrains in (
        ("review.reason.closed", [name for name in had if name in best and name not in own]),
        ("review.reason.bound", [name for name in own if name not in best and name not in had]),
        ("review.reason.open", [name for name in best if name not in own and name not in had]),
    ):
        if terrains:
            return sentence(key, terrain=text(f"review.terrain.{terrains[0]}"))
    return None
