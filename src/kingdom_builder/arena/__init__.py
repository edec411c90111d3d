"""Many games: who wins how often, and how fast they are played. The package is callable: `kb.arena(MyBot, "greedy")`.

`kb.arena(*bots, games=100, seed=1, players=2, sets="base", workers=1, turn_seconds=None, only=None)` returns a
`kb.Match`.

>>> import kingdom_builder as kb
>>> kb.arena("greedy", "random", games=2).games
2
"""

from __future__ import annotations

import sys
from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kingdom_builder.arena.match import Match


class _CallableModule(ModuleType):
    """The package as the function `kb.arena`, because a function of this name would be replaced by the package."""

    def __call__(self, *bots: Any, **options: Any) -> Match:
        """Let bots play against each other on set-ups of the arena, with the seats exchanged, and return the match.

        A bot is a name, `./my_bot.py:MyBot`, a class, or a function that makes one from a seed. The options are those
        of `arena.match.play_match`, which docs/arena.md explains.
        """
        from kingdom_builder.arena.match import play_match  # only when it is called: the package is imported early

        known = [name for name in signature(play_match).parameters if name != "bots"]
        for name in options:
            if name not in known:
                budget = "; a budget is part of a bot's name: 'greedy@1s'" if name == "budget" else ""
                raise TypeError(f"kb.arena has no option {name!r}: expected one of {', '.join(known)}{budget}")
        return play_match(*bots, **options)


sys.modules[__name__].__class__ = _CallableModule
