"""The planes and numbers that a set adds to observations (docs/research.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kingdom_builder.engine.player import PublicPlayer
from kingdom_builder.engine.position import TurnState
from kingdom_builder.engine.view import SetupView, TurnView

FIRST = ""
"""The place before the first group."""


class SetGroup(NamedTuple):
    """Planes or numbers of one kind: its name, its members, what they mean, and the group that it follows."""

    name: str
    members: tuple[str, ...]
    meaning: str
    after: str


@dataclass(frozen=True)
class ObservationFields:
    """What a set adds to observations.

    `static_planes` do not change in a game, `planes` do; `player_numbers` exist for each player, `numbers` once.
    `write_static` returns planes by name (`group:member`), `write_setup` the names of the numbers that are 1 in a game.
    The others return values in the order of the groups above: `write_planes` the planes, `write_player` the numbers of
    a player and whether they change in the next turn, `write_turn` the numbers.
    """

    static_planes: tuple[SetGroup, ...] = ()
    planes: tuple[SetGroup, ...] = ()
    player_numbers: tuple[SetGroup, ...] = ()
    numbers: tuple[SetGroup, ...] = ()
    write_static: Callable[[SetupView], dict[str, int]] | None = None
    write_planes: Callable[[SetupView, TurnView, Sequence[PublicPlayer]], list[int]] | None = None
    write_setup: Callable[[SetupView], list[str]] | None = None
    write_player: Callable[[PublicPlayer, int], tuple[list[float], bool]] | None = None
    write_turn: Callable[[TurnState], list[float]] | None = None

    def names(self, groups: Iterable[SetGroup]) -> list[str]:
        """Return the names of planes or numbers in their order, each as `group:member`."""
        return [f"{group.name}:{member}" for group in groups for member in group.members]
