"""Random games for tests that need many positions, and a check that nothing is lost in them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count, islice
from typing import Any

from kingdom_builder import answer_name, answer_number
from kingdom_builder.engine.game import Game as AnyGame
from kingdom_builder.engine.hexes import iter_hexes
from kingdom_builder.game import Game, new_game
from kingdom_builder.sets.slots import HARVEST

SETS = ("base", "nomads", "crossroads")
ALL_SETS = (*SETS, "marshlands", "harvest", "capitol", "caves", "island")
PLAYERS = (2, 3, 4, 5)
LATER_MIXES = (
    ("marshlands",),
    ("harvest",),
    ("base", "marshlands"),
    ("base", "harvest"),
    ("marshlands", "harvest"),
    ("base", "capitol", "caves", "island"),
    ("base", "nomads", "marshlands", "harvest", "island"),
    ALL_SETS,
)

SETTLEMENTS, WARRIORS, SHIPS, WAGONS, CITY_HALL_HEXES, WALLS = 40, 2, 1, 1, 7, 25
SCOUTS, NUMBERS, LOCATION_TILES = 2, 18, 2
"""R1.1, R1.10, R1.9, R1.11 and R1.3, written independently of the engine."""


MOST_ANSWERS = 20_000
"""A game with more answers than this never ends; real ones stay below 1,000."""


class EndlessGame(AssertionError):  # noqa: N818 - reports print this name
    """A game does not end."""


def mixes() -> list[tuple[str, ...]]:
    """Return the seven ways to choose some of the first three sets, then eight mixes of all sets and Queenies."""
    return [mix for size in range(1, len(SETS) + 1) for mix in combinations(SETS, size)] + list(LATER_MIXES)


def random_game(seed: int, players: int | None = None, sets: Sequence[str] | None = None, **options: Any) -> Game:
    """Return a new game; players, sets and variants that are not given depend on the seed."""
    chance = random.Random(seed)
    drawn_players, drawn_sets = chance.choice(PLAYERS), chance.choice(mixes())
    if chance.random() < 0.5:  # any of the 255 mixes of all sets and Queenies
        drawn_sets = tuple(name for name in ALL_SETS if chance.random() < 0.5) or ("base",)
    drawn = {"two_cards": chance.random() < 0.25, "without_lords": chance.random() < 0.25}
    return new_game(seed, players=players or drawn_players, sets=sets or drawn_sets, **(drawn | options))


def record_with_a_piece_moved_twice() -> tuple[str, int, str]:
    """Return a record whose last answer picks up a piece again for the same silo, its number and the hex (R3.36)."""
    for seed in count():
        game = random_game(seed, players=2, sets=("harvest",))
        for answer in random_answers(game, random.Random(seed)):
            game.play(answer)
            if game.question is not None and game.question.stage == "silo_move":
                piece = answer_name(answer)
                return f"{game.to_record().rstrip()} {piece}\n", len(game.answers()) + 1, piece
    raise AssertionError("unreachable")


def random_answer(game: AnyGame, chance: random.Random) -> int:
    """Return a random legal answer: an option as often as a hex if both are offered, so that tiles are used."""
    answers = game.legal_answers()
    options = game.legal()[1]
    return chance.choice(options if options and chance.random() < 0.5 else answers)


def random_answers(game: AnyGame, chance: random.Random, most: int = MOST_ANSWERS) -> Iterator[int]:
    """Yield answers until the game is over; the caller plays each. Raise EndlessGame after too many."""
    for _ in range(most):
        if game.over:
            return
        yield random_answer(game, chance)
    if not game.over:
        raise EndlessGame(f"not over after {most} answers")


def play_randomly(game: AnyGame, seed: int, answers: int | None = None) -> int:
    """Play random answers, to the end or at most `answers`; return how many were played."""
    played = 0
    for answer in islice(random_answers(game, random.Random(seed)), answers):
        game.play(answer)
        played += 1
    return played


def unconserved(game: AnyGame) -> list[str]:
    """Return what is missing or too much: pieces, cards, walls and tiles; empty if nothing is."""
    wrong: list[str] = []
    occupied = game.walls | game.turn_state.temporary
    for number, seat in enumerate(game.players):
        tokens = seat.tokens
        on_board = seat.settlements.bit_count()
        aside = seat.reserve + seat.extra[HARVEST].lines.bit_count()
        if seat.supply < 0 or seat.reserve < 0 or seat.supply + on_board + aside != SETTLEMENTS:
            wrong.append(f"seat {number} has {seat.supply} settlements, {on_board} on the board and {aside} aside")
        limits = {"warrior": WARRIORS, "ship": SHIPS, "wagon": WAGONS}
        if any(seat.hexes_of(kind).bit_count() > limit for kind, limit in limits.items()):
            wrong.append(f"seat {number} has too many meeples: {tokens}")
        if seat.hexes_of("city_hall").bit_count() not in (0, CITY_HALL_HEXES):
            wrong.append(f"seat {number} has a city hall of {seat.hexes_of('city_hall').bit_count()} hexes")
        if (
            sum(some.bit_count() for some in (seat.settlements, *(hexes for _, hexes in tokens)))
            != seat.pieces.bit_count()
        ):
            wrong.append(f"seat {number} has two pieces on one hex or a token that is no piece")
        if tokens and not game.setup.tasks:
            wrong.append(f"seat {number} has tokens without a Crossroads section")
        if seat.pieces & occupied:
            wrong.append(f"seat {number} stands on somebody else's hex")
        occupied |= seat.pieces
    if occupied & ~game.board.open:
        wrong.append("something stands on a special hex or beside the board")
    if game.walls.bit_count() > WALLS:
        wrong.append(f"there are {game.walls.bit_count()} walls")
    if game.turn_state.temporary.bit_count() > SCOUTS:
        wrong.append("there are too many scouts")
    if sum(seat.extra[HARVEST].numbers for seat in game.players) > NUMBERS:
        wrong.append("there are too many number tiles")
    lines = [seat.extra[HARVEST].lines for seat in game.players]
    if sum(mine.bit_count() for mine in lines) != sum(any(mine >> i & 1 for mine in lines) for i in range(25)):
        wrong.append("a line is marked twice")
    if any(seat.supply == seat.reserve == 0 for seat in game.players) and not game.end_triggered:
        wrong.append("a supply is empty and the end has not been triggered")
    return wrong + _cards_unconserved(game) + _tiles_unconserved(game)


def _cards_unconserved(game: AnyGame) -> list[str]:
    deck = game.deck
    cards = Counter(deck.draw + deck.discard + deck.removed)
    for seat in game.players:
        cards.update(seat.hand)
    removed = game.setup.removed_terrain
    expected = {card: 5 for card in range(5) if card != removed}
    if game.setup.swamp_cards:
        expected |= {5 + card: 1 for card in range(5) if card != removed}
    return [] if cards == expected else [f"the terrain cards are {dict(cards)}"]


def _tiles_unconserved(game: AnyGame) -> list[str]:
    wrong: list[str] = []
    for h, kind in game.board.location_at.items():
        left = (game.tiles_left >> h & 1) + (game.two_tiles_left >> h & 1)
        taken = sum(seat.taken_from >> h & 1 for seat in game.players)
        if left + taken != LOCATION_TILES:
            wrong.append(f"location {h} has {left} tiles left and {taken} were taken")
        for number, seat in enumerate(game.players):
            owned = [tile for tile in seat.tiles if tile.location == h]
            if len(owned) > (seat.taken_from >> h & 1) or any(tile.kind != kind for tile in owned):
                wrong.append(f"seat {number} has from location {h}: {owned}")
            if (
                owned and not seat.adjacent >> h & 1 and not game.turn_state.after_last_turn
            ):  # silos lose no tiles (R3.38)
                wrong.append(f"seat {number} keeps a tile of location {h} that it does not touch")
    if any(tile.location not in game.board.location_at for seat in game.players for tile in seat.tiles):
        wrong.append("a location tile is from nowhere")
    if game.two_tiles_left & ~game.tiles_left or game.two_tiles_left & game.board.nomads:
        wrong.append("the hexes with two tiles are wrong")
    gone = Counter(tile for h, tile in game.setup.nomad_tiles.items() if not game.tiles_left >> h & 1)
    held = Counter(tile.kind for seat in game.players for tile in seat.nomads)
    if held[answer_number("treasure")] or held - gone:
        wrong.append(f"the nomad tiles held are {dict(held)}, those taken {dict(gone)}")
    if set(game.setup.nomad_tiles) != set(iter_hexes(game.board.nomads)):
        wrong.append("not every nomad space began with a tile")
    return wrong
