"""Sums over many games. They are whole numbers, so that summaries of parts add up exactly to that of all games.

A summary has a group for each scope and number of players, and a group has tables of rows of sums; docs/statistics.md
lists them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, combinations_with_replacement

from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.statistics.observation import Observation

Rows = dict[str, list[int]]
Group = dict[str, Rows]

TABLES = ("game", "order", "rounds", "scores", "sources", "pairs", "tiles", "products", "sections", "sets")

GOLD = "gold"
"""The name of a player's gold among the variables of `products`; no tile has it."""

SHARES, PARTS = 60, 12
"""A share of a victory is a whole number of 60ths, and a mean over 1 to 4 players of whole numbers one of 12ths."""

SCORE_STEP = 5


def pair_key(first: str, second: str) -> str:
    """Return the key of two names, the same in both orders.

    >>> pair_key("lords", "farmers")
    'farmers+lords'
    """
    return "+".join(sorted((first, second)))


def group_key(scope: str, players: int) -> str:
    """Return the key of a group."""
    return f"{scope}-{players}"


class Summary:
    """The sums of some games."""

    def __init__(self, groups: Mapping[str, Mapping[str, Mapping[str, list[int]]]] | None = None) -> None:
        """Begin without games, or with the groups of another summary."""
        self.groups: dict[str, Group] = {}
        for key, group in (groups or {}).items():
            self._add_group(key, group)

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(group["game"]["all"][0] for group in self.groups.values())

    def merge(self, other: Summary) -> None:
        """Add the sums of other games."""
        for key, group in other.groups.items():
            self._add_group(key, group)

    def add(self, seen: Observation) -> None:
        """Add a game."""
        group = self.groups.setdefault(group_key(seen.scope, seen.players), _empty())
        totals = seen.totals
        gold, best = sum(totals), max(totals)
        lead, ahead = best - sorted(totals)[-2], seen.players * totals[seen.start] - gold
        _add(group["game"], "all", 1, gold, gold**2, best, best**2, lead, lead**2, ahead, ahead**2)
        _add_results(group, seen, totals)
        _add_sources(group, seen)
        _add_tiles(group, seen, totals)
        for table, names in (("sections", seen.sections), ("sets", seen.sets)):
            for name in dict.fromkeys(names):
                _add(group[table], name, 1, gold, gold**2, seen.rounds, seen.rounds**2)

    def ordered(self) -> dict[str, Group]:
        """Return the groups with all keys in order, so that equal sums make equal files."""
        return {
            key: {table: {name: rows[name] for name in sorted(rows, key=_natural)} for table, rows in group.items()}
            for key, group in sorted(self.groups.items())
        }

    def _add_group(self, key: str, group: Mapping[str, Mapping[str, list[int]]]) -> None:
        into = self.groups.setdefault(key, _empty())
        for table, rows in group.items():
            for name, row in rows.items():
                _add(into[table], name, *row)


def shares(totals: list[int]) -> list[int]:
    """Return each seat's share of the victory in 60ths; the most gold wins, and equal players share (R7.2).

    >>> shares([50, 40, 50])
    [30, 0, 30]
    """
    best = max(totals)
    return [SHARES // totals.count(best) if gold == best else 0 for gold in totals]


def _add_results(group: Group, seen: Observation, totals: list[int]) -> None:
    won, players = shares(totals), seen.players
    for after in range(players):
        seat = (seen.start + after) % players
        _add(group["order"], str(after), won[seat], won[seat] ** 2, totals[seat], totals[seat] ** 2)
    _add(group["rounds"], str(seen.rounds), 1)
    for gold in totals:
        _add(group["scores"], str(gold // SCORE_STEP * SCORE_STEP), 1)


def _add_sources(group: Group, seen: Observation) -> None:
    gold = {source: sum(by_seat) for source, by_seat in seen.source_gold().items()}
    for source, value in gold.items():
        _add(group["sources"], source, 1, value, value**2)
    for first, second in combinations(sorted(name for name in gold if name in REGISTRY.cards), 2):
        a, b = gold[first], gold[second]
        _add(group["pairs"], pair_key(first, second), 1, a, b, a * a, b * b, a * b)


def _add_tiles(group: Group, seen: Observation, totals: list[int]) -> None:
    won, players = shares(totals), seen.players
    deviations: dict[str, list[int]] = {GOLD: _deviations(totals)}
    for name in seen.in_play:
        counts = [tiles[name] for tiles in seen.tiles]
        deviations[name] = _deviations(counts)
        takers = [seat for seat in range(players) if counts[seat]]
        row = [1, len(takers), 0, 0, 0, 0, 0]
        if 0 < len(takers) < players:
            gold, share = (PARTS * _difference(values, takers) for values in (totals, won))
            row[2:] = [1, round(gold), round(gold) ** 2, round(share), round(share) ** 2]
        _add(group["tiles"], name, *row)
    for first, second in combinations_with_replacement(sorted(deviations), 2):
        product = sum(a * b for a, b in zip(deviations[first], deviations[second], strict=True))
        if product:
            _add(group["products"], pair_key(first, second), product)


def _deviations(values: list[int]) -> list[int]:
    """Return the differences to the mean, times the number of values, so that they are whole."""
    return [len(values) * value - sum(values) for value in values]


def _difference(values: list[int], chosen: list[int]) -> float:
    """Return the mean of the chosen values less the mean of the others."""
    of_chosen = sum(values[i] for i in chosen)
    return of_chosen / len(chosen) - (sum(values) - of_chosen) / (len(values) - len(chosen))


def _empty() -> Group:
    return {table: {} for table in TABLES}


def _add(rows: Rows, key: str, *numbers: int) -> None:
    row = rows.get(key)
    if row is None:
        rows[key] = list(numbers)
    else:
        for i, number in enumerate(numbers):
            row[i] += number


def _natural(key: str) -> tuple[int, str]:
    return (int(key), "") if key.isdigit() else (-1, key)


def merged(summaries: Iterable[Summary]) -> Summary:
    """Return the sums of several summaries."""
    found = Summary()
    for summary in summaries:
        found.merge(summary)
    return found
