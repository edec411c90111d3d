"""The command `sections`: list, show, check and statistics; and how `new` marks maps that are placeholders."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from kingdom_builder.cli.arguments import OWN_SECTIONS
from kingdom_builder.setup import section_maps
from kingdom_builder.setup.sections import Section, all_sections, island_sides, section
from kingdom_builder.setup.statistics import FIGURES
from tests.cli.running import Command

SVG = "{http://www.w3.org/2000/svg}"
SETS = Path(section_maps.__file__).parents[1] / "sets"


def text_of(name: str) -> str:
    """Return the file of a section of the package."""
    (file,) = SETS.glob(f"*/sections/{name}.txt")
    return file.read_text(encoding="utf-8")


def check(command: Command, text: str) -> tuple[int, dict[str, Any]]:
    """Return the exit status of a check and its --json output."""
    ran = command("sections", "check", "-", "--json", stdin=text)
    facts: dict[str, Any] = json.loads(ran.out)
    return ran.status, facts


def test_the_list_names_every_section_with_its_source(command: Command) -> None:
    """Every section and both sides of the Island are listed with set, confidence and source."""
    ran = command("sections")
    assert ran.status == 0
    for piece in (*all_sections(), *island_sides()):
        trust = "placeholder" if piece.placeholder else piece.confidence
        heading = ran.out.index(f"{piece.set}, map: {trust} ({piece.source})\n")
        assert heading < ran.out.index(f"\n  {piece.name} ", heading)
    assert "check first: f2 g2" in ran.out


def test_the_json_list_contains_the_maps(command: Command) -> None:
    """Every section is one object with all that its file says."""
    listed = {facts["name"]: facts for facts in json.loads(command("sections", "--json").out)}
    assert list(listed) == [piece.name for piece in (*all_sections(), *island_sides())]
    assert listed["farm"]["rows"] == list(section("farm").rows)
    assert listed["temple"] == {
        "name": "temple",
        "set": "marshlands",
        "locations": ["temple"],
        "stand_in": True,
        "confidence": "none, a placeholder map of our own",
        "source": section("temple").source,
        "suspect": [],
        "rows": list(section("temple").rows),
    }


def test_show_draws_a_section_with_its_coordinates(command: Command) -> None:
    """Columns are a to j, rows 1 to 10; below is the source of the map."""
    lines = command("sections", "show", "farm").out.splitlines()
    assert lines[0] == "Farm (base)"
    assert "confidence: very high" in lines
    board = lines[lines.index("") + 1 :]
    assert board[0].split() == list("abcdefghij")
    assert board[2] == " 2   D  K  C  W  T  T  T far G  G"
    assert len(board) == 11


def test_r0_16_show_turns_a_section(command: Command) -> None:
    """Turned by 180 degrees, the last row comes first and every row is read backwards."""
    board = command("sections", "show", "farm", "--turned").out.splitlines()[-10:]
    assert [line.split()[1:] for line in board] == [
        ["far" if code == "1" else code for code in row[::-1]] for row in section("farm").rows[::-1]
    ]


def test_show_draws_the_island(command: Command) -> None:
    """The Island is shown with blanks where it has no hex."""
    lines = command("sections", "show", "island_tree_house").out.splitlines()
    assert lines[-5:-3] == [" 1        D  D  G  G", " 2      D  K  G  G  C"]


def test_show_draws_a_generated_section(command: Command) -> None:
    """A generated section is shown by its name."""
    assert "drawn by the section generator" in command("sections", "show", "generated_base_123").out


@pytest.mark.parametrize("name", ["temple", "quarry", "island_rope_bridge", "generated_harvest_5"])
def test_show_draws_a_section_as_svg(command: Command, name: str) -> None:
    """The drawing has each hex of the section once, with its name, within the frame, and the right special hexes."""
    ran = command("sections", "show", name, "--svg")
    root = ElementTree.fromstring(ran.out)
    hexes = [group for group in root.iter(f"{SVG}g") if (group.get("id") or "").startswith("hex-")]
    piece = next((side for side in island_sides() if side.name == name), None) or section(name)
    assert (
        len(hexes)
        == len({group.get("id") for group in hexes})
        == sum(code != "." for row in piece.rows for code in row)
    )
    titles = [group.findtext(f"{SVG}title", "").split(" ", 1)[1] for group in hexes]
    assert all(location.replace("_", " ") in titles for location in piece.locations)
    x, y, width, height = map(int, (root.get("viewBox") or "").split())
    for group in hexes:
        across, down = map(int, (group.get("transform") or "").removeprefix("translate(").rstrip(")").split())
        assert x < across < x + width
        assert y < down < y + height
    used = {use.get("href", "").removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used == {drawing.get("id") for drawing in root.findall(f"{SVG}defs/{SVG}g")}


def test_a_turned_section_is_drawn_turned(command: Command) -> None:
    """Its first hex is the last one of the section that is not turned."""
    plain, turned = (
        ElementTree.fromstring(command("sections", "show", "farm", "--svg", *extra).out) for extra in ([], ["--turned"])
    )
    titles = [[title.text for title in root.iter(f"{SVG}title")] for root in (plain, turned)]
    assert "a1 desert" in titles[0]
    assert "a1 water" in titles[1]


@pytest.mark.parametrize("piece", [*all_sections(), *island_sides()], ids=lambda piece: piece.name)
def test_the_section_files_of_the_project_pass_the_check(command: Command, piece: Section) -> None:
    """Every file of the project passes the check, and each known count is compared."""
    status, facts = check(command, text_of(piece.name))
    assert status == 0
    assert all(line["agrees"] for line in facts["counts"])
    assert not [finding for finding in facts["findings"] if finding["level"] == "error"]


def test_a_check_prints_every_known_count(command: Command, tmp_path: Path) -> None:
    """Each count is printed beside the expected one; errors follow, with status 2."""
    file = tmp_path / "temple.txt"
    file.write_text(text_of("temple").replace("P F F C", "K F F C"), encoding="utf-8")
    ran = command("sections", "check", str(file))
    assert ran.status == 2
    assert "  temple hexes           2, expected 2: agrees\n" in ran.out
    assert "  palace hexes           0, expected 1: DIFFERS\n" in ran.out
    assert "error: castle hexes: 1 on the map, should be 0, at g8 (row 8, hex 7)\n" in ran.out
    assert ran.out.endswith("2 errors, no warnings\n")


def test_a_check_prints_json(command: Command) -> None:
    """With --json the counts and findings are values, hexes are row and column within the map."""
    status, facts = check(command, text_of("temple").replace("P F F C", "K F F C"))
    assert status == 2
    assert {"what": "palace", "found": 0, "expected": 1, "certain": True, "agrees": False} in facts["counts"]
    assert {
        "level": "error",
        "text": "castle hexes: 1 on the map, should be 0",
        "hexes": [[7, 6]],
    } in facts["findings"]
    before = command("sections", "--json", "check", "-", stdin=text_of("temple"))
    assert json.loads(before.out)["name"] == "temple"


def test_warnings_alone_give_status_0(command: Command) -> None:
    """An unusual map may be right."""
    ran = command("sections", "check", "-", stdin=text_of("canoe").replace("F F M M\n", "F F M F\n"))
    assert ran.status == 0
    assert "cave mountains         6, expected 7: differs, but this count is only likely" in ran.out
    assert ran.out.endswith("no errors, 2 warnings\n")


def test_a_section_with_a_new_name_is_compared_with_nothing(command: Command) -> None:
    """The output says that nothing is known about this name."""
    text = re.sub("model: .*\n", "", text_of("farm")).replace("name: farm", "name: my_farm")
    ran = command("sections", "check", "-", stdin=text)
    assert ran.status == 0
    assert "my_farm (base): nothing is known about a printed section of this name" in ran.out


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (["check", "no-such-file.txt"], "", "no-such-file.txt: No such file"),
        (["check", "-"], "", "-:1:1: there is no line 'map:'"),
        (["check", "-"], text_of("farm").replace("D K C", "D ? C"), "-:11:4: '?' is not a code"),
        (["check", "-"], text_of("island_tree_house").replace("D K", "D ?"), "-:11:6: '?' is not a code"),
        (["show", "atlantis"], "", "'atlantis' is not a section"),
        (["show", "generated_base_x"], "", "'generated_base_x' is not a generated section"),
        (["show", "island_tree_house", "--turned"], "", "the Island is not"),
        (["show"], "", "NAME"),
        (["dance"], "", "'dance'"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(command: Command, arguments: list[str], stdin: str, words: str) -> None:
    """Wrong input gives one line on standard error with the place of the mistake, nothing else."""
    ran = command("sections", *arguments, stdin=stdin)
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert words in ran.err


def test_statistics_has_a_line_for_each_section(command: Command) -> None:
    """The table has the counts of every section; the usual ranges follow."""
    lines = command("sections", "statistics").out.splitlines()
    heads = lines[0].split()
    last = 1 + len(all_sections())
    rows = {line.split()[0]: line.split()[1:] for line in lines[1:last]}
    assert set(rows) == {piece.name for piece in all_sections()}
    temple = dict(zip(heads, rows["temple"], strict=True))
    assert (temple["map"], temple["S"], temple["caves"]) == ("placeholder", "11", "1")
    assert all(any(figure.words in line for line in lines[last:]) for figure in FIGURES.values())


@pytest.fixture
def own_section(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A folder with a placeholder of the base game, which is forgotten after the test."""
    monkeypatch.setattr(section_maps, "_added", {})
    monkeypatch.setenv(OWN_SECTIONS, str(tmp_path))
    text = text_of("farm").replace("name: farm", "name: my_farm\nplaceholder: yes")
    (tmp_path / "my_farm.txt").write_text(text, encoding="utf-8")
    return "my_farm"


def test_new_marks_placeholders(command: Command, own_section: str) -> None:
    """A set-up with a placeholder says so, in its text and in its JSON."""
    arguments = ("new", "--seed", "1", "--sections", f"barn,{own_section}:180")
    assert "My farm, turned by 180 degrees (placeholder map)" in command(*arguments).out
    assert json.loads(command(*arguments, "--json").out)["stand_ins"] == [own_section]


def test_new_has_no_placeholders_on_printed_sections(command: Command) -> None:
    """A set-up of printed sections has an empty list."""
    assert json.loads(command("new", "--seed", "1", "--json").out)["stand_ins"] == []


def test_new_makes_four_generated_sections(command: Command) -> None:
    """`--sections generated` gives four new sections; the text names the locations of each."""
    arguments = ("new", "--seed", "5", "--sections", "generated")
    names = [name for name, _ in json.loads(command(*arguments, "--json").out)["sections"]]
    assert all(name.startswith("generated_base_") for name in names)
    text = command(*arguments).out
    for name in names:
        (line,) = (line for line in text.splitlines() if name.replace("_", " ").capitalize() in line)
        assert f"({section(name).locations[0].capitalize()})" in line
