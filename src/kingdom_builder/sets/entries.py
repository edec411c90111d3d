"""What a set consists of: tiles, nomad tiles, actions without a tile, cards, tasks, special hexes.

An entry is data. What it does in play is its action, its hooks and its scorer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from kingdom_builder.engine.actions.base import AnyAction
from kingdom_builder.engine.hooks import NO_HOOKS, Hooks, Scorer
from kingdom_builder.engine.pieces import PieceKind
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.problems import Problem
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.draft import Draft, Option
from kingdom_builder.sets.drawing import Icons
from kingdom_builder.sets.fields import FileFields
from kingdom_builder.sets.observation import ObservationFields

PaysAt = Callable[[Position, int], int]
"""Returns the hexes where one more piece of a player would pay: (position, seat)."""


class Feature(Enum):
    """What bots count on the board for a card, in addition to the hexes where it pays."""

    AREAS = auto()
    """The number and the size of a player's areas."""
    SECTION_LEADS = auto()
    """Which player leads in each section."""
    SECTION_COUNTS = auto()
    """The number of a player's pieces in each section."""


@dataclass(frozen=True)
class _WithAction:
    """An entry whose id, permanent answer number and rule are those of its action."""

    action: AnyAction

    @property
    def id(self) -> str:
        """The name in files, records and answers."""
        return self.action.id

    @property
    def number(self) -> int:
        """The permanent answer number."""
        return self.action.number

    @property
    def rule(self) -> str:
        """The rule in docs/rules.md."""
        return self.action.rule


@dataclass(frozen=True)
class Tile(_WithAction):
    """A location tile. `builds` is for the bots: how many settlements it adds to a turn on average."""

    builds: float = 0.0
    hooks: Hooks = NO_HOOKS


@dataclass(frozen=True)
class NomadTile(_WithAction):
    """A nomad tile, of which the game has `copies` (R1.6).

    `at_once` is called when it is taken, and then nobody owns it. `waiver`: its action is the waiver of adjacency.
    """

    copies: int = 1
    builds: float = 0.0
    at_once: Callable[[PlayerState], None] | None = None
    waiver: bool = False


@dataclass(frozen=True)
class FreeAction(_WithAction):
    """An action that needs no tile (R3.16). `present` returns whether a game with these tiles has it.

    An action that players never choose between actions (`optional=False`) only needs its number.
    """

    present: Callable[[Setup, frozenset[int]], bool]
    optional: bool = True


@dataclass(frozen=True)
class _GoldSource:
    """A source of gold. `score` pays at the end, hooks act in play.

    `shared`: what it pays depends on the other players' pieces too. `kept`: gold that was earned stays when the pieces
    leave. `pays_at` and `piece_value` are for the bots: where
    one more piece would pay and about how much gold. They need not be exact, but cheap to compute.
    """

    id: str
    rule: str
    score: Scorer | None = None
    hooks: Hooks = NO_HOOKS
    shared: bool = False
    kept: bool = False
    pays_at: PaysAt | None = None
    piece_value: float = 1.0


@dataclass(frozen=True)
class Card(_GoldSource):
    """A Kingdom Builder card.

    `features` are for the bots. `gold_due` returns the gold that the active player gets when the turn ends.
    `whole_board`: it counts all four sections, so a board with fewer cannot be scored.
    """

    features: tuple[Feature, ...] = ()
    whole_board: bool = False
    gold_due: Callable[[Position], int] | None = None


@dataclass(frozen=True)
class Task:
    """A task card (R1.8). `whole_board`: it counts all edges of the board, so it needs four sections."""

    id: str
    rule: str
    score: Scorer
    whole_board: bool = False


@dataclass(frozen=True)
class Special(_GoldSource):
    """A kind of special hex with its letter on a map (R0.4), or another source of gold on the board.

    `present` returns whether a game scores it; without it, games whose board has such a hex do.
    """

    letter: str = ""
    present: Callable[[Setup], bool] | None = None

    def is_in(self, setup: Setup) -> bool:
        """Return whether a game has it."""
        if self.present is not None:
            return self.present(setup)
        return setup.board.special_hexes(self.id) != 0


class Slot(NamedTuple):
    """What a set keeps for each player: its slot in `PlayerState.extra` (see `slots`), and the initial value.

    `tiles` returns the numbers of tiles that such a value holds. `features` are numbers that the bots read from it.
    """

    number: int
    default: Any
    tiles: Callable[[Any], list[int]] | None = None
    features: tuple[tuple[str, Callable[[Any], int]], ...] = ()


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

    `answers` are further option numbers by name, `pieces` the kinds of piece beside settlements, `state` is what each
    player has of this set, `reasons` are the codes that its actions give with what they mean, `problems` what can be
    wrong with its part of set-ups and files. `prepare` draws what the set adds to the set-up, `options` are the set-up
    options it declares, `fields` are its fields in files, `observation` its planes and numbers in observations, `icons`
    its drawings. `own_terrain` is a terrain that only this set has. `package` has the files of the set; by default it
    is the package of its id here.
    """

    id: str
    tiles: tuple[Tile, ...] = ()
    nomad_tiles: tuple[NomadTile, ...] = ()
    actions: tuple[FreeAction, ...] = ()
    answers: Mapping[str, int] = field(default_factory=dict)
    cards: tuple[Card, ...] = ()
    tasks: tuple[Task, ...] = ()
    specials: tuple[Special, ...] = ()
    pieces: tuple[PieceKind, ...] = ()
    state: Slot | None = None
    reasons: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    prepare: Callable[[Draft], None] | None = None
    fields: FileFields = field(default_factory=FileFields)
    observation: ObservationFields = field(default_factory=ObservationFields)
    options: tuple[Option, ...] = ()
    icons: Icons = field(default_factory=Icons)
    own_terrain: OwnTerrain | None = None
    package: str = ""

    @cached_property
    def folder(self) -> Traversable:
        """The folder with the section maps and the texts of the set."""
        return resources.files(self.package or f"kingdom_builder.sets.{self.id}")
