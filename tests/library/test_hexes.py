"""Sets of hexes of the library: they behave as sets, print as names, and know the geometry of the board."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import kingdom_builder as kb
from kingdom_builder import Hexes


def test_a_set_of_hexes_prints_and_iterates_as_names() -> None:
    """Names come in reading order, whatever the order in which they were given."""
    some = Hexes("t20 b1 i:a1 a1")
    assert (str(some), repr(some)) == ("a1 b1 t20 i:a1", "Hexes('a1 b1 t20 i:a1')")
    assert [str(place) for place in some] == ["a1", "b1", "t20", "i:a1"]
    assert some.numbers() == [0, 1, 399, 400] == list(some)
    assert (len(some), bool(some), bool(Hexes())) == (4, True, False)
    assert Hexes(["a1", 1]) == Hexes("a1 b1") == Hexes(place for place in Hexes("b1 a1"))
    assert Hexes(84) == Hexes("e5") == Hexes(np.int64(84))


def test_a_set_of_hexes_behaves_as_a_set() -> None:
    """The operators of sets work with other sets, lists and texts of names."""
    some = Hexes("a1 b1")
    assert "a1" in some
    assert 1 in some
    assert np.int64(1) in some
    assert "c1" not in some
    assert 1.5 not in some
    assert "end_turn" not in some
    assert kb.Answer("farm") not in some
    with pytest.raises(ValueError, match="'zz' is neither a hex"):
        assert "zz" in some
    assert some & Hexes("b1 c1") == Hexes("b1") == some & ["b1"]
    assert some | ["c1"] == Hexes("a1 b1 c1")
    assert some - Hexes("a1") == Hexes("b1")
    assert some ^ Hexes("b1 c1") == Hexes("a1 c1")
    assert some <= Hexes("a1 b1 c1")
    assert some.isdisjoint(Hexes("c1"))
    assert frozenset(some) == {0, 1}
    assert hash(some) == hash(frozenset(some))
    assert len(~Hexes()) == 450
    assert pickle.loads(pickle.dumps(some)) == some
    with pytest.raises(ValueError, match="'z9' is neither a hex"):
        Hexes("z9")
    with pytest.raises(ValueError, match="end_turn is an option, not a hex"):
        Hexes(["end_turn"])


def test_r0_13_neighbours_and_r0_10_areas() -> None:
    """A set knows its neighbours and its connected areas."""
    assert Hexes("e5").neighbours() == Hexes("d4 e4 d5 f5 d6 e6")
    assert Hexes("a1 b1 d1 e1").areas() == [Hexes("a1 b1"), Hexes("d1 e1")]


def test_a_bot_can_reason_with_sets() -> None:
    """The hexes next to own pieces are found with set operators."""
    game = kb.new_first_game(1)
    game.play("f5")
    beside = game.legal_hexes & game.players[0].hexes.neighbours()
    assert beside
    assert beside <= game.legal_hexes
