"""Set-up: options and a seed make everything that lies on the table before the first turn (docs/rules.md section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kingdom_builder.game.answers import NOMAD_TILES, option_number
from kingdom_builder.game.board import Board, SectionChoice
from kingdom_builder.game.cards import CARD_SETS, TASKS
from kingdom_builder.game.chance import Chance
from kingdom_builder.game.hexes import each
from kingdom_builder.game.sections import SETS, all_sections, section

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
    seed: int | None = None
    deck_seed: int = 0
    orders: tuple[tuple[int, ...], ...] = ()

    @property
    def hand_size(self) -> int:
        """How many terrain cards a player holds (R2.6, R2.26), the crossroads tile left aside."""
        return 2 if self.two_cards else 1


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
) -> Setup:
    """Make a set-up; what is not chosen is drawn from the seed. ValueError says what cannot be.

    `sections` are up to four of `farm`, `farm:0`, `farm:180` or `?`, top left, top right, bottom left, bottom right;
    without a turn it is drawn (R2.1). `cards` and `tasks` may also be fewer than needed; the rest is drawn.

    >>> setup = new_setup(7, sections=["farm:180"], cards=["lords"])
    >>> setup.board.sections[0], setup.cards[0], len(setup.cards)
    (('farm', True), 'lords', 3)
    """
    if players not in PLAYERS:
        raise ValueError(f"players: {players} is not possible, 2 to 5 can play")
    for name in sets:
        if name not in SETS:
            raise ValueError(f"sets: {name!r} is not a set, expected some of {', '.join(SETS)}")
        if list(sets).count(name) > 1:
            raise ValueError(f"sets: {name!r} is named twice")
    if seed < 0 or (deck_seed or 0) < 0:
        raise ValueError("seed: a seed is a whole number from 0")
    if start is not None and start not in range(players):
        raise ValueError(f"start: there is no seat {start}, seats go from 0 to {players - 1}")
    in_use = tuple(name for name in SETS if name == "base" or name in sets)
    allowed = tuple(sets) or ("base",)
    board = Board.from_sections(_choose_sections(seed, allowed, sections))
    crossroads_sections = sum(section(name).set == "crossroads" for name, _ in board.sections or ())
    pool = [card for name in in_use for card in CARD_SETS[name] if not (without_lords and card == "lords")]
    tiles = Chance(seed, _NOMADS).shuffled(NOMAD_POOL) if board.nomads else ()
    return Setup(
        players=players,
        board=board,
        cards=_choose(seed, _CARDS, "cards", cards, pool, CARDS_IN_PLAY),
        tasks=_choose(seed, _TASKS, "tasks", tasks, list(TASKS), crossroads_sections),
        nomad_tiles=dict(zip(each(board.nomads), tiles, strict=False)),
        start=Chance(seed, _START).below(players) if start is None else start,
        sets=allowed,
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
    """Read `farm`, `farm:0` or `farm:180`; the turn is None when it is not said.

    >>> parse_section_choice("farm:180"), parse_section_choice("farm")
    (('farm', True), ('farm', None))
    """
    name, colon, turn = text.partition(":")
    if colon and turn not in ("0", "180"):
        raise ValueError(f"sections: a section is turned by 0 or 180 degrees, not {turn!r}")
    if name != ANY:
        section(name)
    return name, turn == "180" if colon else None


def _choose_sections(seed: int, sets: tuple[str, ...], chosen: Sequence[str]) -> tuple[SectionChoice, ...]:
    pool = [s.name for s in all_sections() if s.set in sets]
    if len(chosen) > 4:
        raise ValueError(f"sections: a board has 4 sections, not {len(chosen)}")
    wanted = [parse_section_choice(text) for text in chosen] + [(ANY, None)] * (4 - len(chosen))
    named = [name for name, _ in wanted if name != ANY]
    for name in named:
        if name not in pool:
            raise ValueError(f"sections: {name!r} belongs to {section(name).set}, which is not among the sets in use")
        if named.count(name) > 1:
            raise ValueError(f"sections: {name!r} can be used once only")
    order = Chance(seed, _SECTIONS).shuffled(pool)
    rest = iter([name for name in order if name not in named])
    turns = Chance(seed, _TURNS)
    drawn = [turns.below(2) == 1 for _ in wanted]
    try:
        return tuple(
            (next(rest) if name == ANY else name, drawn[i] if turned is None else turned)
            for i, (name, turned) in enumerate(wanted)
        )
    except RuntimeError:  # a generator expression turns StopIteration of `rest` into this
        raise ValueError(f"sections: the sets {', '.join(sets)} have fewer than 4 sections") from None


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
