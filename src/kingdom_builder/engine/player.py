"""The state of one player: pieces, supply, tiles, cards."""

from __future__ import annotations

from typing import Any, NamedTuple

from kingdom_builder.engine.pieces import SETTLEMENT, Tokens, hexes_of

SETTLEMENTS = 40
"""The number of settlements of a player (R1.4)."""

RESERVE = 0
"""The slot of `PlayerState.extra` with the settlements set aside. Sets have the slots after it."""


class OwnedTile(NamedTuple):
    """A location tile of a player: its number, the hex it came from, the turn it was taken, whether it is used."""

    kind: int
    location: int
    acquired_turn: int
    used: bool = False


class OwnedNomadTile(NamedTuple):
    """A nomad tile of a player: its number and the turn it was taken (R6.1)."""

    kind: int
    acquired_turn: int


class PublicPlayer(NamedTuple):
    """The public information about a player; `cards` is the number of terrain cards in hand."""

    pieces: int
    tokens: Tokens
    supply: int
    gold: int
    cards: int
    tiles: tuple[OwnedTile, ...]
    taken_from: int
    nomads: tuple[OwnedNomadTile, ...]
    extra: tuple[Any, ...]

    @property
    def reserve(self) -> int:
        """The settlements set aside."""
        found: int = self.extra[RESERVE]
        return found


FIELDS = ("extra", "gold", "hand", "nomads", "pieces", "adjacent", "supply", "taken_from", "tiles", "tokens")
"""The fields of a player's state."""


class PlayerState:
    """The state of one player; copied before it is changed.

    `pieces` are all hexes with a piece, `adjacent` all hexes next to one (R0.20 ownAdj), `taken_from` the location
    hexes that gave a tile. `extra` has the reserve and then one value for each set with state of players.
    """

    __slots__ = (*FIELDS, "_public")

    def __init__(self, extra: tuple[Any, ...], supply: int = SETTLEMENTS) -> None:
        """Begin with 40 settlements or another supply, no gold and nothing on the board (R2.5)."""
        self.pieces = self.adjacent = 0
        self.supply = supply
        self.gold = 0
        self.hand: tuple[int, ...] = ()
        self.tiles: tuple[OwnedTile, ...] = ()
        self.taken_from = 0
        self.nomads: tuple[OwnedNomadTile, ...] = ()
        self.tokens: Tokens = ()
        self.extra = extra
        self._public: PublicPlayer | None = None

    def clone(self) -> PlayerState:
        """Return a copy that may be changed."""
        new = _new_player(PlayerState)
        new.pieces = self.pieces
        new.adjacent = self.adjacent
        new.supply = self.supply
        new.gold = self.gold
        new.hand = self.hand
        new.tiles = self.tiles
        new.taken_from = self.taken_from
        new.nomads = self.nomads
        new.tokens = self.tokens
        new.extra = self.extra
        new._public = None
        return new

    @property
    def public(self) -> PublicPlayer:
        """The public information about this player. It is cached, so read it after all changes."""
        player = self._public
        if player is None:
            self._public = player = PublicPlayer(
                self.pieces,
                self.tokens,
                self.supply,
                self.gold,
                len(self.hand),
                self.tiles,
                self.taken_from,
                self.nomads,
                self.extra,
            )
        return player

    @property
    def reserve(self) -> int:
        """The settlements set aside for a later mandatory action; the game does not end while there are any."""
        found: int = self.extra[RESERVE]
        return found

    def set_extra(self, slot: int, value: Any) -> None:
        """Replace the value of a slot."""
        self.extra = (*self.extra[:slot], value, *self.extra[slot + 1 :])

    @property
    def settlements(self) -> int:
        """The hexes with an ordinary settlement."""
        pieces = self.pieces
        for _, hexes in self.tokens:
            pieces &= ~hexes
        return pieces

    def hexes_of(self, kind: str) -> int:
        """Return the hexes with a piece of this kind."""
        if kind == SETTLEMENT:
            return self.settlements
        return hexes_of(self.tokens, kind) if self.tokens else 0

    def kind_at(self, h: int) -> str:
        """Return the kind of the piece on one of the player's hexes."""
        for kind, hexes in self.tokens:
            if hexes >> h & 1:
                return kind.id
        return SETTLEMENT

    def __eq__(self, other: object) -> bool:
        """Compare everything a player has."""
        return isinstance(other, PlayerState) and all(getattr(self, name) == getattr(other, name) for name in FIELDS)

    __hash__ = None  # type: ignore[assignment]  # a player's state changes while it is new


_new_player = PlayerState.__new__
