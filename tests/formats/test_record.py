"""Records: a game as text, from its set-up to any later position, and exactly restored."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdom_builder import RecordError, answer_name, answer_number
from kingdom_builder.bots.random import RandomBot
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.engine.terrain import CODES, TERRAINS
from kingdom_builder.formats.record import write_record
from kingdom_builder.game import Game, load, new_game
from kingdom_builder.texts.catalogue import catalogue
from kingdom_builder.texts.problems import problem_text
from tests.drawing import card_number, options
from tests.random_play import record_with_a_piece_moved_twice

MIXES = [
    ("base",),
    ("nomads",),
    ("crossroads",),
    ("base", "nomads"),
    ("base", "crossroads"),
    ("nomads", "crossroads"),
    ("base", "nomads", "crossroads"),
]
NEW_MIXES = [
    ("marshlands",),
    ("harvest",),
    ("base", "capitol"),
    ("base", "caves"),
    ("base", "island"),
    ("base", "nomads", "crossroads", "marshlands", "harvest"),
    ("base", "nomads", "crossroads", "marshlands", "harvest", "capitol", "caves", "island"),
]
EVERYTHING = NEW_MIXES[-1]
OPTIONS: dict[str, dict[str, Any]] = {
    f"{'+'.join(mix)} for {players}": {"seed": number, "players": players, "sets": mix}
    for number, mix in enumerate(MIXES + NEW_MIXES)
    for players in (2, 3, 4, 5)
}
"""Games of many mixes of sets with every number of players."""

VARIANTS: dict[str, dict[str, Any]] = {
    "two cards": {"seed": 1, "sets": MIXES[-1], "two_cards": True},
    "without lords": {"seed": 2, "without_lords": True},
    "both variants": {"seed": 3, "players": 3, "two_cards": True, "without_lords": True},
    "chosen": {
        "seed": 4,
        "sets": MIXES[-1],
        "sections": ["farm:0", "quarry:180", "city_hall_fort:0", "tavern:180"],
        "cards": ["lords", "shepherds", "families"],
        "tasks": ["road"],
        "start": 1,
        "deck_seed": 5,
    },
    "always swamp cards": {"seed": 5, "always_swamp_cards": True},
    "all variants": {
        "seed": 6,
        "sets": EVERYTHING,
        "players": 3,
        "two_cards": True,
        "without_lords": True,
        "always_swamp_cards": True,
    },
    "everything": {
        "seed": 29,
        "sets": EVERYTHING,
        "sections": ["oracle:0", "quarry:180", "canoe:0", "harbor:180"],
        "cards": ["scouts", "mayors", "rovers"],
        "capitols": ["d2"],
        "caves": ["a6"],
        "island": "tree_house",
        "start": 0,
        "deck_seed": 8,
    },
}


@lru_cache
def random_positions(name: str) -> tuple[Game, ...]:
    """Return the positions of a random game from the set-up to the end."""
    options = (OPTIONS | VARIANTS)[name]
    game, bot = new_game(**options), RandomBot(options["seed"])
    found = [game.copy()]
    while not game.over:
        assert game.to_play is not None
        game.play(bot.answer(game.view(game.to_play)))
        found.append(game.copy())
    return tuple(found)


def state(game: Game) -> list[Any]:
    """Return the complete state of a game, including hidden cards."""
    setup = game.setup
    setup_values = (
        setup.players,
        setup.start,
        setup.sets,
        setup.cards,
        setup.tasks,
        setup.nomad_tiles,
        setup.board.sections,
    )
    extras = (
        setup.board.island,
        setup.marked("capitols"),
        setup.marked("caves"),
        setup.removed_terrain,
        setup.swamp_cards,
    )
    seeds = (setup.seed, setup.deck_seed, setup.two_cards, setup.without_lords, game.deck)
    turn_values = (
        game.turn,
        game.to_play,
        game.terrain,
        game.card,
        game.to_build,
        game.built_this_turn,
        game.stack,
        game.over,
    )
    more = (
        game.turn_state,
        game.free,
        game.walls,
        game.tiles_left,
        game.two_tiles_left,
        game.end_triggered,
        game.last_built,
    )
    return [
        setup_values,
        extras,
        seeds,
        turn_values,
        more,
        game.players,
        game.legal(),
        game.answers(),
        game.to_position(),
    ]


CHOSEN = random_positions("chosen")
TEXT = CHOSEN[-1].to_record()
"""The record of a whole game with nomads and tasks, in which the cards are shuffled more than once."""

FULL = random_positions("everything")
FULL_TEXT = FULL[-1].to_record()
"""The record of a whole game with an Island, capitols, caves, swamp cards and a removed terrain."""


# Writing and reading


@pytest.mark.parametrize("name", [*OPTIONS, *VARIANTS])
def test_a_record_is_written_as_it_was_read(name: str) -> None:
    """A record is read and written as the same text, at the end and in the middle of a game."""
    positions = random_positions(name)
    for game in (positions[0], positions[1], positions[len(positions) // 2], positions[-1]):
        text = game.to_record()
        again = Game.from_record(text)
        assert state(again) == state(game)
        assert again.to_record() == text
        assert state(load(text)) == state(game)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for i, name in enumerate(OPTIONS) if i % 5 == 0] + list(VARIANTS))
def test_every_position_is_restored_exactly(name: str) -> None:
    """The record of a whole game restores every position of it: board, question, deck and hands."""
    positions = random_positions(name)
    text = positions[-1].to_record()
    for at, game in enumerate(positions):
        assert state(Game.from_record(text, at=at)) == state(game)


@pytest.mark.parametrize("name", list(OPTIONS))
def test_a_restored_game_continues_like_the_original(name: str) -> None:
    """A game restored from its first third draws the same cards for the same answers."""
    positions = random_positions(name)
    answers = positions[-1].answers()
    third = len(answers) // 3
    game = Game.from_record(positions[third].to_record())
    for answer in answers[third:]:
        game.play(answer)
    assert state(game) == state(positions[-1])


def test_a_game_restored_with_at_uses_the_recorded_shuffles() -> None:
    """A position in the middle of a record continues with the recorded shuffles, with any seed."""
    text = re.sub(r"(seeds: \d+) \d+", r"\1 777", TEXT)
    answers = CHOSEN[-1].answers()
    game = Game.from_record(text, at=3)
    for answer in answers[3:]:
        game.play(answer)
    assert game.deck == CHOSEN[-1].deck
    assert game.to_position() == CHOSEN[-1].to_position()


@pytest.mark.parametrize("name", ["base for 2", "base+nomads+crossroads for 5", "chosen", "everything"])
def test_recorded_shuffles_override_the_seed(name: str) -> None:
    """With another deck seed in the text, the game up to the last recorded shuffle is the same."""
    game = random_positions(name)[-1]
    assert len(game.deck.shuffles) > 1
    text, changes = re.subn(r"seeds: (\d+) \d+", r"seeds: \1 777", game.to_record())
    assert changes == 1
    again = Game.from_record(text)
    assert again.setup.deck_seed == 777 != game.setup.deck_seed
    assert (again.deck, again.players) == (game.deck, game.players)
    assert again.to_position() == game.to_position()


def test_the_first_letter_of_a_shuffle_is_drawn_first() -> None:
    """The letters of a shuffle are terrain cards in the order of drawing, the start player's first."""
    text = new_game(6, players=3, start=1).to_record()
    order = "FGGCCDDTTFGGCCDDTTFGCDFFT"
    game = Game.from_record(re.sub(r"shuffles: \w+", f"shuffles: {order}", text))
    assert [game.players[seat].hand for seat in (1, 2, 0)] == [(CODES[letter],) for letter in order[:3]]
    assert game.terrain == CODES["F"]
    assert list(reversed(game.deck.draw)) == [CODES[letter] for letter in order[3:]]


