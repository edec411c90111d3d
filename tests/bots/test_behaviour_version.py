"""A change of how the bots play must increase their version, so that arenas do not mix old and new results."""

from __future__ import annotations

import hashlib

from kingdom_builder.bots import BEHAVIOUR_VERSION, new_bot
from kingdom_builder.game import new_game
from kingdom_builder.setup.builder import ALL_SETS

DIGESTS = {
    2: ("724962062628", "83239f9aac6f", "872e50c5e8f0"),
    3: ("724962062628", "83239f9aac6f", "980e4347e75b", "c45491f5a03b"),  # a silo moves different pieces (R3.36)
    4: ("bd88bac7b6b8", "95f1f3f5be4a", "980e4347e75b", "c45491f5a03b"),  # whole turns, whole budgets
    5: (
        "bd88bac7b6b8",
        "95f1f3f5be4a",
        "980e4347e75b",
        "abd97195aca4",
        "bb44f7485449",
    ),  # levels have styles, rollouts are deeper
    6: (
        "18b27d01c875",
        "95f4b108e815",
        "980e4347e75b",
        "d569bf6388cd",
        "777a63d7e9b1",
    ),  # weights fitted to compared turns
    7: (
        "8f6303c7c323",
        "244e38c1f866",
        "980e4347e75b",
        "d569bf6388cd",
        "777a63d7e9b1",
    ),  # a network corrects the ends of the champion's rollouts
    8: (
        "8f6303c7c323",
        "244e38c1f866",
        "980e4347e75b",
        "d569bf6388cd",
        "777a63d7e9b1",
        "dfafad6edc7a",
    ),  # large budgets have wider beams and compare more plans
}
"""Digests of the games below for each version."""


def digest(bots: tuple[str, ...], sets: tuple[str, ...], sections: str, cards: str) -> str:
    game = new_game(8, players=len(bots), sets=sets, sections=sections.split(), cards=cards.split())
    players = [new_bot(name, seed) for seed, name in enumerate(bots)]
    while (seat := game.to_play) is not None:
        game.play(players[seat].answer(game.view(seat)))
    return hashlib.sha256(game.to_record().encode()).hexdigest()[:12]


def test_bots_that_play_differently_have_another_version():
    found = (
        digest(
            ("steward@150e", "champion@400e"),
            ("base",),
            "farm:180 harbor:180 tower:180 tavern:180",
            "workers hermits lords",
        ),
        digest(
            ("champion@200e", "steward@80e", "greedy"),
            ALL_SETS,
            "cathedral_watchtower:180 university_palisade:180 harbor:180 caravan:180",
            "travellers messengers knights",
        ),
        digest(
            ("greedy",) * 5,
            ("harvest",),
            "university_palisade:180 cathedral_watchtower:180 mountain_station_scout_cabin:180 bazaar_water_mill:180",
            "rangers lords farmers",
        ),
        digest(
            ("beginner", "novice"),
            ("base",),
            "farm:180 harbor:180 tower:180 tavern:180",
            "workers hermits lords",
        ),
        digest(
            ("settler", "mason"),
            ("base",),
            "farm:180 harbor:180 tower:180 tavern:180",
            "workers hermits lords",
        ),
        digest(
            ("champion@25000e", "greedy"),
            ("base",),
            "farm:180 harbor:180 tower:180 tavern:180",
            "workers hermits lords",
        ),
    )
    assert found == DIGESTS[BEHAVIOUR_VERSION], (
        "the bots play differently: increase BEHAVIOUR_VERSION, add the new digests here, and play the ladder again"
    )
