"""The figures of the statistics as documents: of the command with --json, and of the server for the page."""

from __future__ import annotations

from typing import TypedDict

from kingdom_builder.statistics.moments import Mean


class SourceFigure(TypedDict):
    """The mean gold of a player from one source, in games that have it; `kind` is card, task or other."""

    name: str
    set: str
    kind: str
    gold: Mean


class PairFigure(TypedDict):
    """The mean gold of a player from two cards in games with both, and how much more that is than usual."""

    first: str
    second: str
    gold: Mean
    first_gold: Mean
    second_gold: Mean
    effect: Mean


class TileFigure(TypedDict):
    """The value of a location tile; `taken` is the share of players who take it in games that have it.

    `gold` is from least squares. `difference` and `wins` compare the players of a game who took it with the others.
    """

    name: str
    set: str
    games: int
    taken: float
    gold: Mean | None
    difference: Mean
    wins: Mean


class SectionFigure(TypedDict):
    """The mean gold of a player and the rounds of games with a section or set, and the differences to games without."""

    name: str
    set: str
    gold: Mean
    gold_effect: Mean
    rounds: Mean
    rounds_effect: Mean


class PlayersFigure(TypedDict):
    """Games with one number of players. `order` are the shares of the victories by seat, the start player's first.

    `advantage` is the start player's share less a fair one, `ahead` the start player's gold less the others' mean.
    """

    players: int
    games: int
    order: list[Mean]
    advantage: Mean
    ahead: Mean
    gold: Mean
    winner: Mean
    lead: Mean


class LengthFigure(TypedDict):
    """The number of rounds, and how many games had each, as pairs."""

    players: int
    rounds: Mean
    counts: list[tuple[int, int]]


class Figures(TypedDict):
    """All figures of some games. `players` is None for all numbers; `scores` are pairs of gold and players."""

    bot: str
    version: str
    all_games: int
    games: int
    scope: str
    players: int | None
    sources: list[SourceFigure]
    pairs: list[PairFigure]
    tiles: list[TileFigure]
    sections: list[SectionFigure]
    sets: list[SectionFigure]
    by_players: list[PlayersFigure]
    length: list[LengthFigure]
    scores: list[tuple[int, int]]


class OwnPlayers(TypedDict):
    """Own games with one number of players: share of the victories, gold, rounds.

    `start_wins` is the share of the victories of the start player in games in which that is an own seat.
    """

    players: int
    wins: Mean
    start_wins: Mean
    gold: Mean
    rounds: Mean


class OwnTile(TypedDict):
    """A tile in own games: the share of games in which it was taken, and the share of the victories in those."""

    taken: Mean
    wins: Mean


class OwnFigures(TypedDict):
    """The figures of own games; a value is that of a game, so its own seats count together."""

    games: int
    sources: dict[str, Mean]
    tiles: dict[str, OwnTile]
    sections: dict[str, Mean]
    by_players: list[OwnPlayers]
