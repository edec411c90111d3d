"""Two games with one history that look the same to one viewer and differ in everything hidden from it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from kingdom_builder.engine.game import IllegalAnswer
from kingdom_builder.engine.terrain import CARD_LETTERS
from kingdom_builder.library import Game
from tests.server.leaks.tagging import Card, cards_of, open_words, tagged_cards, words

Move = tuple[str, int]
"""An event that changes the game: ("answer", its number) or ("undo", how many)."""

_TRIES = 6
_ACTIVE = 5
"""From here on a snapshot has what is open to everybody."""
_HAND = 100
"""A hand that is different counts for more than the whole draw pile."""


def twin_of(setup: str, moves: Sequence[Move], viewer: int | None, chance: random.Random) -> str | None:
    """Return another set-up that the viewer, a seat or a spectator, cannot tell from this one in the whole history.

    Both are records without answers. The cards that the viewer has not seen when the history ends are dealt anew: in
    other hands, if any are hidden there, and in the draw pile. None if no try has led to such a game.
    """
    hidden, orders = _hidden(setup, moves, viewer)
    best = (0, "")
    for _ in range(_TRIES):
        other = _with_orders(setup, _dealt_anew(orders, hidden, chance), chance.getrandbits(128))
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
            seen |= open_words(game) | (set() if viewer is None else words(game.players[viewer].hand))
        places = [card.place for card in cards_of(game) if isinstance(card, Card) and card.word not in seen]
        return places, [list(map(int, order)) for order in game.deck.shuffles]


def _dealt_anew(orders: list[list[int]], hidden: list[tuple[int, int]], chance: random.Random) -> list[list[int]]:
    """Change places among the hidden cards of each shuffle."""
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
    """Count what is different in the end, hands above all; 0 if the viewer could tell the games apart."""
    try:
        for one, two in zip(_history(setup, moves), _history(other, moves), strict=True):
            if _visible(one, viewer) != _visible(two, viewer):
                return 0
    except IllegalAnswer:
        return 0
    hands = sum(sorted(a.hand) != sorted(b.hand) for a, b in zip(one.players, two.players, strict=True))
    return _HAND * hands + sum(a != b for a, b in zip(one.deck.draw, two.deck.draw, strict=True))


def _visible(game: Game, viewer: int | None) -> tuple[Any, ...]:
    """Return everything that lies open, and what the viewer has in hand and may answer."""
    deck, view = game.deck, game.view(viewer or 0)
    own = () if viewer is None else (sorted(view.hand), view.legal())
    piles = len(deck.draw), sorted(deck.discard), sorted(deck.removed)
    return game.turn, piles, view.players, game.snapshot(0)[_ACTIVE:], own


def _history(setup: str, moves: Sequence[Move]) -> Iterator[Game]:
    """Yield the game as it was after each move, the same object every time."""
    game = Game.from_record(setup)
    yield game
    for kind, value in moves:
        if kind == "answer":
            game.play(value)
        else:
            for _ in range(value):
                game.undo()
        yield game
