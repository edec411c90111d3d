"""Which set-up and deck a date has.

The formula is part of the format: two installations with the same `VERSION` play the same challenge on the same date.
It draws from the lists of this module only, in their order, with the generator of the engine. A change of a list,
the order of the draws or the maps that they name increases `VERSION`; `tests/daily` has the challenges of some dates.

Only sets with printed maps take part: an installation may replace the placeholder maps of the other sets.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.setup import Setup
from kingdom_builder.game import Game
from kingdom_builder.setup.builder import new_setup

VERSION = 1
"""Increased when the challenge of any date changes."""

FIRST_DAY = datetime.date(2026, 1, 1)
"""The date of challenge number 1."""

PLAYERS = 2
_STREAM = 20_260_101
"""Separates these draws from all other uses of the generator."""

_SECTIONS = {
    "base": ("barn", "farm", "harbor", "oasis", "oracle", "paddock", "tavern", "tower"),
    "nomads": ("caravan", "garden", "quarry", "village"),
    "crossroads": ("barracks_crossroads", "city_hall_fort", "lighthouse_foresters_lodge", "monastery_wagon"),
}
_CARDS = {
    "base": (
        "citizens",
        "discoverers",
        "farmers",
        "fishermen",
        "hermits",
        "knights",
        "lords",
        "merchants",
        "miners",
        "workers",
    ),
    "nomads": ("ambassadors", "families", "shepherds"),
}
_TASKS = ("advance", "compass_points", "fortress", "home_country", "place_of_refuge", "road")
_BOXES = ("crossroads", "nomads")
_QUEENIES = ("capitol", "caves")

_WEEK: tuple[tuple[Sequence[str], ...], ...] = (
    (),
    (),
    (_BOXES,),
    (),
    (),
    (_QUEENIES,),
    (_BOXES, _QUEENIES),
)
"""From Monday to Sunday: beside the base game, one set of each of these lists."""

_OWN_SECTIONS = 2
"""How many of the four sections are those of the expansion, if there is one with sections."""

_DRAWN_TASKS = 2
"""How many tasks are drawn if Crossroads takes part."""


@dataclass(frozen=True)
class Challenge:
    """The challenge of a date. The person has seat 0 and the bot seat 1; `start` begins.

    `deck_seed` determines all cards that will be drawn, `bot_seed` the errors of the bot.
    """

    day: datetime.date
    number: int
    sets: tuple[str, ...]
    sections: tuple[str, ...]
    cards: tuple[str, ...]
    tasks: tuple[str, ...]
    start: int
    seed: int
    deck_seed: int
    bot_seed: int

    @property
    def ends_at(self) -> float:
        """When the day is over, in seconds since 1970."""
        midnight = datetime.datetime.combine(self.day + datetime.timedelta(1), datetime.time(), datetime.UTC)
        return midnight.timestamp()

    def setup(self) -> Setup:
        """Return the set-up.

        >>> challenge_of(datetime.date(2026, 1, 1)).setup().players
        2
        """
        return new_setup(
            self.seed,
            players=PLAYERS,
            sets=self.sets,
            sections=self.sections,
            cards=self.cards,
            tasks=self.tasks,
            start=self.start,
            deck_seed=self.deck_seed,
        )

    def new_game(self) -> Game:
        """Return the game before its first turn."""
        return Game(self.setup())


@lru_cache(maxsize=32)
def challenge_of(day: datetime.date) -> Challenge:
    """Return the challenge of a date; ValueError for a date before the first challenge.

    >>> challenge_of(FIRST_DAY).number, challenge_of(datetime.date(2026, 11, 18)).number
    (1, 322)
    """
    if day < FIRST_DAY:
        raise ValueError(f"the first daily challenge was on {FIRST_DAY.isoformat()}")
    number = (day - FIRST_DAY).days + 1
    rng = Rng(number, _STREAM, VERSION)
    seed = rng.next64() >> 11
    deck_seed = rng.next64() << 64 | rng.next64()
    bot_seed = rng.next64()
    start = rng.randbelow(PLAYERS)
    sets = ("base", *(rng.choice(names) for names in _WEEK[day.weekday()]))
    sections = _draw_sections(rng, sets)
    cards = rng.shuffled([card for name in sets for card in _CARDS.get(name, ())])[:3]
    tasks = rng.shuffled(_TASKS)[:_DRAWN_TASKS] if "crossroads" in sets else ()
    return Challenge(day, number, sets, sections, cards, tasks, start, seed, deck_seed, bot_seed)


def day_of(seconds: float) -> datetime.date:
    """Return the date (UTC) of a time in seconds since 1970.

    >>> day_of(1_767_225_599.0), day_of(1_767_225_600.0)
    (datetime.date(2025, 12, 31), datetime.date(2026, 1, 1))
    """
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date()


def _draw_sections(rng: Rng, sets: Sequence[str]) -> tuple[str, ...]:
    """Return four sections with their turns, two of them those of an expansion that has sections."""
    chosen: list[str] = []
    for name in sets[1:]:
        chosen += rng.shuffled(_SECTIONS.get(name, ()))[:_OWN_SECTIONS]
    chosen += rng.shuffled(_SECTIONS["base"])[: 4 - len(chosen)]
    return tuple(f"{name}:{180 * rng.randbelow(2)}" for name in rng.shuffled(chosen))
