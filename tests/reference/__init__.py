"""The reference: a second, slow implementation of legal targets and scoring, written from `rules.md` alone.

Tests compare the engine with it. It shares no code with the engine, stores nothing between calls and prefers simple
code to speed. It implements the whole box: the base game, Nomads, Crossroads, Marshlands, Harvest, Capitol, Caves and
Island. Only `geometry` reads the parts of a hex; only `table` knows which Island hexes exist.
"""

from tests.reference.geometry import Hex, area, areas, distance, neighbours
from tests.reference.legal import legal
from tests.reference.scoring import Line, PlayerScore, score

__all__ = ["Hex", "Line", "PlayerScore", "area", "areas", "distance", "legal", "neighbours", "score"]
