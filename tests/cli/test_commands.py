"""The commands new, score, legal, simulate and replay, and their error messages."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from kingdom_builder.game import Game, new_first_game, new_game
from tests.cli.running import Command
from tests.drawing import table
from tests.random_play import record_with_a_piece_moved_twice

TABLE = """
    G   G0  G   G
      G   farm  W   D
    K   G0  G1  T
"""


@pytest.fixture
def position(tmp_path: Path) -> str:
    """Return the path of a position file with a few settlements."""
    file = tmp_path / "table.json"
    file.write_text(table(TABLE, cards=("fishermen", "knights"), terrain="grass").to_position(), encoding="utf-8")
    return str(file)


@pytest.fixture
def record(tmp_path: Path) -> str:
    """Return the path of the record of a game with a few answers."""
    game = new_first_game(3)
    for _ in range(6):
        game.play(game.legal_answers()[0])
    file = tmp_path / "game.txt"
    file.write_text(game.to_record(), encoding="utf-8")
    return str(file)


def test_a_byte_order_mark_is_no_part_of_a_record(command: Command, record: str) -> None:
    """Some editors write one."""
    text = Path(record).read_text(encoding="utf-8")
    expected = command("replay", record)
    Path(record).write_text(text, encoding="utf-8-sig")
    assert command("replay", record) == command("replay", "-", stdin="\ufeff" + text) == expected


def test_score_prints_the_documented_json(command: Command, position: str) -> None:
    """Every source is listed with its gold and the hexes that earn it."""
    ran = command("score", position, "--json")
    assert ran.status == 0
    assert json.loads(ran.out) == {
        "players": [
            {
                "total": 6,
                "lines": [
                    {"source": "fishermen", "gold": 1, "hexes": [[2, 1]]},
                    {"source": "knights", "gold": 2, "hexes": [[0, 1]]},
                    {"source": "castle", "gold": 3, "hexes": [[2, 0]]},
                    {"source": "in_game", "gold": 0, "hexes": []},
                ],
            },
            {
                "total": 3,
                "lines": [
                    {"source": "fishermen", "gold": 1, "hexes": [[2, 2]]},
                    {"source": "knights", "gold": 2, "hexes": [[2, 2]]},
                    {"source": "castle", "gold": 0, "hexes": []},
                    {"source": "in_game", "gold": 0, "hexes": []},
                ],
            },
        ]
    }


def test_score_prints_a_table_without_json(command: Command, position: str) -> None:
    """The table has a row for each card and a column for each player."""
    out = command("score", position).out
    assert out.splitlines()[0].split() == ["player", "1", "player", "2"]
    assert out.splitlines()[-1].split() == ["total", "6", "3"]


@pytest.mark.parametrize(("drawn", "said"), [("G G", True), ("G0 G", True), ("G0 G1", False)])
def test_r7_15_the_score_says_why_lords_pay_without_a_piece(command: Command, drawn: str, said: bool) -> None:
    """Zero is a count like any other (R8.29): the note is shown while a player gets gold for no piece."""
    position = table(drawn, cards=["lords"]).to_position()
    for language, beginning in (("en", "Lords: Having none"), ("fr", "Seigneurs\xa0: Zéro cité")):
        out = command("score", "-", "--language", language, stdin=position).out
        assert (beginning in out) is said


@pytest.mark.parametrize("extra", [["--json"], []])
def test_score_and_legal_read_a_position_per_line(command: Command, position: str, extra: list[str]) -> None:
    """With --lines every position gives one line of output."""
    line = Path(position).read_text(encoding="utf-8")
    assert len(command("score", "-", "--lines", *extra, stdin=line * 3).out.splitlines()) == 3
    assert len(command("legal", "-", "--lines", "--action", "farm", *extra, stdin=line * 3).out.splitlines()) == 3


def test_a_jsonl_file_is_a_list_of_positions(command: Command, position: str, tmp_path: Path) -> None:
    """A file that ends in .jsonl has one position per line; --lines is not needed."""
    file = tmp_path / "many.jsonl"
    file.write_text(Path(position).read_text(encoding="utf-8") * 2, encoding="utf-8")
    assert len(command("score", str(file), "--json").out.splitlines()) == 2


def test_an_error_in_a_list_of_positions_names_the_line(command: Command, position: str) -> None:
    ran = command("score", "-", "--lines", stdin=Path(position).read_text(encoding="utf-8") + "{}\n")
    assert (ran.status, ran.err) == (2, 'kingdom-builder: line 2: format: expected "kingdom-builder/position-1"\n')


def legal(command: Command, file: str, *arguments: str) -> dict[str, Any]:
    """Return what `legal --json` prints."""
    ran = command("legal", file, "--json", *arguments)
    assert ran.status == 0, ran.err
    answer: dict[str, Any] = json.loads(ran.out)
    return answer


def test_legal_lists_hexes_next_to_own_pieces(command: Command, position: str) -> None:
    """The mandatory action builds adjacent to own pieces; with an outpost it need not."""
    near = legal(command, position, "--action", "mandatory")
    assert near == {"action": "mandatory", "hexes": [[0, 0], [0, 2], [1, 0]], "why_not": None}
    assert [0, 3] in legal(command, position, "--action", "mandatory", "--outpost")["hexes"]


@pytest.mark.parametrize("origin", ["b1", "0,1"])
def test_legal_accepts_both_notations_of_a_hex(command: Command, position: str, origin: str) -> None:
    """--from takes a letter and a number, or row and column."""
    assert legal(command, position, "--action", "paddock", "--from", origin)["hexes"] == [[0, 3]]


def test_legal_without_from_lists_the_pieces_that_can_move(command: Command, position: str) -> None:
    """A move asks for the piece first."""
    assert legal(command, position, "--action", "paddock")["hexes"] == [[0, 1], [2, 1]]


def test_legal_gives_the_reason_when_nothing_is_legal(command: Command, position: str) -> None:
    """The reason is one sentence."""
    answer = legal(command, position, "--action", "tavern")
    assert answer["hexes"] == []
    assert answer["why_not"] == "It must continue a straight line of at least three of your settlements."
    assert "nothing is legal" in command("legal", position, "--action", "tavern").out


def test_legal_considers_only_the_board(command: Command) -> None:
    """The player needs neither the tile nor a settlement in the supply."""
    text = table(TABLE, terrain="grass", supply={0: 0}).to_position()
    ran = command("legal", "-", "--action", "farm", "--json", stdin=text)
    assert json.loads(ran.out)["hexes"] == [[0, 0], [0, 2], [1, 0]]


def test_new_gives_the_same_set_up_for_the_same_seed(command: Command) -> None:
    arguments = ("new", "--seed", "5", "--sets", "base,nomads,crossroads", "--players", "4", "--json")
    first, second = command(*arguments), command(*arguments)
    assert first == second
    facts = json.loads(first.out)
    assert (facts["seed"], facts["players"], len(facts["sections"]), len(facts["cards"])) == (5, 4, 4, 3)
    assert Game.from_position(json.dumps(facts["position"])).setup.cards == tuple(facts["cards"])


def test_new_shows_no_hidden_information(command: Command) -> None:
    """A set-up contains no terrain card and no seed of the deck."""
    facts = json.loads(command("new", "--seed", "5", "--json").out)
    assert facts["position"]["terrain"] is None
    assert "deck_seed" not in facts


def test_new_accepts_options(command: Command) -> None:
    """Sections, their rotation, cards and the start player can be chosen."""
    sections = "farm:180,oasis:0,?,barn"
    out = command("new", "--seed", "1", "--sections", sections, "--cards", "lords", "--start", "1", "--json").out
    facts = json.loads(out)
    assert facts["sections"][:2] == [["farm", 180], ["oasis", 0]]
    assert facts["sections"][3][0] == "barn"
    assert (facts["cards"][0], facts["start"]) == ("lords", 1)


def test_new_prints_text_or_svg(command: Command) -> None:
    """The text names sections and cards; --svg draws the board."""
    text = command("new", "--first-game", "--seed", "1").out
    assert "Tavern" in text
    assert "Fishermen, Knights, Merchants" in text
    assert ElementTree.fromstring(command("new", "--first-game", "--seed", "1", "--svg").out).tag.endswith("svg")


def test_simulate_prints_one_json_object(command: Command) -> None:
    """The object has the documented keys, the wins add up to the games, and a seed gives the same games."""
    arguments = (
        "simulate",
        "--games",
        "6",
        "--players",
        "3",
        "--seed",
        "2",
        "--bots",
        "random,greedy,random",
        "--json",
    )
    facts = json.loads(command(*arguments).out)
    assert sorted(facts) == sorted(
        ["games", "seconds", "games_per_second", "decisions_per_second", "turns_per_game", "seats"]
    )
    assert [seat["bot"] for seat in facts["seats"]] == ["random", "greedy", "random"]
    assert sum(seat["wins"] for seat in facts["seats"]) == pytest.approx(facts["games"])
    again = json.loads(command(*arguments).out)
    assert again["seats"] == facts["seats"]


def test_simulate_prints_a_table_without_json(command: Command) -> None:
    """The table is followed by the speed."""
    out = command("simulate", "--games", "3", "--seed", "2").out
    assert out.splitlines()[0].split() == ["seat", "bot", "wins", "share", "mean", "score"]
    assert "decisions a second" in out


def test_replay_shows_the_position_after_an_answer(command: Command, record: str) -> None:
    """--at chooses the answer; the output is text or JSON."""
    facts = json.loads(command("replay", record, "--at", "2", "--json").out)
    assert facts["at"] == len(facts["answers"]) == 2
    assert len(facts["position"]["players"][facts["position"]["to_play"]]["settlements"]) == 2
    assert "after answer 6" in command("replay", record).out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["score", "no-such-file.json"], "no-such-file.json: No such file"),
        (["score", "-"], "line 1, column 1: this is not JSON"),
        (["legal", "-", "--action", "fly"], "'fly' is not an action"),
        (["legal", "-", "--action", "farm", "--from", "z9"], "'z9' is not a hex"),
        (["new", "--players", "6"], "players: 6 is not possible"),
        (["new", "--players", "two"], "'two' is not a whole number"),
        (["new", "--seed", "9" * 5000], "a number has at most 1000 digits"),
        (["new", "--sets", "base,moon"], "sets: 'moon' is not a set"),
        (["new", "--sections", "moon"], "'moon' is not a section"),
        (["new", "--sections", "quarry"], "'quarry' belongs to nomads"),
        (["new", "--cards", "moon"], "cards: 'moon'"),
        (["new", "--first-game", "--cards", "lords"], "--first-game fixes the set-up"),
        (["new", "--svg", "--json"], "not allowed with"),
        (["simulate", "--bots", "random,clever"], "'clever' is not a bot"),
        (["simulate", "--bots", "random,random,random"], "3 bots for 2 players"),
        (["simulate", "--games", "0"], "expected at least 1"),
        (["replay", "-"], "kingdom-builder/record-1"),
        (["play", "--seats", "me"], "1 named for 2 players"),
        (["play", "--seats", "me,clever"], "'clever' is not a bot"),
        (["dance"], "'dance'"),
        ([], "COMMAND"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(command: Command, arguments: list[str], words: str) -> None:
    """Wrong input gives exit status 2 and one line on standard error, nothing else."""
    ran = command(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1
    assert words in ran.err


def test_an_illegal_answer_in_a_record_is_named_with_its_turn(command: Command, record: str) -> None:
    text = Path(record).read_text(encoding="utf-8").replace("answers:\n1.", "answers:\n1. t20")
    ran = command("replay", "-", stdin=text)
    assert ran.status == 2
    assert "answer 1, turn 1, seat 1: t20 is not allowed" in ran.err


def test_r3_36_a_record_that_no_longer_fits_the_rules_is_one_line_with_the_move(command: Command) -> None:
    text, number, piece = record_with_a_piece_moved_twice()
    ran = command("replay", "-", stdin=text)
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert f"answer {number}, turn " in ran.err
    assert f": {piece} is not allowed: moved_already (R3.36)" in ran.err


@pytest.mark.parametrize("name", ["play", "new", "score", "legal", "simulate", "replay"])
def test_every_command_has_help_with_an_example(command: Command, name: str) -> None:
    """--help shows an example of the command."""
    ran = command(name, "--help")
    assert ran.status == 0
    assert "Example: kingdom-builder" in ran.out


def test_the_installed_command_runs_and_ends_quietly_on_a_closed_pipe() -> None:
    """`kingdom-builder` is on the PATH of the environment; `| head` causes no error message."""
    program = Path(sys.executable).parent / "kingdom-builder"
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith("kingdom-builder ")
    first_line = subprocess.run(
        f"'{program}' new --seed 1 --svg | head -c 1", shell=True, capture_output=True, text=True, check=True
    )
    assert (first_line.stdout, first_line.stderr) == ("<", "")


def test_sections_in_a_folder_of_the_user_can_be_played(tmp_path: Path) -> None:
    """KINGDOM_BUILDER_SECTIONS names the folder; an error in a map is one line with file, line and column."""
    own = "\n".join(["name: plain", "set: base", "confidence: sure", "source: mine", "map:", *["G" * 10] * 10])
    (tmp_path / "plain.txt").write_text(own, encoding="utf-8")
    code = (
        "import sys; from kingdom_builder.cli import main; "
        "sys.exit(main(['new', '--seed', '1', '--sections', 'plain:0', '--json']))"
    )
    environment = {"KINGDOM_BUILDER_SECTIONS": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert json.loads(ran.stdout)["sections"][0] == ["plain", 0]
    (tmp_path / "wrong.txt").write_text(
        own.replace("plain", "wrong").replace("G" * 10, "GXGGGGGGGG", 1), encoding="utf-8"
    )
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert f"{tmp_path / 'wrong.txt'}:6:2: 'X' is not a code" in ran.stderr


def test_a_written_position_has_the_score_of_the_game(command: Command) -> None:
    game = new_game(11, players=4, sets=["base", "nomads", "crossroads"])
    while not game.over:
        game.play(game.legal_answers()[-1])
    facts = json.loads(command("score", "-", "--json", stdin=game.to_position()).out)
    assert [player["total"] for player in facts["players"]] == game.scores()
