"""Grades a turn that was played in a puzzle against the best one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple, cast

from kingdom_builder import kernel
from kingdom_builder.bots.analysis import touched_terrains
from kingdom_builder.bots.beam_search import Plan, played_without_end
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.playouts import Result, deal_seeds, difference, margin, mean_gold, play_out
from kingdom_builder.bots.rollouts import QUICK
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.game import Game
from kingdom_builder.puzzles.messages import PuzzleGrade
from kingdom_builder.puzzles.puzzle import KnownTurn, Puzzle
from kingdom_builder.puzzles.turns import outcome_of
from kingdom_builder.review.comparing import NO_LOSS, Comparison
from kingdom_builder.review.marks import CHANCE_OF_MISTAKE, mark_of
from kingdom_builder.review.reasons import reason_for
from kingdom_builder.review.turns import PlayedTurn, planned, steps_of
from kingdom_builder.table import messages, previews
from kingdom_builder.table.diff import tiles_between
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.state import has_ended_turn
from kingdom_builder.texts.catalogue import Sentence

_BUDGET, _BUDGET_WITHOUT_KERNEL = 80_000, 15_000
"""How many evaluations the games take that value a turn."""

_LEAST_DEALS, _MOST_DEALS = 2, 64
_USUAL_DIFFERENCE = 3.0
"""The standard deviation of what unknown turns lose, around what the last of the known ones loses: so much is known
about them without games, because a deep search has preferred the known ones."""


class Played(NamedTuple):
    """A turn that was played: its answers as far as they depend on no drawn card, and its value if it is known."""

    answers: tuple[int, ...]
    known: KnownTurn | None


def read_turn(puzzle: Puzzle, answers: Sequence[int]) -> Played:
    """Return a turn as it is graded; Rejected if it is not legal or not over. The end of the turn may be missing."""
    start = puzzle.game()
    game = _played(start, answers)
    if not has_ended_turn(start, game):
        if game.to_play != start.active or END_TURN not in game.legal_answers():
            raise Rejected("illegal", "The turn is not over: play all of it.")
        answers = (*answers, END_TURN)
    reached = outcome_of(start, answers)
    for turn in puzzle.turns:
        if reached is not None and outcome_of(start, turn.answers) == reached:
            return Played(tuple(answers), turn)
    return Played(planned(start, answers), None)


def _played(start: Game, answers: Sequence[int]) -> Game:
    """Return the game after answers of the turn; Rejected if one is not legal or comes after the turn."""
    game = start.copy()
    for answer in answers:
        if has_ended_turn(start, game):
            raise Rejected("not_your_turn", "The turn of this puzzle is over.")
        try:
            game.play(answer)
        except IllegalAnswer as error:
            raise Rejected("illegal", str(error)) from None
    return game


def value_turn(puzzle: Puzzle, answers: tuple[int, ...]) -> KnownTurn:
    """Return the value of a turn that is not known, from games that are played on with a bounded budget."""
    game = puzzle.game()
    view = game.view(game.active)
    best = puzzle.best.answers
    seeds = deal_seeds(random.Random(0), _MOST_DEALS)
    limit = _BUDGET if kernel.available() else _BUDGET_WITHOUT_KERNEL
    evaluator = Evaluator(view.sample(0))
    results = play_out(view, [best, answers], seeds, evaluator, QUICK, limit=limit).results
    results += play_out(view, [best, answers], seeds[len(results) : _LEAST_DEALS], evaluator, QUICK).results
    lost = difference([margin(better, view.seat) - margin(own, view.seat) for better, own in results])
    weight, prior = 1.0 / max(lost.error, 0.25) ** 2, 1.0 / _USUAL_DIFFERENCE**2
    mean = (weight * lost.mean + prior * puzzle.turns[-1].lost) / (weight + prior)
    expected = tuple([round(gold, 1) for gold in mean_gold([own for _, own in results], view.seat)])
    return KnownTurn(answers, max(0.0, round(mean, 1)), round((weight + prior) ** -0.5, 1), expected)


def grade(puzzle: Puzzle, answers: Sequence[int], value: KnownTurn) -> PuzzleGrade:
    """Return the grade of a turn whose value is known."""
    game = puzzle.game()
    best = puzzle.best
    same = value is best or value.answers == best.answers
    lost = 0.0 if same or value.lost <= NO_LOSS else value.lost
    return {
        "mark": mark_of(lost, CHANCE_OF_MISTAKE, _certainty(puzzle, value)),
        "same": same,
        "gold_lost": lost,
        "error": value.error,
        "played": steps_of(game, answers),
        "better": steps_of(game, best.answers),
        "better_answers": list(best.answers),
        "played_gains": _gains(game, answers),
        "better_gains": _gains(game, best.answers),
        "sources": [line.source for line in game.score(game.active)],
        "expected_played": list(value.expected),
        "expected_better": list(best.expected),
        "missed_by": list(puzzle.missed_by),
        "reason": _reason(game, value, best) if lost else None,
    }


def _certainty(puzzle: Puzzle, value: KnownTurn) -> float:
    """Return by how many standard errors a turn is worse than the best; the known turns certainly are."""
    return float("inf") if value in puzzle.turns or not value.error else value.lost / value.error


def grade_turn(puzzle: Puzzle, answers: Sequence[int]) -> PuzzleGrade:
    """Grade a turn, valuing it first if it is not known."""
    turn = read_turn(puzzle, answers)
    return grade(puzzle, answers, turn.known or value_turn(puzzle, turn.answers))


def _reason(game: Game, value: KnownTurn, best: KnownTurn) -> Sentence | None:
    """Return why the best turn is better, as the review says it. Only the player's own gold is known."""
    seat = game.active
    own, better = [_ending(turn, seat, len(game.players)) for turn in (value, best)]
    compared = Comparison(best.answers, False, value.lost, value.error, [own], [better])  # noqa: FBT003 - not the same
    answers = tuple(value.answers)
    ending = played_without_end(game, Plan(0.0, answers))
    turn = PlayedTurn(game.turn, seat, len(game.answers()), answers, answers, None, [], game, ending, ending)
    return reason_for(turn, compared)


def _ending(turn: KnownTurn, seat: int, players: int) -> Result:
    """Return the expected end of a game as the end of one: means instead of gold, nothing for the other players."""
    gold = cast(list[int], list(turn.expected))
    return [gold if number == seat else [] for number in range(players)]


def _gains(game: Game, answers: Sequence[int]) -> messages.Hint:
    """Return what a turn changes at once: gold by source, tiles, and the terrains that the player's pieces touch."""
    seat = game.active
    after = game.copy()
    for answer in answers:
        if answer != END_TURN:
            after.play(answer)
    gained, _lost = tiles_between(game.players[seat], after.players[seat])
    touched, touches = touched_terrains(game, seat), touched_terrains(after, seat)
    return {
        "answers": list(answers),
        "gold": previews.gold_between(game, after, seat),
        "gained": gained,
        "reach": [terrain for terrain in touches if terrain not in touched],
        "freed": [terrain for terrain in touched if terrain not in touches],
    }
