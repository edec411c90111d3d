"""The planes and numbers that a set adds to observations (docs/research.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    """What a set adds to observations; every value has the name `group:member`.

    `static_planes` do not change in a game, `planes` do; `player_numbers` exist for each player, `numbers` once.
    `write_setup` returns the numbers that are 1 in a game, `write_player` the numbers of a player and whether they
    change in the next turn, `write_turn` numbers of the turn.
    """

    static_planes: tuple[SetGroup, ...] = ()
    planes: tuple[SetGroup, ...] = ()
    player_numbers: tuple[SetGroup, ...] = ()
    numbers: tuple[SetGroup, ...] = ()
    write_static: Callable[[SetupView], dict[str, int]] | None = None
    write_planes: Callable[[SetupView, TurnView, Sequence[PublicPlayer]], dict[str, int]] | None = None
    write_setup: Callable[[SetupView], list[str]] | None = None
    write_player: Callable[[PublicPlayer, int], tuple[dict[str, float], bool]] | None = None
    write_turn: Callable[[TurnState], dict[str, float]] | None = None
