"""The challenge of a date: the same in every installation, from a formula that changes only with its version."""

from __future__ import annotations

import datetime
import hashlib
import json
from pathlib import Path

import pytest

from kingdom_builder.daily import FIRST_DAY, challenge_of, day_of
from kingdom_builder.daily.challenge import VERSION
from kingdom_builder.formats.setup_document import setup_document
from kingdom_builder.setup.section_maps import printed_sections

GOLDEN = Path(__file__).with_name("golden.txt")
WEEK = [datetime.date(2026, 11, 16) + datetime.timedelta(i) for i in range(7)]


def line_of(day: datetime.date) -> str:
    """Return all that a date determines: what is drawn, and a digest of the map, the set-up and the deck."""
    challenge = challenge_of(day)
    game = challenge.new_game()
    hands = [player.hand for player in game.players]
    told = json.dumps([setup_document(game), game.board.to_rows(), game.deck.draw, game.card, hands])
    digest = hashlib.sha256(told.encode()).hexdigest()[:16]
    drawn = (challenge.sets, challenge.sections, challenge.cards, challenge.tasks)
    words = " ".join(",".join(names) or "-" for names in drawn)
    return f"{day} {challenge.number} {words} {challenge.start} {challenge.bot_seed} {digest}"


def test_the_challenges_of_some_dates_never_change():
    """With a change of one, increase VERSION and write these lines again."""
    version, *lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    assert version == f"version {VERSION}"
    assert len(lines) >= 10
    for line in lines:
        assert line_of(datetime.date.fromisoformat(line.split()[0])) == line


def test_the_number_counts_the_days_since_the_first():
    assert challenge_of(FIRST_DAY).number == 1
    assert challenge_of(FIRST_DAY + datetime.timedelta(365)).number == 366


def test_there_is_no_challenge_before_the_first_day():
    with pytest.raises(ValueError, match="2026-01-01"):
        challenge_of(FIRST_DAY - datetime.timedelta(1))


def test_a_day_begins_at_midnight_utc():
    ends_at = challenge_of(WEEK[0]).ends_at
    assert day_of(ends_at - 0.001) == WEEK[0]
    assert day_of(ends_at) == WEEK[1]


def test_most_days_have_the_base_game_and_the_others_one_or_two_sets():
    added = [len(challenge_of(day).sets) - 1 for day in WEEK]
    assert added == [0, 0, 1, 0, 0, 1, 2]


def test_every_set_with_printed_maps_comes_up_within_a_few_weeks():
    days = [WEEK[0] + datetime.timedelta(i) for i in range(70)]
    assert {name for day in days for name in challenge_of(day).sets} == {
        "base",
        "nomads",
        "crossroads",
        "capitol",
        "caves",
    }


def test_no_section_is_a_placeholder_that_an_installation_may_replace():
    maps = printed_sections()
    for i in range(70):
        for choice in challenge_of(WEEK[0] + datetime.timedelta(i)).sections:
            assert not maps[choice.partition(":")[0]].placeholder


def test_challenges_differ_from_day_to_day():
    boards = {challenge_of(day).sections for day in WEEK}
    decks = {challenge_of(day).deck_seed for day in WEEK}
    assert len(boards) == len(decks) == len(WEEK)
