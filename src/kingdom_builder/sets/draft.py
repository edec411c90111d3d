"""Set-up options, and the draft of a set-up to which each set adds its part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from kingdom_builder.engine.hexes import BIT, SECTIONS, hex_set, nth_hex, parse_hex
from kingdom_builder.engine.problems import InputError, Problem
from kingdom_builder.engine.rng import Rng
from kingdom_builder.sets.problems import SetupError, SetupProblem

if TYPE_CHECKING:
    from kingdom_builder.engine.board import Board

ANY = "?"
"""The value for a section, card or task that is drawn at random."""


class OptionKind(StrEnum):
    """The type of a set-up option's value."""

    FLAG = "flag"
    NUMBER = "number"
    NAME = "name"
    NAMES = "names"
    HEXES = "hexes"


@dataclass(frozen=True)
class Option:
    """A set-up option, declared once for the library, the command line, the server and the page.

    `needs` is the set that must be in use before the option can be chosen. `choices` are the names that it can take,
    `candidates` returns the hexes. `argument` is the name on the command line where it differs. The text
    `cli.option.<name>` explains the option there.
    """

    name: str
    kind: OptionKind
    argument: str = ""
    needs: str | None = None
    choices: tuple[str, ...] = ()
    candidates: Callable[[Draft], int] | None = None

    @property
    def default(self) -> Any:
        """The value of an option that is not chosen."""
        return {OptionKind.FLAG: False, OptionKind.NUMBER: None, OptionKind.NAME: None}.get(self.kind, ())


@dataclass
class Draft:
    """A set-up under construction: what is decided, and what the sets add in `prepare`.

    `section_sets` and `section_locations` are the set and the locations of each section of the board. `options` are
    the options of the sets by name. `parts` are hexes that a set marks on the board, by name.
    """

    seed: int
    sets: tuple[str, ...]
    board: Board
    section_sets: tuple[str, ...]
    section_locations: tuple[tuple[str, ...], ...]
    cards: tuple[str, ...]
    options: Mapping[str, Any]
    tasks: tuple[str, ...] = ()
    nomad_tiles: dict[int, int] = field(default_factory=dict)
    swamp_cards: bool = False
    removed_terrain: int | None = None
    parts: dict[str, int] = field(default_factory=dict)

    def rng(self, stream: int) -> Rng:
        """Return a random generator of the seed; each draw has its own stream, so that no draw changes another."""
        return Rng(self.seed, stream)

    def candidates(self, option: Option) -> int:
        """Return the hexes that an option can take on this board, none if its set is not in use."""
        if option.candidates is None or option.needs not in self.sets:
            return 0
        return option.candidates(self)

    def names(self, option: str, pool: Sequence[str], count: int, stream: int) -> tuple[str, ...]:
        """Return `count` names of a pool, the chosen ones first and the rest drawn."""
        return choose_names(self.seed, stream, option, self.options[option], pool, count)

    def one_hex_per_section(self, option: Option, stream: int, problem: Problem, *, draw_always: bool) -> int:
        """Return one candidate of each section: the chosen one, else one drawn.

        `draw_always` draws a number also for a section without a candidate. SetupError with `problem` if a hex was
        chosen that cannot be.
        """
        candidates, chosen, rng = self.candidates(option), self._hexes(option.name), self.rng(stream)
        found = 0
        for section in SECTIONS:
            here = candidates & section
            if here or draw_always:
                n = rng.randbelow(max(here.bit_count(), 1))
                if here:
                    found |= here & chosen or BIT[nth_hex(here, n)]
        if chosen & ~found or found.bit_count() > sum(bool(found & section) for section in SECTIONS):
            raise SetupError(problem)
        return found

    def _hexes(self, option: str) -> int:
        try:
            return hex_set([parse_hex(text).hex for text in self.options[option]])
        except InputError as error:
            raise SetupError(SetupProblem.WRONG_HEX, option=option, **error.params) from None


def choose_names(
    seed: int, stream: int, option: str, chosen: Sequence[str], pool: Sequence[str], count: int
) -> tuple[str, ...]:
    """Return `count` different names of a pool; `ANY`, and what is not chosen, is drawn."""
    if len(chosen) > count:
        raise SetupError(SetupProblem.TOO_MANY_CHOSEN, option=option, chosen=len(chosen), count=count)
    named = [name for name in chosen if name != ANY]
    for name in named:
        if name not in pool:
            raise SetupError(SetupProblem.NOT_IN_USE, option=option, name=repr(name), known=", ".join(pool))
        if named.count(name) > 1:
            raise SetupError(SetupProblem.CHOSEN_TWICE, option=option, name=repr(name))
    if len(named) == count:
        return tuple(named)
    rest = iter([name for name in Rng(seed, stream).shuffled(pool) if name not in named])
    wanted = [*chosen, *[ANY] * (count - len(chosen))]
    return tuple([next(rest) if name == ANY else name for name in wanted])
