"""What is kept as bytes between two messages equals what is written anew."""

from __future__ import annotations

import asyncio
import random

import orjson
import pytest

from kingdom_builder.game import new_game
from kingdom_builder.server.event_pages import PAGE, EventPages
from kingdom_builder.server.serializer import TableSerializer
from kingdom_builder.setup.builder import ALL_SETS
from kingdom_builder.table.event_views import public_events
from kingdom_builder.table.views import public_view
from tests.table.memory_table import START, played_table


@pytest.mark.parametrize("seed", range(3))
def test_the_public_view_is_that_of_the_present_state_after_every_move_and_undo(seed):
    table = played_table(new_game(seed, players=2 + seed, sets=list(ALL_SETS)), random.Random(seed))
    kept = TableSerializer(0)
    for _, _, state in table.states():
        view = kept.view(state, None, START)
        if view is not None:
            assert orjson.loads(orjson.dumps(view["public"])) == orjson.loads(orjson.dumps(public_view(state)))


@pytest.mark.parametrize("seed", range(3))
def test_viewers_get_the_same_events_whatever_others_had_before_and_whenever_they_came(seed):
    chance = random.Random(seed)
    table = played_table(new_game(seed, players=4, sets=list(ALL_SETS)), chance)
    shown, _ = public_events(table.events, 0, START)
    assert len(shown) > 3 * PAGE
    loaded = chance.randrange(len(shown))
    pages = EventPages(loaded)

    async def check() -> None:
        for count in range(loaded, len(shown)):
            if chance.random() < 0.05:
                after = chance.choice((0, count, chance.randint(0, count)))
                await pages.prepare(table.events[:count], after, START)
                start, found = pages.recent(after)
                assert start == max(after, pages.start)
                assert found == [orjson.dumps(event) for event in shown[start:count]]
                assert pages.gold_before(start) == [event["gold"] for event in shown[:start] if "gold" in event]
            if chance.random() < 0.02:
                start, found = await pages.page(table.events[:count], count // 2 + 1, START)
                assert found == [orjson.dumps(event) for event in shown[start : count // 2]]
            pages.append(shown[count]) if pages.is_wanted else pages.skip()

    asyncio.run(check())
