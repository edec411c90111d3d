"""The numbers of an observation that few answers change: tiles and terrain cards, and what some sets bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress
from operator import is_not
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingdom_builder.engine.answers import FIRST_OPTION, option_number
from kingdom_builder.engine.hexes import ROWS
from kingdom_builder.engine.player import NO_HOLDINGS, NO_TOKENS, Holdings, Player
from kingdom_builder.engine.position import NUMBERS, Phase
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.engine.view import Laid, Moment, Piles, View
from kingdom_builder.env.layout import HIGHEST, KINDS, NOMADS, PLAYER_NUMBERS, Layout, names_of
from kingdom_builder.setup.builder import SETTLEMENTS

SHARED_CARDS = frozenset(("lords", "noblewomen"))
"""Cards that pay a player by what others have too, as palaces do."""
_FARM_ACTION, _CAVE_ACTION = (option_number(name) - FIRST_OPTION for name in ("farm_action", "cave_action"))
_FLOAT = np.dtype(np.float32).itemsize
_NOBODY = Player(0, NO_TOKENS, 0, 0, 0, (), 0, (), NO_HOLDINGS)


class Places(NamedTuple):
    """Where numbers stand in the vector: `of_player` from the first number of a player on, `common` from its begin.

    Of a kind of tile the numbers are those held, used and new, as far as there are.
    """

    of_player: dict[str, int]
    common: dict[str, int]
    of_tile: dict[int, tuple[int, int, int]]
    of_nomad: dict[int, tuple[int, int]]
    of_bonus: dict[int, tuple[int, int]]


@cache
def places(layout: Layout) -> Places:
    """Return where the numbers of a layout stand."""
    at = {name: i for i, name in enumerate(names_of(PLAYER_NUMBERS, layout.chosen))}
    kinds = [kind for kind, needs in KINDS if needs in layout.chosen]
    nomads = [kind for kind, needs in NOMADS if needs in layout.chosen]
    bonuses = [kind for kind in kinds if f"bonus:{kind}" in at]
    return Places(
        of_player=at,
        common={name: i for i, name in enumerate(layout.vector_names)},
        of_tile={option_number(kind): (at[f"tiles:{kind}"], at[f"used:{kind}"], at[f"new:{kind}"]) for kind in kinds},
        of_nomad={option_number(kind): (at[f"nomads:{kind}"], at[f"new_nomads:{kind}"]) for kind in nomads},
        of_bonus={option_number(kind): (at[f"bonus:{kind}"], at[f"used_bonus:{kind}"]) for kind in bonuses},
    )


class Belongings:
    """Part of the vector of one observation that is looked at again and again: it knows what it has written."""

    def __init__(self, layout: Layout, vector: NDArray[np.float32]) -> None:
        """Write into this vector from now on."""
        self._sets, self._scores = layout.chosen, layout.scores
        self._wide = not layout.chosen.isdisjoint(("marshlands", "harvest", "caves"))
        self._at = places(layout)
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

    def begin(self, laid: Laid, own: int) -> None:
        """Write what does not change in a game, and forget all else; the own seat is number `own` at the table."""
        cells, at, player = self._cells, self._at.common, self._at.of_player
        self._vector.fill(0)
        for i in range(laid.players):
            cells[i * self._per_player + player["player:there"]] = 1.0
        cells[(laid.start - own) % laid.players * self._per_player + player["player:start"]] = 1.0
        names = [f"cards:{card}" for card in laid.cards] + [f"tasks:{task}" for task in laid.tasks]
        if laid.removed_terrain is not None:
            names.append(f"removed_terrain:{TERRAINS[laid.removed_terrain]}")
        if laid.two_cards:
            names.append("variant:two_cards")
        for name in names:
            cells[at[name]] = 1.0
        self._shared = bool(laid.board.palaces) or not SHARED_CARDS.isdisjoint(laid.cards)
        self._players: list[Player] = [_NOBODY] * laid.players
        self._numbered = range(laid.players)
        self._tiles: list[dict[int, float]] = [{} for _ in range(laid.players)]
        self._new = [True] * laid.players
        self._piles = Piles(0, (), (), ())
        self._lit: dict[str, int | None] = {"player:to_play": None, "player:turn": None}
        self._turn = -1
        self._to_play: int | None = None
        self._phase: Phase | None = None

    def turn(self, by: int) -> None:
        """Turn the table: player `by` from the own seat on becomes player 0."""
        cut, end = (many * self._per_player * _FLOAT for many in (by, len(self._players)))
        numbers = self._bytes[:end].tobytes()
        self._bytes[:end] = numbers[cut:] + numbers[:cut]
        self._players = self._players[by:] + self._players[:by]
        self._tiles, self._new = self._tiles[by:] + self._tiles[:by], self._new[by:] + self._new[:by]
        for name, lit in self._lit.items():
            self._lit[name] = None if lit is None else (lit - by) % len(self._players)
        self._turn = -1

    def see(self, view: View, moment: Moment, players: Sequence[Player], to_play: int | None) -> None:
        """Write what has changed; the players begin with the own seat."""
        turn, over = moment.turn, moment.over
        moved = [*compress(self._numbered, map(is_not, players, self._players))]
        for i in moved:
            self._see_player(i, players[i], turn)
        if turn != self._turn or to_play != self._to_play or over:
            self._turn, self._to_play = turn, to_play
            self._light("player:to_play", to_play, view.seat)
            self._light("player:turn", None if over else moment.active, view.seat)
            for i in compress(self._numbered, self._new):
                self._see_tiles(i, players[i], turn)
        piles = view.piles
        if piles is not self._piles:
            self._see_piles(piles, self._piles)
            self._piles = piles
        if moved and self._scores:
            self._see_scores(view, range(len(players)) if self._shared else moved)
        if self._wide and moment.phase is not self._phase:
            self._phase = moment.phase
            self._see_phase(moment.phase)

    def _see_player(self, i: int, player: Player, turn: int) -> None:
        """Write what has changed of a player, who is number i from the own seat on."""
        before, self._players[i] = self._players[i], player
        first = i * self._per_player
        if player.supply != before.supply:
            self._cells[first + self._supply] = player.supply / SETTLEMENTS
        if player.gold != before.gold:
            self._cells[first + self._gold] = min(player.gold / 100, HIGHEST)
        if player.cards != before.cards:
            self._cells[first + self._hand] = player.cards / 5
        if (
            player.tiles is not before.tiles
            or player.nomads is not before.nomads
            or player.holdings is not before.holdings
        ):
            self._see_tiles(i, player, turn)

    def _light(self, name: str, seat: int | None, own: int) -> None:
        """Let this number be 1 for one seat at the table, and 0 for all others."""
        lit, place = self._lit[name], self._at.of_player[name]
        if lit is not None:
            self._cells[lit * self._per_player + place] = 0.0
        self._lit[name] = player = None if seat is None else (seat - own) % len(self._players)
        if player is not None:
            self._cells[player * self._per_player + place] = 1.0

    def _see_tiles(self, i: int, player: Player, turn: int) -> None:
        """Write the tiles of a player, of which those of this turn are new (R4.16)."""
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
        if self._wide:
            is_new |= self._add_holdings(player.holdings, turn, tiles)
        self._new[i] = is_new
        before = self._tiles[i]
        if tiles != before:
            self._tiles[i] = tiles
            first = i * self._per_player
            for place in before.keys() - tiles.keys():
                self._cells[first + place] = 0.0
            for place, value in tiles.items():
                self._cells[first + place] = value

    def _add_holdings(self, holdings: Holdings, turn: int, tiles: dict[int, float]) -> bool:
        """Add what only some sets give a player; return whether a bonus tile is new."""
        at = self._at.of_player
        is_new = False
        if "marshlands" in self._sets:
            tiles[at["held:settlements"]] = holdings.held / SETTLEMENTS
            for kind, since, is_used in holdings.bonus:
                held, used = self._at.of_bonus[kind]
                tiles[held] = 1.0
                tiles[used] = float(is_used or since == turn)
                is_new |= since == turn
        if "harvest" in self._sets:
            tiles[at["numbers:value"]] = holdings.numbers / NUMBERS
            tiles[at["lines:marked"]] = holdings.lines.bit_count() / len(ROWS)
        return is_new

    def _see_scores(self, view: View, whose: Sequence[int]) -> None:
        """Write what the board is worth to some players."""
        place, count = self._at.of_player["gold:total"], len(self._players)
        for i in whose:
            self._cells[i * self._per_player + place] = min(view.gold((view.seat + i) % count) / 100, HIGHEST)

    def _see_piles(self, now: Piles, before: Piles) -> None:
        """Write the terrain cards."""
        self._cells[self._draw] = now.left / 30
        for first, cards, seen in zip(self._of_piles, now[1:], before[1:], strict=True):
            if cards is not seen:
                self._count_cards(first, cards, seen)

    def _count_cards(self, first: int, cards: tuple[int, ...], before: tuple[int, ...]) -> None:
        """Write how many there are of each kind; most often they are those of before and one more."""
        same = len(before)
        for card in cards[same:] if cards[:same] == before else {*before, *cards}:
            self._cells[first + card] = cards.count(card) / 5

    def _see_phase(self, phase: Phase) -> None:
        """Write what only some sets remember within a turn."""
        at, cells = self._at.common, self._cells
        if "harvest" in self._sets:
            cells[at["extra_cards:due"]] = phase.cards / 5
            cells[at["done:farm_action"]] = phase.done >> _FARM_ACTION & 1
            for i in range(4):
                cells[at["rovers:nw"] + i] = phase.sections >> i & 1
        if "caves" in self._sets:
            cells[at["caves:cave_action"]] = phase.done >> _CAVE_ACTION & 1
