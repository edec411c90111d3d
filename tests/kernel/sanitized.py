"""Runs code with a kernel that was compiled with AddressSanitizer and UndefinedBehaviorSanitizer."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tests.wheels import ROOT

FOLDER = ROOT / "build" / "sanitized"
USE = f"from kingdom_builder import kernel; kernel.__path__.insert(0, {str(FOLDER)!r})"


def can_sanitize() -> bool:
    """Return whether g++ and its sanitizers are installed."""
    return sys.platform == "linux" and shutil.which("g++") is not None and os.path.isabs(_runtime())


def run_sanitized(code: str) -> subprocess.CompletedProcess[str]:
    """Compile the kernel with sanitizers if it is not up to date, and run code that uses it in a new process.

    A memory error or undefined behaviour ends the process with a status that is not 0 and a report on standard error.
    """
    build = [sys.executable, str(ROOT / "native" / "build.py"), "--sanitize", "--required", "--compiler", "g++"]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    environment = {
        **os.environ,
        "KINGDOM_BUILDER_KERNEL": "on",
        "LD_PRELOAD": _runtime(),
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself keeps memory until it ends
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",  # so that objects of Python are checked too
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
    }
    command = [sys.executable, "-c", f"{USE}\n{code}"]
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)


def _runtime() -> str:
    """Return the library of AddressSanitizer, which must be loaded before Python; its bare name if it is missing."""
    command = ["g++", "-print-file-name=libasan.so"]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.strip()
