"""Why another turn was better, in words: from both positions after the turn and from what they earn at the end."""

from __future__ import annotations

from operator import itemgetter

from kingdom_builder.bots.analysis import touched_terrains
from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.beam_search import Plan, played_without_end
from kingdom_builder.bots.playouts import margin, mean_gold
from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.review.comparing import Comparison
from kingdom_builder.review.expected import Expected, expected_gold
from kingdom_builder.review.tile_parts import TileParts
from kingdom_builder.review.tile_reasons import Ends, has_later_turns, tile_reasons
from kingdom_builder.review.turns import PlayedTurn
from kingdom_builder.sets.registry import IN_GAME
from kingdom_builder.texts.catalogue import Sentence
from kingdom_builder.texts.sentences import sentence, text

_MOST_OF_IT = 0.6
"""The part of the gold lost that a source or a player must have to be the reason."""

_SMALL = 0.5
"""Less gold than this is no reason."""

_LITTLE = 1.0
"""What a turn loses must be so much gold for a reason other than the gold itself."""

_MOST_MORE = 1.5
"""A source that pays more than this many times the gold lost is told without its figure: other sources pay less."""

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
    if compared.gold_lost < _LITTLE:
        return _gold(compared)
    seat = turn.seat
    before = turn.before.view(seat).sample(0)
    own = played_without_end(before, Plan(0.0, turn.planned))
    best = played_without_end(before, Plan(0.0, compared.better))
    ends = Ends(before, own, best, turn.ending, seat)
    lost = compared.gold_lost
    most_of_it = _MOST_OF_IT * lost
    expected = expected_gold(compared, seat)
    source = _source(ends, expected.more, lost)
    if source and max(_at_once(ends)) >= most_of_it and max(expected.more) >= most_of_it:
        return source
    # The parts are measured on other playouts than the gold lost, which may have found a smaller loss.
    least = min(lost, parts.whole) if parts else lost
    tiles: list[tuple[float, Sentence]] = []
    for found in tile_reasons(ends, turn, compared, parts):
        if found.part is None or found.part >= max(_SMALL, _MOST_OF_IT * least):
            return found.sentence
        tiles.append((found.part, found.sentence))
    return (
        (source if max(expected.more) >= most_of_it else None)
        or _denied(compared, expected, seat)
        or _tile(tiles, max(_SMALL, _PART_OF_IT * least))
        or source
        or (_terrain(ends) if has_later_turns(turn) else None)
        or _gold(compared)
    )


def _gold(compared: Comparison) -> Sentence:
    return sentence("review.reason.gold", n=max(1, round(compared.gold_lost)))


def _tile(tiles: list[tuple[float, Sentence]], least: float) -> Sentence | None:
    """Return what is said about the tiles to which most gold is due, if it is at least so much."""
    part, said = max(tiles, key=itemgetter(0), default=(0.0, None))
    return said if part >= least else None


def _at_once(ends: Ends) -> list[int]:
    """Return how much more every source pays the player right after the better turn."""
    lines = zip(ends.own.score(ends.seat), ends.best.score(ends.seat), strict=True)
    return [best.gold - own.gold for own, best in lines]


def _source(ends: Ends, more: list[float], lost: float) -> Sentence | None:
    """Return the source of gold that pays the player most more at the end."""
    most = max(more)
    if most < _SMALL:
        return None
    name = ends.before.score(ends.seat)[more.index(most)].source
    if name == IN_GAME:
        return sentence("review.reason.source.in_game", n=max(1, round(most))) if most <= _MOST_MORE * lost else None
    card = text(f"card.{name}.name")
    if most > _MOST_MORE * lost:
        return sentence("review.reason.source.less_elsewhere", card=card, n=max(1, round(lost)))
    before, best = ends.before.players[ends.seat].pieces, ends.best.players[ends.seat].pieces
    pieces = best & ~ends.own_end.players[ends.seat].pieces & ~before
    key = "review.reason.source.hexes" if 0 < pieces.bit_count() <= _MOST_HEXES else "review.reason.source"
    return sentence(key, card=card, n=max(1, round(most)), hexes=format_hexes(pieces))


def _denied(compared: Comparison, expected: Expected, seat: int) -> Sentence | None:
    """Return the other player who earns less with the better turn, if that is most of the difference.

    Only the best of the others counts for the margin, so it is measured deal by deal what a player's loss changes.
    """
    others = [other for other in range(len(compared.played[0])) if other != seat]
    if len(others) == 1:
        most, gain = others[0], expected.others_played - expected.others_better
        less = gain
    else:
        gains = {other: _gain_by(compared, seat, other) for other in others}
        most = max(others, key=lambda other: gains[other])
        own, best = [ordered_sum(mean_gold(results, most)) for results in (compared.played, compared.best)]
        gain, less = gains[most], own - best
    if gain < max(_SMALL, _MOST_OF_IT * compared.gold_lost) or less > _MOST_MORE * gain:
        return None
    return sentence("review.reason.denied", name={"seat": most}, n=max(1, round(less)))


def _gain_by(compared: Comparison, seat: int, other: int) -> float:
    """Return by how much the mean margin is higher if only this other player's gold is that of the better turn."""
    gained = []
    for own, best in zip(compared.played, compared.best, strict=True):
        changed = [*own[:other], best[other], *own[other + 1 :]]
        gained.append(margin(changed, seat) - margin(own, seat))
    return ordered_sum(gained) / len(gained)


def _terrain(ends: Ends) -> Sentence | None:
    """Return the terrain that the pieces touch no more, or only after the turn played (R3.7)."""
    had = touched_terrains(ends.before, ends.seat)
    own, best = touched_terrains(ends.own, ends.seat), touched_terrains(ends.best, ends.seat)
    for key, terrains in (
        ("review.reason.closed", [name for name in had if name in best and name not in own]),
        ("review.reason.bound", [name for name in own if name not in best and name not in had]),
    ):
        if terrains:
            return sentence(key, terrain=text(f"review.terrain.{terrains[0]}"))
    return None
