"""The set-up: everything that is decided before the first turn, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from kingdom_builder.engine.player import SETTLEMENTS
from kingdom_builder.engine.terrain import BASE_DECK, SWAMP_DECK, TERRAINS_OF_CARD

if TYPE_CHECKING:
    from kingdom_builder.engine.board import Board
    from kingdom_builder.engine.hooks import Rules


class RulesSource(Protocol):
    """Compiles the rules of a game: the registry of sets."""

    def rules_for(self, setup: Setup, held: frozenset[int] = frozenset()) -> Rules:
        """Return the rules; `held` are tiles of players whose locations are not on the board."""


@dataclass(frozen=True)
class Setup:
    """Everything decided before the first turn, and the seed of what is drawn later.

    `parts` are hexes that a set marks on the board, by name. `orders` are the outcomes of the first shuffles of the
    terrain cards where they are already known (a record has them); later shuffles come from `deck_seed`. With other
    `settlements` than 40 it is not the standard game, and has neither records nor position files.
    """

    players: int
    board: Board
    cards: tuple[str, ...]
    registry: RulesSource
    tasks: tuple[str, ...] = ()
    nomad_tiles: Mapping[int, int] = field(default_factory=dict)
    start: int = 0
    sets: tuple[str, ...] = ("base",)
    two_cards: bool = False
    without_lords: bool = False
    swamp_cards: bool = False
    removed_terrain: int | None = None
    parts: Mapping[str, int] = field(default_factory=dict)
    seed: int | None = None
    deck_seed: int = 0
    orders: tuple[tuple[int, ...], ...] = ()
    settlements: int = SETTLEMENTS

    @cached_property
    def rules(self) -> Rules:
        """The compiled rules of a game with this set-up."""
        return self.registry.rules_for(self)

    @property
    def deck(self) -> tuple[int, ...]:
        """The terrain cards of this game (R2.3, R2.18), without those of the removed terrain (R2.20)."""
        return BASE_DECK if not self.swamp_cards and self.removed_terrain is None else _special_deck(self)

    @property
    def hand_size(self) -> int:
        """The number of terrain cards in a hand (R2.6, R2.26), without the cards that tiles add."""
        return 2 if self.two_cards else 1

    def marked(self, part: str) -> int:
        """Return the hexes that a set has marked under this name."""
        return self.parts.get(part, 0)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the compiled rules; they are compiled again after unpickling."""
        return {name: value for name, value in self.__dict__.items() if name != "rules"}


def _special_deck(setup: Setup) -> tuple[int, ...]:
    cards = BASE_DECK + SWAMP_DECK if setup.swamp_cards else BASE_DECK
    return tuple([card for card in cards if setup.removed_terrain not in TERRAINS_OF_CARD[card]])
