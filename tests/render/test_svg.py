"""The SVG picture: titles of hexes, valid markup, and distinguishable colours."""

from __future__ import annotations

from itertools import combinations, product
from math import dist
from random import Random
from xml.etree import ElementTree

import pytest

from kingdom_builder.engine import hexes
from kingdom_builder.engine.hexes import (
    ALL_HEXES,
    BOARD,
    COORDINATES,
    NEIGHBOURS,
    format_hexes,
    hex_set,
    iter_hexes,
    parse_hex,
)
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.game import Game, new_first_game, new_game
from kingdom_builder.render import symbols
from kingdom_builder.render.ground import centre, terrain_id
from kingdom_builder.render.palette import DARK, LIGHT
from kingdom_builder.render.svg import to_svg
from kingdom_builder.sets import SETS
from kingdom_builder.sets.drawing import DARK as INK
from kingdom_builder.sets.drawing import WHITE
from kingdom_builder.sets.registry import REGISTRY
from tests.drawing import table

SVG = "{http://www.w3.org/2000/svg}"

Triple = tuple[float, float, float]


def random_game(seed: int, answers: int = 250) -> Game:
    """Return a game of all sets after some random answers."""
    game, random = new_game(seed, players=2 + seed % 4, sets=("base", "nomads", "crossroads")), Random(seed)
    while answers and not game.over:
        game.play(random.choice(game.legal_answers()))
        answers -= 1
    return game


def titles(pos: Position, marked: int = 0) -> dict[str, str]:
    """Return the title of every hex, by its id."""
    groups = ElementTree.fromstring(to_svg(pos, marked)).findall(f".//{SVG}g[{SVG}title]")
    return {group.get("id", ""): group.findtext(f"{SVG}title", "") for group in groups}


def drawings(pos: Position, name: str, marked: int = 0) -> list[str]:
    """Return the ids of the drawings on a hex, over its terrain."""
    (group,) = ElementTree.fromstring(to_svg(pos, marked)).findall(f"{SVG}g[@id='hex-{name}']")
    found = [use.get("href", "").removeprefix("#") for use in group.iter(f"{SVG}use")]
    return [name for name in found if name != "hex"]


@pytest.mark.parametrize("seed", range(8))
def test_every_hex_has_one_element_with_its_id_and_name(seed):
    """The picture is well-formed, and each of the 400 hexes occurs once, with its id and its name."""
    game = random_game(seed)
    root = ElementTree.fromstring(to_svg(game))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {i for i in ids if i and i.startswith("hex-")} == {f"hex-{name}" for name in format_hexes(BOARD).split()}
    assert all(title.startswith(key.removeprefix("hex-") + " ") for key, title in titles(game).items())


def test_a_title_names_terrain_and_piece():
    """Terrains, walls and each kind of piece are named, with the piece's owner."""
    game = table("G S A M G0 Cw1 Ws0 Tv1 F= D4", players=5)
    assert [titles(game)[f"hex-{column}1"] for column in "abcdefghij"] == [
        "a1 grass",
        "b1 swamp",
        "c1 farmland",
        "d1 mountain",
        "e1 settlement of player 1 on grass",
        "f1 warrior of player 2 on canyon",
        "g1 ship of player 1 on water",
        "h1 wagon of player 2 on forest",
        "i1 wall on flower",
        "j1 settlement of player 5 on desert",
    ]


def test_a_piece_is_drawn_on_its_hex():
    """The hex has the drawings of its title and no others."""
    game = table("G0 Cw1 Ws0 Tv1 F= D", players=2)
    on_top = [drawings(game, f"{column}1") for column in "abcdef"]
    assert on_top == [["settlement-0"], ["warrior-1"], ["ship-0"], ["wagon-1"], ["wall"], []]


