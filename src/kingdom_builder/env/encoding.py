"""What a seat sees, as arrays: planes over the board and a vector (docs/research.md).

A `Layout` names every plane and every number of the vector; an `Encoder` writes them into arrays that the caller owns.
`python -m kingdom_builder.env.encoding` prints the tables of docs/research.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kingdom_builder.game import hexes
from kingdom_builder.game.answers import (
    ANSWERS,
    FIRST_OPTION,
    HEX_OF_ANSWER,
    LOCATION_TILES,
    NOMAD_TILES,
    option_number,
)
from kingdom_builder.game.board import Board
from kingdom_builder.game.cards import ALL_CARDS, TASKS
from kingdom_builder.game.hexes import BIT, COLUMNS_OF_BOARD, COLUMNS_OF_ISLAND, ROWS_OF_BOARD, ROWS_OF_ISLAND, Place
from kingdom_builder.game.position import NOT_BEGUN, NUMBERS
from kingdom_builder.game.scoring import Source, sources
from kingdom_builder.game.seat import Seat
from kingdom_builder.game.sections import SETS
from kingdom_builder.game.setup import ALL_SETS, PLAYERS, SETTLEMENTS, Setup
from kingdom_builder.game.terrain import CARD_TERRAINS, TERRAINS
from kingdom_builder.game.tiles import ACTION_NAMES
from kingdom_builder.game.view import View

Planes: TypeAlias = NDArray[Any]
"""Numbers 0 and 1 of any type, shaped (planes, rows, columns)."""
Vector: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]

GAP = 2
"""Rows left empty between the board and the Island: a 3 by 3 filter does not reach over, and odd rows stay odd."""
ISLAND_TOP, ISLAND_LEFT = ROWS_OF_BOARD + GAP, (COLUMNS_OF_BOARD - COLUMNS_OF_ISLAND) // 2
HIGHEST = 10.0
"""No number of the vector is larger; gold beyond 1000 would be cut off here."""

STAGES = (
    "choose_card", "mandatory", "mandatory_more", "extra", "build", "build_outpost", "pick_piece", "move_to", "wall",
    "remove", "place", "step", "place_or_take_back", "city_hall", "hold", "react", "repeat", "cathedral", "scout",
    "silo", "silo_build", "silo_move",
)  # fmt: skip
ACTIONS_ASKED = ("turn", *ACTION_NAMES)
CARDS = ("grass", "canyon", "desert", "flower", "forest", *(f"swamp_{TERRAINS[t]}" for t in CARD_TERRAINS))
"""The terrain cards by number."""

SHARED_SOURCES = frozenset(("lords", "palace", "noblewomen"))
"""What pays a player by what others have too."""

_BYTES = (len(BIT) + 7) // 8 + 1
_NO_BIT = _BYTES * 8 - 1
_ANSWER_BITS = np.array(HEX_OF_ANSWER)


class Group(NamedTuple):
    """Planes or numbers of one kind: its name, those of its members by what they need, and what they mean.

    A member belongs to a layout with one of the sets that it needs; `None` needs nothing.
    """

    name: str
    members: Sequence[tuple[str, str | None]]
    meaning: str


def _always(*names: str) -> list[tuple[str, str | None]]:
    return [(name, None) for name in names]


def _needing(chosen: str, *names: str) -> list[tuple[str, str | None]]:
    return [(name, chosen) for name in names]


_TERRAIN_NEEDS = {"swamp": "marshlands", "farmland": "harvest"}
_KINDS: list[tuple[str, str | None]] = [(kind, chosen) for chosen, kinds in LOCATION_TILES.items() for kind in kinds]
_NOMADS = _needing("nomads", *NOMAD_TILES)
_TOKENS = _needing("crossroads", "warriors", "ship", "wagon", "city_hall")

STATIC_GROUPS: tuple[Group, ...] = (
    Group("on_board", _always("hex"), "there is a hex here"),
    Group("terrain", [(name, _TERRAIN_NEEDS.get(name)) for name in TERRAINS], "the hex is of this terrain"),
    Group(
        "special",
        [("castle", None), ("nomad", "nomads"), ("palace", "marshlands"), ("silo", "harvest"), ("location", None)],
        "the special hex is of this kind (R0.4)",
    ),
    Group("location", _KINDS, "the location is of this kind"),
    Group("nomad_tile", _NOMADS, "this nomad tile lay here at the beginning (R2.11)"),
    Group("capitol", _needing("capitol", "hex"), "the castle carries a capitol (R2.21)"),
    Group("cave", _needing("caves", "hex"), "the mountain is a cave (R2.23)"),
)
"""Planes that do not change in a game."""

PLAYER_PLANES: tuple[Group, ...] = (
    Group("pieces", _always("hex"), "a piece of this player, of any kind"),
    Group("taken", _always("hex"), "a location that this player has taken a tile from (R4.12)"),
)
DYNAMIC_GROUPS: tuple[Group, ...] = (
    Group("own", _TOKENS, "the own warriors, ship, wagon, city hall"),
    Group("others", _TOKENS, "those of all others; whose they are, the pieces tell"),
    Group("wall", _needing("nomads", "hex"), "a wall (R0.7)"),
    Group("scout", _needing("harvest", "hex"), "a scout of the player whose turn it is (R5.30)"),
    Group("line", _needing("harvest", "own", "others"), "the line is marked for Mayors (R7.31)"),
    Group("tiles", _always("left", "two"), "a location or nomad tile is left here; a second one too"),
    Group("free", _always("hex"), "something can be put here (R0.20)"),
    Group("built", _always("hex"), "built in the mandatory action of this turn"),
    Group("piece", _always("hex"), "the piece that is being moved"),
    Group("legal", _always("hex"), "the hex can be answered now"),
)
"""Planes of a moment, beside those of each player."""

PLAYER_NUMBERS: tuple[Group, ...] = (
    Group("player", _always("there", "to_play", "turn", "start"), "plays; is asked; has the turn; began the game"),
    Group("supply", _always("settlements"), "settlements in supply / 40"),
    Group("gold", _always("in_game", "total"), "gold earned in play, and the score as the board stands now, / 100"),
    Group("hand", _always("cards"), "terrain cards in hand / 5"),
    Group("held", _needing("marshlands", "settlements"), "settlements held for the next turn / 40 (R5.24)"),
    Group("numbers", _needing("harvest", "value"), "number tiles / 18 (R5.28)"),
    Group("lines", _needing("harvest", "marked"), "lines marked / 25 (R7.31)"),
    Group("tiles", _KINDS, "location tiles of this kind / 2"),
    Group("used", _KINDS, "those used this turn / 2"),
    Group("new", _KINDS, "those taken this turn, which cannot be used yet / 2 (R4.16)"),
    Group("nomads", _NOMADS, "nomad tiles of this kind / 2"),
    Group("new_nomads", _NOMADS, "those taken this turn / 2"),
    Group("bonus", _needing("marshlands", *LOCATION_TILES["marshlands"]), "the bonus tile of this kind (R4.15)"),
    Group("used_bonus", _needing("marshlands", *LOCATION_TILES["marshlands"]), "it is used or new"),
)
COMMON_NUMBERS: tuple[Group, ...] = (
    Group("cards", _always(*ALL_CARDS), "the Kingdom Builder card is in play"),
    Group("tasks", _needing("crossroads", *TASKS), "the task is in play"),
    Group("removed_terrain", _needing("marshlands", *[TERRAINS[t] for t in CARD_TERRAINS]), "out by Scouts (R2.20)"),
    Group("variant", _always("two_cards"), "everybody holds two terrain cards (R2.26)"),
    Group("own_hand", _always(*CARDS), "own terrain cards of this kind / 5"),
    Group("discard", _always(*CARDS), "discarded terrain cards of this kind / 5"),
    Group("out", _always(*CARDS), "terrain cards of this kind out of the game / 5 (R3.10)"),
    Group("draw", _always("pile"), "cards in the draw pile / 30"),
    Group("terrain", _always(*TERRAINS), "the played terrain of this turn (R3.4)"),
    Group("played", _always(*CARDS), "the terrain card that it is on"),
    Group("mandatory", _always("not_begun", "left"), "not begun; settlements it still builds / 10"),
    Group("end", _always("triggered", "closing", "over"), "last round; silos are resolved; game over (R3.30 to R3.35)"),
    Group("turn", _always("played"), "turns played / 100"),
    Group("stage", _always(*STAGES), "what kind of thing is asked of this seat now"),
    Group("action", _always(*ACTIONS_ASKED), "the action that asks; `turn` between actions"),
    Group("left", _always("steps"), "settlements, walls or steps that can still follow / 10"),
    Group("done", _needing("harvest", "farm_action"), "the farm action is used (R3.16)"),
    Group("caves", _needing("caves", "cave_action"), "the cave action is used (R3.16)"),
    Group("extra_cards", _needing("harvest", "due"), "terrain cards to be drawn extra / 5 (R5.25)"),
    Group("rovers", _needing("harvest", "nw", "ne", "sw", "se"), "built in this section this turn (R7.33)"),
)


def _names(groups: Iterable[Group], sets: frozenset[str], prefix: str = "") -> list[str]:
    return [
        f"{prefix}{group.name}:{member}"
        for group in groups
        for member, needs in group.members
        if needs is None or needs in sets
    ]


@dataclass(frozen=True)
class Layout:
    """Which planes and numbers there are, for so many players and these sets.

    >>> Layout(2, ("base",)).planes_shape, len(Layout(2, ("base",)).vector_names) == Layout(2, ("base",)).vector_size
    ((28, 20, 20), True)
    """

    players: int
    sets: tuple[str, ...]

    @cached_property
    def _chosen(self) -> frozenset[str]:
        return frozenset(self.sets) if set(self.sets) & set(SETS) else frozenset((*self.sets, "base"))

    @cached_property
    def rows(self) -> int:
        """Rows of a plane: those of the board, and with the Island a gap and its rows."""
        return ISLAND_TOP + ROWS_OF_ISLAND if "island" in self.sets else ROWS_OF_BOARD

    @cached_property
    def static_names(self) -> tuple[str, ...]:
        """The planes that do not change in a game; they come first."""
        return tuple(_names(STATIC_GROUPS, self._chosen))

    @cached_property
    def plane_names(self) -> tuple[str, ...]:
        """Every plane in its order. Player 0 is the seat itself, player 1 the next one to the left, and so on."""
        players = [name for i in range(self.players) for name in _names(PLAYER_PLANES, self._chosen, f"{i}:")]
        return *self.static_names, *players, *_names(DYNAMIC_GROUPS, self._chosen)

    @cached_property
    def vector_names(self) -> tuple[str, ...]:
        """Every number of the vector in its order."""
        players = [name for i in range(self.players) for name in _names(PLAYER_NUMBERS, self._chosen, f"{i}:")]
        return *players, *_names(COMMON_NUMBERS, self._chosen)

    @cached_property
    def planes_shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
        return len(self.plane_names), self.rows, COLUMNS_OF_BOARD

    @cached_property
    def vector_size(self) -> int:
        """How many numbers the vector has."""
        return len(self.vector_names)

    @cached_property
    def size(self) -> int:
        """How many numbers planes and vector have together."""
        planes, rows, columns = self.planes_shape
        return planes * rows * columns + self.vector_size

    def split(self, flat: NDArray[Any]) -> tuple[Planes, NDArray[Any]]:
        """Return planes and vector of an observation that holds them one after the other; they share its memory."""
        cut = self.size - self.vector_size
        return flat[..., :cut].reshape(*flat.shape[:-1], *self.planes_shape), flat[..., cut:]

    def new_planes(self) -> NDArray[np.int8]:
        """Return planes to write into."""
        return np.zeros(self.planes_shape, np.int8)

    def new_vector(self) -> Vector:
        """Return a vector to write into."""
        return np.zeros(self.vector_size, np.float32)


FULL = Layout(PLAYERS[-1], ALL_SETS)
"""The layout that fits every game."""


def new_mask() -> Mask:
    """Return a mask to write into."""
    return np.zeros(ANSWERS, np.int8)


@cache
def _cell_bits(rows: int) -> NDArray[np.int64]:
    """Return for every cell of a plane the bit of its hex, or a bit that is never set."""
    found = np.full((rows, COLUMNS_OF_BOARD), _NO_BIT)
    for place in hexes.PLACES.values():
        row, col = (place.row + ISLAND_TOP, place.col + ISLAND_LEFT) if place.island else (place.row, place.col)
        if row < rows:
            found[row, col] = place.hex
    return found.reshape(-1)


def cell_of(place: Place) -> tuple[int, int]:
    """Return the row and column of a hex in a plane.

    >>> cell_of(hexes.parse("e5")), cell_of(hexes.parse("i:a1"))
    ((4, 4), (22, 5))
    """
    return (place.row + ISLAND_TOP, place.col + ISLAND_LEFT) if place.island else (place.row, place.col)


def _unpacked(sets_of_hexes: list[int]) -> NDArray[np.uint8]:
    """Return the bits of each set as a row."""
    packed = b"".join([some.to_bytes(_BYTES, "little") for some in sets_of_hexes])
    rows = np.frombuffer(packed, np.uint8).reshape(len(sets_of_hexes), _BYTES)
    return np.unpackbits(rows, axis=1, bitorder="little")


def write_mask(view: View, mask: Mask) -> None:
    """Write 1 for every answer that the view offers and 0 for all others."""
    offered, options = view.asked()
    _mask_bits(_unpacked([offered])[0], options, mask)


def _mask_bits(offered: NDArray[np.uint8], options: tuple[int, ...], mask: Mask) -> None:
    np.take(offered, _ANSWER_BITS, out=mask[:FIRST_OPTION].view(np.uint8), mode="clip")
    mask[FIRST_OPTION:] = 0
    if options:
        mask[list(options)] = 1


class Encoder:
    """Writes what a view shows. It keeps what belongs to one set-up, so it is fastest with one game at a time.

    It reads the game behind the view, for speed, and of it only what `View.facts` shows.
    """

    def __init__(self, layout: Layout) -> None:
        """Prepare for a layout."""
        self.layout = layout
        sets = layout._chosen
        self._bits = _cell_bits(layout.rows)
        self._dynamic = len(layout.plane_names) - len(layout.static_names)
        self._scratch = np.zeros((self._dynamic, len(self._bits)), np.uint8)
        self._static = np.zeros((len(layout.static_names), layout.rows, COLUMNS_OF_BOARD), np.int8)
        self._setup: Setup | None = None
        self._board: Board | None = None
        self._own_sources: list[Source] = []
        self._shared_sources: list[Source] = []
        self._scored: list[tuple[Any, ...]] = []
        self._own_gold: list[int] = []
        self._gold: list[int] = []
        self._wide = {name: name in sets for name in ALL_SETS}
        names = _names(PLAYER_NUMBERS, sets)
        self._per_player = len(names)
        self._at = {name: i for i, name in enumerate(names)}
        first = layout.players * len(names)
        self._common_at = {name: first + i for i, name in enumerate(_names(COMMON_NUMBERS, sets))}
        self._kind_at = {
            option_number(kind): tuple(self._at[f"{group}:{kind}"] for group in ("tiles", "used", "new"))
            for kind, needs in _KINDS
            if needs in sets
        }
        self._nomad_at = {
            option_number(kind): (self._at[f"nomads:{kind}"], self._at[f"new_nomads:{kind}"])
            for kind, _ in _NOMADS
            if "nomads" in sets
        }
        self._stage_at = {stage: self._common_at[f"stage:{stage}"] for stage in STAGES}
        self._action_at = {action: self._common_at[f"action:{action}"] for action in ACTIONS_ASKED}
        self._template = [0.0] * layout.vector_size

    def write(self, view: View, planes: Planes, vector: Vector, mask: Mask | None = None) -> None:
        """Write everything that the seat sees now, and the mask too if there is one: faster than `write_mask` alone."""
        game = view._game
        if self._board is not game.board or self._setup is not game.setup:
            self._begin(game.setup, view)
        asked = view.question
        static = len(self._static)
        planes[:static] = self._static
        bits = _unpacked(self._sets(view, asked))
        np.take(bits, self._bits, axis=1, out=self._scratch, mode="clip")
        planes[static:] = self._scratch.reshape(self._dynamic, *planes.shape[1:])
        vector[:] = self._numbers(view, asked)
        if mask is not None:  # the last plane is the legal hexes
            _mask_bits(bits[-1], () if asked is None else asked.options, mask)

    def _begin(self, setup: Setup, view: View) -> None:
        """Write the planes and numbers that do not change in a game."""
        layout, board = self.layout, setup.board
        if setup.players > layout.players:
            raise ValueError(f"a layout for {layout.players} players cannot show a game of {setup.players}")
        present: dict[str, int] = {"on_board:hex": board.open | board.special}
        present |= {f"terrain:{name}": where for name, where in zip(TERRAINS, board.terrain, strict=True)}
        present |= {
            "special:castle": board.castles,
            "special:nomad": board.nomads,
            "special:palace": board.palaces,
            "special:silo": board.silos,
            "special:location": board.locations,
            "capitol:hex": setup.capitols,
            "cave:hex": setup.caves,
        }
        for group, kinds, found in (
            ("location", LOCATION_TILES.values(), board.location_at),
            ("nomad_tile", (NOMAD_TILES,), setup.nomad_tiles),
        ):
            for kind in [name for names in kinds for name in names]:
                number = option_number(kind)
                present[f"{group}:{kind}"] = hexes.hex_set([h for h, there in found.items() if there == number])
        names = layout.static_names
        missing = [name for name, where in present.items() if where and name not in names]
        if missing or (board.island and "island" not in layout.sets):
            raise ValueError(f"the layout has no plane for {', '.join(missing) or 'the Island'}")
        bits = _unpacked([present[name] for name in names])
        self._static[...] = bits[:, self._bits].reshape(self._static.shape)
        template = [0.0] * layout.vector_size
        at = self._common_at
        for card in setup.cards:
            template[at[f"cards:{card}"]] = 1.0
        for task in setup.tasks:
            template[at[f"tasks:{task}"]] = 1.0
        if setup.removed_terrain is not None:
            template[at[f"removed_terrain:{TERRAINS[setup.removed_terrain]}"]] = 1.0
        template[at["variant:two_cards"]] = float(setup.two_cards)
        self._template = template
        scored = sources(view._game)
        self._own_sources = [source for name, source in scored if name not in SHARED_SOURCES]
        self._shared_sources = [source for name, source in scored if name in SHARED_SOURCES]
        self._scored = [()] * setup.players
        self._own_gold = [0] * setup.players
        self._gold = [0] * setup.players
        self._setup, self._board = setup, board

    def _sets(self, view: View, asked: Any) -> list[int]:
        """Return the planes of this moment as sets of hexes, in the order of the layout."""
        game, own, wide = view._game, view.seat, self._wide
        seats = game.seats
        found: list[int] = []
        for i in range(self.layout.players):
            if i < len(seats):
                seat = seats[(own + i) % len(seats)]
                found += (seat.pieces, seat.taken)
            else:
                found += (0, 0)
        if wide["crossroads"]:
            found += seats[own].tokens
            others = [seat.tokens for i, seat in enumerate(seats) if i != own]
            found += [sum(kind) for kind in zip(*others, strict=True)]
        if wide["nomads"]:
            found.append(game.walls)
        if wide["harvest"]:
            found.append(game.phase.scouts)
            found += _lines(game.board, seats, own)
        piece = 0 if asked is None or asked.piece is None or asked.piece < 0 else BIT[asked.piece]
        offered = 0 if asked is None else asked.hexes
        found += (game.stocked, game.second, game.free, game.built, piece, offered)
        return found

    def _numbers(self, view: View, asked: Any) -> list[float]:
        """Return the numbers of the vector."""
        game, own, at, wide = view._game, view.seat, self._common_at, self._wide
        values = self._template.copy()
        players = len(game.seats)
        self._score(view)
        for i in range(players):
            self._write_player(view, (own + i) % players, i * self._per_player, values)
        deck = game.deck
        for where, cards in (
            (at["own_hand:grass"], game.seats[own].hand),
            (at["discard:grass"], deck.discard),
            (at["out:grass"], deck.removed),
        ):
            for card in cards:
                values[where + card] += 0.2
        values[at["draw:pile"]] = len(deck.draw) / 30
        if game.card is not None:
            values[at["terrain:grass"] + game.card] = 1.0
        if game.played is not None:
            values[at["played:grass"] + game.played] = 1.0
        if game.to_build == NOT_BEGUN:
            values[at["mandatory:not_begun"]] = 1.0
        else:
            values[at["mandatory:left"]] = game.to_build / 10
        end = at["end:triggered"]
        phase = game.phase
        values[end : end + 3] = float(game.ending), float(phase.closing), float(game.over)
        values[at["turn:played"]] = min(game.turn / 100, HIGHEST)
        if asked is not None:
            values[self._stage_at[asked.stage]] = 1.0
            values[self._action_at[asked.action]] = 1.0
            if asked.left is not None:
                values[at["left:steps"]] = min(max(asked.left, 0) / 10, HIGHEST)
        if wide["harvest"]:
            values[at["extra_cards:due"]] = phase.cards / 5
            values[at["done:farm_action"]] = float(phase.done >> _FARM_ACTION & 1)
            for i in range(4):
                values[at["rovers:nw"] + i] = float(phase.sections >> i & 1)
        if wide["caves"]:
            values[at["caves:cave_action"]] = float(phase.done >> _CAVE_ACTION & 1)
        return values

    def _score(self, view: View) -> None:
        """Find the gold of all players as the board stands now, anew only where something has changed."""
        game = view._game
        changed = False
        for who, seat in enumerate(game.seats):
            has = seat.pieces, seat.gold, seat.tokens, seat.holdings
            if has != self._scored[who]:
                self._scored[who] = has
                self._own_gold[who] = sum([source(game, who)[0] for source in self._own_sources])
                changed = True
        if changed:
            shared = self._shared_sources
            self._gold = [
                gold + sum([source(game, who)[0] for source in shared]) for who, gold in enumerate(self._own_gold)
            ]

    def _write_player(self, view: View, who: int, first: int, values: list[float]) -> None:
        game, at, wide = view._game, self._at, self._wide
        seat = game.seats[who]
        # The first numbers of a player, in the order of PLAYER_NUMBERS.
        values[first : first + 8] = (
            1.0,
            float(game.to_play == who),
            float(game.active == who and not game.over),
            float(game.setup.start == who),
            seat.supply / SETTLEMENTS,
            min(seat.gold / 100, HIGHEST),
            min(self._gold[who] / 100, HIGHEST),
            len(seat.hand) / 5,
        )
        turn = game.turn
        for tile in seat.tiles:
            held, used, new = self._kind_at[tile.kind]
            values[first + held] += 0.5
            if tile.used:
                values[first + used] += 0.5
            if tile.since == turn:
                values[first + new] += 0.5
        for nomad in seat.nomads:
            held, new = self._nomad_at[nomad.kind]
            values[first + held] += 0.5
            if nomad.since == turn:
                values[first + new] += 0.5
        holdings = seat.holdings
        if wide["marshlands"]:
            values[first + at["held:settlements"]] = holdings.held / SETTLEMENTS
            for bonus in holdings.bonus:
                offset = bonus.kind - _FIRST_BONUS
                values[first + at["bonus:temple"] + offset] = 1.0
                if not game.is_ready(bonus):
                    values[first + at["used_bonus:temple"] + offset] = 1.0
        if wide["harvest"]:
            values[first + at["numbers:value"]] = holdings.numbers / NUMBERS
            values[first + at["lines:marked"]] = holdings.lines.bit_count() / len(hexes.ROWS)


_FARM_ACTION, _CAVE_ACTION = (option_number(name) - FIRST_OPTION for name in ("farm_action", "cave_action"))
_FIRST_BONUS = option_number(LOCATION_TILES["marshlands"][0])


def _lines(board: Board, seats: Sequence[Seat], own: int) -> tuple[int, int]:
    """Return the hexes of the lines that the seat has marked, and of those that others have."""
    mine = others = 0
    for who, seat in enumerate(seats):
        if seat.holdings.lines:
            marked = sum([line for i, line in enumerate(board.rows) if seat.holdings.lines >> i & 1])
            if who == own:
                mine = marked
            else:
                others |= marked
    return mine, others


def _table(groups: Iterable[Group], head: str) -> list[str]:
    lines = [f"| {head} | how many | members | meaning |", "| --- | --- | --- | --- |"]
    for name, members, meaning in groups:
        by_need: dict[str | None, list[str]] = {}
        for member, needs in members:
            by_need.setdefault(needs, []).append(member)
        described = "; ".join(
            (f"{needs}: " if needs else "") + ", ".join(names) for needs, names in by_need.items()
        )  # a set's name stands before what only that set brings
        lines.append(f"| {name} | {len(members)} | {described} | {meaning} |")
    return lines


def describe() -> str:
    """Return the tables of docs/research.md: every plane and every number."""
    parts = (
        ("Planes that do not change in a game:", STATIC_GROUPS, "plane"),
        ("Then for each player, own first:", PLAYER_PLANES, "plane"),
        ("Then:", DYNAMIC_GROUPS, "plane"),
        ("The vector, first for each player, own first:", PLAYER_NUMBERS, "number"),
        ("Then:", COMMON_NUMBERS, "number"),
    )
    return "\n\n".join("\n".join((title, "", *_table(groups, head))) for title, groups, head in parts)


if __name__ == "__main__":
    print(describe())
