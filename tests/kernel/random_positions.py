"""Random position files: boards of rows with many special hexes, odd supplies, and all that players can own."""

from __future__ import annotations

import json
import random
from typing import Any

from kingdom_builder import PositionError
from kingdom_builder.engine.hexes import COORDINATES, NEIGHBOURS, Coordinate, iter_hexes
from kingdom_builder.engine.terrain import CARD_TERRAINS, TERRAINS
from kingdom_builder.game import Game
from kingdom_builder.sets.harvest.cathedral import NUMBERS
from kingdom_builder.sets.registry import REGISTRY

SIZE = 20
TOKEN_TILES = ("lighthouse", "barracks", "city_hall", "wagon")
NOMADS = tuple(tile.id for tile in REGISTRY.nomad_tiles.values() if tile.at_once is None)
ISLAND_TILES = REGISTRY.tile_ids("island")
TOGETHER = (
    (),
    ("canoe", "canoe", "canoe"),
    ("canoe", "canoe", "canoe", "crossroads"),
    ("canoe", "canoe", "canoe", "canoe"),
    ("temple", "temple", "temple", "temple"),
    ("fountain", "refuge", "refuge", "refuge"),
    ("cathedral", "cathedral", "cathedral", "bazaar"),
    ("bazaar", "quarry"),
    ("scout_cabin", "barracks"),
)
"""Tiles that are on some boards more than once, or together."""
LETTERS = ("GCDFTSW", "GCDFT", "GCDFTWM", "GCDFTSAWM", "GWM", "SWWGC", "WMWMWMWMG", "WM")
"""The terrains of boards; some boards have little land or none."""
Hex = tuple[int, int]


def random_position(chance: random.Random, *, odd: bool = False) -> Game:
    """Return a position from a random file; an odd one may have pieces that the kernel does not accept."""
    while True:
        write = chance.choice(RARE_DOCUMENTS) if chance.random() < 0.4 else random_document
        document = random_document(chance, odd=True) if odd else write(chance)
        try:
            return Game.from_position(json.dumps(document))
        except PositionError:
            continue  # for example a piece where the kind cannot stand


def random_document(chance: random.Random, *, odd: bool = False) -> dict[str, Any]:
    """Return the content of a random position file, which may be wrong in some detail."""
    special = _special_hexes(chance)
    rows = _rows(chance, special)
    others = [name for name in REGISTRY.tile_ids() if name not in ISLAND_TILES]
    names = [*chance.choice(TOGETHER), *chance.sample(others, chance.choice((1, 2, 5)))]
    locations = {h: chance.choice(names) for h, letter in special.items() if letter == "L"}
    open_hexes = [(row, col) for row in range(SIZE) for col in range(SIZE) if (row, col) not in special]
    near = [h for h in open_hexes if any(abs(h[0] - r) < 3 and abs(h[1] - c) < 3 for r, c in special)]
    rest = [h for h in open_hexes if h not in near]
    chance.shuffle(near)
    chance.shuffle(rest)
    land = [h for h in near if rows[h[0]][h[1]] not in "WM"]
    walls = chance.sample(land, min(len(land), chance.choice((0, 3, 24))))
    count = chance.randrange(0, 6) if odd else chance.randrange(2, 6)
    free = [h for h in near + rest if h not in walls]
    island = chance.choice([None, None, chance.choice(ISLAND_TILES)])
    with_scouts = odd or "scout_cabin" in locations.values()
    document: dict[str, Any] = {
        "format": "kingdom-builder/position-1",
        "board": {"rows": rows, "locations": {f"{row},{col}": name for (row, col), name in locations.items()}},
        "island": island,
        "capitols": _some(chance, [h for h, letter in special.items() if letter == "K"], 2),
        "caves": _some(chance, [h for h in open_hexes if rows[h[0]][h[1]] == "M"], 3),
        "cards": chance.sample(REGISTRY.card_ids(), chance.randrange(1, 7)),
        "tasks": chance.sample(REGISTRY.task_ids, chance.randrange(0, 5)),
        "walls": [list(h) for h in walls],
        "scouts": [list(free.pop()) for _ in range(chance.choice((0, 0, 1, 2)) if with_scouts else 0)],
        "terrain": chance.choice((None, "swamp", *[TERRAINS[terrain] for terrain in CARD_TERRAINS] * 2)),
    }
    tokens = odd or any(name in TOKEN_TILES for name in locations.values())
    document["players"] = [_player(chance, free, locations, tokens=tokens) for _ in range(count)]
    if "cathedral" in names and count and chance.random() < 0.5:
        _give_all_numbers(document["players"])
    if special and count and chance.random() < 0.3:
        _surround(min(special) if chance.random() < 0.5 else max(special), document)
        document["tasks"] = ["place_of_refuge"]
    document["to_play"] = chance.randrange(max(1, count))
    if "scouts" in document["cards"]:
        document["removed_terrain"] = TERRAINS[chance.choice(CARD_TERRAINS)]
    return document


