"""The registry: all entries of all sets by id and by number, and the rules of a game compiled from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from kingdom_builder.engine.actions.base import AnyAction
from kingdom_builder.engine.actions.build import MANDATORY
from kingdom_builder.engine.answers import (
    ANSWER_OF_HEX,
    ANSWERS,
    ENTRIES,
    FIRST_OPTION,
    HEX_OF_ANSWER,
    OPTION_NAMES,
    unused_name,
    unused_number,
)
from kingdom_builder.engine.fields import FieldProblem
from kingdom_builder.engine.hexes import COORDINATES, HexProblem, parse_hex
from kingdom_builder.engine.hooks import Rules, Scorer, Waiver, compile_rules
from kingdom_builder.engine.pieces import PieceKind
from kingdom_builder.engine.player import RESERVE, PlayerState
from kingdom_builder.engine.problems import InputError
from kingdom_builder.engine.question import AnswerProblem
from kingdom_builder.engine.reasons import CODES
from kingdom_builder.engine.scoring import in_game
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets import SETS
from kingdom_builder.sets.entries import Card, FreeAction, GameSet, NomadTile, Special, Task, Tile
from kingdom_builder.sets.problems import FileProblem, PositionProblem, RecordProblem, SetupProblem

T = TypeVar("T")
P = ParamSpec("P")

_HEX_NAMES = tuple([str(COORDINATES[h]) for h in HEX_OF_ANSWER])
"""The names of the answers that are hexes."""

IN_GAME = "in_game"
"""The source of gold earned during play."""


class EntriesInUse(NamedTuple):
    """The entries in a game on which its rules depend: numbers of tiles and actions, ids of the others."""

    tiles: frozenset[int]
    cards: tuple[str, ...]
    tasks: tuple[str, ...]
    specials: tuple[str, ...]
    free_actions: tuple[int, ...]


class Registry:
    """The entries of some sets. Look up entries when they are needed: a test may extend the registry temporarily."""

    sets: tuple[GameSet, ...]
    tiles: dict[int, Tile]
    nomad_tiles: dict[int, NomadTile]
    free_actions: dict[int, FreeAction]
    actions: dict[int, AnyAction]
    cards: dict[str, Card]
    tasks: dict[str, Task]
    specials: dict[str, Special]
    pieces: dict[str, PieceKind]
    reasons: dict[str, str]
    problems: dict[str, str]
    option_names: dict[int, str]
    special_letters: dict[str, str]
    """The letter of each kind of special hex on a map."""
    special_codes: dict[str, str]
    """The kind of special hex of each letter on a map."""
    set_of: dict[str, str]
    extra: tuple[Any, ...]

    def __init__(self, sets: Iterable[GameSet]) -> None:
        """Register the entries of these sets; ValueError if two have the same id or number."""
        self._fill(tuple(sets))

    @contextmanager
    def extended(self, *more: GameSet) -> Iterator[None]:
        """Add more sets within a `with` statement."""
        before = self.sets
        try:
            self._fill((*before, *more))
            yield
        finally:
            self._fill(before)

    def option_number(self, name: str) -> int:
        """Return the number of an option by its id; KeyError if there is none."""
        return self._numbers[name]

    @property
    def actions_by_id(self) -> dict[str, AnyAction]:
        """Every action that asks questions by its id, the mandatory action too."""
        return self._actions_by_id

    def tile_ids(self, of: str | None = None) -> tuple[str, ...]:
        """Return the ids of the location tiles, in the order of their numbers; of one set or of all."""
        return tuple([tile.id for tile in self.tiles.values() if of in (None, self.set_of[tile.id])])

    def card_ids(self, of: str | None = None) -> tuple[str, ...]:
        """Return the ids of the cards, of one set or of all."""
        return tuple([card.id for s in self.sets if of in (None, s.id) for card in s.cards])

    @property
    def nomad_ids(self) -> tuple[str, ...]:
        """The ids of the nomad tiles, in the order of their numbers."""
        return tuple([tile.id for tile in self.nomad_tiles.values()])

    @property
    def task_ids(self) -> tuple[str, ...]:
        """The ids of the tasks."""
        return tuple(self.tasks)

    def answer_name(self, answer: int) -> str:
        """Write an answer as people do: a hex such as `e5`, or the option's id; ValueError if there is none."""
        if 0 <= answer < FIRST_OPTION:
            return _HEX_NAMES[answer]
        if answer in self.option_names:
            return self.option_names[answer]
        if answer in ENTRIES:
            return unused_name(answer)
        raise ValueError(f"{answer} is not an answer: numbers go from 0 to {ANSWERS - 1}")

    def answer_number(self, text: str) -> int:
        """Read an answer as people write it: a hex (`e5` or `4,4`) or an option; ValueError if it is neither."""
        word = "_".join(text.strip().lower().split())
        if word in self._numbers:
            return self._numbers[word]
        if (number := unused_number(word)) is not None and number not in self.option_names:
            return number
        try:
            return ANSWER_OF_HEX[parse_hex(text).hex]
        except ValueError:
            raise InputError(RecordProblem.NOT_AN_ANSWER, text=repr(text)) from None

    def read_answer(self, text: str) -> int:
        """Read an answer by its name or by its number in digits; ValueError if it is neither.

        >>> REGISTRY.read_answer("e5"), REGISTRY.read_answer("84"), REGISTRY.read_answer("end_turn")
        (84, 84, 450)
        """
        word = text.strip()
        if len(word) <= len(str(ANSWERS)) and word.isascii() and word.isdecimal() and int(word) < ANSWERS:
            return int(word)
        return self.answer_number(text)

    def is_shared(self, source: str) -> bool:
        """Return whether a source pays a player depending on the others' pieces, so a move changes the others' gold."""
        entry = self.cards.get(source) or self.specials.get(source)
        return entry is not None and entry.shared

    def owned_tiles(self, player: PlayerState) -> list[int]:
        """Return the numbers of all tiles of a player: location tiles, nomad tiles, and those that sets keep."""
        found = [tile.kind for tile in player.tiles] + [tile.kind for tile in player.nomads]
        for s in self.sets:
            if s.state is not None and s.state.tiles is not None:
                found += s.state.tiles(player.extra[s.state.number])
        return found

    def rules_for(self, setup: Setup, held: frozenset[int] = frozenset()) -> Rules:
        """Return the rules of a game; games with the same entries share them.

        `held` are tiles that a player has although the board of a position file does not show them.
        """
        tiles = setup.board.tiles | held
        free = tuple([number for number, entry in self.free_actions.items() if entry.present(setup, tiles)])
        specials = tuple([special.id for special in self.specials.values() if special.is_in(setup)])
        return self.compiled(EntriesInUse(tiles, setup.cards, setup.tasks, specials, free))

    def compiled(self, in_use: EntriesInUse) -> Rules:
        """Return the rules of games with these entries."""
        rules = self._rules.get(in_use)
        if rules is None:
            if len(self._rules) >= _RULES_KEPT:
                self._rules.clear()
            self._rules[in_use] = rules = self._compile(in_use)
        return rules

    def _compile(self, in_use: EntriesInUse) -> Rules:
        tiles, cards, tasks, specials, free_actions = in_use
        scored: list[tuple[str, Scorer | None]] = [
            *((name, self.cards[name].score) for name in cards),
            *((name, self.tasks[name].score) for name in tasks),
            *((name, self.specials[name].score) for name in specials),
            (IN_GAME, in_game),
        ]
        base = Rules(
            actions=self.actions,
            names=self.option_names,
            extra=self.extra,
            temporary=next((kind.id for kind in self.pieces.values() if kind.temporary), ""),
            waiver=self._waiver,
            free_actions=tuple([number for number in free_actions if self.free_actions[number].optional]),
            scorers=tuple([(name, scorer) for name, scorer in scored if scorer is not None]),
            at_once={n: tile.at_once for n, tile in self.nomad_tiles.items() if tile.at_once is not None},
            created_by=(self.compiled, (in_use,)),
        )
        others = [card.hooks for name, card in self.cards.items() if name in cards]
        others += [special.hooks for name, special in self.specials.items() if name in specials]
        return compile_rules(base, {n: tile.hooks for n, tile in self.tiles.items() if n in tiles}, others)

    def _fill(self, sets: tuple[GameSet, ...]) -> None:
        """Index the entries of all sets; check that ids and numbers are unique."""
        self.sets = sets
        self.tiles = _by_number([tile for s in sets for tile in s.tiles])
        self.nomad_tiles = _by_number([tile for s in sets for tile in s.nomad_tiles])
        self.free_actions = _by_number([action for s in sets for action in s.actions])
        entries = [*self.tiles.values(), *self.nomad_tiles.values(), *self.free_actions.values()]
        self.cards = _by_id([card for s in sets for card in s.cards])
        self.tasks = _by_id([task for s in sets for task in s.tasks])
        self.specials = _by_id([special for s in sets for special in s.specials])
        self.special_letters = {special.id: special.letter for special in self.specials.values() if special.letter}
        self.special_codes = {letter: kind for kind, letter in self.special_letters.items()}
        self.pieces = _by_id([kind for s in sets for kind in s.pieces])
        self.reasons = {**CODES, **{code: text for s in sets for code, text in s.reasons.items()}}
        self.problems = _problems_of(sets)
        self.option_names = dict(OPTION_NAMES)
        others = [(name, number) for s in sets for name, number in s.answers.items()]
        for name, number in [*((entry.id, entry.number) for entry in entries), *others]:
            if number not in ENTRIES or number in self.option_names or name in self.option_names.values():
                raise ValueError(
                    f"{name}: the number {number} or the id is used twice, or the number is not an entry's"
                )
            self.option_names[number] = name
        self.option_names = dict(sorted(self.option_names.items()))
        self._numbers = {name: number for number, name in self.option_names.items()}
        self.actions = {MANDATORY.number: MANDATORY, **{entry.number: entry.action for entry in entries}}
        passive = {number for number, tile in self.nomad_tiles.items() if tile.waiver or tile.at_once is not None}
        self._actions_by_id = {action.id: action for n, action in self.actions.items() if n not in passive}
        self.set_of = {name: s.id for s in sets for name in _ids(s)}
        self._waiver = _waiver_of([tile for tile in self.nomad_tiles.values() if tile.waiver])
        self.extra = _extra_of(sets)
        self._rules: dict[EntriesInUse, Rules] = {}

    def __reduce__(self) -> str:
        """Pickle by reference: there is one registry, `kingdom_builder.sets.registry.REGISTRY`."""
        return "REGISTRY"


