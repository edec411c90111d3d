"""Set-ups whose games look the same to one viewer and differ in the cards that are hidden from it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.engine.terrain import CARD_LETTERS
from kingdom_builder.game import Game
from tests.server.leaks.tagged_cards import Card, cards_of, public_tags, tagged_cards, tags

Move = tuple[str, int]
"""An event that changes the game: ("answer", its number) or ("undo", how many)."""

_TRIES = 6
_ACTIVE = 5
"""The index from which a snapshot has public values only."""
_HAND = 100
"""The weight of a different hand: more than that of the whole draw pile."""


def equivalent_setup(setup: str, moves: Sequence[Move], viewer: int | None, chance: random.Random) -> str | None:
    """Return another set-up that the viewer (a seat or a spectator) cannot distinguish from this one during all moves.

    Both are records without answers. The cards that the viewer has not seen after the moves are dealt again: those in
    other hands and those in the draw pile. Return None if no such game was found.
    """
    hidden, orders = _hidden(setup, moves, viewer)
    best = (0, "")
    for _ in range(_TRIES):
        other = _with_orders(setup, _redealt(orders, hidden, chance), chance.getrandbits(128))
        different = _differences(setup, other, moves, viewer)
        best = max(best, (different, other))
        if different >= _HAND:
            break
    return best[1] or None


def _hidden(setup: str, moves: Sequence[Move], viewer: int | None) -> tuple[list[tuple[int, int]], list[list[int]]]:
    """Return the places of all cards that the viewer has never seen, and the shuffles so far."""
    seen: set[str] = set()
    with tagged_cards():
        for game in _history(setup, moves):
            seen |= public_tags(game) | (set() if viewer is None else tags(game.players[viewer].hand))
        places = [card.place for card in cards_of(game) if isinstance(card, Card) and card.tag not in seen]
        return places, [list(map(int, order)) for order in game.deck.shuffles]


def _redealt(orders: list[list[int]], hidden: list[tuple[int, int]], chance: random.Random) -> list[list[int]]:
    """Shuffle the hidden cards of each shuffle."""
    found = [list(order) for order in orders]
    for number, order in enumerate(found):
        places = [index for shuffle, index in hidden if shuffle == number]
        for index, card in zip(places, chance.sample([order[index] for index in places], len(places)), strict=True):
            order[index] = card
    return found


def _with_orders(setup: str, orders: list[list[int]], deck_seed: int) -> str:
    lines = setup.splitlines()
    for i, line in enumerate(lines):
        if line.startswith("seeds: "):
            lines[i] = f"seeds: {line.split()[1]} {deck_seed}"
        if line.startswith("shuffles: "):
            lines[i] = "shuffles: " + " ".join("".join(CARD_LETTERS[c] for c in reversed(order)) for order in orders)
    return "\n".join(lines) + "\n"


def _differences(setup: str, other: str, moves: Sequence[Move], viewer: int | None) -> int:
    """Count the differences after all moves; 0 if the viewer can distinguish the games."""
    try:
        for one, two in zip(_history(setup, moves), _history(other, moves), strict=True):
            if _visible(one, viewer) != _visible(two, viewer):
                return 0
    except IllegalAnswer:
        return 0
    hands = sum(sorted(a.hand) != sorted(b.hand) for a, b in zip(one.players, two.players, strict=True))
    return _HAND * hands + sum(a != b for a, b in zip(one.deck.draw, two.deck.draw, strict=True))


def _visible(game: Game, viewer: int | None) -> tuple[Any, ...]:
    """Return everything public, the viewer's hand and its legal answers."""
    deck, view = game.deck, game.view(viewer or 0)
    own = () if viewer is None else (sorted(view.hand), view.legal())
    piles = len(deck.draw), sorted(deck.discard), sorted(deck.removed)
    return game.turn, piles, view.players, game.snapshot(0)[_ACTIVE:], own


def _history(setup: str, moves: Sequence[Move]) -> Iterator[Game]:
    """Yield the game after each move; it is always the same object."""
    game = Game.from_record(setup)
    yield game
    for kind, value in moves:
        if kind == "answer":
            game.play(value)
        else:
            for _ in range(value):
                game.undo()
        yield game
