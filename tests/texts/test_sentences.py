"""Which sentence is said in which situation."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import kingdom_builder.cli
from kingdom_builder.engine.hexes import ALL_HEXES, parse_hex
from kingdom_builder.engine.question import Question
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.sets.registry import REGISTRY, answer_number, option_number
from kingdom_builder.setup.options import GENERAL_OPTIONS, set_options
from kingdom_builder.table.diff import diff_players
from kingdom_builder.texts.catalogue import LANGUAGES, catalogue, parameters
from kingdom_builder.texts.log import answer_lines, table_line, talk_line, undo_line
from kingdom_builder.texts.sentences import option_name, question_sentences, reason_sentence, text, waiting_sentence
from tests.drawing import table
from tests.random_play import random_answers, random_game
from tests.texts.names import ACTIONS

ENGLISH = catalogue("en")
NAMES = ["Ada", "Bo", "Cleo"]
VARIANTS = {"more", "end_turn", "tile", "options", "hexes", "terrain"}


def options(*names: str) -> tuple[int, ...]:
    return tuple(map(option_number, names))


def asked(question: Question) -> str:
    return " ".join(ENGLISH.say(said, NAMES) for said in question_sentences(question))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (Question(0, "turn", "mandatory", 1, (), "grass", 3), "Build 3 on grass."),
        (
            Question(0, "turn", "mandatory", 1, options("farm"), "grass", 1),
            "Build 1 on grass. Or use a tile first.",
        ),
        (
            Question(0, "turn", "mandatory", 1, options("outpost"), "grass", 3),
            "Build 3 on grass. With an outpost, one settlement may stand away from your others.",
        ),
        (Question(0, "turn", "extra", 0, options("end_turn")), "End your turn."),
        (Question(0, "turn", "extra", 0, options("end_turn", "farm")), "Use a tile, or end your turn."),
        (Question(0, "turn", "choose_card", 0, options("grass", "swamp")), "Choose your terrain for this turn."),
        (
            Question(0, "turn", "choose_card", 0, options("grass", "end_turn", "farm")),
            "Choose your terrain for your tiles, use a tile, or end your turn.",
        ),
        (Question(0, "farm", "build", 1, (), "grass", 1), "Farm: build 1 settlement on grass."),
        (Question(0, "tower", "build", 1, (), "land", 1), "Tower: build on the edge of the board."),
        (
            Question(0, "barn", "pick_piece", 1, (), "desert"),
            "Barn: which of your settlements do you put in the desert?",
        ),
        (Question(0, "paddock", "pick_piece", 1, (), "land"), "Paddock: which of your settlements jumps two hexes?"),
        (
            Question(0, "resettlement", "pick_piece", 1, options("stop"), "land", 2),
            "Resettlement: you have 2 steps left. Choose a settlement, or stop.",
        ),
        (
            Question(0, "wagon", "step", 1, options("stop"), None, 2, parse_hex("e5").hex),
            "Wagon: move on from e5, up to 2 more hexes, or stop.",
        ),
        (Question(0, "cathedral", "cathedral", 0, options("collect"), "grass", 2), "Cathedral: take a number tile."),
        (
            Question(0, "cathedral", "cathedral", 1, options("outpost"), "grass", 2),
            "Cathedral: build up to 2 settlements on grass. "
            "With an outpost, one settlement may stand away from your others.",
        ),
    ],
)
def test_a_question_says_what_can_be_chosen(question, said):
    assert asked(question) == said


def test_the_others_are_told_who_is_asked_for_what():
    waiting = waiting_sentence(Question(1, "donation:water", "build", 1, (), "water", 3))
    assert ENGLISH.say(waiting, NAMES) == "Bo builds 3 settlements on water (Donation (water))."


@pytest.mark.parametrize(
    ("reason", "action", "stage", "said"),
    [
        (Reason("occupied", "R4.1", {"kind": "ship", "owner": 0}), "farm", "build", "You have a ship here already."),
        (Reason("occupied", "R4.1", {"kind": "ship", "owner": 1}), "farm", "build", "Bo has a ship here already."),
        (Reason("occupied", "R4.1", {"kind": "wall"}), "farm", "build", "There is a wall here already."),
        (
            Reason("occupied", "R0.21", {"kind": "settlement", "owner": 0}),
            "barn",
            "move_to",
            "The piece comes from here: it must go elsewhere.",
        ),
        (Reason("special_hex", "R0.4", {"kind": "castle"}), "farm", "build", "Nothing ever stands on a castle."),
        (Reason("must_be_adjacent", "R4.4"), "oasis", "build", "Next to your settlements there is still free desert."),
        (
            Reason("must_be_adjacent", "R4.4"),
            "tower",
            "build",
            "Next to your settlements there is still free land on the edge.",
        ),
        (Reason("must_be_adjacent", "R4.4"), "canoe", "react", "Next to your settlements there is still free water."),
        (
            Reason("must_be_adjacent", "R4.4"),
            "barn",
            "move_to",
            "Next to your other settlements there is still free desert.",
        ),
        (
            Reason("needs_own_neighbour", "R5.30"),
            "scout_cabin",
            "scout",
            "A scout must touch one of your settlements or another scout.",
        ),
        (Reason("no_hex_asked", "R3.1"), "turn", "extra", "Nothing is left to build in this turn."),
        (
            Reason("on_board_already", "R1.9", {"kind": "wall"}),
            "quarry",
            "wall",
            "All walls are on the board already.",
        ),
    ],
)
def test_a_reason_says_what_stands_in_the_way(reason, action, stage, said):
    question = Question(0, action, stage, 0, (), "desert")
    assert ENGLISH.say(reason_sentence(reason, 0, question, "water"), NAMES) == said


def test_an_option_is_called_by_its_button_or_its_tile():
    called = [ENGLISH.name(option_name(name)) for name in ("end_turn", "flower", "farm_action", "donation:desert")]
    assert called == ["End turn", "Flower field", "Farm action", "Donation (desert)"]


def log(before, answer, changes, revealed=None):
    after = before.copy()
    after.play(answer)
    return [
        ENGLISH.say(line["sentence"], NAMES)
        for line in answer_lines(before.question, before, after, answer, changes, revealed)
    ]


def change(seat=0, **what):
    return {"seat": seat, "placed": [], "removed": [], "gained": [], "lost": [], "gold": 0, **what}


def test_the_log_names_what_a_build_brings():
    game = table("G0 G farm", terrain="grass")
    answer = answer_number("b1")
    lines = log(game, answer, [change(placed=[answer], gained=["farm"], gold=2)])
    assert lines == ["Ada builds on b1.", "Ada takes the tile Farm.", "Ada earns 2 gold."]


def test_the_second_tile_of_a_kind_is_its_bonus_tile():
    game = table("G0 G G", terrain="grass")
    answer = answer_number("b1")
    lines = log(game, answer, [change(placed=[answer], gained=["canoe", "canoe"])])
    assert lines[1:] == ["Ada takes the tile Canoe.", "Ada also takes the Canoe bonus."]


def test_the_log_names_what_happened_at_the_table():
    lines = [
        table_line("started", None),
        table_line("joined", 1, name="Bo"),
        undo_line(1, 2, [3]),
        talk_line(0, text("phrase.hello")),
    ]
    assert [ENGLISH.say(line["sentence"], NAMES) for line in lines] == [
        "The game begins.",
        "Bo takes a seat.",
        "Bo takes back 2 steps.",
        "Ada: Hello!",
    ]
    assert [line["kind"] for line in lines] == ["table", "table", "move", "talk"]


def test_no_question_reason_or_log_text_is_out_of_reach():
    """A header line with a mistake in its key would never be said."""
    stages = {key.split(".")[1] for key in ENGLISH.texts if key.startswith("waiting.")}
    kinds = {key.split(".")[1] for key in ENGLISH.texts if key.startswith("article.")}
    lost = []
    for key in ENGLISH.texts:
        family, *rest = key.split(".")
        known = {
            "question": [stages | {"offered", "adjacent"}, VARIANTS | {*ACTIONS, "besides"}, VARIANTS],
            "waiting": [stages, {*ACTIONS}],
            "reason": [
                {*REGISTRY.reasons},
                {*ACTIONS} | stages | kinds | {"own", "other", "origin", "terrain", "kind"},
            ],
        }.get(family)
        if known and not all(part in words for part, words in zip(rest, known, strict=False)):
            lost.append(key)
    assert lost == []


def test_every_text_of_the_commands_is_used():
    sources = "".join(path.read_text() for path in sorted(Path(kingdom_builder.cli.__file__).parent.glob("*.py")))
    named = set(re.findall(r"""["']([a-z_.]+)["']""", sources))
    named |= {f"option.{option.name}" for option in (*GENERAL_OPTIONS, *set_options())}
    built = [
        re.sub(r"\{[^{}]*\}", r"[a-z_.]+", found)
        for found in re.findall(r"""f["']([a-z_]+\.\{[^{}]+\})["'\]]""", sources)
        if not found.startswith("option.")
    ]
    keys = [key.removeprefix("cli.") for key in ENGLISH.texts if key.startswith("cli.")]
    keys = [key for key in keys if not key.startswith("argparse.")]
    assert [key for key in keys if key not in named and not any(re.fullmatch(rule, key) for rule in built)] == []


@pytest.mark.parametrize("seed", range(12))
def test_everything_in_a_whole_game_can_be_said(seed):
    """Every question, every reason and every line of the log has its text in both languages, with all parameters."""
    game = random_game(seed)
    chance = random.Random(seed)
    names = [f"player {seat}" for seat in range(len(game.players))]
    for answer in random_answers(game, chance):
        question, before = game.question, game.copy()
        assert question is not None
        sentences = [*question_sentences(question), waiting_sentence(question)]
        for h in chance.sample(ALL_HEXES, 3):
            reason = game.why_not(h)
            if reason is not None:
                sentences.append(reason_sentence(reason, question.seat, question, "grass"))
        game.play(answer)
        changes = diff_players(before, game)
        sentences += [line["sentence"] for line in answer_lines(question, before, game, answer, changes, None)]
        for said in sentences:
            for language in LANGUAGES:
                assert parameters(said["key"]) == said["params"].keys()
                assert "{" not in catalogue(language).say(said, names)
