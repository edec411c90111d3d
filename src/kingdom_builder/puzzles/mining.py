"""Finds puzzles: bots play a game, and every turn of it is searched for one that is clearly the best.

A quick search drops nearly all turns. What is left is searched with a large budget and then played on to the end of the
game from each of the best turns, on common deals of the hidden cards. The work for a game depends on its number only.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from kingdom_builder.bots import new_bot
from kingdom_builder.bots.beam_search import Plan
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.bots.playouts import Difference, Result, deal_seeds, difference, margin, mean_gold, play_out
from kingdom_builder.bots.rollouts import QUICK
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.view import View
from kingdom_builder.game import Game, new_game
from kingdom_builder.puzzles.puzzle import KnownTurn, Puzzle, sets_of
from kingdom_builder.puzzles.turns import Outcome, outcome, outcome_of, play_turn
from kingdom_builder.setup.builder import ALL_SETS, QUEENIES

_PLAYERS = (2,) * 10 + (3, 3, 4)
"""The numbers of players, each as often as it is drawn: games of many players take long to play on."""

_GAME_LEVELS = ("settler@600e", "mason@1000e", "steward@1000e", "steward@1000e")
"""The bots that play the games: good enough for positions that people reach, not always the same turns."""

_TRIED = ("settler@600e", "mason@1000e", "steward@2000e", "champion@600e", "champion@2500e")
"""The bots that try a puzzle, weakest first."""

_TRIES = 3
"""How often a bot tries it whose errors are random."""


@dataclass(frozen=True)
class Thresholds:
    """When a position is a puzzle. Gold is the margin over the best of the others.

    A quick search with `quick` evaluations must see a gap of `quick_gap` gold between the two best different turns, a
    deep one with `deep` evaluations a gap of `deep_gap`. Then games are played on, first `few`, then up to `most`, and
    the best turn must be better than each other by `gap` gold and by `errors` standard errors. `turns` are compared. At
    last a search with `deepest` evaluations and other random numbers must find the same turn.
    """

    quick: int = 3_000
    quick_gap: float = 1.0
    deep: int = 40_000
    deep_gap: float = 1.0
    few: int = 8
    most: int = 128
    gap: float = 3.0
    errors: float = 2.5
    deepest: int = 160_000
    turns: int = 4
    least_turns: int = 8
    """How many different turns there must be, so that there is something to find."""
    per_game: int = 3
    """How many puzzles of one game are kept, in the order of its turns."""
    rounds: int = 4
    """How many rounds of most games are searched: early turns are more often puzzles."""
    whole: float = 0.4
    """The part of the games that are searched to their end."""


USUAL = Thresholds()
"""The thresholds of the puzzles in the package."""


class _Different(NamedTuple):
    """A turn that can be played to its end, its value and its outcome."""

    answers: tuple[int, ...]
    value: float
    outcome: Outcome


def mine_game(number: int, *, seed: int = 1, thresholds: Thresholds = USUAL) -> list[Puzzle]:
    """Return the puzzles of one game of bots; equal numbers and seeds give equal puzzles."""
    rng = random.Random(f"puzzles {seed} {number}")
    game = new_game(rng.getrandbits(32), players=rng.choice(_PLAYERS), sets=_drawn_sets(rng))
    bots = [new_bot(rng.choice(_GAME_LEVELS), rng.getrandbits(32)) for _ in game.players]
    found: list[Puzzle] = []
    turn, turns = -1, float("inf") if rng.random() < thresholds.whole else thresholds.rounds * len(game.players)
    while (seat := game.to_play) is not None and len(found) < thresholds.per_game and game.turn < turns:
        if game.turn != turn and game.active == seat and not game.stack:
            turn = game.turn
            puzzle = find_puzzle(game, rng.getrandbits(32), thresholds)
            if puzzle is not None:
                found.append(puzzle)
        game.play(bots[seat].answer(game.view(seat)))
    return found


def value_again(record: str, *, thresholds: Thresholds = USUAL) -> Puzzle | None:
    """Return the puzzle of a position that was one for other bots; None if it is none for these."""
    puzzle = find_puzzle(Game.from_record(record), zlib.crc32(record.encode()), thresholds)
    return None if puzzle is None else replace(puzzle, record=record)


def _drawn_sets(rng: random.Random) -> list[str]:
    """Return the sets of a game: few of them, so that each is seen well, and sometimes all."""
    mixed = [name for name in ALL_SETS if name not in QUEENIES]
    if rng.random() < 0.1:
        return list(ALL_SETS)
    chosen = ["base"] if rng.random() < 0.25 else rng.sample(mixed, rng.choice((1, 2)))
    queenies = [name for name in QUEENIES if rng.random() < 0.2]
    return [name for name in ALL_SETS if name in chosen or name in queenies]


def find_puzzle(game: Game, seed: int, thresholds: Thresholds) -> Puzzle | None:
    """Return the puzzle of the turn that begins in a game; None if no turn is clearly the best."""
    seat = game.to_play
    assert seat is not None
    view = game.view(seat)
    if len(view.legal_answers()) < 2:
        return None
    quick = _different(game, _ranked(view, thresholds.quick, seed), 2)
    if not _has_gap(quick, thresholds.quick_gap):
        return None
    plans = _ranked(view, thresholds.deep, seed + 1)
    deep = _different(game, plans, thresholds.turns)
    if not _has_gap(deep, thresholds.deep_gap):
        return None
    others = [turn for turn in quick if all(turn.outcome != known.outcome for known in deep)]
    known = _played_on(view, [turn.answers for turn in (*deep, *others)], seed, thresholds)
    if known is None or len(_different(game, plans, thresholds.least_turns)) < thresholds.least_turns:
        return None
    deepest = _different(game, _ranked(view, thresholds.deepest, seed + 2), 1)
    if not deepest or deepest[0].outcome != deep[0].outcome:
        return None
    missed = bots_that_miss(game, deep[0].outcome)
    return Puzzle(game.to_record(), max(1, len(missed)), missed, tuple(known), sets_of(game), len(game.players))


def _ranked(view: View, evaluations: int, seed: int) -> list[Plan]:
    return PlanningBot(seed, LEVELS["champion"], Budget(evaluations=evaluations)).ranked(view)


def _different(game: Game, plans: Sequence[Plan], most: int) -> list[_Different]:
    """Return the first plans that are whole turns with different outcomes; none if the best is no whole turn."""
    found: list[_Different] = []
    for value, answers in plans:
        after = play_turn(game, answers)
        if after is None:
            if not found:
                return []
            continue
        reached = outcome(after)
        if all(reached != known.outcome for known in found):
            found.append(_Different(_with_end(answers), value, reached))
        if len(found) == most:
            break
    return found


def _with_end(answers: tuple[int, ...]) -> tuple[int, ...]:
    return answers if answers[-1] == END_TURN else (*answers, END_TURN)


def _has_gap(turns: Sequence[_Different], gap: float) -> bool:
    return len(turns) > 1 and turns[0].value - turns[1].value >= gap


def _played_on(
    view: View, turns: Sequence[tuple[int, ...]], seed: int, thresholds: Thresholds
) -> list[KnownTurn] | None:
    """Return turns with what they lose, best first; None if the first is not clearly better than the others."""
    best, *others = turns
    games = _PlayedOn(view, deal_seeds(random.Random(seed), thresholds.most))
    known = [KnownTurn(best, 0.0, 0.0, ())]
    for turn in others:
        lost = _clearly_lost(games, turn, best, thresholds)
        if lost is None:
            return None
        known.append(KnownTurn(turn, round(lost.mean, 1), round(lost.error, 1), ()))
    return [turn._replace(expected=games.expected(turn.answers)) for turn in sorted(known, key=lambda turn: turn.lost)]


class _PlayedOn:
    """The ends of games that are played on from several turns, each on the same deals in the same order."""

    def __init__(self, view: View, seeds: Sequence[int]) -> None:
        self._view, self._seeds = view, seeds
        self._evaluator = Evaluator(view.sample(0))
        self._results: dict[tuple[int, ...], list[Result]] = {}

    def play(self, turn: tuple[int, ...], deals: int) -> None:
        """Play games on from a turn until it has been tried on so many deals."""
        found = self._results.setdefault(turn, [])
        seeds = self._seeds[len(found) : deals]
        found += [end for (end,) in play_out(self._view, [turn], seeds, self._evaluator, QUICK).results]

    def expected(self, turn: tuple[int, ...]) -> tuple[float, ...]:
        """Return the player's mean final gold by source."""
        return tuple(mean_gold(self._results[turn], self._view.seat))

    def lost(self, turn: tuple[int, ...], best: tuple[int, ...]) -> Difference:
        """Return the gold lost by a turn against another, on the deals on which both were tried."""
        pairs, seat = zip(self._results[best], self._results[turn], strict=False), self._view.seat
        return difference([margin(better, seat) - margin(own, seat) for better, own in pairs])


