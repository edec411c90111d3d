"""Names and chat as people may see them: one line, nothing invisible, nothing that turns the text around."""

from __future__ import annotations

import unicodedata

from kingdom_builder.server.said import LONGEST_CHAT, LONGEST_NAME

_JOINERS = "\u200d\ufe0f"  # hold an emoji together, after a part of one
_SHOWS_NOTHING = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")  # letters and marks in name only
_MOST_MARKS = 2


def clean_name(text: str, otherwise: str) -> str:
    """Return a name fit to be shown; `otherwise` if nothing of it is left.

    >>> clean_name("  Ada\\u202e  L. ", "Player 1")
    'Ada L.'
    """
    return clean_text(text)[:LONGEST_NAME].strip() or otherwise


def clean_text(text: str) -> str:
    """Return chat fit to be shown: composed characters, blanks for control characters, no pile of accents.

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
        elif category in ("Mn", "Me") and letter not in _SHOWS_NOTHING:
            marks += 1
            if marks <= _MOST_MARKS:
                kept.append(letter)
        elif category in ("Cc", "Zl", "Zp", "Zs"):
            kept.append(" ")
            marks = 0
        elif category[0] != "C" and letter not in _SHOWS_NOTHING:
            kept.append(letter)
            marks = 0
    return " ".join("".join(kept).split())[:LONGEST_CHAT]
