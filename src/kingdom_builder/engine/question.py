"""The current question of a game, and why an answer to it is not legal."""

from __future__ import annotations

from enum import unique
from typing import TYPE_CHECKING, Any, NamedTuple

from kingdom_builder.engine.actions.base import Stage
from kingdom_builder.engine.actions.build import MANDATORY, BuildFrame
from kingdom_builder.engine.answers import (
    ANSWERS,
    END_TURN,
    FIRST_ENTRY,
    FIRST_OPTION,
    FIRST_TERRAIN,
    HEX_OF_ANSWER,
    unused_name,
)
from kingdom_builder.engine.hexes import COORDINATES, EVERYWHERE
from kingdom_builder.engine.mandatory import left_to_build
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.position import NOT_BEGUN
from kingdom_builder.engine.problems import InputError, Problem
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import TERRAINS

if TYPE_CHECKING:
    from kingdom_builder.engine.game import Game


@unique
class AnswerProblem(Problem):
    """An answer that is not legal."""

    NO_SUCH_NUMBER = "this number is not an answer: they go from 0 to {last}"
    GAME_IS_OVER = "{answer} is not allowed: the game is over"
    HEX_NOT_ALLOWED = "{answer} is not allowed: {why}"
    OPTION_NOT_OFFERED = "{answer} is not offered now; the options are: {offered}"
    OPTION_FOR_HEX = "{answer} is an option, not a hex: write a1 to t20"
    NO_OPTION_OFFERED = "{answer} is not offered now; there are no options"


class IllegalAnswer(InputError):  # noqa: N818 - the rulebook's words: an illegal answer
    """The answer is not legal; the game has not changed. `reason` is what `why_not` returns for it.

    It is None for what is no answer at all.
    """

    __module__ = "kingdom_builder"
    reason: Any
    """The engine's reason, for a hex only, or the library's."""

    def __init__(self, problem: Problem, *, reason: object = None, **params: Any) -> None:
        """Store the reason, from which callers can make their own text."""
        super().__init__(problem, **params)
        self.reason = reason


class Question(NamedTuple):
    """The current question; texts make a sentence from it.

    `action` is `turn` between actions, else the action's id. `stage` is the kind of choice, `terrain` the terrain of
    the hexes, and `left` the number of settlements, walls or steps that can still follow, if any. `piece` is the hex of
    the piece picked up, `places` the kind of piece that the answer puts on a free hex.
    """

    seat: int
    action: str
    stage: str
    hexes: int
    options: tuple[int, ...]
    terrain: str | None = None
    left: int | None = None
    piece: int | None = None
    places: str | None = None


def current_question(game: Game) -> Question | None:
    """Return the current question, None when the game is over."""
    if game.over:
        return None
    hexes, options = game.legal()
    if game.stack:
        frame = game.stack[-1]
        action = game.rules.actions[frame.action]
        stage, terrain, left, piece, places = action.prompt(game, frame)
        return Question(frame.seat, action.id, stage, hexes, options, terrain, left, piece, places)
    if game.terrain is None and any(FIRST_TERRAIN <= option < FIRST_ENTRY for option in options):
        return Question(game.active, "turn", Stage.CHOOSE_CARD, hexes, options)
    if not game.to_build:
        stage, places = Stage.EXTRA, None
    else:
        stage = Stage.MANDATORY if game.to_build == NOT_BEGUN else Stage.MANDATORY_MORE
        places = SETTLEMENT
    terrain = None if game.terrain is None else TERRAINS[game.terrain]
    return Question(game.active, "turn", stage, hexes, options, terrain, left_to_build(game), places=places)


def why_not(game: Game, h: int) -> Reason | None:
    """Return why a hex is not legal now; None if it is legal."""
    if game.over:
        return Reason("game_over", "R3.32")
    legal, _ = game.legal()
    if legal >> h & 1:
        return None
    if not EVERYWHERE >> h & 1:
        return Reason("off_board", "R0.2")
    if game.stack:
        frame = game.stack[-1]
        return game.rules.actions[frame.action].why_not(game, frame, h)
    if not game.to_build:
        return Reason("no_hex_asked", "R3.1")
    if game.terrain is None:
        return Reason("choose_card_first", "R3.5")
    return MANDATORY.why_not(game, BuildFrame(MANDATORY.number, game.active, game.to_build), h)


def why_not_option(game: Game, option: int) -> Reason | None:
    """Return why an option is not legal now; None if it is legal."""
    if game.over:
        return Reason("game_over", "R3.32")
    if option in game.legal()[1]:
        return None
    return Reason("not_offered", "R3.3" if option == END_TURN else "R3.1")


def illegal_answer(game: Game, answer: int) -> IllegalAnswer:
    """Return the error for an answer that is not legal, with a readable message."""
    names = game.rules.names
    if not 0 <= answer < ANSWERS:
        return IllegalAnswer(AnswerProblem.NO_SUCH_NUMBER, last=ANSWERS - 1)
    if answer < FIRST_OPTION:
        name = str(COORDINATES[HEX_OF_ANSWER[answer]])
    else:
        name = names[answer] if answer in names else unused_name(answer)
    if game.over:
        return IllegalAnswer(AnswerProblem.GAME_IS_OVER, answer=name)
    if answer < FIRST_OPTION:
        reason = why_not(game, HEX_OF_ANSWER[answer])
        assert reason is not None
        return hex_not_allowed(name, reason, reason.code, reason.rule, f"{reason.code} ({reason.rule})")
    offered = ", ".join(names[option] for option in game.legal()[1])
    problem = AnswerProblem.OPTION_NOT_OFFERED if offered else AnswerProblem.NO_OPTION_OFFERED
    return IllegalAnswer(problem, answer=name, offered=offered)


def hex_not_allowed(name: str, reason: object, code: str, rule: str, why: str) -> IllegalAnswer:
    """Return the error for a hex; `why` is the last part of its message."""
    return IllegalAnswer(AnswerProblem.HEX_NOT_ALLOWED, reason=reason, answer=name, code=code, rule=rule, why=why)
