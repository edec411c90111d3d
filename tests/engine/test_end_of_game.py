"""The end of the game (docs/rules.md R3.30 to R3.34, R3.39)."""

from __future__ import annotations

from collections import Counter

import pytest

from kingdom_builder import IllegalAnswer
from kingdom_builder.game import Game, new_game
from tests.drawing import give_card, offered, play, table
from tests.engine.test_turn import build, finish_turn, set_deck

BANDS = "\n".join(f"{code} " * 20 for code in "GCDFT")
"""A board with twenty hexes of each terrain, so that no terrain is exhausted in these tests."""


def turns_until_the_end(game: Game) -> list[int]:
    """Play to the end and return the number of turns of each player."""
    turns: Counter[int] = Counter()
    while game.to_play is not None:
        turns[game.to_play] += 1
        finish_turn(game)
    return [turns[seat] for seat in range(len(game.players))]


TABLES = [(players, start) for players in (2, 3, 4, 5) for start in range(players)]


@pytest.mark.parametrize(("players", "start"), TABLES)
def test_r3_30_r3_32_all_players_have_the_same_number_of_turns(players: int, start: int) -> None:
    """After any player triggers the end, the current round is completed and no new round begins."""
    for last in range(players):
        game = table(BANDS, players=players, to_play=start, terrain="grass", supply={last: 6})
        assert turns_until_the_end(game) == [2] * players


@pytest.mark.parametrize(("players", "start"), TABLES)
def test_r3_30_r8_53_the_start_player_can_be_chosen_and_turns_go_clockwise(players: int, start: int) -> None:
    """The seat chosen at creation begins, then seats play in increasing order."""
    game = new_game(1, players=players, start=start)
    order = []
    for _ in range(2 * players):
        order.append(game.to_play)
        finish_turn(game)
    assert order == [(start + i) % players for i in range(2 * players)]


def test_r8_53_the_start_player_is_random_otherwise() -> None:
    """Without a choice, every seat is the start player of some game."""
    assert {new_game(seed, players=5).to_play for seed in range(60)} == set(range(5))


CAUSES = """
    farm G0   G    G    G    G    G    G    W    D    D    D    D
      G    G    G    G    G    G    G    G    W    D    D    D    D
    C    C    C    C    C    F    F    F    F    T    T    T    T
"""


@pytest.mark.parametrize(
    ("supply", "answers"),
    [(3, []), (1, ["farm"]), (3, ["donation:desert"]), (4, ["farm"]), (6, ["donation:desert"])],
    ids=["mandatory", "tile", "donation", "tile and mandatory", "donation and mandatory"],
)
def test_r3_31_r8_9_the_cause_of_an_empty_supply_does_not_matter(supply: int, answers: list[str]) -> None:
    """The last settlement of the supply triggers the end, whatever action builds it."""
    game = table(CAUSES, terrain="grass", tiles={0: ["farm@a1"]}, nomads={0: ["donation:desert"]}, supply={0: supply})
    play(game, *answers)
    finish_turn(game)
    assert game.players[0].supply == 0
    assert not game.over
    finish_turn(game)
    assert game.over


def test_r3_31_one_settlement_left_is_no_trigger() -> None:
    """The game continues while every player has a settlement in supply."""
    game = table(CAUSES, terrain="grass", supply={0: 4, 1: 4})
    finish_turn(finish_turn(game))
    assert [player.supply for player in game.players] == [1, 1]
    assert not game.over


def test_r3_32_r9_52_the_round_is_completed_with_whole_turns() -> None:
    """Supply 2: the mandatory action builds two; the players after have full turns with extra actions."""
    game = table("farm G1 G G G G G G G G", pad="D", players=3, terrain="desert", supply={0: 2}, tiles={1: ["farm@a1"]})
    give_card(game, 1, "grass")
    build(game, 2)
    assert offered(game) == {"end_turn"}
    play(game, "end_turn")
    build(play(game, "farm"), 4)
    assert game.players[1].supply == 40 - 1 - 4
    play(game, "end_turn")
    assert game.to_play == 2
    finish_turn(game)
    assert game.over


