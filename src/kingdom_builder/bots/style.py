"""The style of a level: which features of a position seem more or less important to it than they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from kingdom_builder.bots.evaluation import shipped_weights


@dataclass(frozen=True)
class Style:
    """How the weights of the evaluation change.

    `scaled` multiplies weights, `added` adds gold to them afterwards. Each pair has the name of a weight, or the
    beginning of several names up to a colon, such as `now:`; in `scaled`, an empty name stands for all weights.
    """

    scaled: tuple[tuple[str, float], ...] = ()
    added: tuple[tuple[str, float], ...] = ()

    def weights(self) -> Mapping[str, float]:
        """Return the weights of an evaluation in this style.

        >>> Style(scaled=(("", 0.0),), added=(("tiles", 8.0),)).weights()["tiles"]
        8.0
        >>> Style().weights() == shipped_weights()
        True
        """
        return _weights(self)


PLAIN = Style()
"""The evaluation as it is."""


@cache
def _weights(style: Style) -> Mapping[str, float]:
    found = dict(shipped_weights())
    for name, weight in found.items():
        for key, factor in style.scaled:
            if _is_meant(key, name):
                weight *= factor
        for key, gold in style.added:
            if _is_meant(key, name):
                weight += gold
        found[name] = weight
    return MappingProxyType(found)


def _is_meant(key: str, name: str) -> bool:
    return not key or name == key or (key.endswith(":") and name.startswith(key))
