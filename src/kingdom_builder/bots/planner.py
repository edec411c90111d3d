"""Plans a whole turn: a beam over its answers, every position on the way valued as if the turn ended there.

Within a turn nothing is hidden and almost nothing is left to chance, so a turn can be planned to its end. An answer
that draws a card or asks another player ends a plan: what follows is planned when it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kingdom_builder.bots.budget import Meter
from kingdom_builder.bots.value import Rivals, Valuer
from kingdom_builder.engine.answers import ANSWER_OF_HEX, END_TURN
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import each

BREADTH = 24
"""How many hexes of one question are looked at: the most promising of them, where there are more."""


_HURRIED_BREADTH = 6
"""How many are looked at when the budget is spent, or for what may follow a drawn card."""


class Plan(NamedTuple):
    """Answers for the rest of a turn, what they lead to, and what that is worth."""

    value: float
    answers: tuple[int, ...]
    game: Game


class Node(NamedTuple):
    """A position on the way, by its value."""

    value: float
    answers: tuple[int, ...]
    game: Game


def plans(
    game: Game,
    seat: int,
    valuer: Valuer,
    width: int,
    meter: Meter,
    *,
    breadth: int = BREADTH,
    error: Callable[[], float] = lambda: 0.0,
) -> list[Plan]:
    """Return the best ways to play on until the turn ends, best first; `game` is one that may be played in.

    There is always at least one, whatever the meter says. `width` positions are followed at once, and in each of them
    no more than `breadth` hexes are looked at. `error` is added to every value: who errs sees less well.
    """
    turn, active = game.turn, game.active
    deck = game.deck
    rivals = valuer.rivals(game, seat)
    found: dict[tuple[object, ...], Plan] = {}
    frontier = [Node(0.0, (), game)]
    seen: set[tuple[object, ...]] = set()
    hurried = False
    while frontier:
        reached: dict[tuple[object, ...], Node] = {}
        for node, child, answers in _children(frontier, seat, valuer, _HURRIED_BREADTH if hurried else breadth):
            if meter.is_empty() and not hurried and (found or reached):
                break
            ended = child.turn != turn or child.active != active
            if ended or child.over or child.deck is not deck or child.to_play != seat:
                before = node.game if ended and answers[-1] == END_TURN else child
                guess = before
                if not ended and not child.over and child.stack:
                    guess = _next_best(child, seat, valuer, rivals, meter)
                value = valuer.value(child if child.over else guess, seat, rivals)
                meter.spend()
                _keep(found, _key(before, seat), Plan(value + error(), answers, child))
                continue
            key = _key(child, seat)
            if key in seen or key in reached:
                continue
            meter.spend()
            reached[key] = Node(valuer.value(child, seat, rivals) + error(), answers, child)
        seen |= reached.keys()
        frontier = sorted(reached.values(), key=_by_value)[:width]
        if meter.is_empty():
            # What is begun is played to its end, by one way and with a short look at each question.
            hurried = True
            frontier = [] if found else frontier[:1]
    return sorted(found.values(), key=_by_value)


def played(game: Game, plan: Plan) -> Game:
    """Return a game after a plan, as far as it can be played in it."""
    after = game.copy()
    for answer in plan.answers:
        if answer not in after.legal_answers():
            break
        after.play(answer)
    return after


def before_the_end(game: Game, plan: Plan) -> Game:
    """Return a game as a plan leaves it, before the turn passes on."""
    return played(game, plan._replace(answers=tuple([answer for answer in plan.answers if answer != END_TURN])))


def _next_best(game: Game, seat: int, valuer: Valuer, rivals: Rivals, meter: Meter) -> Game:
    """Return the best that can follow a card drawn by an action, on this card: what it is worth, about."""
    if game.to_play != seat:
        return game
    found = []
    for answer in _promising(game, seat, valuer, _HURRIED_BREADTH):
        child = game.copy()
        child.play(answer)
        found.append((valuer.value(child, seat, rivals), -answer, child))
    meter.spend(len(found))
    return max(found)[2]


def _children(
    frontier: list[Node], seat: int, valuer: Valuer, breadth: int
) -> Iterator[tuple[Node, Game, tuple[int, ...]]]:
    """Yield what can follow each position: the turn's end, or a change on the board and the answers that lead to it."""
    for node in frontier:
        waiting = [(node.game, node.answers)]
        while waiting:
            game, answers = waiting.pop()
            free, walls, stack = game.free, game.walls, game.stack
            for answer in _promising(game, seat, valuer, breadth):
                child = game.copy()
                child.play(answer)
                path = (*answers, answer)
                # A tile chosen, a piece picked up, a terrain chosen: only what it leads to can be valued.
                begun = child.stack and child.free == free and child.walls == walls and child.to_play == game.to_play
                known = child.turn == game.turn and child.deck is game.deck
                if begun and known and child.stack != stack:
                    waiting.append((child, path))
                else:
                    yield node, child, path


def _promising(game: Game, seat: int, valuer: Valuer, breadth: int) -> list[int]:
    """Return the answers to look at: of many hexes the most promising ones, and every option."""
    hexes, options = game.asked()
    many = hexes.bit_count() > breadth
    places = valuer.promise.best(game, seat, hexes, breadth) if many else each(hexes)
    return [*[ANSWER_OF_HEX[h] for h in places], *options]


def _key(game: Game, seat: int) -> tuple[object, ...]:
    """Return what tells positions of one turn apart: ways that lead to the same one are one."""
    own = game.seats[seat]
    return (
        game.stack,
        game.to_build,
        game.card,
        game.phase,
        game.walls,
        own.pieces,
        own.tokens,
        own.tiles,
        own.nomads,
        own.holdings,
        own.gold,
        tuple(other.pieces for other in game.seats),
    )


def _keep(found: dict[tuple[object, ...], Plan], key: tuple[object, ...], plan: Plan) -> None:
    if key not in found or found[key].value < plan.value:
        found[key] = plan


def _by_value(plan: Plan | Node) -> tuple[float, tuple[int, ...]]:
    return -plan.value, plan.answers
