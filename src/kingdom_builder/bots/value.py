"""What a position after a turn is worth to a player: the gold there is, and what experience says will follow.

For every player a few numbers are read off the position, each of them scaled with how much that player can still be
expected to build, so that at the end only the gold counts. Which numbers there are depends on the cards, tiles and
sections of the game, and each has a name that is the same in every game: so weights that were fitted on some mixes
value any other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from operator import mul
from typing import NamedTuple

from kingdom_builder.game.answers import answer_name, option_number
from kingdom_builder.game.board import Board
from kingdom_builder.game.hexes import INNER_EDGE, NEIGHBOURS, OUTER_EDGE, SECTIONS, areas, neighbours
from kingdom_builder.game.position import REGULAR_SETTLEMENTS, Position
from kingdom_builder.game.scoring import sources
from kingdom_builder.game.seat import Seat
from kingdom_builder.game.setup import SETTLEMENTS, Setup
from kingdom_builder.game.terrain import CARD_TERRAINS, MOUNTAIN, WATER

WEIGHTS_FILE = "weights.json"
MANY = 10
"""More free hexes than this beside one's pieces are as good as this many."""

WITHIN_REACH = 0.35
"""How much of a tile it is to stand one step from where it lies."""

_GOOD_GROUND: Mapping[str, Callable[[Setup], int]] = {
    "fishermen": lambda setup: setup.board.near_water & ~setup.board.terrain[WATER],
    "miners": lambda setup: setup.board.near_mountain & ~setup.board.terrain[MOUNTAIN],
    "workers": lambda setup: setup.board.near_special,
    "vassals": lambda setup: INNER_EDGE,
    "travellers": lambda setup: OUTER_EDGE,
    "scouts": lambda setup: _near_terrain(setup.board, setup.removed_terrain),
    "noblewomen": lambda setup: setup.board.near_special,
    "geologists": lambda setup: setup.board.near_mountain,
}
"""Cards that pay for where a piece stands: the hexes that pay."""


_BUILDS = {
    **dict.fromkeys(
        (
            "oracle", "farm", "oasis", "tower", "tavern", "village", "garden", "foresters_lodge", "monastery", "fort",
            "fountain", "water_mill", "mountain_station", "watchtower", "university",
        ),
        0.9,
    ),
    "cathedral": 0.7,
    "canoe": 0.3,
}  # fmt: skip
"""How many settlements a tile adds to a turn, about; the others move or place something else."""

_BUILD_RATE = {option_number(name): rate for name, rate in _BUILDS.items()}
_ROUNDS = 14.0
"""About as many rounds as a game has."""

_SHARED = frozenset(("lords", "palace", "noblewomen"))
"""What pays a player by what the others have: there a move of one's own changes their gold too."""


def _near_terrain(board: Board, terrain: int | None) -> int:
    return 0 if terrain is None else neighbours(board.terrain[terrain]) & ~board.terrain[terrain]


@cache
def shipped_weights() -> dict[str, float]:
    """Return the weights that come with the package."""
    text = (resources.files("kingdom_builder.bots") / WEIGHTS_FILE).read_text(encoding="utf-8")
    weights: dict[str, float] = json.loads(text)["weights"]
    return weights


class Outlook(NamedTuple):
    """What a player's worth is made of: what is sure, what counts while something is built, and in every round left."""

    sure: float
    building: float
    lasting: float


Rivals = list[tuple[int, Outlook]]
"""The other seats, and what can be expected of them."""


