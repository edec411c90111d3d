"""The documents are right: examples run, links lead to files, the lists of commands are complete."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

import kingdom_builder as kb
from kingdom_builder.cli import new_parser
from kingdom_builder.cli.serve import OPTIONS
from kingdom_builder.cli.words import Words

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "docs/arena.md", "docs/first-bot.md", "docs/library.md", "docs/research.md")
ELSEWHERE = {"CONTRIBUTING.md": "tests/sets/example", "docs/protocol.md": "tests/server"}
"""Documents whose examples need a file or a server, and where they are run."""


def examples(document: str) -> list[str]:
    """Return the Python examples of a document."""
    return re.findall(r"```python\n(.*?)```", (ROOT / document).read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.filterwarnings("ignore::kingdom_builder.BotFaultWarning")
@pytest.mark.parametrize(
    ("document", "number"),
    [(document, i) for document in DOCUMENTS for i in range(len(examples(document)))],
)
def test_every_python_example_runs(document: str, number: int) -> None:
    """Every example of a document runs on its own."""
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(examples(document)[number], f"{document}, example {number}", "exec"), {})


def test_every_document_with_examples_is_run() -> None:
    """A new document with Python code must be in one of the lists above."""
    written = [path for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")) if examples(str(path))]
    names = {path.relative_to(ROOT).as_posix() for path in written}
    assert names - set(DOCUMENTS) == set(ELSEWHERE)


def test_the_bot_of_the_tutorial_plays_from_its_file(tmp_path: Path) -> None:
    """The bot of docs/first-bot.md beats random, without a fault."""
    (code,) = [example for example in examples("docs/first-bot.md") if "class MyBot" in example]
    (tmp_path / "my_bot.py").write_text(code, encoding="utf-8")
    match = kb.arena(f"{tmp_path / 'my_bot.py'}:MyBot", "random", games=6)
    assert match.faults == []
    assert match.win_rate > 0.5


def test_the_readme_example_is_short_and_prints_the_winner() -> None:
    """The library example of the README has at most ten lines of code and prints who has won."""
    (example,) = examples("README.md")
    assert len([line for line in example.splitlines() if line.strip()]) <= 10
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(example, "README.md", "exec"), {})
    assert "won by" in output.getvalue()


@pytest.mark.parametrize("document", [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")], ids=lambda path: path.name)
def test_links_between_documents_lead_to_files(document: Path) -> None:
    """Every link to a file of the project names an existing file."""
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")], ids=lambda path: path.name)
def test_the_commands_of_a_document_have_options_that_exist(document: Path) -> None:
    """Every line that is a command of `kingdom-builder` can be parsed."""
    parser = new_parser(Words("en"))
    for line in document.read_text(encoding="utf-8").splitlines():
        command = re.match(r"\s*(?:\.venv/bin/)?kingdom-builder (.*?)(?:\s+(?:[#>]|2>).*)?$", line)
        if command:
            parser.parse_args(shlex.split(command[1]))


def test_the_settings_of_the_command_line_are_those_of_the_document() -> None:
    """docs/hosting.md lists every option of `serve`."""
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8").partition("## Settings")[2]
    listed = re.search(r"^Command line: (.*?)\n\n", text, re.MULTILINE | re.DOTALL)
    assert listed is not None
    options = re.findall(r"`--([a-z-]+)`", listed[1])
    assert [name.replace("-", "_") for name in options] == [*OPTIONS, "config", "no_browser"]


def test_every_make_command_is_in_make_help_and_in_contributing() -> None:
    """`make help` and the table in CONTRIBUTING.md list the same commands; parts of `make check` are in neither."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = {name for line in re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE) for name in line.split()}
    in_help = re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE)
    in_table = re.findall(
        r"^\| `make ([a-z-]+)` \|", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(in_help) == sorted(in_table)
    assert set(in_help) == {name for name in phony if not name.startswith("check-")} - {"python-ready"}


def test_the_readme_says_that_the_publisher_is_not_involved() -> None:
    """The README says that the project is not affiliated with the publisher."""
    assert "not affiliated" in (ROOT / "README.md").read_text(encoding="utf-8")
