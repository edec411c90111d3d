"""The figures of a summary: means with 95 % intervals. docs/statistics.md says what each of them is.

The players of one game depend on each other, so a value is that of a game, not of a player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import PLAYERS
from kingdom_builder.setup.sections import all_sections
from kingdom_builder.statistics.document import Origin
from kingdom_builder.statistics.messages import (
    Figures,
    LengthFigure,
    PairFigure,
    PlayersFigure,
    SectionFigure,
    SourceFigure,
    TileFigure,
)
from kingdom_builder.statistics.moments import Moments, least_squares, with_interval
from kingdom_builder.statistics.observation import Scope
from kingdom_builder.statistics.summary import GOLD, PARTS, SHARES, Group, Summary, group_key, pair_key

NO_GAMES: Group = {}
LEAST_PAIRED = 10
"""A pair of cards is shown if it was in at least so many games."""


def figures(summary: Summary, origin: Origin, scope: Scope, players: int | None = None) -> Figures:
    """Return the figures of the games of a scope, with one number of players or with all."""
    groups = {n: summary.groups.get(group_key(scope, n), NO_GAMES) for n in PLAYERS if players in (None, n)}
    groups = {n: group for n, group in groups.items() if group}
    sources = _sources(groups)
    return {
        "bot": origin.bot,
        "version": origin.version,
        "all_games": summary.games,
        "games": sum(_games(group) for group in groups.values()),
        "scope": scope.value,
        "players": players,
        "sources": [_source(name, moments) for name, moments in _by_set(sources)],
        "pairs": _pairs(groups, sources),
        "tiles": _tiles(groups),
        "sections": _sections(groups, "sections", {piece.name: piece.set for piece in all_sections()}),
        "sets": _sections(groups, "sets", {s.id: s.id for s in REGISTRY.sets}) if scope is not Scope.BASE else [],
        "by_players": [_players(n, group) for n, group in groups.items()],
        "length": [_length(n, group) for n, group in groups.items()],
        "scores": _scores(groups.values()),
    }


def _games(group: Group) -> int:
    return group["game"]["all"][0]


def _source(name: str, moments: Moments) -> SourceFigure:
    kind = "card" if name in REGISTRY.cards else "task" if name in REGISTRY.tasks else "other"
    return {"name": name, "set": REGISTRY.set_of.get(name, ""), "kind": kind, "gold": moments.figure()}


def _sources(groups: Mapping[int, Group]) -> dict[str, Moments]:
    """Return the moments of a game's mean gold of a player, by source."""
    found: dict[str, Moments] = {}
    for players, group in groups.items():
        for name, row in group["sources"].items():
            n, total, squares = row
            found[name] = found.get(name, Moments()).plus(n, total, squares, players)
    return found


def _by_set(sources: Mapping[str, Moments]) -> list[tuple[str, Moments]]:
    """Return sources in the order of the registry: cards, tasks, special hexes.

    Gold earned during play is left out: that of several cards is not one figure.
    """
    order = [*REGISTRY.cards, *REGISTRY.tasks, *REGISTRY.specials]
    return [(name, sources[name]) for name in order if name in sources]


def _pairs(groups: Mapping[int, Group], sources: Mapping[str, Moments]) -> list[PairFigure]:
    firsts: dict[str, Moments] = {}
    seconds: dict[str, Moments] = {}
    sums: dict[str, Moments] = {}
    for players, group in groups.items():
        for key, (n, first, second, first_squares, second_squares, product) in group["pairs"].items():
            squares = first_squares + second_squares + 2 * product
            firsts[key] = firsts.get(key, Moments()).plus(n, first, first_squares, players)
            seconds[key] = seconds.get(key, Moments()).plus(n, second, second_squares, players)
            sums[key] = sums.get(key, Moments()).plus(n, first + second, squares, players)
    found: list[PairFigure] = []
    for key in sorted(key for key in sums if sums[key].n >= LEAST_PAIRED):
        one, other = key.split("+")
        found.append(
            {
                "first": one,
                "second": other,
                "gold": sums[key].figure(),
                "first_gold": firsts[key].figure(),
                "second_gold": seconds[key].figure(),
                "effect": sums[key].figure(sources[one].mean + sources[other].mean),
            }
        )
    return found


