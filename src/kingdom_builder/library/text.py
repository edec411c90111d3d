"""A game as plain text: the board, the cards, the players and the question."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.engine.game import Game
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.library.values import player_of, question_of
from kingdom_builder.render import text


def to_text(game: Game, hands: Sequence[tuple[str, ...] | None]) -> str:
    """Return the board, a line about the turn, the cards, and a line for each player; hidden hands are None."""
    lines = [_turn(game), f"Cards: {', '.join((*game.setup.cards, *game.setup.tasks)) or 'none'}"]
    lines += [_player(game, seat, hand) for seat, hand in enumerate(hands)]
    return f"{text.to_text(game)}\n" + "\n".join(lines) + "\n"


def _turn(game: Game) -> str:
    if game.over:
        return f"The game is over after {game.turn} turns."
    question = question_of(game.question)
    assert question is not None
    card = "" if game.terrain is None else f", played terrain: {TERRAINS[game.terrain]}"
    last = ", last round" if game.end_triggered else ""
    return f"Turn {game.turn + 1}{last}{card}. Seat {question.seat} is asked: {question}"


def _player(game: Game, seat: int, hand: tuple[str, ...] | None) -> str:
    player = player_of(game, seat)
    lines = game.score(seat)
    sources = ", ".join(f"{line.source} {line.gold}" for line in lines if line.gold)
    gold = f"{sum(line.gold for line in lines)} gold{f' ({sources})' if sources else ''}"
    cards = f"hand: {', '.join(hand) or 'none'}" if hand is not None else f"{player.cards} hidden"
    tiles = [f"{tile.name}{' (used)' if tile.used else ' (new)' if tile.locked else ''}" for tile in player.tiles]
    owned = ", ".join((*tiles, *player.nomad_tiles)) or "none"
    return f"{text.OWNERS[seat]} = seat {seat}: {gold}; supply {player.supply}; tiles: {owned}; {cards}"