_RULES_KEPT = 4096


class _Numbered(Protocol):
    @property
    def number(self) -> int: ...


class _Named(Protocol):
    @property
    def id(self) -> str: ...


N = TypeVar("N", bound=_Numbered)
D = TypeVar("D", bound=_Named)


def _ids(s: GameSet) -> list[str]:
    with_action = [entry.id for entry in (*s.tiles, *s.nomad_tiles, *s.actions)]
    others = [*(card.id for card in s.cards), *(task.id for task in s.tasks), *(special.id for special in s.specials)]
    return [*with_action, *others, *(kind.id for kind in s.pieces)]


def _by_number(entries: list[N]) -> dict[int, N]:
    found = {entry.number: entry for entry in sorted(entries, key=lambda entry: entry.number)}
    if len(found) != len(entries):
        raise ValueError("two entries have the same number")
    return found


def _by_id(entries: list[D]) -> dict[str, D]:
    found = {entry.id: entry for entry in entries}
    if len(found) != len(entries):
        raise ValueError("two entries have the same id")
    return found


def _problems_of(sets: tuple[GameSet, ...]) -> dict[str, str]:
    """Return the English sentence of every problem by its code."""
    known = [*FieldProblem, *HexProblem, *AnswerProblem, *FileProblem, *SetupProblem, *PositionProblem, *RecordProblem]
    known += [problem for game_set in sets for problem in game_set.problems]
    found = {problem.code: problem.value for problem in known}
    if len(found) != len(known):
        raise ValueError("two problems have the same code")
    return found


