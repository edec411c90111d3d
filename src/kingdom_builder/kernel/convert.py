"""Set-ups and positions as plain tuples for the kernel, from the tables and values of the Python engine.

A plain entry is passed as its declaration: terrain, condition, adjacency, way of moving. An entry that is not plain is
passed by the name of its class or function, and the kernel has the code of the same name. The order of the values is
that of native/convert.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kingdom_builder.engine import hexes
from kingdom_builder.engine.actions.base import IF_POSSIBLE, AnyAction
from kingdom_builder.engine.actions.build import MANDATORY
from kingdom_builder.engine.actions.where import Travel, Where
from kingdom_builder.engine.answers import FIRST_ENTRY, FIRST_OPTION
from kingdom_builder.engine.board import BoardPart
from kingdom_builder.engine.hooks import Rules, Scorer
from kingdom_builder.engine.pieces import ON_LAND, ON_WATER, hexes_of
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Frame, Position
from kingdom_builder.engine.scoring import PerPiece
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.registry import REGISTRY, Registry
from kingdom_builder.sets.slots import HARVEST, MARSHLANDS

Values = tuple[Any, ...]
_NONE = -1
ANYWHERE = "ANYWHERE"
"""The condition that every hex meets, and the way of moving to any hex."""
_UNKNOWN = "?"
"""The name of a class, function, condition or way of moving that the kernel does not know."""

_PACKAGE = "kingdom_builder."
"""Only names of this package stand for code of the kernel: a set from elsewhere may use the same names."""

_GROUNDS = {None: 0, ON_LAND: 1, ON_WATER: 2}
_NUMBERS = ("crossroads", "temple", "canoe", "fountain", "silo", "collect")
"""The entries whose numbers the kernel needs."""

_SPECIALS = ("castle", "palace", "silo")
"""The kinds of special hex that the kernel needs."""

_MOMENTS = ("build", "move", "emptied", "mandatory_done", "first_anywhere", "turn_end", "before_scoring")


def geometry_values() -> Values:
    """Return the tables of the geometry."""
    return (
        hexes.ALL_HEXES,
        hexes.BOARD,
        hexes.ISLAND,
        hexes.OUTER_EDGE,
        hexes.INNER_EDGE,
        hexes.SECTIONS,
        hexes.EDGES,
        hexes.ROWS,
    )


def declaration_values(registry: Registry) -> Values:
    """Return what the entries of all sets declare."""
    actions = [action for number, action in registry.actions.items() if number >= FIRST_ENTRY]
    kinds = [kind for kind in registry.pieces.values() if not kind.temporary]
    waivers = [tile.number for tile in registry.nomad_tiles.values() if tile.waiver]
    return (
        _action_values(registry, MANDATORY),
        tuple([_action_values(registry, action) for action in actions]),
        tuple(
            [
                (kind.blocks_neighbours, kind.removable, _GROUNDS[kind.moves_on])
                for kind in sorted(kinds, key=lambda kind: kind.order)
            ]
        ),
        waivers[0] if waivers else 0,
        tuple(registry.free_actions),
        *[registry.option_number(name) for name in _NUMBERS],
        *[list(registry.specials).index(kind) for kind in _SPECIALS],
    )


def _action_values(registry: Registry, action: AnyAction) -> Values:
    name = name_of(type(action))
    if name == _UNKNOWN:
        return action.number, name, 0, 0, ANYWHERE, IF_POSSIBLE, ANYWHERE, 1, 0, False, False, 0, 0.0
    on = getattr(action, "on", getattr(action, "to", 0))
    targets = on if isinstance(on, tuple) else (on,)
    tile = registry.tiles.get(action.number) or registry.nomad_tiles.get(action.number)
    return (
        action.number,
        name,
        targets[0],
        targets[-1],
        _where_name(getattr(action, "where", None)),
        getattr(action, "adjacency", IF_POSSIBLE),
        _travel_name(getattr(action, "travel", Travel.ANYWHERE)),
        getattr(action, "count", getattr(action, "steps", 1)),
        action.kind.order if hasattr(action, "kind") else 0,
        action.needs_card,
        action.repeats,
        getattr(action, "bonus", 0),
        0.0 if tile is None else tile.builds,
    )


def _where_name(where: object) -> str:
    if where is None:
        return ANYWHERE
    return where.name if isinstance(where, Where) else _UNKNOWN


def _travel_name(travel: object) -> str:
    return travel.name if isinstance(travel, Travel) else _UNKNOWN


def setup_values(setup: Setup, rules: Rules, parts: tuple[Any, ...]) -> Values:
    """Return a set-up with its compiled rules and the parts of its board; the seed of the deck belongs to positions."""
    cards, tasks = list(REGISTRY.cards), list(REGISTRY.tasks)
    return (
        setup.players,
        setup.start,
        setup.two_cards,
        bytes(setup.deck),
        tuple([bytes(order) for order in setup.orders]),
        tuple([cards.index(name) for name in setup.cards]),
        tuple([tasks.index(name) for name in setup.tasks]),
        parts,
        tuple(setup.nomad_tiles.items()),
        len(setup.board.rows),
        setup.marked("capitols"),
        setup.marked("caves"),
        _NONE if setup.removed_terrain is None else setup.removed_terrain,
        *rules_values(rules),
    )


def part_values(part: BoardPart) -> Values:
    """Return a part of a board."""
    terrain, special, tiles = part
    return tuple(terrain), tuple([special.get(kind, 0) for kind in REGISTRY.specials]), tuple(tiles.items())


def rules_values(rules: Rules) -> Values:
    """Return compiled rules."""
    return (
        tuple([scorer_values(name, scorer) for name, scorer in rules.scorers]),
        *[tuple([name_of(hook) for hook in getattr(rules, moment)]) for moment in _MOMENTS],
        *[_by_number(hooks) for hooks in (rules.taken, rules.lost, rules.at_once)],
        rules.free_actions,
    )


def scorer_values(name: str, scorer: Scorer) -> Values:
    """Return the scorer of a card, a task or a kind of special hex."""
    entry = REGISTRY.cards.get(name) or REGISTRY.specials.get(name)
    shared, kept = (entry.shared, entry.kept) if entry is not None else (False, False)
    if isinstance(scorer, PerPiece):
        return name_of(type(scorer)), _where_name(scorer.where), scorer.gold, shared, kept
    return name_of(scorer), ANYWHERE, 0, shared, kept


def _by_number(hooks: Mapping[int, Callable[..., None]] | None) -> Values:
    return tuple([(number, name_of(hook)) for number, hook in (hooks or {}).items()])


def name_of(code: object) -> str:
    """Return the name of a class or function of this package, under which the kernel has the same one."""
    if not str(getattr(code, "__module__", "")).startswith(_PACKAGE):
        return _UNKNOWN
    name: str = getattr(code, "__name__", _UNKNOWN)
    return name


def position_values(game: Position) -> Values:
    """Return the state of a game."""
    state, deck = game.turn_state, game.deck
    return (
        game.setup.deck_seed,
        game.turn,
        game.last_built,
        game.to_build,
        game.active,
        _NONE if game.terrain is None else game.terrain,
        _NONE if game.card is None else game.card,
        game.end_triggered,
        game.over,
        game.tiles_left,
        game.two_tiles_left,
        game.free,
        game.walls,
        game.built_this_turn,
        state.temporary,
        state.additional,
        state.regular,
        _used_actions(state.used_actions),
        state.extra_cards,
        state.after_last_turn,
        game.turn_extra(HARVEST, 0),
        bytes(deck.draw),
        bytes(deck.discard),
        bytes(deck.removed),
        len(deck.shuffles),
        tuple([_frame_values(frame) for frame in game.stack]),
        tuple([_player_values(player) for player in game.players]),
    )


def _used_actions(used: int) -> int:
    """Return the used actions as bits in the order of the registry; the engine has a bit for each option."""
    return sum(1 << i for i, number in enumerate(REGISTRY.free_actions) if used >> number - FIRST_OPTION & 1)


def _frame_values(frame: Frame) -> Values:
    field = partial(getattr, frame)
    hit = 0
    for seat in field("hit", ()):
        hit = hit << 3 | seat + 1
    return (
        frame.action,
        frame.seat,
        bool(getattr(frame, "waived", 0)),
        field("left", field("done", field("key", 0))),
        field("origin", _NONE),
        hit,
        field("taker", 0),
        field("events", 0),
        field("silos", 0),
        field("mode", 0),
        field("moved", 0),
    )


def _player_values(player: PlayerState) -> Values:
    marshlands, harvest = player.extra[MARSHLANDS], player.extra[HARVEST]
    tokens = player.tokens
    return (
        player.pieces,
        player.taken_from,
        player.supply,
        player.gold,
        player.reserve,
        harvest.numbers,
        harvest.lines,
        bytes(player.hand),
        player.tiles,
        player.nomads,
        marshlands.bonus,
        marshlands.bonus_ever,
        tuple([hexes_of(tokens, kind) for kind in _token_ids()]) if tokens else (),
    )


def _token_ids() -> list[str]:
    kinds = [kind for kind in REGISTRY.pieces.values() if not kind.temporary]
    return [kind.id for kind in sorted(kinds, key=lambda kind: kind.order)]
