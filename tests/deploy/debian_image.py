"""The steps of deploy/Dockerfile in clean root file systems of Debian, one for each stage, without containers.

debootstrap makes the first one; it has the Python of Debian, with its headers, where the image has its own. Every step
runs in it by `chroot`, packages and users included. Then the command of the image runs as its user without any
capability, on a read-only file system with a writable /data and /tmp, as deploy/compose.yaml has it. This needs root.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.deploy.image import (
    ROOT,
    Instruction,
    command_of,
    copy,
    environment_of,
    health_check_of,
    package_settings,
    wait_for_health,
)
from tests.services import free_port

SUITE = "bookworm"
PACKAGES = "python3,python3-dev,python3-venv,ca-certificates"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NETWORK_FILES = ("/etc/resolv.conf", "/etc/hosts")
_MOUNTS = ("proc", "dev", "sys")


class DebianImage:
    """The root file systems of the stages; the last one is the image."""

    def __init__(self, folder: Path, mirror: str | None, shared: Sequence[str] = ()) -> None:
        """Make the base of all stages; `shared` are paths of this machine that package managers need."""
        self._folder = folder
        self._base = folder / "base"
        self._shared = shared
        self._stages: dict[str, Path] = {}
        self._root = self._base
        self._work = "/"
        self._variables: dict[str, str] = {}
        words = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(self._base)]
        subprocess.run([*words, *([mirror] if mirror else [])], check=True, stdout=subprocess.DEVNULL)
        (self._base / "usr/local/bin/python").symlink_to("/usr/bin/python3")

    def carry_out(self, step: Instruction) -> None:
        """Carry out one step that builds the image."""
        if step.name == "FROM":
            self._begin_stage(step.text)
        elif step.name == "WORKDIR":
            self._work = step.text
            self._inside(step.text).mkdir(parents=True, exist_ok=True)
        elif step.name == "ENV":
            self._variables |= environment_of([step])
        elif step.name == "COPY":
            self._copy(step.text)
        elif step.name == "RUN":
            print(f"RUN {step.text}", flush=True)
            variables = {**package_settings(), **self._environment(), "HOME": "/root"}
            subprocess.run(self._chroot(["/bin/sh", "-ec", step.text]), env=variables, check=True)

    def serve(self, steps: list[Instruction]) -> None:
        """Start the image's command as its user, wait until its health check succeeds, and stop it."""
        port = str(free_port())
        variables = {**self._environment(), "HOME": "/data", "KINGDOM_BUILDER_PORT": port}
        [(user, _, group)] = [step.text.partition(":") for step in steps if step.name == "USER"]
        powerless = ["--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
        as_user = ["setpriv", f"--reuid={user}", f"--regid={group}", *powerless]
        check = [word.replace(":8000/", f":{port}/") for word in health_check_of(steps)]
        last = next(place for place in reversed(range(len(steps))) if steps[place].name == "FROM")
        words = self._chroot([*as_user, *command_of(steps[last:])], read_only=True)
        with subprocess.Popen(words, env=variables, stdout=subprocess.DEVNULL) as server:
            try:
                wait_for_health(server, self._chroot([*as_user, *check], read_only=True), variables)
            finally:
                server.terminate()
        [owner] = {(path.stat().st_uid, path.stat().st_gid) for path in self._inside("/data").iterdir()}
        assert owner == (int(user), int(group)), owner
        assert self._inside("/data/games.db").exists()
        assert not self._inside("/usr/bin/g++").exists(), "the image has a compiler"

    def _begin_stage(self, text: str) -> None:
        name = re.sub(r".* AS ", "", text) if " AS " in text else "image"
        print(f"FROM {SUITE} with its Python, for {text}", flush=True)
        self._root = self._stages[name] = self._folder / name
        subprocess.run(["cp", "--archive", self._base, self._root], check=True)
        for path in NETWORK_FILES:
            shutil.copy(path, self._inside(path))
        self._work, self._variables = "/", {}

    def _copy(self, text: str) -> None:
        if text.startswith("--from="):
            stage, source, target = re.sub("^--from=", "", text).split()
            subprocess.run(["cp", "--archive", f"{self._stages[stage]}{source}", self._inside(target)], check=True)
            return
        *sources, target = text.split()
        for source in sources:
            copy(ROOT / source, self._inside(self._work) / target / (source if target == "./" else ""))

    def _chroot(self, words: list[str], *, read_only: bool = False) -> list[str]:
        """Return the words that run a command in the root of this stage; its mounts end with it."""
        root = shlex.quote(str(self._root))
        script = ["set -e", f"mount --bind {root} {root}"]
        script += [f"mount --rbind /{name} {root}/{name}" for name in _MOUNTS]
        for path in self._shared:
            if not read_only:
                make = "mkdir -p" if Path(path).is_dir() else "touch"
                script += [f"mkdir -p {root}{Path(path).parent}", f"{make} {root}{path}"]
                script += [f"mount --bind {path} {root}{path}"]
        if read_only:
            script += [f"mount --bind {root}/data {root}/data", f"mount -t tmpfs tmpfs {root}/tmp"]
            script += [f"mount -o remount,bind,ro {root}"]
        inner = f"cd {shlex.quote(self._work)} && exec {shlex.join(words)}"
        script += [f"exec chroot {root} /bin/sh -c {shlex.quote(inner)}"]
        return ["unshare", "--mount", "/bin/sh", "-c", "\n".join(script)]

    def _environment(self) -> dict[str, str]:
        return {"PATH": self._variables.get("PATH", "$PATH").replace("$PATH", PATH)} | {
            name: value for name, value in self._variables.items() if name != "PATH"
        }

    def _inside(self, path: str) -> Path:
        return self._root / path.lstrip("/")
