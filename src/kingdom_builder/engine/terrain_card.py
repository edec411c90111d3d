"""The terrain card of a turn: which terrain is played, exhausted terrain, and the next hand (R3.4 to R3.11, R3.28)."""

from __future__ import annotations

from kingdom_builder.engine.answers import FIRST_TERRAIN
from kingdom_builder.engine.player import Seat
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import CARD_TERRAINS, SWAMP, TERRAINS_OF_CARD
from kingdom_builder.sets.registry import ACTIONS, BAZAAR


class PlayedTerrain(Position):
    """A position that knows what its player may play."""

    __slots__ = ()

    def terrains_of(self, card: int) -> tuple[int, ...]:
        """Return the terrains a card offers; swamp only where there is any (R3.6)."""
        terrains = TERRAINS_OF_CARD[card]
        return terrains if self.board.terrain[SWAMP] else terrains[-1:]

    def _is_usable(self, card: int) -> bool:
        return any(self.board.terrain[terrain] & self.free for terrain in self.terrains_of(card))

    def _reveal(self, card: int) -> int | None:
        """Play this card and return its terrain, which is fixed unless the card offers a choice (R3.5)."""
        self.played = self.card = card
        if card not in CARD_TERRAINS:
            terrains = self.terrains_of(card)
            self.card = terrains[0] if len(terrains) == 1 else None
        return self.card

    def _card_choices(self, seat: Seat) -> list[int]:
        """Return the terrains that may be chosen; one without a free hex only if all are so (R3.5, R3.10)."""
        if not self.to_build and not self._wants_card(seat):
            return []
        cards = seat.hand if self.played is None else (self.played,)
        terrains = sorted({terrain for card in cards for terrain in self.terrains_of(card)})
        usable = [terrain for terrain in terrains if self.board.terrain[terrain] & self.free]
        return [FIRST_TERRAIN + terrain for terrain in usable or terrains]

    def _choose_terrain(self, terrain: int) -> None:
        """Fix the played terrain; of two cards that show it the one without swamp is played."""
        self.card = terrain
        if self.played is None:
            hand = self.seats[self.active].hand
            self.played = min(card for card in hand if terrain in self.terrains_of(card))

    def _wants_card(self, seat: Seat) -> bool:
        """Say whether the player has an extra action left that needs the played terrain (R3.10)."""
        repeats = any(tile.kind == BAZAAR and self.is_ready(tile) for tile in seat.tiles)
        return any(
            (self.is_ready(tile) or (repeats and tile.since != self.turn))
            and ACTIONS[tile.kind].needs_card
            and ACTIONS[tile.kind].ready(self, self.active)
            for tile in seat.tiles
        )

    def _replace_exhausted_card(self) -> None:
        """Put an exhausted card out of the game and draw until a usable one appears (R3.10, R3.11)."""
        if self.played is None:
            return
        card = self.card
        if self.board.terrain[card] & self.free if card is not None else self._is_usable(self.played):
            return
        if not self.to_build and not self._wants_card(self.seats[self.active]):
            return
        if not any(map(self._is_usable, self.deck.draw)) and not any(map(self._is_usable, self.deck.discard)):
            self.to_build = 0
            return
        seat = self.change(self.active)
        drawn = self.played
        while True:
            hand = list(seat.hand)
            hand.remove(drawn)
            self.remove_card(drawn)
            (drawn,) = self.draw_cards(1)
            seat.hand = (*hand, drawn)
            if self._is_usable(drawn):
                break
        self._reveal(drawn)

    def _new_hand(self, seat: Seat, extra: int) -> None:
        """Discard, and draw one card and one more for each crossroads tile (R3.28).

        With two terrain cards only the played one is discarded and the hand filled up again (R2.26).
        """
        if not self.setup.two_cards:
            seat.hand = self.draw_cards(1 + extra, laid_down=seat.hand)
            return
        kept = list(seat.hand)
        laid_down: tuple[int, ...] = ()
        if self.played is not None:
            kept.remove(self.played)
            laid_down = (self.played,)
        missing = max(0, self.setup.hand_size + extra - len(kept))
        seat.hand = (*kept, *self.draw_cards(missing, laid_down))
