"""The part of the vector that few answers change: players, tiles, terrain cards, and what some sets add."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress
from operator import is_not
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingdom_builder.engine.player import SETTLEMENTS, PublicPlayer
from kingdom_builder.engine.position import TurnState
from kingdom_builder.engine.view import CardsView, SetupView, TurnView, View
from kingdom_builder.env.observation_spec import HIGHEST, ObservationSpec, groups, names_of
from kingdom_builder.sets.registry import REGISTRY, option_number

_FLOAT = np.dtype(np.float32).itemsize
_NOBODY = PublicPlayer(0, (), 0, 0, 0, (), 0, (), ())


class Indices(NamedTuple):
    """Indices in the vector: `of_player` from the first number of a player, `common` from the beginning.

    A kind of tile has an index for tiles held, used and new, as far as these numbers exist.
    """

    of_player: dict[str, int]
    common: dict[str, int]
    of_tile: dict[int, tuple[int, int, int]]
    of_nomad: dict[int, tuple[int, int]]


@cache
def indices(spec: ObservationSpec) -> Indices:
    """Return the indices of the numbers of an observation."""
    at = {name: i for i, name in enumerate(names_of(groups().player_numbers, spec.chosen))}
    kinds = [kind for kind in REGISTRY.tile_ids() if f"tiles:{kind}" in at]
    nomads = [kind for kind in REGISTRY.nomad_ids if f"nomads:{kind}" in at]
    return Indices(
        of_player=at,
        common={name: i for i, name in enumerate(spec.vector_names)},
        of_tile={option_number(kind): (at[f"tiles:{kind}"], at[f"used:{kind}"], at[f"new:{kind}"]) for kind in kinds},
        of_nomad={option_number(kind): (at[f"nomads:{kind}"], at[f"new_nomads:{kind}"]) for kind in nomads},
    )


class PlayerVector:
    """Writes its part of the vector of one observation; it only writes what has changed."""

    def __init__(self, spec: ObservationSpec, vector: NDArray[np.float32]) -> None:
        """Write into this vector from now on."""
        self._scores = spec.scores
        fields = [game_set.observation for game_set in REGISTRY.sets if game_set.id in spec.chosen]
        self._setup_writers = [found.write_setup for found in fields if found.write_setup is not None]
        self._at = indices(spec)
        self._player_writers = [
            (found.write_player, [self._at.of_player[name] for name in found.names(found.player_numbers)])
            for found in fields
            if found.write_player is not None
        ]
        self._turn_writers = [
            (found.write_turn, [self._at.common[name] for name in found.names(found.numbers)])
            for found in fields
            if found.write_turn is not None
        ]
        self._per_player, self._of_tile = len(self._at.of_player), self._at.of_tile
        self._supply, self._gold, self._hand = (
            self._at.of_player[name] for name in ("supply:settlements", "gold:in_game", "hand:cards")
        )
        self._draw, *self._of_piles = (
            self._at.common[name] for name in ("draw:pile", "own_hand:grass", "discard:grass", "out:grass")
        )
        self._vector = vector
        self._bytes = vector.data.cast("B")
        self._cells = self._bytes.cast("f")

    def begin(self, laid: SetupView, own: int) -> None:
        """Clear the vector and write what does not change in a game; `own` is the seat of the observation."""
        cells, at, player = self._cells, self._at.common, self._at.of_player
        self._vector.fill(0)
        for i in range(laid.players):
            cells[i * self._per_player + player["player:there"]] = 1.0
        cells[(laid.start - own) % laid.players * self._per_player + player["player:start"]] = 1.0
        names = [f"cards:{card}" for card in laid.cards]
        for write in self._setup_writers:
            names += write(laid)
        if laid.two_cards:
            names.append("variant:two_cards")
        for name in names:
            cells[at[name]] = 1.0
        self._shared = _is_shared(laid)
        self._players: list[PublicPlayer] = [_NOBODY] * laid.players
        self._numbered = range(laid.players)
        self._tiles: list[dict[int, float]] = [{} for _ in range(laid.players)]
        self._new = [True] * laid.players
        self._piles = CardsView(0, (), (), ())
        self._ones: dict[str, int | None] = {"player:to_play": None, "player:turn": None}
        self._turn = -1
        self._to_play: int | None = None
        self._phase: TurnState | None = None

    def rotate(self, by: int) -> None:
        """Change the seat of the observation: player `by` becomes player 0."""
        cut, end = (many * self._per_player * _FLOAT for many in (by, len(self._players)))
        numbers = self._bytes[:end].tobytes()
        self._bytes[:end] = numbers[cut:] + numbers[:cut]
        self._players = self._players[by:] + self._players[:by]
        self._tiles, self._new = self._tiles[by:] + self._tiles[:by], self._new[by:] + self._new[:by]
        for name, one in self._ones.items():
            self._ones[name] = None if one is None else (one - by) % len(self._players)
        self._turn = -1

    def update(self, view: View, moment: TurnView, players: Sequence[PublicPlayer], to_play: int | None) -> None:
        """Write what has changed; the first of `players` is the own seat."""
        turn, over = moment.turn, moment.over
        moved = [*compress(self._numbered, map(is_not, players, self._players))]
        for i in moved:
            self._update_player(i, players[i], turn)
        if turn != self._turn or to_play != self._to_play or over:
            self._turn, self._to_play = turn, to_play
            self._set_one("player:to_play", to_play, view.seat)
            self._set_one("player:turn", None if over else moment.active, view.seat)
            for i in compress(self._numbered, self._new):
                self._update_tiles(i, players[i], turn)
        piles = view.cards_view
        if piles is not self._piles:
            self._update_piles(piles, self._piles)
            self._piles = piles
        if moved and self._scores:
            self._update_scores(view, range(len(players)) if self._shared else moved)
        if self._turn_writers and moment.turn_state is not self._phase:
            self._phase = moment.turn_state
            self._update_phase(moment.turn_state)

    def _update_player(self, i: int, player: PublicPlayer, turn: int) -> None:
        """Write what has changed of player i, counted from the own seat."""
        before, self._players[i] = self._players[i], player
        first = i * self._per_player
        if player.supply != before.supply:
            self._cells[first + self._supply] = player.supply / SETTLEMENTS
        if player.gold != before.gold:
            self._cells[first + self._gold] = min(player.gold / 100, HIGHEST)
        if player.cards != before.cards:
            self._cells[first + self._hand] = player.cards / 5
        if player.tiles is not before.tiles or player.nomads is not before.nomads or player.extra is not before.extra:
            self._update_tiles(i, player, turn)

    def _set_one(self, name: str, seat: int | None, own: int) -> None:
        """Set this number to 1 for one seat and to 0 for all others."""
        one, place = self._ones[name], self._at.of_player[name]
        if one is not None:
            self._cells[one * self._per_player + place] = 0.0
        self._ones[name] = player = None if seat is None else (seat - own) % len(self._players)
        if player is not None:
            self._cells[player * self._per_player + place] = 1.0

    def _update_tiles(self, i: int, player: PublicPlayer, turn: int) -> None:
        """Write the tiles of a player; those taken this turn are new (R4.16)."""
        tiles: dict[int, float] = {}
        is_new = False
        for kind, _, since, is_used in player.tiles:
            held, used, new = self._of_tile[kind]
            tiles[held] = tiles.get(held, 0.0) + 0.5
            if is_used:
                tiles[used] = tiles.get(used, 0.0) + 0.5
            if since == turn:
                tiles[new] = tiles.get(new, 0.0) + 0.5
                is_new = True
        for kind, since in player.nomads:
            held, new = self._at.of_nomad[kind]
            tiles[held] = tiles.get(held, 0.0) + 0.5
            if since == turn:
                tiles[new] = tiles.get(new, 0.0) + 0.5
                is_new = True
        for write, places in self._player_writers:
            values, changes = write(player, turn)
            is_new |= changes
            tiles.update(zip(places, values, strict=True))
        self._new[i] = is_new
        before = self._tiles[i]
        if tiles != before:
            self._tiles[i] = tiles
            first = i * self._per_player
            for place in before.keys() - tiles.keys():
                self._cells[first + place] = 0.0
            for place, value in tiles.items():
                self._cells[first + place] = value

    def _update_scores(self, view: View, whose: Sequence[int]) -> None:
        """Write the scores of some players."""
        place, count = self._at.of_player["gold:total"], len(self._players)
        for i in whose:
            self._cells[i * self._per_player + place] = min(view.gold((view.seat + i) % count) / 100, HIGHEST)

    def _update_piles(self, now: CardsView, before: CardsView) -> None:
        """Write the terrain cards."""
        self._cells[self._draw] = now.left / 30
        for first, cards, seen in zip(self._of_piles, now[1:], before[1:], strict=True):
            if cards is not seen:
                self._count_cards(first, cards, seen)

    def _count_cards(self, first: int, cards: tuple[int, ...], before: tuple[int, ...]) -> None:
        """Write the number of cards of each kind; most often there is one card more than before."""
        same = len(before)
        for card in cards[same:] if cards[:same] == before else {*before, *cards}:
            self._cells[first + card] = cards.count(card) / 5

    def _update_phase(self, phase: TurnState) -> None:
        """Write the state of the turn that only some sets have."""
        for write, places in self._turn_writers:
            for place, value in zip(places, write(phase), strict=True):
                self._cells[place] = value


def _is_shared(laid: SetupView) -> bool:
    """Return whether a move of one player can change what the board is worth to another."""
    cards = [REGISTRY.cards[name].shared for name in laid.cards]
    return any(cards) or any(REGISTRY.specials[kind].shared for kind in laid.board.special_by_kind)
