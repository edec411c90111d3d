"""The command `play`: a game in the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kingdom_builder import answer_name, answer_number
from kingdom_builder.game import Game, new_first_game
from tests.cli.running import Command, on_a_terminal

GAME = ("play", "--first-game", "--seed", "3", "--start", "0")


def first_hexes(count: int) -> list[str]:
    """Return the first legal hex of each of the first answers of that game."""
    game = new_first_game(3, start=0)
    chosen = []
    for _ in range(count):
        place = str(game.to_text())
        assert place
        answer = game.legal_answers()[0]
        game.play(answer)
        chosen.append(f"{answer // 20},{answer % 20}")
    return chosen


def test_a_turn_is_played_against_a_bot(command: Command) -> None:
    """Three hexes and end_turn are a turn; the bot plays the next one."""
    ran = command(*GAME, stdin="\n".join([*first_hexes(3), "end_turn"]))
    assert ran.status == 0
    assert "Build 2 more" in ran.out
    assert "Player 2 B (greedy) plays" in ran.out
    assert "Turn 3: You A" in ran.out


def test_the_screen_shows_map_legal_hexes_question_and_score(command: Command) -> None:
    """Each question comes with the map, legal hexes in brackets, and the score by card."""
    out = command(*GAME).out
    assert out.count("[") > 3
    assert "Build 3 on" in out
    for card in ("Fishermen", "Knights", "Merchants", "Castles", "total"):
        assert card in out
    assert "tav" in out


def test_the_end_of_input_ends_the_command_with_status_0(command: Command) -> None:
    ran = command(*GAME)
    assert (ran.status, ran.err) == (0, "")
    assert "Input has ended" in ran.out


def test_there_are_no_escape_codes_without_a_terminal(command: Command) -> None:
    """Output to a file or a pipe is plain text."""
    assert "\x1b" not in command(*GAME, stdin="help\nscore\n").out


def test_undo_takes_back_an_answer_or_the_turn(command: Command) -> None:
    """`undo` takes back one answer, `undo turn` all answers of the turn, but none of earlier turns."""
    hexes = first_hexes(2)
    out = command(*GAME, stdin="\n".join([*hexes, "undo", "undo turn", "undo"])).out
    assert out.count("Taken back") == 2
    assert "There is nothing to take back" in out


def test_why_says_which_rule_forbids_a_hex(command: Command) -> None:
    """`why` prints the reason with the title of its rule and no number of a rule, or that the hex is allowed."""
    (first,) = first_hexes(1)
    out = command(*GAME, stdin=f"why d4\nwhy {first}\nwhy 99,99\n").out
    assert "d4: Nothing ever stands on a castle. (Rule: " in out
    assert not re.search(r"R\d+\.\d", out)
    assert "is allowed." in out
    assert "99,99 is not a hex" in out


def test_answers_are_typed_by_name_or_number(command: Command) -> None:
    """`why` and an answer accept `d4`, its number 63, and options."""
    (first,) = first_hexes(1)
    number = answer_number(str(first))
    out = command(*GAME, stdin=f"why 63\nwhy farm\nwhy {number}\n{number}\nwhy {first}\n").out
    assert "d4: Nothing ever stands on a castle. (Rule: " in out
    assert "farm: This is not among the options now. (Rule: " in out
    assert f"{answer_name(number)} is allowed." in out
    assert f"{answer_name(number)}: You have a settlement here already." in out


def test_a_wrong_answer_is_explained_and_changes_nothing(command: Command) -> None:
    """An illegal hex, an option that is not offered and an unknown word each get a line."""
    out = command(*GAME, stdin="d4\nend_turn\nabracadabra\n").out
    assert "d4: Nothing ever stands on a castle." in out
    assert "end_turn is not offered now" in out
    assert "abracadabra is neither a hex" in out
    assert out.count("Turn 1") == 1


def test_help_cards_tiles_and_score_print_information(command: Command) -> None:
    """The commands can be used at any question."""
    out = command(*GAME, stdin="help\ncards\ntiles\nscore\nboard\nquit\n").out
    assert "undo             take back" in out
    assert "Paddock at" in out
    assert out.count("Knights: 2 gold") == 2


def test_help_explains_the_letters_of_the_board(command: Command) -> None:
    """Terrains, special hexes, locations, players and the signs of the sets are explained in both languages."""
    out = command(*GAME, stdin="help\n").out
    assert "G grass, C canyon, D desert, F flower field, T forest, W water, M mountain, K Castle" in out
    assert "pad Paddock" in out
    assert "the owner of a settlement: You A, Player 2 B (greedy)" in out
    assert "Other signs" not in out
    french = command("--language", "fr", "play", "--seed", "1", "--sets", "all", stdin="help\n").out
    assert "G Prairie" in french
    assert "= mur" in french


def test_a_saved_game_is_continued(command: Command, tmp_path: Path) -> None:
    """`save` writes a record; `--load` continues it at the same question."""
    file = tmp_path / "game.txt"
    hexes = first_hexes(2)
    assert "Saved" in command(*GAME, stdin="\n".join([*hexes, f"save {file}"])).out
    assert len(Game.from_record(file.read_text(encoding="utf-8")).answers()) == 2
    assert "Build 1 more on" in command("play", "--load", str(file)).out
    said = command(*GAME, "--seats", "me,random", stdin=f"save {file}\n").out
    assert f"Go on with: kingdom-builder play --load {file} --seats me,random\n" in said
    assert "No such file" in command(*GAME, stdin=f"save {tmp_path}/no/where.txt\n").out


@pytest.mark.parametrize("arguments", [("play", "--load"), ("replay",), ("analyse", "--at", "2")])
def test_a_position_is_no_record(command: Command, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """A position file cannot be continued; the error names the commands that read it."""
    file = tmp_path / "position.json"
    file.write_text(new_first_game(1).to_position(), encoding="utf-8")
    ran = command(*arguments, str(file))
    assert (ran.status, ran.out) == (2, "")
    assert "position.json: this is a position file" in ran.err
    assert "analyse, legal and score" in ran.err


def test_a_game_of_bots_plays_to_its_end(command: Command) -> None:
    """With bots on every seat the game is played without input."""
    out = command("play", "--seed", "4", "--seats", "random,random", "--sets", "base,nomads,crossroads").out
    assert "The game is over." in out


def test_two_people_play_at_one_terminal(command: Command) -> None:
    """Hexes and options typed for both seats are played."""
    game = new_first_game(5, start=0)
    lines: list[str] = []
    while not game.over:
        answer = game.legal_answers()[0]
        lines.append(json.dumps([answer // 20, answer % 20])[1:-1] if answer < 400 else "end")
        if answer >= 400 and answer != game.legal()[1][-1]:
            lines[-1] = "undo"
            break
        game.play(answer)
    out = command("play", "--first-game", "--seed", "5", "--start", "0", "--seats", "me,me", stdin="\n".join(lines)).out
    assert "Turn 5" in out


def test_the_map_has_colours_on_a_terminal() -> None:
    """A real terminal gets colours unless NO_COLOR is set."""
    assert "\x1b[48;5;" in on_a_terminal(*GAME, typed="quit\n")
    assert "\x1b[" not in on_a_terminal(*GAME, typed="quit\n", NO_COLOR="1")
