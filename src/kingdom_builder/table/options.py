"""The set-up options of a table, and the set-up that they describe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from kingdom_builder.engine.setup import Setup
from kingdom_builder.game import Game
from kingdom_builder.sets.problems import SetupError
from kingdom_builder.setup.builder import first_game, new_setup
from kingdom_builder.setup.options import complete, set_options
from kingdom_builder.table.errors import Rejected
from kingdom_builder.texts.problems import problem_sentence


@dataclass(frozen=True)
class SetupOptions:
    """What is chosen of a set-up, as `kingdom-builder new` takes it; the rest is drawn from the seed.

    `of_sets` has the options that sets declare (`setup.options`), by name.
    """

    first_game: bool = False
    sets: tuple[str, ...] = ("base",)
    sections: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    start: int | None = None
    two_cards: bool = False
    without_lords: bool = False
    of_sets: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Read what `to_dict` has written; what is missing has its default.

        >>> SetupOptions.from_dict({"sets": ["base", "island"], "island": "tree_house"}).of_sets["island"]
        'tree_house'
        """
        chosen: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
        }
        of_sets = {option.name: chosen.pop(option.name) for option in set_options() if option.name in chosen}
        general = {name: chosen[name] for name in _GENERAL if name in chosen}
        return cls(**general, of_sets=of_sets)

    def to_dict(self) -> dict[str, Any]:
        """Return all options as plain JSON.

        >>> SetupOptions().to_dict()["sets"]
        ['base']
        """
        values = {name: getattr(self, name) for name in _GENERAL} | complete(dict(self.of_sets))
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


_GENERAL = tuple(field.name for field in fields(SetupOptions) if field.name != "of_sets")


def new_table_game(options: SetupOptions, players: int, seed: int, deck_seed: int) -> Game:
    """Return the game that a table with these options plays; Rejected if there is no such set-up."""
    try:
        return Game(table_setup(options, players, seed, deck_seed))
    except SetupError as error:
        raise Rejected("bad_setup", str(error), sentence=problem_sentence(error)) from None


def table_setup(options: SetupOptions, players: int, seed: int, deck_seed: int) -> Setup:
    """Return the set-up that the options describe; SetupError says what cannot be."""
    start = None if options.start is None or options.start >= players else options.start
    if options.first_game:
        return first_game(seed, players=players, start=start, deck_seed=deck_seed)
    return new_setup(
        seed,
        players=players,
        start=start,
        deck_seed=deck_seed,
        sets=options.sets,
        sections=options.sections,
        cards=options.cards,
        two_cards=options.two_cards,
        without_lords=options.without_lords,
        **options.of_sets,
    )
