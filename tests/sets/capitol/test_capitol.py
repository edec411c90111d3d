"""The Capitol (docs/rules.md R2.21, R2.22, R7.6)."""

from __future__ import annotations

from typing import Any

import pytest

from kingdom_builder.engine.hexes import SECTIONS, format_hexes, iter_hexes
from kingdom_builder.game import Game, new_game
from kingdom_builder.sets.registry import REGISTRY
from tests.drawing import gold, hexes, offered, play, table
from tests.sets.base.test_cards import earned, owned, scattered

NEXT_TO_E5 = "d4 e4 d5 f5 d6 e6"
TWO_FROM_E5 = "d3 e3 f3 c4 f4 c5 g5 c6 f6 d7 e7 f7"


def capitol(words: dict[str, str], *at: str, **fields: Any) -> Game:
    """Draw castles with capitols, and other hexes."""
    return table(scattered({**dict.fromkeys(at, "K"), **words}), capitols=at, **fields)


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("", 0),
        ("d5", 1),
        ("g5", 1),
        (NEXT_TO_E5, 6),
        (TWO_FROM_E5, 12),
        ("h5 b5 d8 e8 d2 f2 t20", 0),
        ("g5 h5", 1),
    ],
)
def test_r7_6_one_gold_for_each_piece_within_two_hexes(pieces: str, expected: int) -> None:
    """Pieces next to the capitol and two hexes away pay 1 gold each, those farther away nothing."""
    counted = [at for at in pieces.split() if at in f"{NEXT_TO_E5} {TWO_FROM_E5}".split()]
    game = capitol(owned(pieces), "e5")
    found, where = earned(game, "capitol")
    assert (found, sorted(where.split())) == (expected, sorted(counted))


def test_r7_6_r9_36_four_pieces_within_two_hexes_pay_four() -> None:
    """The printed example."""
    assert earned(capitol(owned("d5 e4 g5 e7 h5"), "e5"), "capitol") == (4, "e4 d5 g5 e7")


def test_r7_6_r9_56_a_piece_may_count_for_both_capitols() -> None:
    """Two capitols four hexes apart: the piece two hexes from both pays 2 gold, others 1."""
    assert earned(capitol(owned("g5"), "e5", "i5"), "capitol") == (2, "g5")
    assert earned(capitol(owned("g5 d5 j5 t20"), "e5", "i5"), "capitol") == (4, "d5 g5 j5")


def test_r7_6_r0_5_every_kind_of_own_piece_counts_and_no_other() -> None:
    """Meeples and every hex of a city hall count; walls and foreign pieces do not."""
    words = {"d5": "Gw0", "g5": "Gv0", "e7": "Ws0", "e4": "G1", "f5": "G="}
    game = capitol(words, "e5")
    assert earned(game, "capitol") == (3, "d5 g5 e7")
    assert earned(game, "capitol", 1) == (1, "e4")
    assert earned(capitol({"g5": "Gc0"}, "e5"), "capitol") == (4, "f4 f5 g5 f6")


def test_r7_6_r8_28_r2_22_the_castle_pays_as_well() -> None:
    """The castle under the capitol gives its 3 gold in addition, once."""
    game = capitol(owned("d5 f5 g5"), "e5")
    assert earned(game, "castle") == (3, "e5")
    assert earned(game, "capitol") == (3, "d5 f5 g5")
    assert game.scores()[0] == 6
    game = capitol(owned("g5"), "e5")
    assert (earned(game, "castle"), earned(game, "capitol")) == ((0, ""), (1, "g5"))


def test_r7_6_without_a_capitol_there_is_no_such_source() -> None:
    """A castle alone has no capitol's gold."""
    assert set(gold(table("K G0"))) == {"castle", "in_game"}


CASTLE_BOARD = {
    "e5": "K",
    **owned(f"{NEXT_TO_E5} g5"),
    **dict.fromkeys(["h5", "f6"], "G1"),
    "g6": "farm",
    "h3": "M",
    "i3": "W",
}
"""A castle that own pieces surround, linked with a location, and a few foreign pieces."""


