"""The Queenie Island."""

from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.island.icons import ICONS
from kingdom_builder.sets.island.setup import CHOOSE_SIDE
from kingdom_builder.sets.island.tiles import TILES

SET = GameSet("island", tiles=TILES, options=(CHOOSE_SIDE,), icons=ICONS)
