"""The signs of the map and the open information beside it, in words (docs/research.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from kingdom_builder.engine.hexes import ROWS_OF_BOARD, ROWS_OF_ISLAND, format_hexes
from kingdom_builder.engine.position import NOT_BEGUN
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.engine.view import View, whole_game
from kingdom_builder.library.values import card_names
from kingdom_builder.render import text
from kingdom_builder.render.symbols import on_special, on_terrain, standing
from kingdom_builder.render.text import OWNERS, marker, short_name
from kingdom_builder.sets.drawing import Mark
from kingdom_builder.sets.observation import SetGroup
from kingdom_builder.sets.registry import REGISTRY, answer_name

_ROWS = ROWS_OF_BOARD + ROWS_OF_ISLAND
_SCALE = re.compile(r" / (\d+)")
"""By what a number of an observation is divided, in its meaning."""


def legend(view: View) -> str:
    """Return what the signs mean that are on the map now; those of locations are explained with their tiles."""
    game = whole_game(view)
    found = text.legend(game)
    kinds = {kind.id for player in view.players for kind, hexes in player.tokens if hexes}
    silhouettes = {kind: drawing for each in REGISTRY.sets for kind, drawing in each.icons.pieces.items()}
    pieces = [f"{silhouettes[kind].sign} before it {kind.replace('_', ' ')}" for kind in silhouettes if kind in kinds]
    marks = [f"{mark.sign} after it {mark.id}" for mark in _marks() if mark.where(game)]
    lines = ["< beside a row: the player has marked it"] if any(marker(game, row) for row in range(_ROWS)) else []
    owners = f"{OWNERS[0]} to {OWNERS[len(view.players) - 1]} after it the owner of the piece there"
    grounds = [f"{letter} {name}" for letter, name in (*found.terrains, *found.specials)]
    signs = ", ".join((*grounds, owners, *pieces, *marks, *lines))
    return f"Signs of the map (a hex has three characters, the one in the middle is its terrain): {signs}."


def open_lines(view: View) -> list[str]:
    """Return all open information that is neither on the map nor in the lines of the players."""
    setup, moment, cards = view.setup_view, view.turn_view, view.cards_view
    lines = [
        f"The turn is that of seat {moment.active}; seat {setup.start} began. {_mandatory(moment.to_build)}; "
        f"built in it: {_hexes(moment.built_this_turn)}.",
        f"Terrain cards: {cards.left} in the draw pile; discarded: {_counted(cards.discard)}"
        + (f"; out of the game: {_counted(cards.removed)}" if cards.removed else "")
        + (f"; played: {card_names((moment.card,))[0]}" if moment.card is not None else "")
        + ("; everybody holds two" if setup.two_cards else ""),
        *_tiles_on_map(view),
        *(f"{mark.id.capitalize()}: {_hexes(where)}" for mark in _marks() if (where := mark.where(whole_game(view)))),
    ]
    if setup.removed_terrain is not None:
        lines.append(f"Terrain whose cards are out of the game: {TERRAINS[setup.removed_terrain]}")
    if moment.turn_state.after_last_turn:
        lines.append("All turns are played; what follows the last one is resolved.")
    if view.question is not None and view.question.piece is not None and view.question.piece >= 0:
        lines.append(f"The piece that is being moved: {_hexes(1 << view.question.piece)}")
    for found in REGISTRY.sets:
        if found.id in whole_game(view).setup.sets and found.observation.write_turn is not None:
            lines += _numbers(found.observation.numbers, found.observation.write_turn(moment.turn_state))
    return [*lines, *_of_players(view)]


def _marks() -> list[Mark]:
    return [*standing(REGISTRY.sets), *on_terrain(REGISTRY.sets), *on_special(REGISTRY.sets)]


def _hexes(hexes: int) -> str:
    return format_hexes(hexes) or "none"


def _counted(cards: tuple[int, ...]) -> str:
    found = Counter(card_names(tuple(sorted(cards))))
    return ", ".join(f"{many} {name}" for name, many in found.items()) or "none"


def _mandatory(to_build: int) -> str:
    if to_build == NOT_BEGUN:
        return "Its mandatory action is not begun"
    return f"Its mandatory action builds {to_build} more" if to_build else "Its mandatory action is done"


def _tiles_on_map(view: View) -> Iterator[str]:
    """Yield the locations with the tiles that are left there, and the tiles on nomad spaces (R2.11)."""
    moment, setup = view.turn_view, view.setup_view
    by_kind: dict[str, list[str]] = {}
    for h, kind in sorted(setup.board.location_at.items()):
        left = (moment.tiles_left >> h & 1) + (moment.two_tiles_left >> h & 1)
        by_kind.setdefault(answer_name(kind), []).append(f"{left} at {format_hexes(1 << h)}")
    left_at = [f"{short_name(name)} = {name}: {', '.join(places)}" for name, places in by_kind.items()]
    yield f"Location tiles left: {'; '.join(left_at) or 'none'}"
    if setup.nomad_tiles:
        here = [(h, kind) for h, kind in sorted(setup.nomad_tiles.items()) if moment.tiles_left >> h & 1]
        yield f"Nomad tiles left: {', '.join(f'{answer_name(k)} at {format_hexes(1 << h)}' for h, k in here) or 'none'}"


def _numbers(groups: Sequence[SetGroup], values: Sequence[float]) -> Iterator[str]:
    """Yield the numbers of a set that are not 0, with their meaning."""
    rest = iter(values)
    for group in groups:
        whole = _SCALE.search(group.meaning)
        found = [(member, next(rest) * (int(whole[1]) if whole else 1)) for member in group.members]
        shown = [f"{value:.0f}" if whole else member for member, value in found if value]
        meaning = _SCALE.sub("", group.meaning[:1].upper() + group.meaning[1:])
        if shown:
            yield meaning if len(found) == 1 and not whole else f"{meaning}: {', '.join(shown)}"


def _of_players(view: View) -> Iterator[str]:
    """Yield for each player what its line does not say: where its tiles are from, new tiles, the numbers of sets."""
    turn = view.turn_view.turn
    for owner, player in zip(OWNERS, view.players, strict=False):
        said = [f"has taken tiles from {_hexes(player.taken_from)}"] if player.taken_from else []
        new = [answer_name(kind) for kind, since in player.nomads if since == turn]
        said += [f"nomad tiles taken this turn: {', '.join(new)}"] if new else []
        for found in REGISTRY.sets:
            if found.id in whole_game(view).setup.sets and found.observation.write_player is not None:
                values, _ = found.observation.write_player(player, turn)
                said += _numbers(found.observation.player_numbers, values)
        if said:
            yield f"{owner}: {'; '.join(said)}"
