"""What a set consists of: tiles, nomad tiles, actions without a tile, cards, tasks, special hexes.

An entry is data. What it does in play is its action, its hooks and its scorer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from kingdom_builder.sets.draft import Draft, Option
from kingdom_builder.sets.drawing import Icons

if TYPE_CHECKING:
    from kingdom_builder.engine.actions.base import Action
    from kingdom_builder.engine.position import Position

Scorer = Callable[["Position", int], tuple[int, int]]
"""(position, seat) -> gold, and the hexes that earn it."""


@dataclass(frozen=True)
class Tile:
    """A location tile. `builds` is for the bots: how many settlements it adds to a turn on average."""

    action: Action
    builds: float = 0.0


@dataclass(frozen=True)
class NomadTile:
    """A nomad tile, of which the game has `copies` (R1.6)."""

    action: Action
    copies: int = 1


@dataclass(frozen=True)
class FreeAction:
    """An action that needs no tile (R3.16)."""

    action: Action


@dataclass(frozen=True)
class Card:
    """A Kingdom Builder card. `score` pays at the end; `shared` cards depend on the other players' pieces too."""

    id: str
    rule: str
    score: Scorer | None = None
    shared: bool = False


@dataclass(frozen=True)
class Task:
    """A task card (R1.8)."""

    id: str
    rule: str
    score: Scorer


@dataclass(frozen=True)
class Special:
    """A kind of special hex with its letter on a map (R0.4)."""

    id: str
    letter: str
    score: Scorer | None = None


@dataclass(frozen=True)
class OwnTerrain:
    """A terrain that only one set has: how many hexes of it a generated section has, and the code it is next to."""

    terrain: int
    low: int
    high: int
    beside: str


@dataclass(frozen=True, eq=False)
class GameSet:
    """A chapter of the rulebook: everything that one box adds to the game.

    `pieces` are the kinds of piece beside settlements, `state` is what each player has of this set, `prepare` draws
    what the set adds to the set-up, `options` are the set-up options it declares, `fields` are its fields in files and
    observations, `icons` are its drawings, `own_terrain` is a terrain that only this set has. `package` has the files
    of the set; by default it is the package of its id here.
    """

    id: str
    tiles: tuple[Tile, ...] = ()
    nomad_tiles: tuple[NomadTile, ...] = ()
    actions: tuple[FreeAction, ...] = ()
    cards: tuple[Card, ...] = ()
    tasks: tuple[Task, ...] = ()
    specials: tuple[Special, ...] = ()
    pieces: tuple[Any, ...] = ()
    state: Any = None
    prepare: Callable[[Draft], None] | None = None
    fields: Any = None
    options: tuple[Option, ...] = ()
    icons: Icons = field(default_factory=Icons)
    own_terrain: OwnTerrain | None = None
    package: str = ""

    @property
    def folder(self) -> Traversable:
        """The folder with the section maps and the texts of the set."""
        return resources.files(self.package or f"kingdom_builder.sets.{self.id}")
