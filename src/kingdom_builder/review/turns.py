"""A game split into its turns, and a turn as the steps that the page tells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from kingdom_builder.engine.answers import END_TURN, ENTRIES
from kingdom_builder.engine.game import Game
from kingdom_builder.review.document import TurnStep
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.table.diff import card_name, diff_players, hex_numbers
from kingdom_builder.table.messages import PlayerChange


class PlayedTurn(NamedTuple):
    """A turn of a game: its number from 0, its answers with the numbers of the first and of the one after the last.

    `before` is the game when it begins, `ending` before its last answer, `after` when it has ended. `planned` are the
    answers up to the first one that draws a card or lets another player answer: what follows was not known before.
    """

    number: int
    seat: int
    begun: int
    answers: tuple[int, ...]
    planned: tuple[int, ...]
    card: str | None
    steps: list[TurnStep]
    before: Game
    ending: Game
    after: Game

    @property
    def is_planned(self) -> bool:
        """Whether the player could plan the whole turn: no card was drawn in it, and nobody else answered."""
        return self.planned == self.answers

    @property
    def ended(self) -> int:
        """The number of the answer after the last one of the turn."""
        return self.begun + len(self.answers)


def turns_of(game: Game) -> list[PlayedTurn]:
    """Return the turns of a game that have ended; answers after the last turn (R3.35) belong to none of them."""
    past = [game.copy()]
    while past[-1].history is not None:
        earlier = past[-1].copy()
        earlier.undo()
        past.append(earlier)
    past.reverse()
    answers = game.answers()
    turns: list[PlayedTurn] = []
    begun = 0
    for number, answer in enumerate(answers):
        if answer == END_TURN:
            turns.append(_turn(past[begun : number + 2], tuple(answers[begun : number + 1]), begun))
            begun = number + 1
    return turns


def steps_of(game: Game, answers: Sequence[int]) -> list[TurnStep]:
    """Return what answers do to the pieces and tiles of the player of the turn.

    Answers that end with a tile that draws a card end with a step that has its name and no hexes.
    """
    moments = [game]
    for answer in answers:
        after = moments[-1].copy()
        after.play(answer)
        moments.append(after)
    steps = _steps(moments, game.active)
    if answers and answers[-1] in ENTRIES and moments[-1].deck is not moments[-2].deck:
        steps.append(_step(answer_name(answers[-1])))
    return steps


def _turn(moments: Sequence[Game], answers: tuple[int, ...], begun: int) -> PlayedTurn:
    before = moments[0]
    seat = before.active
    cards = [moment.card for moment in moments[:-1] if moment.card is not None]
    return PlayedTurn(
        before.turn,
        seat,
        begun,
        answers,
        planned(before, answers),
        card_name(cards[0]) if cards else None,
        _steps(moments, seat),
        before,
        moments[-2],
        moments[-1],
    )


def planned(game: Game, answers: Sequence[int]) -> tuple[int, ...]:
    """Return answers up to the first that draws a card or asks another player: what follows cannot be planned."""
    after = game.copy()
    for number, answer in enumerate(answers, 1):
        after.play(answer)
        if after.deck is not game.deck or after.to_play != game.active:
            return tuple(answers[:number])
    return tuple(answers)


def _steps(moments: Sequence[Game], seat: int) -> list[TurnStep]:
    steps: list[TurnStep] = []
    for before, after in pairwise(moments):
        question = before.question
        if question is None or question.seat != seat:
            continue
        change = next((found for found in diff_players(before, after) if found["seat"] == seat), None)
        step = _step(question.action, change, hex_numbers(after.walls & ~before.walls))
        if step["placed"] or step["removed"] or step["gained"] or step["blocked"]:
            steps.append(step)
    return steps


def _step(action: str, change: PlayerChange | None = None, blocked: list[int] | None = None) -> TurnStep:
    return {
        "action": action,
        "placed": change["placed"] if change else [],
        "removed": change["removed"] if change else [],
        "gained": change["gained"] if change else [],
        "lost": change["lost"] if change else [],
        "blocked": blocked or [],
    }
