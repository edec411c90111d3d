"""The game in the terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import sys
import time
from pathlib import Path

from kingdom_builder import Game, new_first_game
from tests.cli.running import Command

GAME = ("play", "--first-game", "--seed", "3", "--start", "0")


def first_hexes(count: int) -> list[str]:
    """Return the first legal hexes of that game, one after the other."""
    game = new_first_game(3, start=0)
    chosen = []
    for _ in range(count):
        place = str(game.to_text())
        assert place
        answer = game.legal_answers()[0]
        game.play(answer)
        chosen.append(f"{answer // 20},{answer % 20}")
    return chosen


def test_a_whole_turn_is_played_against_the_bot(command: Command) -> None:
    """Three coordinates and end_turn are a turn, and then the bot has played one too."""
    ran = command(*GAME, stdin="\n".join([*first_hexes(3), "end_turn"]))
    assert ran.status == 0
    assert "Build 2 more settlements" in ran.out
    assert "Player 2 B (greedy) plays" in ran.out
    assert "Turn 3: You A" in ran.out


def test_the_screen_shows_map_legal_hexes_question_and_score(command: Command) -> None:
    """Before each answer the player sees the map with legal hexes in brackets, the question, the score by card."""
    out = command(*GAME).out
    assert out.count("[") > 3
    assert "Build 3 settlements on" in out
    for card in ("Fishermen", "Knights", "Merchants", "Castles", "total"):
        assert card in out
    assert "tav" in out


def test_input_that_ends_ends_the_game_kindly(command: Command) -> None:
    """When input ends the game says so and leaves with status 0."""
    ran = command(*GAME)
    assert (ran.status, ran.err) == (0, "")
    assert "Input has ended" in ran.out


def test_there_is_no_colour_without_a_terminal(command: Command) -> None:
    """Text that goes into a file or a pipe has no escape codes."""
    assert "\x1b" not in command(*GAME, stdin="help\nscore\n").out


def test_undo_takes_back_a_step_or_the_turn(command: Command) -> None:
    """`undo` takes back one answer, `undo turn` all of the turn, and never more than that."""
    hexes = first_hexes(2)
    out = command(*GAME, stdin="\n".join([*hexes, "undo", "undo turn", "undo"])).out
    assert out.count("Taken back") == 2
    assert "There is nothing to take back" in out


def test_why_says_which_rule_forbids_a_hex(command: Command) -> None:
    """`why` names the reason and the rule, and says so when the hex is allowed."""
    (first,) = first_hexes(1)
    out = command(*GAME, stdin=f"why d4\nwhy {first}\nwhy 99,99\n").out
    assert "d4: Nothing ever stands on a castle. [R0.4]" in out
    assert "is allowed." in out
    assert "99,99 is not a hex" in out


def test_a_wrong_answer_is_explained_and_changes_nothing(command: Command) -> None:
    """An illegal hex, an option not offered and a word without meaning each get a line."""
    out = command(*GAME, stdin="d4\nend_turn\nabracadabra\n").out
    assert "d4: Nothing ever stands on a castle." in out
    assert "end_turn is not offered now" in out
    assert "abracadabra is neither a hex" in out
    assert out.count("Turn 1") == 1


def test_help_cards_tiles_and_score_answer(command: Command) -> None:
    """The player can ask for help, the cards, the tiles and the score at any time."""
    out = command(*GAME, stdin="help\ncards\ntiles\nscore\nboard\nquit\n").out
    assert "undo             take back" in out
    assert "Paddock at" in out
    assert out.count("Knights: 2 gold") == 2


def test_a_saved_game_goes_on(command: Command, tmp_path: Path) -> None:
    """A game that was saved is loaded exactly where it was."""
    file = tmp_path / "game.txt"
    hexes = first_hexes(2)
    assert "Saved" in command(*GAME, stdin="\n".join([*hexes, f"save {file}"])).out
    assert len(Game.from_record(file.read_text(encoding="utf-8")).answers()) == 2
    assert "Build 1 more settlement on" in command("play", "--load", str(file)).out
    assert "No such file" in command(*GAME, stdin=f"save {tmp_path}/no/where.txt\n").out


def test_a_game_of_bots_plays_to_its_end(command: Command) -> None:
    """With bots on every seat the whole game is shown and the winner named."""
    out = command("play", "--seed", "4", "--seats", "random,random", "--sets", "base,nomads,crossroads").out
    assert "The game is over." in out


def test_a_person_can_play_a_whole_game_by_options_and_hexes(command: Command) -> None:
    """Somebody who always types the first thing offered reaches the end of the game."""
    game = new_first_game(5, start=0)
    lines: list[str] = []
    while not game.over:
        answer = game.legal_answers()[0]
        lines.append(json.dumps([answer // 20, answer % 20])[1:-1] if answer < 400 else "end")
        if answer >= 400 and answer != game.asked()[1][-1]:
            lines[-1] = "undo"
            break
        game.play(answer)
    out = command("play", "--first-game", "--seed", "5", "--start", "0", "--seats", "me,me", stdin="\n".join(lines)).out
    assert "Turn 5" in out


def test_on_a_terminal_there_is_colour() -> None:
    """On a real terminal the map is coloured, and NO_COLOR switches that off."""
    assert b"\x1b[48;5;" in on_a_terminal({})
    assert b"\x1b[" not in on_a_terminal({"NO_COLOR": "1"})


def on_a_terminal(environment: dict[str, str]) -> bytes:
    """Return what the game shows on a terminal of its own, up to its first question."""
    program = str(Path(sys.executable).parent / "kingdom-builder")
    child, terminal = pty.fork()
    if child == 0:
        settings = {"TERM": "xterm-256color", "COLUMNS": "120", "PATH": os.environ["PATH"], **environment}
        os.execve(program, [program, *GAME], settings)
    shown = b""
    until = time.monotonic() + 30
    os.write(terminal, b"quit\n")
    while time.monotonic() < until:
        ready, _, _ = select.select([terminal], [], [], 1)
        try:
            shown += os.read(terminal, 4096) if ready else b""
        except OSError:
            break
    os.close(terminal)
    os.waitpid(child, 0)
    return shown
