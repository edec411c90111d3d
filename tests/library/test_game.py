"""The games of the library: names and numbers everywhere, nothing that breaks the rules, clear errors."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kingdom_builder as kb
from kingdom_builder.setup.builder import ALL_SETS


def after(answers: int, seed: int = 7, **options: object) -> kb.Game:
    """Return a game after some random answers."""
    game = kb.new_game(seed, **options)  # type: ignore[arg-type]
    chance = random.Random(seed)
    for _ in range(answers):
        game.play(chance.choice(game.legal_answers()))
    return game


@pytest.mark.parametrize("seed", range(4))
def test_an_answer_is_named_the_same_way_everywhere(seed: int) -> None:
    """A number, an `Answer` and a name give the same in is_legal, why_not and play, for every answer."""
    game = after(30 * seed, seed, sets="all")
    legal = game.legal_answers()
    assert legal == [*game.legal_hexes, *game.legal_options]
    for number in range(kb.ANSWERS):
        name = kb.answer_name(number)
        assert kb.answer_number(name) == kb.answer_number(number) == number
        assert game.is_legal(number) is game.is_legal(name) is (number in legal)
        reason = game.why_not(number)
        assert reason == game.why_not(name)
        assert (reason is None) is (number in legal)
    by_name, by_number = game.copy(), game.copy()
    by_name.play(str(legal[0]))
    by_number.play(int(legal[0]))
    game.play(legal[0])
    assert by_name == by_number == game
    assert game.last_answer == legal[0]


def test_a_hex_can_be_written_as_people_do() -> None:
    """`E5`, `4,4`, `i:a1` and `84` are hexes, `End turn` is an option."""
    assert [kb.answer_number(text) for text in ("E5", "4,4", "84", "i:a1", " End turn ")] == [84, 84, 84, 400, 450]


@pytest.mark.parametrize("wrong", [None, 84.0, []])
def test_what_is_neither_a_number_nor_a_name_is_a_type_error(wrong: Any) -> None:
    """The message says what an answer is."""
    for call in (kb.new_first_game(1).play, kb.Answer):
        with pytest.raises(TypeError, match="expected an answer, by its number or name, not "):
            call(wrong)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("zz", "'zz' is neither a hex"),
        ("a21", "'a21' is neither a hex"),
        (-1, "they go from 0 to 549"),
        (550, "they go from 0 to 549"),
        ("farm", "farm is not offered now"),
        (549, "unused_549 is not offered now"),
        ("a1", r"^a1 is not allowed: This hex is flower field; it must be grass\. \[R3\.7\]$"),
    ],
)
def test_a_wrong_answer_is_an_illegal_answer_and_changes_nothing(answer: int | str, message: str) -> None:
    """Every answer that cannot be played raises IllegalAnswer, a ValueError, with the reason."""
    game = kb.new_first_game(1)
    before = game.copy()
    with pytest.raises(kb.IllegalAnswer, match=message):
        game.play(answer)
    assert game == before


@pytest.mark.parametrize("answer", ["a1", "farm"])
def test_an_illegal_answer_carries_the_reason_of_why_not(answer: str) -> None:
    """The reason is the library's, with its text, and survives the way to another process."""
    game = kb.new_first_game(1)
    with pytest.raises(kb.IllegalAnswer) as caught:
        game.play(answer)
    assert isinstance(caught.value.reason, kb.Reason)
    assert caught.value.reason == game.why_not(answer)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.reason) == (str(caught.value), caught.value.reason)


def test_a_boolean_is_no_answer() -> None:
    """True and False are not the hexes with the numbers 1 and 0."""
    game = kb.new_first_game(1)
    for method in (game.play, game.is_legal, game.why_not, kb.Answer, game.piece_at):
        with pytest.raises(TypeError, match="expected an answer, by its number or name, not True"):
            method(True)


def test_tracebacks_show_the_public_names_of_errors() -> None:
    """The class of a public error is shown, and pickled, by its public name."""
    errors = [getattr(kb, name) for name in kb.__all__]
    errors = [error for error in errors if isinstance(error, type) and issubclass(error, Exception)]
    assert len(errors) >= 7
    for error in errors:
        assert error.__module__ == "kingdom_builder"
        assert getattr(kb, error.__qualname__) is error


def test_the_seed_of_a_sample_is_a_number() -> None:
    """Otherwise the error says so."""
    with pytest.raises(TypeError, match="seed: expected a whole number, not None"):
        kb.new_first_game(1).view(0).sample(None)  # type: ignore[arg-type]


