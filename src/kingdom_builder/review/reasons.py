"""Why another turn was better, in words: from both positions after the turn and from what they earn at the end."""

from __future__ import annotations

from operator import itemgetter

from kingdom_builder.bots.analysis import touched_terrains
from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.beam_search import Plan, played_without_end
from kingdom_builder.bots.playouts import mean_gold
from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.review.comparing import Comparison
from kingdom_builder.review.tile_parts import TileParts
from kingdom_builder.review.tile_reasons import Ends, tile_reasons
from kingdom_builder.review.turns import PlayedTurn
from kingdom_builder.texts.catalogue import Sentence
from kingdom_builder.texts.sentences import sentence, text

_MOST_OF_IT = 0.6
"""The part of the gold lost that a source or a player must have to be the reason."""

_SMALL = 0.5
"""Less gold than this is no reason."""

_MOST_HEXES = 3
"""Up to so many hexes of the better turn are named."""

_PART_OF_IT = 0.3
"""The part of the gold lost that a tile must have to be the reason if nothing has most of it."""


def reason_for(turn: PlayedTurn, compared: Comparison, parts: TileParts | None = None) -> Sentence | None:
    """Return why the best turn found is better than the one played; None if it is the one played.

    First comes a source of gold that pays most of the difference at once. Then a tile that was not taken or not used,
    what most of the gold comes from at the end, a source or another player who earns less, and the terrains that the
    pieces touch. `parts` measures how much of the gold lost is due to a tile; without it a tile is named without a
    figure, and before what comes after it.
    """
    if compared.same:
        return None
    seat = turn.seat
    before = turn.before.view(seat).sample(0)
    own = played_without_end(before, Plan(0.0, turn.planned))
    best = played_without_end(before, Plan(0.0, compared.better))
    ends = Ends(before, own, best, seat)
    most_of_it = _MOST_OF_IT * compared.gold_lost
    at_end = [b - a for a, b in zip(mean_gold(compared.played, seat), mean_gold(compared.best, seat), strict=True)]
    at_once = _source(ends, at_end, most_of_it) if max(_at_once(ends)) >= most_of_it else None
    if at_once:
        return at_once
    # The parts are measured on other playouts than the gold lost, which may have found a smaller loss.
    lost = min(compared.gold_lost, parts.whole) if parts else compared.gold_lost
    tiles: list[tuple[float, Sentence]] = []
    for found in tile_reasons(ends, turn, compared, parts):
        if found.part is None or found.part >= max(_SMALL, _MOST_OF_IT * lost):
            return found.sentence
        tiles.append((found.part, found.sentence))
    return (
        _source(ends, at_end, most_of_it)
        or _denied(compared, seat)
        or _tile(tiles, max(_SMALL, _PART_OF_IT * lost))
        or _terrain(ends)
        or _source(ends, at_end, 0.0)
        or sentence("review.reason.gold", n=max(1, round(compared.gold_lost)))
    )


def _tile(tiles: list[tuple[float, Sentence]], least: float) -> Sentence | None:
    """Return what is said about the tiles to which most gold is due, if it is at least so much."""
    part, said = max(tiles, key=itemgetter(0), default=(0.0, None))
    return said if part >= least else None


def _at_once(ends: Ends) -> list[int]:
    """Return how much more every source pays the player right after the better turn."""
    lines = zip(ends.own.score(ends.seat), ends.best.score(ends.seat), strict=True)
    return [best.gold - own.gold for own, best in lines]


def _source(ends: Ends, more: list[float], least: float) -> Sentence | None:
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


def _terrain(ends: Ends) -> Sentence | None:
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
