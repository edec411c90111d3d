"""The picture of a finished game for others."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
import resvg_py

from kingdom_builder.game import Game, new_game
from kingdom_builder.render import fonts
from kingdom_builder.render.share import COLUMN, HEIGHT, LEFT, WIDTH, shortened
from kingdom_builder.table.events import SeatKind
from kingdom_builder.table.share import describe_result, draw_result
from kingdom_builder.table.state import Seat
from tests.random_play import play_randomly

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Vera", "Tom & <Ilse>", "Zoë", "Łukasz", "Noor")


def finished(players: int, sets: tuple[str, ...] = ("base",), seed: int = 1) -> Game:
    game = new_game(seed, players=players, sets=sets)
    play_randomly(game, seed)
    return game


def people(number: int, names: tuple[str, ...] = NAMES) -> list[Seat]:
    return [Seat(SeatKind.PERSON, "p", None, name) for name in names[:number]]


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_names_every_player_with_the_gold_from_the_first_to_the_last(players):
    game = finished(players)
    shown = texts(draw_result(game, people(players), "en"))
    ranked = sorted(range(players), key=lambda seat: -game.scores()[seat])
    places = [shown.index(NAMES[seat]) for seat in ranked]
    assert places == sorted(places)
    for seat in range(players):
        assert str(game.scores()[seat]) in shown


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_has_the_gold_of_all_players_for_every_card(language):
    game = finished(2)
    shown = texts(draw_result(game, people(2), language))
    ranked = sorted(range(2), key=lambda seat: -game.scores()[seat])
    lines = list(zip(*(game.score(seat) for seat in ranked), strict=True))
    for line in lines:
        if line[0].source in game.setup.cards:
            assert " : ".join(str(each.gold) for each in line) in shown


def test_only_the_winner_has_a_crown_and_a_lit_row():
    game = finished(3)
    root = ElementTree.fromstring(draw_result(game, people(3), "en"))
    crowns = root.findall(f".//{SVG}use[@href='#crown']")
    assert len(crowns) == len(game.winners())


def test_the_island_is_part_of_the_picture():
    game = finished(2, ("base", "island"))
    assert 'id="hex-i-' in draw_result(game, people(2), "en")


@pytest.mark.parametrize("name", ["W" * 40, "東" * 30, "i" * 60, "<script>&amp;" * 3])
def test_long_names_are_cut_so_that_they_end_before_the_gold(name):
    svg = draw_result(finished(2), people(2, (name, "Ben")), "en")
    (shown,) = [text for text in texts(svg) if text.endswith("…")]
    assert name.startswith(shown[:-1])
    assert shortened(shown, 28, COLUMN) == shown


def test_bots_have_the_name_of_their_level_and_a_number_if_there_are_several():
    bots = [Seat(SeatKind.BOT, None, "mason", "Mason")] * 2
    assert {"Maçon 1", "Maçon 2"} <= set(texts(draw_result(finished(2), bots, "fr")))


def test_names_are_text_and_nothing_is_loaded():
    svg = draw_result(finished(2), people(2, ("<script>x</script>", '"><a href="')), "en")
    assert "<script" not in svg
    assert "<a " not in svg
    assert not re.search("https?://(?!www.w3.org)", svg)


@pytest.mark.parametrize("players", [2, 5])
def test_every_text_is_inside_the_column(players):
    root = ElementTree.fromstring(
        draw_result(finished(players, ("base", "nomads", "crossroads")), people(players), "en")
    )
    assert (root.get("width"), root.get("height")) == (str(WIDTH), str(HEIGHT))
    for node in root.iter(f"{SVG}text"):
        assert LEFT <= float(node.get("x", 0)) <= LEFT + COLUMN
        assert 14 < float(node.get("y", 0)) < HEIGHT - 14
        assert float(node.get("font-size", 0)) >= 18


def test_latin_text_is_drawn_without_any_font_of_the_system():
    """A letter that no font has is left out, so the picture of a text with fonts differs from that of an empty one."""
    start = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30">'

    def drawn(text: str, font: str) -> bytes:
        svg = f'{start}<text x="5" y="20" {font}>{text}</text></svg>'
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, **fonts.options(svg)))

    for font in (fonts.SANS, fonts.SERIF):
        assert len({drawn(text, font) for text in ("", "a1", "Zoë", "Łódź")}) == 4


def test_the_result_in_words_names_the_winner_and_everybody_s_gold():
    game = finished(3)
    totals = game.scores()
    title, scores = describe_result(game, people(3), "en")
    [winner] = game.winners()
    assert title == f"{NAMES[winner]} wins with {totals[winner]} gold"
    best_first = sorted(range(3), key=lambda seat: -totals[seat])
    assert scores == ", ".join(f"{NAMES[seat]} {totals[seat]}" for seat in best_first)
    assert describe_result(game, people(3), "fr")[0] == f"{NAMES[winner]} gagne avec {totals[winner]} points"


def test_winners_who_share_the_victory_are_named_together():
    game = new_game(1, players=2)
    assert game.winners() == [0, 1]
    assert describe_result(game, people(2), "en")[0] == "Vera & Tom & <Ilse> share the victory with 0 gold"
