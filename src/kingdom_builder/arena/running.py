"""An arena from its plan to its results: known games are not played again, and who is done first does not matter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import Any

from kingdom_builder.arena.crew import Crew
from kingdom_builder.arena.figures import figures
from kingdom_builder.arena.playing import VERSION
from kingdom_builder.arena.results import GameResult, ResultsFile
from kingdom_builder.arena.schedule import Fixture, Plan
from kingdom_builder.arena.sequential import UNDECIDED, SequentialTest

Progress = Callable[[list[GameResult]], None]
"""Called with all results so far, after each game."""


def facts_of(
    results: Sequence[GameResult], names: Sequence[str] = (), test: SequentialTest | None = None
) -> dict[str, Any]:
    """Return all figures under their public names, the bots in the order of `names` as far as it goes."""
    facts = figures(results)
    seeds = sorted({result.fixture.seed for result in results})
    sets = sorted({result.fixture.sets for result in results})
    bots = facts["bots"]
    facts["bots"] = {name: bots[name] for name in dict.fromkeys([*names, *bots]) if name in bots}
    return {
        "version": VERSION,
        "seed": seeds[0] if len(seeds) == 1 else seeds,
        "players": sorted({result.fixture.players for result in results}),
        "sets": list(sets[0]) if len(sets) == 1 else "various",
        **facts,
        **({} if test is None else {"sequential": test.facts()}),
    }


def run_arena(
    plan: Plan,
    crew: Crew,
    *,
    file: ResultsFile | None = None,
    test: SequentialTest | None = None,
    progress: Progress = lambda results: None,
) -> list[GameResult]:
    """Play what the plan wants and return the results in order.

    With a test, groups count in their order, and those after its end do not count at all.
    """
    known = {} if file is None else {result.fixture: result for result in file.results}
    if test is not None:
        return _play_until_known(plan, crew, known, file, test, progress)
    wanted = [fixture for group in plan.groups() for fixture in group]
    results = [known[fixture] for fixture in wanted if fixture in known]
    progress(results)
    for result in crew.play(fixture for fixture in wanted if fixture not in known):
        if file is not None:
            file.add(result)
        results.append(result)
        progress(results)
    return sorted(results, key=lambda result: result.fixture)


def _play_until_known(
    plan: Plan,
    crew: Crew,
    known: dict[Fixture, GameResult],
    file: ResultsFile | None,
    test: SequentialTest,
    progress: Progress,
) -> list[GameResult]:
    """Play groups until the test ends. A game is written when its group counts, so a file has what the test saw."""
    counted: list[GameResult] = []
    sizes: dict[int, int] = {}
    ended: defaultdict[int, list[GameResult]] = defaultdict(list)

    def coming() -> Iterator[Fixture]:
        for number, group in enumerate(plan.groups()):
            count()
            if test.verdict != UNDECIDED:
                return
            sizes[number] = len(group)
            ended[number] += [known[fixture] for fixture in group if fixture in known]
            yield from (fixture for fixture in group if fixture not in known)

    def count() -> None:
        number = test.seen.total()
        while test.verdict == UNDECIDED and number in sizes and len(ended[number]) == sizes[number]:
            games = sorted(ended.pop(number), key=lambda result: result.fixture)
            for result in games:
                if file is not None and result.fixture not in known:
                    file.add(result)
            counted.extend(games)
            test.add(share_of(test.bot, games))
            number += 1

    results = crew.play(coming())
    for result in results:
        ended[result.fixture.group].append(result)
        count()
        progress(counted)
        if test.verdict != UNDECIDED:
            break
    results.close()
    count()
    return counted


def share_of(bot: str, games: Sequence[GameResult]) -> float:
    """Return a bot's mean share of the victories in a group."""
    return fmean(game.shares[seat] for game in games for seat, name in enumerate(game.fixture.seats) if name == bot)
