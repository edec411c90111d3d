"""Reading actions: the numbers of answers that agents give."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

_INT64 = np.dtype(np.int64)
"""There is only one object for it."""


def read_action(action: Any) -> int:
    """Return the number of an answer from any integer; raise TypeError for anything else.

    >>> read_action(np.int64(84))
    84
    >>> read_action(84.5)
    Traceback (most recent call last):
    TypeError: an action is the number of an answer, found 84.5
    """
    try:
        return index(action)
    except TypeError:
        raise TypeError(f"an action is the number of an answer, found {action!r}") from None


def read_actions(actions: Any, games: int) -> NDArray[np.int64]:
    """Return an answer for each game from an array or a list; raise TypeError for anything else.

    >>> read_actions([84, 3], 2)
    array([84,  3])
    >>> read_actions([84], 2)
    Traceback (most recent call last):
    TypeError: actions are 2 numbers of answers, found [84]
    """
    if type(actions) is np.ndarray and actions.dtype is _INT64 and actions.shape == (games,):
        return actions
    found = np.asarray(actions)
    if found.shape != (games,) or found.dtype.kind not in "iu":
        raise TypeError(f"actions are {games} numbers of answers, found {actions!r:.60}")
    return found.astype(np.int64, copy=False)