def test_an_unknown_option_of_a_game_is_an_error_with_all_known_ones() -> None:
    """Those of every set-up, and those of the sets."""
    parameters = [name for name in inspect.signature(kb.new_game).parameters if name not in ("seed", "options")]
    with pytest.raises(kb.SetupError, match="playerz: there is no such option, expected one of players, ") as caught:
        kb.new_game(7, playerz=2)
    listed = str(caught.value).partition("one of ")[2].split(", ")
    assert {*parameters, "island", "capitols", "caves", "always_swamp_cards"} == set(listed)


def test_an_option_is_no_hex() -> None:
    """Where a hex is asked for, an option is an error that says so."""
    with pytest.raises(ValueError, match="farm is an option, not a hex"):
        kb.new_game(7).piece_at("farm")


def test_a_game_has_no_public_method_that_breaks_the_rules() -> None:
    """Of the public methods of a game only play and undo change it; the engine's are not there."""
    public = {name for name in dir(kb.Game) if not name.startswith("_")}
    assert public.isdisjoint({"build", "place", "move", "remove", "change", "spend", "draw_cards", "restore", "deck"})


def test_copies_are_equal_and_independent() -> None:
    """Equal games have the same set-up, the same pieces and the same hidden cards; the way there does not matter."""
    game = after(40, sets="base,nomads")
    other = game.copy()
    assert game == other
    game.play(game.legal_answers()[0])
    assert game != other
    game.undo()
    assert game == other
    assert game == kb.load(game.to_record())
    assert game != kb.new_game(8, sets="base,nomads")
    assert game != "a game"
    assert game == copy.deepcopy(game) == pickle.loads(pickle.dumps(game))
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_repr_says_what_the_game_is_and_where_it_stands() -> None:
    """`repr` has sets, players, turn, seat and gold, of a game and of a view."""
    game = kb.new_game(7, players=3, sets="base,nomads", cards=["miners", "knights", "workers"])
    assert repr(game) == "<Game: base+nomads, 3 players, turn 1, seat 2 to play, 0:0:0 gold>"
    assert repr(game.view(2)).startswith("<View of seat 2: base+nomads, 3 players, turn 1")
    while not game.over:
        game.play(game.legal_answers()[0])
    assert "over" in repr(game)


def test_text_has_board_cards_hands_turn_score_and_question() -> None:
    """`str(game)` shows all hands, that of a view only its own."""
    game = after(60, players=3)
    lines = str(game).splitlines()
    assert len([line for line in lines if line[:2].strip().isdigit()]) == 20
    assert f"Turn {game.turn + 1}, played terrain: {game.terrain}." in str(game)
    assert str(game.question) in str(game)
    assert f"Cards: {', '.join(game.cards)}" in lines
    for seat, gold in enumerate(game.scores()):
        (line,) = [line for line in lines if f"= seat {seat}:" in line]
        assert f"{gold} gold" in line
        assert f"supply {game.players[seat].supply}" in line
        assert f"hand: {', '.join(game.hands[seat])}" in line
        (seen,) = [line for line in str(game.view(0)).splitlines() if f"= seat {seat}:" in line]
        assert ("hand:" in seen) is (seat == 0)
    while not game.over:
        game.play(game.legal_answers()[-1])
    assert "The game is over" in str(game)


def test_what_is_on_a_hex() -> None:
    """Terrain, piece, location and tiles of a hex are found by its name."""
    game = kb.new_first_game(1)
    first = game.legal_answers()[0]
    seat = game.to_play
    assert game.terrain_at(first) == game.terrain == "grass"
    assert game.piece_at(first) is None
    assert first in game.free_hexes
    game.play(first)
    assert game.piece_at(str(first)) == kb.Piece(seat, "settlement")
    assert seat is not None
    assert list(game.players[seat].hexes) == [first] == list(game.players[seat].pieces["settlement"])
    assert first not in game.free_hexes
    for name in ("farm", "oasis", "tavern", "paddock"):
        for place in game.hexes_of(name):
            assert (game.location_at(place), game.tiles_left_at(place), game.terrain_at(place)) == (name, 2, "location")
    assert all(game.terrain_at(place) == "castle" for place in game.hexes_of("castle"))
    assert game.terrain_at("i:a1") is None
    with pytest.raises(ValueError, match="'lava' is no terrain"):
        game.hexes_of("lava")


def test_walls_and_scouts_are_pieces_of_nobody() -> None:
    """A wall on a hex is a piece without an owner."""
    game = kb.new_first_game(1)
    document = json.loads(game.to_position())
    walled = kb.load(json.dumps({**document, "walls": [[3, 4]], "scouts": [[3, 5]]}))
    assert (game.piece_at("e4"), game.piece_at("f4")) == (None, None)
    assert (walled.piece_at("e4"), walled.piece_at("f4")) == (kb.Piece(None, "wall"), kb.Piece(None, "scout"))


