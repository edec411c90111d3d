"""The results of a daily challenge: their order, and how one of them compares with the others."""

from __future__ import annotations

import asyncio

from sqlalchemy import insert

from kingdom_builder.store.repository import DailyRow, DailyStanding, Repository
from kingdom_builder.store.schema import daily_results
from tests.store.test_database import BOTH, new_table, opened

DAY = "2026-11-18"
RESULTS = {
    "late": (60, 5, 3.0),
    "early": (60, 5, 2.0),
    "best": (71, -2, 9.0),
    "close": (60, 9, 9.0),
    "last": (8, 1, 1.0),
}
"""Gold, margin and time by person."""


@BOTH
def test_more_gold_is_better_then_a_greater_margin_and_equal_results_share_a_place(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            for person in RESULTS:
                await new_table(database, person)
            rows = [
                {"day": DAY, "person": name, "game": name, "seat": 0, "gold": gold, "margin": margin, "finished_at": at}
                for name, (gold, margin, at) in RESULTS.items()
            ]
            async with database.engine.connect() as connection, connection.begin():
                await connection.execute(insert(daily_results).values(hinted=False), rows)
            repository = Repository(database)
            found = await repository.daily_results(DAY, 9)
            assert [row.person for row in found] == ["best", "close", "early", "late", "last"]
            assert [row.person for row in await repository.daily_results(DAY, 2)] == ["best", "close"]
            assert await repository.daily_counts(DAY) == {8: 1, 60: 3, 71: 1}
            standings = [await repository.daily_standing(DAY, *RESULTS[name][:2]) for name in ("best", "early", "last")]
            assert standings == [DailyStanding(5, 0, 4), DailyStanding(5, 2, 1), DailyStanding(5, 4, 0)]
            assert [one.percent for one in standings] == [100, 25, 0]
            assert await repository.daily_result(DAY, "last") == DailyRow("last", "last", found[-1].name, 8, 1, False)
            assert await repository.daily_result("2026-11-19", "last") is None
            assert (await repository.daily_standing("2026-11-19", 1, 1)).percent is None

    asyncio.run(check())