def test_a_lower_case_letter_is_a_card_with_swamp() -> None:
    """A lower-case letter is a card with swamp and that terrain; the player then chooses the terrain."""
    text = new_game(6, sets=["marshlands"], cards=["lords", "knights", "miners"], start=0).to_record()
    order = "gfTCDGGGGGCCCCDDDDFFFFFTTTTcdt"
    game = Game.from_record(re.sub(r"shuffles: \w+", f"shuffles: {order}", text))
    assert [game.players[seat].hand for seat in (0, 1)] == [
        (card_number("swamp/grass"),),
        (card_number("swamp/flower"),),
    ]
    assert options(game) == {"swamp", "grass"}
    letters = "GCDFTgcdft"
    assert list(reversed(game.deck.draw)) == [letters.index(letter) for letter in order[2:]]


def test_undone_answers_are_left_out() -> None:
    """A record has the answers that led to the position, without undone ones and their drawn cards."""
    game = CHOSEN[-1].copy()
    for _ in range(40):
        game.undo()
    assert game.to_record() == CHOSEN[-41].to_record()
    answers = game.legal_answers()
    game.play(answers[0])
    game.undo()
    game.play(answers[-1])
    again = Game.from_record(game.to_record())
    assert again.answers() == [*CHOSEN[-41].answers(), answers[-1]]
    assert state(again) == state(game)


