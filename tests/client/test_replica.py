"""A game that is followed by its events looks the same as the real one, for every seat at every question."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kingdom_builder.client.replica import OutOfStep, Replica
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.formats.record import write_setup
from kingdom_builder.game import new_game
from kingdom_builder.setup.builder import ALL_SETS
from kingdom_builder.table.board_views import terrain_cards
from kingdom_builder.table.diff import card_name


class Followed:
    """A game, and a replica of it for each seat."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.game = new_game(seed, **options)
        started = {"kind": "started", "record": write_setup(self.game.setup), "cards": terrain_cards(self.game)}
        self.replicas = [Replica(seat, started) for seat in range(len(self.game.players))]

    def play(self, answer: int) -> None:
        game = self.game
        deck, card = game.deck, game.card
        game.play(answer)
        event = {"kind": "answer", "seq": 1, "answer": answer}
        if deck is not game.deck or card != game.card:
            event["cards"] = terrain_cards(game)
        self.apply(event)

    def undo(self, count: int) -> None:
        for _ in range(count):
            self.game.undo()
        self.apply({"kind": "undo", "seq": 1, "count": count})

    def apply(self, event: dict[str, Any]) -> None:
        for replica in self.replicas:
            replica.apply(event)

    def compare(self) -> None:
        for seat, replica in enumerate(self.replicas):
            view = self.game.view(seat)
            replica.show([card_name(card) for card in view.hand])
            assert replica.view == view
            assert replica.view.legal_answers() == view.legal_answers()
            assert replica.view.sample(1).deck == view.sample(1).deck


@pytest.mark.parametrize("at_every_answer", [True, False])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"sets": ALL_SETS, "players": 3},
        {"sets": ALL_SETS, "players": 4, "two_cards": True},
        {"sets": ALL_SETS, "players": 5, "always_swamp_cards": True},
        {"sets": ["base", "crossroads"]},
    ],
)
def test_a_replica_is_equal_to_the_game(options: dict[str, Any], *, at_every_answer: bool) -> None:
    """With undone answers, whether the seat's hand is shown after every event or only now and then."""
    followed = Followed(4, **options)
    game, chance = followed.game, random.Random(4)
    followed.compare()
    while not game.over:
        if game.can_take_back() and chance.random() < 0.05:
            followed.undo(1)
        else:
            followed.play(chance.choice(game.legal_answers()))
        if (at_every_answer and game.turn % 4 == 0) or chance.random() < 0.05:
            followed.compare()
    followed.compare()


@pytest.mark.parametrize("seed", range(3))
def test_a_replica_follows_exhausted_terrains(seed: int) -> None:
    """A card without free hexes is replaced by others, or stays if no card can be used (R3.10, R3.11)."""
    followed = Followed(seed, players=5, sets=["marshlands"], always_swamp_cards=True)
    game, chance = followed.game, random.Random(seed)
    while not game.over:
        terrain = game.terrain
        hexes, options = game.legal()
        answers = game.legal_answers()
        if terrain is not None and hexes and END_TURN not in options:
            answers = answers[: hexes.bit_count()]
        followed.play(chance.choice(answers))
        if game.deck.removed:
            followed.compare()
    followed.compare()


def test_an_event_that_does_not_fit_is_noticed() -> None:
    """OutOfStep is raised, so a client can follow the game again from its beginning."""
    followed = Followed(1)
    with pytest.raises(OutOfStep):
        followed.apply({"kind": "answer", "seq": 3, "answer": END_TURN})
    with pytest.raises(OutOfStep):
        followed.apply({"kind": "undo", "seq": 3, "count": 1})