def _clearly_lost(
    games: _PlayedOn, turn: tuple[int, ...], best: tuple[int, ...], thresholds: Thresholds
) -> Difference | None:
    """Return what a turn loses against the best one, after as many games as it takes to say that this is enough.

    None if it is not, or if the most games do not show it.
    """
    deals = thresholds.few
    while deals <= thresholds.most:
        games.play(best, deals)
        games.play(turn, deals)
        lost = games.lost(turn, best)
        if lost.mean <= 0 or lost.mean + lost.error < thresholds.gap:
            return None
        if lost.mean >= max(thresholds.gap, thresholds.errors * lost.error):
            return lost
        deals *= 2
    return None


def bots_that_miss(game: Game, best: Outcome) -> tuple[str, ...]:
    """Return the bots that find the best turn in fewer than half of their tries; they depend on the game alone."""
    seat = game.active
    view, seed = game.view(seat), zlib.crc32(game.to_record().encode())
    missed = []
    for name in _TRIED:
        tries = _TRIES if LEVELS[name.partition("@")[0]].error else 1
        found = 0
        for number in range(tries):
            bot = new_bot(name, seed + number)
            assert isinstance(bot, PlanningBot)
            found += outcome_of(game, bot.turn(view)) == best
        if 2 * found < tries:
            missed.append(name)
    return tuple(missed)