def test_a_restored_game_can_be_undone() -> None:
    """All answers of a restored game can be undone."""
    game = Game.from_record(TEXT)
    for original in reversed(CHOSEN[:-1]):
        game.undo()
        assert game.answers() == original.answers()
    assert state(game) == state(CHOSEN[0])


# The text


def test_a_record_is_readable() -> None:
    """A record has its format, a line for each part of the set-up, then a line for each turn with named answers."""
    lines = TEXT.splitlines()
    assert lines[:9] == [
        "kingdom-builder/record-1",
        "rules: 1",
        "players: 2",
        "start: 1",
        "sets: base nomads crossroads",
        "sections: farm:0 quarry:180 city_hall_fort:0 tavern:180",
        "cards: lords shepherds families",
        "tasks: road",
        lines[8],
    ]
    assert re.fullmatch(r"nomads: [a-t]\d+=[a-z:]+ [a-t]\d+=[a-z:]+ [a-t]\d+=[a-z:]+", lines[8])
    assert lines[9] == "seeds: 4 5"
    assert re.fullmatch(r"shuffles: [GCDFT]{25}( [GCDFT]+)+", lines[10])
    assert lines[11] == "answers:"
    turns = lines[12:]
    assert [turn.partition(" ")[0] for turn in turns] == [f"{number}." for number in range(1, CHOSEN[-1].turn + 1)]
    assert all(turn.endswith(" /") for turn in turns)
    words = [word for turn in turns for word in turn.split()[1:]]
    assert words == ["/" if a == END_TURN else answer_name(a) for a in CHOSEN[-1].answers()]


