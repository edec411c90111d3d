"""Statistics of results: how often each bot wins, by how much, where its gold comes from, and how long it thinks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean
from typing import Literal, NotRequired, TypedDict

from kingdom_builder.arena.game import VERSION
from kingdom_builder.arena.ratings import rate
from kingdom_builder.arena.results import Fault, FaultKind, GameResult
from kingdom_builder.arena.sprt import SequentialDocument, SequentialTest
from kingdom_builder.bots.arithmetic import ordered_sum

Z = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations."""

Group = tuple[int, int, tuple[str, ...], tuple[str, ...]]


class BotStatistics(TypedDict):
    """The statistics of a bot (docs/arena.md); the rating is there if ratings are computed."""

    seats: int
    wins: float
    win_rate: float
    interval: list[float]
    fair_rate: float
    mean_score: float | None
    score_margin: float | None
    score_by_source: dict[str, float]
    score_by_turn: list[float]
    seconds_per_turn: float
    longest_turn: float
    turns: int
    faults: int
    rating: NotRequired[float]
    rating_interval: NotRequired[list[float]]


class LostGame(TypedDict):
    """A game that a bot lost by a fault, and the command that plays it again; seats count from 0, turns from 1."""

    seat: int
    bot: str
    kind: FaultKind
    turn: int
    message: str
    traceback: list[str]
    record: str | None
    turn_seconds: float | None
    game: str
    seats: list[str]
    replay: str


class Statistics(TypedDict):
    """All statistics of some results."""

    games: int
    groups: int
    seconds: float
    bots: dict[str, BotStatistics]
    matrix: dict[str, dict[str, float | None]]
    faults: list[LostGame]


class Summary(Statistics):
    """The statistics of an arena, and what was played; lists and words stand for several seeds and sets."""

    version: str
    seed: int | list[int]
    players: list[int]
    sets: list[str] | Literal["various"]
    sequential: NotRequired[SequentialDocument]


def summary(
    results: Sequence[GameResult],
    names: Sequence[str] = (),
    test: SequentialTest | None = None,
    *,
    ratings: bool = True,
) -> Summary:
    """Return the statistics of an arena under their public names; bots are in the order of `names`, then the others.

    Raise ModuleNotFoundError if ratings are wanted and numpy is not installed.
    """
    found = statistics(results, ratings=ratings)
    seeds = sorted({result.scheduled.seed for result in results})
    sets = sorted({result.scheduled.sets for result in results})
    bots = found["bots"]
    facts: Summary = {
        "version": VERSION,
        "seed": seeds[0] if len(seeds) == 1 else seeds,
        "players": sorted({result.scheduled.players for result in results}),
        "sets": list(sets[0]) if len(sets) == 1 else "various",
        "games": found["games"],
        "groups": found["groups"],
        "seconds": found["seconds"],
        "bots": {name: bots[name] for name in dict.fromkeys([*names, *bots]) if name in bots},
        "matrix": found["matrix"],
        "faults": found["faults"],
    }
    if test is not None:
        facts["sequential"] = test.document()
    return facts


def group_of(result: GameResult) -> Group:
    """Return the group of a game: its games share a set-up and are one independent observation."""
    game = result.scheduled
    return game.seed, game.group, game.sets, tuple(sorted(game.seats))


def grouped(results: Iterable[GameResult]) -> dict[Group, list[GameResult]]:
    """Return the games by group, in order."""
    groups: defaultdict[Group, list[GameResult]] = defaultdict(list)
    for result in results:
        groups[group_of(result)].append(result)
    return {group: groups[group] for group in sorted(groups)}


