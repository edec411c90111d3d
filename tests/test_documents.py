"""What the documents show a reader works as it stands there."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "docs/library.md", "docs/research.md")


def examples(document: str) -> list[str]:
    """Return the Python examples of a document."""
    return re.findall(r"```python\n(.*?)```", (ROOT / document).read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(
    ("document", "number"),
    [(document, i) for document in DOCUMENTS for i in range(len(examples(document)))],
)
def test_every_python_example_runs(document: str, number: int) -> None:
    """A reader can paste each example of a document and run it."""
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(examples(document)[number], f"{document}, example {number}", "exec"), {})


def test_the_readme_example_is_ten_lines_and_prints_the_result() -> None:
    """The library example of the README is ten lines of code or fewer and says who has won."""
    (example,) = examples("README.md")
    assert len([line for line in example.splitlines() if line.strip()]) <= 10
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(example, "README.md", "exec"), {})
    assert "won by" in output.getvalue()


@pytest.mark.parametrize("document", [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")], ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    """A link to a file of the project names a file that is there."""
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), target


def test_the_readme_says_whose_game_it_is_not() -> None:
    """The README says that the project has nothing to do with the publisher."""
    assert "not affiliated" in (ROOT / "README.md").read_text(encoding="utf-8")
