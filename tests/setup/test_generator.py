"""Generated sections: always the same for a name, with the special hexes of a real section (R1.2)."""

from __future__ import annotations

from collections import Counter

import pytest

from kingdom_builder.engine.hexes import neighbours
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.game import Game, new_game
from kingdom_builder.setup.boards import board_from_sections
from kingdom_builder.setup.builder import new_setup
from kingdom_builder.setup.checks import check_section, own_amounts, special_hexes
from kingdom_builder.setup.generator import LIMITS, generated_name, generated_section
from kingdom_builder.setup.section_maps import printed_sections
from kingdom_builder.setup.sections import Section, section, section_sets
from kingdom_builder.setup.statistics import FIGURES, measure, pictured_sections, profile

each_kind = pytest.mark.parametrize("kind", section_sets())
SOME = range(40)

GOLDEN = {
    "generated_base_123": (
        ("barn",),
        "MFFFFCGGGF FFDDCCGGFF WWDDDCCGFF TWWDKCMCCF MTTWDGGCCC TTWDMGGTTC TTDWDGG1TT T1DWWWGTMF CCDDWWWMMF CCDDWWWFFF",
    ),
    "generated_nomads_7": (
        ("caravan",),
        "CCCGGGFFFF CCGGGFFFFC CNGGGGFFCC WWWD1FFTCC TTWWDDFTCC TWWDDDT1CC TWDWWWDTTM WDMMWWWTTM FFDDDWWWTG FDDDDDWTGG",
    ),
    "generated_crossroads_2024": (
        ("monastery", "wagon"),
        "TTFFMFDFFF TTFFFDDFFW TFFFWCC1FW TFTCCCMMWT GGKTCCCMWT GGTTDGGWTG GGTMD2GGWG MGTDDMMWGG CCCCDDDDWG CCCDDDWDWG",
    ),
    "generated_marshlands_77": (
        ("refuge",),
        "CCCCCCTTTT DDDCCMMTTT DDCC1CMGGM DDCGCGGGGG WWWWGGFFGG TTTWFFFFGG FFPTWWFFGG FMMSSWS1MM MMDDSWSSDM MDSSSWWWDD",
    ),
    "generated_harvest_999999999": (
        ("university", "palisade"),
        "TTWWCCDDDA TWCCCTDDAA TWC1FTTOAA GWFFFTTDAA GGWFFTGDDF TGWMGGGDFF TT2WGGGDDF TTTWWWDDDF TGGCCCWMMF GGGCCCWMFF",
    ),
}
"""Records contain these names, so these maps must never change."""


def generated(kind: str, number: int) -> Section:
    """Return the generated section of a set with a number."""
    return section(generated_name(kind, number))


@pytest.mark.parametrize("name", GOLDEN)
def test_a_name_always_gives_the_same_map(name: str) -> None:
    """These names give exactly these maps, so that old records stay readable on every machine."""
    locations, rows = GOLDEN[name]
    generated_section.cache_clear()
    piece = section(name)
    assert (piece.name, piece.locations, " ".join(piece.rows)) == (name, locations, rows)
    assert piece.set == name.split("_")[1]
    assert (piece.confidence, piece.placeholder) == ("generated", False)


@each_kind
def test_generated_sections_pass_the_check_without_a_warning(kind: str) -> None:
    """For every number the map has no error and no warning."""
    assert {number: found for number in SOME if (found := check_section(generated(kind, number)))} == {}


@each_kind
def test_r1_2_the_special_hexes_are_those_of_a_section_of_the_set(kind: str) -> None:
    """The special hexes are those of one section of the set that is a model, and every model is drawn."""
    real = {
        name: {what: count for what, count in piece.known if what not in TERRAINS}
        for name, piece in printed_sections().items()
        if piece.set == kind and piece.model is not None
    }
    drawn: Counter[str] = Counter()
    for number in SOME:
        piece = generated(kind, number)
        counts = {what: where.bit_count() for what, where in special_hexes(piece).items()}
        (name,) = (name for name, special in real.items() if special == counts)
        drawn[name] += 1
        assert piece.locations == tuple(what for what in real[name] if what in piece.locations)
    assert set(drawn) == set(real)


@pytest.mark.parametrize(("kind", "beside"), [("marshlands", "water"), ("harvest", "silo")])
def test_the_terrain_of_a_set_is_next_to_the_right_hexes(kind: str, beside: str) -> None:
    """Every swamp touches water and every farmland touches the silo, with the amounts of our own maps."""
    ((terrain, amount),) = own_amounts(kind).items()
    for number in SOME:
        piece = generated(kind, number)
        found = measure(piece.rows)
        goal = found.terrain.get(beside) or special_hexes(piece)[beside]
        assert amount.low <= found.count(terrain) <= amount.high
        for area in found.areas_of(terrain):
            assert area.hexes & neighbours(goal)


def test_the_limits_are_inside_the_profile() -> None:
    """The limits of the generator are within the ranges of the pictured sections."""
    assert set(LIMITS) == set(profile()) - {name for kind in section_sets() for name in own_amounts(kind)}
    for name, (low, high) in LIMITS.items():
        assert profile()[name].low <= low <= high <= profile()[name].high, name


