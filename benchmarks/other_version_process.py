"""The program of `other_version.py` that runs in the other version of this project, and plays with its bots.

It uses only what all versions have that read position files. It reads a line of JSON and writes one. When its standard
input ends, it prints to standard error how much CPU time the bots have used.
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import replace
from itertools import count
from typing import Any

from kingdom_builder.bots import new_bot

try:
    from kingdom_builder.game import Game
except ImportError:  # older versions have a package kingdom_builder.game
    from kingdom_builder.game.game import Game  # type: ignore[import-not-found,no-redef]

_SEATS_KEPT = 16
"""How many bots are kept: those of the present game, and of a few before it."""
_numbers = count()


class Seat:
    """A bot in one game. The board stays the same object, so that what a bot keeps for a board is used again."""

    def __init__(self, name: str, seed: int, cpu: list[float]) -> None:
        """Make the bot; the CPU time of its turns is added to `cpu`."""
        self.number = next(_numbers)
        self._cpu = cpu
        self._bot = new_bot(name, seed)
        self._board: Any = None

    def turn(self, now: dict[str, Any], begun: dict[str, Any], since: list[int]) -> list[int]:
        """Return the answers up to the end of the turn, a drawn card or a question to another player."""
        game, seat = self._restored(now, begun, since), now["seat"]
        turn, deck = game.turn, game.deck
        answers = []
        started = time.process_time()
        while game.to_play == seat and game.turn == turn and game.deck is deck:
            answers.append(self._bot.answer(game.view(seat)))
            game.play(answers[-1])
        self._cpu.append(time.process_time() - started)
        return answers

    def _restored(self, now: dict[str, Any], begun: dict[str, Any], since: list[int]) -> Any:
        """Return the game of a moment; if this version reads no `progress`, play the turn up to there again."""
        try:
            game = self._with_hand(Game.from_position(json.dumps(now["position"])), now)
        except ValueError:
            game = self._with_hand(_at_begin_of_turn(begun), begun)
            # Cards that were drawn in this turn: those that replace removed ones (R3.10).
            removed = now["removed"][len(begun["removed"]) :]
            game.deck = game.deck._replace(draw=_with_top(game.deck.draw, [*removed[1:], *now["hand"]]))
            for answer in since:
                game.play(answer)
        if sorted(game.legal_answers()) != sorted(now["legal"]):
            raise ValueError("the versions differ in what is legal here") from None
        return game

    def _with_hand(self, game: Any, moment: dict[str, Any]) -> Any:
        """Return the game with the seat's own hand, on the same board object; the other cards are dealt again."""
        self._board = self._board or game.board
        game.board = self._board
        game.setup = replace(game.setup, board=self._board)
        game.change(moment["seat"]).hand = tuple(moment["hand"])
        return game.view(moment["seat"]).sample(0)


def _at_begin_of_turn(moment: dict[str, Any]) -> Any:
    """Return the position at the beginning of a turn of the base game, which needs no `progress`."""
    fields = dict(moment["position"])
    progress = fields.pop("progress")
    if progress["sets"] != ["base"] or progress["variants"]:
        raise ValueError("this version can only play the base game from positions")
    game: Any = Game.from_position(json.dumps(fields))
    game.turn, game.last_built = progress["turn"], progress["last_built"]
    game.setup = replace(game.setup, start=progress["start"])
    game.deck = game.deck._replace(discard=tuple(moment["discard"]), removed=tuple(moment["removed"]))
    locations = sorted(game.board.location_at)
    for seat, taken in enumerate(moment["taken_from"]):
        player = game.change(seat)
        name = "taken_from" if hasattr(player, "taken_from") else "taken"
        setattr(player, name, sum(1 << locations[i] for i in taken))
    return game


def _with_top(draw: tuple[int, ...], cards: list[int]) -> tuple[int, ...]:
    """Return a draw pile with these cards on top, as far as it has them; the last card is drawn first."""
    rest, top = list(draw), []
    for card in cards:
        if card in rest:
            rest.remove(card)
            top.append(card)
    return (*rest, *reversed(top))


def main() -> None:
    """Reply to each line, until standard input ends."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a bot prints goes to standard error
    seats: list[Seat] = []
    used: dict[str, list[float]] = {}
    for line in sys.stdin:
        message = json.loads(line)
        try:
            if "bot" in message:
                seats.append(Seat(message["bot"], message["seed"], used.setdefault(message["bot"], [])))
                del seats[:-_SEATS_KEPT]
                reply: dict[str, Any] = {"seat": seats[-1].number}
            else:
                seat = next(seat for seat in seats if seat.number == message["seat"])
                reply = {"answers": seat.turn(message["now"], message["begun"], message["since"])}
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        replies.write(json.dumps(reply) + "\n")
        replies.flush()
    for name, cpu in used.items():
        if cpu:
            mean, most = sum(cpu) / len(cpu), max(cpu)
            sys.stderr.write(f"{name}: {len(cpu)} turns, {mean:.4f} s of CPU time a turn, at most {most:.4f} s\n")


if __name__ == "__main__":
    main()
