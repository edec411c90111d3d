"""The names of the Kingdom Builder cards by set, and of the tasks (docs/rules.md R1.7, R1.8)."""

from __future__ import annotations

CARD_SETS = {
    "base": (
        "fishermen",
        "merchants",
        "discoverers",
        "hermits",
        "citizens",
        "miners",
        "workers",
        "knights",
        "lords",
        "farmers",
    ),
    "nomads": ("families", "shepherds", "ambassadors"),
    "crossroads": (),
    "marshlands": ("geologists", "messengers", "noblewomen", "vassals", "captains", "scouts"),
    "harvest": ("rangers", "mayors", "chainers", "travellers", "homesteaders", "rovers"),
}
TASKS = ("home_country", "fortress", "road", "place_of_refuge", "advance", "compass_points")
ALL_CARDS: tuple[str, ...] = tuple(card for cards in CARD_SETS.values() for card in cards)
