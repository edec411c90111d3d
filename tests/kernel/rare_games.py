"""Random games in which rare things happen often: any sets and variants, and players who like tiles and patterns."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from kingdom_builder.engine.answers import ANSWER_OF_HEX, END_TURN, PASS, STOP
from kingdom_builder.engine.game import Game as AnyGame
from kingdom_builder.engine.hexes import (
    BOARD,
    DIAGONALS,
    OUTER_EDGE,
    iter_hexes,
    neighbour_counts,
    neighbours,
    shift,
)
from kingdom_builder.engine.player import OwnedNomadTile, OwnedTile
from kingdom_builder.game import Game, new_game
from kingdom_builder.sets.harvest.cathedral import numbers_left
from kingdom_builder.sets.harvest.state import HarvestPlayer
from kingdom_builder.sets.marshlands.bonus import TILE_NUMBERS
from kingdom_builder.sets.marshlands.state import BonusTile, MarshlandsPlayer
from kingdom_builder.sets.registry import REGISTRY, option_number
from kingdom_builder.sets.slots import HARVEST, MARSHLANDS
from kingdom_builder.setup.builder import first_game
from tests.kernel.random_positions import random_position
from tests.random_play import ALL_SETS, random_game

FIRST_GAME_EVERY = 40
"""One game of so many is the suggested first game."""

RARE_SECTIONS = (
    ("bazaar_water_mill", "bazaar_water_mill", "cathedral_watchtower"),
    ("barracks_crossroads", "city_hall_fort", "city_hall_fort", "lighthouse_foresters_lodge", "monastery_wagon"),
    ("caravan", "quarry", "village", "cathedral_watchtower"),
    ("canoe", "canoe", "canoe", "temple", "refuge", "fountain", "mountain_station_scout_cabin", "harbor", "paddock"),
)
"""Sections whose tiles act on one another; some games have one of each line."""


def rare_game(seed: int) -> Game:
    """Return a new game with any sets, players and variants, or one from a random position file, without a seed."""
    chance = random.Random(f"variants of {seed}")
    players = chance.choice((2, 3, 4, 5))
    if seed % FIRST_GAME_EVERY == 0:
        return Game(first_game(seed, players=players))
    if chance.random() < 0.35:
        return random_position(chance)
    options: dict[str, Any] = {"always_swamp_cards": chance.random() < 0.2}
    if chance.random() < 0.3:
        sections = list(dict.fromkeys([chance.choice(names) for names in RARE_SECTIONS]))
        chance.shuffle(sections)
        return new_game(seed, players=players, sets=ALL_SETS, sections=sections, **options)
    if chance.random() < 0.1:
        options["sections"] = ("generated",)
    game = random_game(seed, players=players, **options)
    sets = game.setup.sets
    if "marshlands" in sets and chance.random() < 0.3:  # with Scouts a terrain is removed
        game = new_game(seed, players=players, sets=sets, cards=("scouts",), two_cards=game.setup.two_cards, **options)
    return game


OUTPOST = option_number("outpost")
RAREST = tuple(map(option_number, ("crossroads", "canoe_bonus", "outpost", "fort", "temple", "cathedral")))
"""Options that are seldom offered, or with many consequences; of several options they are chosen more often."""

NOMAD_KINDS = (
    OUTPOST,
    OUTPOST,
    OUTPOST,
    *(number for number, tile in REGISTRY.nomad_tiles.items() if tile.at_once is None),
)
"""The nomad tiles that players can own, the one that is used in most ways more often."""

Aim = Callable[[AnyGame, int, random.Random], int]
"""The hexes that a player likes to build on or to move."""


def _anywhere(game: AnyGame, seat: int, chance: random.Random) -> int:
    return 0


def _together(game: AnyGame, seat: int, chance: random.Random) -> int:
    """Like hexes with many own neighbours: large areas, fortresses, whole terrain areas."""
    once, twice, thrice = neighbour_counts(game.players[seat].pieces)
    return thrice or twice or once


def _apart(game: AnyGame, seat: int, chance: random.Random) -> int:
    return BOARD & ~game.players[seat].adjacent


def _edges(game: AnyGame, seat: int, chance: random.Random) -> int:
    return OUTER_EDGE


def _diagonals(game: AnyGame, seat: int, chance: random.Random) -> int:
    """Like hexes that continue a diagonal line: roads."""
    pieces, found = game.players[seat].pieces, 0
    for axis in DIAGONALS:
        for step in (axis, -axis):
            found |= shift(pieces & shift(pieces, step), step)
    return found & BOARD


def _tiles(game: AnyGame, seat: int, chance: random.Random) -> int:
    """Like hexes next to tiles, best of all next to two."""
    once, twice, _ = neighbour_counts(game.tiles_left & ~game.players[seat].taken_from)
    return twice if chance.random() < 0.5 else once


def _special(game: AnyGame, seat: int, chance: random.Random) -> int:
    """Like the hexes around one special hex: places of refuge, silos."""
    touched = game.board.special & game.players[seat].adjacent
    most = max(
        iter_hexes(touched), key=lambda h: (game.players[seat].pieces & neighbours(1 << h)).bit_count(), default=None
    )
    return neighbours(game.board.special) if most is None else neighbours(1 << most)


def _others(game: AnyGame, seat: int, chance: random.Random) -> int:
    return game.near_others(seat)


def _row(game: AnyGame, seat: int, chance: random.Random) -> int:
    return max(game.board.rows, key=lambda row: (game.players[seat].pieces & row).bit_count())


AIMS: tuple[Aim, ...] = (_anywhere, _together, _apart, _edges, _diagonals, _tiles, _tiles, _special, _others, _row)


class RarePlayers:
    """Chooses the answers of all players; each has an aim for the whole game."""

    def __init__(self, seed: int, players: int) -> None:
        """Draw the aims and habits from the seed."""
        self._chance = chance = random.Random(f"players of {seed}")
        self._aims = [chance.choice(AIMS) for _ in range(players)]
        self._devotion = chance.choice((0.3, 0.7, 0.95))
        self._uses_tiles = chance.choice((0.3, 0.6, 0.9))

    def answer(self, game: AnyGame) -> int:
        """Return a legal answer."""
        hexes, options = game.legal()
        chance = self._chance
        plain = (END_TURN, PASS, STOP) if game.stack else (END_TURN, OUTPOST)
        rare = [option for option in options if option not in plain]
        if rare and chance.random() < self._uses_tiles:
            rarest = [option for option in rare if option in RAREST]
            return chance.choice(rarest if rarest and chance.random() < 0.5 else rare)
        if hexes and (not options or chance.random() < (0.6 if PASS in options else 0.8)):
            return ANSWER_OF_HEX[chance.choice(list(iter_hexes(self._liked(game, hexes))))]
        return chance.choice(options)

    def _liked(self, game: AnyGame, hexes: int) -> int:
        seat, chance = game.to_play, self._chance
        assert seat is not None
        player = game.players[seat]
        if hexes & player.pieces and chance.random() < 0.3:  # move away from a tile, and lose it
            locations = sum(1 << tile.location for tile in player.tiles)
            return hexes & player.pieces & neighbours(locations) or hexes
        if chance.random() < self._devotion:
            return hexes & self._aims[seat](game, seat, chance) or hexes
        return hexes


def give_tiles(game: AnyGame, chance: random.Random) -> None:
    """Give a player tiles of this game, as if taken before; number tiles and bonus tiles with them."""
    seat = chance.randrange(game.setup.players) if chance.random() < 0.3 else game.active
    player = game.change(seat)
    kinds = [tile.kind for tile in player.tiles]
    for h, kind in game.board.location_at.items():
        if not player.taken_from >> h & 1 and chance.random() < 0.4:
            player.tiles = (*player.tiles, OwnedTile(kind, h, -1))
            player.taken_from |= 1 << h
            kinds.append(kind)
    for kind in chance.choices(NOMAD_KINDS, k=chance.randrange(4)):
        player.nomads = (*player.nomads, OwnedNomadTile(kind, -1))
    numbers, lines = player.extra[HARVEST]
    if option_number("cathedral") in kinds and numbers_left(game) > 2:
        player.set_extra(HARVEST, HarvestPlayer(numbers + 2, lines))
    bonus, ever = player.extra[MARSHLANDS]
    for kind in TILE_NUMBERS.intersection(kinds):
        if kind not in ever and chance.random() < 0.5:
            bonus, ever = (*bonus, BonusTile(kind, -1)), (*ever, kind)
    player.set_extra(MARSHLANDS, MarshlandsPlayer(bonus, ever))
    game.restore(game.snapshot(0))  # forgets the legal answers