def test_a_record_of_everything_is_readable() -> None:
    """Island, capitols, caves and the removed terrain have their own lines; lower-case letters are swamp cards."""
    lines = FULL_TEXT.splitlines()
    assert lines[3:8] == [
        "start: 0",
        "sets: base nomads crossroads marshlands harvest capitol caves island",
        "sections: oracle:0 quarry:180 canoe:0 harbor:180",
        "cards: scouts mayors rovers",
        lines[7],
    ]
    setup = FULL[0].setup
    assert lines[7].startswith("nomads: ")
    assert lines[8] == "island: tree_house"
    assert lines[9] == f"capitols: {format_hexes(setup.marked('capitols'))}"
    assert lines[10] == f"caves: {format_hexes(setup.marked('caves'))}"
    assert setup.removed_terrain is not None
    assert lines[11] == f"removed: {TERRAINS[setup.removed_terrain]}"
    assert lines[12:14] == ["variants: swamp_cards", "seeds: 29 8"]
    gone = "GCDFT"[setup.removed_terrain]
    kept = "GCDFT".replace(gone, "")
    assert Counter(lines[14].split()[1]) == dict.fromkeys(kept, 5) | dict.fromkeys(kept.lower(), 1)
    assert lines[15] == "answers:"
    words = [word for line in lines[16:] for word in line.split()]
    assert any(word.startswith("i:") for word in words)
    assert "pass" in words


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("base for 2", "island capitols caves removed variants tasks nomads"),
        ("base+capitol for 2", "island caves removed variants"),
        ("base+caves for 2", "island capitols removed variants"),
        ("base+island for 2", "capitols caves removed variants"),
        ("chosen", "island capitols caves removed variants"),
    ],
)
def test_parts_not_in_play_have_no_line(name: str, missing: str) -> None:
    """A record has a line only for parts that are in play."""
    keys = {
        line.partition(":")[0] for line in random_positions(name)[0].to_record().partition("answers:")[0].splitlines()
    }
    assert not keys & set(missing.split())
    assert keys >= {"rules", "players", "start", "sets", "sections", "cards", "seeds", "shuffles"}


@pytest.mark.parametrize(("corner", "capitols"), [("oracle", 1), ("tavern", 0)])
def test_a_queenie_without_hexes_has_no_line(corner: str, capitols: int) -> None:
    """Without Oracle and Harbor there is no capitol and no line, even with the set in use."""
    game = new_game(3, sets=["base", "capitol"], sections=["farm", "oasis", "tower", corner])
    lines = game.to_record().splitlines()
    assert "sets: base capitol" in lines
    assert sum(line.startswith("capitols:") for line in lines) == capitols
    assert Game.from_record(game.to_record()).setup.sets == ("base", "capitol")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("two cards", "variants: two_cards"),
        ("both variants", "variants: two_cards without_lords"),
        ("always swamp cards", "variants: swamp_cards"),
        ("all variants", "variants: two_cards without_lords swamp_cards"),
        ("marshlands for 2", "variants: swamp_cards"),
        ("chosen", None),
    ],
)
def test_variants_are_in_the_record(name: str, line: str | None) -> None:
    """The variants of a game have their own line, which is left out if there is none."""
    lines = [found for found in random_positions(name)[0].to_record().splitlines() if found.startswith("variants")]
    assert lines == ([line] if line else [])


def test_a_record_is_compact() -> None:
    """The record of a base game for two is below 3,000 characters."""
    for seed in range(25):
        game, bot = new_game(seed), RandomBot(seed)
        while not game.over:
            game.play(bot.answer(game.view(game.active)))
        assert len(game.to_record()) < 3000


HEAD, _, TURNS = TEXT.partition("answers:")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(HEAD + "answers: " + " ".join(TURNS.split()), id="all in one line"),
        pytest.param(HEAD + "answers:\n" + "\n".join(TURNS.split()), id="each word on a line"),
        pytest.param(HEAD + "answers:\n\n   " + TURNS.replace(" ", "\n\n\t"), id="blank lines"),
        pytest.param(HEAD + "answers:" + re.sub(r"\d+\. ", "", TURNS), id="without the numbers of turns"),
        pytest.param(TEXT.replace("\n", "\r\n"), id="line ends of Windows"),
        pytest.param("\n\n" + TEXT + "\n\n", id="blank lines around"),
        pytest.param(re.sub("^", "  ", TEXT, flags=re.MULTILINE), id="indented"),
    ],
)
def test_line_breaks_and_numbers_of_turns_do_not_matter(text: str) -> None:
    """Blanks and line breaks among the answers mean the same, and the numbers of turns are optional."""
    game = Game.from_record(text)
    assert state(game) == state(CHOSEN[-1])
    assert game.to_record() == TEXT


