"""Boards drawn as text, so that a test shows what it is about.

    game = table('''
        G    G0   G    W
          D   farm  D0   D
    ''', terrain="grass")

Each word is a hex, from a1 on; rows may be indented as on the table. A hex is the code of a terrain or special hex
(G C D F T S A W M, K castle, N nomad, P palace, O silo) or a location's name (`farm`). After the code: `0` to `4` a
settlement of that player, `w0` a warrior, `s0` a ship, `v0` a wagon, `c0` the centre of a city hall, `=` a wall;
after N a colon and the nomad tile that lies there (`N:sword`). What is not drawn is `pad`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kingdom_builder import answer_name, answer_number
from kingdom_builder.engine.game import Game as AnyGame
from kingdom_builder.engine.hexes import COORDINATES, Coordinate, iter_hexes, parse_hex
from kingdom_builder.engine.terrain import CARD_TERRAINS, CODES, TERRAINS
from kingdom_builder.game import Game
from kingdom_builder.sets.registry import REGISTRY, option_number

_WORD = re.compile(r"(?:([A-Z])|([a-z_]+))(?::([a-z:]+))?(?:([wsvc]?)([0-4]))?(=)?")
_FIELDS = {"w": "warriors", "s": "ship", "v": "wagon", "c": "city_hall"}


def table(
    drawing: str,
    *,
    pad: str = "W",
    players: int = 2,
    terrain: str | None = None,
    to_play: int = 0,
    cards: Sequence[str] = (),
    tasks: Sequence[str] = (),
    supply: Mapping[int, int] | None = None,
    gold: Mapping[int, int] | None = None,
    tiles: Mapping[int, Sequence[str]] | None = None,
    nomads: Mapping[int, Sequence[str]] | None = None,
    tiles_left: Mapping[str, int] | None = None,
    island: tuple[str, Sequence[str]] | None = None,
    island_pieces: Mapping[int, Sequence[str]] | None = None,
    capitols: Sequence[str] = (),
    caves: Sequence[str] = (),
    removed_terrain: str | None = None,
    scouts: Sequence[str] = (),
    held: Mapping[int, int] | None = None,
    numbers: Mapping[int, int] | None = None,
    lines: Mapping[int, Sequence[Any]] | None = None,
    bonus: Mapping[int, Sequence[str]] | None = None,
) -> Game:
    """Make a game from a drawing: `to_play` is to move with a card of `terrain`, nothing built yet this turn.

    `tiles` gives location tiles as `farm@b2`, with `!` behind for a used one and `+` for one taken this turn. `island`
    is its location and five rows of codes, `island_pieces` settlements on it as `i:a1`.
    """
    rows, locations, nomad_at, pieces, walls = _read(drawing, pad)
    facts: dict[str, Any] = {
        "format": "kingdom-builder/position-1",
        "board": {"rows": rows, "locations": {f"{r},{c}": name for (r, c), name in locations.items()}},
        "cards": list(cards),
        "tasks": list(tasks),
        "players": [],
        "walls": walls,
        "to_play": to_play,
        "terrain": terrain,
        "tiles_left": {",".join(map(str, _hex(at))): n for at, n in (tiles_left or {}).items()},
        "island": None if island is None else {"location": island[0], "rows": list(island[1])},
        "capitols": [_hex(at) for at in capitols],
        "caves": [_hex(at) for at in caves],
        "removed_terrain": removed_terrain,
        "scouts": [_hex(at) for at in scouts],
    }
    for i in range(players):
        player: dict[str, Any] = pieces.get(i, {})
        player["gold"] = (gold or {}).get(i, 0)
        player["tiles"] = [_tile(text) for text in (tiles or {}).get(i, ())]
        player["nomad_tiles"] = list((nomads or {}).get(i, ()))
        player.setdefault("settlements", []).extend(_hex(at) for at in (island_pieces or {}).get(i, ()))
        player["held"] = (held or {}).get(i, 0)
        player["number_tiles"] = (numbers or {}).get(i, 0)
        player["marked_lines"] = list((lines or {}).get(i, ()))
        player["bonus_tiles"] = list((bonus or {}).get(i, ()))
        if supply and i in supply:
            player["supply"] = supply[i]
        facts["players"].append(player)
    game = Game.from_position(json.dumps(facts))
    game.setup = replace(game.setup, nomad_tiles={**game.setup.nomad_tiles, **nomad_at})
    return game


def _read(drawing: str, pad: str) -> tuple[list[str], dict[Any, str], dict[int, int], dict[int, Any], list[list[int]]]:
    rows = [[pad] * 20 for _ in range(20)]
    locations: dict[tuple[int, int], str] = {}
    nomad_at: dict[int, int] = {}
    pieces: dict[int, dict[str, Any]] = {}
    walls: list[list[int]] = []
    for r, line in enumerate([line for line in drawing.splitlines() if line.strip()]):
        for c, word in enumerate(line.split()):
            match = _WORD.fullmatch(word)
            assert match, f"{word!r} is no hex"
            code, location, nomad, kind, owner, wall = match.groups()
            assert location or code in {*CODES, *REGISTRY.special_codes}, f"{word!r} is no hex"
            rows[r][c] = code or "L"
            if location:
                locations[r, c] = location
            if nomad:
                nomad_at[Coordinate(r, c).hex] = option_number(nomad)
            if owner:
                player = pieces.setdefault(int(owner), {"settlements": [], "warriors": []})
                if kind in ("", "w"):
                    player["warriors" if kind else "settlements"].append([r, c])
                else:
                    player[_FIELDS[kind]] = [r, c]
            if wall:
                walls.append([r, c])
    return ["".join(row) for row in rows], locations, nomad_at, pieces, walls


def _tile(text: str) -> dict[str, Any]:
    name, _, at = text.rstrip("!+").partition("@")
    return {"name": name, "at": _hex(at), "used": text.endswith("!"), "locked": text.endswith("+")}


def _hex(text: str) -> list[Any]:
    place = parse_hex(text)
    return ["island", place.row, place.col] if place.island else [place.row, place.col]


def play(game: Game, *answers: str) -> Game:
    """Play answers as people write them: hexes and options."""
    for answer in answers:
        game.play(answer_number(answer))
    return game


def hexes(game: AnyGame) -> set[str]:
    """Return the hexes offered now, as people write them."""
    return {str(COORDINATES[h]) for h in iter_hexes(game.legal()[0])}


def options(game: AnyGame) -> set[str]:
    """Return the options offered now."""
    return {answer_name(option) for option in game.legal()[1]}


def offered(game: AnyGame) -> set[str]:
    """Return all answers offered now, as people write them."""
    return hexes(game) | options(game)


def gold(game: AnyGame, seat: int = 0) -> dict[str, int]:
    """Return a player's score by source."""
    return {line.source: line.gold for line in game.score(seat)}


def tile_names(game: AnyGame, seat: int = 0) -> list[str]:
    """Return the location tiles of a player, sorted."""
    return sorted(answer_name(tile.kind) for tile in game.players[seat].tiles)


def nomad_names(game: AnyGame, seat: int = 0) -> list[str]:
    """Return the nomad tiles of a player, sorted."""
    return sorted(answer_name(tile.kind) for tile in game.players[seat].nomads)


def give_card(game: AnyGame, seat: int, *terrains: str) -> None:
    """Put these terrain cards into a player's hand before that player's turn, in exchange for what is there."""
    game.change(seat).hand = tuple(map(card_number, terrains))


def card_number(name: str) -> int:
    """Return the number of a terrain card: `grass`, or `swamp/grass`."""
    return len(CARD_TERRAINS) + TERRAINS.index(name.removeprefix("swamp/")) if "/" in name else TERRAINS.index(name)


def stack_deck(game: AnyGame, *terrains: str) -> None:
    """Make these the next terrain cards to be drawn, the first named first."""
    on_top = tuple(map(card_number, reversed(terrains)))
    game.deck = game.deck._replace(draw=game.deck.draw + on_top)
