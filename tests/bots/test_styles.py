"""Every level below the steward has a style that can be seen in its games, beside its errors."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from statistics import mean
from typing import NamedTuple

import pytest

from kingdom_builder.bots import new_bot
from kingdom_builder.bots.evaluation import shipped_weights
from kingdom_builder.bots.levels import ANALYST, LEVELS
from kingdom_builder.bots.style import PLAIN, Style
from kingdom_builder.engine.hexes import areas
from kingdom_builder.game import new_game

SET_UPS = range(300, 310)
EARLY_TURNS = 3
STEWARD = "steward@1000e"


class Seen(NamedTuple):
    """What a player's opponent can see in a game."""

    tiles: int
    areas: int
    early_gold: int
    gold: int


@cache
def games_of(name: str, other: str) -> list[Seen]:
    """Let two bots play several set-ups, from both seats; return what was seen of the first one."""
    return [play(name, other, seed, seat) for seed in SET_UPS for seat in (0, 1)]


def play(name: str, other: str, seed: int, seat: int) -> Seen:
    game = new_game(seed)
    bots = [new_bot(name if player == seat else other, seed + player) for player in (0, 1)]
    early_gold = 0
    while (player := game.to_play) is not None:
        turn = game.turn
        game.play(bots[player].answer(game.view(player)))
        if game.turn != turn and game.turn == 2 * EARLY_TURNS:
            early_gold = game.scores()[seat]
    own = game.players[seat]
    return Seen(len(own.tiles), len(areas(own.pieces)), early_gold, game.scores()[seat])


def average(read: Callable[[Seen], int], name: str, other: str) -> float:
    return mean(map(read, games_of(name, other)))


def test_a_novice_has_more_gold_after_three_turns_than_a_settler_and_less_at_the_end():
    early, end = (lambda seen: seen.early_gold), (lambda seen: seen.gold)
    assert average(early, "novice", "settler") > average(early, "settler", "novice")
    assert average(end, "novice", "settler") < average(end, "settler", "novice")


def test_a_settler_takes_more_tiles_than_stronger_bots():
    def tiles(seen: Seen) -> int:
        return seen.tiles

    assert average(tiles, "settler", "mason") > average(tiles, "mason", "settler") + 1.5
    assert average(tiles, "settler", STEWARD) > average(tiles, STEWARD, "settler") + 0.5


def test_a_mason_takes_few_tiles_and_has_fewer_areas_than_its_neighbours():
    for other in ("settler", STEWARD):
        assert average(lambda seen: seen.tiles, "mason", other) < 2
        assert average(lambda seen: seen.areas, "mason", other) < average(lambda seen: seen.areas, other, "mason") - 1


@pytest.mark.parametrize("level", [LEVELS["steward"], LEVELS["champion"], ANALYST], ids=str)
def test_the_best_levels_evaluate_positions_as_they_are(level):
    assert level.style == PLAIN
    assert level.style.weights() == shipped_weights()
    assert level.error == 0.0


def test_a_name_in_a_style_means_one_weight_or_a_family():
    weights = shipped_weights()
    found = Style(scaled=(("now:", 2.0),), added=(("tiles", 5.0),)).weights()
    changed = {name for name in weights if found[name] != weights[name]}
    assert changed == {"tiles", *(name for name in weights if name.startswith("now:"))}
