"""The kernel evaluates positions and deals hidden cards as Python does."""

from __future__ import annotations

import random
from dataclasses import replace
from types import ModuleType

import pytest

from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.network import HIDDEN, SECOND, Layers, Network
from kingdom_builder.engine.game import Game as AnyGame
from kingdom_builder.game import Game
from kingdom_builder.kernel import games, search
from tests.kernel.searching import game_at
from tests.random_play import ALL_SETS, mixes, random_answers, random_game


def compare_values(native: ModuleType, seed: int, sets: tuple[str, ...] | None = None) -> int:
    """Play a random game; fail if a value or its correction differs at one of its steps. Return how many there were."""
    game = random_game(seed, sets=sets)
    compared, evaluator = 0, Evaluator(game)
    network = Network(game, evaluator)
    corrections = search.network(network)
    compiled = games.load(game)
    values = search.evaluator(games.setup_of(game), evaluator)
    for answer in random_answers(game, random.Random(seed)):
        game.play(answer)
        compiled.play(answer)
        for seat in range(len(game.players)):
            assert native.value(values, compiled, seat) == evaluator.value(game, seat), game.to_record()
            correction = native.correction(values, corrections, compiled, seat)
            assert correction == network.correction(game, seat), game.to_record()
            compared += 1
    return compared


@pytest.mark.parametrize("sets", [("base",), ALL_SETS], ids="+".join)
def test_values_are_equal_at_every_step_of_a_game(native: ModuleType, sets: tuple[str, ...]):
    assert compare_values(native, 3, sets) > 100


@pytest.mark.slow
@pytest.mark.parametrize("sets", mixes(), ids="+".join)
def test_values_are_equal_in_every_mix_of_sets(native: ModuleType, sets: tuple[str, ...]):
    assert compare_values(native, len(sets), sets) > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 220))
def test_values_are_equal_in_random_mixes(native: ModuleType, seed: int):
    assert compare_values(native, seed) > 100


def cards_of(game: AnyGame) -> tuple[object, ...]:
    """Return the cards of a game as `cards` of the kernel does."""
    deck = game.deck
    hands = tuple([bytes(player.hand) for player in game.players])
    return game.setup.deck_seed, bytes(deck.draw), bytes(deck.discard), bytes(deck.removed), len(deck.shuffles), hands


def sample_positions() -> list[Game]:
    """Return positions of every kind: also with two cards in a hand, during reactions, and late in the game."""
    return [game_at(seed, seed % 10 / 10) for seed in range(20)]


def test_the_kernel_deals_hidden_cards_as_a_view_does(native: ModuleType):
    for game in sample_positions():
        for seat in range(len(game.players)):
            found = games.sampled(game.view(seat), 11)
            sampled = game.view(seat).sample(11)
            assert native.cards(found.game) == cards_of(sampled)
            native.sample(found.game, seat, 12)
            again = game.view(seat).sample(12)
            assert native.cards(found.game) == cards_of(again) == cards_of(sampled.view(seat).sample(12))


def test_a_sampled_game_does_not_depend_on_hidden_cards_seeds_and_known_shuffles(native: ModuleType):
    for game in sample_positions():
        seat = game.active
        expected = native.cards(games.sampled(game.view(seat), 5).game)
        for seed in range(3):
            other = game.view(seat).sample(seed)
            deck = tuple(random.Random(seed).sample(game.setup.deck, len(game.setup.deck)))
            other.setup = replace(other.setup, deck_seed=2**100 + seed, orders=(deck,) * 9)
            assert native.cards(games.sampled(other.view(seat), 5).game) == expected


def test_known_shuffles_have_no_influence_on_a_sampled_game(native: ModuleType):
    """A record knows later shuffles; a sampled game shuffles on its own, in the kernel as in Python."""
    reshuffled = 0
    for seed in range(6):
        game = game_at(seed, 0.3, players=4)
        first = game.view(0).sample(seed)
        for answer in random_answers(first, random.Random(seed)):
            first.play(answer)
        # Shuffles that fit the cards which are discarded below, in another order.
        orders = tuple([order[::-1] for order in first.deck.shuffles])
        game.setup = replace(game.setup, orders=orders)
        sampled, compiled = game.view(0).sample(seed), games.sampled(game.view(0), seed).game
        for answer in random_answers(sampled, random.Random(seed)):
            sampled.play(answer)
            compiled.play(answer)
            assert native.cards(compiled) == cards_of(sampled)
        reshuffled += sum(map(bool, orders))
    assert reshuffled > 5


def test_a_network_of_another_size_is_rejected(native: ModuleType):
    game = game_at(3, 0.3)
    evaluator = Evaluator(game)
    layers = Network(game, evaluator).layers
    wrong: list[Layers] = [
        layers._replace(rows=tuple([row[:-1] for row in layers.rows])),
        layers._replace(bias=layers.bias * 2),
        layers._replace(second=layers.second[1:]),
        layers._replace(second=tuple([row[1:] for row in layers.second])),
        layers._replace(second_bias=()),
        layers._replace(last=(0.0,) * (SECOND + 1)),
    ]
    for numbers in wrong:
        with pytest.raises(ValueError, match="another size"):
            native.network(tuple(numbers))
    for value in ((), (1, 2), tuple(layers)[:3], (layers.rows, ("1",) * HIDDEN, *layers[2:]), None):
        with pytest.raises((TypeError, IndexError, ValueError)):
            native.network(value)
    network = native.network(tuple(layers._replace(rows=layers.rows[1:])))
    values, compiled = search.evaluator(games.setup_of(game), evaluator), games.load(game)
    with pytest.raises(ValueError, match="that of the evaluator"):
        native.correction(values, network, compiled, 0)
    with pytest.raises(ValueError, match="Capsule"):
        native.correction(values, values, compiled, 0)
