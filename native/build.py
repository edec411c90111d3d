"""Compile the kernel into the Python package. Standard library only.

`make kernel` and the build of a wheel run this. It needs g++ or clang++ and the headers of Python; without them
Kingdom Builder works without the kernel, so that is one line and no error, except with --required.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

NATIVE = Path(__file__).resolve().parent
ROOT = NATIVE.parent
PACKAGE = ROOT / "src" / "kingdom_builder" / "kernel"
BUILD = ROOT / "build"
LOG = BUILD / "native.log"
NAME = "_native.abi3.so"
COMPILERS = ("g++", "clang++", "c++")

FLAGS = (
    "-std=c++17",
    "-ffp-contract=off",  # the same floats as Python's
    "-fno-exceptions",
    "-fno-rtti",
    "-fvisibility=hidden",
    "-fPIC",
    "-Wall",
    "-Wextra",
    "-DPy_LIMITED_API=0x030B0000",  # CPython 3.11 and later
)
FAST = ("-O3",)
SANITIZED = (
    "-O1",
    "-g",
    "-fno-omit-frame-pointer",
    "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize-recover=all",
)
MACOS = {"arm64": "11.0", "x86_64": "10.13"}
"""The oldest macOS that an extension is for, by processor."""


class BuildError(Exception):
    """The kernel cannot be compiled here; the message is one line."""


def build(*, compiler: str | None = None, sanitize: bool = False) -> tuple[Path, str]:
    """Compile the kernel unless it is up to date; return the file and a line about what was done, which may be empty.

    If it cannot be compiled, remove a file that was built from other sources and raise BuildError.
    """
    target = (BUILD / "sanitized" if sanitize else PACKAGE) / NAME
    flags = [
        *FLAGS,
        *(SANITIZED if sanitize else FAST),
        *_processor_flags(),
        f"-DKINGDOM_BUILDER_INTERFACE={_interface()}",
    ]
    digest = _digest(flags)
    built = target.read_bytes() if target.exists() else b""
    try:
        command, version = _compiler(compiler)
    except BuildError:
        if digest.encode() in built:
            return target, ""  # built with a compiler that is no longer here
        target.unlink(missing_ok=True)
        raise
    identity = f"{digest} {version}"
    if identity.encode() in built:
        return target, ""
    started = time.monotonic()
    try:
        _compile(command, [*flags, f"-DKINGDOM_BUILDER_BUILD={json.dumps(identity)}"], target)
    except BuildError:
        target.unlink(missing_ok=True)
        raise
    return target, f"Compiled the kernel in {time.monotonic() - started:.1f} s ({version})."


def macos_tag() -> str:
    """Return the platform tag of a wheel on macOS."""
    machine = platform.machine()
    return f"macosx_{MACOS[machine].replace('.', '_')}_{machine}"


def _compiler(chosen: str | None) -> tuple[list[str], str]:
    """Return the command of the C++ compiler and its version."""
    if sys.platform == "win32":
        raise BuildError("it is not available for Windows")
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise BuildError("it is only for CPython with the global interpreter lock")
    chosen = chosen or os.environ.get("CXX")
    for candidate in [chosen] if chosen else COMPILERS:
        command = shlex.split(candidate)
        if command and shutil.which(command[0]):
            done = _run([*command, "--version"])
            version = (done.stdout.splitlines() or [""])[0].strip()
            if done.returncode or not version:
                raise BuildError(f"{candidate} --version fails")
            return command, version
    raise BuildError(f"{chosen} is not there" if chosen else f"there is no C++ compiler ({', '.join(COMPILERS)})")


def _processor_flags() -> list[str]:
    """Return the flags of this processor and system; native/interface.hpp checks the processor again at run time."""
    machine = platform.machine()
    flags = []
    if machine == "x86_64" and sys.maxsize > 2**32:
        flags.append("-march=x86-64-v2")
    if sys.platform == "darwin":
        flags += ["-arch", machine, f"-mmacosx-version-min={MACOS[machine]}"]
    return flags


def _interface() -> str:
    """Return the number of the interface that the Python package expects."""
    found = re.search(r"^INTERFACE = (\d+)$", (PACKAGE / "__init__.py").read_text(encoding="utf-8"), re.MULTILINE)
    if not found:
        raise BuildError("kernel/__init__.py has no line with INTERFACE")
    return found[1]


def _digest(flags: Sequence[str]) -> str:
    """Return a digest of the flags and of all sources and headers."""
    digest = hashlib.sha256("\n".join(flags).encode())
    for path in sorted([*NATIVE.rglob("*.cpp"), *NATIVE.rglob("*.hpp")]):
        content = path.read_bytes()
        digest.update(f"\n{path.relative_to(NATIVE).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _compile(command: list[str], flags: list[str], target: Path) -> None:
    """Compile all sources in parallel and link them; replace the target in one step."""
    headers = sysconfig.get_path("include")
    if not Path(headers, "Python.h").exists():
        raise BuildError("Python's header files are not there (on Debian and Ubuntu: apt install python3-dev)")
    BUILD.mkdir(exist_ok=True)
    target.parent.mkdir(exist_ok=True)
    partial = target.with_name(f".{NAME}.{os.getpid()}")
    with tempfile.TemporaryDirectory(dir=BUILD, prefix="native-") as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        sources = sorted(path.name for path in NATIVE.glob("*.cpp"))
        objects = [f"{folder}/{source}.o" for source in sources]
        steps = [
            [*command, *flags, f"-I{headers}", "-c", source, "-o", file]
            for source, file in zip(sources, objects, strict=True)
        ]
        link = [*command, *flags, "-shared", *_link_flags(), *objects, "-o", str(partial)]
        try:
            done = list(pool.map(_run, steps))
            if not any(step.returncode for step in done):
                done.append(_run(link))
            _check(command, done)
            os.replace(partial, target)
        finally:
            partial.unlink(missing_ok=True)


def _link_flags() -> list[str]:
    """Return the flags that leave Python's own functions to be found at run time."""
    return ["-Wl,-undefined,dynamic_lookup"] if sys.platform == "darwin" else []


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run the compiler beside the sources; its messages are in English in every locale."""
    return subprocess.run(
        command,
        cwd=NATIVE,
        env={**os.environ, "LC_ALL": "C"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def _check(command: list[str], done: list[subprocess.CompletedProcess[str]]) -> None:
    """Write the messages of the compiler to the log; raise BuildError if it has failed."""
    messages = "".join(f"{shlex.join(step.args)}\n{step.stdout}\n" for step in done if step.stdout or step.returncode)
    LOG.write_text(messages, encoding="utf-8")
    if any(step.returncode for step in done):
        raise BuildError(f"{command[0]} fails, see {LOG.relative_to(ROOT)}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Compile the kernel and return the exit status."""
    parser = argparse.ArgumentParser(description="Compile the kernel into the Python package.")
    parser.add_argument("--compiler", metavar="COMMAND", help="the C++ compiler (default: CXX, g++, clang++ or c++)")
    parser.add_argument("--required", action="store_true", help="exit with status 1 if it cannot be compiled")
    parser.add_argument(
        "--sanitize", action="store_true", help="compile build/sanitized/ with AddressSanitizer and UBSan instead"
    )
    options = parser.parse_args(arguments)
    try:
        _, line = build(compiler=options.compiler, sanitize=options.sanitize)
    except (BuildError, OSError) as error:
        print(not_built(error), file=sys.stderr)
        return 1 if options.required else 0
    if line:
        print(line)
    return 0


def not_built(error: Exception) -> str:
    """Return one line that says why there is no kernel."""
    return f"The compiled kernel is not built: {error}. Everything works without it, but bots think slower."


if __name__ == "__main__":
    sys.exit(main())
