"""Counts which entries of the sets have been used in some games, so that a comparison cannot miss one silently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import wraps
from typing import Any

from kingdom_builder.engine.actions.base import Passive
from kingdom_builder.engine.answers import ANSWER_OF_HEX, FIRST_ENTRY, FIRST_OPTION, FIRST_TERRAIN, OPTION_NAMES
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import iter_hexes
from kingdom_builder.engine.hooks import Hooks
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import CARD_TERRAINS, MOUNTAIN, SWAMP
from kingdom_builder.sets.registry import IN_GAME, REGISTRY

_MOMENTS = tuple(f.name for f in fields(Hooks) if f.name not in ("order", "taken", "lost"))
_BY_NUMBER = ("taken", "lost", "at_once")
_NEVER_CHOSEN = ("canoe", "silo", "treasure")
"""Options that are no answers: a reaction, a question after the last turn, and a tile used when it is taken."""


class Seen:
    """What has happened in the games watched so far, and how often."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.counts: Counter[str] = Counter()

    def watch(self, game: Game) -> None:
        """Count the hooks of this game from now on, whenever they change something."""
        rules = game.rules
        counted: dict[str, Any] = {name: self._all_counted(getattr(rules, name)) for name in _BY_NUMBER}
        for name in _MOMENTS:
            counted[name] = tuple(self._counted(hook) for hook in getattr(rules, name))
        game.rules = replace(rules, **counted)

    def answer(self, game: Game, answer: int) -> None:
        """Count what an answer chooses, before it is played."""
        frame = game.stack[-1] if game.stack else None
        asked = "turn" if frame is None else _name(frame.action)
        if frame is not None:
            self.counts[f"answered {asked}"] += 1
        if answer >= FIRST_OPTION:
            self.counts[f"chose {_name(answer)}"] += 1
            self.counts[f"chose {_name(answer)} in {asked}"] += 1
        elif asked == "fountain" and answer in _answers(game.board.terrain[MOUNTAIN]):
            self.counts["fountain on a mountain"] += 1

    def scores(self, game: Game) -> None:
        """Count the sources that pay."""
        for name, scorer in game.rules.scorers:
            if any(scorer(game, seat)[0] for seat in range(game.setup.players)):
                self.counts[f"scored {name}"] += 1

    def missing(self, least: int = 1) -> dict[str, int]:
        """Return everything that must happen and has happened less often than this, with its count."""
        return {name: self.counts[name] for name in sorted(required()) if self.counts[name] < least}

    def _all_counted(self, hooks: Mapping[int, Callable[..., Any]] | None) -> Mapping[int, Any] | None:
        return None if hooks is None else {number: self._counted(hook) for number, hook in hooks.items()}

    def _counted(self, hook: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(hook)
        def call(*args: Any) -> Any:
            before = _summary(args)
            found = hook(*args)
            self.counts[f"hook {hook.__name__}"] += bool(found) or _summary(args) != before
            return found

        return call


def required() -> set[str]:
    """Return what the games compared must contain: all that the entries of all sets can do."""
    active = [action for action in REGISTRY.actions.values() if not isinstance(action, Passive)]
    chosen = [
        name
        for number, name in REGISTRY.option_names.items()
        if name not in _NEVER_CHOSEN and not FIRST_TERRAIN <= number < FIRST_ENTRY
    ]
    chosen += [OPTION_NAMES[FIRST_TERRAIN + terrain] for terrain in (*CARD_TERRAINS, SWAMP)]
    cards, tasks, specials = REGISTRY.cards.values(), REGISTRY.tasks.values(), REGISTRY.specials.values()
    scoring: list[Any] = [*cards, *tasks, *specials]
    hooked: list[Any] = [*REGISTRY.tiles.values(), *cards, *specials]
    sources = [entry.id for entry in scoring if entry.score is not None]
    hooks = [getattr(entry.hooks, f.name) for entry in hooked for f in _HOOKS]
    hooks += [tile.at_once for tile in REGISTRY.nomad_tiles.values()]
    return {
        *(f"answered {action.id}" for action in active),
        *(f"chose {name}" for name in chosen),
        *(f"scored {name}" for name in (*sources, IN_GAME)),
        *(f"hook {hook.__name__}" for hook in hooks if hook is not None),
        *(f"chose outpost in {name}" for name in ("turn", "farm", "fort", "cathedral", "canoe_bonus")),
        *(f"chose {name} in bazaar" for name in ("crossroads", "fort", "cathedral", "temple", "scout_cabin")),
        *(f"chose {option} in silo" for option in ("pass", "stop")),
        *(f"chose {option} in {token}" for option in ("stop", "take_back") for token in ("lighthouse", "wagon")),
        *(f"chose stop in {name}" for name in ("quarry", "scout_cabin", "resettlement", "cathedral")),
        "chose pass in canoe",
        "fountain on a mountain",
    }


_HOOKS = [f for f in fields(Hooks) if f.name != "order"]


def _name(number: int) -> str:
    return REGISTRY.actions[number].id if number in REGISTRY.actions else REGISTRY.option_names[number]


def _answers(hexes: int) -> set[int]:
    return {ANSWER_OF_HEX[h] for h in iter_hexes(hexes)}


def _summary(args: tuple[Any, ...]) -> object:
    """Return what hooks change: the players' gold and settlements, the values of sets, and open questions."""
    found: list[object] = []
    for value in args:
        if isinstance(value, Position):
            found += [value.turn_state, value.stack, *map(_player_summary, value.players)]
        elif isinstance(value, PlayerState):
            found.append(_player_summary(value))
    return found


def _player_summary(player: PlayerState) -> tuple[object, ...]:
    return player.gold, player.supply, player.extra
