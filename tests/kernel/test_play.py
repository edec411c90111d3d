"""The kernel plays exactly the same games as Python."""

from __future__ import annotations

import pytest

from kingdom_builder.game import Game, new_game
from kingdom_builder.kernel import games
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import new_setup
from tests.golden.make import SEPARATOR, file_of, split
from tests.kernel.differential import compare, compare_from, compare_game, compare_scores
from tests.kernel.rare_games import rare_game
from tests.kernel.seen import Seen
from tests.random_play import PLAYERS, mixes

QUICK_GAMES, SLOW_GAMES = 40, 300


def test_the_same_games_are_played() -> None:
    """Question, legal answers, position and scores are equal after every answer, and after loading the position."""
    for seed in range(QUICK_GAMES):
        assert compare_game(seed) > 0


@pytest.mark.slow
def test_everything_that_the_sets_can_do_is_compared() -> None:
    """Every tile, action, card, task, special hex and hook does something in the games compared."""
    seen = Seen()
    for seed in range(QUICK_GAMES, QUICK_GAMES + SLOW_GAMES):
        compare_game(seed, seen)
    assert seen.missing() == {}


def test_the_games_compared_have_every_set_and_variant() -> None:
    setups = [rare_game(seed).setup for seed in range(1, 160)]
    assert {name for setup in setups for name in setup.sets} == {game_set.id for game_set in REGISTRY.sets}
    assert {setup.players for setup in setups} == set(PLAYERS)
    assert {(setup.two_cards, setup.swamp_cards) for setup in setups} == {(a, b) for a in (0, 1) for b in (0, 1)}
    assert {setup.without_lords for setup in setups} == {True, False}
    assert any(setup.removed_terrain is not None for setup in setups)
    assert any(name.startswith("generated") for setup in setups for name, _ in setup.board.sections or ())
    assert max(setup.deck_seed for setup in setups) >= 1 << 63
    assert any(setup.seed is None for setup in setups)  # a position file


@pytest.mark.parametrize("mix", mixes(), ids="+".join)
def test_golden_games_are_the_same_in_the_kernel(mix: tuple[str, ...]) -> None:
    """Every answer of the recorded games is legal in the kernel, and all end with the same position and scores."""
    for entry in file_of(mix).read_text(encoding="utf-8").split(SEPARATOR):
        record, outcome = split(entry)
        game = Game.from_record(record)
        kernel = games.begin(game.setup)
        for answer in game.answers():
            assert not kernel.over
            kernel.play(answer)
        compare(game, kernel)
        compare_scores(game, kernel)
        assert outcome[0] == f"scores: {' '.join(map(str, kernel.scores()))}"


def test_seeds_of_decks_that_the_kernel_does_not_have() -> None:
    """Python has larger seeds; then Python plays."""
    for deck_seed in ((1 << 64) - 1, 1 << 64, 10**40):
        game = new_game(1, deck_seed=deck_seed)
        assert games.supports(game) == (deck_seed < 1 << 64)
        if games.supports(game):
            compare_from(game, games.begin(game.setup), seed=1)
            continue
        for call in (games.load, lambda game: games.begin(game.setup)):
            with pytest.raises(NotImplementedError):
                call(game)


def test_playouts_play_whole_games_and_leave_the_game_as_it_is(native):
    """The sums of playouts are those of the same random games played one after the other (R3.32, R7)."""
    game = games.begin(new_setup(3, players=3))
    before = game.legal_answers()
    decisions, gold = game.playouts(1, 11)
    played = game.copy()
    assert played.play_random(11) == decisions
    assert played.over
    assert played.scores() == gold
    many, more_gold = game.playouts(5, 11)
    assert many > decisions
    assert all(more > one for more, one in zip(more_gold, gold, strict=True))
    assert game.playouts(0, 11) == (0, [0, 0, 0])
    assert game.legal_answers() == before
