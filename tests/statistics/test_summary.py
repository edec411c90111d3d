"""Sums over games: right on a game counted by hand, and the same however the games are divided into parts."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from kingdom_builder import kernel
from kingdom_builder.statistics.document import Origin, read_document, write_document
from kingdom_builder.statistics.observation import Observation, Scope
from kingdom_builder.statistics.schedule import play, setup_of
from kingdom_builder.statistics.summary import Summary, merged

ORIGIN = Origin("steward@2500e", "play-3", 1)

FIRST = Observation(
    sets=("base",),
    start=1,
    cards=("knights", "lords", "miners"),
    sections=("farm", "oracle", "tavern", "tower"),
    rounds=11,
    gold=({"knights": 10, "lords": 24, "castle": 6}, {"knights": 20, "lords": 12, "castle": 9}),
    tiles=(Counter(farm=1), Counter(farm=1, tower=2)),
    in_play=("farm", "oracle", "tower"),
)
SECOND = FIRST._replace(
    start=0,
    rounds=13,
    gold=({"knights": 10, "lords": 6, "castle": 0}, {"knights": 8, "lords": 8, "castle": 0}),
    tiles=(Counter(), Counter(farm=2)),
)


def summary_of(*games: Observation) -> Summary:
    summary = Summary()
    for game in games:
        summary.add(game)
    return summary


def test_the_sums_of_two_games_counted_by_hand():
    group = summary_of(FIRST, SECOND).groups["base-2"]
    assert group["game"]["all"] == [2, 81 + 32, 81**2 + 32**2, 41 + 16, 41**2 + 16**2, 1, 1, 1, 1]
    # The start player wins the first game with 41 against 40; both share the victory in the second.
    assert group["order"] == {
        "0": [60 + 30, 60**2 + 30**2, 41 + 16, 41**2 + 16**2],
        "1": [30, 30**2, 40 + 16, 40**2 + 16**2],
    }
    assert group["rounds"] == {"11": [1], "13": [1]}
    assert group["scores"] == {"40": [2], "15": [2]}
    assert group["sources"]["knights"] == [2, 30 + 18, 30**2 + 18**2]
    assert group["pairs"] == {"knights+lords": [2, 30 + 18, 36 + 14, 30**2 + 18**2, 36**2 + 14**2, 30 * 36 + 18 * 14]}
    assert group["sections"]["farm"] == [2, 113, 81**2 + 32**2, 24, 11**2 + 13**2]
    assert group["sets"] == {"base": group["sections"]["farm"]}


def test_a_tile_is_compared_where_some_have_it_and_some_have_not():
    tiles = summary_of(FIRST, SECOND).groups["base-2"]["tiles"]
    # Games, players who took it, games to compare, then the difference in gold (12ths) and in victories (720ths).
    assert tiles["oracle"] == [2, 0, 0, 0, 0, 0, 0]
    assert tiles["tower"] == [2, 1, 1, 12, 12**2, 720, 720**2]
    assert tiles["farm"] == [2, 3, 1, 0, 0, 0, 0]  # both had it in the first game; equal gold in the second


def test_products_are_those_of_differences_to_the_mean_of_the_game():
    products = summary_of(FIRST, SECOND).groups["base-2"]["products"]
    # In the first game the second player has 2 towers more than the other and 1 gold: times 2, plus and minus.
    assert products == {"tower+tower": [8], "gold+tower": [4], "gold+gold": [2], "farm+farm": [8]}


def test_gold_during_play_is_that_of_the_only_card_that_pays_during_play():
    game = FIRST._replace(
        cards=("families", "lords", "miners"), gold=({"lords": 3, "in_game": 5}, {"lords": 1, "in_game": 2})
    )
    assert game.source_gold()["families"] == [5, 2]
    assert "families" not in game._replace(gold_tiles=True).source_gold()
    assert "families" not in game._replace(cards=("families", "shepherds", "lords")).source_gold()


def test_parts_add_up_exactly_in_any_order():
    games = [play(5, index, "random") for index in range(8)]
    whole = summary_of(*games)
    parts = [summary_of(*games[:3]), summary_of(*games[3:4]), summary_of(*games[4:])]
    assert merged(parts).ordered() == merged(reversed(parts)).ordered() == whole.ordered()
    assert merged(parts).games == 8


def test_a_summary_is_read_as_it_was_written():
    summary = summary_of(FIRST, SECOND)
    text = json.dumps(write_document(summary, ORIGIN))
    read, origin = read_document(text, "file")
    assert read.ordered() == summary.ordered()
    assert origin == ORIGIN
    for wrong in (
        "{",
        "[]",
        "{}",
        text.replace('"games": 2', '"games": 3'),
        text.replace("statistics-1", "statistics-9"),
    ):
        with pytest.raises(ValueError, match="file: this is not a summary"):
            read_document(wrong, "file")


def test_a_game_is_the_same_without_the_kernel(monkeypatch: pytest.MonkeyPatch):
    index = next(i for i in range(100) if setup_of(3, i).players == 3 and "nomads" in setup_of(3, i).sets)
    games = []
    for setting in ("", "off"):
        monkeypatch.setenv(kernel.VARIABLE, setting)
        games.append(play(3, index, "steward@20e"))
    assert games[0] == games[1]
    assert games[0].scope is Scope.MIXED


def test_a_text_that_is_no_summary_is_named():
    for text in ("", "[]", "{", "[" * 100_000, '{"a":' * 100_000):
        with pytest.raises(ValueError, match="there: this is not a summary of games"):
            read_document(text, "there")
