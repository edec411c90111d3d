"""The review of a finished game."""

from __future__ import annotations

from collections.abc import Callable

from kingdom_builder.bots import BEHAVIOUR_VERSION
from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.budget import MOST
from kingdom_builder.bots.pace import still_to_come
from kingdom_builder.engine.game import Game
from kingdom_builder.review.chances import Outlook, final_outlook, outlook
from kingdom_builder.review.comparing import Comparison, Evaluation, compare
from kingdom_builder.review.document import ReviewDocument, ReviewedTurn
from kingdom_builder.review.expected import expected_gold
from kingdom_builder.review.luck import luck_of
from kingdom_builder.review.marks import GOOD, mark_of, player_of, turning_points
from kingdom_builder.review.reasons import reason_for
from kingdom_builder.review.tile_parts import TileParts
from kingdom_builder.review.turns import PlayedTurn, steps_of, turns_of
from kingdom_builder.sets.problems import RecordError, RecordProblem
from kingdom_builder.texts.catalogue import Sentence

REVIEW_VERSION = 3
"""Increased with every change of what a review says. Reviews that are kept are made again then."""

DEFAULT_BUDGET = 50_000
"""Evaluations a turn."""

Progress = Callable[[int, int], None]
"""Is told how many turns are reviewed, and how many there are."""


def version() -> str:
    """Return what changes when a review of the same game would be another.

    >>> version().count("."), version() == version()
    (1, True)
    """
    return f"{REVIEW_VERSION}.{BEHAVIOUR_VERSION}"


def review_game(game: Game, *, budget: int = DEFAULT_BUDGET, progress: Progress | None = None) -> ReviewDocument:
    """Review a finished game: every turn beside the best one found.

    The same game and budget give the same review, with and without the compiled kernel. Raise RecordError if the game
    is not over: a review knows the best turns, so nobody may have it while the game can be won.
    """
    if not isinstance(game, Game):
        raise TypeError(f"expected a game of kingdom_builder.game, not {type(game)!r}")
    if not 1 <= budget <= MOST:
        raise ValueError(f"budget: expected evaluations as a whole number from 1 to {MOST}")
    if not game.over:
        raise RecordError(RecordProblem.NOT_OVER)
    turns = turns_of(game)
    evaluation = Evaluation.of(game)
    reviewed: list[ReviewedTurn] = []
    outlooks: list[Outlook] = []
    certainties: list[float] = []
    if progress:
        progress(0, len(turns))
    for number, turn in enumerate(turns):
        compared = compare(turn.before.view(turn.seat), turn.planned, evaluation, budget, turn.number)
        is_last = number == len(turns) - 1 and turn.ended == len(game.answers())
        end = (
            final_outlook(game.scores())
            if is_last and turn.is_planned
            else outlook(compared.played, _turns_left(turn.after))
        )
        parts = TileParts(turn, compared, evaluation) if compared.gold_lost >= GOOD else None
        reason = reason_for(turn, compared, parts)
        luck = round(luck_of(turns, number, evaluation.evaluator), 2)
        reviewed.append(_reviewed(turn, compared, end, reason, luck))
        certainties.append(compared.certainty)
        if not outlooks:
            outlooks.append(outlook(compared.best, _turns_left(turn.before)))
        outlooks.append(end)
        if progress:
            progress(number + 1, len(turns))
    if outlooks:
        outlooks[-1] = final_outlook(game.scores())
    return {
        "version": version(),
        "budget": budget,
        "sources": [line.source for line in game.score(0)],
        "players": [player_of(reviewed, seat) for seat in range(len(game.players))],
        "turns": reviewed,
        "lead": [[round(margin, 2) for margin in found.margins] for found in outlooks],
        "chance": [_shares(found.chances) for found in outlooks],
        "turning_points": turning_points(reviewed, certainties),
    }


def _reviewed(
    turn: PlayedTurn, compared: Comparison, end: Outlook, reason: Sentence | None, luck: float
) -> ReviewedTurn:
    seat, lost = turn.seat, compared.gold_lost
    chance, better_chance = end.chances[seat], end.chance_with(seat, lost)
    expected = expected_gold(compared, seat)
    better = turn.answers if compared.same else compared.better
    return {
        "turn": turn.number + 1,
        "seat": seat,
        "card": turn.card,
        "begun": turn.begun,
        "ended": turn.ended,
        "played": turn.steps,
        "better": turn.steps if compared.same else steps_of(turn.before.view(seat).sample(0), better),
        "better_answers": list(better),
        "same": compared.same,
        "margin_before": round(end.margins[seat] + lost, 2),
        "margin_after": round(end.margins[seat], 2),
        "chance_before": round(better_chance, 4),
        "chance_after": round(chance, 4),
        "gold_lost": round(lost, 2),
        "mark": mark_of(lost, better_chance - chance, compared.certainty),
        "reason": reason,
        "expected_played": [round(gold, 2) for gold in expected.played],
        "expected_better": [round(gold, 2) for gold in expected.better],
        "others_played": round(expected.others_played, 2),
        "others_better": round(expected.others_better, 2),
        "luck": luck,
    }


def _turns_left(game: Game) -> float:
    turns, _ = still_to_come(game)
    return max(turns)


def _shares(chances: list[float]) -> list[float]:
    """Return chances rounded so that they add up to 1; the largest takes what is left.

    >>> _shares([1 / 3, 1 / 3, 1 / 3]), _shares([0.00005, 0.85815, 0.1418])
    ([0.3334, 0.3333, 0.3333], [0.0001, 0.8581, 0.1418])
    """
    rounded = [round(chance, 4) for chance in chances]
    largest = rounded.index(max(rounded))
    others = [*rounded[:largest], *rounded[largest + 1 :]]
    rounded[largest] = round(1.0 - ordered_sum(others), 4)
    return rounded
