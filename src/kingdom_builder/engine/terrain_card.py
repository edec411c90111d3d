"""The terrain card of a turn: which terrain is played, exhausted terrain, and the next hand (R3.4 to R3.11, R3.28)."""

from __future__ import annotations

from kingdom_builder.engine.answers import FIRST_TERRAIN
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import CARD_TERRAINS, SWAMP, TERRAINS_OF_CARD
from kingdom_builder.engine.tiles import is_ready


def terrains_of(pos: Position, card: int) -> tuple[int, ...]:
    """Return the terrains of a card; swamp only if the board has swamp (R3.6)."""
    terrains = TERRAINS_OF_CARD[card]
    return terrains if pos.board.terrain[SWAMP] else terrains[-1:]


def reveal(pos: Position, card: int) -> None:
    """Reveal this card; its terrain is fixed unless the card has two (R3.5)."""
    pos.card = pos.terrain = card
    if card not in CARD_TERRAINS:
        terrains = terrains_of(pos, card)
        pos.terrain = terrains[0] if len(terrains) == 1 else None


def card_choices(pos: Position, player: PlayerState) -> list[int]:
    """Return the answers that choose a terrain; one without a free hex only if none has one (R3.5, R3.10)."""
    if not pos.to_build and not _needs_terrain(pos, player):
        return []
    cards = player.hand if pos.card is None else (pos.card,)
    terrains = sorted({terrain for card in cards for terrain in terrains_of(pos, card)})
    usable = [terrain for terrain in terrains if pos.board.terrain[terrain] & pos.free]
    return [FIRST_TERRAIN + terrain for terrain in usable or terrains]


def choose_terrain(pos: Position, terrain: int) -> None:
    """Set the played terrain; of two cards with this terrain the one without swamp is played."""
    pos.terrain = terrain
    if pos.card is None:
        hand = pos.players[pos.active].hand
        pos.card = min(card for card in hand if terrain in terrains_of(pos, card))


def replace_exhausted_card(pos: Position) -> None:
    """Remove an exhausted card from the game and draw until a card is usable (R3.10, R3.11)."""
    if pos.card is None:
        return
    terrain = pos.terrain
    if pos.board.terrain[terrain] & pos.free if terrain is not None else _is_usable(pos, pos.card):
        return
    if not pos.to_build and not _needs_terrain(pos, pos.players[pos.active]):
        return
    if not any(_is_usable(pos, other) for other in (*pos.deck.draw, *pos.deck.discard)):
        pos.to_build = 0
        return
    player = pos.change(pos.active)
    drawn = pos.card
    while True:
        hand = list(player.hand)
        hand.remove(drawn)
        pos.remove_card(drawn)
        (drawn,) = pos.draw_cards(1)
        player.hand = (*hand, drawn)
        if _is_usable(pos, drawn):
            break
    reveal(pos, drawn)


def new_hand(pos: Position, player: PlayerState, extra: int) -> None:
    """Discard, and draw one card and `extra` more (R3.28).

    With two terrain cards only the played one is discarded, and the hand is refilled (R2.26).
    """
    if not pos.setup.two_cards:
        player.hand = pos.draw_cards(1 + extra, discarded=player.hand)
        return
    kept = list(player.hand)
    discarded: tuple[int, ...] = ()
    if pos.card is not None:
        kept.remove(pos.card)
        discarded = (pos.card,)
    missing = max(0, pos.setup.hand_size + extra - len(kept))
    player.hand = (*kept, *pos.draw_cards(missing, discarded))


def _is_usable(pos: Position, card: int) -> bool:
    return any(pos.board.terrain[terrain] & pos.free for terrain in terrains_of(pos, card))


def _needs_terrain(pos: Position, player: PlayerState) -> bool:
    """Return whether the player has an extra action left that needs the played terrain (R3.10)."""
    actions = pos.rules.actions
    repeats = any(actions[tile.kind].repeats and is_ready(pos, tile) for tile in player.tiles)
    return any(
        (is_ready(pos, tile) or (repeats and tile.acquired_turn != pos.turn))
        and actions[tile.kind].needs_card
        and actions[tile.kind].has_resources(pos, pos.active)
        for tile in player.tiles
    )
