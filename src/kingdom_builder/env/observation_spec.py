"""The planes and the numbers of an observation, each with its name (docs/research.md).

`python -m kingdom_builder.env.observation_spec` prints the tables of docs/research.md; `make types` writes them there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from numpy.typing import NDArray

from kingdom_builder.engine.board import LOCATION
from kingdom_builder.engine.hexes import COLUMNS_OF_BOARD, COLUMNS_OF_ISLAND, ROWS_OF_BOARD, ROWS_OF_ISLAND, Coordinate
from kingdom_builder.engine.terrain import CARD_TERRAINS, TERRAINS
from kingdom_builder.formats.field_order import in_order
from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.observation import FIRST, SetGroup
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import ALL_SETS, PLAYERS
from kingdom_builder.setup.sections import section_sets

GAP = 2
"""Empty rows between the board and the Island: a 3 by 3 filter does not span them, and odd rows stay odd."""
ISLAND_TOP, ISLAND_LEFT = ROWS_OF_BOARD + GAP, (COLUMNS_OF_BOARD - COLUMNS_OF_ISLAND) // 2
HIGHEST = 10.0
"""The largest number of the vector; gold above 1000 would be clipped."""

STAGES = (
    "choose_card", "mandatory", "mandatory_more", "extra", "build", "build_outpost", "pick_piece", "move_to", "wall",
    "remove", "place", "step", "place_or_take_back", "city_hall", "hold", "react", "repeat", "cathedral", "scout",
    "silo", "silo_build", "silo_move",
)  # fmt: skip
CARDS = ("grass", "canyon", "desert", "flower", "forest", *(f"swamp_{TERRAINS[t]}" for t in CARD_TERRAINS))
"""The terrain cards by number."""
BASE = "base"
SCORES = "scores"
"""What a number needs that is only there with scores."""


class Group(NamedTuple):
    """Planes or numbers of one kind: its name, its members with what they need, and what they mean.

    A member is in an observation that has the set that it needs, or scores; `None` needs nothing.
    """

    name: str
    members: Sequence[tuple[str, str | None]]
    meaning: str


def _always(*names: str) -> list[tuple[str, str | None]]:
    return [(name, None) for name in names]


def _needing(chosen: str, *names: str) -> list[tuple[str, str | None]]:
    return [(name, chosen) for name in names]


class Groups(NamedTuple):
    """The groups of an observation: planes that do not change in a game, planes and numbers of each player, others."""

    static: tuple[Group, ...]
    player_planes: tuple[Group, ...]
    set_planes: tuple[Group, ...]
    planes: tuple[Group, ...]
    player_numbers: tuple[Group, ...]
    numbers: tuple[Group, ...]


def groups() -> Groups:
    """Return the groups of observations with all sets."""
    return _groups(REGISTRY.sets)


def actions_asked() -> tuple[str, ...]:
    """Return the actions that can ask, in the order of their permanent numbers; `turn` between actions."""
    return ("turn", *REGISTRY.actions_by_id)


@lru_cache(maxsize=4)
def _groups(sets: tuple[GameSet, ...]) -> Groups:
    own = {TERRAINS[s.own_terrain.terrain]: s.id for s in sets if s.own_terrain is not None}
    kinds: list[tuple[str, str | None]] = [(kind, REGISTRY.set_of[kind]) for kind in REGISTRY.tile_ids()]
    specials = [
        (special.id, None if s.id == BASE else s.id)
        for s in sets
        for special in s.specials
        if special.letter and special.id != LOCATION
    ]
    static = (
        Group("on_board", _always("hex"), "there is a hex here"),
        Group("terrain", [(name, own.get(name)) for name in TERRAINS], "the hex is of this terrain"),
        Group("special", [*specials, (LOCATION, None)], "the special hex is of this kind (R0.4)"),
        Group("location", kinds, "the location is of this kind"),
    )
    player_planes = (
        Group("pieces", _always("hex"), "a piece of this player, of any kind"),
        Group("taken", _always("hex"), "a location that this player has taken a tile from (R4.12)"),
    )
    planes = (
        Group("tiles", _always("left", "two"), "a location or nomad tile is left here; a second one too"),
        Group("free", _always("hex"), "something can be put here (R0.20)"),
        Group("built", _always("hex"), "built in the mandatory action of this turn"),
        Group("piece", _always("hex"), "the piece that is being moved"),
        Group("legal", _always("hex"), "the hex can be answered now"),
    )
    gold = [("in_game", None), ("total", SCORES)]
    player_numbers = (
        Group("player", _always("there", "to_play", "turn", "start"), "plays; is asked; has the turn; began the game"),
        Group("supply", _always("settlements"), "settlements in supply / 40"),
        Group("gold", gold, "gold earned in play, and the score as the board is, / 100"),
        Group("hand", _always("cards"), "terrain cards in hand / 5"),
        Group("tiles", kinds, "location tiles of this kind / 2"),
        Group("used", kinds, "those used this turn / 2"),
        Group("new", kinds, "those taken this turn, which cannot be used yet / 2 (R4.16)"),
    )
    numbers = (
        Group("cards", _always(*REGISTRY.card_ids()), "the Kingdom Builder card is in play"),
        Group("variant", _always("two_cards"), "everybody holds two terrain cards (R2.26)"),
        Group("own_hand", _always(*CARDS), "own terrain cards of this kind / 5"),
        Group("discard", _always(*CARDS), "discarded terrain cards of this kind / 5"),
        Group("out", _always(*CARDS), "terrain cards of this kind out of the game / 5 (R3.10)"),
        Group("draw", _always("pile"), "cards in the draw pile / 30"),
        Group("mandatory", _always("not_begun", "left"), "not begun; settlements it still builds / 10"),
        Group(
            "end",
            _always("triggered", "closing", "over"),
            "last round; silos are resolved; game over (R3.30 to R3.35)",
        ),
        Group("turn", _always("played"), "turns played / 100"),
        Group("left", _always("steps"), "settlements, walls or steps that can still follow / 10"),
        Group("terrain", _always(*TERRAINS), "the played terrain of this turn (R3.4)"),
        Group("played", _always(*CARDS), "the terrain card that it is on"),
        Group("stage", _always(*STAGES), "what kind of thing is asked of this seat now"),
        Group("action", _always(*actions_asked()), "the action that asks; `turn` between actions"),
    )
    return Groups(
        static=_with_sets(static, [(s.id, s.observation.static_planes) for s in sets]),
        player_planes=player_planes,
        set_planes=_with_sets((Group(FIRST, (), ""),), [(s.id, s.observation.planes) for s in sets])[1:],
        planes=planes,
        player_numbers=_with_sets(player_numbers, [(s.id, s.observation.player_numbers) for s in sets]),
        numbers=_with_sets(numbers, [(s.id, s.observation.numbers) for s in sets]),
    )


def _with_sets(core: tuple[Group, ...], added: list[tuple[str, tuple[SetGroup, ...]]]) -> tuple[Group, ...]:
    """Return the groups of every game and those of the sets, each after the group that it follows."""
    found = {group.name: group for group in core}
    for name, groups_of_set in added:
        found |= {
            group.name: Group(group.name, _needing(name, *group.members), group.meaning) for group in groups_of_set
        }
    order = in_order(
        [group.name for group in core],
        [{group.name: group.after for group in groups_of_set} for _, groups_of_set in added],
    )
    return tuple(found[name] for name in order)


def names_of(groups: Iterable[Group], chosen: frozenset[str]) -> list[str]:
    """Return the members that an observation with these sets has, each as `group:member`."""
    return [
        f"{group.name}:{member}"
        for group in groups
        for member, needs in group.members
        if needs is None or needs in chosen
    ]


@dataclass(frozen=True)
class ObservationSpec:
    """The planes and numbers of an observation for a number of players and these sets, with scores if chosen.

    >>> spec = ObservationSpec(2, ("base",))
    >>> spec.planes_shape[1:], len(spec.vector_names) == spec.vector_size
    ((20, 20), True)
    """

    players: int
    sets: tuple[str, ...]
    scores: bool = False

    @cached_property
    def chosen(self) -> frozenset[str]:
        """What members can need: the sets, base where there is no other, and scores."""
        base = () if set(self.sets) & set(section_sets()) else ("base",)
        return frozenset((*self.sets, *base, *((SCORES,) if self.scores else ())))

    @cached_property
    def rows(self) -> int:
        """Rows of a plane: those of the board, and with the Island a gap and its rows."""
        return ISLAND_TOP + ROWS_OF_ISLAND if "island" in self.sets else ROWS_OF_BOARD

    @cached_property
    def static_names(self) -> tuple[str, ...]:
        """The planes that do not change in a game; they come first."""
        return tuple(names_of(groups().static, self.chosen))

    @cached_property
    def set_plane_names(self) -> tuple[str, ...]:
        """The planes that change in a game and only some sets have."""
        return tuple(names_of(groups().set_planes, self.chosen))

    @cached_property
    def plane_names(self) -> tuple[str, ...]:
        """Every plane in its order. Player 0 is the seat itself, player 1 the next one to the left, and so on."""
        players = [f"{i}:{name}" for name in names_of(groups().player_planes, self.chosen) for i in range(self.players)]
        return *self.static_names, *players, *names_of((*groups().set_planes, *groups().planes), self.chosen)

    @cached_property
    def vector_names(self) -> tuple[str, ...]:
        """Every number of the vector in its order."""
        players = [
            f"{i}:{name}" for i in range(self.players) for name in names_of(groups().player_numbers, self.chosen)
        ]
        return *players, *names_of(groups().numbers, self.chosen)

    @cached_property
    def planes_shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
        return len(self.plane_names), self.rows, COLUMNS_OF_BOARD

    @cached_property
    def cells(self) -> int:
        """The number of cells of a plane."""
        return self.rows * COLUMNS_OF_BOARD

    @cached_property
    def vector_size(self) -> int:
        """The number of numbers of the vector."""
        return len(self.vector_names)

    @cached_property
    def size(self) -> int:
        """The number of numbers of planes and vector together."""
        return len(self.plane_names) * self.cells + self.vector_size

    def split(self, flat: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return planes and vector of a flat observation; they share its memory."""
        cut = self.size - self.vector_size
        return flat[..., :cut].reshape(*flat.shape[:-1], *self.planes_shape), flat[..., cut:]


