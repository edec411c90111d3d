"""Schedules: games of a group differ only in the seats, and no set-up is for rating and training."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom_builder.arena.schedule import Schedule, ScheduledGame
from kingdom_builder.arena.setups import ladder_seed, ladder_setup, random_sets, training_seed, training_setup
from kingdom_builder.game import Game
from kingdom_builder.setup.builder import ALL_SETS
from kingdom_builder.setup.sections import section_sets

NUMBERS = st.integers(0, 2**70)


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_set_ups_for_rating_and_training_are_different(
    seed: int, index: int, other_seed: int, other_index: int
) -> None:
    """For any numbers the seeds of the two spaces differ, and so do the seeds of the decks."""
    assert ladder_seed(seed, index) != training_seed(other_seed, other_index)
    ladder, training = ladder_setup(seed, index), training_setup(other_seed, other_index)
    assert ladder.seed != training.seed
    assert ladder.deck_seed != training.deck_seed


def test_small_seeds_are_not_in_the_arena() -> None:
    """Seeds that people type are not in the seed space of the arena."""
    assert min(ladder_seed(0, index) for index in range(1000)) >= 2**63
    assert max(training_seed(0, index) for index in range(1000)) < 2**63


def test_the_games_of_a_pair_share_set_up_and_deck() -> None:
    """Both games of a pair have the same set-up, deck and start player; only the bots change seats."""
    for group in Schedule(5, 20, ("a", "b"), sets=ALL_SETS).groups():
        first, second = group
        assert first.seats == second.seats[::-1]
        games = [Game(game.setup()) for game in group]
        assert games[0].to_record() == games[1].to_record()
        assert games[0].to_position() == games[1].to_position()
        assert games[0].setup.deck_seed == games[1].setup.deck_seed
        assert games[0].deck == games[1].deck
        assert [seat.hand for seat in games[0].players] == [seat.hand for seat in games[1].players]
        assert first.bot_seed(0) != second.bot_seed(0)


def test_groups_have_different_set_ups() -> None:
    """No two groups share a set-up."""
    schedule = Schedule(5, 200, ("a", "b"))
    assert len({group[0].setup_seed for group in schedule.groups()}) == 100


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_bot_plays_several_of_another_on_every_seat(players: int) -> None:
    """With two bots and P players, the first plays P - 1 of the second, once on each seat."""
    group = Schedule(1, 1, ("a", "b"), players=(players,)).group(0)
    assert len(group) == players
    assert sorted(game.seats.index("a") for game in group) == list(range(players))
    assert all(Counter(game.seats) == {"a": 1, "b": players - 1} for game in group)


def test_a_round_robin_has_every_pair_equally_often() -> None:
    """Of four bots each pair gets as many groups as any other."""
    groups = list(Schedule(1, 120, ("a", "b", "c", "d")).groups())
    assert sum(map(len, groups)) == 120
    assert set(Counter(frozenset(group[0].seats) for group in groups).values()) == {10}


def test_line_ups_of_more_players_come_in_every_order() -> None:
    """The order of the seats is random for each group, so that its effect cancels too."""
    groups = list(Schedule(1, 90, ("a", "b", "c"), players=(3,)).groups())
    cycles = {game.seats for group in groups for game in group}
    assert len(cycles) == 6


def test_a_line_up_is_only_rotated() -> None:
    """Its order stays the same."""
    group = Schedule(1, 1, lineup=("a", "b", "b", "c")).group(3)
    assert [game.seats for game in group] == [
        ("a", "b", "b", "c"),
        ("b", "b", "c", "a"),
        ("b", "c", "a", "b"),
        ("c", "a", "b", "b"),
    ]
    assert {game.lineup for game in group} == {("a", "b", "b", "c")}


def test_a_longer_arena_begins_with_the_games_of_a_shorter_one() -> None:
    """Also if players and sets change by group."""
    few, many = (Schedule(1, games, ("a", "b", "c"), players=(2, 3), sets=None) for games in (20, 60))
    shorter = [game for group in few.groups() for game in group]
    longer = [game for group in many.groups() for game in group]
    assert longer[: len(shorter)] == shorter
    assert {game.players for game in longer} == {2, 3}
    assert len({game.sets for game in longer}) > 5


def test_random_sets_always_make_a_board() -> None:
    """Random sets include one with sections, and every set is drawn sometimes."""
    drawn = [random_sets(1, index) for index in range(200)]
    assert all(set(sets) & set(section_sets()) for sets in drawn)
    assert set().union(*drawn) == set(ALL_SETS)


def test_the_command_of_a_game_repeats_it() -> None:
    """The command in a report leads to the same scheduled game."""
    game = Schedule(7, 50, ("a", "b", "c"), players=(3,), sets=None).group(4)[2]
    again = Schedule(7, 1, lineup=game.lineup, sets=game.sets).group(4)[2]
    assert again == game
    assert f"--lineup '{','.join(game.lineup)}'" in game.command()
    assert game.command().endswith("--seed 7 --only 4.2")


def test_scheduled_games_are_equal_by_value() -> None:
    """Results are found by them in files."""
    assert ScheduledGame(1, 2, 0, ("base",), ("a", "b")) == ScheduledGame(1, 2, 0, ("base",), ("a", "b"))