def test_a_city_hall_is_one_drawing_over_seven_hexes():
    """All seven hexes name the city hall; its one drawing is on their centre."""
    game = table("G G G G \n G G G G \n G G Gc1 G \n G G G G")
    found = {key for key, title in titles(game).items() if "city hall of player 2 on grass" in title}
    middle = parse_hex("c3").hex
    assert found == {f"hex-{name}" for name in format_hexes(NEIGHBOURS[middle] | 1 << middle).split()}
    uses = ElementTree.fromstring(to_svg(game)).findall(f".//{SVG}use[@href='#city_hall-1']")
    assert [(use.get("x"), use.get("y")) for use in uses] == [tuple(str(n) for n in centre(middle))]


ISLAND = ("tree_house", ["GGGGGGGGGG"] * 5)


def test_the_mayors_markers_are_beside_their_lines():
    """The marker of a player is beside its line and on no hex, in the picture and in the text (R7.31)."""
    game = table("G0 G0 G0 G0", cards=["mayors"], lines={0: [0, 1], 1: [7, ["island", 2]]}, island=ISLAND)
    root = ElementTree.fromstring(to_svg(game))
    markers = {g.findtext(f"{SVG}title", ""): g for g in root.iter(f"{SVG}g") if "scale" in g.get("transform", "")}
    assert {title: [use.get("href") for use in g.iter(f"{SVG}use")] for title, g in markers.items()} == {
        "marker of player 1 beside row 1": ["#settlement-0"],
        "marker of player 1 beside row 2": ["#settlement-0"],
        "marker of player 2 beside row 8": ["#settlement-1"],
        "marker of player 2 beside Island row 3": ["#settlement-1"],
    }
    for g in markers.values():
        x, y = map(int, g.get("transform", "").partition(")")[0].removeprefix("translate(").split())
        there = iter_hexes(game.board.open | game.board.special)
        assert min(dist((x, y), centre(h)) for h in there) > symbols.HEX_WIDTH / 2 + 8
    found = {i: line[-1] for i, line in enumerate(game.to_text().splitlines()[1:]) if "<" in line}
    assert found == {0: "A", 1: "A", 7: "B", 22: "B"}


def test_a_title_names_the_special_hex_and_the_tiles_left():
    """Special hexes are named, with the number of location tiles or the nomad tile on them."""
    game = table(
        "K P O N:sword N:donation:water N:treasure farm foresters_lodge oasis", tiles_left={"f1": 0, "h1": 1, "i1": 0}
    )
    assert [titles(game)[f"hex-{column}1"] for column in "abcdefghi"] == [
        "a1 castle",
        "b1 palace",
        "c1 silo",
        "d1 nomad with sword",
        "e1 nomad with donation of water",
        "f1 nomad, no tile left",
        "g1 farm, 2 tiles left",
        "h1 foresters lodge, 1 tile left",
        "i1 oasis, no tiles left",
    ]
    assert [drawings(game, name) for name in ("c1", "e1", "f1", "h1")] == [
        ["silver", "special-silo"],
        ["silver", "nomad-donation-water"],
        ["silver", "special-nomad"],
        ["gold", "tile-foresters_lodge", "tiles-left-1"],
    ]


def test_every_tile_and_card_has_its_own_drawing():
    """All location tiles, nomad tiles, cards and tasks have different drawings."""
    wanted = [f"tile-{name}" for name in REGISTRY.tile_ids()]
    wanted += [f"nomad-{name.replace(':', '-')}" for name in REGISTRY.nomad_ids]
    wanted += [f"card-{name}" for name in (*REGISTRY.cards, *REGISTRY.tasks)]
    found = symbols.definitions(SETS)
    assert len({found[name] for name in wanted}) == len(wanted)


@pytest.mark.parametrize("seed", range(8))
def test_every_drawing_used_is_defined_and_every_one_defined_is_used(seed):
    """The picture uses no external drawings and has no unused ones."""
    root = ElementTree.fromstring(to_svg(random_game(seed), BOARD))
    used = {use.get("href", "").removeprefix("#") for use in root.iter(f"{SVG}use")}
    (defs,) = root.findall(f"{SVG}defs")
    assert used == {drawing.get("id") for drawing in defs.findall(f"{SVG}g")}


