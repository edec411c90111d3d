"""Hooks: functions of tiles, cards and special hexes that the game calls at certain moments.

An entry of a set may have `Hooks`. A game calls the hooks of the entries in use. `compile_rules` sorts them by `order`,
then as given: that is the order of R3.18. A game without hooks makes one truth test for each moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from kingdom_builder.engine.actions.base import Action
    from kingdom_builder.engine.player import PlayerState
    from kingdom_builder.engine.position import Frame, Position

Score = tuple[int, int]
"""Gold, and the hexes that earn it: the player's pieces unless the scorer says otherwise."""

Scorer = Callable[["Position", int], Score]
PlacedHook = Callable[["Position", int, "PlayerState", int], None]
"""(position, seat, the player's state, the hexes just built on or moved to)."""

TileHook = Callable[["Position", "PlayerState", int], None]
"""(position, the player's state, the number of the tile)."""

EmptiedHook = Callable[["Position", int, int], None]
"""(position, the seat that emptied hexes, the number of hexes)."""


class Order(IntEnum):
    """The order among the hooks of one moment (R3.18)."""

    GOLD = 1
    """Hooks that pay gold at once."""
    COUNT = 2
    """Hooks that note something which is paid at the end of the turn."""
    MARKERS = 3
    """Hooks that place markers."""


@dataclass(frozen=True, kw_only=True)
class Hooks:
    """The hooks of an entry.

    A hook may change the player's state that it receives in place. It belongs to this position only: copies of the
    position and undo have a state of their own.
    """

    order: Order = Order.GOLD
    lost: TileHook | None = None
    """A tile of this kind was lost (R4.22)."""
    taken: TileHook | None = None
    """A tile of this kind was taken (R4.15)."""
    build: PlacedHook | None = None
    """After a build or a complete placement (R3.18 steps 3 and 4)."""
    move: PlacedHook | None = None
    """After a move, a step, and any placement after the last turn (R3.18 step 4)."""
    emptied: EmptiedHook | None = None
    """After all other hooks: location or nomad spaces have lost their last tile (R3.19)."""
    mandatory_done: Callable[[Position, int], None] | None = None
    """The mandatory action has ended: (position, the number of its regular settlements)."""
    first_anywhere: Callable[[Position, int], bool] | None = None
    """Whether the first settlement of the mandatory action may be built anywhere on its terrain: (position, seat)."""
    turn_end: Callable[[Position, PlayerState], None] | None = None
    """The turn ends, before cards are drawn (R3.24 to R3.28)."""
    before_scoring: Callable[[Position], tuple[Frame, ...]] | None = None
    """Questions after the last turn, the first one last (R3.35)."""


NO_HOOKS = Hooks()


class Waiver(Protocol):
    """An option inside a build that waives adjacency."""

    @property
    def number(self) -> int:
        """The answer that uses it."""

    @property
    def stage(self) -> str:
        """The stage of the question after it was used."""

    def can_waive(self, pos: Position, seat: int) -> bool:
        """Return whether the player can use it now."""

    def waive(self, pos: Position, seat: int) -> None:
        """Use it."""


@dataclass(frozen=True)
class Rules:
    """The compiled rules of one game: for each moment the hooks in their order."""

    actions: Mapping[int, Action[Any]]
    """Every action by its number."""
    names: Mapping[int, str]
    """Every option by its number."""
    extra: tuple[Any, ...] = (0,)
    """The initial value of `PlayerState.extra`, one object for all players."""
    temporary: str = ""
    """The id of the kind of piece that stays for one turn only."""
    waiver: Waiver | None = None
    free_actions: tuple[int, ...] = ()
    """The actions that need no tile (R3.16)."""
    scorers: tuple[tuple[str, Scorer], ...] = ()
    at_once: Mapping[int, Callable[[PlayerState], None]] | None = None
    """Nomad tiles that are used at the moment they are taken."""
    taken: Mapping[int, TileHook] | None = None
    lost: Mapping[int, TileHook] | None = None
    build: tuple[PlacedHook, ...] = ()
    move: tuple[PlacedHook, ...] = ()
    emptied: tuple[EmptiedHook, ...] = ()
    mandatory_done: tuple[Callable[[Position, int], None], ...] = ()
    first_anywhere: tuple[Callable[[Position, int], bool], ...] = ()
    turn_end: tuple[Callable[[Position, PlayerState], None], ...] = ()
    before_scoring: tuple[Callable[[Position], tuple[Frame, ...]], ...] = ()
    created_by: tuple[Any, ...] | None = None
    """The function and its arguments that create these rules; a pickle has them instead of the rules."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by reference: functions of sets are not pickled."""
        if self.created_by is None:
            raise TypeError("these rules do not come from a registry, so they cannot be pickled")
        return self.created_by


_MOMENTS = tuple(
    f.name for f in fields(Hooks) if f.name in {g.name for g in fields(Rules)} and f.name not in ("taken", "lost")
)


def compile_rules(base: Rules, tiles: Mapping[int, Hooks], others: Iterable[Hooks]) -> Rules:
    """Return rules with the hooks of tiles (by number) and other entries; a repeated function is called once."""
    found = sorted([*tiles.values(), *others], key=lambda hooks: hooks.order)
    moments: dict[str, Any] = {
        name: tuple(dict.fromkeys([hook for hooks in found if (hook := getattr(hooks, name)) is not None]))
        for name in _MOMENTS
    }
    taken = {number: hooks.taken for number, hooks in tiles.items() if hooks.taken is not None}
    lost = {number: hooks.lost for number, hooks in tiles.items() if hooks.lost is not None}
    given = {f.name: getattr(base, f.name) for f in fields(Rules)}
    return Rules(**{**given, **moments, "taken": taken or None, "lost": lost or None})
