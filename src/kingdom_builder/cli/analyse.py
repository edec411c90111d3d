"""`kingdom-builder analyse`: the best turns in a position or at a moment of a recorded game."""

from __future__ import annotations

import argparse
import json
from typing import Any

from kingdom_builder.bots.analysis import Suggestion, analyse
from kingdom_builder.bots.budget import Budget, read_budget
from kingdom_builder.cli.arguments import read_record, read_text, whole_number
from kingdom_builder.cli.words import Words, add_language_option, capital
from kingdom_builder.library import Game, load
from kingdom_builder.sets.registry import answer_name


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "analyse",
        help="find the best turns in a position, and say why",
        description="Read a position file or a game record, and let the champion look for the best turns of the player "
        "to play: what each would earn at once, which tiles and terrains it would reach, and what it is worth.",
        epilog="Example: kingdom-builder analyse game.txt --at 42 --best 5",
    )
    parser.add_argument("file", help="a position file or a record; - for standard input")
    parser.add_argument("--at", type=whole_number, metavar="N", help="of a record: after its first N answers")
    parser.add_argument("--best", type=whole_number, default=3, metavar="N", help="how many (default %(default)s)")
    parser.add_argument("--budget", type=_budget, metavar="B", help="how long to think: 5s, or 20000e evaluations")
    parser.add_argument(
        "--games",
        type=whole_number,
        default=4,
        metavar="N",
        help="games played on from each turn, to tell what it brings in the end (default %(default)s)",
    )
    parser.add_argument("--seed", type=whole_number, default=0, metavar="S", help="seed of the search (default 0)")
    add_language_option(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def _budget(text: str) -> Budget:
    try:
        return read_budget(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(options: argparse.Namespace) -> int:
    """Print the best turns."""
    at = options.at
    game = load(read_text(options.file)) if at is None else Game.from_record(read_record(options.file), at)
    seat = game.to_play
    if seat is None:
        raise ValueError("nobody is to play: the game is over, or there is no player in this position")
    found = analyse(
        game.view(seat), seed=options.seed, budget=options.budget, best=max(1, options.best), games=options.games
    )
    if options.json:
        print(json.dumps({"seat": seat, "turns": [_facts(suggestion) for suggestion in found]}))
        return 0
    say = Words(options.language)
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
        value=f"{suggestion.value:.1f}",
        gains=", ".join(gains) or say("analyse.nothing"),
    )


def _expectation(suggestion: Suggestion, say: Words) -> str:
    sources = [f"{say.card(source)} {gold:.1f}" for source, gold in suggestion.expected.items() if gold]
    total = f"{sum(suggestion.expected.values()):.1f}"
    return say("analyse.expected", gold=total, sources=", ".join(sources))
