"""Plans of set-ups: what the kernel needs to draw the set-ups of many seeds itself, as `new_setup` draws them.

Only games have a plan whose set-ups differ in nothing but sections, turns, cards, start player and deck, and whose
rules differ in nothing but the scorers of the cards: those of the base game. All other set-ups come from Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from kingdom_builder.engine.board import BoardPart
from kingdom_builder.engine.hooks import NO_HOOKS
from kingdom_builder.engine.setup import Setup
from kingdom_builder.kernel import games, native
from kingdom_builder.kernel.convert import rules_values, scorer_values
from kingdom_builder.sets.draft import ANY
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.boards import section_part
from kingdom_builder.setup.builder import (
    CARDS_IN_PLAY,
    CARDS_STREAM,
    COMMON_SETS,
    DECK_STREAM,
    FIRST_GAME_CARDS,
    FIRST_GAME_SECTIONS,
    REMOVED_CARDS,
    SECTIONS_STREAM,
    START_STREAM,
    TURNS_STREAM,
    new_setup,
    parse_section_choice,
)
from kingdom_builder.setup.options import read_names
from kingdom_builder.setup.sections import GENERATED, Section, all_sections, section_sets

Plan = Any
"""A plan in the kernel."""

_KNOWN = frozenset(("players", "sets", "sections", "cards", "start", "deck_seed", "two_cards", "without_lords"))
_DRAWN = -1
_MOST_SECTIONS = 8
"""A plan compares the rules of all boards of four sections: these are 70 boards."""


def plan_of(*, first_game: bool = False, **options: Any) -> Plan | None:
    """Return the plan of the set-ups that `new_setup`, or `first_game`, makes with these options; None without one."""
    if first_game:
        options |= {"sections": FIRST_GAME_SECTIONS, "cards": FIRST_GAME_CARDS}
    options |= {name: read_names(name, options.get(name, ())) for name in ("sections", "cards")}
    sets = options.get("sets", ("base",))
    in_use = [game_set for game_set in REGISTRY.sets if game_set.id in sets]
    if not options.keys() <= _KNOWN or any(s.prepare is not None or s.id not in section_sets() for s in in_use):
        return None
    sections = [piece for piece in all_sections() if piece.set in sets]
    wanted = [parse_section_choice(text) for text in options.get("sections", ())]
    if len(sections) > _MOST_SECTIONS or any(name == GENERATED for name, _ in wanted):
        return None
    removed = REMOVED_CARDS["without_lords"] if options.get("without_lords") else ()
    cards = [name for s in section_sets() if s in sets or s in COMMON_SETS for name in REGISTRY.card_ids(s)]
    cards = [name for name in cards if name not in removed]
    sample = _sample(sections, cards, options)
    if sample is None or any(REGISTRY.cards[name].hooks is not NO_HOOKS for name in cards):
        return None
    return _converted(sample, sections, cards, wanted, options)


def _sample(sections: Sequence[Section], cards: Sequence[str], options: Mapping[str, Any]) -> Setup | None:
    """Return a set-up with the first cards; None if another choice of sections has other rules."""
    chosen = {**options, "cards": cards[:CARDS_IN_PLAY], "deck_seed": 0}
    setups = [
        new_setup(0, **{**chosen, "sections": [f"{piece.name}:0" for piece in some]})
        for some in combinations(sections, 4)
    ]
    values = {(rules_values(setup.rules), setup.deck) for setup in setups}
    plain = all(not (s.nomad_tiles or s.parts or s.tasks) and s.removed_terrain is None for s in setups)
    return setups[0] if plain and len(values) == 1 else None


def _converted(
    sample: Setup,
    sections: Sequence[Section],
    cards: Sequence[str],
    wanted: Sequence[tuple[str, bool | None]],
    options: Mapping[str, Any],
) -> Plan | None:
    names, registered = [piece.name for piece in sections], list(REGISTRY.cards)
    chosen = [
        (_DRAWN if name == ANY else names.index(name), _DRAWN if turned is None else int(turned))
        for name, turned in wanted
    ]
    chosen_cards = [_DRAWN if name == ANY else cards.index(name) for name in options.get("cards", ())]
    start = options.get("start")
    try:
        return native().setup_plan(
            games.setup_capsule(sample),
            tuple([_parts(piece) for piece in sections]),
            tuple([(registered.index(name), _scorer(name)) for name in cards]),
            tuple(chosen + [(_DRAWN, _DRAWN)] * (4 - len(chosen))),
            tuple(chosen_cards + [_DRAWN] * (CARDS_IN_PLAY - len(chosen_cards))),
            _DRAWN if start is None else start,
            options.get("deck_seed"),
            SECTIONS_STREAM,
            TURNS_STREAM,
            CARDS_STREAM,
            START_STREAM,
            DECK_STREAM,
        )
    except NotImplementedError:
        return None


def _parts(piece: Section) -> tuple[Any, ...]:
    found: list[BoardPart] = [
        section_part(piece, quadrant, turned=turned) for quadrant in range(4) for turned in (False, True)
    ]
    return tuple([games.part_capsule(part) for part in found])


def _scorer(name: str) -> tuple[Any, ...] | None:
    scorer = REGISTRY.cards[name].score
    return None if scorer is None else scorer_values(name, scorer)
