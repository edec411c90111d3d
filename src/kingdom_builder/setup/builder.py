"""Make a set-up from options and a seed (docs/rules.md section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kingdom_builder.engine.board import Board, Island, SectionChoice
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.draft import ANY, Draft, choose_names
from kingdom_builder.sets.problems import SetupError, SetupProblem
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.boards import board_from_sections
from kingdom_builder.setup.generator import generated_name
from kingdom_builder.setup.options import complete, read_names, set_options
from kingdom_builder.setup.sections import GENERATED, all_sections, island_sides, section, section_sets

CARDS_IN_PLAY = 3
PLAYERS = range(2, 6)
FIRST_GAME_SECTIONS = ("tavern:0", "paddock:0", "oasis:0", "farm:0")
FIRST_GAME_CARDS = ("fishermen", "knights", "merchants")
COMMON_SETS = ("base",)
"""The sets whose cards are in every game (R2.4)."""
REMOVED_CARDS = {"without_lords": ("lords",)}
"""The cards that an option leaves out of the game, by option."""

# Each draw has its own stream, so that a choice does not change the other draws. The sets use these streams:
# 4 tasks, 5 nomad tiles, 9 capitols, 10 caves, 11 removed terrain.
SECTIONS_STREAM, TURNS_STREAM, CARDS_STREAM, START_STREAM, DECK_STREAM = 1, 2, 3, 6, 7
_ISLAND, _GENERATED = 8, 12
_GENERATED_NUMBERS = 1_000_000
ALL_SETS = tuple(game_set.id for game_set in REGISTRY.sets)
QUEENIES = tuple(name for name in ALL_SETS if name not in section_sets())


_GENERAL = ("players", "sets", "sections", "cards", "start", "deck_seed", "two_cards", "without_lords")
"""The options of every set-up."""


def new_setup(
    seed: int,
    *,
    players: int = 2,
    sets: str | Sequence[str] = ("base",),
    sections: str | Sequence[str] = (),
    cards: str | Sequence[str] = (),
    start: int | None = None,
    deck_seed: int | None = None,
    two_cards: bool = False,
    without_lords: bool = False,
    **options: Any,
) -> Setup:
    """Make a set-up; what is not chosen is drawn from the seed. Raise SetupError for impossible options.

    `sets` also names the Queenies in use: capitol, caves, island. Where there can be several names, a text is one name
    or several with commas. `sections` are up to
    four of `farm`, `farm:0`, `farm:180` or `?`, top left, top right, bottom left, bottom right; a turn that is not
    given is drawn (R2.1). `generated` is a new section for one of the sets; alone it stands for four new sections.
    `cards` may be fewer than needed; the rest is drawn. The other options are those of the sets (`setup.options`):
    `tasks`, `island`, `capitols`, `caves`, `always_swamp_cards`.

    >>> setup = new_setup(7, sections=["farm:180"], cards=["lords"])
    >>> setup.board.sections[0], setup.cards[0], len(setup.cards)
    (('farm', True), 'lords', 3)
    """
    sets, sections, cards = read_sets(sets), read_names("sections", sections), read_names("cards", cards)
    chosen = complete(options, _GENERAL)
    _check_options(seed, players, sets, start, deck_seed, chosen)
    allowed = tuple([name for name in section_sets() if name in sets]) or ("base",)
    in_use = [name for name in section_sets() if name in allowed or name in COMMON_SETS]
    removed = REMOVED_CARDS["without_lords"] if without_lords else ()
    pool = [card for name in in_use for card in REGISTRY.card_ids(name) if card not in removed]
    island = _choose_island(seed, chosen["island"]) if "island" in sets else None
    draft = _draft(
        seed,
        tuple([game_set.id for game_set in REGISTRY.sets if game_set.id in sets]) or ("base",),
        board_from_sections(_choose_sections(seed, allowed, sections), island),
        choose_names(seed, CARDS_STREAM, "cards", cards, pool, CARDS_IN_PLAY),
        chosen,
    )
    for game_set in REGISTRY.sets:
        if game_set.prepare is not None:
            game_set.prepare(draft)
    return Setup(
        players=players,
        board=draft.board,
        cards=draft.cards,
        registry=REGISTRY,
        swamp_cards=draft.swamp_cards,
        removed_terrain=draft.removed_terrain,
        parts={name: where for name, where in draft.parts.items() if where},
        tasks=draft.tasks,
        nomad_tiles=draft.nomad_tiles,
        start=Rng(seed, START_STREAM).randbelow(players) if start is None else start,
        sets=draft.sets,
        two_cards=two_cards,
        without_lords=without_lords,
        seed=seed,
        deck_seed=Rng(seed, DECK_STREAM).next64() if deck_seed is None else deck_seed,
    )


def read_sets(sets: str | Sequence[str]) -> tuple[str, ...]:
    """Return the names of sets; a text is one name, several with commas, or `all` for every set and Queenie.

    >>> read_sets("base"), read_sets("base, nomads"), len(read_sets("all")), read_sets(["base"])
    (('base',), ('base', 'nomads'), 8, ('base',))
    """
    return tuple([game_set.id for game_set in REGISTRY.sets]) if sets == "all" else read_names("sets", sets)


def option_candidates(setup: Setup) -> dict[str, int]:
    """Return, for each option that chooses hexes, the hexes that could be chosen.

    >>> option_candidates(new_setup(7))
    {}
    """
    draft = _draft(0, setup.sets, setup.board, setup.cards, {})
    return {
        option.name: draft.candidates(option) & ~setup.marked(option.name)
        for option in set_options()
        if option.candidates is not None and option.needs in setup.sets
    }


def _draft(seed: int, sets: tuple[str, ...], board: Board, cards: tuple[str, ...], options: Mapping[str, Any]) -> Draft:
    pieces = [section(name) for name, _ in board.sections or ()]
    return Draft(
        seed=seed,
        sets=sets,
        board=board,
        section_sets=tuple([piece.set for piece in pieces]),
        section_locations=tuple([piece.locations for piece in pieces]),
        cards=cards,
        options=options,
    )


def _check_options(
    seed: int,
    players: int,
    sets: Sequence[str],
    start: int | None,
    deck_seed: int | None,
    chosen: Mapping[str, Any],
) -> None:
    if players not in PLAYERS:
        raise SetupError(SetupProblem.WRONG_PLAYERS, players=_shown(players))
    known = [game_set.id for game_set in REGISTRY.sets]
    for i, name in enumerate(sets):
        if name not in known:
            raise SetupError(SetupProblem.UNKNOWN_SET, name=repr(name), known=", ".join(known))
        if name in sets[:i]:
            raise SetupError(SetupProblem.SET_TWICE, name=repr(name))
    for option in set_options():
        if option.needs is not None and option.needs not in sets and chosen[option.name]:
            raise SetupError(SetupProblem.OPTION_NEEDS_SET, option=option.name, set=option.needs)
    seeds: tuple[object, ...] = (seed, deck_seed or 0)
    if not all(isinstance(number, int) and number >= 0 for number in seeds):
        raise SetupError(SetupProblem.WRONG_SEED)
    if start is not None and start not in range(players):
        raise SetupError(SetupProblem.WRONG_START, start=_shown(start), last=players - 1)


def _shown(value: object) -> object:
    """Return a number as it is, and another value as Python writes it."""
    return value if isinstance(value, int) else repr(value)


def first_game(seed: int, *, players: int = 2, start: int | None = None, deck_seed: int | None = None) -> Setup:
    """Make the suggested first game (R2.9).

    >>> first_game(1).cards
    ('fishermen', 'knights', 'merchants')
    """
    return new_setup(
        seed, players=players, sections=FIRST_GAME_SECTIONS, cards=FIRST_GAME_CARDS, start=start, deck_seed=deck_seed
    )


def parse_section_choice(text: str) -> tuple[str, bool | None]:
    """Read `farm`, `farm:0`, `farm:180`, `?` or `generated`; the turn is None if it is not given.

    >>> parse_section_choice("farm:180"), parse_section_choice("farm")
    (('farm', True), ('farm', None))
    """
    name, colon, turn = text.partition(":")
    if colon and turn not in ("0", "180"):
        raise SetupError(SetupProblem.WRONG_TURN_OF_SECTION, turn=repr(turn))
    if name not in (ANY, GENERATED):
        section(name)
    return name, turn == "180" if colon else None


def _choose_sections(seed: int, sets: tuple[str, ...], chosen: Sequence[str]) -> tuple[SectionChoice, ...]:
    if len(chosen) > 4:
        raise SetupError(SetupProblem.WRONG_NUMBER_OF_SECTIONS, count=len(chosen))
    wanted = [parse_section_choice(text) for text in chosen]
    only_generated = [name for name, _ in wanted] == [GENERATED]
    wanted += (wanted if only_generated else [(ANY, None)]) * (4 - len(chosen))
    named = [name for name, _ in wanted if name not in (ANY, GENERATED)]
    for name in named:
        if (owner := section(name).set) not in sets:
            raise SetupError(SetupProblem.SECTION_OF_OTHER_SET, name=repr(name), set=owner)
        if named.count(name) > 1:
            raise SetupError(SetupProblem.CHOSEN_TWICE, option="sections", name=repr(name))
    order = Rng(seed, SECTIONS_STREAM).shuffled([piece.name for piece in all_sections() if piece.set in sets])
    rest = iter([name for name in order if name not in named])
    turns = Rng(seed, TURNS_STREAM)
    drawn = [turns.randbelow(2) == 1 for _ in wanted]
    try:
        return tuple(
            (
                next(rest) if name == ANY else _draw_generated(seed, i, sets) if name == GENERATED else name,
                drawn[i] if turned is None else turned,
            )
            for i, (name, turned) in enumerate(wanted)
        )
    except RuntimeError:  # a generator expression turns StopIteration of `rest` into this
        raise SetupError(SetupProblem.TOO_FEW_SECTIONS, sets=", ".join(sets)) from None


def island_of(side: str) -> Island:
    """Return one of the two sides of the Island by its location."""
    for piece in island_sides():
        if piece.locations == (side,):
            rows = tuple("".join("L" if code in piece.digits else code for code in row) for row in piece.rows)
            return Island(rows, side, side)
    sides = ", ".join(piece.locations[0] for piece in island_sides())
    raise SetupError(SetupProblem.UNKNOWN_SIDE, name=repr(side), known=sides)


def _choose_island(seed: int, side: str | None) -> Island:
    sides = sorted(piece.locations[0] for piece in island_sides())
    return island_of(Rng(seed, _ISLAND).choice(sides) if side is None else side)


def _draw_generated(seed: int, quadrant: int, sets: tuple[str, ...]) -> str:
    """Draw the name of a new section: a set in use, and a number."""
    rng = Rng(seed, _GENERATED, quadrant)
    kind = rng.choice([name for name in section_sets() if name in sets])
    return generated_name(kind, rng.randbelow(_GENERATED_NUMBERS))
