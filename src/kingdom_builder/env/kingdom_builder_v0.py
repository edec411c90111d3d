"""Kingdom Builder as PettingZoo names its games.

>>> from kingdom_builder.env import kingdom_builder_v0
>>> env = kingdom_builder_v0.env(players=3)
>>> env.reset(seed=1)
>>> env.num_agents
3
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv, register  # type: ignore[import-untyped]  # it has annotations, but does not say so
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]  # likewise

from kingdom_builder.env.aec import KingdomBuilderAEC as raw_env  # noqa: N813 - the name that PettingZoo gives it
from kingdom_builder.env.episodes import ILLEGAL_REWARD

__all__ = ["env", "raw_env"]


def env(**options: Any) -> AECEnv:
    """Return the environment with PettingZoo's usual guards: an illegal answer ends the game and costs 1."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**options), ILLEGAL_REWARD)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)


register("aec", "kingdom_builder-v0", entry_point=env)