def wilson(mean: float, count: float) -> tuple[float, float]:
    """Return the 95 % interval (Wilson's) of a share seen in `count` independent observations.

    >>> [round(bound, 4) for bound in wilson(0.5, 100)]
    [0.4038, 0.5962]
    """
    middle = (mean + Z * Z / (2 * count)) / (1 + Z * Z / count)
    reach = Z / (1 + Z * Z / count) * sqrt(mean * (1 - mean) / count + Z * Z / (4 * count * count))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def win_interval(shares: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Return the 95 % interval of a win rate from groups: the victories in each, and how many seats the bot had.

    It is Wilson's interval. Its number of observations is the one that explains the variance between groups: games of
    a group are not independent, and exchanged seats make the mean more exact than the same number of single games.
    One more group with the largest possible variance is added, so that a few groups that agree by chance prove little.

    >>> [round(bound, 3) for bound in win_interval([(2, 2)] * 10)]
    [0.722, 1.0]
    >>> [round(bound, 3) for bound in win_interval([(1, 2)] * 10)]
    [0.404, 0.596]
    """
    seats = sum(count for _, count in shares)
    squares = sum(count * count for _, count in shares)
    mean = ordered_sum(wins for wins, _ in shares) / seats
    groups = seats * seats / squares
    largest = mean * (1 - mean)
    if largest <= 0:
        return wilson(mean, groups)
    spread = groups * ordered_sum((wins - mean * count) ** 2 for wins, count in shares) / squares
    return wilson(mean, groups / min(1.0, (spread / largest + 1) / groups))


def statistics(results: Sequence[GameResult], *, ratings: bool = True) -> Statistics:
    """Return all statistics under their public names; without ratings it is fast enough to call it during play."""
    results = sorted(results, key=lambda result: result.scheduled)
    bots = dict.fromkeys(name for result in results for name in sorted(result.scheduled.seats))
    groups = grouped(results)
    rated = rate(list(groups.values())) if ratings else {}
    table = {name: _bot_statistics(name, groups) for name in bots}
    for name, rating in rated.items():
        table[name]["rating"] = rating.rating
        table[name]["rating_interval"] = list(rating.interval)
    return {
        "games": len(results),
        "groups": len(groups),
        "seconds": ordered_sum(ordered_sum(result.cpu) for result in results),
        "bots": table,
        "matrix": matrix(results, list(bots)),
        "faults": lost_games(results),
    }


def lost_games(results: Iterable[GameResult]) -> list[LostGame]:
    """Return the games that a bot lost by a fault."""
    return [_lost_game(result, result.fault) for result in results if result.fault is not None]


def _lost_game(result: GameResult, fault: Fault) -> LostGame:
    return {
        "seat": fault.seat,
        "bot": fault.bot,
        "kind": fault.kind,
        "turn": fault.turn,
        "message": fault.message,
        "traceback": list(fault.traceback),
        "record": fault.record,
        "turn_seconds": fault.turn_seconds,
        "game": result.scheduled.name,
        "seats": list(result.scheduled.seats),
        "replay": result.scheduled.command(fault.turn_seconds),
    }


def _bot_statistics(name: str, groups: dict[Group, list[GameResult]]) -> BotStatistics:
    shares: list[tuple[float, int]] = []
    fair: list[float] = []
    scores: list[int] = []
    margins: list[int] = []
    sources: defaultdict[str, list[int]] = defaultdict(list)
    score_by_turn: list[tuple[int, ...]] = []
    cpu = longest = 0.0
    turns = faults = 0
    for games in groups.values():
        mine = [(game, seat) for game in games for seat, bot in enumerate(game.scheduled.seats) if bot == name]
        if not mine:
            continue
        shares.append((ordered_sum(game.shares[seat] for game, seat in mine), len(mine)))
        for game, seat in mine:
            fair.append(1 / game.scheduled.players)
            cpu += game.cpu[seat]
            longest = max(longest, game.longest[seat])
            turns += game.turns[seat]
            faults += game.fault is not None and game.fault.seat == seat
            if game.fault is None:
                scores.append(game.scores[seat])
                margins.append(game.scores[seat] - max(game.scores[:seat] + game.scores[seat + 1 :]))
                score_by_turn.append(game.score_by_turn[seat])
                for source, gold in game.sources[seat].items():
                    sources[source].append(gold)
    seats = sum(count for _, count in shares)
    wins = ordered_sum(won for won, _ in shares)
    return {
        "seats": seats,
        "wins": wins,
        "win_rate": wins / seats,
        "interval": list(win_interval(shares)),
        "fair_rate": fmean(fair),
        "mean_score": fmean(scores) if scores else None,
        "score_margin": fmean(margins) if margins else None,
        "score_by_source": {source: fmean(gold) for source, gold in sorted(sources.items())},
        "score_by_turn": _mean_by_turn(score_by_turn),
        "seconds_per_turn": cpu / turns if turns else 0.0,
        "longest_turn": longest,
        "turns": turns,
        "faults": faults,
    }


def _mean_by_turn(games: Sequence[tuple[int, ...]]) -> list[float]:
    """Return the mean score after each turn that at least half of the games have.

    >>> _mean_by_turn([(1, 2), (3,), (2, 4)])
    [2.0, 3.0]
    """
    lengths = sorted(map(len, games))
    turns = lengths[len(lengths) // 2] if lengths else 0
    return [fmean(scores[turn] for scores in games if turn < len(scores)) for turn in range(turns)]


def matrix(results: Iterable[GameResult], bots: Sequence[str]) -> dict[str, dict[str, float | None]]:
    """Return how often each bot has more gold than each other in the same game; a tie is 1/2, None means no game."""
    ahead: defaultdict[tuple[str, str], float] = defaultdict(float)
    met: defaultdict[tuple[str, str], int] = defaultdict(int)
    for result in results:
        for first, second, share in _meetings(result):
            ahead[first, second] += share
            met[first, second] += 1
    return {a: {b: ahead[a, b] / met[a, b] if (a, b) in met else None for b in bots if b != a} for a in bots}


def _meetings(result: GameResult) -> Iterable[tuple[str, str, float]]:
    seats = result.scheduled.seats
    for i, first in enumerate(seats):
        for j, second in enumerate(seats):
            if first != second:
                mine, theirs = result.standing(i), result.standing(j)
                if result.fault is None or result.fault.seat in (i, j):
                    yield first, second, 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))
