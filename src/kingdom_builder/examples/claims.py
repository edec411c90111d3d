"""What examples claim, and whether the engine agrees.

- `allowed: ACTION`: the hexes with `+` and no others may be chosen for the action, those with `!` may not. With `^`:
  where that piece may go. An example with `!` and without `+` says only what is not allowed.
- `neighbours:`: the hexes with `+` and no others are next to the one with `^`.
- `pays: SOURCE N`: the card, task or special hex pays player 0 N gold, for the hexes with `*` and no others.
- `gold: N`: the answers of `play` have brought player 0 N gold.
- `takes: TILE`, `loses: TILE`: they have given player 0 such a tile and no other, or taken it away; `none` for no tile.
- `hand: N`: player 0 has N terrain cards then.
- `ends: yes`: they have triggered the end of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from kingdom_builder.engine.actions.build import MANDATORY
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import NEIGHBOURS
from kingdom_builder.examples.example_file import ALLOWED, CLAIMS, EARNING, FORBIDDEN, MOVING, Example
from kingdom_builder.examples.positions import Played, play
from kingdom_builder.sets.registry import REGISTRY, answer_name

NONE = "none"
_TURN = "turn"
"""The action of the question between actions, which the mandatory action answers."""


def wrong_claims(example: Example) -> list[str]:
    """Return the claims of an example that are not true, with what is true instead."""
    played = play(example)
    return [f"{key}: {value}: {what}" for key, value in example.claims for what in _CHECKS[key](example, played, value)]


def paid_gold(example: Example) -> int | None:
    """Return the gold that an example claims, None if it is not about gold.

    >>> from kingdom_builder.examples.example_file import all_examples
    >>> paid_gold(all_examples()["card-knights"][0]) > 0, paid_gold(all_examples()["tile-farm"][0])
    (True, None)
    """
    return next((int(value.split()[-1]) for key, value in example.claims if key in ("pays", "gold")), None)


def is_positive(example: Example) -> bool:
    """Return whether an example shows what is possible or brings something, rather than the opposite.

    >>> from kingdom_builder.examples.example_file import all_examples
    >>> [is_positive(example) for example in all_examples()["building-adjacency"]]
    [True, False, True]
    """
    if example.marked(FORBIDDEN) and not example.marked(ALLOWED):
        return False
    claims = dict(example.claims)
    return claims.get("takes") != NONE and claims.get("loses", NONE) == NONE and paid_gold(example) != 0


def _allowed(example: Example, played: Played, name: str) -> Iterator[str]:
    if name not in REGISTRY.actions_by_id:
        raise example.error(f"allowed: {name!r} is no action")
    legal = _legal(example, played.game, name)
    allowed, forbidden = example.marked(ALLOWED), example.marked(FORBIDDEN)
    if not allowed and not forbidden:
        raise example.error("allowed: expected hexes with + or !")
    if allowed and legal != allowed:
        yield f"the engine allows {example.names(legal)}, the map {example.names(allowed)}"
    if legal & forbidden:
        yield f"the engine allows {example.names(legal & forbidden)}"


def _legal(example: Example, game: Game, name: str) -> int:
    """Return the hexes of the open question if it is that of the action, else where the board allows the action."""
    question, moving = game.question, example.marked(MOVING)
    asked = MANDATORY.id if question is not None and question.action == _TURN else question and question.action
    if question is not None and asked == name and not moving:
        return question.hexes
    origin = moving.bit_length() - 1 if moving else None
    return REGISTRY.actions_by_id[name].targets(game, 0, origin)


def _neighbours(example: Example, played: Played, value: str) -> Iterator[str]:
    near = NEIGHBOURS[example.marked(MOVING).bit_length() - 1] & sum(1 << h for h in example.cells)
    if near != example.marked(ALLOWED):
        yield f"the neighbours are {example.names(near)}"


def _pays(example: Example, played: Played, value: str) -> Iterator[str]:
    source, gold = value.split()
    lines = [line for line in played.game.score(0) if line.source == source]
    if not lines:
        raise example.error(f"pays: {source!r} pays nothing in this position")
    (line,) = lines
    if line.gold != int(gold):
        yield f"it pays {line.gold}"
    if line.hexes != example.marked(EARNING):
        yield f"it pays for {example.names(line.hexes)}"


def _gold(example: Example, played: Played, value: str) -> Iterator[str]:
    gained = played.game.players[0].gold - played.before.players[0].gold
    if gained != int(value):
        yield f"it is {gained}"


def _takes(example: Example, played: Played, tile: str) -> Iterator[str]:
    taken = _tiles(played.game) - _tiles(played.before)
    if set(taken) != {tile} - {NONE}:
        yield f"it takes {', '.join(taken) or NONE}"


def _loses(example: Example, played: Played, tile: str) -> Iterator[str]:
    lost = _tiles(played.before) - _tiles(played.game)
    if set(lost) != {tile} - {NONE}:
        yield f"it loses {', '.join(lost) or NONE}"


def _tiles(game: Game) -> Counter[str]:
    return Counter(answer_name(number) for number in REGISTRY.owned_tiles(game.players[0]))


def _hand(example: Example, played: Played, value: str) -> Iterator[str]:
    if len(played.game.players[0].hand) != int(value):
        yield f"there are {len(played.game.players[0].hand)}"


def _ends(example: Example, played: Played, value: str) -> Iterator[str]:
    if played.before.end_triggered or not played.game.end_triggered:
        yield "the end is not triggered by the answers"


_CHECKS: dict[str, Callable[[Example, Played, str], Iterator[str]]] = dict(
    zip(CLAIMS, (_allowed, _neighbours, _pays, _gold, _takes, _loses, _hand, _ends), strict=True)
)