@pytest.mark.parametrize(
    ("figure", "near"),
    [("water", 4), ("mountain", 2), ("card_areas", 1), ("area_size", 1), ("compactness", 5), ("same_terrain", 3)],
)
def test_generated_sections_are_like_the_printed_ones_on_average(figure: str, near: int) -> None:
    """The average over many generated sections is near the average over the pictured ones."""
    printed = pictured_sections()
    assert average(figure, [generated("base", number) for number in range(60)]) == pytest.approx(
        average(figure, printed), abs=near
    )


def average(figure: str, pieces: list[Section]) -> float:
    """Return the average of a figure over some sections."""
    numbers = [value.number for piece in pieces for value in FIGURES[figure].values(measure(piece.rows))]
    return sum(numbers) / len(numbers)


def test_other_numbers_give_other_maps() -> None:
    """A hundred names give a hundred maps, and different sets give different maps."""
    maps = [generated(kind, number).rows for kind in section_sets() for number in range(20)]
    assert len(set(maps)) == len(maps)


@pytest.mark.parametrize(
    "name",
    [
        "generated_",
        "generated_base",
        "generated_base_",
        "generated_base_-1",
        "generated_base_007",
        "generated_base_1000000000",
        "generated_base_1_2",
        "generated_island_1",
        "generated_Base_1",
        "generated_base_\u0663",
    ],
)
def test_other_names_are_rejected(name: str) -> None:
    """A name that is not exactly a set and a number raises a ValueError of one line."""
    with pytest.raises(ValueError, match="is not a generated section: the name is generated_SET_NUMBER") as error:
        section(name)
    assert "\n" not in str(error.value)


# On the board.


def section_names(**options: object) -> list[str]:
    """Return the four sections of a set-up with seed 5."""
    sections = new_setup(5, **options).board.sections  # type: ignore[arg-type] # the options are those of new_setup
    assert sections is not None
    return [name for name, _ in sections]


def test_r2_1_all_four_sections_can_be_generated() -> None:
    """The word `generated` alone gives four new sections for the sets in use; the seed determines which."""
    names = section_names(sections=["generated"], sets=["base", "nomads", "crossroads"])
    assert all(name.startswith("generated_") for name in names)
    assert len(set(names)) == 4
    kinds = {
        section(name).set
        for seed in range(12)
        for name, _ in new_setup(seed, sets=["nomads", "crossroads"], sections=["generated"]).board.sections or ()
    }
    assert kinds == {"nomads", "crossroads"}
    assert names == section_names(sections=["generated"], sets=["crossroads", "base", "nomads"])


def test_r2_1_generated_for_one_quadrant() -> None:
    """With other words `generated` is one quadrant, also with a turn, and the other quadrants do not change."""
    for seed in range(8):
        plain = new_setup(seed, sections=["farm:0", "?", "?", "?"]).board.sections
        mixed = new_setup(seed, sections=["farm:0", "?", "?", "generated:180"]).board.sections
        assert plain is not None
        assert mixed is not None
        assert mixed[:3] == plain[:3]
        assert mixed[3][0].startswith("generated_base_")
        assert mixed[3][1]


def test_r2_1_a_generated_quadrant_does_not_change_the_others() -> None:
    """A generated quadrant is the same with any sections in the other quadrants."""
    four = section_names(sections=["generated"])
    assert section_names(sections=["?", "generated"])[1] == four[1]
    assert section_names(sections=["generated", "?", "?", "generated"])[3] == four[3]


def test_r0_16_four_generated_sections_can_all_be_turned() -> None:
    """The word `generated` alone with a turn turns all four sections."""
    sections = new_setup(5, sections=["generated:180"]).board.sections
    assert [turned for _, turned in sections or ()] == [True] * 4


def test_a_generated_section_can_be_chosen_by_its_name() -> None:
    """A generated section can be chosen by name in a set-up and in a position file, if its set is in use."""
    names = section_names(sections=[generated_name("nomads", 77), "farm"], sets=["base", "nomads"])
    assert names[:2] == ["generated_nomads_77", "farm"]
    game = new_game(1, sections=["generated_base_123:180"])
    assert Game.from_position(game.to_position()).board.to_rows() == game.board.to_rows()


def test_a_game_on_generated_sections_is_played_and_recorded() -> None:
    """A game of all sets on four generated sections can be played to the end, and its record restores it."""
    game = new_game(11, players=3, sets=["base", "nomads", "crossroads"], sections=["generated"])
    while not game.over:
        game.play(game.legal_answers()[-1])
    assert Game.from_record(game.to_record()).scores() == game.scores()


def test_two_sections_may_have_the_same_locations() -> None:
    """A board may have two generated sections of one set, each with its own location hexes."""
    twins = [number for number in SOME if generated("base", number).locations == ("farm",)][:2]
    choices = [(generated_name("base", number), False) for number in twins]
    board = board_from_sections((*choices, ("farm", False), ("oasis", False)))
    assert board.locations.bit_count() == 8


def test_generated_without_a_number_is_for_set_ups_only() -> None:
    """A record names its sections; the word `generated` alone is not a section."""
    record = new_game(1, sections=["generated_base_123:0"]).to_record()
    with pytest.raises(ValueError, match="'generated' is not a section"):
        Game.from_record(record.replace("generated_base_123", "generated"))