@pytest.mark.parametrize("source", [*REGISTRY.card_ids(), *REGISTRY.task_ids])
def test_r2_22_r0_4_the_castle_remains_a_castle_for_every_card(source: str) -> None:
    """No card and no task makes a difference between a castle with and without a capitol."""
    cards, tasks = ([source], []) if source in REGISTRY.card_ids() else ([], [source])
    fields: dict[str, Any] = {"cards": cards, "tasks": tasks, "removed_terrain": "grass"}
    without = table(scattered(CASTLE_BOARD), **fields)
    with_one = table(scattered(CASTLE_BOARD), capitols=["e5"], **fields)
    for seat in (0, 1):
        assert [line for line in with_one.score(seat) if line.source != "capitol"] == without.score(seat)
    if source in ("workers", "merchants", "noblewomen", "place_of_refuge"):
        assert gold(with_one)[source] > 0


def test_r8_49_r2_22_university_builds_next_to_a_capitol() -> None:
    """A castle with a capitol is a special hex for the university."""
    game = table("university W0 W G K G W T", terrain="forest", capitols=["e1"], tiles={0: ["university@a1"]})
    assert offered(play(game, "university")) == {"d1", "f1"}


def test_r2_22_r0_4_nothing_is_placed_on_a_capitol() -> None:
    """No piece can be placed on the hex, as on any castle."""
    game = table("wagon G0 K G", terrain="grass", capitols=["c1"], tiles={0: ["wagon@a1"]})
    assert hexes(game) == {"d1"}
    assert hexes(play(game, "wagon")) == {"d1"}


def test_r8_58_r2_21_both_sections_in_play_both_capitols() -> None:
    """Oracle and Harbor each get a capitol on a random one of their two castles; other sections get none."""
    found = set()
    for seed in range(20):
        game = new_game(seed, sets=["base", "capitol"], sections=["oracle:0", "farm:0", "tavern:0", "harbor:0"])
        capitols = game.setup.marked("capitols")
        assert capitols & ~game.board.special_hexes("castle") == 0
        assert [(capitols & section).bit_count() for section in SECTIONS] == [1, 0, 0, 1]
        found |= set(iter_hexes(capitols))
    assert found == set(iter_hexes(game.board.special_hexes("castle") & (SECTIONS[0] | SECTIONS[3])))
    assert len(found) == 4


def test_r8_58_r2_21_one_or_none_of_the_sections() -> None:
    """With one of the two sections there is one capitol; without both, or without the option, none."""
    for sections, sets, count in (
        (["oracle", "farm", "tavern", "tower"], ["base", "capitol"], 1),
        (["oasis", "farm", "tavern", "tower"], ["base", "capitol"], 0),
        (["oracle", "farm", "tavern", "harbor"], ["base"], 0),
    ):
        game = new_game(1, sets=sets, sections=sections)
        assert game.setup.marked("capitols").bit_count() == count
        assert ("capitol" in gold(game)) == (count > 0)


def test_r8_58_the_castle_can_be_chosen() -> None:
    """Each castle of the Oracle section can be chosen for the capitol, and nothing else can."""
    plain_game = new_game(1, sections=["oracle:0", "farm:0", "tavern:0", "tower:0"])
    for h in iter_hexes(plain_game.board.special_hexes("castle") & SECTIONS[0]):
        game = new_game(
            1,
            sets=["base", "capitol"],
            sections=["oracle:0", "farm:0", "tavern:0", "tower:0"],
            capitols=[format_hexes(1 << h)],
        )
        assert game.setup.marked("capitols") == 1 << h
    other = format_hexes(plain_game.board.special_hexes("castle") & SECTIONS[1])
    with pytest.raises(ValueError, match="capitols"):
        new_game(1, sets=["base", "capitol"], sections=["oracle:0", "farm:0", "tavern:0", "tower:0"], capitols=[other])
