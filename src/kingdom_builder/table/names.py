"""Names and chat as they may be shown: one line, nothing invisible, nothing that reverses the text."""

from __future__ import annotations

import unicodedata

MAX_CHAT = 500
MAX_NAME = 30
MAX_MARKS = 2

_JOINERS = "\u200d\ufe0f"  # hold an emoji together, after a part of one
_INVISIBLE = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")  # letters and marks that show nothing


def clean_name(text: str, default: str) -> str:
    """Return a name that can be shown, or the default if nothing of it is left.

    >>> clean_name("  Ada\\u202e  L. ", "Player 1")
    'Ada L.'
    """
    return clean_text(text)[:MAX_NAME].strip() or default


def clean_text(text: str) -> str:
    """Return chat that can be shown: composed characters, blanks for control characters, few accents on one letter.

    >>> clean_text("a\\nb\\x00")
    'a b'
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        if letter in _JOINERS:
            if kept and unicodedata.category(kept[-1]) in ("So", "Sk"):
                kept.append(letter)
        elif category in ("Mn", "Me") and letter not in _INVISIBLE:
            marks += 1
            if marks <= MAX_MARKS:
                kept.append(letter)
        elif category in ("Cc", "Zl", "Zp", "Zs"):
            kept.append(" ")
            marks = 0
        elif category[0] != "C" and letter not in _INVISIBLE:
            kept.append(letter)
            marks = 0
    return " ".join("".join(kept).split())[:MAX_CHAT]
