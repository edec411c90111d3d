"""The kernel has no memory errors and no undefined behaviour in a short run."""

from __future__ import annotations

import pytest

from tests.kernel.sanitized import FOLDER, can_sanitize, run_sanitized

pytestmark = pytest.mark.slow

if not can_sanitize():
    pytest.skip("g++ and its sanitizers are not installed", allow_module_level=True)


def test_the_kernel_with_sanitizers_is_the_one_that_is_used() -> None:
    done = run_sanitized("print(kernel.native().__file__, kernel.available())")
    assert (done.stdout, done.stderr) == (f"{FOLDER / '_native.abi3.so'} True\n", "")
