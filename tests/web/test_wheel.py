"""The built package contains the page: neither building nor installing it needs Node on the system."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.server.serving import ServerProcess
from tests.web.browser import INSTANT, Table, Visitor

ROOT = Path(__file__).parents[2]
SOURCES = ("src", "frontend", "docs", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md")


def without_node(folder: Path) -> dict[str, str]:
    """Return the environment with a PATH that has every program but Node's."""
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


def built_wheel(folder: Path) -> Path:
    """Build the package from a copy of its sources, without Node on the PATH."""
    source = folder / "source"
    source.mkdir()
    for name in SOURCES:
        origin = ROOT / name
        if origin.is_dir():
            leave = shutil.ignore_patterns("node_modules", "__pycache__", "web") if name != "docs" else None
            shutil.copytree(origin, source / name, ignore=leave)
        else:
            shutil.copy(origin, source / name)
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, source, env=without_node(folder))
    [built] = folder.glob("*.whl")
    return built


def installed_python(wheel: Path, folder: Path) -> Path:
    """Install the wheel and the packages it needs in a new virtual environment; return its Python."""
    venv.create(folder)
    python = folder / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--no-compile")
    run(*pip, "--require-hashes", "-r", ROOT / "requirements" / "server.txt")
    run(*pip, "--no-deps", wheel)
    return python


def test_a_wheel_built_without_node_contains_the_page_and_serves_it_without_node(
    tmp_path: Path, browser: Browser
) -> None:
    """One test, because the build is expensive and test processes share nothing."""
    (tmp_path / "build").mkdir()
    wheel = built_wheel(tmp_path / "build")
    names = zipfile.ZipFile(wheel).namelist()
    assert "kingdom_builder/web/index.html" in names
    assert any(name.startswith("kingdom_builder/web/assets/") and name.endswith(".js") for name in names)
    assert not any("node_modules" in name or name.startswith("frontend") for name in names)

    python = installed_python(wheel, tmp_path / "environment")
    server = ServerProcess(tmp_path / "server", python=str(python)).start(environment=without_node(tmp_path))
    try:
        visitor = Visitor(browser, server, INSTANT)
        visitor.page.goto("/")
        visitor.page.get_by_role("button", name="Play now").click()
        Table(visitor.page).wait()
        expect(visitor.page.get_by_role("gridcell")).to_have_count(400)
        visitor.close()
        visitor.assert_no_errors()
    finally:
        server.kill()
