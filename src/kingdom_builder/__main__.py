"""`python -m kingdom_builder` is the command `kingdom-builder`."""

import sys

from kingdom_builder.cli import main

if __name__ == "__main__":
    sys.exit(main())