@pytest.mark.parametrize("sets", ["base", "all", "base,nomads", ["base", "nomads"], ("harvest",)])
def test_sets_are_a_text_or_a_list(sets: str | list[str]) -> None:
    """`sets` is one name, several with commas, `all`, or a list."""
    expected = {"base": ("base",), "all": ALL_SETS, "base,nomads": ("base", "nomads")}
    found = kb.new_game(7, sets=sets).sets
    assert found == (expected[sets] if isinstance(sets, str) else tuple(sets))


@pytest.mark.parametrize("sets", ["basic", "base,moon", ["b"]])
def test_an_unknown_set_is_named(sets: str | list[str]) -> None:
    """The error names the set, not one of its letters."""
    wrong = {"basic": "'basic'", "base,moon": "'moon'"}
    with pytest.raises(kb.SetupError, match=wrong.get(str(sets), "'b'")):
        kb.new_game(7, sets=sets)


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"cards": "lords"}, lambda game: game.cards[0] == "lords"),
        ({"cards": "miners, lords"}, lambda game: game.cards[:2] == ("miners", "lords")),
        ({"sections": "farm:180"}, lambda game: game.sections[0] == kb.new_game(7, sections=["farm:180"]).sections[0]),
        ({"sets": "crossroads", "tasks": "road"}, lambda game: game.tasks[0] == "road"),
    ],
)
def test_a_single_name_may_be_given_without_a_list(options: dict[str, Any], found: Callable[[kb.Game], bool]) -> None:
    """A text is a name or several with commas, for every option that takes names."""
    assert found(kb.new_game(7, **options))


@pytest.mark.parametrize(("option", "kind", "name"), [("caves", "cave", "caves"), ("capitols", "capitol", "capitol")])
def test_the_hexes_of_an_option_are_names_numbers_or_a_set(option: str, kind: str, name: str) -> None:
    """As everywhere else; a game returns them for the kind."""
    sets = ["base", name]
    drawn = kb.new_game(7, sets=sets, sections="oracle,harbor")
    hexes = drawn.hexes_of(kind)
    assert hexes
    for chosen in (hexes, str(hexes), hexes.numbers(), [str(place) for place in hexes]):
        options: dict[str, Any] = {option: chosen}
        assert kb.new_game(8, sets=sets, sections=drawn.sections, **options).hexes_of(kind) == hexes


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"cards": "lord"}, "cards: 'lord' is not among those in use"),
        ({"cards": 5}, "cards: expected a name or a list of names, found 5"),
        ({"sections": [5]}, r"sections: expected a name or a list of names, found \[5\]"),
        ({"sets": 5}, "sets: expected a name or a list of names, found 5"),
        ({"sets": "base,caves", "caves": 5}, "caves: expected a name or a list of names, found 5"),
        ({"sets": "base,caves", "caves": [450]}, "caves: 450 is not a hex"),
        ({"players": "3"}, "players: '3' is not possible"),
        ({"seed": "seven"}, "seed: a seed is a whole number"),
        ({"seed": 1.5}, "seed: a seed is a whole number"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, Any], words: str) -> None:
    """Whatever its type is."""
    with pytest.raises(kb.SetupError, match=words):
        kb.new_game(**options)


def test_a_game_without_a_seed_is_drawn_at_random() -> None:
    """Its seed is known afterwards, and gives the same game again."""
    game, other = kb.new_game(), kb.new_game()
    assert game.seed != other.seed
    assert kb.new_game(game.seed) == game
    assert kb.new_first_game().cards == ("fishermen", "knights", "merchants")


def test_every_answer_has_a_name() -> None:
    """All 550 numbers have different names that can be read again."""
    names = [kb.answer_name(number) for number in range(kb.ANSWERS)]
    assert len(set(names)) == kb.ANSWERS
    assert [kb.answer_number(name) for name in names] == list(range(kb.ANSWERS))
    assert [str(kb.Answer(name)) for name in names] == names


def test_a_seat_that_does_not_exist_is_an_error() -> None:
    """A view or score of seat 7 says which seats there are."""
    game = kb.new_game(7)
    for wrong in (7, 2, -1):
        with pytest.raises(ValueError, match=f"there is no seat {wrong}: seats go from 0 to 1"):
            game.view(wrong)
        with pytest.raises(ValueError, match=f"there is no seat {wrong}"):
            game.score(wrong)


def test_r3_39_nobody_has_won_before_the_end() -> None:
    """`winners` is an error before the end and then has the seats with the most gold."""
    game = after(10)
    with pytest.raises(ValueError, match="the game is not over"):
        game.winners()
    while not game.over:
        game.play(game.legal_answers()[0])
    scores = game.scores()
    assert game.winners() == [seat for seat, gold in enumerate(scores) if gold == max(scores)]
    assert game.question is None
    assert game.to_play is None
    assert game.legal_answers() == []


