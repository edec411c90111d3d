"""Compiles copies of the kernel for tests, and runs Python with them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from kingdom_builder import kernel

ROOT = Path(__file__).parents[2]
NATIVE = ROOT / "native"
NAME = "_native.abi3.so"
RULES = ("game.cpp", "py_game.cpp")
"""The files that play and score games."""
FLAGS = ("-std=c++17", "-ffp-contract=off", "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden", "-fPIC")


def can_compile() -> bool:
    """Return whether g++ and the header files of Python are there."""
    return shutil.which("g++") is not None and Path(sysconfig.get_path("include"), "Python.h").exists()


def compile_kernel(sources: Path, folder: Path, flags: Sequence[str], others: Path | None = None) -> None:
    """Compile the kernel in a folder of sources into another folder; raise RuntimeError with g++'s messages.

    With `others` only the files with the rules are compiled, and linked before the objects of that folder: of functions
    with the same name the linker takes the first. They must be compiled without inlining (-O0).
    """
    defined = f"-DKINGDOM_BUILDER_INTERFACE={kernel.INTERFACE}"
    command = ["g++", *FLAGS, *flags, defined, f"-I{sysconfig.get_path('include')}"]
    folder.mkdir(parents=True, exist_ok=True)
    names = sorted(path.name for path in sources.glob("*.cpp")) if others is None else list(RULES)
    objects = [folder / f"{name}.o" for name in names]
    steps = [
        subprocess.Popen([*command, "-c", name, "-o", file], cwd=sources, stderr=subprocess.PIPE, text=True)
        for name, file in zip(names, objects, strict=True)
    ]
    messages = [step.communicate()[1] for step in steps]
    if any(step.returncode for step in steps):
        raise RuntimeError("".join(messages))
    if others is not None:
        objects += [file for file in sorted(others.glob("*.o")) if file.name.removesuffix(".o") not in RULES]
    subprocess.run([*command, "-shared", *objects, "-o", folder / NAME], check=True)


def run_python(
    code: str, folder: Path, *, timeout: float | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run code with the kernel of a folder in a new process."""
    use = f"from kingdom_builder import kernel; kernel.__path__.insert(0, {str(folder)!r})"
    return subprocess.run(
        [sys.executable, "-c", f"{use}\n{code}"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]), **environment},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
