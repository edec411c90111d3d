"""Golden games: recorded games that must replay to the same end, answer for answer."""

from __future__ import annotations

import pytest

from kingdom_builder.game import Game
from tests.golden.make import SEPARATOR, VARIANTS, file_of, outcome, split
from tests.random_play import PLAYERS, mixes

ENTRIES = [
    pytest.param(entry, id=f"{file_of(mix).stem} {number}")
    for mix in mixes()
    for number, entry in enumerate(file_of(mix).read_text(encoding="utf-8").split(SEPARATOR), 1)
]


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_golden_game_replays_to_the_same_end(entry: str) -> None:
    """It is over after its last answer and not before, with the same position and scores."""
    record, expected = split(entry)
    game = Game.from_record(record)
    assert game.over
    assert outcome(game) == expected
    assert game.to_record() == record
    game.undo()
    assert not game.over


@pytest.mark.parametrize("mix", mixes(), ids="+".join)
def test_golden_games_cover_every_mix_and_variant(mix: tuple[str, ...]) -> None:
    """Every mix has games for every number of players with every variant, over 30 in all."""
    games = [Game.from_record(split(entry)[0], at=0) for entry in file_of(mix).read_text("utf-8").split(SEPARATOR)]
    setups = [game.setup for game in games]
    assert len(setups) > 30
    assert {setup.sets for setup in setups} == {mix}
    assert {(setup.players, setup.two_cards, setup.without_lords) for setup in setups} == {
        (players, *variant) for players in PLAYERS for variant in VARIANTS
    }
