"""Beam search over the answers of a turn; every position on the way is evaluated as if the turn ended there.

Within a turn nothing is hidden and there is almost no chance, so a turn can be planned to its end. An answer that draws
a card or asks another player ends a plan; what follows is planned when it is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kingdom_builder.bots.budget import Meter
from kingdom_builder.bots.evaluation import Evaluator, Opponents
from kingdom_builder.bots.imprecision import Imprecision
from kingdom_builder.engine.answers import ANSWER_OF_HEX, END_TURN
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import iter_hexes

BREADTH = 24
"""How many hexes of one question are searched, the most promising ones."""

_FINISH_BREADTH = 6
"""How many are searched when the budget is spent, or for what may follow a drawn card."""

_MOST_FINISHED = 8
"""How many positions of the beam are finished when the budget is spent. Else plans would leave tiles unused."""


class Plan(NamedTuple):
    """Answers for the rest of a turn, and the value of the game after them."""

    value: float
    answers: tuple[int, ...]


class Node(NamedTuple):
    """A position within the turn, its value, and the answers that lead to it."""

    value: float
    answers: tuple[int, ...]
    game: Game


def beam_search(
    game: Game,
    seat: int,
    evaluator: Evaluator,
    width: int,
    meter: Meter,
    *,
    breadth: int = BREADTH,
    share: float = 1.0,
    imprecision: Imprecision | None = None,
) -> list[Plan]:
    """Return plans for the rest of the turn, best first; `game` itself is searched, so give a copy.

    There is always at least one plan, also with an empty budget. `width` positions are kept in the beam, and of each
    question no more than `breadth` hexes are searched. When `share` of the budget is spent, the best turns that were
    begun are finished in a narrow search, which may spend a little more. `imprecision` makes a bot weaker: its error is
    added to every value, and only the answers that it notices are searched.
    """
    turn, active = game.turn, game.active
    deck = game.deck
    opponents = evaluator.opponents(game, seat)
    found: dict[tuple[object, ...], Plan] = {}
    frontier = [Node(0.0, (), game)]
    seen: set[tuple[object, ...]] = set()
    finishing = False
    error = _no_error if imprecision is None else imprecision.error
    while frontier:
        reached: dict[tuple[object, ...], Node] = {}
        most = _FINISH_BREADTH if finishing else breadth
        for node, child, answers in _children(frontier, seat, evaluator, most, imprecision):
            if not finishing and (found or reached) and meter.spent_share() >= share:
                break
            ended = child.turn != turn or child.active != active
            if ended or child.over or child.deck is not deck or child.to_play != seat:
                before = node.game if ended and answers[-1] == END_TURN else child
                guess = before
                if not ended and not child.over and child.stack:
                    guess = _next_best(child, seat, evaluator, opponents, meter)
                value = evaluator.value(child if child.over else guess, seat, opponents)
                meter.spend()
                _keep(found, _key(before, seat), Plan(value + error(), answers))
                continue
            key = _key(child, seat)
            if key in seen or key in reached:
                continue
            meter.spend()
            reached[key] = Node(evaluator.value(child, seat, opponents) + error(), answers, child)
        seen |= reached.keys()
        frontier = sorted(reached.values(), key=_by_value)[:width]
        if meter.spent_share() >= share:
            # Finish the turns that were begun: few of them, few hexes of each question.
            finishing = True
            frontier = frontier[:_MOST_FINISHED]
    return sorted(found.values(), key=_by_value)


def played(game: Game, plan: Plan) -> Game:
    """Return a copy of a game after a plan, as far as its answers are legal there."""
    after = game.copy()
    for answer in plan.answers:
        if answer not in after.legal_answers():
            break
        after.play(answer)
    return after


def played_without_end(game: Game, plan: Plan) -> Game:
    """Return a copy of a game after a plan, before the end of the turn."""
    return played(game, plan._replace(answers=tuple([answer for answer in plan.answers if answer != END_TURN])))


def _next_best(game: Game, seat: int, evaluator: Evaluator, opponents: Opponents, meter: Meter) -> Game:
    """Return the best position after the next answer, when an action has drawn a card."""
    if game.to_play != seat:
        return game
    found = []
    for answer in _promising(game, seat, evaluator, _FINISH_BREADTH):
        child = game.copy()
        child.play(answer)
        found.append((evaluator.value(child, seat, opponents), -answer, child))
    meter.spend(len(found))
    return max(found)[2]


def _children(
    frontier: list[Node], seat: int, evaluator: Evaluator, breadth: int, imprecision: Imprecision | None
) -> Iterator[tuple[Node, Game, tuple[int, ...]]]:
    """Yield the successors of each position, after the answers up to the next change on the board or the turn's end."""
    for node in frontier:
        waiting = [(node.game, node.answers)]
        while waiting:
            game, answers = waiting.pop()
            free, walls, stack = game.free, game.walls, game.stack
            for answer in _promising(game, seat, evaluator, breadth, imprecision):
                child = game.copy()
                child.play(answer)
                path = (*answers, answer)
                # A chosen tile, piece or terrain changes nothing yet: only what follows can be evaluated.
                begun = child.stack and child.free == free and child.walls == walls and child.to_play == game.to_play
                known = child.turn == game.turn and child.deck is game.deck
                if begun and known and child.stack != stack:
                    waiting.append((child, path))
                else:
                    yield node, child, path


def _promising(
    game: Game, seat: int, evaluator: Evaluator, breadth: int, imprecision: Imprecision | None = None
) -> list[int]:
    """Return the answers to search: the most promising hexes and every option, of those that are noticed."""
    hexes, options = game.legal() if imprecision is None else imprecision.noticed(game.legal())
    many = hexes.bit_count() > breadth
    places = evaluator.ordering.best(game, seat, hexes, breadth) if many else iter_hexes(hexes)
    return [*[ANSWER_OF_HEX[h] for h in places], *options]


def _key(game: Game, seat: int) -> tuple[object, ...]:
    """Return what distinguishes positions of one turn: different answers may lead to the same position."""
    own = game.players[seat]
    return (
        game.stack,
        game.to_build,
        game.terrain,
        game.turn_state,
        game.walls,
        own.pieces,
        own.tokens,
        own.tiles,
        own.nomads,
        own.extra,
        own.gold,
        tuple(other.pieces for other in game.players),
    )


def _no_error() -> float:
    return 0.0


def _keep(found: dict[tuple[object, ...], Plan], key: tuple[object, ...], plan: Plan) -> None:
    if key not in found or found[key].value < plan.value:
        found[key] = plan


def _by_value(plan: Plan | Node) -> tuple[float, tuple[int, ...]]:
    return -plan.value, plan.answers