def test_a_seed_may_be_unknown() -> None:
    """A game whose set-up has no seed has `-` instead."""
    text = TEXT.replace("seeds: 4 5", "seeds: - 5")
    game = Game.from_record(text)
    assert game.setup.seed is None
    assert game.to_record() == text


@pytest.mark.parametrize("kind", ["position", "sample"])
def test_a_game_without_a_set_up_has_no_record(kind: str) -> None:
    """The record of a game from a position file or of a sampled game is an error."""
    game = Game.from_position(CHOSEN[9].to_position()) if kind == "position" else CHOSEN[9].view(0).sample(3)
    with pytest.raises(ValueError, match="has no record"):
        write_record(game)


# Broken records


def error_message(text: str, at: int | None = None) -> str:
    """Return the error message for a record, after checking that it is one line."""
    with pytest.raises(RecordError) as caught:
        Game.from_record(text, at)
    message = str(caught.value)
    assert message.splitlines() == [message]
    assert problem_text(catalogue("en"), caught.value) == message
    assert problem_text(catalogue("fr"), caught.value) != message
    return message


def with_line(key: str, value: str | None, text: str = TEXT) -> str:
    """Return a valid record with one line changed, added before the answers, or left out."""
    head, _, turns = text.partition("answers:")
    lines = [line for line in head.splitlines() if not line.startswith(f"{key}:")]
    where = next((i for i, line in enumerate(head.splitlines()) if line.startswith(f"{key}:")), len(lines))
    if value is not None:
        lines.insert(where, f"{key}: {value}")
    return "\n".join(lines) + "\nanswers:" + turns


SHUFFLES = re.findall("[GCDFT]+", re.findall("shuffles: (.*)", TEXT)[0])
NOMADS = re.findall("nomads: (.*)", TEXT)[0]


@pytest.mark.parametrize("text", ["", "\n", "nonsense", "kingdom-builder/record-2\n", TEXT.partition("\n")[2], "{}"])
def test_the_first_line_must_name_the_format(text: str) -> None:
    """A text that does not begin with the format is rejected."""
    assert error_message(text) == "line 1: expected 'kingdom-builder/record-1'"


@pytest.mark.parametrize("key", ["rules", "players", "start", "sets", "sections", "cards", "seeds", "shuffles"])
def test_a_missing_line_is_named(key: str) -> None:
    """All lines but tasks, nomads and variants are required."""
    assert error_message(with_line(key, None)) == f"there is no line '{key}:'"


