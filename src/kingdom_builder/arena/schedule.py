"""Which bots play each other: games come in groups on one set-up and deck, with seats rotated, so that luck cancels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from kingdom_builder.arena.setups import bot_seed, ladder_seed, ladder_setup, random_sets, shuffled_seats
from kingdom_builder.engine.setup import Setup
from kingdom_builder.setup.builder import ALL_SETS, PLAYERS

RANDOM_SETS = "random"
"""The word for sets that are drawn for every group."""


@dataclass(frozen=True, order=True)
class ScheduledGame:
    """A game to be played. Its fields decide it completely, and no two games of one arena are equal."""

    seed: int
    group: int
    game: int
    sets: tuple[str, ...]
    seats: tuple[str, ...]

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.seats)

    @property
    def setup_seed(self) -> int:
        """The seed of the set-up, which the whole group shares."""
        return ladder_seed(self.seed, self.group)

    @property
    def lineup(self) -> tuple[str, ...]:
        """The seats of the group's first game."""
        cut = len(self.seats) - self.game
        return self.seats[cut:] + self.seats[:cut]

    @property
    def name(self) -> str:
        """The game within its arena, as written in commands: group.game."""
        return f"{self.group}.{self.game}"

    def setup(self) -> Setup:
        """Return the set-up."""
        return ladder_setup(self.seed, self.group, self.players, self.sets)

    def bot_seed(self, seat: int) -> int:
        """Return the seed of the bot of a seat."""
        return bot_seed(self.seed, self.group, self.game, seat)

    def command(self, turn_seconds: float | None = None) -> str:
        """Return the command that plays this game again, with the same time limit for a turn."""
        lineup = ",".join(self.lineup)
        sets = ",".join(self.sets)
        limit = "" if turn_seconds is None else f" --turn-seconds {turn_seconds}"
        return f"kingdom-builder arena --lineup '{lineup}' --sets {sets} --seed {self.seed}{limit} --only {self.name}"


@dataclass(frozen=True)
class Schedule:
    """The games of an arena: bots, or one line-up, with numbers of players and sets that change by group."""

    seed: int
    games: int
    bots: tuple[str, ...] = ()
    lineup: tuple[str, ...] = ()
    players: tuple[int, ...] = (2,)
    sets: tuple[str, ...] | None = ("base",)
    """None draws them for every group."""

    def __post_init__(self) -> None:
        """Raise ValueError if this cannot be played."""
        if self.games < 1:
            raise ValueError("--games: expected at least 1")
        if self.lineup and self.bots:
            raise ValueError("--lineup says who plays, so --bots cannot be given with it")
        if not self.lineup and len(self.bots) < 2:
            raise ValueError("--bots: expected at least two bots, such as greedy,random")
        for name in self.bots:
            if self.bots.count(name) > 1:
                raise ValueError(f"--bots: {name!r} is named twice; a bot meets itself with --lineup {name},{name}")
        for players in (len(self.lineup),) if self.lineup else self.players:
            if players not in PLAYERS:
                raise ValueError(f"players: {players} is not possible, 2 to 5 can play")
            ladder_setup(self.seed, 0, players, self.sets or ALL_SETS)

    @property
    def names(self) -> tuple[str, ...]:
        """Each bot once, in the order given."""
        return self.bots or tuple(dict.fromkeys(self.lineup))

    def group(self, index: int) -> list[ScheduledGame]:
        """Return the games of a group."""
        drawn = random_sets(self.seed, index) if self.sets is None else self.sets
        sets = tuple([name for name in ALL_SETS if name in drawn])
        return [
            ScheduledGame(self.seed, index, game, sets, seats)
            for game, seats in enumerate(rotations(self._seats(index)))
        ]

    def find(self, name: str) -> ScheduledGame | None:
        """Return the game of a name such as `12.1`, group and game; None if there is none.

        >>> Schedule(1, 2, ("a", "b")).find("12.1").name, Schedule(1, 2, ("a", "b")).find("12.2")
        ('12.1', None)
        """
        group, _, game = name.partition(".")
        if not all(number.isascii() and number.isdigit() for number in (group, game)):
            return None
        games = self.group(int(group))
        return games[int(game)] if int(game) < len(games) else None

    def groups(self) -> Iterator[list[ScheduledGame]]:
        """Yield whole groups until there are `games` games, or a few more."""
        played = index = 0
        while played < self.games:
            group = self.group(index)
            yield group
            played += len(group)
            index += 1

    def _seats(self, index: int) -> tuple[str, ...]:
        if self.lineup:
            return self.lineup
        turn, number = divmod(index, len(self.players))
        players = self.players[number]
        choices = lineups(self.bots, players)
        return shuffled_seats(self.seed, index, choices[turn % len(choices)])


def lineups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return the line-ups: each choice of as many bots as there are seats.

    With two bots and more seats, one of the first plays several of the second. If there are more than two bots, but
    fewer than seats, they are repeated in order.

    >>> lineups(["a", "b", "c"], 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> lineups(["a", "b"], 4)
    [('a', 'b', 'b', 'b')]
    >>> lineups(["a", "b", "c"], 4)
    [('a', 'b', 'c', 'a'), ('b', 'c', 'a', 'b'), ('c', 'a', 'b', 'c')]
    """
    if len(bots) >= players:
        return list(combinations(bots, players))
    if len(bots) == 2:
        return [(bots[0], *[bots[1]] * (players - 1))]
    return [tuple([bots[(first + i) % len(bots)] for i in range(players)]) for first in range(len(bots))]


def rotations(lineup: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the different rotations of a line-up through the seats.

    >>> rotations(("a", "b", "b"))
    [('a', 'b', 'b'), ('b', 'b', 'a'), ('b', 'a', 'b')]
    >>> rotations(("a", "b", "a", "b"))
    [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')]
    """
    return list(dict.fromkeys(lineup[i:] + lineup[:i] for i in range(len(lineup))))