def test_marked_hexes_have_a_ring():
    """Every marked hex, terrain or special, has a ring, and no other hex has one."""
    game = new_first_game(1)
    marked = hex_set([parse_hex(name).hex for name in ("a1", "d4", "t20")])
    found = {key for key, title in titles(game, marked).items() if title.endswith(", marked")}
    assert found == {"hex-a1", "hex-d4", "hex-t20"}
    assert all(
        ("ring" in drawings(game, name, marked)) == (f"hex-{name}" in found) for name in ("a1", "b1", "d4", "t20")
    )
    assert "ring" not in to_svg(game)


def test_the_same_position_gives_the_same_text():
    """The picture does not depend on randomness or on the history of the position."""
    game = random_game(3)
    assert to_svg(game) == to_svg(game.copy()) == to_svg(random_game(3))
    assert to_svg(game) != to_svg(random_game(3, 249))


def test_the_picture_is_self_contained():
    """It has a role and a label for screen readers, no script or external file, and is small."""
    text = to_svg(random_game(6, 400), BOARD)
    root = ElementTree.fromstring(text)
    assert root.get("role") == "img"
    assert (root.get("aria-label") or "").startswith("Kingdom Builder board of the sections ")
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        "svg",
        "defs",
        "g",
        "path",
        "ellipse",
        "use",
        "rect",
        "linearGradient",
        "stop",
        "text",
        "title",
    }
    assert "var(" not in text
    assert len(text) < 200_000


def test_letters_and_numbers_name_columns_and_rows():
    """Letters are above the columns of the first row, numbers beside the rows."""
    places = {
        text.text: (text.get("x"), text.get("y"))
        for text in ElementTree.fromstring(to_svg(new_first_game(1))).iter(f"{SVG}text")
    }
    assert list(places) == [*"abcdefghijklmnopqrst", *(str(n) for n in range(1, 21))]
    assert all(places[letter][0] == str(centre(parse_hex(f"{letter}1").hex)[0]) for letter in "abcdefghijklmnopqrst")


def test_neighbours_touch_and_the_island_is_below():
    """Centres of neighbours are a hex apart in each direction; the Island is in columns below the board."""
    for h in ALL_HEXES:
        x, y = centre(h)
        apart = {(abs(centre(n)[0] - x), abs(centre(n)[1] - y)) for n in iter_hexes(NEIGHBOURS[h])}
        assert apart <= {(42, 0), (21, 36)}
    lowest = max(centre(h)[1] for h in iter_hexes(BOARD))
    island = [centre(h) for h, place in COORDINATES.items() if place.island]
    assert min(y for _, y in island) >= lowest + symbols.HEX_HEIGHT
    assert {x for x, _ in island} <= {centre(h)[0] for h in iter_hexes(BOARD)}


def test_neighbours_of_one_terrain_have_different_variations():
    """No hex has the same variation of a pattern as its neighbour."""
    game = table("", pad="D")
    look = {h: terrain_id("desert", h) for h in iter_hexes(sum(hexes.ROWS[3:6]))}
    assert len(set(look.values())) == 3
    for h, drawing in look.items():
        x, y = centre(h)
        assert f'<use href="#{drawing}" x="{x}" y="{y}"/>' in to_svg(game)
    assert all(look[a] != look[b] for a in look for b in iter_hexes(NEIGHBOURS[a]) if b in look)


def test_section_borders_follow_the_hexes():
    """Four closed lines of 78 sides each surround the sections."""
    (sections,) = ElementTree.fromstring(to_svg(new_first_game(1))).findall(f".//{SVG}g[@id='sections']/{SVG}path")
    loops = sections.get("d", "").removesuffix("z").split("z")
    assert [len(loop.split()) // 2 for loop in loops] == [78] * 4


# Colour blindness after Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
SIGHT: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ_OVER_WHITE = (  # sRGB to XYZ under D65, each row over the white point
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)


def times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    """Return the product of a matrix and a vector."""
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def linear(colour: str) -> Triple:
    """Return a colour such as #9bdc80 as linear RGB."""
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (r, g, b))
    return r, g, b