def _tiles(groups: Mapping[int, Group]) -> list[TileFigure]:
    names = [name for name in REGISTRY.tile_ids() if any(name in group["tiles"] for group in groups.values())]
    values = _tile_values(groups, names)
    found: list[TileFigure] = []
    for name in names:
        games = taken = seats = 0
        gold, wins = Moments(), Moments()
        for players, group in groups.items():
            row = group["tiles"].get(name, [0] * 7)
            games, taken, seats = games + row[0], taken + row[1], seats + players * row[0]
            gold = gold.plus(row[2], row[3], row[4], PARTS)
            wins = wins.plus(row[2], row[5], row[6], PARTS * SHARES)
        value = values[name]
        found.append(
            {
                "name": name,
                "set": REGISTRY.set_of[name],
                "games": games,
                "taken": round(taken / seats, 4) if seats else 0.0,
                "gold": None if value is None else with_interval(games, *value),
                "difference": gold.figure(),
                "wins": wins.figure(),
            }
        )
    return found


def _tile_values(groups: Mapping[int, Group], names: list[str]) -> dict[str, tuple[float, float] | None]:
    """Return for each tile by how much gold one more of it goes with, all other tiles being equal (least squares)."""

    def products(first: str, second: str) -> float:
        key = pair_key(first, second)
        return sum(group["products"].get(key, (0,))[0] / players**2 for players, group in groups.items())

    freedom = sum((players - 1) * _games(group) for players, group in groups.items())
    fitted = least_squares(
        [[products(first, second) for second in names] for first in names],
        [products(name, GOLD) for name in names],
        products(GOLD, GOLD),
        freedom,
    )
    return dict(zip(names, fitted, strict=True))


def _sections(groups: Mapping[int, Group], table: str, sets: Mapping[str, str]) -> list[SectionFigure]:
    """Return the figures of sections or sets; games with and without one are compared at each number of players."""
    found: list[SectionFigure] = []
    for name, of_set in sets.items():
        gold, rounds, other_gold, other_rounds = Moments(), Moments(), Moments(), Moments()
        for players, group in groups.items():
            n, total, squares, count, count_squares = group[table].get(name, [0] * 5)
            gold = gold.plus(n, total, squares, players)
            rounds = rounds.plus(n, count, count_squares)
            all_games, all_gold, all_squares = group["game"]["all"][:3]
            other_gold = other_gold.plus(all_games - n, all_gold - total, all_squares - squares, players)
            all_rounds = _rounds(group)
            other_rounds = other_rounds.plus(
                all_games - n, all_rounds.total - count, all_rounds.squares - count_squares
            )
        if gold.n:
            found.append(
                {
                    "name": name,
                    "set": of_set,
                    "gold": gold.figure(),
                    "gold_effect": gold.less(other_gold),
                    "rounds": rounds.figure(),
                    "rounds_effect": rounds.less(other_rounds),
                }
            )
    return found


def _rounds(group: Group) -> Moments:
    counts = [(int(rounds), row[0]) for rounds, row in group["rounds"].items()]
    return Moments(sum(n for _, n in counts), sum(r * n for r, n in counts), sum(r * r * n for r, n in counts))


def _players(players: int, group: Group) -> PlayersFigure:
    games, gold, gold_squares, best, best_squares, lead, lead_squares, ahead, ahead_squares = group["game"]["all"]
    order = [group["order"][str(after)] for after in range(players)]
    wins = [Moments(games).plus(0, row[0], row[1], SHARES) for row in order]
    return {
        "players": players,
        "games": games,
        "order": [moments.figure() for moments in wins],
        "advantage": wins[0].figure(1 / players),
        "ahead": Moments(games).plus(0, ahead, ahead_squares, players - 1).figure(),
        "gold": Moments(games).plus(0, gold, gold_squares, players).figure(),
        "winner": Moments(games, best, best_squares).figure(),
        "lead": Moments(games, lead, lead_squares).figure(),
    }


def _length(players: int, group: Group) -> LengthFigure:
    counts = sorted((int(rounds), row[0]) for rounds, row in group["rounds"].items())
    return {"players": players, "rounds": _rounds(group).figure(), "counts": counts}


def _scores(groups: Iterable[Group]) -> list[tuple[int, int]]:
    found: dict[int, int] = {}
    for group in groups:
        for gold, (n,) in group["scores"].items():
            found[int(gold)] = found.get(int(gold), 0) + n
    return sorted(found.items())