class Valuer:
    """Values positions of one game. `names` says what each number of `features` is."""

    def __init__(self, pos: Position, weights: Mapping[str, float] | None = None) -> None:
        """Prepare for a game with the set-up of this position."""
        setup, board = pos.setup, pos.board
        cards = setup.cards
        self._sources = [source for _, source in sources(pos)]
        self._shared = [source for name, source in sources(pos) if name in _SHARED]
        self._kinds = sorted(set(board.location_at.values()))
        self._places = [
            (kind, [(1 << h, NEIGHBOURS[h]) for h, there in board.location_at.items() if there == kind])
            for kind in self._kinds
        ]
        self._ground = [good(setup) for card, good in _GOOD_GROUND.items() if card in cards]
        self._terrains = [board.terrain[t] for t in CARD_TERRAINS]
        self._rows = board.rows if set(cards) & {"knights", "discoverers", "rangers", "mayors"} else None
        self._areas = bool(set(cards) & {"hermits", "citizens", "merchants", "geologists", "messengers"})
        self._merchants = "merchants" in cards
        self._lords = "lords" in cards or "noblewomen" in cards
        self._farmers = bool(set(cards) & {"farmers", "homesteaders"})
        self._rovers = "rovers" in cards
        scored = [name for name, _ in sources(pos)]
        built = self._built_names(scored, cards)
        lasting = [*(f"tile:{answer_name(kind)}" for kind in self._kinds), "tiles"]
        self._scored = len(scored)
        self.names = [
            *built, *(f"left:{name}" for name in scored), *(f"left2:{name}" for name in scored), *lasting, "nomads"
        ]  # fmt: skip
        found = shipped_weights() if weights is None else weights
        self._built_weights = [found.get(name, 0.0) for name in built]
        self._lasting_weights = [found.get(name, 0.0) for name in lasting]
        self._left = sum(found.get(f"left:{name}", 0.0) for name in scored)
        self._left2 = sum(found.get(f"left2:{name}", 0.0) for name in scored)
        self._nomad_weight = found.get("nomads", 0.0)

    def _built_names(self, scored: list[str], cards: tuple[str, ...]) -> list[str]:
        """Name what counts for as long as there is something to build."""
        names = [f"now:{name}" for name in scored]
        names += [f"good:{card}" for card in _GOOD_GROUND if card in cards]
        names += ["closed", "tight", "wide", "numbers", *(f"closed:{card}" for card in cards)]
        if self._rows is not None:
            names += ["best_row", "row_room", "new_rows"]
        if self._areas:
            names += ["areas", "largest"]
        if self._merchants:
            names += ["linked", "linkable"]
        if self._lords:
            names += ["leads", "close", "behind"]
        if self._farmers:
            names += ["fewest", "second_fewest", "most"]
        return names

    def features(self, pos: Position, who: int) -> tuple[int, list[float]]:
        """Return the gold a player has, and the numbers that tell what will follow, each under its name."""
        rounds, builds = still_to_come(pos)
        t = builds[who]
        gold, built, lasting = self._read(pos, who)
        found = [number * t for number in built]
        found += [t] * self._scored + [t * t] * self._scored
        found += [number * rounds for number in lasting]
        return gold, [*found, float(len(pos.seats[who].nomads))]

    def _read(self, pos: Position, who: int) -> tuple[int, list[float], list[float]]:
        """Return gold, what counts for what is still built, and what counts for every round that is left."""
        seat = pos.seats[who]
        near = seat.reach & pos.free
        built: list[float] = [source(pos, who)[0] for source in self._sources]
        gold = int(sum(built))
        built += [min((near & ground).bit_count(), MANY) / MANY for ground in self._ground]
        closed = tight = wide = 0
        for terrain in self._terrains:
            count = (near & terrain).bit_count()
            if not count:
                closed += 1
            elif count < 3:
                tight += 1
            elif count > 6:
                wide += 1
        built += (closed, tight, wide, seat.holdings.numbers)
        built += (closed,) * len(pos.setup.cards)
        if self._rows is not None:
            built += self._rows_of(pos, seat.pieces, near)
        if self._areas:
            found = areas(seat.pieces)
            built += (len(found), max([area.bit_count() for area in found], default=0))
            if self._merchants:
                built += _links_of(pos, found)
        if self._lords or self._farmers:
            built += self._sections_of(pos, who)
        if self._rovers and who == pos.active:
            gold += pos.phase.sections.bit_count()
        return gold, built, self._tiles_of(pos, seat, near)

    def _tiles_of(self, pos: Position, seat: Seat, near: int) -> list[float]:
        """Count the tiles of each kind, held or within reach, and all together."""
        stocked = pos.stocked & ~seat.taken
        held = [tile.kind for tile in seat.tiles]
        found = []
        for kind, places in self._places:
            tiles = float(held.count(kind))
            for bit, around in places:
                if stocked & bit and around & near:
                    tiles += WITHIN_REACH
            found.append(tiles)
        found.append(sum(found))
        return found

    def _rows_of(self, pos: Position, pieces: int, near: int) -> tuple[float, ...]:
        """Return the most pieces on a line, the room that is left on it, and the lines that could be begun."""
        assert self._rows is not None
        best = room = new = 0
        for row in self._rows:
            count = (pieces & row).bit_count()
            if count > best:
                best, room = count, (pos.free & row & pos.board.land).bit_count()
            if not count and near & row:
                new += 1
        return best, min(room, MANY) / MANY, new

    def _sections_of(self, pos: Position, who: int) -> tuple[float, ...]:
        """Return in how many sections a player leads, is close or behind; the fewest, second fewest and most pieces."""
        counts = [[(seat.pieces & section).bit_count() for section in SECTIONS] for seat in pos.seats]
        mine = counts[who]
        found: tuple[float, ...] = ()
        if self._lords:
            leads = close = 0
            for section, own in enumerate(mine):
                best = max(counts[seat][section] for seat in _others(pos, who))
                leads += own > best + 1
                close += best - 1 <= own <= best + 1
            found = (leads, close, len(SECTIONS) - leads - close)
        if self._farmers:
            ordered = sorted(mine)
            found += (ordered[0], ordered[1], ordered[-1])
        return found

    def outlook(self, pos: Position, who: int) -> Outlook:
        """Return what a player's worth is made of, before it is known how long the game lasts."""
        gold, built, lasting = self._read(pos, who)
        return Outlook(
            gold + self._nomad_weight * len(pos.seats[who].nomads),
            sum(map(mul, self._built_weights, built)) + self._left,
            sum(map(mul, self._lasting_weights, lasting)),
        )

    def value(self, pos: Position, who: int, rivals: Rivals | None = None) -> float:
        """Return by how much a player can be expected to beat the best of the others.

        With `rivals`, found at the beginning of a turn, the others are taken as they were then, but for the gold that
        this player's moves can change and for how long the game lasts: nearly the same, in half the time.
        """
        if pos.over:
            return self.final(pos, who)
        if rivals is None:
            rivals = self.rivals(pos, who)
        rounds, builds = still_to_come(pos)
        own = self._worth(self.outlook(pos, who), rounds, builds[who])
        return own - max(
            self._worth(outlook, rounds, builds[seat]) + self._contested(pos, seat) for seat, outlook in rivals
        )

    def rivals(self, pos: Position, who: int) -> Rivals:
        """Return the others' outlooks without the gold that a move of this player can change."""
        found = []
        for seat in _others(pos, who):
            outlook = self.outlook(pos, seat)
            found.append((seat, outlook._replace(sure=outlook.sure - self._contested(pos, seat))))
        return found

    def final(self, pos: Position, who: int) -> float:
        """Return by how much a player has won or lost."""
        totals = [sum(source(pos, seat)[0] for source in self._sources) for seat in range(len(pos.seats))]
        return totals[who] - max(totals[seat] for seat in _others(pos, who))

    def _worth(self, outlook: Outlook, rounds: float, builds: float) -> float:
        """Return the gold a player can be expected to end with."""
        return outlook.sure + builds * (outlook.building + builds * self._left2) + rounds * outlook.lasting

    def _contested(self, pos: Position, who: int) -> int:
        return sum(source(pos, who)[0] for source in self._shared)


def _links_of(pos: Position, found: list[int]) -> tuple[float, ...]:
    """Return the most special hexes that one area touches, and how many more it would with one settlement."""
    special, free = pos.board.special, pos.free
    most = more = 0
    for area in found:
        around = neighbours(area)
        touched = (around & special).bit_count()
        if touched >= most:
            further = (neighbours(around & free) & special & ~around).bit_count()
            if touched > most or further > more:
                most, more = touched, further
    return most, more


def still_to_come(pos: Position) -> tuple[float, list[float]]:
    """Return how many rounds are left, and how much each player will still build, as parts of a whole game.

    The game ends with the first who has built everything, so a fast player leaves the others less.
    """
    seats = pos.seats
    rates = [REGULAR_SETTLEMENTS + sum([_BUILD_RATE.get(tile.kind, 0.0) for tile in seat.tiles]) for seat in seats]
    rounds = min([seat.supply / rate for seat, rate in zip(seats, rates, strict=True)])
    builds = [min(seat.supply, rounds * rate) / SETTLEMENTS for seat, rate in zip(seats, rates, strict=True)]
    return rounds / _ROUNDS, builds


def _others(pos: Position, who: int) -> list[int]:
    return [seat for seat in range(len(pos.seats)) if seat != who]