def test_the_line_answers_is_required() -> None:
    """A record without the line `answers:` is rejected."""
    assert error_message(HEAD) == "there is no line 'answers:'"


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("colour", "red", "'colour: red': expected one of rules, players"),
        ("rules", "2", "rules: made under version 2, this program plays version 1"),
        ("rules", "", "rules: made under version"),
        ("players", "1", "players: expected 2 to 5, found 1"),
        ("players", "6", "players: expected 2 to 5, found 6"),
        ("players", "two", "players: expected a number, found 'two'"),
        ("players", "-2", "players: expected a number, found '-2'"),
        ("players", "²", "players: expected a number, found '²'"),
        ("players", "9" * 5000, "players: "),
        ("start", "2", "start: expected a seat from 0 to 1, found 2"),
        ("start", "", "start: expected a number, found ''"),
        (
            "sets",
            "base seafarers",
            "sets: 'seafarers' is not one of base, nomads, crossroads, marshlands, harvest, capitol, caves, island",
        ),
        ("sets", "base queenies", "sets: 'queenies' is not one of base"),
        ("sets", "base nomads base", "sets: 'base' stands there twice"),
        ("sections", "farm:0 quarry:180 city_hall_fort:0", "sections: a board has 4 sections, not 3"),
        ("sections", "farm:0 quarry:180 city_hall_fort:0 tavern:0 tower:0", "sections: a board has 4 sections, not 5"),
        ("sections", "", "sections: a board has 4 sections, not 0"),
        ("sections", "nowhere:0 quarry:180 city_hall_fort:0 tavern:180", "sections: 'nowhere' is not a section"),
        ("sections", "?:0 quarry:180 city_hall_fort:0 tavern:180", "sections: '?' is not a section"),
        ("sections", "farm:90 quarry:180 city_hall_fort:0 tavern:180", "sections: a section is turned by 0 or 180"),
        ("sections", "farm:0 tower:0 city_hall_fort:0 tavern:180", "nomads: expected a tile for every nomad space"),
        ("cards", "lords kings families", "cards: 'kings' is not one of fishermen"),
        ("cards", "lords lords families", "cards: 'lords' stands there twice"),
        ("tasks", "railway", "tasks: 'railway' is not one of home_country"),
        ("tasks", "road road", "tasks: 'road' stands there twice"),
        ("nomads", None, "nomads: expected a tile for every nomad space of the board and no other"),
        (
            "nomads",
            NOMADS.rpartition(" ")[0],
            "nomads: expected a tile for every nomad space of the board and no other",
        ),
        ("nomads", f"{NOMADS} a1=sword", "nomads: expected a tile for every nomad space of the board and no other"),
        ("nomads", f"{NOMADS} i:a1=sword", "nomads: expected a tile for every nomad space of the board and no other"),
        ("nomads", f"{NOMADS} sword", "nomads: expected hex=tile, found 'sword'"),
        ("nomads", f"{NOMADS} z9=sword", "nomads: expected hex=tile, found 'z9=sword'"),
        ("nomads", f"{NOMADS} a1=dagger", "nomads: 'dagger' is not a nomad tile"),
        ("nomads", f"{NOMADS} a1=farm", "nomads: 'farm' is not a nomad tile"),
        ("variants", "three_cards", "variants: 'three_cards' is not one of two_cards, without_lords, swamp_cards"),
        ("variants", "swamp_cards", "shuffles: number 1 does not hold the cards of the pile"),
        ("removed", "grass", "removed: expected with the Scouts card, and only with it"),
        ("capitols", "a1", "capitols: a1 is not a castle"),
        ("seeds", "4", "seeds: expected two numbers"),
        ("seeds", "4 5 6", "seeds: expected two numbers"),
        ("seeds", "four 5", "seeds: expected a number, found 'four'"),
        ("seeds", "4 -", "seeds: expected a number, found '-'"),
        ("seeds", "4 " + "9" * 5000, "seeds: "),
        ("shuffles", "x" * 25, "shuffles: 'xxxxxxxxxxxxxxxxxxxxxxxxx' is not made of the letters GCDFTgcdft"),
        ("shuffles", SHUFFLES[0][:24], "shuffles: number 1 does not hold the cards of the pile"),
        ("shuffles", SHUFFLES[0] + "G", "shuffles: number 1 does not hold the cards of the pile"),
        ("shuffles", "G" * 25, "shuffles: number 1 does not hold the cards of the pile"),
        ("shuffles", "S" + SHUFFLES[0][1:], f"shuffles: 'S{SHUFFLES[0][1:]}' is not made of the letters GCDFTgcdft"),
        (
            "shuffles",
            SHUFFLES[0][0].lower() + SHUFFLES[0][1:],
            "shuffles: number 1 does not hold the cards of the pile",
        ),
    ],
)
def test_a_broken_line_is_rejected(key: str, value: str | None, message: str) -> None:
    """A wrong line is rejected with one line that says what was expected."""
    assert error_message(with_line(key, value)).startswith(message)


