"""One player's side of the table: pieces, supply, tiles, cards."""

from __future__ import annotations

from typing import NamedTuple

from kingdom_builder.setup.builder import SETTLEMENTS

SETTLEMENT, WARRIOR, SHIP, WAGON, CITY_HALL = "settlement", "warrior", "ship", "wagon", "city_hall"


class OwnedTile(NamedTuple):
    """A location tile of a player: its kind, the hex it came from, the turn it was taken in, whether it is used."""

    kind: int
    at: int
    since: int
    used: bool = False


class NomadTile(NamedTuple):
    """A nomad tile of a player: its kind and the turn it was taken in (R6.1)."""

    kind: int
    since: int


class Tokens(NamedTuple):
    """The sets of hexes where a player's warriors, ship, wagon and city hall stand."""

    warriors: int = 0
    ship: int = 0
    wagon: int = 0
    city_hall: int = 0

    def toggled(self, kind: str, hexes: int) -> Tokens:
        """Return tokens with a kind put on these hexes, or taken from them if it stands there."""
        name = _TOKEN_FIELDS[kind]
        return self._replace(**{name: getattr(self, name) ^ hexes})


_TOKEN_FIELDS = {WARRIOR: "warriors", SHIP: "ship", WAGON: "wagon", CITY_HALL: "city_hall"}
NO_TOKENS = Tokens()


class BonusTile(NamedTuple):
    """A bonus action tile of Marshlands: the kind of location it belongs to, the turn it was taken in, whether used."""

    kind: int
    since: int
    used: bool = False


class Holdings(NamedTuple):
    """What only some sets give a player: held settlements (R5.24), value of number tiles (R5.28), lines marked for
    Mayors as bits (R7.31), bonus tiles, and the kinds of bonus tile ever taken.
    """

    held: int = 0
    numbers: int = 0
    lines: int = 0
    bonus: tuple[BonusTile, ...] = ()
    bonus_ever: tuple[int, ...] = ()


NO_HOLDINGS = Holdings()


class Player(NamedTuple):
    """What everybody knows of a player; `cards` is how many terrain cards are in hand."""

    pieces: int
    tokens: Tokens
    supply: int
    gold: int
    cards: int
    tiles: tuple[OwnedTile, ...]
    taken: int
    nomads: tuple[NomadTile, ...]
    holdings: Holdings


FACTS = ("gold", "hand", "holdings", "nomads", "pieces", "reach", "supply", "taken", "tiles", "tokens")
"""What a seat has, by name."""


class Seat:
    """One player: `pieces` are all hexes with a piece, `reach` all hexes next to one (R0.20 ownAdj)."""

    __slots__ = (*FACTS, "_player")

    def __init__(self) -> None:
        """Begin with 40 settlements, no gold and nothing on the board (R2.5)."""
        self.pieces = self.reach = 0
        self.supply = SETTLEMENTS
        self.gold = 0
        self.hand: tuple[int, ...] = ()
        self.tiles: tuple[OwnedTile, ...] = ()
        self.taken = 0
        self.nomads: tuple[NomadTile, ...] = ()
        self.tokens = NO_TOKENS
        self.holdings = NO_HOLDINGS
        self._player: Player | None = None

    def clone(self) -> Seat:
        """Return a new seat with the same values."""
        new = _new_seat(Seat)
        new.pieces = self.pieces
        new.reach = self.reach
        new.supply = self.supply
        new.gold = self.gold
        new.hand = self.hand
        new.tiles = self.tiles
        new.taken = self.taken
        new.nomads = self.nomads
        new.tokens = self.tokens
        new.holdings = self.holdings
        new._player = None
        return new

    @property
    def player(self) -> Player:
        """What everybody knows of this player; asked for again it is the same object, so nothing may change then."""
        player = self._player
        if player is None:
            self._player = player = Player(
                self.pieces,
                self.tokens,
                self.supply,
                self.gold,
                len(self.hand),
                self.tiles,
                self.taken,
                self.nomads,
                self.holdings,
            )
        return player

    @property
    def settlements(self) -> int:
        """The hexes with an ordinary settlement."""
        tokens = self.tokens
        return self.pieces & ~(tokens.warriors | tokens.ship | tokens.wagon | tokens.city_hall)

    def kind_at(self, h: int) -> str:
        """Say which kind of piece stands on one of the player's hexes."""
        for kind, where in zip((WARRIOR, SHIP, WAGON, CITY_HALL), self.tokens, strict=True):
            if where >> h & 1:
                return kind
        return SETTLEMENT

    def __eq__(self, other: object) -> bool:
        """Compare everything a seat has."""
        return isinstance(other, Seat) and all(getattr(self, s) == getattr(other, s) for s in FACTS)

    __hash__ = None  # type: ignore[assignment]  # a seat changes while it is being made


_new_seat = Seat.__new__
