"""The network of train_ppo.py as a bot for the arena; KINGDOM_BUILDER_PPO names its file, else it is ./ppo.zip.

kingdom-builder arena --bots ./examples/ppo_bot.py:PpoBot,greedy --games 40
"""

import os

import torch
import train_ppo  # noqa: F401 - it has the layers of the network
from sb3_contrib import MaskablePPO

from kingdom_builder import View
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.observation_spec import ObservationSpec


class PpoBot:
    """Plays what the network finds best; it knows boards of the base game for two."""

    def __init__(self) -> None:
        """Read the network."""
        torch.set_num_threads(1)  # it is small, and the arena has a process for each core
        self._model = MaskablePPO.load(os.environ.get("KINGDOM_BUILDER_PPO", "ppo.zip"), device="cpu")
        self._encoder = Encoder(ObservationSpec(2, ("base",), scores=True))

    def answer(self, view: View) -> int:
        """Return one of the answers that the view offers."""
        self._encoder.write(view)
        seen = {"planes": self._encoder.planes[0], "vector": self._encoder.vectors[0]}
        answer, _ = self._model.predict(seen, action_masks=self._encoder.masks[0], deterministic=True)
        return int(answer)
