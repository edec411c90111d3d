"""The final scoring: section 7 of the rules for the whole box.

Every card, task and always-scored source is a function that returns the player's gold and the hexes that earn it.
"""

from collections.abc import Callable
from typing import Any, TypeAlias, TypedDict

from tests.reference import scoring_base, scoring_harvest, scoring_marshlands, scoring_tasks
from tests.reference.geometry import Hex, distance, in_reading_order
from tests.reference.reading import Position, read_table
from tests.reference.scoring_common import Score, has_most_around, touches
from tests.reference.table import Table, hexes_of, pieces_of, players_of

Scorer: TypeAlias = Callable[[Table, int], Score]

IN_GAME_CARDS = ("families", "shepherds", "ambassadors", "rovers")
"""The cards without gold in the final scoring: their gold is in `in_game` (R7.1)."""


class Line(TypedDict):
    """One line of a player's score."""

    source: str
    gold: int
    hexes: list[list[Any]]


class PlayerScore(TypedDict):
    """The score of one player, line by line."""

    total: int
    lines: list[Line]


def score(position: Position) -> list[PlayerScore]:
    """Return the final score of every player (R7.1)."""
    table = read_table(position)
    return [player_score(table, player) for player in players_of(table)]


def player_score(table: Table, player: int) -> PlayerScore:
    """Return all lines of one player and their sum: cards, tasks, castle, palace, capitol, in_game (R7.1).

    Palace and capitol are listed if there is one.
    """
    sources: list[tuple[str, Scorer]] = []
    sources += [(name, CARDS[name]) for name in table.cards if name not in IN_GAME_CARDS]
    sources += [(name, TASKS[name]) for name in table.tasks]
    sources += [("castle", castle)]
    if hexes_of(table, "palace"):
        sources += [("palace", palace)]
    if table.capitols:
        sources += [("capitol", capitol)]
    sources += [("in_game", in_game)]
    lines = [line(name, scorer(table, player)) for name, scorer in sources]
    return {"total": sum(entry["gold"] for entry in lines), "lines": lines}


def line(source: str, scored: Score) -> Line:
    """Return one line in the form of the position format; a line with 0 gold has no hexes (R7.1)."""
    gold, hexes = scored
    shown = in_reading_order(hexes) if gold else []
    return {"source": source, "gold": gold, "hexes": [list(h) for h in shown]}


def castle(table: Table, player: int) -> Score:
    """3 per castle hex with an own adjacent piece; shows those castle hexes (R7.4)."""
    own = pieces_of(table, player)
    reached = {h for h in hexes_of(table, "castle") if touches(h, own)}
    return 3 * len(reached), reached


def palace(table: Table, player: int) -> Score:
    """5 per palace hex where no player has more adjacent pieces, at least 1; shows those palace hexes (R7.5)."""
    won = {h for h in hexes_of(table, "palace") if has_most_around(table, player, h)}
    return 5 * len(won), won


def capitol(table: Table, player: int) -> Score:
    """For each capitol 1 per own piece within 2 hexes; shows the pieces near any of them (R7.6, R8.28)."""
    gold = 0
    near: set[Hex] = set()
    for h in table.capitols:
        near_this = {piece for piece in pieces_of(table, player) if distance(piece, h) <= 2}
        gold += len(near_this)
        near |= near_this
    return gold, near


def in_game(table: Table, player: int) -> Score:
    """The gold earned during play; shows no hexes (R7.1)."""
    return table.gold[player], set()


CARDS: dict[str, Scorer] = {
    "fishermen": scoring_base.fishermen,
    "merchants": scoring_base.merchants,
    "discoverers": scoring_base.discoverers,
    "hermits": scoring_base.hermits,
    "citizens": scoring_base.citizens,
    "miners": scoring_base.miners,
    "workers": scoring_base.workers,
    "knights": scoring_base.knights,
    "lords": scoring_base.lords,
    "farmers": scoring_base.farmers,
    "geologists": scoring_marshlands.geologists,
    "messengers": scoring_marshlands.messengers,
    "noblewomen": scoring_marshlands.noblewomen,
    "vassals": scoring_marshlands.vassals,
    "captains": scoring_marshlands.captains,
    "scouts": scoring_marshlands.scouts_card,
    "rangers": scoring_harvest.rangers,
    "mayors": scoring_harvest.mayors,
    "chainers": scoring_harvest.chainers,
    "travellers": scoring_harvest.travellers,
    "homesteaders": scoring_harvest.homesteaders,
}

TASKS: dict[str, Scorer] = {
    "home_country": scoring_tasks.home_country,
    "fortress": scoring_tasks.fortress,
    "road": scoring_tasks.road,
    "place_of_refuge": scoring_tasks.place_of_refuge,
    "advance": scoring_tasks.advance,
    "compass_points": scoring_tasks.compass_points,
}
