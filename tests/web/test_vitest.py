"""The unit tests of the page's TypeScript, in frontend/tests."""

from __future__ import annotations

import subprocess
import sys

from tests.test_documents import ROOT


def test_the_unit_tests_of_the_page_pass():
    """`npm test` passes; it needs Node, but no browser."""
    command = [sys.executable, "frontend/build.py", "npm", "run", "--silent", "test"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stdout + done.stderr
