"""The numbers of all answers: every hex first, then every named option, the same for all sets and for ever.

An answer is an int below `ANSWERS`. 0 to 399 are the hexes of the board, 400 to 449 those of the Island, both in
reading order; `FIRST_OPTION` and up are the options. Numbers that no option has yet are kept for later rules, so that
a mask over all answers keeps its length.

>>> answer_number("a1"), answer_number("t20"), answer_name(answer_number("end_turn"))
(0, 399, 'end_turn')
"""

from __future__ import annotations

from kingdom_builder.engine import hexes
from kingdom_builder.engine.terrain import TERRAINS

HEX_OF_ANSWER: tuple[int, ...] = hexes.ALL_HEXES
ANSWER_OF_HEX: tuple[int, ...] = tuple(
    HEX_OF_ANSWER.index(h) if hexes.EVERYWHERE >> h & 1 else -1 for h in range(len(hexes.BIT))
)
FIRST_OPTION = len(HEX_OF_ANSWER)
ANSWERS = 550

CONTROLS = ("end_turn", "stop", "take_back", "pass")
LOCATION_TILES = {
    "base": ("oracle", "farm", "oasis", "tavern", "tower", "barn", "paddock", "harbor"),
    "nomads": ("quarry", "caravan", "village", "garden"),
    "crossroads": (
        "lighthouse",
        "foresters_lodge",
        "barracks",
        "crossroads",
        "city_hall",
        "fort",
        "monastery",
        "wagon",
    ),
    "marshlands": ("temple", "refuge", "canoe", "fountain"),
    "harvest": (
        "bazaar",
        "water_mill",
        "mountain_station",
        "scout_cabin",
        "cathedral",
        "watchtower",
        "university",
        "palisade",
    ),
    "island": ("rope_bridge", "tree_house"),
}
DONATION_TERRAINS = ("grass", "canyon", "desert", "flower", "forest", "water", "mountain")
NOMAD_TILES = (
    *(f"donation:{terrain}" for terrain in DONATION_TERRAINS),
    "resettlement",
    "outpost",
    "sword",
    "treasure",
)
WITHOUT_TILE = ("farm_action", "cave_action", "refuge_bonus", "canoe_bonus", "silo", "collect")

OPTIONS: tuple[str, ...] = (
    *CONTROLS,
    *TERRAINS,
    *(tile for tiles in LOCATION_TILES.values() for tile in tiles),
    *NOMAD_TILES,
    *WITHOUT_TILE,
)
_OPTION_NUMBERS = {name: FIRST_OPTION + i for i, name in enumerate(OPTIONS)}

END_TURN = _OPTION_NUMBERS["end_turn"]
STOP = _OPTION_NUMBERS["stop"]
TAKE_BACK = _OPTION_NUMBERS["take_back"]
PASS = _OPTION_NUMBERS["pass"]
COLLECT = _OPTION_NUMBERS["collect"]
OUTPOST = _OPTION_NUMBERS["outpost"]
TREASURE = _OPTION_NUMBERS["treasure"]
FIRST_TERRAIN = _OPTION_NUMBERS[TERRAINS[0]]
"""The option that chooses terrain t as the card to play is `FIRST_TERRAIN + t`."""


def option_number(name: str) -> int:
    """Return the number of a named option; KeyError if there is none.

    >>> OPTIONS[option_number("farm") - FIRST_OPTION]
    'farm'
    """
    return _OPTION_NUMBERS[name]


def answer_name(answer: int) -> str:
    """Write an answer as people do: a hex such as `e5`, or the option's name.

    >>> answer_name(0), answer_name(option_number("paddock"))
    ('a1', 'paddock')
    """
    if 0 <= answer < FIRST_OPTION:
        return str(hexes.PLACES[HEX_OF_ANSWER[answer]])
    if FIRST_OPTION <= answer < FIRST_OPTION + len(OPTIONS):
        return OPTIONS[answer - FIRST_OPTION]
    raise ValueError(f"{answer} is not an answer: numbers go from 0 to {FIRST_OPTION + len(OPTIONS) - 1}")


def answer_number(text: str) -> int:
    """Read an answer as people write it: a hex (`e5` or `4,4`) or an option; ValueError if it is neither.

    >>> answer_number("4,4") == answer_number("e5")
    True
    """
    word = "_".join(text.strip().lower().split())
    if word in _OPTION_NUMBERS:
        return _OPTION_NUMBERS[word]
    try:
        return ANSWER_OF_HEX[hexes.parse(text).hex]
    except ValueError:
        raise ValueError(f"{text!r} is neither a hex (a1 to t20, or row,col) nor an option") from None