FULL_SHUFFLE = re.findall("shuffles: (.*)", FULL_TEXT)[0].split()[0]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("island", "atlantis", "island: 'atlantis' is not a side of the Island"),
        ("island", "", "island: '' is not a side of the Island"),
        ("island", "rope_bridge tree_house", "island: 'rope_bridge tree_house' is not a side"),
        ("capitols", "a1", "capitols: a1 is not a castle"),
        ("capitols", "d2 u1", "capitols: 'u1' is not a hex"),
        ("capitols", "castle", "capitols: 'castle' is not a hex"),
        ("caves", "a1", "caves: a1 is not a mountain"),
        ("caves", "d2", "caves: d2 is not a mountain"),
        ("caves", "a6 z9", "caves: 'z9' is not a hex"),
        ("removed", "lava", "removed: "),
        ("removed", "", "removed: "),
        ("removed", "swamp", "removed: "),
        ("removed", "water", "removed: "),
        ("removed", "farmland", "removed: "),
        ("removed", None, "removed: expected with the Scouts card, and only with it"),
        ("variants", None, "shuffles: number 1 does not hold the cards of the pile"),
        ("shuffles", FULL_SHUFFLE.upper(), "shuffles: number 1 does not hold the cards of the pile"),
        ("shuffles", FULL_SHUFFLE[1:], "shuffles: number 1 does not hold the cards of the pile"),
        ("shuffles", "s" + FULL_SHUFFLE[1:], f"shuffles: 's{FULL_SHUFFLE[1:]}' is not made of the letters"),
        ("cards", "scouts mayors mayor", "cards: 'mayor' is not one of fishermen"),
    ],
)
def test_a_broken_line_of_the_other_sets_is_rejected(key: str, value: str | None, message: str) -> None:
    """The lines of Island, capitols, caves and the removed terrain are checked like the others."""
    assert error_message(with_line(key, value, FULL_TEXT)).startswith(message)


def test_the_terrain_that_scouts_removes_is_required() -> None:
    """A game with the Scouts card has a removed terrain, and without that card none (R2.20)."""
    with_card = new_game(1, sets=["base", "marshlands"], sections=["farm", "oasis", "barn", "tower"], cards=["scouts"])
    letters = "GGGGGCCCCCDDDDDFFFFFTTTTT"
    text = with_line("shuffles", letters, with_line("removed", None, with_card.to_record()))
    assert error_message(text).startswith("removed: ")
    without = new_game(1, sections=["farm", "oasis", "barn", "tower"]).to_record()
    assert error_message(with_line("shuffles", letters[5:], with_line("removed", "grass", without))).startswith(
        "removed: "
    )


def test_a_line_without_a_colon_is_rejected() -> None:
    """All lines before the answers must have a known name and a colon."""
    assert error_message(TEXT.replace("start: 1", "start 1")).startswith("'start 1': expected one of rules")


def test_a_later_shuffle_with_wrong_cards_is_rejected_with_its_answer() -> None:
    """A shuffle in the middle of a game must have the discarded cards; the error names the answer."""
    number = next(i for i, game in enumerate(CHOSEN) if len(game.deck.shuffles) == 2)
    before = CHOSEN[number - 1]
    message = error_message(with_line("shuffles", f"{SHUFFLES[0]} {'G' * len(SHUFFLES[1])}"))
    assert message.startswith(f"answer {number}, turn {before.turn + 1}, seat {before.to_play}: shuffles: number 2 ")


def test_a_missing_shuffle_is_rejected() -> None:
    """A record must have every shuffle of its answers; the seed does not replace a missing one."""
    number = next(i for i, game in enumerate(CHOSEN) if len(game.deck.shuffles) == 2)
    assert error_message(with_line("shuffles", SHUFFLES[0])).startswith(f"answer {number}, turn ")
    assert error_message(with_line("shuffles", "")).startswith("shuffles: ")


def with_answer(number: int, word: str) -> str:
    """Return the valid record with its answer of that number, counted from 1, replaced."""
    words = TURNS.split()
    places = [i for i, found in enumerate(words) if not re.fullmatch(r"\d+\.", found)]
    words[places[number - 1]] = word
    return HEAD + "answers:\n" + " ".join(words)


