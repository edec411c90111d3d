"""A position file from the middle of a game: everything that is known is restored exactly, or it is refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from kingdom_builder import PositionError
from kingdom_builder.game import Game, load, new_game
from kingdom_builder.sets.slots import HARVEST, MARSHLANDS
from tests.random_play import mixes, random_game

KEPT_SECRET = ("hand",)
"""What a position file does not hold, except for the hand from which a card is to be chosen."""


def known(game: Game, seat: int) -> dict[str, Any]:
    """Return all that a seat knows but the cards in its hand; of tiles only whether they were taken in this turn."""
    facts = game.view(seat).to_dict()
    marshlands = [player.extra[MARSHLANDS] for player in facts["players"]]
    facts["players"] = [
        (
            player._replace(tiles=_locked(player.tiles, game), nomads=_locked(player.nomads, game), extra=()),
            _locked(state.bonus, game),
            state.bonus_ever,
            player.extra[HARVEST],
        )
        for player, state in zip(facts["players"], marshlands, strict=True)
    ]
    return {name: value for name, value in facts.items() if name not in KEPT_SECRET}


def _locked(tiles: tuple[Any, ...], game: Game) -> list[Any]:
    return [tile._replace(acquired_turn=tile.acquired_turn == game.turn) for tile in tiles]


@pytest.mark.parametrize("number", range(15))
def test_a_position_goes_on_exactly_where_it_stood(number: int) -> None:
    """At random moments of games of all mixes: the same question, answers, scores and public information."""
    chance = random.Random(number)
    mix = mixes()[number % len(mixes())]
    game = random_game(number, sets=mix, two_cards=number % 3 == 0)
    stages = set()
    while not game.over:
        if chance.random() < (0.3 if game.stack else 0.06):
            again = load(game.to_position())
            assert (again.question, again.legal(), again.scores()) == (game.question, game.legal(), game.scores())
            for seat in range(len(game.players)):
                assert known(again, seat) == known(game, seat)
            assert again.to_position() == game.to_position()
            question = game.question
            assert question is not None
            stages.add(question.stage)
        game.play(chance.choice(game.legal_answers()))
    again = load(game.to_position())
    assert (again.over, again.scores(), again.winners()) == (True, game.scores(), game.winners())
    assert "mandatory_more" in stages


def test_r3_32_a_game_from_a_position_ends_in_the_same_round() -> None:
    """The number of the turn is stored, so the last round ends with the same player."""
    game = new_game(3, players=3)
    chance = random.Random(3)
    while not game.end_triggered:
        game.play(chance.choice(game.legal_answers()))
    again = load(game.to_position())
    for each in (game, again):
        while not each.over:
            each.play(each.legal_answers()[0])
    assert game.turn == again.turn


def document(answers: int = 2, **options: Any) -> dict[str, Any]:
    """Return the document of a position in the middle of a mandatory action."""
    game = new_game(7, **options)
    for _ in range(answers):
        game.play(game.legal_answers()[0])
    found: dict[str, Any] = json.loads(game.to_position())
    return found


def test_a_position_without_progress_begins_a_turn() -> None:
    """Files of earlier versions, which have no such field, are read as before."""
    old = document()
    del old["progress"]
    question = load(json.dumps(old)).question
    assert question is not None
    assert (question.stage, question.left) == ("mandatory", 3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"left": "two"}, "progress.left: expected a whole number"),
        ({"turn": -1}, "progress.turn: expected a whole number from 0"),
        ({"card": "lava"}, "progress.card: expected one of grass"),
        ({"cards": [30, 30]}, "progress.cards: there are not so many terrain cards"),
        ({"discarded": ["grass"] * 6}, "progress.cards: there are not so many terrain cards"),
        ({"questions": [{"kind": "dance"}]}, r"progress.questions\[0\].kind: expected one of plain"),
        ({"questions": [{}]}, r"progress.questions\[0\].kind: expected"),
        ({"questions": [{"kind": "move", "seat": 0, "origin": None}]}, r"progress.questions\[0\].action: expected"),
        (
            {"questions": [{"kind": "move", "action": "paddock", "seat": 0, "origin": [0, 0]}]},
            "progress.questions: these questions do not fit the position",
        ),
        ({"moon": 1}, "progress.moon: there is no such field"),
        ({"used_actions": ["farm"]}, r"progress.used_actions\[0\]: expected one of"),
    ],
)
def test_wrong_progress_is_refused(change: dict[str, Any], message: str) -> None:
    """The error names the part."""
    found = document()
    found["progress"] |= change
    with pytest.raises(PositionError, match=message):
        load(json.dumps(found))


def test_progress_is_complete() -> None:
    """A part that is missing is named: a position is never continued from guesses."""
    for name in document()["progress"]:
        found = document()
        del found["progress"][name]
        with pytest.raises(PositionError, match=f"progress.{name}: expected"):
            load(json.dumps(found))
