"""What a position after a turn is worth to a player: the gold there is, and what experience says will follow.

For every player a few numbers are read off the position, each of them scaled with how much that player can still be
expected to build, so that at the end only the gold counts. Which numbers there are depends on the cards, tiles and
sections of the game, and each has a name that is the same in every game: so weights that were fitted on some mixes
value any other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from operator import mul
from typing import NamedTuple

from kingdom_builder.bots.grounds import Promise, grounds
from kingdom_builder.engine.answers import answer_name, option_number
from kingdom_builder.engine.hexes import NEIGHBOURS, SECTIONS, areas
from kingdom_builder.engine.player import Seat
from kingdom_builder.engine.position import REGULAR_SETTLEMENTS, Position
from kingdom_builder.engine.scoring import sources
from kingdom_builder.engine.terrain import CARD_TERRAINS
from kingdom_builder.setup.builder import SETTLEMENTS

WEIGHTS_FILE = "weights.json"
WITHIN_REACH = 0.35
"""How much of a tile it is to stand one step from where it lies."""

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


@cache
def shipped_weights() -> dict[str, float]:
    """Return the weights that come with the package."""
    text = (resources.files("kingdom_builder.bots") / WEIGHTS_FILE).read_text(encoding="utf-8")
    weights: dict[str, float] = json.loads(text)["weights"]
    return weights


class Outlook(NamedTuple):
    """What a player is worth: what is sure, what counts while something is built, in each turn left, in the next."""

    sure: float
    building: float
    lasting: float
    soon: float


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
        self.promise = Promise(setup, self._sources)
        found_grounds = grounds(setup)
        self._grounds = [ground for _, ground in found_grounds]
        self._terrains = [board.terrain[t] for t in CARD_TERRAINS]
        self._areas = bool(set(cards) & {"hermits", "citizens", "merchants", "geologists", "messengers"})
        self._lords = "lords" in cards or "noblewomen" in cards
        self._farmers = bool(set(cards) & {"farmers", "homesteaders"})
        self._rovers = "rovers" in cards
        scored = [name for name, _ in sources(pos)]
        could = [f"could:{name}" for name, _ in found_grounds]
        built = self._built_names(scored) + could
        soon = ["soon:closed", *(f"soon:{name}" for name in could)]
        lasting = [*(f"tile:{answer_name(kind)}" for kind in self._kinds), "tiles"]
        self._scored, self._cards = len(scored), len(cards)
        left = [f"left:{name}" for name in scored]
        by_card = [f"{kind}:{card}" for kind in ("closed", "tiles") for card in cards]
        self.names = [*built, *left, *lasting, *soon, *by_card, "nomads"]
        found = shipped_weights() if weights is None else weights
        self._built_weights = [found.get(name, 0.0) for name in built]
        self._built_weights[self._scored] += sum(found.get(f"closed:{card}", 0.0) for card in cards)
        self._lasting_weights = [found.get(name, 0.0) for name in lasting]
        self._lasting_weights[-1] += sum(found.get(f"tiles:{card}", 0.0) for card in cards)
        self._soon_weights = [found.get(name, 0.0) for name in soon]
        self._left = sum(found.get(f"left:{name}", 0.0) for name in scored)
        self._nomad_weight = found.get("nomads", 0.0)

    def _built_names(self, scored: list[str]) -> list[str]:
        """Name what counts for as long as there is something to build."""
        names = [f"now:{name}" for name in scored]
        names += ["closed", "numbers"]
        if self._areas:
            names += ["areas", "largest"]
        if self._lords:
            names += ["leads", "close", "behind"]
        if self._farmers:
            names += ["fewest", "second_fewest", "most"]
        return names

    def features(self, pos: Position, who: int) -> tuple[int, list[float]]:
        """Return the gold a player has, and the numbers that tell what will follow, each under its name."""
        turns, builds = still_to_come(pos)
        t, left = builds[who], turns[who]
        gold, built, lasting, soon = self._read(pos, who)
        found = [number * t for number in built]
        found += [t] * self._scored
        found += [number * left / _ROUNDS for number in lasting]
        found += [number * min(1.0, left) for number in soon]
        found += [built[self._scored] * t] * self._cards + [lasting[-1] * left / _ROUNDS] * self._cards
        return gold, [*found, float(len(pos.seats[who].nomads))]

    def _read(self, pos: Position, who: int) -> tuple[int, list[float], list[float], list[float]]:
        """Return gold, and what counts for what is still built, for every round that is left, and for the next turn."""
        seat = pos.seats[who]
        near = seat.reach & pos.free
        built: list[float] = [source(pos, who)[0] for source in self._sources]
        gold = int(sum(built))
        closed = anywhere = 0
        options = []
        for terrain in self._terrains:
            here = near & terrain
            if not here:
                closed += 1
                here = pos.free & terrain
            options.append(here)
            anywhere |= here
        built += (closed, seat.holdings.numbers)
        if self._areas:
            found = areas(seat.pieces)
            built += (len(found), max([area.bit_count() for area in found], default=0))
        if self._lords or self._farmers:
            built += self._sections_of(pos, who)
        if self._rovers and who == pos.active:
            gold += pos.phase.sections.bit_count()
        could = [_placed(ground(pos, who), options, anywhere) for ground in self._grounds]
        built += could
        return gold, built, self._tiles_of(pos, seat, near), [closed, *could]

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
        gold, built, lasting, soon = self._read(pos, who)
        return Outlook(
            gold + self._nomad_weight * len(pos.seats[who].nomads),
            sum(map(mul, self._built_weights, built)) + self._left,
            sum(map(mul, self._lasting_weights, lasting)),
            sum(map(mul, self._soon_weights, soon)),
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
        turns, builds = still_to_come(pos)
        own = self._worth(self.outlook(pos, who), turns[who], builds[who])
        return own - max(
            self._worth(outlook, turns[seat], builds[seat]) + self._contested(pos, seat) for seat, outlook in rivals
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

    def _worth(self, outlook: Outlook, turns: float, builds: float) -> float:
        """Return the gold a player can be expected to end with."""
        later = builds * outlook.building + turns / _ROUNDS * outlook.lasting
        return outlook.sure + later + min(1.0, turns) * outlook.soon

    def _contested(self, pos: Position, who: int) -> int:
        return sum(source(pos, who)[0] for source in self._shared)


def _placed(ground: int, options: list[int], anywhere: int) -> float:
    """Return what part of the next turn's settlements can stand on a ground, on average over the terrains drawn."""
    if not ground & anywhere:
        return 0.0
    found = 0
    for option in options:
        if (count := (option & ground).bit_count()) > 2:
            found += 3
        else:
            found += count
    return found / 15


def still_to_come(pos: Position) -> tuple[list[float], list[float]]:
    """Return how many turns each player still has, and how much will be built in them as part of all settlements.

    The turn that is being played counts as over. The game ends after the round in which the first player has built
    everything (R3.32), so a fast player leaves the others less, and who plays later in the round has one turn more.
    """
    seats, start = pos.seats, pos.setup.start
    players = len(seats)
    played = (pos.active - start) % players
    rounds = 99.0
    paces = []
    for number, seat in enumerate(seats):
        rate: float = REGULAR_SETTLEMENTS
        for tile in seat.tiles:
            rate += _BUILD_RATE.get(tile.kind, 0.0)
        due = (number - start) % players > played
        paces.append((rate, due, seat.supply))
        rounds = min(rounds, seat.supply / rate - due)
    rounds = max(rounds, 0.0)
    turns = [rounds + due for _, due, _ in paces]
    return turns, [min(supply, (rounds + due) * rate) / SETTLEMENTS for rate, due, supply in paces]


def _others(pos: Position, who: int) -> list[int]:
    return [seat for seat in range(len(pos.seats)) if seat != who]
