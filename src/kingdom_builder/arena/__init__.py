"""Many games: who wins how often, and how fast they are played. The package is callable: `kb.arena(MyBot, "greedy")`.

>>> import kingdom_builder as kb
>>> kb.arena("greedy", "random", games=2).games
2
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kingdom_builder.arena.match import Match


class _CallableModule(ModuleType):
    """The package as the function `kb.arena`, because a function of this name would be replaced by the package."""

    def __call__(self, *bots: Any, **options: Any) -> Match:
        """Let bots play against each other; see `arena.match.play_match`."""
        from kingdom_builder.arena.match import play_match  # only when it is called: the package is imported early

        return play_match(*bots, **options)


sys.modules[__name__].__class__ = _CallableModule