@pytest.mark.parametrize("word", ["xyzzy", "a21", "u1", "20,0", "a1.", "//", "1", "²."])
def test_an_unknown_word_is_rejected(word: str) -> None:
    """A word that is no answer is rejected, and the error quotes it."""
    message = error_message(with_answer(2, word))
    assert message.startswith("answer ")
    assert repr(word) in message


@pytest.mark.parametrize("number", [1, 2, 30])
def test_the_error_of_an_unknown_word_has_its_number(number: int) -> None:
    """The number in the message is that of the answer; the numbers of turns are no answers."""
    assert error_message(with_answer(number, "xyzzy")).startswith(f"answer {number}:")


@pytest.mark.parametrize("number", [1, 2, 30])
@pytest.mark.parametrize("word", ["t1", "i:a1", "sword", "take_back", "grass"])
def test_the_error_of_an_illegal_answer_has_its_number(number: int, word: str) -> None:
    """An illegal answer is rejected, and the error has its number, its turn, its seat and its name."""
    before = CHOSEN[number - 1]
    assert answer_number(word) not in before.legal_answers()
    message = error_message(with_answer(number, word))
    assert message.startswith(f"answer {number}, turn {before.turn + 1}, seat {before.to_play}: {word} is not ")


def test_an_answer_after_the_end_is_rejected() -> None:
    """An answer after the end of the game is an error."""
    assert error_message(TEXT + " a1").endswith(f"turn {CHOSEN[-1].turn + 1}: a1 is not allowed: the game is over")


def test_r3_36_a_record_that_no_longer_fits_names_the_move() -> None:
    """A silo moved a piece twice: the error has the number, the turn, the seat, the answer and the reason."""
    text, number, piece = record_with_a_piece_moved_twice()
    game = Game.from_record(text, at=number - 1)
    expected = (
        f"answer {number}, turn {game.turn + 1}, seat {game.to_play}: {piece} is not allowed: moved_already (R3.36)"
    )
    assert error_message(text) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [("\n1. ", "\n2. "), ("\n2. ", "\n1. "), ("\n3. ", "\n03. "), ("\n3. ", "\n4. "), ("/\n", "/ 9.\n")],
)
def test_a_wrong_number_of_a_turn_is_rejected(old: str, new: str) -> None:
    """Numbers of turns must be right, so that a lost line is an error."""
    assert re.match(r"answer \d+: expected turn \d+, found '\d+\.'", error_message(TEXT.replace(old, new, 1)))


def test_at_beyond_the_end_is_rejected() -> None:
    """`at` beyond the last answer is an error."""
    count = len(CHOSEN) - 1
    assert state(Game.from_record(TEXT, at=count)) == state(CHOSEN[-1])
    assert error_message(TEXT, at=count + 1) == f"there is no answer {count + 1}, the record has {count}"


def test_record_errors_are_value_errors() -> None:
    """Callers that load a text of either kind need to catch only ValueError."""
    with pytest.raises(ValueError, match=r"^line 1: expected"):
        load("nonsense")


# Random texts


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Draw a valid record with some characters replaced, left out or added, or a line moved."""
    text = draw(st.sampled_from([HEAD + "answers:" + TURNS[:200], TEXT, FULL_TEXT]))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 3))
        some = st.text(max_size=3) | st.sampled_from(
            ["\n", " ", "/", "0", "99", "a1", "G", ":", "=", "²", "end_turn", "i:"]
        )
        text = text[:at] + draw(some | st.just(text[at : at + 2 * length])) + text[at + length :]
    lines = text.split("\n")
    if draw(st.booleans()):
        lines.insert(draw(st.integers(0, len(lines))), lines.pop(draw(st.integers(0, len(lines) - 1))))
    return "\n".join(lines)


@given(mutated())
@settings(max_examples=250)
def test_any_text_is_read_or_rejected(text: str) -> None:
    """A changed record can be read and written again, or is rejected with one line."""
    try:
        game = Game.from_record(text)
    except RecordError:
        error_message(text)
        return
    assert state(Game.from_record(game.to_record())) == state(game)
