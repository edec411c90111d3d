"""`kingdom-builder replay`: go through a recorded game."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from kingdom_builder.cli.arguments import read_record, whole_number
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.score import score_facts, score_notes, score_table
from kingdom_builder.cli.screen import draw, use_colour
from kingdom_builder.cli.words import Words
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.game import Game
from kingdom_builder.sets.registry import answer_name


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("replay", run, example="replay game.txt --at 42")
    parser.add_argument("record", metavar=say("metavar.record"), help=say("option.file.record"))
    parser.add_argument("--at", type=whole_number(say), metavar="N", help=say("option.at.replay"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=say("option.json.replay"))
    form.add_argument("--svg", action="store_true", help=say("option.svg"))
    parser.add_argument("--no-colour", "--no-color", action="store_true", help=say("option.no_colour"))


def run(options: argparse.Namespace, say: Words) -> int:
    """Step through the record, or print one position of it."""
    game = Game.from_record(read_record(options.record, say), options.at)
    if options.json:
        print(json.dumps(_facts(game)))
        return 0
    if options.svg:
        print(game.to_svg())
        return 0
    colour = use_colour(plain=options.no_colour)
    if options.at is None and sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(game, say, colour=colour)
    else:
        _show(game, say, colour=colour)
    return 0


def _facts(game: Game) -> dict[str, Any]:
    return {
        "at": len(game.answers()),
        "turn": game.turn,
        "over": game.over,
        "to_play": game.to_play,
        "answers": [answer_name(answer) for answer in game.answers()],
        "position": position_document(game),
        **score_facts(game),
    }


def _show(game: Game, say: Words, *, colour: bool) -> None:
    print(draw(game, colour=colour))
    print(say("replay.over" if game.over else "replay.at", n=len(game.answers()), turn=game.turn + 1))
    print("\n".join([score_table(game, say), *score_notes(game, say)]))


def _step_through(game: Game, say: Words, *, colour: bool) -> None:
    answers = game.answers()
    while game.history is not None:
        game.undo()
    at = 0
    while True:
        _show(game, say, colour=colour)
        if at:
            print(say("replay.last", answer=say.answer(answers[at - 1])))
        try:
            word = input(say("replay.prompt", n=at, all=len(answers)) + " ").strip().lower()
        except EOFError:
            print()
            return
        if word == "q":
            return
        if word.isdigit():
            target = min(int(word), len(answers))
        elif word == "b":
            target = _turn_begin(answers, at - 1)
        else:
            target = _turn_end(answers, at)
        while at > target:
            game.undo()
            at -= 1
        while at < target:
            game.play(answers[at])
            at += 1


def _turn_end(answers: list[int], at: int) -> int:
    return next((i + 1 for i in range(at, len(answers)) if answers[i] == END_TURN), len(answers))


def _turn_begin(answers: list[int], at: int) -> int:
    return next((i for i in range(max(at, 0), 0, -1) if answers[i - 1] == END_TURN), 0)
