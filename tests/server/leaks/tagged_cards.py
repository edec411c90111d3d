"""Terrain cards with an unguessable tag that is written with them, so that a leaked card can be found."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import operator
import re
import secrets
import sys
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from kingdom_builder.engine import deck, terrain
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.setup import Setup

TAG = re.compile(rb"zq[a-z2-7]{24}")
_KEY = secrets.token_bytes(16)


class Card(int):
    """A terrain card with a unique tag; `place` is the number of the shuffle and the index in the pile.

    Every shuffle gives the cards new tags: cards of the discard pile are hidden again in the draw pile.
    """

    tag: str
    place: tuple[int, int]

    def __new__(cls, number: int, tag: str, place: tuple[int, int]) -> Card:
        card = super().__new__(cls, number)
        card.tag, card.place = tag, place
        return card

    def __repr__(self) -> str:
        return self.tag

    __str__ = __repr__

    def __format__(self, form: str) -> str:
        return self.tag

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with the tag, in a form that another process reads as a plain number."""
        return operator.getitem, ((int(self), self.tag), 0)


def tag_of(deck_seed: int, shuffle: int, index: int) -> str:
    """Return the tag of a card; the same shuffle of a copy or a replay gives the same tag."""
    digest = hmac.digest(_KEY, f"{deck_seed}/{shuffle}/{index}".encode(), hashlib.sha256)
    return "zq" + base64.b32encode(digest[:15]).decode().lower()


class _Names(tuple[Any, ...]):
    """The names of the terrains; the name of a tagged card is its tag."""

    def __getitem__(self, key: Any) -> Any:
        return key.tag if isinstance(key, Card) else super().__getitem__(key)


class _Terrains(tuple[Any, ...]):
    """The terrains of every card; those of a tagged card have its tag."""

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return tuple(Card(number, key.tag, key.place) for number in found) if isinstance(key, Card) else found


def cards_of(game: Game) -> tuple[int, ...]:
    """Return all the terrain cards of a game, wherever they are."""
    deck = game.deck
    return *deck.draw, *deck.discard, *deck.removed, *(card for seat in game.players for card in seat.hand)


def public_tags(game: Game) -> set[str]:
    """Return the tags of the cards that everybody may see (R0.23, R3.2)."""
    played = () if game.card is None else (game.card,)
    return tags((*game.deck.discard, *game.deck.removed, *played))


def tags(cards: tuple[int, ...]) -> set[str]:
    """Return the tags of some cards."""
    return {card.tag for card in cards if isinstance(card, Card)}


@contextlib.contextmanager
def tagged_cards() -> Iterator[None]:
    """Tag all cards that are shuffled from now on."""
    shuffle = deck.shuffled

    def shuffled(setup: Setup, cards: tuple[int, ...], number: int) -> tuple[int, ...]:
        order = shuffle(setup, tuple(map(int, cards)), number)
        seed = setup.deck_seed
        return tuple(Card(int(card), tag_of(seed, number, i), (number, i)) for i, card in enumerate(order))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deck, "shuffled", shuffled)
        patch.setattr(orjson, "dumps", _dumps_with_tags(orjson.dumps))
        tables = {"TERRAINS": _Names(terrain.TERRAINS), "TERRAINS_OF_CARD": _Terrains(terrain.TERRAINS_OF_CARD)}
        for module in [module for name, module in sys.modules.items() if name.startswith("kingdom_builder.")]:
            for name in tables.keys() & vars(module).keys():
                patch.setattr(module, name, tables[name])
        yield


def _dumps_with_tags(dumps: Any) -> Any:
    """Return a `dumps` that writes tags; the original writes every subclass of int as a plain number."""

    def default(value: Any) -> Any:
        if isinstance(value, Card):
            return value.tag
        kinds: tuple[type[Any], ...] = (int, str, dict, list)
        for kind in kinds:
            if isinstance(value, kind):
                return kind(value)
        raise TypeError(f"{type(value).__name__} is not for JSON")

    def written(value: Any) -> Any:
        return dumps(value, default, orjson.OPT_PASSTHROUGH_SUBCLASS)

    return written