def test_a_game_is_loaded_from_text_and_from_a_path(tmp_path: Path) -> None:
    """`load` reads a record or a position file, given as text, as a path in a text, or as a Path."""
    game = after(25)
    for text in (game.to_record(), game.to_position()):
        file = tmp_path / "game.txt"
        for encoding in ("utf-8", "utf-8-sig"):
            file.write_text(text, encoding=encoding)
            for source in (text, str(file), file):
                assert kb.load(source).players == game.players
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(kb.PositionError, match=r"game\.txt: this is not a text file in UTF-8"):
        kb.load(file)
    with pytest.raises(FileNotFoundError, match=r"missing\.txt"):
        kb.load("missing.txt")
    with pytest.raises(kb.RecordError):
        kb.load("one line\nanother line")
    with pytest.raises(kb.PositionError):
        kb.load("{}")


def test_drawings_have_a_size_a_last_move_and_lit_hexes() -> None:
    """The options of to_svg change the drawing, and a notebook shows the last answer."""
    game = kb.new_first_game(1)
    first = game.legal_answers()[0]
    game.play(first)
    plain = game.to_svg()
    assert 'width="400"' in game.to_svg(size=400)
    names = re.findall(r"<text [^>]*>(\w+)</text>", plain)
    assert names == [*"abcdefghijklmnopqrst", *map(str, range(1, 21))]
    assert "last move" not in plain
    assert "marked" not in plain
    assert f"<title>{first} settlement of player" in plain
    assert "last move</title>" in game.to_svg(last_move=first)
    assert game.to_svg(lit="a1 b1").count(", marked</title>") == 2
    assert game.to_svg(lit=game.legal_hexes).count(", marked</title>") == len(game.legal_hexes)
    assert game._repr_svg_().count("last move</title>") == 1
    assert "last move" not in game.view(0)._repr_svg_()


def test_a_question_has_words_and_names() -> None:
    """A question prints as a sentence, and its parts are names."""
    game = kb.new_first_game(1)
    question = game.question
    assert question is not None
    assert (str(question), question.terrain, question.left) == ("Build 3 on grass.", "grass", 3)
    assert question.hexes == game.legal_hexes
    assert game.view(1 - question.seat).question is None
    reason = game.why_not("a1")
    assert reason is not None
    assert (reason.code, reason.rule, reason.params) == (
        "wrong_terrain",
        "R3.7",
        {"needed": "grass", "found": "flower"},
    )
    assert "grass" in str(reason)


def test_answers_are_numbers_that_print_as_names() -> None:
    """An answer is an int for arrays and JSON, and a name for people."""
    answer = kb.Answer("e5")
    assert (f"{answer}", repr(answer), int(answer), json.dumps([answer])) == ("e5", "e5", 84, "[84]")
    assert (answer.name, answer.is_hex, kb.Answer("end_turn").is_hex) == ("e5", True, False)
    assert list(range(100))[answer] == 84
    assert pickle.loads(pickle.dumps(answer)).name == "e5"


def test_answers_are_formatted_as_names_unless_a_number_is_asked_for() -> None:
    """So tables of answers can be printed."""
    answer = kb.Answer("e5")
    assert (f"{answer}", f"{answer:>4}", f"{answer:04d}") == ("e5", "  e5", "0084")


def test_a_width_must_be_positive() -> None:
    """Otherwise the drawing could not be shown."""
    with pytest.raises(ValueError, match="size: expected a width in pixels, not -1"):
        kb.new_first_game(1).to_svg(size=-1)


def test_what_cannot_be_loaded_is_explained(tmp_path: Path) -> None:
    """No text, and a file that is no text."""
    with pytest.raises(kb.RecordError):
        kb.load("")
    (tmp_path / "picture").write_bytes(b"\xd0\xff\n")
    with pytest.raises(kb.PositionError, match="not a text file"):
        kb.load(tmp_path / "picture")


def test_a_view_shows_its_seat_only() -> None:
    """A view has its own hand and the answers of its own seat, and samples whole games that look the same."""
    game = after(33, players=3, sets="all")
    for seat in game.seats:
        view = game.view(seat)
        assert view.seat == seat
        assert view.hand == game.hands[seat]
        assert bool(view.legal_answers()) is (game.to_play == seat)
        if game.to_play != seat:  # what another seat may answer can depend on its hidden cards (R0.23)
            assert {view.why_not(n).code for n in range(kb.ANSWERS)} == {"not_asked"}  # type: ignore[union-attr]
        sample = view.sample(1)
        assert isinstance(sample, kb.Game)
        assert sample.view(seat) == view
        assert (view.scores(), view.players, view.cards) == (game.scores(), game.players, game.cards)
        assert pickle.loads(pickle.dumps(view)) == view
