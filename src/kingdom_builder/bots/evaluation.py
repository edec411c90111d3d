"""Evaluation of a position at the end of a turn: a player's gold, and a linear estimate of the gold to come.

The features of a player are multiplied by how much that player will probably still build, so that at the end only gold
counts. Which features there are depends on the cards, tiles and sections of the game. Each has a name that is the same
in every game, so weights that were fitted on some combinations of cards evaluate any other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from operator import mul
from typing import Any, NamedTuple

from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.ordering import MoveOrdering
from kingdom_builder.bots.pace import ROUNDS, still_to_come
from kingdom_builder.bots.sources import PayingSource, is_base_only, is_kept, is_shared, paying_sources
from kingdom_builder.engine.hexes import NEIGHBOURS, SECTIONS, areas
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import CARD_TERRAINS
from kingdom_builder.sets.entries import Feature
from kingdom_builder.sets.registry import REGISTRY, answer_name

WEIGHTS_FILE = "weights.json"
WITHIN_REACH = 0.35
"""How much of a tile a settlement next to its location counts that can still be built."""

BASE_ONLY = "base_only:"
"""The beginning of the name of what a weight is more in games of the base game alone."""


@cache
def shipped_weights() -> dict[str, float]:
    """Return the weights that come with the package."""
    weights: dict[str, float] = shipped_document()["weights"]
    return weights


def shipped_document() -> dict[str, Any]:
    """Return the weights that come with the package, and the record of their training."""
    text = (resources.files("kingdom_builder.bots") / WEIGHTS_FILE).read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


class ValueTerms(NamedTuple):
    """A player's value by how it scales: not at all, by what is still built, by turns left, by whether one is left."""

    gold: float
    by_builds: float
    by_turns: float
    next_turn: float


Opponents = list[tuple[int, ValueTerms]]
"""The other seats with the terms of their values."""


class EvaluationTables(NamedTuple):
    """The weights of an evaluation, and which features a game has, in their order."""

    built_weights: tuple[float, ...]
    lasting_weights: tuple[float, ...]
    soon_weights: tuple[float, ...]
    left: float
    nomad_weight: float
    areas: bool
    leads: bool
    counts: bool
    kinds: tuple[int, ...]
    paying: tuple[PayingSource, ...]
    of_sets: tuple[Callable[[Any], int], ...]
    gold_due: tuple[Callable[[Position], int], ...]


