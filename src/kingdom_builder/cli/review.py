"""`kingdom-builder review`: every turn of a finished game beside the best one."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator

from kingdom_builder.bots.budget import MOST, read_budget
from kingdom_builder.cli.arguments import read_record, whole_number
from kingdom_builder.cli.bar import show_bar
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words, capital
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.game import Game
from kingdom_builder.review import DEFAULT_BUDGET, ReviewDocument, ReviewedTurn, review_game

_PATIENCE = 1.0
"""After how many seconds the progress is shown."""


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("review", run, example="review game.txt --seat 1")
    parser.add_argument("file", metavar=say("metavar.record"), help=say("option.file.record"))
    parser.add_argument(
        "--budget", type=_evaluations(say), default=f"{DEFAULT_BUDGET}e", metavar="E", help=say("option.budget.review")
    )
    parser.add_argument(
        "--seat", type=whole_number(say), action="append", metavar="N", help=say("option.seat.review"), default=[]
    )
    parser.add_argument("--json", action="store_true", help=say("option.json"))


def _evaluations(say: Words) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            evaluations = read_budget(f"{text}e" if text.isdecimal() and text.isascii() else text).evaluations
        except ValueError:
            evaluations = None
        if not evaluations:
            raise argparse.ArgumentTypeError(say("error.evaluations", text=repr(text), most=MOST))
        return evaluations

    return read


def run(options: argparse.Namespace, say: Words) -> int:
    """Review the game and print what was found."""
    if options.json and options.seat:
        raise ValueError(say("error.seat_and_json"))
    game = Game.from_record(read_record(options.file, say))
    players = len(game.players)
    for seat in options.seat:
        if not 1 <= seat <= players:
            raise ValueError(say("error.seat", n=seat, players=players))
    review = review_game(game, budget=options.budget, progress=_progress(say) if sys.stderr.isatty() else None)
    if options.json:
        print(json.dumps(review))
        return 0
    for line in _lines(review, game.answers(), [seat - 1 for seat in options.seat] or list(range(players)), say):
        print(line)
    return 0


def _progress(say: Words) -> Callable[[int, int], None]:
    begun = time.monotonic()
    shown = False

    def show(done: int, turns: int) -> None:
        nonlocal shown
        if shown or (time.monotonic() - begun > _PATIENCE and done < turns):
            shown = True
            show_bar(done, turns, say("review.progress", n=done, all=turns))

    return show


def _lines(review: ReviewDocument, answers: list[int], seats: list[int], say: Words) -> Iterator[str]:
    for seat in seats:
        player = review["players"][seat]
        yield capital(
            say(
                "review.player",
                name=say.seat(seat),
                accuracy=f"{player['accuracy']:.0f}",
                best=player["best"],
                good=player["good"],
                slip=player["slip"],
                mistake=player["mistake"],
                lost=say.number(player["gold_lost"]),
                luck=say.number(player["luck"], "+.1f"),
            )
        )
    points = [str(review["turns"][i]["turn"]) for i in review["turning_points"]]
    if points:
        yield say("review.points" if len(points) > 1 else "review.point", turns=say.listed(points))
    for turn in review["turns"]:
        if turn["seat"] in seats:
            yield from _turn_lines(turn, answers, say)


def _turn_lines(turn: ReviewedTurn, answers: list[int], say: Words) -> Iterator[str]:
    card = turn["card"]
    names = say("review.no_card") if card is None else "/".join(map(say.terrain, card.split("+")))
    moves = " ".join(map(say.answer, answers[turn["begun"] : turn["ended"] - 1]))
    yield say("review.turn", n=turn["turn"], name=say.seat(turn["seat"]), card=names, moves=moves)
    numbers = {
        "mark": say.text(f"review.mark.{turn['mark']}"),
        "margin": say.number(turn["margin_after"], "+.1f"),
        "chance": f"{100 * turn['chance_after']:.0f}",
        "before": say.number(turn["margin_before"], "+.1f"),
        "chance_before": f"{100 * turn['chance_before']:.0f}",
        "lost": f"−{say.number(turn['gold_lost'])}",
    }
    yield "   " + say("review.best" if turn["same"] else "review.lost", **numbers)
    if not turn["same"]:
        better = " ".join([say.answer(answer) for answer in turn["better_answers"] if answer != END_TURN])
        reason = say.sentence(turn["reason"]) if turn["reason"] else ""
        yield "   " + say("review.better", moves=better, reason=reason).rstrip()