def lab(colour: str, vision: str) -> Triple:
    """Return a colour as CIE Lab for a type of colour vision."""
    r, g, b = (min(1.0, max(0.0, v)) for v in times(SIGHT[vision], linear(colour)))
    x, y, z = (
        v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in times(XYZ_OVER_WHITE, (r, g, b))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(a: str, b: str, vision: str) -> float:
    """Return the difference ΔE*ab of two colours; a difference of about 2 is just visible."""
    return dist(lab(a, vision), lab(b, vision))


def contrast(a: str, b: str) -> float:
    """Return the contrast of two colours as in WCAG, 1 to 21."""
    dark, light = sorted(times(XYZ_OVER_WHITE, linear(colour))[1] for colour in (a, b))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("vision", "least"), [("normal", 24), ("protanopia", 19), ("deuteranopia", 20), ("tritanopia", 17)]
)
def test_all_terrains_differ_in_colour_for_every_vision(vision, least):
    """Every pair of the nine terrains has a large difference for every type of colour vision."""
    for palette in (LIGHT, DARK):
        for a, b in combinations(TERRAINS, 2):
            assert difference(palette[a], palette[b], vision) >= least, (a, b)


@pytest.mark.parametrize(
    ("vision", "least"), [("normal", 55), ("protanopia", 23), ("deuteranopia", 48), ("tritanopia", 32)]
)
def test_players_differ_in_colour_for_every_vision(vision, least):
    """Every pair of the five players has a large difference, and each player also has a different mark."""
    assert len({style.mark for style in symbols.PIECE_STYLES}) == 5
    for a, b in combinations(symbols.PIECE_STYLES, 2):
        assert difference(a.body, b.body, vision) >= least, (a, b)


@pytest.mark.parametrize("terrain", TERRAINS)
def test_pieces_and_rings_contrast_with_every_terrain(terrain):
    """At least one of the two lines around a piece or a marked hex has a contrast of 3 to 1 with the terrain."""
    for ground, style in product((LIGHT[terrain], DARK[terrain]), symbols.PIECE_STYLES):
        assert max(contrast(style.line, ground), contrast(style.halo, ground)) >= 3
    for style in symbols.PIECE_STYLES:
        assert contrast(style.line, style.halo) >= 10
        assert contrast(style.line, style.body) >= 3
    for palette in (LIGHT, DARK):
        assert max(contrast(WHITE, palette[terrain]), contrast(INK, palette[terrain])) >= 3


def test_titles_name_scouts_caves_and_capitols() -> None:
    """The title of a hex names its scout, cave or capitol."""
    text = to_svg(table("G0 G M K", caves=["c1"], capitols=["d1"], scouts=["b1"]))
    for title in ("b1 scout on grass", "c1 cave in the mountain", "d1 castle with a capitol"):
        assert f"<title>{title}</title>" in text


def test_every_column_and_row_of_the_island_has_its_letter_or_number_beside_it() -> None:
    """Whatever its outline is: a row may begin and a column may end inside it."""
    game = table("G0", island=("tree_house", [".GGG.", "GGLGG", "TTTK.", "TTTT.", ".DD.."]))
    texts = ElementTree.fromstring(to_svg(game)).iter(f"{SVG}text")
    below = max(centre(h)[1] for h in iter_hexes(BOARD)) + 10
    named = {(float(t.get("x", 0)), float(t.get("y", 0))): t.text for t in texts if float(t.get("y", 0)) > below}
    for letter in "abcde":
        x = centre(parse_hex(f"i:{letter}1").hex)[0]
        assert [text for (at, _), text in named.items() if at == x] == [letter]
    for row in range(1, 6):
        y = centre(parse_hex(f"i:b{row}").hex)[1]
        assert [text for (_, at), text in named.items() if abs(at - y) < 10] == [str(row)]
    assert len(named) == 10


def test_r2_25_the_island_is_drawn_below_the_board() -> None:
    """Every hex of the Island has its own element, named like `hex-i-b1`."""
    game = table(
        "G0", island=("tree_house", [".GGG.", "GGLGG", "TTTK.", "TTTT.", ".DD.."]), island_pieces={0: ["i:b1"]}
    )
    text = to_svg(game)
    assert "<title>i:b1 settlement of player 1 on grass</title>" in text
    assert text.count('id="hex-i-') == 18
