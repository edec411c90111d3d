"""New games for environments, from a random number generator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import index
from typing import Any

import numpy as np

from kingdom_builder.engine.player import SETTLEMENTS
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.setup import Setup
from kingdom_builder.env.observation_spec import FULL, ObservationSpec
from kingdom_builder.game import Game
from kingdom_builder.setup.builder import first_game, new_setup, read_sets
from kingdom_builder.setup.curriculum import SECTIONS, check_sizes, check_smaller, is_whole, smaller, with_smaller_cards

SETUP_SEED = "setup_seed"
"""The option of `reset` that gives the seed of the set-up."""
_SETS_STREAM = 13
"""The stream of random numbers that the draw of sets has for itself; set-ups use those below it."""
SEEDS = 1 << 62
"""Seeds of set-ups are below this, so none is one that the arena rates bots on (`arena.setups`)."""


class GameFactory:
    """Creates games: the suggested first game (R2.9) with `first_game`, else with the options of `new_game`.

    With `choose_sets`, lists of sets, one of them is drawn for each game. `board_sections` and `settlements` make
    smaller games, which are not the standard game.

    >>> GameFactory(players=3, sets=["base", "nomads"]).spec == ObservationSpec(3, ("base", "nomads"))
    True
    """

    def __init__(
        self,
        *,
        players: int = 2,
        first_game: bool = False,
        full_observation: bool = False,
        scores: bool = False,
        choose_sets: Sequence[str | Sequence[str]] = (),
        board_sections: int = SECTIONS[-1],
        settlements: int = SETTLEMENTS,
        **options: Any,
    ) -> None:
        """Check the options by creating a game; raise ValueError if they are not possible."""
        chosen = [*options, *(["choose_sets"] if choose_sets else [])]
        if first_game and chosen:
            raise ValueError(f"{', '.join(chosen)}: the first game has its own")
        if choose_sets and "sets" in options:
            raise ValueError("sets: they are drawn from `choose_sets`")
        if isinstance(choose_sets, str) or not isinstance(choose_sets, Sequence):
            raise ValueError(f'choose_sets: expected a list of sets, such as ["base", "nomads"], found {choose_sets!r}')
        if not is_whole(players):
            raise ValueError(f"players: expected a whole number, found {players!r}")
        check_sizes(board_sections, settlements)
        self.players = players
        self._first_game = first_game
        self._options = options
        self._choices = tuple([tuple(read_sets(sets)) for sets in choose_sets])
        self._sections, self._settlements = board_sections, settlements
        self.sets = self._all_sets()
        check_smaller(options, board_sections)
        for sets in self._choices or (self.sets,):
            smaller(self._new_setup(0, sets), sections=board_sections, settlements=settlements)
        spec = FULL if full_observation else ObservationSpec(players, self.sets)
        self.spec = replace(spec, scores=scores)

    def _all_sets(self) -> tuple[str, ...]:
        """Return all sets that can be in a game."""
        if not self._choices:
            return tuple(read_sets(self._options.get("sets", ("base",))))
        return tuple(dict.fromkeys(name for sets in self._choices for name in sets))

    @property
    def is_smaller(self) -> bool:
        """Whether its games are smaller than the standard game."""
        return self._sections != SECTIONS[-1] or self._settlements != SETTLEMENTS

    @property
    def begins_with_all_settlements(self) -> bool:
        """Whether players begin with 40 settlements."""
        return self._settlements == SETTLEMENTS

    @property
    def plan_options(self) -> dict[str, Any] | None:
        """The options of set-ups if they are those of `new_setup` or `first_game`, else None."""
        if self._choices or self.is_smaller:
            return None
        return {"players": self.players, "first_game": self._first_game, **self._options, "sets": self.sets}

    def new_setup(self, seed: int) -> Setup:
        """Return the set-up of a seed."""
        sets = Rng(seed, _SETS_STREAM).choice(self._choices) if self._choices else self.sets
        setup = self._new_setup(seed, sets)
        return smaller(setup, sections=self._sections, settlements=self._settlements) if self.is_smaller else setup

    def _new_setup(self, seed: int, sets: Sequence[str]) -> Setup:
        if self._first_game:
            return first_game(seed, players=self.players)
        options = {"players": self.players, **self._options, "sets": sets}
        setup = new_setup(seed, **options)
        if self._sections == SECTIONS[-1]:
            return setup
        return with_smaller_cards(seed, setup, lambda **chosen: new_setup(seed, **{**options, **chosen}))

    def new_game(self, seed: int) -> Game:
        """Return the game of a seed."""
        return Game(self.new_setup(seed))

    def draw(self, random: np.random.Generator, options: dict[str, Any] | None = None) -> Game:
        """Return a game with a random seed, or with the one in the options."""
        return self.new_game(draw_seed(random, options))


def draw_seed(random: np.random.Generator, options: dict[str, Any] | None = None) -> int:
    """Return a random seed of a set-up, or the one in the options; raise ValueError for other options."""
    unknown = [name for name in options or () if name != SETUP_SEED]
    if unknown:
        raise ValueError(f"options: {', '.join(map(repr, unknown))}: reset has only the option {SETUP_SEED!r}")
    drawn = int(random.integers(SEEDS))
    seed = drawn if options is None else options.get(SETUP_SEED, drawn)
    try:
        return index(seed)
    except TypeError:
        raise ValueError(f"{SETUP_SEED}: expected a whole number from 0, found {seed!r}") from None