class Evaluator:
    """Evaluates positions of one game. `names` are those of its `features`, `weights` what each is worth in it.

    `paying` are the sources of gold that say where one more piece would pay, and `pays_at` their functions.
    """

    def __init__(self, pos: Position, weights: Mapping[str, float] | None = None) -> None:
        """Prepare for a game with the set-up of this position."""
        setup, board = pos.setup, pos.board
        cards = setup.cards
        self._scorers = [scorer for _, scorer in pos.rules.scorers]
        self._shared = [scorer for name, scorer in pos.rules.scorers if is_shared(name)]
        self._kinds = sorted(set(board.location_at.values()))
        self._places = [
            (kind, [(1 << h, NEIGHBOURS[h]) for h, there in board.location_at.items() if there == kind])
            for kind in self._kinds
        ]
        paying = sorted(paying_sources(setup), key=_place_of_weight)
        self.ordering = MoveOrdering(paying, [scorer for name, scorer in pos.rules.scorers if not is_kept(name)])
        self.paying = paying
        self.pays_at = [source.pays_at for source in paying]
        self._terrains = [board.terrain[t] for t in CARD_TERRAINS]
        entries = [REGISTRY.cards[name] for name in cards]
        features = {feature for card in entries for feature in card.features}
        self._areas = Feature.AREAS in features
        self._leads = Feature.SECTION_LEADS in features
        self._counts = Feature.SECTION_COUNTS in features
        self._gold_due = [card.gold_due for card in entries if card.gold_due is not None]
        slots = [game_set.state for game_set in REGISTRY.sets if game_set.state is not None]
        self._of_sets = [(slot.number, read) for slot in slots for _, read in slot.features]
        scored = [name for name, _ in pos.rules.scorers]
        could = [_weight_name(source) for source in paying]
        built = [
            *(f"now:{name}" for name in scored),
            "closed",
            *(name for slot in slots for name, _ in slot.features),
            *self._board_names(),
            *could,
        ]
        soon = ["soon:closed", *(f"soon:{name}" for name in could)]
        lasting = [*(f"tile:{answer_name(kind)}" for kind in self._kinds), "tiles"]
        self._scored, self._cards = len(scored), len(cards)
        self.built_names, self.lasting_names = built, lasting
        left = [f"left:{name}" for name in scored]
        by_card = [f"{kind}:{card}" for kind in ("closed", "tiles") for card in cards]
        self.names = [*built, *left, *lasting, *soon, *by_card, "nomads"]
        found = shipped_weights() if weights is None else weights
        more = BASE_ONLY if is_base_only(setup) else None
        self.weights = {name: _weight(found, name, more) for name in self.names}
        self._built_weights = [self.weights[name] for name in built]
        self._built_weights[self._scored] += ordered_sum(self.weights[f"closed:{card}"] for card in cards)
        self._lasting_weights = [self.weights[name] for name in lasting]
        self._lasting_weights[-1] += ordered_sum(self.weights[f"tiles:{card}"] for card in cards)
        self._soon_weights = [self.weights[name] for name in soon]
        self._left = ordered_sum(self.weights[name] for name in left)
        self._nomad_weight = self.weights["nomads"]

    def tables(self) -> EvaluationTables:
        """Return weights and features as plain values, from which the kernel makes the same evaluator."""
        return EvaluationTables(
            tuple(self._built_weights),
            tuple(self._lasting_weights),
            tuple(self._soon_weights),
            self._left,
            self._nomad_weight,
            self._areas,
            self._leads,
            self._counts,
            tuple(self._kinds),
            tuple(self.paying),
            tuple([read for _, read in self._of_sets]),
            tuple(self._gold_due),
        )

    def _board_names(self) -> list[str]:
        """Return the names of the features that the cards need."""
        names = []
        if self._areas:
            names += ["areas", "largest"]
        if self._leads:
            names += ["leads", "close", "behind"]
        if self._counts:
            names += ["fewest", "second_fewest", "most"]
        return names

    def features(self, pos: Position, seat: int) -> tuple[int, list[float]]:
        """Return a player's gold and the features that predict the gold to come, in the order of `names`."""
        turns, builds = still_to_come(pos)
        t, left = builds[seat], turns[seat]
        gold, built, lasting, soon = self._read(pos, seat)
        found = [number * t for number in built]
        found += [t] * self._scored
        found += [number * left / ROUNDS for number in lasting]
        found += [number * min(1.0, left) for number in soon]
        found += [built[self._scored] * t] * self._cards + [lasting[-1] * left / ROUNDS] * self._cards
        return gold, [*found, float(len(pos.players[seat].nomads))]

    def scaling_features(self, pos: Position, seat: int) -> tuple[list[float], list[float]]:
        """Return the features that count for what is still built, and those that count for every round left.

        Their names are `built_names` and `lasting_names`.
        """
        _, built, lasting, _ = self._read(pos, seat)
        return built, lasting

    def _read(self, pos: Position, seat: int) -> tuple[int, list[float], list[float], list[float]]:
        """Return gold, and the features that count for what is still built, for every round left, for the next turn."""
        player = pos.players[seat]
        near = player.adjacent & pos.free
        built: list[float] = [scorer(pos, seat)[0] for scorer in self._scorers]
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
        built.append(closed)
        for slot, read in self._of_sets:
            built.append(read(player.extra[slot]))
        if self._areas:
            found = areas(player.pieces)
            built += (len(found), max([area.bit_count() for area in found], default=0))
        if self._leads or self._counts:
            built += self._sections_of(pos, seat)
        if seat == pos.active:
            for gold_due in self._gold_due:
                gold += gold_due(pos)
        could = [_placed(pays_at(pos, seat), options, anywhere) for pays_at in self.pays_at]
        built += could
        return gold, built, self._tiles_of(pos, player, near), [closed, *could]

    def _tiles_of(self, pos: Position, player: PlayerState, near: int) -> list[float]:
        """Return the number of tiles of each kind, those within reach counted in part, and the sum."""
        stocked = pos.tiles_left & ~player.taken_from
        held = [tile.kind for tile in player.tiles]
        found = []
        for kind, places in self._places:
            tiles = float(held.count(kind))
            for bit, around in places:
                if stocked & bit and around & near:
                    tiles += WITHIN_REACH
            found.append(tiles)
        found.append(ordered_sum(found))
        return found

    def _sections_of(self, pos: Position, seat: int) -> tuple[float, ...]:
        """Return in how many sections a player leads, is close or behind; the fewest, second fewest and most pieces."""
        counts = [[(player.pieces & section).bit_count() for section in SECTIONS] for player in pos.players]
        mine = counts[seat]
        found: tuple[float, ...] = ()
        if self._leads:
            leads = close = 0
            for section, own in enumerate(mine):
                best = max(counts[other][section] for other in _others(pos, seat))
                leads += own > best + 1
                close += best - 1 <= own <= best + 1
            found = (leads, close, len(SECTIONS) - leads - close)
        if self._counts:
            ordered = sorted(mine)
            found += (ordered[0], ordered[1], ordered[-1])
        return found

    def terms(self, pos: Position, seat: int) -> ValueTerms:
        """Return the terms of a player's value, which do not depend on how long the game lasts."""
        gold, built, lasting, soon = self._read(pos, seat)
        return ValueTerms(
            gold + self._nomad_weight * len(pos.players[seat].nomads),
            ordered_sum(map(mul, self._built_weights, built)) + self._left,
            ordered_sum(map(mul, self._lasting_weights, lasting)),
            ordered_sum(map(mul, self._soon_weights, soon)),
        )

    def expected(self, pos: Position, seat: int) -> float:
        """Return the gold that a player is expected to have at the end."""
        turns, builds = still_to_come(pos)
        return self._expected_gold(self.terms(pos, seat), turns[seat], builds[seat])

    def strongest_opponent(self, pos: Position, seat: int) -> int:
        """Return the opponent with the most expected gold, the first of several."""
        others = [other for other in range(len(pos.players)) if other != seat]
        return others[0] if len(others) == 1 else max(others, key=lambda other: self.expected(pos, other))

    def value(self, pos: Position, seat: int, opponents: Opponents | None = None) -> float:
        """Return by how much gold a player is expected to beat the best of the others.

        With `opponents`, computed at the beginning of a turn, the others' terms are not computed again, except for the
        gold that this player's moves can change: nearly the same value in half the time.
        """
        if pos.over:
            return self.final(pos, seat)
        if opponents is None:
            opponents = self.opponents(pos, seat)
        turns, builds = still_to_come(pos)
        own = self._expected_gold(self.terms(pos, seat), turns[seat], builds[seat])
        return own - max(
            self._expected_gold(terms, turns[other], builds[other]) + self._contested(pos, other)
            for other, terms in opponents
        )

    def opponents(self, pos: Position, seat: int) -> Opponents:
        """Return the others' terms without the gold that a move of this player can change."""
        found = []
        for other in _others(pos, seat):
            terms = self.terms(pos, other)
            found.append((other, terms._replace(gold=terms.gold - self._contested(pos, other))))
        return found

    def final(self, pos: Position, seat: int) -> float:
        """Return by how much a player has won or lost a game that is over."""
        totals = [sum(scorer(pos, each)[0] for scorer in self._scorers) for each in range(len(pos.players))]
        return totals[seat] - max(totals[other] for other in _others(pos, seat))

    def _expected_gold(self, terms: ValueTerms, turns: float, builds: float) -> float:
        """Return a player's expected gold at the end."""
        later = builds * terms.by_builds + turns / ROUNDS * terms.by_turns
        return terms.gold + later + min(1.0, turns) * terms.next_turn

    def _contested(self, pos: Position, seat: int) -> int:
        return sum(scorer(pos, seat)[0] for scorer in self._shared)


def _weight(weights: Mapping[str, float], name: str, more: str | None) -> float:
    weight = weights.get(name, 0.0)
    return weight if more is None else weight + weights.get(more + name, 0.0)


def _weight_name(source: PayingSource) -> str:
    return f"could:{source.name}"


def _place_of_weight(source: PayingSource) -> int:
    """Return the place of a source's weight in the file, the end if it has none.

    Sums of floats depend on their order. This one does not change when a set lists its cards in another order.
    """
    return _places_of_weights().get(_weight_name(source), len(_places_of_weights()))


@cache
def _places_of_weights() -> dict[str, int]:
    return {name: place for place, name in enumerate(shipped_weights())}


def _placed(hexes: int, options: list[int], anywhere: int) -> float:
    """Return what part of the next turn's settlements can stand on these hexes, on average over the terrain drawn."""
    if not hexes & anywhere:
        return 0.0
    found = 0
    for option in options:
        if (count := (option & hexes).bit_count()) > 2:
            found += 3
        else:
            found += count
    return found / 15


def _others(pos: Position, seat: int) -> list[int]:
    return [other for other in range(len(pos.players)) if other != seat]
