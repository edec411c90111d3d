"""The grade of one turn, such as a turn of a finished game that somebody has tried again."""

from __future__ import annotations

from typing import TypedDict

from kingdom_builder.bots.pace import still_to_come
from kingdom_builder.engine.game import Game
from kingdom_builder.review.chances import final_outlook, outlook
from kingdom_builder.review.comparing import Evaluation, compare
from kingdom_builder.review.document import Mark, TurnStep
from kingdom_builder.review.game_review import DEFAULT_BUDGET
from kingdom_builder.review.marks import mark_of
from kingdom_builder.review.turns import turns_of


class GradedTurn(TypedDict):
    """The mark of a turn, what it did, and the gold by which the best turn found is better."""

    played: list[TurnStep]
    gold_lost: float
    mark: Mark


def grade_turn(game: Game, *, budget: int = DEFAULT_BUDGET) -> GradedTurn:
    """Return the grade of the last turn that has ended in a game, as a review with this budget gives it.

    >>> from kingdom_builder.game import new_first_game
    >>> game = new_first_game(1)
    >>> while game.turn == 0:
    ...     game.play(game.legal_answers()[0])
    >>> grade_turn(game, budget=100)["mark"] in ("best", "good", "slip", "mistake")
    True
    """
    turn = turns_of(game)[-1]
    compared = compare(turn.before.view(turn.seat), turn.planned, Evaluation.of(game), budget, turn.number)
    lost = compared.gold_lost
    turns_left = 0.0 if game.over else max(still_to_come(turn.after)[0])
    end = final_outlook(game.scores()) if game.over and turn.is_planned else outlook(compared.played, turns_left)
    chance_lost = end.chance_with(turn.seat, lost) - end.chances[turn.seat]
    mark = mark_of(lost, chance_lost, compared.certainty)
    return {"played": turn.steps, "gold_lost": round(lost, 2), "mark": mark}
