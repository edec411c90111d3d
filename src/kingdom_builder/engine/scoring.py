"""The score as lines of (source, gold, hexes): every point can be shown on the board (docs/rules.md section 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kingdom_builder.engine.position import Position
from kingdom_builder.sets.base import cards as base
from kingdom_builder.sets.base.cards import Earned, capitols, castles, palaces
from kingdom_builder.sets.crossroads.tasks import TASK_CARDS
from kingdom_builder.sets.harvest import cards as harvest
from kingdom_builder.sets.marshlands import cards as marshlands

CARDS = {**base.CARDS, **marshlands.CARDS, **harvest.CARDS}
Source = Callable[[Position, int], Earned]


class ScoreLine(NamedTuple):
    """Gold from one source, and the set of hexes that earn it (empty when the gold is 0)."""

    source: str
    gold: int
    hexes: int


def in_game(pos: Position, who: int) -> Earned:
    """Return the gold earned during play: treasure and red cards (R7.1)."""
    return pos.seats[who].gold, 0


def sources(pos: Position) -> list[tuple[str, Source]]:
    """Return what is scored in this game: its cards, its tasks, castles, palaces where there are any, gold in play."""
    setup = pos.setup
    found: list[tuple[str, Source]] = [(name, CARDS[name]) for name in setup.cards if name in CARDS]
    found += [(name, TASK_CARDS[name]) for name in setup.tasks]
    found.append(("castle", castles))
    if pos.board.palaces:
        found.append(("palace", palaces))
    if setup.capitols:
        found.append(("capitol", capitols))
    found.append(("in_game", in_game))
    return found


def score_lines(pos: Position, who: int) -> list[ScoreLine]:
    """Return where every point of a player comes from, as the board stands now; sources worth 0 are listed too."""
    lines = []
    for name, source in sources(pos):
        gold, hexes = source(pos, who)
        lines.append(ScoreLine(name, gold, hexes if gold else 0))
    return lines


def total(pos: Position, who: int) -> int:
    """Return a player's gold as the board stands now."""
    return sum(source(pos, who)[0] for _, source in sources(pos))
