"""The texts and the rules for players as values that are written to JSON for the page."""

from __future__ import annotations

from typing import Any

from kingdom_builder.texts.catalogue import catalogue

NOT_FOR_THE_PAGE = ("cli.", "example.", "share.")
"""How the keys of texts begin that only the commands or pictures use, or that the rules for players contain."""


def page_texts(language: str) -> dict[str, str]:
    """Return the texts of a language by key.

    >>> page_texts("en")["tile.farm.name"]
    'Farm'
    """
    return {key: text for key, text in catalogue(language).texts.items() if not key.startswith(NOT_FOR_THE_PAGE)}


def page_rules(language: str) -> list[dict[str, Any]]:
    """Return the rules for players: chapters, entries, lines, captions; the line of a list begins with `- `.

    >>> page_rules("en")[0]["entries"][0]["rules"]
    ['R1.1', 'R8.1']
    """
    texts = catalogue(language).texts
    return [
        {
            "id": chapter.id,
            "title": chapter.title,
            "entries": [
                {
                    "id": entry.id,
                    "title": entry.title,
                    "rules": list(entry.rules),
                    "set": entry.set,
                    "line": texts.get(f"{entry.id.replace('-', '.', 1)}.line", ""),
                    "lines": list(entry.lines),
                    "captions": list(entry.captions),
                }
                for entry in chapter.entries
            ],
        }
        for chapter in catalogue(language).chapters
    ]
