"""The picture of the start page, and the signs of the sets."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from kingdom_builder.render.entry_icons import entry_icon
from kingdom_builder.render.palette import style_sheet
from kingdom_builder.render.scene import HOUSES, ROWS, scene
from kingdom_builder.render.symbols import GRADIENTS, definitions
from kingdom_builder.sets import SETS


def test_the_picture_uses_only_drawings_and_colours_that_exist():
    markup = scene()
    ElementTree.fromstring(markup)
    own = set(re.findall(r'id="([\w-]+)"', markup + GRADIENTS))
    used = set(re.findall(r'href="#([\w-]+)"', markup)) | set(re.findall(r"url\(#([\w-]+)\)", markup))
    assert used <= own | set(definitions(SETS))
    palette = style_sheet()
    assert all(f"{name}:" in palette for name in re.findall(r"var\((--[\w-]+)\)", markup))


def test_every_house_stands_on_land():
    assert not {ROWS[row][col] for row, col in HOUSES} & set(".W*")


def test_the_picture_has_no_styles_which_the_page_would_refuse():
    assert "style" not in scene()


@pytest.mark.parametrize("game_set", SETS, ids=lambda game_set: game_set.id)
def test_every_set_has_a_sign(game_set):
    assert entry_icon(f"set-{game_set.id}")
