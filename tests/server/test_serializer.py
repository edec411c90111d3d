"""What is kept as bytes between two messages equals what is written anew."""

from __future__ import annotations

import random

import orjson
import pytest

from kingdom_builder.game import new_game
from kingdom_builder.server.serializer import TableSerializer
from kingdom_builder.setup.builder import ALL_SETS
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
