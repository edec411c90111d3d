"""The set-up options of a table, and the set-up that they describe."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from kingdom_builder.engine.setup import Setup
from kingdom_builder.library import Game
from kingdom_builder.setup.builder import first_game, new_setup
from kingdom_builder.table.errors import Rejected


@dataclass(frozen=True)
class SetupOptions:
    """What is chosen of a set-up, as `kingdom-builder new` takes it; the rest is drawn from the seed."""

    first_game: bool = False
    sets: tuple[str, ...] = ("base",)
    sections: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    start: int | None = None
    two_cards: bool = False
    without_lords: bool = False
    always_swamp_cards: bool = False
    island: str | None = None
    capitols: tuple[str, ...] = ()
    caves: tuple[str, ...] = ()

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Read what `to_dict` has written; what is missing has its default.

        >>> SetupOptions.from_dict({"sets": ["base", "nomads"]}).sets
        ('base', 'nomads')
        """
        known = {field.name for field in fields(cls)}
        chosen: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in values.items() if name in known
        }
        return cls(**chosen)

    def to_dict(self) -> dict[str, Any]:
        """Return the options as plain JSON.

        >>> SetupOptions().to_dict()["sets"]
        ['base']
        """
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


def new_table_game(options: SetupOptions, players: int, seed: int, deck_seed: int) -> Game:
    """Return the game that a table with these options plays; Rejected if there is no such set-up."""
    try:
        return Game(table_setup(options, players, seed, deck_seed))
    except ValueError as error:
        raise Rejected("bad_setup", f"This set-up cannot be: {error}.") from None


def table_setup(options: SetupOptions, players: int, seed: int, deck_seed: int) -> Setup:
    """Return the set-up that the options describe; ValueError says what cannot be."""
    start = None if options.start is None or options.start >= players else options.start
    if options.first_game:
        return first_game(seed, players=players, start=start, deck_seed=deck_seed)
    chosen = asdict(options)
    del chosen["first_game"], chosen["start"]
    return new_setup(seed, players=players, start=start, deck_seed=deck_seed, **chosen)
