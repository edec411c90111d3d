"""The answer space: every answer is an int, and no number ever changes its meaning.

0 to 399 are the hexes of the main board and 400 to 449 those of the small one, both in reading order. 450 to 453 are
controls, 454 to 462 the terrains. 463 to 549 belong to entries of sets: each entry states its number, and the
registry of sets has their names.

>>> ANSWER_OF_HEX[hexes.parse_hex("t20").hex], OPTION_NAMES[END_TURN], OPTION_NAMES[FIRST_TERRAIN]
(399, 'end_turn', 'grass')
"""

from __future__ import annotations

from kingdom_builder.engine import hexes
from kingdom_builder.engine.terrain import TERRAINS

HEX_OF_ANSWER: tuple[int, ...] = hexes.ALL_HEXES
ANSWER_OF_HEX: tuple[int, ...] = tuple(
    HEX_OF_ANSWER.index(h) if hexes.EVERYWHERE >> h & 1 else -1 for h in range(len(hexes.BIT))
)
FIRST_OPTION = len(HEX_OF_ANSWER)
"""The first answer that is not a hex."""

END_TURN, STOP, TAKE_BACK, PASS = range(FIRST_OPTION, FIRST_OPTION + 4)
CONTROLS = ("end_turn", "stop", "take_back", "pass")

FIRST_TERRAIN = FIRST_OPTION + len(CONTROLS)
"""The answer that chooses terrain t as the one to play is `FIRST_TERRAIN + t`."""

FIRST_ENTRY = FIRST_TERRAIN + len(TERRAINS)
ANSWERS = 550
"""The number of answers, fixed so that a mask over all answers keeps its length."""

ENTRIES = range(FIRST_ENTRY, ANSWERS)
"""The numbers that entries of sets may have."""

OPTION_NAMES: dict[int, str] = dict(enumerate((*CONTROLS, *TERRAINS), FIRST_OPTION))
"""The names of controls and terrains."""

_UNUSED = "unused_"


def unused_name(number: int) -> str:
    """Return the name of a number that no entry has.

    >>> unused_name(549), unused_number("unused_549")
    ('unused_549', 549)
    """
    return f"{_UNUSED}{number}"


def unused_number(name: str) -> int | None:
    """Return the number that such a name has, None for another name."""
    digits = name.removeprefix(_UNUSED)
    if digits == name or not digits.isdecimal() or int(digits) not in ENTRIES:
        return None
    return int(digits)