def canoe_document(chance: random.Random) -> dict[str, Any]:
    """Return a position file in which everybody has a canoe, and many hexes are between two nomad tiles.

    One settlement there empties two hexes at once, so that the others may react twice.
    """
    places = [(row, col) for row in (3, 7, 11, 15) for col in (2, 8, 14)]
    canoes = [(1, 4), (1, 10), (1, 16)]
    special = {(row, col + step): "N" for row, col in places for step in (0, 2)} | dict.fromkeys(canoes, "L")
    grass = ["W" * SIZE, *["G" * SIZE] * 18, "S" * SIZE]
    chance.shuffle(places)
    tiles = [{"name": "canoe", "at": list(canoe), "used": False, "locked": False} for canoe in canoes]
    return {
        "format": "kingdom-builder/position-1",
        "board": {
            "rows": [
                "".join([special.get((row, col), letter) for col, letter in enumerate(line)])
                for row, line in enumerate(grass)
            ],
            "locations": {f"{row},{col}": "canoe" for row, col in canoes},
        },
        "cards": ["knights"],
        "players": [
            {
                "settlements": [[row + 1, col + 1] for row, col in places[seat::3]],
                "tiles": [tiles[seat]] if chance.random() < 0.8 else tiles,
                "supply": chance.choice((4, 12)),
            }
            for seat in range(3)
        ],
        "to_play": chance.randrange(3),
        "terrain": "grass",
    }


def bazaar_document(chance: random.Random) -> dict[str, Any]:
    """Return a position file in which the played terrain is used up, and a bazaar may repeat a tile that needs it."""
    names = ["bazaar", chance.choice(("quarry", "cathedral", "oracle")), chance.choice(("paddock", "tavern", "farm"))]
    columns = [4, 9, 14]
    line = "".join("L" if col in columns else "C" for col in range(SIZE))
    tiles = [
        {"name": name, "at": [5, col], "used": i == 1 or chance.random() < 0.2, "locked": False}
        for i, (name, col) in enumerate(zip(names, columns, strict=True))
    ]
    return {
        "format": "kingdom-builder/position-1",
        "board": {
            "rows": [*["CDFTC" * 4] * 5, line, *["CDFTC" * 4] * 14],
            "locations": {f"5,{col}": name for name, col in zip(names, columns, strict=True)},
        },
        "cards": ["knights"],
        "players": [
            {
                "settlements": [[6, col] for col in columns] + [[12, 3], [12, 4], [12, 5]],
                "tiles": tiles,
                "number_tiles": 3,
                "supply": chance.choice((0, 2, 9)),
            },
            {"settlements": [[16, 16]], "supply": 5},
        ],
        "to_play": 0,
        "terrain": "grass",
    }


def one_kind_document(chance: random.Random) -> dict[str, Any]:
    """Return a position file with many tiles of one kind: cathedrals without a number tile left, or a third temple."""
    kind = chance.choice(("cathedral", "temple", "refuge"))
    places = [(row, col) for row in (4, 10, 16) for col in (3, 9, 15)]
    rows = ["".join("L" if (row, col) in places else "G" for col in range(SIZE)) for row in range(SIZE)]
    return {
        "format": "kingdom-builder/position-1",
        "board": {"rows": rows, "locations": {f"{row},{col}": kind for row, col in places}},
        "cards": ["knights"],
        "players": [
            {"settlements": [[row, col + 2] for row, col in places[:5]], "supply": chance.choice((2, 18))},
            {"settlements": [[row, col - 2] for row, col in places[5:]], "supply": 18, "number_tiles": NUMBERS},
        ],
        "terrain": "grass",
    }


