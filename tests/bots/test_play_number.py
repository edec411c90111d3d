"""Who changes how our bots play must raise their number, so that arenas do not take old results for new ones."""

from __future__ import annotations

import hashlib

from kingdom_builder import new_game
from kingdom_builder.bots import PLAY, new_bot
from kingdom_builder.setup.builder import ALL_SETS

PLAYED = {2: ("724962062628", "83239f9aac6f")}
"""The games below under each number, as a mark of their answers."""


def mark_of(bots: tuple[str, ...], sets: tuple[str, ...]) -> str:
    game = new_game(8, players=len(bots), sets=sets)
    players = [new_bot(name, seed) for seed, name in enumerate(bots)]
    while (seat := game.to_play) is not None:
        game.play(players[seat].answer(game.view(seat)))
    return hashlib.sha256(game.to_record().encode()).hexdigest()[:12]


def test_a_bot_that_plays_otherwise_has_another_number():
    found = (
        mark_of(("steward@150e", "champion@400e"), ("base",)),
        mark_of(("champion@200e", "steward@80e", "greedy"), ALL_SETS),
    )
    assert found == PLAYED[PLAY], (
        "our bots play otherwise: raise bots.PLAY, note the new marks, and play the ladder anew"
    )
