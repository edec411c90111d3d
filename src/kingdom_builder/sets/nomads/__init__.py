"""Nomads."""

from kingdom_builder.sets.entries import GameSet, Special
from kingdom_builder.sets.nomads.cards import CARDS
from kingdom_builder.sets.nomads.fields import FIELDS
from kingdom_builder.sets.nomads.icons import ICONS
from kingdom_builder.sets.nomads.nomad_tiles import NOMAD_TILES
from kingdom_builder.sets.nomads.observation import OBSERVATION
from kingdom_builder.sets.nomads.problems import NomadsProblem
from kingdom_builder.sets.nomads.setup import prepare
from kingdom_builder.sets.nomads.tiles import TILES

SET = GameSet(
    "nomads",
    tiles=TILES,
    nomad_tiles=NOMAD_TILES,
    cards=CARDS,
    specials=(Special("nomad", "R0.4", letter="N"),),
    reasons={
        "already_hit": "a piece of that player has been removed already; owner",
        "own_piece": "the piece is the player's own",
        "city_hall_stays": "a city hall is never removed",
        "no_foreign_piece_here": "no piece of another player stands there",
        "no_foreign_piece": "no other player has a piece that could be removed",
    },
    prepare=prepare,
    problems=tuple(NomadsProblem),
    fields=FIELDS,
    observation=OBSERVATION,
    icons=ICONS,
)
