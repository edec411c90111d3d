"""The fonts of pictures, for machines without any. LICENSE.txt says where they come from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

SANS = "font-family=\"'Board Sans', 'Source Sans 3', sans-serif\""
SERIF = 'font-family="\'Board Serif\', Lora, serif" font-weight="700"'
FILES = [str(path) for path in sorted(Path(__file__).parent.glob("*.ttf"))]
_LAST = 0x17F
"""The last of the letters that these fonts have."""


def options(svg: str) -> dict[str, Any]:
    """Return the options with which resvg draws the text of a picture; fonts of the system draw what these lack.

    >>> options("<text>Zoë</text>")["skip_system_fonts"], options("<text>Ωmega</text>")["skip_system_fonts"]
    (True, False)
    """
    return {"font_files": FILES, "skip_system_fonts": all(ord(letter) <= _LAST for letter in svg)}
