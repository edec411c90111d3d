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
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper  # type: ignore[import-untyped]  # likewise

from kingdom_builder.env.aec import ENDS
from kingdom_builder.env.aec import KingdomBuilderAEC as raw_env  # noqa: N813 - the name that PettingZoo gives it

__all__ = ["env", "parallel_env", "raw_env"]


def env(**options: Any) -> raw_env:
    """Return the environment in which an illegal answer ends the game with a reward of -1.

    PettingZoo's own wrappers for that would take more time than the game.
    """
    return raw_env(**{"illegal": ENDS, **options})


class parallel_env(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]  # noqa: N801 - the name in PettingZoo
    """PettingZoo's parallel form of `env`: in each step one agent answers, and the action of all others is None.

    The agent that answers is the one whose mask is not empty.
    """

    def __init__(self, **options: Any) -> None:
        """Check the options; raise ValueError if they are not possible."""
        super().__init__(env(**options))

    def step(self, actions: dict[str, Any]) -> Any:
        """Play the action of the agent that has to answer; raise ValueError if there is none."""
        if self.agents and self.aec_env.agent_selection not in actions:
            raise ValueError(f"{self.aec_env.agent_selection} is to answer, but has no action")
        return super().step(actions)


register("aec", "kingdom_builder-v0", entry_point=env)
register("parallel", "kingdom_builder-v0", entry_point=parallel_env)
