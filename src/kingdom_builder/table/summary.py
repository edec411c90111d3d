"""The course of a finished game: what every turn changed, and the turns that decided the game."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kingdom_builder.game import Game
from kingdom_builder.table import responses
from kingdom_builder.table.board_views import board_contents
from kingdom_builder.table.diff import hex_numbers
from kingdom_builder.table.events import CHANGES_QUESTION, Event
from kingdom_builder.table.evolve import apply_to_game
from kingdom_builder.table.fold import without_undone
from kingdom_builder.table.state import has_ended_turn

DECISIVE_TURNS = 3
"""How many turns are shown as decisive."""


def summary(setup: str, events: Sequence[Event]) -> responses.Summary:
    """Return the turns of a finished game, the winner, the best opponent, and the turns that decided between them."""
    game = Game.from_record(setup, any_rules=True)
    before = game.copy()
    beginning = _gold(game)
    turns: list[responses.TurnSummary] = []
    games: list[Game] = []
    for event in without_undone(events):
        if event.kind not in CHANGES_QUESTION:
            continue
        apply_to_game(game, event)
        if has_ended_turn(before, game):
            turns.append(_turn(before, game, event.seq))
            games.append(game.copy())
            before = games[-1]
    winner, rival = best_two(game)
    return {
        "sources": [line.source for line in game.score(0)],
        "beginning": beginning,
        "turns": turns,
        "winner": winner,
        "rival": rival,
        "decisive": [
            {"turn": turns[i]["turn"], "change": change, "contents": board_contents(games[i])}
            for i, change in decisive_turns(turns, winner, rival)
        ],
    }


def best_two(game: Game) -> tuple[int, int]:
    """Return the winner and the best of the others; of equal players the first in the order of the seats.

    >>> from kingdom_builder.game import new_game
    >>> best_two(new_game(1, players=3))
    (0, 1)
    """
    totals = game.scores()
    winner, rival, *_ = sorted(range(len(totals)), key=lambda seat: (seat not in game.winners(), -totals[seat], seat))
    return winner, rival


def decisive_turns(turns: Sequence[responses.TurnSummary], winner: int, rival: int) -> list[tuple[int, int]]:
    """Return the turns that changed the difference between two players most, by their index, with that change."""
    leads = [0, *(sum(turn["gold"][winner]) - sum(turn["gold"][rival]) for turn in turns)]
    changes = [(i, lead - last) for i, (last, lead) in enumerate(itertools.pairwise(leads))]
    largest = sorted(changes, key=lambda found: (-abs(found[1]), found[0]))[:DECISIVE_TURNS]
    return sorted(found for found in largest if found[1])


def _turn(before: Game, after: Game, seq: int) -> responses.TurnSummary:
    """Return what a turn changed: the hexes where its player built, and every player's gold by source after it."""
    seat = before.active
    return {
        "turn": before.turn + 1,
        "seat": seat,
        "seq": seq,
        "hexes": hex_numbers(after.players[seat].pieces & ~before.players[seat].pieces),
        "gold": _gold(after),
    }


def _gold(game: Game) -> list[list[int]]:
    """Return every player's gold by source."""
    return [[line.gold for line in game.score(seat)] for seat in range(len(game.players))]
