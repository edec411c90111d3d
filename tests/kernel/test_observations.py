"""The kernel writes the same observations as the Python encoder, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from kingdom_builder import kernel
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.kernel_encoder import layout_of, new_observer
from kingdom_builder.env.observation_spec import FULL, ObservationSpec
from kingdom_builder.game import Game, new_game
from kingdom_builder.kernel import games
from kingdom_builder.sets.observation import ObservationFields, SetGroup
from kingdom_builder.sets.registry import REGISTRY
from tests.random_play import ALL_SETS, mixes, random_answer, random_game
from tests.sets.example import SET

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not kernel.available(), reason="the kernel is not built"),
]


class Both:
    """The observations of one spec, by the Python encoder and by the kernel, in arrays that begin with other values."""

    def __init__(self, spec: ObservationSpec, *, flat: bool = False) -> None:
        self.python, self.kernel = [Encoder.flat(spec) if flat else Encoder(spec) for _ in range(2)]
        for array in (self.kernel.planes, self.kernel.vectors, self.kernel.masks):
            array.fill(7)
        self.observer = new_observer(self.kernel)

    def check(self, game: Game, kernel_game: object, seat: int) -> None:
        """Write what the seat sees and compare."""
        self.python.write(game.view(seat))
        self.observer.write(kernel_game, seat)
        names, numbers = self.python.spec.plane_names, self.python.spec.vector_names
        other = np.flatnonzero((self.python.planes[0] != self.kernel.planes[0]).any(axis=(1, 2)))
        assert [names[i] for i in other] == []
        other = np.flatnonzero(self.python.vectors[0].view(np.uint32) != self.kernel.vectors[0].view(np.uint32))
        assert [numbers[i] for i in other] == []
        assert np.array_equal(self.python.masks[0], self.kernel.masks[0])


def check_game(game: Game, seed: int, every_seat: float = 0.1) -> None:
    """Play a random game in Python and in the kernel; compare what the asked seat sees, sometimes every seat."""
    players, sets = len(game.players), game.setup.sets
    plain = ObservationSpec(players, sets)
    both = [Both(plain), Both(replace(plain, scores=True)), Both(plain, flat=True)]
    both += [Both(replace(FULL, scores=seed % 2 == 0))]
    chance, kernel_game = random.Random(seed), games.begin(game.setup)
    while True:
        asked = game.to_play
        for seat in range(players) if asked is None or chance.random() < every_seat else (asked,):
            for one in both:
                one.check(game, kernel_game, seat)
        if asked is None:
            return
        answer = random_answer(game, chance)
        game.play(answer)
        kernel_game.play(answer)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("mix", range(len(mixes())))
def test_every_step_of_a_game_is_seen_in_the_same_way(mix: int, players: int) -> None:
    """All mixes of sets, with and without scores, as planes or flat, in its own layout and in that of everything."""
    check_game(random_game(mix, players, mixes()[mix]), 100 * mix + players)


def test_one_observer_can_show_any_game() -> None:
    """What it has written before does not matter, whatever the game, the set-up and the seat were."""
    chance, both = random.Random(1), Both(FULL)
    played = [random_game(seed) for seed in range(6)]
    for _ in range(300):
        game = chance.choice(played)
        if not game.over:
            game.play(random_answer(game, chance))
        both.check(game, games.load(game), chance.randrange(len(game.players)))


def test_what_an_observation_has_no_place_for_is_an_error() -> None:
    small = new_observer(Encoder(ObservationSpec(2, ("base",))))
    for options in ({"players": 3}, {"sets": ["nomads"]}, {"sets": ["base", "island"]}):
        with pytest.raises(ValueError, match="no place for everything"):
            small.write(games.begin(new_game(1, **options).setup), 0)
    with pytest.raises(ValueError, match="no seat 2"):
        small.write(games.begin(new_game(1).setup), 2)


@pytest.fixture
def with_unknown_group() -> Iterator[None]:
    """Register the example set with a plane that the kernel does not know."""
    group = SetGroup("market", ("hex",), "a plane of a set outside the package", after="free")
    fields = ObservationFields(static_planes=(group,), write_static=lambda setup: {})
    fields = replace(fields, static_planes=(group._replace(after="cave"),))
    with REGISTRY.extended(replace(SET, observation=fields)):
        yield


@pytest.mark.usefixtures("with_unknown_group")
def test_a_group_that_the_kernel_does_not_know_is_written_by_python() -> None:
    """Only specs with that group have no layout."""
    assert layout_of(ObservationSpec(2, ("base", "example"))) is None
    assert new_observer(Encoder(ObservationSpec(2, ("base", "example")))) is None
    assert layout_of(ObservationSpec(2, ("base",))) is not None


def test_a_plain_tile_of_another_set_needs_nothing_in_the_kernel() -> None:
    with REGISTRY.extended(SET):
        assert layout_of(ObservationSpec(2, ("base", "example"))) is not None
    assert layout_of(ObservationSpec(3, ALL_SETS)) is not None
