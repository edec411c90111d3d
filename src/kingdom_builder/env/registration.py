"""The ids of the environments for Gymnasium."""

from __future__ import annotations

import gymnasium

ID, TEXT_ID = "KingdomBuilder-v0", "KingdomBuilderText-v0"


def register() -> None:
    """Register the environments, unless they are registered.

    >>> register()
    >>> gymnasium.spec("KingdomBuilder-v0").vector_entry_point
    'kingdom_builder.env.vector:KingdomBuilderVectorEnv'
    """
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="kingdom_builder.env.single:KingdomBuilderEnv",
            vector_entry_point="kingdom_builder.env.vector:KingdomBuilderVectorEnv",
        )
        gymnasium.register(TEXT_ID, entry_point="kingdom_builder.env.text:KingdomBuilderTextEnv")
