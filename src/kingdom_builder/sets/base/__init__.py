"""The base game."""

from kingdom_builder.sets.base.cards import CARDS, SPECIALS
from kingdom_builder.sets.base.icons import ICONS
from kingdom_builder.sets.base.tiles import TILES
from kingdom_builder.sets.entries import GameSet

SET = GameSet("base", tiles=TILES, cards=CARDS, specials=SPECIALS, icons=ICONS)
