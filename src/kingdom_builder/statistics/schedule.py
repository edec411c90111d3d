"""Which games are played for the statistics: each is decided by the seed and its number."""

from __future__ import annotations

from kingdom_builder import kernel
from kingdom_builder.arena.game import play_game
from kingdom_builder.arena.setups import bot_seed, ladder_setup, random_sets
from kingdom_builder.bots.budget import read_budget
from kingdom_builder.bots.kernel_games import play_to_end
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.specs import resolve
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.setup import Setup
from kingdom_builder.game import Game
from kingdom_builder.setup.builder import ALL_SETS, QUEENIES
from kingdom_builder.statistics.observation import Observation, observe, observe_kernel

BOT = "steward@2500e"
"""The bot of all seats; docs/statistics.md says why this one."""

PLAYERS = (2,) * 8 + (3,) * 5 + (4,) * 4 + (5,) * 3
"""The numbers of players, each as often as its share of 20 games."""

_KINDS = 20
_BASE, _QUEENIES, _ALL = 9, 12, 14
"""Of 20 games 9 have the base game alone, 3 have Queenies too, 2 all sets, and 6 random sets."""
_STREAM = 120


def setup_of(seed: int, index: int) -> Setup:
    """Return the set-up of a game.

    >>> setup_of(1, 5).cards == setup_of(1, 5).cards
    True
    """
    chance = Rng(seed, _STREAM, index)
    kind = chance.randbelow(_KINDS)
    players = PLAYERS[chance.randbelow(len(PLAYERS))]
    return ladder_setup(seed, index, players, _sets(kind, chance.randbelow((1 << len(QUEENIES)) - 1), seed, index))


def play(seed: int, index: int, bot: str = BOT) -> Observation:
    """Play a game, in the kernel if it can play it, and return its observation."""
    setup = setup_of(seed, index)
    seeds = [bot_seed(seed, index, 0, seat) for seat in range(setup.players)]
    name, _, budget = bot.partition("@")
    if kernel.available() and name in LEVELS and budget:
        try:
            return observe_kernel(setup, play_to_end(setup, LEVELS[name], read_budget(budget), seeds))
        except NotImplementedError:
            pass
    source = resolve(bot)
    game = Game(setup)
    play_game(game, [source.new(number) for number in seeds])
    return observe(game)


def _sets(kind: int, drawn: int, seed: int, index: int) -> tuple[str, ...]:
    if kind < _BASE:
        return ("base",)
    if kind < _QUEENIES:
        return ("base", *[name for i, name in enumerate(QUEENIES) if drawn + 1 >> i & 1])
    return ALL_SETS if kind < _ALL else random_sets(seed, index)
