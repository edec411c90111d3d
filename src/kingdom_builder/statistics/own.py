"""The figures of a few games from the seats of one player, to stand beside those of the shipped summary."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from kingdom_builder.statistics.messages import OwnFigures
from kingdom_builder.statistics.moments import Moments
from kingdom_builder.statistics.observation import Observation
from kingdom_builder.statistics.summary import SHARES, shares

Seats = Sequence[int]


def own_figures(games: Iterable[tuple[Observation, Seats]]) -> OwnFigures:
    """Return the figures of games, each with the seats that are the player's own."""
    count = 0
    sources, sections, taken, wins_with = _moments(), _moments(), _moments(), _moments()
    wins, start_wins, gold, rounds = (defaultdict[int, Moments](Moments) for _ in range(4))
    for seen, seats in games:
        count += 1
        totals, won, players = seen.totals, shares(seen.totals), seen.players
        total, share = _mean(totals, seats), _mean(won, seats) / SHARES
        wins[players] = _with(wins[players], share)
        if seen.start in seats:
            start_wins[players] = _with(start_wins[players], won[seen.start] / SHARES)
        gold[players] = _with(gold[players], total)
        rounds[players] = _with(rounds[players], seen.rounds)
        for name, by_seat in seen.source_gold().items():
            sources[name] = _with(sources[name], _mean(by_seat, seats))
        for name in dict.fromkeys(seen.sections):
            sections[name] = _with(sections[name], total)
        for name in seen.in_play:
            takers = [seat for seat in seats if seen.tiles[seat][name]]
            taken[name] = _with(taken[name], len(takers) / len(seats))
            if takers:
                wins_with[name] = _with(wins_with[name], _mean(won, takers) / SHARES)
    return {
        "games": count,
        "sources": {name: moments.figure() for name, moments in sources.items()},
        "tiles": {
            name: {"taken": moments.figure(), "wins": wins_with[name].figure()} for name, moments in taken.items()
        },
        "sections": {name: moments.figure() for name, moments in sections.items()},
        "by_players": [
            {
                "players": players,
                "wins": wins[players].figure(),
                "start_wins": start_wins[players].figure(),
                "gold": gold[players].figure(),
                "rounds": rounds[players].figure(),
            }
            for players in sorted(wins)
        ],
    }


def _moments() -> defaultdict[str, Moments]:
    return defaultdict(Moments)


def _with(moments: Moments, value: float) -> Moments:
    return moments.plus(1, value, value**2)


def _mean(values: Sequence[int], seats: Seats) -> float:
    return sum(values[seat] for seat in seats) / len(seats)
