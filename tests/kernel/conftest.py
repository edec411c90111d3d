"""The compiled kernel for its tests."""

from __future__ import annotations

from types import ModuleType

import pytest

from kingdom_builder import kernel
from tests.wheels import can_compile


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the compiled kernel; skip the test only where it cannot be compiled."""
    monkeypatch.delenv(kernel.VARIABLE, raising=False)
    if not kernel.available() and not can_compile():
        pytest.skip("there is no C++ compiler, or no header files of Python")
    return kernel.native()