def _waiver_of(tiles: list[NomadTile]) -> Waiver | None:
    waivers = [cast(Waiver, tile.action) for tile in tiles]
    if len(waivers) > 1:
        raise ValueError("two nomad tiles waive adjacency")
    return waivers[0] if waivers else None


def _extra_of(sets: tuple[GameSet, ...]) -> tuple[Any, ...]:
    slots = [s.state for s in sets if s.state is not None]
    numbers = sorted(slot.number for slot in slots)
    if numbers != list(range(RESERVE + 1, RESERVE + 1 + len(slots))):
        raise ValueError(f"the slots of sets must count from {RESERVE + 1} without a gap, not {numbers}")
    return (0, *[slot.default for slot in sorted(slots, key=lambda slot: slot.number)])


REGISTRY = Registry(SETS)
"""The registry of the game."""


_MOST_KEPT = 1 << 13
"""The results of a function that `by_sets` keeps."""


def by_sets(make: Callable[P, T]) -> Callable[P, T]:
    """Cache what a function returns until the sets of the registry change; it depends only on them and its arguments.

    >>> tiles = by_sets(lambda: len(REGISTRY.tiles))
    >>> tiles() == len(REGISTRY.tiles)
    True
    """

    values: dict[Any, T] = {}
    sets = REGISTRY.sets

    @wraps(make)
    def cached(*args: P.args, **named: P.kwargs) -> T:
        nonlocal sets
        if sets is not REGISTRY.sets:
            values.clear()
            sets = REGISTRY.sets
        try:
            return values[args]
        except KeyError:
            if len(values) >= _MOST_KEPT:
                values.clear()
            values[args] = found = make(*args, **named)
            return found

    return cached


answer_name = REGISTRY.answer_name
answer_number = REGISTRY.answer_number
option_number = REGISTRY.option_number
