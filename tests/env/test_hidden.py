"""No face shows a seat more than it may know (R0.23)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdom_builder import Game
from kingdom_builder.env.encoding import FULL, Encoder, Layout, new_mask, write_mask
from kingdom_builder.env.kingdom_builder_v0 import raw_env
from kingdom_builder.env.single import KingdomBuilderEnv
from kingdom_builder.env.vector import KingdomBuilderVectorEnv
from tests.random_play import play_randomly, random_game


def flattened(value: Any) -> bytes:
    """Return everything in an observation as bytes."""
    if isinstance(value, dict):
        return b"".join(flattened(part) for part in value.values())
    return bytes(value.tobytes())


def position(seed: int, answers: int) -> tuple[Game, dict[str, Any]]:
    """Return a game, and the options of an environment for it."""
    game = random_game(seed)
    play_randomly(game, seed, answers)
    return game, {"players": len(game.seats), "sets": game.setup.sets}


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), answers=st.integers(0, 400))
def test_games_that_differ_in_what_is_hidden_look_equal(seed: int, answers: int) -> None:
    """Planes, vector and mask of the real game and of two new deals of the unseen cards are equal byte by byte."""
    game, _ = position(seed, answers)
    for layout in (FULL, Layout(len(game.seats), game.setup.sets)):
        encoder = Encoder(layout)
        for seat in range(len(game.seats)):
            seen = set()
            for deal in (game, game.view(seat).sample(1), game.view(seat).sample(2)):
                planes, vector, mask = layout.new_planes(), layout.new_vector(), new_mask()
                encoder.write(deal.view(seat), planes, vector)
                write_mask(deal.view(seat), mask)
                seen.add(planes.tobytes() + vector.tobytes() + mask.tobytes())
            assert len(seen) == 1


@pytest.mark.parametrize("observation", ["flat", "dict"])
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), answers=st.integers(0, 300))
def test_pettingzoo_agents_see_no_hidden_card(observation: str, seed: int, answers: int) -> None:
    game, options = position(seed, answers)
    env = raw_env(observation=observation, **options)
    env.reset(seed=1)
    for seat, agent in enumerate(env.possible_agents):
        seen = set()
        for deal in (game, game.view(seat).sample(1), game.view(seat).sample(2)):
            env.game = deal
            seen.add(flattened(env.observe(agent)))
        assert len(seen) == 1


@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), answers=st.integers(0, 300))
def test_gymnasium_sees_no_hidden_card(seed: int, answers: int) -> None:
    game, options = position(seed, answers)
    single, many = KingdomBuilderEnv(seat=0, **options), KingdomBuilderVectorEnv(1, seat=0, **options)
    single.reset(seed=1)
    many.reset(seed=1)
    seen, seen_by_many = set(), set()
    for deal in (game, game.view(0).sample(1), game.view(0).sample(2)):
        single._episode.game = many._episodes[0].game = deal
        many._write(0)
        seen.add(flattened(single._observe()) + flattened(single.action_masks()))
        seen_by_many.add(flattened(many._observations()) + flattened(many.action_masks()))
    assert len(seen) == 1
    assert seen == seen_by_many
