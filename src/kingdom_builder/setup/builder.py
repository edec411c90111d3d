"""Set-up: options and a seed make everything that lies on the table before the first turn (docs/rules.md section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kingdom_builder.engine.answers import NOMAD_TILES, option_number
from kingdom_builder.engine.board import Board, Island, SectionChoice
from kingdom_builder.engine.hexes import BIT, SECTIONS, each, hex_set, neighbours, nth, parse
from kingdom_builder.engine.rng import Chance
from kingdom_builder.engine.terrain import BASE_DECK, CARD_TERRAINS, MOUNTAIN, SWAMP_DECK, TERRAINS_OF_CARD
from kingdom_builder.sets.card_names import CARD_SETS, TASKS
from kingdom_builder.setup.generator import generated_name
from kingdom_builder.setup.sections import GENERATED, all_sections, island_sides, section, section_sets

SETTLEMENTS = 40
CARDS_IN_PLAY = 3
PLAYERS = range(2, 6)
FIRST_GAME_SECTIONS = ("tavern:0", "paddock:0", "oasis:0", "farm:0")
FIRST_GAME_CARDS = ("fishermen", "knights", "merchants")
ANY = "?"
"""Stands for a section or card left to chance."""

_COPIES = {"resettlement": 2, "outpost": 2, "sword": 2, "treasure": 2}
NOMAD_POOL: tuple[int, ...] = tuple(option_number(name) for name in NOMAD_TILES for _ in range(_COPIES.get(name, 1)))
"""The 15 nomad tiles (R1.6)."""

# Each draw has a stream of its own, so that choosing one thing leaves the others as the seed has them.
_SECTIONS, _TURNS, _CARDS, _TASKS, _NOMADS, _START, _DECK = range(1, 8)
_ISLAND, _CAPITOLS, _CAVES, _REMOVED, _GENERATED = range(8, 13)
_GENERATED_NUMBERS = 1_000_000
QUEENIES = ("capitol", "caves", "island")
ALL_SETS = (*section_sets(), *QUEENIES)
_CAPITOL_LOCATIONS = ("oracle", "harbor")


@dataclass(frozen=True)
class Setup:
    """Everything decided before the first turn, and the seed of what is drawn later.

    `orders` are the outcomes of the first shuffles of the terrain cards where they are already known (a record has
    them); later shuffles come from `deck_seed`.
    """

    players: int
    board: Board
    cards: tuple[str, ...]
    tasks: tuple[str, ...] = ()
    nomad_tiles: Mapping[int, int] = field(default_factory=dict)
    start: int = 0
    sets: tuple[str, ...] = ("base",)
    two_cards: bool = False
    without_lords: bool = False
    swamp_cards: bool = False
    removed_terrain: int | None = None
    capitols: int = 0
    caves: int = 0
    seed: int | None = None
    deck_seed: int = 0
    orders: tuple[tuple[int, ...], ...] = ()

    @property
    def deck(self) -> tuple[int, ...]:
        """The terrain cards of this game (R2.3, R2.18), without those that the Scouts card removes (R2.20)."""
        return BASE_DECK if not self.swamp_cards and self.removed_terrain is None else _special_deck(self)

    @property
    def hand_size(self) -> int:
        """How many terrain cards a player holds (R2.6, R2.26), the crossroads tile left aside."""
        return 2 if self.two_cards else 1


def _special_deck(setup: Setup) -> tuple[int, ...]:
    cards = BASE_DECK + SWAMP_DECK if setup.swamp_cards else BASE_DECK
    return tuple([card for card in cards if setup.removed_terrain not in TERRAINS_OF_CARD[card]])


def new_setup(
    seed: int,
    *,
    players: int = 2,
    sets: Sequence[str] = ("base",),
    sections: Sequence[str] = (),
    cards: Sequence[str] = (),
    tasks: Sequence[str] = (),
    start: int | None = None,
    deck_seed: int | None = None,
    two_cards: bool = False,
    without_lords: bool = False,
    always_swamp_cards: bool = False,
    island: str | None = None,
    capitols: Sequence[str] = (),
    caves: Sequence[str] = (),
) -> Setup:
    """Make a set-up; what is not chosen is drawn from the seed. ValueError says what cannot be.

    `sets` also names the Queenies in use: capitol, caves, island. `sections` are up to four of `farm`, `farm:0`,
    `farm:180` or `?`, top left, top right, bottom left, bottom right; without a turn it is drawn (R2.1). `generated` is
    a new section for one of the sets, and alone it makes all four so. `cards` and `tasks` may be fewer than needed; the
    rest is drawn. `island` is a side, `capitols` and `caves` are hexes.

    >>> setup = new_setup(7, sections=["farm:180"], cards=["lords"])
    >>> setup.board.sections[0], setup.cards[0], len(setup.cards)
    (('farm', True), 'lords', 3)
    """
    if players not in PLAYERS:
        raise ValueError(f"players: {players} is not possible, 2 to 5 can play")
    for name in sets:
        if name not in ALL_SETS:
            raise ValueError(f"sets: {name!r} is not a set, expected some of {', '.join(ALL_SETS)}")
        if list(sets).count(name) > 1:
            raise ValueError(f"sets: {name!r} is named twice")
    for chosen, option, name in (
        (island, "island", "island"),
        (capitols, "capitols", "capitol"),
        (caves, "caves", "caves"),
    ):
        if chosen and name not in sets:
            raise ValueError(f"{option}: cannot be chosen, because {name} is not among the sets in use")
    if seed < 0 or (deck_seed or 0) < 0:
        raise ValueError("seed: a seed is a whole number from 0")
    if start is not None and start not in range(players):
        raise ValueError(f"start: there is no seat {start}, seats go from 0 to {players - 1}")
    allowed = tuple([name for name in section_sets() if name in sets]) or ("base",)
    in_use = allowed if "base" in allowed else ("base", *allowed)
    board = Board.from_sections(
        _choose_sections(seed, allowed, sections), _choose_island(seed, island) if "island" in sets else None
    )
    used = [section(name).set for name, _ in board.sections or ()]
    pool = [card for name in in_use for card in CARD_SETS[name] if not (without_lords and card == "lords")]
    tiles = Chance(seed, _NOMADS).shuffled(NOMAD_POOL) if board.nomads else ()
    drawn = _choose(seed, _CARDS, "cards", cards, pool, CARDS_IN_PLAY)
    return Setup(
        players=players,
        board=board,
        cards=drawn,
        swamp_cards=always_swamp_cards or "marshlands" in used,
        removed_terrain=Chance(seed, _REMOVED).choice(CARD_TERRAINS) if "scouts" in drawn else None,
        capitols=_choose_capitols(seed, board, capitols) if "capitol" in sets else 0,
        caves=_choose_caves(seed, board, caves) if "caves" in sets else 0,
        tasks=_choose(seed, _TASKS, "tasks", tasks, list(TASKS), used.count("crossroads")),
        nomad_tiles=dict(zip(each(board.nomads), tiles, strict=False)),
        start=Chance(seed, _START).below(players) if start is None else start,
        sets=tuple([name for name in ALL_SETS if name in sets]) or ("base",),
        two_cards=two_cards,
        without_lords=without_lords,
        seed=seed,
        deck_seed=Chance(seed, _DECK).next64() if deck_seed is None else deck_seed,
    )


def first_game(seed: int, *, players: int = 2, start: int | None = None, deck_seed: int | None = None) -> Setup:
    """Make the suggested first game (R2.9).

    >>> first_game(1).cards
    ('fishermen', 'knights', 'merchants')
    """
    return new_setup(
        seed, players=players, sections=FIRST_GAME_SECTIONS, cards=FIRST_GAME_CARDS, start=start, deck_seed=deck_seed
    )


def parse_section_choice(text: str) -> tuple[str, bool | None]:
    """Read `farm`, `farm:0`, `farm:180`, `?` or `generated`; the turn is None when it is not said.

    >>> parse_section_choice("farm:180"), parse_section_choice("farm")
    (('farm', True), ('farm', None))
    """
    name, colon, turn = text.partition(":")
    if colon and turn not in ("0", "180"):
        raise ValueError(f"sections: a section is turned by 0 or 180 degrees, not {turn!r}")
    if name not in (ANY, GENERATED):
        section(name)
    return name, turn == "180" if colon else None


def _choose_sections(seed: int, sets: tuple[str, ...], chosen: Sequence[str]) -> tuple[SectionChoice, ...]:
    if len(chosen) > 4:
        raise ValueError(f"sections: a board has 4 sections, not {len(chosen)}")
    wanted = [parse_section_choice(text) for text in chosen]
    only_generated = [name for name, _ in wanted] == [GENERATED]
    wanted += (wanted if only_generated else [(ANY, None)]) * (4 - len(chosen))
    named = [name for name, _ in wanted if name not in (ANY, GENERATED)]
    for name in named:
        if section(name).set not in sets:
            raise ValueError(f"sections: {name!r} belongs to {section(name).set}, which is not among the sets in use")
        if named.count(name) > 1:
            raise ValueError(f"sections: {name!r} can be used once only")
    order = Chance(seed, _SECTIONS).shuffled([piece.name for piece in all_sections() if piece.set in sets])
    rest = iter([name for name in order if name not in named])
    turns = Chance(seed, _TURNS)
    drawn = [turns.below(2) == 1 for _ in wanted]
    try:
        return tuple(
            (
                next(rest) if name == ANY else _draw_generated(seed, i, sets) if name == GENERATED else name,
                drawn[i] if turned is None else turned,
            )
            for i, (name, turned) in enumerate(wanted)
        )
    except RuntimeError:  # a generator expression turns StopIteration of `rest` into this
        raise ValueError(f"sections: the sets {', '.join(sets)} have fewer than 4 sections") from None


def island_of(side: str) -> Island:
    """Return one of the two sides of the Island by its location."""
    for piece in island_sides():
        if piece.locations == (side,):
            rows = tuple("".join("L" if code in piece.digits else code for code in row) for row in piece.rows)
            return Island(rows, side, side)
    sides = ", ".join(piece.locations[0] for piece in island_sides())
    raise ValueError(f"island: {side!r} is not a side of the Island, expected {sides}")


def _choose_island(seed: int, side: str | None) -> Island:
    sides = sorted(piece.locations[0] for piece in island_sides())
    return island_of(Chance(seed, _ISLAND).choice(sides) if side is None else side)


def _choose_capitols(seed: int, board: Board, chosen: Sequence[str]) -> int:
    """Put one capitol on a castle of each section with an oracle or a harbor (R2.21)."""
    found = 0
    chance = Chance(seed, _CAPITOLS)
    wanted = _hexes_chosen("capitols", chosen)
    for quadrant, (name, _) in enumerate(board.sections or ()):
        if set(section(name).locations) & set(_CAPITOL_LOCATIONS):
            castles = board.castles & SECTIONS[quadrant]
            n = chance.below(castles.bit_count())
            found |= castles & wanted or BIT[nth(castles, n)]
    if wanted & ~found or found.bit_count() > sum(bool(found & part) for part in SECTIONS):
        raise ValueError("capitols: one castle of each section with an oracle or a harbor can carry a capitol")
    return found


def _choose_caves(seed: int, board: Board, chosen: Sequence[str]) -> int:
    """Put one cave in each section on a mountain at least 3 hexes from every special hex (R2.23)."""
    near = board.special | neighbours(board.special)
    candidates = board.terrain[MOUNTAIN] & ~(near | neighbours(near))
    found = 0
    chance = Chance(seed, _CAVES)
    wanted = _hexes_chosen("caves", chosen)
    for part in SECTIONS:
        here = candidates & part
        n = chance.below(max(here.bit_count(), 1))
        if here:
            found |= here & wanted or BIT[nth(here, n)]
    if wanted & ~found or found.bit_count() > sum(bool(found & part) for part in SECTIONS):
        raise ValueError("caves: one mountain of each section, at least 3 hexes from every special hex, can be a cave")
    return found


def _hexes_chosen(what: str, texts: Sequence[str]) -> int:
    try:
        return hex_set([parse(text).hex for text in texts])
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None


def _draw_generated(seed: int, quadrant: int, sets: tuple[str, ...]) -> str:
    """Draw the name of a new section: a set in use, and a number."""
    chance = Chance(seed, _GENERATED, quadrant)
    kind = chance.choice([name for name in section_sets() if name in sets])
    return generated_name(kind, chance.below(_GENERATED_NUMBERS))


def _choose(seed: int, stream: int, what: str, chosen: Sequence[str], pool: list[str], count: int) -> tuple[str, ...]:
    if len(chosen) > count:
        raise ValueError(f"{what}: {len(chosen)} chosen, but this game has {count}")
    named = [name for name in chosen if name != ANY]
    for name in named:
        if name not in pool:
            raise ValueError(f"{what}: {name!r} is not among those in use: {', '.join(pool)}")
        if named.count(name) > 1:
            raise ValueError(f"{what}: {name!r} can be used once only")
    if len(named) == count:
        return tuple(named)
    rest = iter([name for name in Chance(seed, stream).shuffled(pool) if name not in named])
    wanted = [*chosen, *[ANY] * (count - len(chosen))]
    return tuple([next(rest) if name == ANY else name for name in wanted])
