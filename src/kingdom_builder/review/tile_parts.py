"""How much of the gold that a turn loses is due to a tile: both turns are played on again, without the tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.playouts import Answers
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import BIT, iter_hexes
from kingdom_builder.engine.view import View
from kingdom_builder.review.comparing import Comparison, Evaluation, play_near
from kingdom_builder.review.turns import PlayedTurn


class TileParts(NamedTuple):
    """Measures the parts of tiles in what a turn loses, on the deals on which the loss was measured.

    A part is the gold lost less the gold that would be lost without the tile, both by the values at a later own
    turn: those of games to the end vary too much for a difference of two differences. It is None if a turn cannot be
    played without the tile.
    """

    turn: PlayedTurn
    compared: Comparison
    evaluation: Evaluation

    @property
    def whole(self) -> float:
        """All that the turn loses, by the same values."""
        return _mean_difference(self.compared.deals.values)

    def of_spaces(self, spaces: int) -> float | None:
        """Return the part of the tiles on location and nomad spaces: the player takes none of them, now or later."""
        game = self.turn.before.copy()
        for h in iter_hexes(spaces):
            if h in game.board.location_at:
                game.change(self.turn.seat).taken_from |= BIT[h]
            else:
                game.tiles_left &= ~BIT[h]
        return self._of_both_turns(game)

    def of_owned(self, location: int) -> float | None:
        """Return the part of the location tile that the player has from a hex: it is lost before the turn."""
        game = self.turn.before.copy()
        player = game.change(self.turn.seat)
        player.tiles = tuple([tile for tile in player.tiles if tile.location != location])
        return self._of_both_turns(game)

    def of_uses(self, tiles: Sequence[int]) -> float | None:
        """Return the part of using tiles in the better turn: the rest of it is played without them."""
        view = self.turn.before.view(self.turn.seat)
        rest = _without_uses(view.sample(0), self.compared.better, tiles)
        if rest is None:
            return None
        without = self._values(view, [rest])
        known = self.compared.deals.values
        return self.whole - _mean_difference([[own, rest] for (own, _), (rest,) in zip(known, without, strict=True)])

    def _of_both_turns(self, game: Game) -> float | None:
        view = game.view(self.turn.seat)
        plans = [self.turn.planned, self.compared.better]
        if not all(_is_legal(view.sample(0), plan) for plan in plans):
            return None
        return self.whole - _mean_difference(self._values(view, plans))

    def _values(self, view: View, plans: list[Answers]) -> list[list[float]]:
        return play_near(view, plans, self.compared.deals.seeds, self.evaluation).values


def _mean_difference(values: Sequence[Sequence[float]]) -> float:
    """Return by how much the second plan is better than the first."""
    return ordered_sum([best - own for own, best in values]) / len(values)


def _is_legal(game: Game, answers: Answers) -> bool:
    """Return whether answers can be played one after the other; `game` is changed."""
    for answer in answers:
        if answer not in game.legal_answers():
            return False
        game.play(answer)
    return True


def _without_uses(game: Game, answers: Answers, tiles: Sequence[int]) -> Answers | None:
    """Return the answers of a turn without the uses of some of its tiles; None if the others are not legal then."""
    after, left = game.copy(), list(tiles)
    kept: list[int] = []
    using = False
    for answer in answers:
        if answer in left and not after.stack:
            left.remove(answer)
            using = True
        if not using:
            kept.append(answer)
        after.play(answer)
        using = using and bool(after.stack)
    return tuple(kept) if _is_legal(game, tuple(kept)) else None
