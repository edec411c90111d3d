"""The built package brings the page: whoever installs it needs no Node, and whoever builds it need not have one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import ServerProcess
from tests.web.browser import AT_ONCE, Table, Visitor

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
SOURCES = ("src", "frontend", "docs", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md")


def without_node(folder: Path) -> dict[str, str]:
    """An environment in whose PATH there is neither node nor npm, and all else is."""
    tools = folder / "tools"
    tools.mkdir()
    for place in reversed(os.environ["PATH"].split(os.pathsep)):
        for program in Path(place).glob("*") if Path(place).is_dir() else ():
            if program.name.partition(".")[0] not in ("node", "nodejs", "npm", "npx", "corepack"):
                (tools / program.name).unlink(missing_ok=True)
                (tools / program.name).symlink_to(program)
    environment = {**os.environ, "PATH": str(tools)}
    for name in ("node", "npm"):
        assert shutil.which(name, path=environment["PATH"]) is None
    return environment


def run(*command: str | Path, **options: object) -> None:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built from a copy of the sources by a machine without Node."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in SOURCES:
        origin = ROOT / name
        if origin.is_dir():
            leave = shutil.ignore_patterns("node_modules", "__pycache__", "web") if name != "docs" else None
            shutil.copytree(origin, source / name, ignore=leave)
        else:
            shutil.copy(origin, source / name)
    run(
        sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, source, env=without_node(folder)
    )  # fmt: skip
    [built] = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_page(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "kingdom_builder/web/index.html" in names
    assert any(name.startswith("kingdom_builder/web/assets/") and name.endswith(".js") for name in names)
    assert not any("node_modules" in name or name.startswith("frontend") for name in names)


def test_an_installed_wheel_shows_the_board_without_node(wheel: Path, tmp_path: Path, browser: Browser) -> None:
    environment = without_node(tmp_path)
    home = tmp_path / "environment"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    run(python, "-m", "pip", "install", "--require-hashes", "-r", ROOT / "requirements" / "server.txt", env=environment)
    run(python, "-m", "pip", "install", "--no-deps", wheel, env=environment)
    server = ServerProcess(tmp_path / "server", python=str(python)).start(environment=environment)
    try:
        visitor = Visitor(browser, server, AT_ONCE)
        visitor.page.goto("/")
        visitor.page.get_by_role("button", name="Play now").click()
        Table(visitor.page).wait()
        expect(visitor.page.get_by_role("gridcell")).to_have_count(400)
        visitor.close()
        visitor.assert_content()
    finally:
        server.kill()
