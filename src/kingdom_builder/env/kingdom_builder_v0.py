"""The environment for PettingZoo under the name that PettingZoo expects.

>>> from kingdom_builder.env import kingdom_builder_v0
>>> env = kingdom_builder_v0.env(players=3)
>>> env.reset(seed=1)
>>> env.num_agents
3
"""

from __future__ import annotations

from typing import Any

from pettingzoo import register  # type: ignore[import-untyped]  # it has annotations, but no py.typed
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # type: ignore[import-untyped]  # likewise

from kingdom_builder.env.aec import ENDS
from kingdom_builder.env.aec import KingdomBuilderAEC as raw_env  # noqa: N813 - the name that PettingZoo gives it

__all__ = ["env", "parallel_env", "raw_env"]


def env(**options: Any) -> raw_env:
    """Return the environment in which an illegal answer ends the game with a reward of -1.

    PettingZoo's own wrappers for that would take more time than the game.
    """
    return raw_env(**{"illegal": ENDS, **options})


def parallel_env(**options: Any) -> Any:
    """Return PettingZoo's parallel form of `env`: in each step one agent answers, and the action of all others is None.

    The agent that answers is the one whose mask is not empty.
    """
    return turn_based_aec_to_parallel(env(**options))


register("aec", "kingdom_builder-v0", entry_point=env)
