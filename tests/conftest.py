"""How Hypothesis looks for counterexamples: without a clock and, on the build server, the same ones every time."""

import os

from hypothesis import settings

settings.register_profile("default", deadline=None, derandomize=os.environ.get("CI") == "true", print_blob=True)
settings.load_profile("default")
