"""The compiled kernel: the rules of the engine in C++ (`native/`), for everything that plays or searches many games.

The kernel is optional and plays exactly the same game; the Python engine is the reference. The environment variable
KINGDOM_BUILDER_KERNEL is `off` to play without it and `on` to require it; else it is used if it has been built. It is
loaded when it is first used, not when this package is imported.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

INTERFACE = 8
"""The version of the functions of `_native`, which the build compiles in. Raise it when they change."""

VARIABLE = "KINGDOM_BUILDER_KERNEL"


class KernelError(ImportError):
    """The compiled kernel cannot be used, or the environment variable has a wrong value."""


def available() -> bool:
    """Return whether the kernel is used; raise KernelError if it is required and cannot be used.

    >>> available() in (True, False)
    True
    """
    match _setting():
        case "off":
            return False
        case "on":
            native()
    return _load().module is not None


def native() -> ModuleType:
    """Return the extension module; raise KernelError with the reason if it cannot be used.

    Modules of this package that are imported only after this call may import `_native` itself, which has types.
    """
    setting = _setting()
    if setting == "off":
        raise KernelError(f"the compiled kernel is {status()}")
    module, problem = _load()
    if module is None:
        cause = f"{VARIABLE}=on, but " if setting == "on" else ""
        raise KernelError(f"{cause}the compiled kernel is {problem} (`make kernel` compiles it)")
    return module


def status() -> str:
    """Return in a few words whether the kernel is used, and why not: `compiled by g++ 12.2.0`, `not built`.

    >>> isinstance(status(), str)
    True
    """
    try:
        return f"off ({VARIABLE}=off)" if _setting() == "off" else _load().status
    except KernelError as error:
        return f"unknown ({error})"


def _setting() -> str:
    value = os.environ.get(VARIABLE, "")
    if value not in ("", "on", "off"):
        raise KernelError(f"{VARIABLE}: expected on or off, found {value!r}")
    return value


class _Loaded(NamedTuple):
    """The extension, or None and the reason."""

    module: ModuleType | None
    status: str


@cache
def _load() -> _Loaded:
    """Load the extension once."""
    if "t" in getattr(sys, "abiflags", ""):
        return _Loaded(None, "not available for a Python without the global interpreter lock")
    name = f"{__name__}._native"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return _Loaded(None, "not built")
    except ImportError as error:
        return _Loaded(None, f"not usable: {' '.join(str(error).split())}")
    found = getattr(module, "INTERFACE", None)
    if found != INTERFACE:
        return _Loaded(None, f"built from other sources: its interface is {found}, expected {INTERFACE}")
    return _Loaded(module, f"compiled by {module.version()}")
