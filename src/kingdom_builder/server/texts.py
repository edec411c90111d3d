"""Names and chat as people may see them: one line, nothing invisible, nothing that turns the text around."""

from __future__ import annotations

import unicodedata

from kingdom_builder.server.messages import LONGEST_CHAT, LONGEST_NAME

_JOINERS = "\u200d\ufe0f"  # hold an emoji together
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
    kept = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            continue
        if category in ("Cc", "Zl", "Zp", "Zs"):
            kept.append(" ")
        elif category[0] != "C" or letter in _JOINERS:
            kept.append(letter)
    return " ".join("".join(kept).split())[:LONGEST_CHAT]
