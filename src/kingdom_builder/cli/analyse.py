"""`kingdom-builder analyse`: the best turns in a position or at a moment of a recorded game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

from kingdom_builder.bots.analysis import Suggestion, analyse
from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.budget import MOST, Budget, read_budget
from kingdom_builder.cli.arguments import read_record, read_text, whole_number
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words, capital
from kingdom_builder.game import Game, load
from kingdom_builder.sets.registry import answer_name


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    number = whole_number(say)
    parser = commands.add("analyse", run, example="analyse game.txt --at 42 --best 5")
    parser.add_argument("file", metavar=say("metavar.file"), help=say("option.file.analyse"))
    parser.add_argument("--at", type=number, metavar="N", help=say("option.at.analyse"))
    parser.add_argument("--best", type=number, default=3, metavar="N", help=say("option.best"))
    parser.add_argument("--budget", type=_budget(say), metavar="B", help=say("option.budget"))
    parser.add_argument("--games", type=number, default=4, metavar="N", help=say("option.games.analyse"))
    parser.add_argument("--seed", type=number, default=0, metavar="N", help=say("option.seed.analyse"))
    parser.add_argument("--json", action="store_true", help=say("option.json"))


def _budget(say: Words) -> Callable[[str], Budget]:
    def read(text: str) -> Budget:
        try:
            return read_budget(text)
        except ValueError:
            raise argparse.ArgumentTypeError(say("error.budget", text=repr(text), most=MOST)) from None

    return read


def run(options: argparse.Namespace, say: Words) -> int:
    """Print the best turns."""
    at = options.at
    game = load(read_text(options.file, say)) if at is None else Game.from_record(read_record(options.file, say), at)
    seat = game.to_play
    if seat is None:
        raise ValueError(say("error.nobody_to_play"))
    found = analyse(
        game.view(seat), seed=options.seed, budget=options.budget, best=max(1, options.best), games=options.games
    )
    if options.json:
        print(json.dumps({"seat": seat, "turns": [_facts(suggestion) for suggestion in found]}))
        return 0
    print(capital(say("analyse.to_play", name=say.seat(seat))))
    for number, suggestion in enumerate(found, 1):
        print(f"{number}. {_sentence(suggestion, say)}")
        if suggestion.expected:
            print(f"   {_expectation(suggestion, say)}")
    return 0


def _facts(suggestion: Suggestion) -> dict[str, Any]:
    return {**suggestion._asdict(), "answers": [answer_name(answer) for answer in suggestion.answers]}


def _sentence(suggestion: Suggestion, say: Words) -> str:
    gains = [f"{gold:+d} {say.card(source)}" for source, gold in suggestion.gold.items()]
    gains += [say("analyse.tile", tile=say.tile(name)) for name in suggestion.tiles]
    gains += [say("analyse.reach", terrain=say.terrain(name)) for name in suggestion.reach]
    gains += [say("analyse.freed", terrain=say.terrain(name)) for name in suggestion.freed]
    return say(
        "analyse.turn",
        moves=" ".join(map(say.answer, suggestion.answers)),
        value=say.number(suggestion.value),
        gains=", ".join(gains) or say("analyse.nothing"),
    )


def _expectation(suggestion: Suggestion, say: Words) -> str:
    sources = [f"{say.card(source)} {say.number(gold)}" for source, gold in suggestion.expected.items() if gold]
    total = say.number(ordered_sum(suggestion.expected.values()))
    return say("analyse.expected", gold=total, sources=", ".join(sources))
