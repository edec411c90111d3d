"""The steps of deploy/Dockerfile without a container: `python -m tests.deploy.image` runs them in a clean folder.

Absolute paths of the image become paths in that folder, the two stages share it, and steps that change the system
(packages, users) are left out. Then the command of the image is run as its user, and its health check. With `--debian`
all steps run in clean root file systems instead (`debian_image.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.services import free_port

if TYPE_CHECKING:
    from tests.deploy.debian_image import DebianImage

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
SYSTEM = ("apt-get ", "useradd ")
"""The beginnings of steps that change the system."""

IMAGE_FOLDERS = ("/opt/kingdom-builder", "/source", "/data")
PATIENCE = 180.0


class Instruction(NamedTuple):
    """A line of the file: `RUN`, and what follows."""

    name: str
    text: str


def instructions() -> list[Instruction]:
    """Read the file."""
    found = []
    for line in DOCKERFILE.read_text().replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, text = line.partition(" ")
            found.append(Instruction(name, text.strip()))
    return found


def environment_of(steps: list[Instruction]) -> dict[str, str]:
    """Return the variables that the image sets."""
    pairs = [pair for step in steps if step.name == "ENV" for pair in step.text.split()]
    return dict(pair.split("=", 1) for pair in pairs)


def command_of(steps: list[Instruction]) -> list[str]:
    """Return the words that start the server."""
    [entry] = [json.loads(step.text) for step in steps if step.name == "ENTRYPOINT"]
    [command] = [json.loads(step.text) for step in steps if step.name == "CMD"]
    return [*entry, *command]


def health_check_of(steps: list[Instruction]) -> list[str]:
    """Return the words of the health check."""
    [check] = [step.text for step in steps if step.name == "HEALTHCHECK"]
    words: list[str] = json.loads(check.partition(" CMD ")[2])
    return words


def package_settings() -> dict[str, str]:
    """Return the variables of this machine that tell pip and npm where packages are."""
    settings = ("PIP_", "npm_", "NODE_EXTRA_CA_CERTS", "SSL_")
    return {name: value for name, value in os.environ.items() if name.startswith(settings)}


class CleanFolder:
    """A folder that stands for the file system of the image."""

    def __init__(self, folder: Path, python: str) -> None:
        """Give it a Python and nothing else."""
        self.folder = folder
        (folder / "bin").mkdir()
        (folder / "bin" / "python").symlink_to(python)
        self._work = folder
        self._variables = {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", "HOME": str(folder)}
        self._variables |= package_settings()

    def inside(self, text: str) -> str:
        """Return a text of the file with the paths of this folder."""
        for path in IMAGE_FOLDERS:
            text = re.sub(rf"(?<![\w.]){path}(?![\w-])", str(self.folder) + path, text)
        return text

    def carry_out(self, step: Instruction) -> None:
        """Carry out one step that builds the image."""
        if step.name == "WORKDIR":
            self._work = Path(self.inside(step.text))
            self._work.mkdir(parents=True, exist_ok=True)
        elif step.name == "COPY" and not step.text.startswith("--from="):
            *sources, target = step.text.split()
            for source in sources:
                copy(ROOT / source, self._work / target / (source if target == "./" else ""))
        elif step.name == "RUN":
            if step.text.startswith(SYSTEM):
                print(f"left out: {step.text}", flush=True)
                return
            print(f"RUN {step.text}", flush=True)
            subprocess.run(["/bin/sh", "-ec", self.inside(step.text)], cwd=self._work, env=self._variables, check=True)

    def serve(self, steps: list[Instruction]) -> None:
        """Start the image's command as its user, wait until its health check succeeds, and stop it."""
        port = str(free_port())
        variables = {**self._variables, **environment_of(steps), "HOME": "/nonexistent"}
        variables = {name: self.inside(value) for name, value in variables.items()}
        variables["PATH"] = f"{self.folder}/opt/kingdom-builder/bin:/usr/bin:/bin"
        variables["KINGDOM_BUILDER_PORT"] = port
        data = self.folder / "data"
        data.mkdir(exist_ok=True)
        user: list[str] = []
        if os.geteuid() == 0:
            [number] = [step.text.partition(":")[0] for step in steps if step.name == "USER"]
            os.chown(data, int(number), int(number))
            user = ["setpriv", f"--reuid={number}", f"--regid={number}", "--clear-groups", "--no-new-privs"]
        check = [word.replace(":8000/", f":{port}/") for word in health_check_of(steps)]
        words = [*user, *command_of(steps)]
        with subprocess.Popen(words, cwd=data, env=variables, stdout=subprocess.DEVNULL) as server:
            try:
                wait_for_health(server, [*user, *check], variables)
            finally:
                server.terminate()
        assert (data / "games.db").exists()


def copy(source: Path, target: Path) -> None:
    """Copy a file or a folder of the sources, without what .dockerignore leaves out."""
    if source.is_dir():
        leave = shutil.ignore_patterns("node_modules", "__pycache__", "web", "*.so")
        shutil.copytree(source, target, ignore=leave, dirs_exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def wait_for_health(server: subprocess.Popen[bytes], check: list[str], variables: dict[str, str]) -> None:
    """Wait until the health check succeeds."""
    end = time.monotonic() + PATIENCE
    while subprocess.run(check, env=variables, stderr=subprocess.DEVNULL, check=False).returncode:
        assert server.poll() is None, "the server has ended"
        assert time.monotonic() < end, "the health check does not succeed"
        time.sleep(1)
    print("the health check succeeds", flush=True)


def main() -> None:
    """Build and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    own = Path(sys.base_prefix) / "bin" / "python3"
    parser.add_argument("--python", default=str(own), help="a Python that every user of this machine can run")
    parser.add_argument("--debian", action="store_true", help="run all steps in root file systems of debootstrap")
    parser.add_argument("--mirror", help="the mirror of Debian for debootstrap")
    parser.add_argument(
        "--share", action="append", default=[], metavar="PATH", help="a path of this machine that pip or npm needs"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kingdom-builder-image-") as name:
        os.chmod(name, 0o755)
        image = _image(Path(name), options)
        steps = instructions()
        for step in steps:
            image.carry_out(step)
        image.serve(steps)


def _image(folder: Path, options: argparse.Namespace) -> CleanFolder | DebianImage:
    if not options.debian:
        return CleanFolder(folder, options.python)
    from tests.deploy.debian_image import DebianImage

    return DebianImage(folder, options.mirror, options.share)


if __name__ == "__main__":
    main()