def test_r3_32_r9_53_the_triggering_player_finishes_the_turn() -> None:
    """Supply 4, oracle first, then 3: the supply is empty, and harbor, barn and paddock may still be used."""
    game = table(
        """
        oracle G0   harbor G0   barn G0   paddock
           G    G    G    G    G    G    G
        G    G    G    G    G    G    G
        """,
        terrain="grass",
        supply={0: 4},
        tiles={0: ["oracle@a1", "harbor@c1", "barn@e1", "paddock@g1"]},
    )
    build(play(game, "oracle"), 4)
    assert game.players[0].supply == 0
    assert offered(game) == {"harbor", "barn", "paddock", "end_turn"}
    for tile in ("harbor", "barn", "paddock"):
        build(play(game, tile), 2)
    assert not game.over


def test_r3_33_r8_37_a_sword_does_not_cancel_the_end() -> None:
    """A settlement that returns to an empty supply does not cancel the last round."""
    game = table(CAUSES, terrain="grass", supply={0: 3}, nomads={1: ["sword"]})
    finish_turn(game)
    play(game, "sword", "b1")
    assert game.players[0].supply == 1
    finish_turn(game)
    assert game.over


def test_r3_33_a_returned_settlement_is_built_in_the_last_round() -> None:
    """A player with a later turn builds the one returned settlement as mandatory action; then the game is over."""
    game = table("D1 D D D W G G G G G", terrain="grass", supply={1: 0}, nomads={0: ["sword"]})
    give_card(game, 1, "desert")
    finish_turn(play(game, "sword", "a1"))
    build(game)
    assert offered(game) == {"end_turn"}
    play(game, "end_turn")
    assert game.over


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r3_34_r8_9_a_full_round_without_a_settlement_ends_the_game(players: int) -> None:
    """If no player can build, the game ends after that round, even if all players have settlements left."""
    game = table("G G", players=players, terrain="grass")
    assert turns_until_the_end(game) == [2] * players
    assert all(player.supply for player in game.players)


def test_r3_34_the_first_round_of_a_position_counts_too() -> None:
    """A position in which no player can build is over after one round."""
    game = table("G0 D1", terrain=None)
    assert turns_until_the_end(game) == [1, 1]


def test_r3_34_one_settlement_in_a_round_is_enough() -> None:
    """If the last player of a round builds a settlement, the game continues for another round."""
    game = table("G0 W D", players=3)
    give_card(game, 1)
    give_card(game, 2, "desert")
    assert turns_until_the_end(game) == [2, 2, 2]


@pytest.mark.parametrize(
    ("tile", "answers", "rounds"),
    [("farm", ["c1"], 3), ("barracks", ["c1"], 2), ("paddock", ["b1", "d1"], 2)],
    ids=["built by a tile", "warrior placed", "settlement moved"],
)
def test_r3_34_only_a_settlement_from_the_supply_continues_the_game(tile: str, answers: list[str], rounds: int) -> None:
    """A tile that builds a settlement counts; a warrior that is placed or a settlement that is moved does not."""
    game = table(f"{tile} G0 G G W W D1 D", tiles={0: [f"{tile}@a1"]})
    set_deck(game)
    give_card(game, 1, "desert")
    finish_turn(finish_turn(game))
    play(game, tile, *answers)
    assert turns_until_the_end(game) == [rounds - 1] * 2


def test_r3_32_after_the_end_no_answer_is_legal() -> None:
    """When the game is over no seat is to play and every answer is rejected."""
    game = table("G G", terrain="grass")
    turns_until_the_end(game)
    assert (game.to_play, game.question, game.legal_answers()) == (None, None, [])
    with pytest.raises(IllegalAnswer, match="the game is over"):
        play(game, "end_turn")


@pytest.mark.parametrize(
    ("drawing", "winners"), [("G0 K G1", [0, 1]), ("G0 K W G1", [0]), ("G0 W G1 K W W G2 K", [1, 2])]
)
def test_r3_39_the_highest_total_wins_and_ties_share(drawing: str, winners: list[int]) -> None:
    """All players with the highest total have won."""
    assert table(drawing, players=3).winners() == winners


def test_r3_32_a_whole_random_game_ends_with_equal_turns() -> None:
    """In a complete game the last turn is that of the player before the start player."""
    for seed in range(5):
        game = new_game(seed, players=3, start=seed % 3)
        assert len(set(turns_until_the_end(game))) == 1
