"""The best turns in a position, with their value and what they earn: for hints and for study."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from kingdom_builder.bots import Bot
from kingdom_builder.bots.beam_search import Plan, played_without_end
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.levels import ANALYST, LEVELS
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.bots.playouts import deal_seeds, mean_gold, play_out
from kingdom_builder.bots.rollouts import QUICK
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.terrain import CARD_TERRAINS, TERRAINS
from kingdom_builder.engine.view import View
from kingdom_builder.sets.registry import answer_name


class Suggestion(NamedTuple):
    """Answers until the turn ends or cannot be planned any further.

    `value` is by how much gold the player is expected to beat the best of the others. `gold` and `tiles` are what the
    turn earns at once. `reach` are the terrains that the player's settlements touch afterwards and did not before,
    `freed` those that they touch no longer, so that such a card could be built anywhere. `expected` is the player's
    mean final gold by source in games that are played on from there, empty if there are none.
    """

    answers: tuple[int, ...]
    value: float
    gold: dict[str, int]
    tiles: list[str]
    reach: list[str]
    freed: list[str]
    expected: dict[str, float]


def analyse(
    view: View, *, seed: int = 0, budget: Budget | None = None, best: int = 3, games: int = 0, bot: Bot | None = None
) -> list[Suggestion]:
    """Return the best turns that a bot finds, best first; nothing if this seat is not to play.

    Without a bot it is the analyst. One that does not plan turns has one: the turn that it plays. `games` games are
    played to their end from each of them, on the same deals of the hidden cards.
    """
    if view.to_play != view.seat:
        return []
    if bot is None:
        bot = PlanningBot(seed, ANALYST, budget)
    before = view.sample(seed)
    plans = bot.ranked(view)[:best] if isinstance(bot, PlanningBot) else [_turn_played_by(bot, view, seed)]
    return [
        _suggestion(before, played_without_end(before, plan), view.seat, plan, expected)
        for plan, expected in zip(plans, _expected(view, plans, seed, games), strict=True)
    ]


def rest_of_turn(view: View, seed: int, budget: Budget | None = None) -> list[int]:
    """Return a bot's answers until the turn ends; nothing if this seat is not to play.

    Without a budget it is the champion, with one the analyst. The answers stop before one that draws a card, because
    what follows is not known. If that is the first answer, it is returned alone.
    """
    bot = PlanningBot(seed, LEVELS["champion"] if budget is None else ANALYST, budget)
    found = analyse(view, seed=seed, best=1, bot=bot)
    if not found:
        return []
    game = view.sample(seed)
    answers: list[int] = []
    for answer in found[0].answers:
        deck = game.deck
        game.play(answer)
        if answers and answer != END_TURN and game.deck is not deck:
            break
        answers.append(answer)
    return answers


def _turn_played_by(bot: Bot, view: View, seed: int) -> Plan:
    """Return what a bot answers until its turn ends, a card is drawn or another seat has to answer."""
    game = view.sample(seed)
    turn, deck, seat = game.turn, game.deck, view.seat
    evaluator = Evaluator(game)
    answers: list[int] = []
    while game.turn == turn and game.to_play == seat and game.deck is deck:
        answers.append(bot.answer(game.view(seat)))
        if answers[-1] == END_TURN:
            break
        game.play(answers[-1])
    return Plan(evaluator.value(game, seat), tuple(answers))


def _expected(view: View, plans: Sequence[Plan], seed: int, games: int) -> list[dict[str, float]]:
    """Play games from plans to their end and return the player's mean gold by source, for every plan."""
    if not games:
        return [{} for _ in plans]
    sources = [line.source for line in view.score(view.seat)]
    seeds = deal_seeds(random.Random(seed), games)
    evaluator = Evaluator(view.sample(seed))
    results = play_out(view, [plan.answers for plan in plans], seeds, evaluator, QUICK).results
    return [dict(zip(sources, mean_gold(ends, view.seat), strict=True)) for ends in zip(*results, strict=True)]


def _suggestion(before: Game, after: Game, seat: int, plan: Plan, expected: dict[str, float]) -> Suggestion:
    lines = zip(before.score(seat), after.score(seat), strict=True)
    had = [tile.kind for tile in before.players[seat].tiles]
    tiles = [tile.kind for tile in after.players[seat].tiles]
    for kind in had:
        if kind in tiles:
            tiles.remove(kind)
    then, now = touched_terrains(before, seat), touched_terrains(after, seat)
    return Suggestion(
        plan.answers,
        plan.value,
        {new.source: new.gold - old.gold for old, new in lines if new.gold != old.gold},
        [answer_name(kind) for kind in tiles],
        [name for name in now if name not in then],
        [name for name in then if name not in now],
        expected,
    )


def touched_terrains(game: Game, seat: int) -> list[str]:
    """Return the terrains of which a player's pieces touch a free hex: such a card must be built there (R3.7)."""
    near = game.players[seat].adjacent & game.free
    return [TERRAINS[terrain] for terrain in CARD_TERRAINS if near & game.board.terrain[terrain]]
