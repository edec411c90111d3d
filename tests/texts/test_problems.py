"""Every problem of a set-up, a position file or a record is a code with a text in every language."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

import kingdom_builder
from kingdom_builder import IllegalAnswer, PositionError, RecordError, SetupError
from kingdom_builder.engine.fields import Field
from kingdom_builder.game import load, new_game
from kingdom_builder.sets.problems import RecordProblem, SetupProblem
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.texts.catalogue import LANGUAGES, catalogue
from kingdom_builder.texts.problems import problem_sentence, problem_text

SOURCES = Path(kingdom_builder.__file__).parent
OF_PROGRAMMERS = {
    "formats/field_order.py": 1,  # a set whose fields follow none of the others
    "formats/position_file.py": 1,  # a position file of a game with fewer settlements, which only code can make
    "formats/record.py": 1,  # a record of a game without a set-up
    "setup/curriculum.py": 3,  # a smaller game, which only code can make
    "setup/sections.py": 1,  # the Island is turned
}
"""How many ValueErrors of a file are mistakes in code, not in input."""


def modules() -> Iterator[Path]:
    """Yield the modules that read options and files; sections have a format and messages of their own."""
    for folder in ("setup", "formats", "sets"):
        yield from sorted((SOURCES / folder).rglob("*.py"))
    yield SOURCES / "game.py"
    yield SOURCES / "engine" / "fields.py"


def plain_errors(path: Path) -> int:
    """Return how often a module raises a plain ValueError."""
    raised = [node.exc for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Raise)]
    calls = [exc.func for exc in raised if isinstance(exc, ast.Call)]
    return sum(isinstance(func, ast.Name) and func.id == "ValueError" for func in calls)


def test_wrong_options_and_files_never_raise_a_plain_error():
    found = {path.relative_to(SOURCES).as_posix(): plain_errors(path) for path in modules()}
    del found["sets/registry.py"]  # mistakes in the entries of sets
    assert {name: count for name, count in found.items() if count} == OF_PROGRAMMERS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_a_text_and_every_text_a_problem(language):
    codes = {key.removeprefix("problem.") for key in catalogue(language).texts if key.startswith("problem.")}
    assert codes == REGISTRY.problems.keys()


def test_the_english_text_is_the_message():
    with pytest.raises(SetupError) as caught:
        new_game(1, players=9)
    assert catalogue("en").say(problem_sentence(caught.value)) == str(caught.value)


def test_a_wrong_set_up_is_explained_in_french():
    with pytest.raises(SetupError) as caught:
        new_game(1, sections=["farm"] * 5)
    said = "Sections\u00a0: un plateau a 4 sections, pas 5"
    assert problem_text(catalogue("fr"), caught.value) == said
    assert catalogue("fr").say(problem_sentence(caught.value)) == said


def test_a_wrong_position_is_explained_in_french():
    with pytest.raises(PositionError) as caught:
        load('{"format": "kingdom-builder/position-1"}')
    said = "board\u00a0: il faut les quatre sections, ou rows et locations"
    assert catalogue("fr").say(problem_sentence(caught.value)) == said


def test_an_error_inside_an_error_is_translated_too():
    with pytest.raises(RecordError) as caught:
        load(new_game(1).to_record() + "1. nowhere\n")
    assert str(caught.value) == "answer 1: 'nowhere' is neither a hex (a1 to t20, or row,col) nor an option"
    said = "réponse 1\u00a0: 'nowhere' n’est ni une case (a1 à t20, ou ligne,colonne) ni une option"
    assert problem_text(catalogue("fr"), caught.value) == said


def test_an_illegal_answer_of_a_record_is_explained_in_french():
    with pytest.raises(RecordError) as caught:
        load(new_game(1).to_record() + "1. end_turn\n")
    said = problem_text(catalogue("fr"), caught.value)
    assert said.startswith("réponse 1, tour 1, place ")
    assert "end_turn n’est pas proposé maintenant" in said


def test_an_error_survives_the_way_to_another_process():
    error = pickle.loads(pickle.dumps(SetupError(SetupProblem.SET_TWICE, name="'base'")))
    assert (type(error), str(error), error.params) == (SetupError, "sets: 'base' is named twice", {"name": "'base'"})
    with pytest.raises(IllegalAnswer) as caught:
        new_game(1).play(0 if 0 not in new_game(1).legal_answers() else 1)
    assert pickle.loads(pickle.dumps(caught.value)).reason == caught.value.reason


def test_a_parameter_may_contain_braces():
    error = Field("supply", {"a": "{n}"}).error(RecordProblem.EXPECTED_DIGITS, key="supply")
    assert str(error) == 'supply: expected a number, found {"a": "{n}"}'
    assert problem_text(catalogue("en"), error) == str(error)
