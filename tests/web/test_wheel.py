"""The built package contains the page: neither building nor installing it needs Node on the system."""

from __future__ import annotations

import re
import sys
import venv
import zipfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.server.serving import ServerProcess
from tests.web.browser import INSTANT, Table, Visitor
from tests.wheels import ROOT, SOURCES, can_compile, copy_sources, path_without, run

NODE = ("node", "nodejs", "npm", "npx", "corepack")


def requirements(name: str) -> dict[str, str]:
    """Return the packages of a lock file, each with its version, condition and hashes."""
    lines = (ROOT / "requirements" / name).read_text().replace("\\\n", "").splitlines()
    found = [re.fullmatch(r"([\w.-]+)(\[[\w,]+\])?==(.*)", line) for line in lines]
    return {match[1]: match[3] for match in found if match}


def built_wheel(folder: Path) -> Path:
    """Build the package from a copy of its sources, without Node on the PATH.

    The build installs Node, but not again the npm packages, which `make` has installed with the same command.
    """
    source = copy_sources(folder / "source", [*SOURCES, "frontend"])
    (source / "frontend" / "node_modules").symlink_to(ROOT / "frontend" / "node_modules")
    run(
        sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, source, env=path_without(folder, NODE)
    )
    [built] = folder.glob("*.whl")
    return built


def installed_python(wheel: Path, folder: Path) -> Path:
    """Install the wheel in a new virtual environment that has only the packages of the lock file of the server.

    They are links to the packages of this environment, so that nothing is downloaded.
    """
    venv.create(folder)
    python = folder / "bin" / "python"
    [packages] = folder.glob("lib/python*/site-packages")
    for name in requirements("server.txt"):
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:
            continue  # not for this system or Python
        for part in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            link = packages / part
            if not link.exists():
                link.symlink_to(str(distribution(name).locate_file(part)))
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-compile", "--no-deps", wheel)
    return python


def test_all_packages_of_the_server_are_installed_for_the_tests_with_the_same_hashes():
    """`make` installs dev.txt and lets pip check the hashes, so server.txt can be installed too."""
    assert requirements("server.txt").items() <= requirements("dev.txt").items()


def test_a_wheel_built_without_node_contains_the_page_and_serves_it_without_node(
    tmp_path: Path, browser: Browser
) -> None:
    """One test, because the build is expensive and test processes share nothing."""
    (tmp_path / "build").mkdir()
    wheel = built_wheel(tmp_path / "build")
    names = zipfile.ZipFile(wheel).namelist()
    assert ("kingdom_builder/kernel/_native.abi3.so" in names) == can_compile()
    assert "kingdom_builder/web/index.html" in names
    assert any(name.startswith("kingdom_builder/web/assets/") and name.endswith(".js") for name in names)
    assert not any("node_modules" in name or name.startswith("frontend") for name in names)

    python = installed_python(wheel, tmp_path / "environment")
    server = ServerProcess(tmp_path / "server", python=str(python)).start(environment=path_without(tmp_path, NODE))
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