def water_document(chance: random.Random) -> dict[str, Any]:
    """Return a position file without land: nobody can build, so the game ends after a round (R3.34)."""
    count = chance.randrange(2, 6)
    players = [{"settlements": [[row, 3], [row, 5]], "supply": 5} for row in range(count)]
    return {"format": "kingdom-builder/position-1", "board": {"rows": ["W" * SIZE] * SIZE}, "players": players}


RARE_DOCUMENTS = (canoe_document, *(bazaar_document,) * 2, *(one_kind_document,) * 4, water_document)
"""Files in which one rare rule matters."""


def _special_hexes(chance: random.Random) -> dict[Hex, str]:
    """Return the letters of special hexes; several are close together, so that one piece reaches two."""
    found: dict[Hex, str] = {}
    letters = chance.choice(("LLLNNNKPO", "LLNNNNNNN"))
    if chance.random() < 0.5:
        found[0, chance.randrange(SIZE)] = "K"  # on the edge
    for _ in range(chance.randrange(2, 8)):
        row, col = chance.randrange(SIZE - 1), chance.randrange(SIZE - 2)
        for step in ((0, 0), (0, 2), (1, 1)):
            if chance.random() < 0.7:
                found[row + step[0], col + step[1]] = chance.choice(letters)
    return found


def _rows(chance: random.Random, special: dict[Hex, str]) -> list[str]:
    """Return rows of terrain in patches, with a few single hexes of other terrain."""
    letters = chance.choice(LETTERS)
    patches = {(row, col): chance.choice(letters) for row in range(6) for col in range(6)}
    rows = [[patches[row // 4, col // 4] for col in range(SIZE)] for row in range(SIZE)]
    for _ in range(chance.choice((0, 60))):
        rows[chance.randrange(SIZE)][chance.randrange(SIZE)] = chance.choice(letters)
    for (row, col), letter in special.items():
        rows[row][col] = letter
    return ["".join(row) for row in rows]


def _player(chance: random.Random, free: list[Hex], locations: dict[Hex, str], *, tokens: bool) -> dict[str, Any]:
    def take(most: int) -> list[list[int]]:
        taken = free[:most]
        del free[:most]
        return [list(h) for h in taken]

    settlements = take(chance.choice((0, 1, 5, 14)))
    held, lines = chance.choice((0, 0, 1, 3)), _some(chance, list(range(SIZE)), 1)
    player: dict[str, Any] = {
        "settlements": settlements,
        "supply": chance.choice((0, 1, 2, 6, 40 - len(settlements) - held - len(lines))),
        "held": held,
        "gold": chance.choice((0, 3, 9999)),
        "number_tiles": chance.choice((0, 0, 1, 3)),
        "marked_lines": lines,
        "tiles": [
            {"name": name, "at": list(h), "used": chance.random() < 0.2, "locked": chance.random() < 0.2}
            for h, name in locations.items()
            if chance.random() < 0.5
        ],
        "bonus_tiles": _some(chance, ["temple", "refuge", "canoe", "fountain"], 2),
        "nomad_tiles": chance.choices(NOMADS, k=chance.randrange(4)),
    }
    if tokens and chance.random() < 0.5:
        player["warriors"] = take(chance.randrange(3))
    if tokens and chance.random() < 0.3:
        (player["wagon"],) = take(1)
    return player


def _give_all_numbers(players: list[dict[str, Any]]) -> None:
    """Give the players all number tiles, so that there is none left."""
    for player in players:
        player["number_tiles"] = 0
    players[-1]["number_tiles"] = NUMBERS


def _surround(special: Hex, document: dict[str, Any]) -> None:
    """Let the first player stand on all neighbours of a special hex, except where others stand."""
    first, *others = document["players"]
    around = [COORDINATES[h] for h in iter_hexes(NEIGHBOURS[Coordinate(*special).hex])]
    taken = [h for player in others for h in player["settlements"]] + document["walls"] + document["scouts"]
    rows = document["board"]["rows"]
    for place in around:
        h = [place.row, place.col]
        if h not in taken and h not in first["settlements"] and rows[place.row][place.col] not in "LNKPO":
            first["settlements"].append(h)
            first["supply"] = min(first["supply"], 6)


def _some(chance: random.Random, things: list[Any], most: int) -> list[Any]:
    found = chance.sample(things, min(len(things), chance.randrange(most + 1)))
    return [list(thing) if isinstance(thing, tuple) else thing for thing in found]
