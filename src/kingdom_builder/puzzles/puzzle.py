"""A puzzle and the file of puzzles: one JSON value for each line, compressed with gzip."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any, NamedTuple

from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.game import Game
from kingdom_builder.sets.registry import REGISTRY, answer_name, answer_number
from kingdom_builder.setup.sections import section, section_sets

FORMAT = "kingdom-builder/puzzles-1"
DIFFICULTIES = range(1, 6)
FILE = "puzzles.jsonl.gz"
_END = "/"
_ID_LENGTH = 8


class KnownTurn(NamedTuple):
    """A turn whose value is known.

    `lost` is by how much less gold than with the best turn the player beats the best of the others in the mean of games
    that are played on, `error` its standard error. `expected` is the player's mean final gold by source, in the order
    of the score lines.
    """

    answers: tuple[int, ...]
    lost: float
    error: float
    expected: tuple[float, ...]


@dataclass(frozen=True)
class Puzzle:
    """A game at the beginning of a turn, and the best few turns, best first.

    `missed_by` are the bots that do not find the best turn, as `mason@1000e`; the more they are, the higher is
    `difficulty`.
    """

    record: str
    difficulty: int
    missed_by: tuple[str, ...]
    turns: tuple[KnownTurn, ...]
    sets: tuple[str, ...]
    players: int

    @cached_property
    def id(self) -> str:
        """A short name, which stays the same when the puzzle is valued again."""
        return hashlib.sha256(self.record.encode()).hexdigest()[:_ID_LENGTH]

    @property
    def best(self) -> KnownTurn:
        """The best turn."""
        return self.turns[0]

    def game(self) -> Game:
        """Return the game at the beginning of the turn; it may be changed."""
        return _game_of(self.record).copy()


@lru_cache(maxsize=64)
def _game_of(record: str) -> Game:
    return Game.from_record(record)


def sets_of(game: Game) -> tuple[str, ...]:
    """Return the sets that a game really uses: those of its sections, cards and Queenies.

    >>> from kingdom_builder.game import new_game
    >>> sets_of(new_game(1, sets=["base", "island"], sections=["farm"], cards=["lords"]))
    ('base', 'island')
    """
    setup = game.setup
    used = {section(name).set for name, _ in setup.board.sections or ()}
    used |= {name for name in setup.sets if name not in section_sets()}
    used |= {game_set.id for game_set in REGISTRY.sets for card in game_set.cards if card.id in setup.cards}
    return tuple([game_set.id for game_set in REGISTRY.sets if game_set.id in used])


class Searched(NamedTuple):
    """How far the search for the puzzles of a file has come, so that it can go on: its settings, and the games."""

    settings: Mapping[str, Any]
    games: int


NOT_SEARCHED = Searched({}, 0)


def write_puzzles(puzzles: Iterable[Puzzle], searched: Searched = NOT_SEARCHED) -> bytes:
    """Return puzzles as the bytes of a file; equal puzzles give equal bytes."""
    head = {"format": FORMAT, "search": searched.settings, "games": searched.games}
    lines = [json.dumps(head), *[write_line(puzzle) for puzzle in puzzles]]
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), 9, mtime=0)


def read_puzzles(data: bytes) -> list[Puzzle]:
    """Read a file of puzzles; raise ValueError if it is none."""
    return [read_line(line) for line in _read_lines(data)[1]]


def read_searched(data: bytes) -> Searched:
    """Read how far the search for the puzzles of a file has come; raise ValueError if it is no file of puzzles."""
    head, _ = _read_lines(data)
    return Searched(head.get("search", {}), head.get("games", 0))


def _read_lines(data: bytes) -> tuple[dict[str, Any], list[str]]:
    """Return the first line of a file of puzzles and the others."""
    try:
        first, *lines = gzip.decompress(data).decode().splitlines()
        head: dict[str, Any] = json.loads(first)
        if head["format"] == FORMAT:
            return head, lines
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        pass
    raise ValueError(f"this is not a file of puzzles: expected gzip with the format {FORMAT}")


def write_line(puzzle: Puzzle) -> str:
    """Return a puzzle as one line of text."""
    value = {
        "difficulty": puzzle.difficulty,
        "missed_by": puzzle.missed_by,
        "sets": puzzle.sets,
        "players": puzzle.players,
        "record": puzzle.record,
        "turns": [
            [write_answers(turn.answers), turn.lost, turn.error, [round(gold, 1) for gold in turn.expected]]
            for turn in puzzle.turns
        ],
    }
    return json.dumps(value, separators=(",", ":"))


def read_line(line: str) -> Puzzle:
    """Read what `write_line` has written."""
    value: dict[str, Any] = json.loads(line)
    return Puzzle(
        value["record"],
        value["difficulty"],
        tuple(value["missed_by"]),
        tuple(
            [
                KnownTurn(read_answers(answers), lost, error, tuple(expected))
                for answers, lost, error, expected in value["turns"]
            ]
        ),
        tuple(value["sets"]),
        value["players"],
    )


def write_answers(answers: Sequence[int]) -> str:
    """Return answers as a record writes them.

    >>> write_answers(read_answers("d4 farm d5 /"))
    'd4 farm d5 /'
    """
    return " ".join([_END if answer == END_TURN else answer_name(answer) for answer in answers])


def read_answers(text: str) -> tuple[int, ...]:
    """Read answers as a record writes them."""
    return tuple([END_TURN if word == _END else answer_number(word) for word in text.split()])


@lru_cache(maxsize=1)
def shipped_puzzles() -> dict[str, Puzzle]:
    """Return the puzzles of this package by their ids, easy ones first."""
    data = resources.files("kingdom_builder.puzzles").joinpath(FILE).read_bytes()
    return {puzzle.id: puzzle for puzzle in read_puzzles(data)}