FULL = ObservationSpec(PLAYERS[-1], ALL_SETS)
"""The spec that fits every game."""


def cell_of(place: Coordinate) -> tuple[int, int]:
    """Return the row and column of a hex in a plane.

    >>> from kingdom_builder.engine.hexes import parse_hex
    >>> cell_of(parse_hex("e5")), cell_of(parse_hex("i:a1"))
    ((4, 4), (22, 5))
    """
    return (place.row + ISLAND_TOP, place.col + ISLAND_LEFT) if place.island else (place.row, place.col)


def _table(groups: Iterable[Group], head: str) -> list[str]:
    lines = [f"| {head} | how many | members | meaning |", "| --- | --- | --- | --- |"]
    for name, members, meaning in groups:
        by_need: dict[str | None, list[str]] = {}
        for member, needs in members:
            by_need.setdefault(needs, []).append(member)
        described = "; ".join(
            (f"{needs}: " if needs else "") + ", ".join(names) for needs, names in by_need.items()
        )  # members that need a set or scores are behind its name
        lines.append(f"| {name} | {len(members)} | {described} | {meaning} |")
    return lines


def describe() -> str:
    """Return what docs/research.md says about the contents: how many, and tables of every plane and every number."""
    found = groups()
    small, full = ObservationSpec(2, ("base",)), FULL
    sizes = (
        f"The base game for two has {len(small.plane_names)} planes and {small.vector_size} numbers, "
        f"everything for five (`FULL`) {len(full.plane_names)} planes and {full.vector_size} numbers."
    )
    parts = (
        ("Planes that do not change in a game:", found.static, "plane"),
        ("Then each of these for all players, own first:", found.player_planes, "plane"),
        ("Then:", (*found.set_planes, *found.planes), "plane"),
        ("The vector, first for each player, own first:", found.player_numbers, "number"),
        ("Then:", found.numbers, "number"),
    )
    tables = ["\n".join((title, "", *_table(groups, head))) for title, groups, head in parts]
    return "\n\n".join((sizes, *tables))


if __name__ == "__main__":
    print(describe())
