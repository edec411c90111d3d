"""Wrong values raise an exception in the kernel, and never crash it."""

from __future__ import annotations

import random
import threading
from collections import Counter
from typing import Any

import pytest

from kingdom_builder.engine.answers import ANSWER_OF_HEX, FIRST_OPTION
from kingdom_builder.engine.hexes import iter_hexes, neighbours
from kingdom_builder.engine.player import OwnedNomadTile
from kingdom_builder.game import Game, new_game
from kingdom_builder.kernel import games, native
from kingdom_builder.kernel.convert import position_values
from kingdom_builder.sets.registry import REGISTRY
from tests.kernel.differential import compare, compare_from, compare_scores
from tests.kernel.garbage import ERRORS, VALUES, try_garbage
from tests.kernel.random_positions import random_position

TRIES = 400


def test_changed_values_raise_an_exception_or_are_used() -> None:
    """Declarations, set-ups and positions with wrong, missing and additional values."""
    outcomes = Counter(try_garbage(seed) for seed in range(TRIES))
    assert outcomes["accepted"] > TRIES / 10
    assert outcomes["NotImplementedError"] > TRIES / 10
    assert outcomes["TypeError"] > TRIES / 20


@pytest.mark.parametrize("name", ["geometry", "declarations", "setup", "load", "begin"])
def test_a_function_with_other_arguments_raises_an_exception(name: str) -> None:
    function = getattr(native(), name)
    for value in VALUES:
        for arguments in ((value,), (value, value), (value, ()), (value, value, value), ()):
            with pytest.raises(ERRORS):
                function(*arguments)


def test_answers_that_are_not_legal() -> None:
    """Numbers of any size are not legal; other values are no numbers."""
    kernel = games.begin(new_game(3).setup)
    legal = kernel.legal_answers()[0]
    before = kernel.values()
    for answer in (-1, FIRST_OPTION, 549, 550, 10**6, legal + (1 << 32), legal - (1 << 32), 1 << 63, -(10**30)):
        with pytest.raises(ValueError, match="is not legal"):
            kernel.play(answer)
    for value in (None, "1", 1.0, (), b"1"):
        with pytest.raises(TypeError):
            kernel.play(value)
    for seat in (-1, 2, 1 << 40):
        with pytest.raises(ValueError, match="no seat"):
            kernel.score(seat)
    for seed in (-1, 1 << 64):
        with pytest.raises(OverflowError):
            kernel.play_random(seed)
    assert kernel.values() == before


def test_odd_position_files_are_the_same_or_not_supported() -> None:
    """Files with tokens without their tile, few players, much gold: the kernel agrees, or leaves them to Python."""
    outcomes: Counter[str] = Counter()
    for seed in range(60):
        game = random_position(random.Random(seed), odd=seed % 3 == 0)
        try:
            kernel = games.load(game)
        except NotImplementedError:
            outcomes["not supported"] += 1
            continue
        compare_from(game, kernel, seed)
        outcomes["the same"] += 1
    assert outcomes["not supported"] > 5
    assert outcomes["the same"] > 30


def _many_cards(game: Game) -> None:
    game.change(0).hand = (1,) * 31


def _many_turns(game: Game) -> None:
    game.turn = 40_000


def _many_nomads(game: Game) -> None:
    game.change(0).nomads = (OwnedNomadTile(497, -1),) * 33


def _much_gold(game: Game) -> None:
    game.change(0).gold = 40_000


def _card_not_in_hand(game: Game) -> None:
    game.card = next(card for card in range(5) if card not in game.players[game.active].hand)


@pytest.mark.parametrize("change", [_many_cards, _many_turns, _many_nomads, _much_gold, _card_not_in_hand])
def test_positions_beyond_the_limits_are_left_to_python(change: Any) -> None:
    game = new_game(1)
    change(game)
    with pytest.raises(NotImplementedError, match="limits of the kernel"):
        games.load(game)


def test_a_position_is_loaded_from_its_own_values() -> None:
    for seed in range(30):
        game = random_position(random.Random(seed))
        kernel = games.load(game)
        assert kernel.values() == position_values(game)
        compare(game, kernel)
        compare_scores(game, kernel)


def test_a_game_that_reaches_a_limit_cannot_be_used_any_more() -> None:
    """One nomad tile too many: the answer and every later call say so, and a copy too."""
    game = new_game(1, sets=["nomads"])
    game.change(game.active).nomads = (OwnedNomadTile(REGISTRY.option_number("sword"), -1),) * 32
    treasures = [h for h, kind in game.setup.nomad_tiles.items() if kind == REGISTRY.option_number("treasure")]
    beside = neighbours(game.board.nomads) & ~neighbours(sum(1 << h for h in treasures))
    kernel = games.load(game)
    answer = next(ANSWER_OF_HEX[h] for h in iter_hexes(game.legal()[0] & beside))
    for call in (lambda: kernel.play(answer), kernel.legal_answers, lambda: kernel.play_random(1)):
        with pytest.raises(NotImplementedError, match="limit of the kernel"):
            call()
    with pytest.raises(NotImplementedError):
        kernel.copy().legal_answers()
    for function in (native().greedy, lambda game, seat: native().sample(game, seat, 1)):
        with pytest.raises(NotImplementedError):
            function(kernel, 0)


def test_two_threads_can_use_one_game() -> None:
    """Random play lets other threads run; they see the game before or after it."""
    kernel = games.begin(new_game(5, players=5).setup)
    states, errors = [], []

    def play() -> None:
        try:
            for seed in range(100):
                copy = kernel.copy()
                copy.play_random(seed)
                kernel.play_random(seed)
                states.append(kernel.values())
                assert copy.over
                assert kernel.over
                assert kernel.legal_answers() == []
        except Exception as error:  # any error in a thread is a failure
            errors.append(error)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert len(states) == 400
