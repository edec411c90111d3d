"""No environment shows a seat more than it may know (R0.23)."""

from __future__ import annotations

import random
from typing import Any, cast

import pyspiel  # type: ignore[import-not-found]  # one compiled file without types
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdom_builder.env import openspiel
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.kingdom_builder_v0 import raw_env
from kingdom_builder.env.observation_spec import FULL, ObservationSpec
from kingdom_builder.env.single import KingdomBuilderEnv
from kingdom_builder.env.vector import KingdomBuilderVectorEnv
from kingdom_builder.game import Game
from tests.env.random_steps import step
from tests.random_play import play_randomly, random_game

NAME = openspiel.KingdomBuilderGame().get_type().short_name


def flattened(value: Any) -> bytes:
    """Return everything in an observation as bytes."""
    if isinstance(value, dict):
        return b"".join(flattened(part) for part in value.values())
    return bytes(value.tobytes())


def position(seed: int, answers: int) -> tuple[Game, dict[str, Any]]:
    """Return a game, and the options of an environment for it."""
    game = random_game(seed)
    play_randomly(game, seed, answers)
    return game, {"players": len(game.players), "sets": game.setup.sets}


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), answers=st.integers(0, 400))
def test_games_that_differ_in_hidden_cards_have_equal_observations(seed: int, answers: int) -> None:
    """Planes, vector and mask of the real game and of two other deals of the hidden cards are equal byte by byte."""
    game, _ = position(seed, answers)
    for spec in (FULL, ObservationSpec(len(game.players), game.setup.sets)):
        encoder = Encoder(spec)
        for seat in range(len(game.players)):
            seen = set()
            for deal in (game, game.view(seat).sample(1), game.view(seat).sample(2)):
                encoder.write(deal.view(seat))
                seen.add(encoder.planes.tobytes() + encoder.vectors.tobytes() + encoder.masks.tobytes())
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
            env._game = cast("Game", deal)
            seen.add(flattened(env.observe(agent)) + flattened(env._info(seat)))
        assert len(seen) == 1


@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), answers=st.integers(0, 300))
def test_gymnasium_sees_no_hidden_card(seed: int, answers: int) -> None:
    """For one seat against bots, in one game and in several, and for games in which the agent plays all seats."""
    game, options = position(seed, answers)
    for seat in range(len(game.players)):
        single, many = KingdomBuilderEnv(seat=seat, **options), KingdomBuilderVectorEnv(1, seat=seat, **options)
        every = KingdomBuilderVectorEnv(1, opponents=None, **options)
        for env in (single, many, every):
            env.reset(seed=1)
        seen: dict[str, set[bytes]] = {"single": set(), "many": set(), "every": set()}
        for deal in (game, game.view(seat).sample(1), game.view(seat).sample(2)):
            single._episode.show(cast("Game", deal))
            seen["single"].add(flattened(single._observe()) + flattened(single.action_masks()))
            for name, env in (("many", many), ("every", every)):
                env._games.show(0, cast("Game", deal), seat)
                seen[name].add(flattened(env._observations()) + flattened(env.action_masks()))
        assert len(seen["single"]) == 1
        assert seen["single"] == seen["many"] == seen["every"]


@pytest.mark.parametrize("sets", ["base", "base+crossroads", "marshlands"])
@settings(max_examples=8)
@given(seed=st.integers(0, 1000), events=st.integers(0, 150), two_cards=st.booleans())
def test_openspiel_players_see_no_hidden_card(sets: str, seed: int, events: int, two_cards: bool) -> None:
    """Observations and information states, as strings and tensors, are equal for all deals that look the same."""
    game = pyspiel.load_game(f"{NAME}(players=3,sets={sets},seed={seed},two_cards={two_cards})")
    state, chance = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and (events > 0 or state.is_chance_node()):
        step(state, chance)
        events -= 1
    for player in range(3):
        for _ in range(2):
            deal = state.resample_from_infostate(player, chance.random)
            for see in ("observation", "information_state"):
                for form in ("string", "tensor"):
                    name = f"{see}_{form}"
                    assert getattr(deal, name)(player) == getattr(state, name)(player)
