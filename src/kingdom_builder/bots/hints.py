"""Hints: how a bot would play the rest of a turn."""

from __future__ import annotations

from kingdom_builder.bots.greedy import GreedyBot
from kingdom_builder.game.answers import END_TURN
from kingdom_builder.game.view import View

MOST_ANSWERS = 60


def rest_of_turn(view: View, seed: int) -> list[int]:
    """Return the answers of the greedy bot until this seat is asked no more in this turn; nothing if it is not now.

    It plays on with cards dealt at random, so it stops before an answer that draws one: what would follow cannot be
    known. Only if that is the very first answer, it is given, by itself.
    """
    game = view.sample(seed)
    bot = GreedyBot(seed)
    turn, deck = game.turn, game.deck
    answers: list[int] = []
    while game.to_play == view.seat and game.turn == turn and len(answers) < MOST_ANSWERS:
        answer = bot.answer(game.view(view.seat))
        game.play(answer)
        drawn = game.deck is not deck and answer != END_TURN
        if not drawn or not answers:
            answers.append(answer)
        if drawn:
            break
    return answers
