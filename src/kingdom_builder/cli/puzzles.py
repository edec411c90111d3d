"""`kingdom-builder puzzles`: the list of puzzles, one of them in the terminal, and the search for new ones."""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

from kingdom_builder.arena.mining import mine
from kingdom_builder.cli.arguments import whole_number
from kingdom_builder.cli.parser import Commands, Parser
from kingdom_builder.cli.screen import use_colour
from kingdom_builder.cli.terminal_game import ME, TerminalGame
from kingdom_builder.cli.words import Words, capital, table
from kingdom_builder.puzzles.grading import grade_turn
from kingdom_builder.puzzles.messages import PuzzleGrade
from kingdom_builder.puzzles.puzzle import DIFFICULTIES, Puzzle, shipped_puzzles
from kingdom_builder.puzzles.table import puzzle_info
from kingdom_builder.setup.builder import ALL_SETS
from kingdom_builder.table.messages import Hint

PUZZLES = 1000
"""How many puzzles are searched unless another number is given."""


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    number = whole_number(say)
    parser = commands.add("puzzles", run_list, example="puzzles --set nomads --difficulty 3")
    _add_choice(parser, say)
    parser.add_argument("--json", action="store_true", help=say("option.json"))
    actions = Commands(parser, path="puzzles.", metavar="action", required=False)
    play = actions.add("play", run_play, example="puzzles play --set island")
    play.add_argument("id", nargs="?", metavar=say("metavar.name"), help=say("option.id.puzzle"))
    _add_choice(play, say)
    play.add_argument("--no-colour", "--no-color", action="store_true", help=say("option.no_colour"))
    search = actions.add("mine", run_mine, example="puzzles mine build/puzzles --puzzles 1000")
    search.add_argument("folder", type=Path, metavar=say("metavar.folder"), help=say("option.folder.mine"))
    search.add_argument("--puzzles", type=number, default=PUZZLES, metavar="N", help=say("option.puzzles"))
    search.add_argument("--seed", type=number, default=1, metavar="N", help=say("option.seed.mine"))
    search.add_argument("--earlier", type=Path, metavar=say("metavar.file"), help=say("option.earlier.mine"))
    search.add_argument("--workers", type=number, metavar="N", help=say("option.workers.train"))


def _add_choice(parser: Parser, say: Words) -> None:
    """Add the options that choose puzzles; those before the name of an action are kept."""
    parser.add_argument("--set", choices=ALL_SETS, default=argparse.SUPPRESS, help=say("option.set.puzzle"))
    parser.add_argument(
        "--difficulty", type=int, choices=DIFFICULTIES, default=argparse.SUPPRESS, help=say("option.difficulty")
    )


def _chosen(options: argparse.Namespace) -> list[Puzzle]:
    of_set, difficulty = getattr(options, "set", None), getattr(options, "difficulty", None)
    return [
        puzzle
        for puzzle in shipped_puzzles().values()
        if (of_set is None or of_set in puzzle.sets) and difficulty in (None, puzzle.difficulty)
    ]


def run_list(options: argparse.Namespace, say: Words) -> int:
    """List the puzzles."""
    found = _chosen(options)
    if options.json:
        print(json.dumps([puzzle_info(puzzle) for puzzle in found]))
        return 0
    rows = [[say(f"puzzles.column.{name}") for name in ("id", "difficulty", "players", "sets")]]
    rows += [
        [p.id, str(p.difficulty), str(p.players), ", ".join([say.text(f"set.{name}.name") for name in p.sets])]
        for p in found
    ]
    print(table(rows))
    print(say("puzzles.count", n=len(found)))
    return 0


def run_play(options: argparse.Namespace, say: Words) -> int:
    """Let a person play the turn of a puzzle, and grade it."""
    found = _chosen(options)
    if options.id is not None:
        found = [puzzle for puzzle in shipped_puzzles().values() if puzzle.id == options.id]
    if not found:
        raise ValueError(say("error.no_puzzle"))
    puzzle = random.choice(found)
    game = puzzle.game()
    begun, turn = len(game.answers()), game.turn
    print(say("puzzles.task", id=puzzle.id, n=puzzle.difficulty))
    seats = [ME if seat == game.active else "-" for seat in range(len(game.players))]
    TerminalGame(game, seats, {}, say, colour=use_colour(plain=options.no_colour)).play(until=turn + 1)
    if game.turn == turn and not game.over:
        return 0
    grade = grade_turn(puzzle, game.answers()[begun:])
    print("\n" + _verdict(grade, say))
    return 0


def _verdict(grade: PuzzleGrade, say: Words) -> str:
    lines = [say(f"puzzles.{grade['mark']}")]
    if not grade["same"]:
        reason = [] if grade["reason"] is None else [say.sentence(grade["reason"])]
        lines[0] = " ".join([lines[0], *reason, say("puzzles.lost", gold=say.number(grade["gold_lost"]))])
        lines.append(_turn(say("puzzles.played"), grade["played_gains"], say))
    lines.append(_turn(say("puzzles.better"), grade["better_gains"], say))
    if not grade["same"]:
        both = zip(grade["sources"], grade["expected_played"], grade["expected_better"], strict=True)
        rows = [["", say("puzzles.played"), say("puzzles.better")]]
        rows += [
            [say.card(name), say.number(played), say.number(better)]
            for name, played, better in both
            if played or better
        ]
        lines += [say("puzzles.expected"), table(rows)]
    return "\n".join(lines)


def _turn(title: str, hint: Hint, say: Words) -> str:
    gains = [f"{line['gold']:+d} {say.card(line['source'])}" for line in hint["gold"]]
    gains += [say("analyse.tile", tile=say.tile(name)) for name in hint["gained"]]
    gains += [say("analyse.reach", terrain=say.terrain(name)) for name in hint["reach"]]
    gains += [say("analyse.freed", terrain=say.terrain(name)) for name in hint["freed"]]
    moves = " ".join(map(say.answer, hint["answers"]))
    return say("puzzles.turn", title=capital(title), moves=moves, gains=", ".join(gains) or say("analyse.nothing"))


def run_mine(options: argparse.Namespace, say: Words) -> int:
    """Search puzzles in games of bots, and print where they are."""
    if options.puzzles < 1 or options.workers == 0:
        raise ValueError(say("error.at_least_one", option="--puzzles, --workers"))
    show = sys.stderr.isatty()

    def progress(steps: int, puzzles: int) -> None:
        if show:
            sys.stderr.write("\r" + say("puzzles.progress", steps=steps, n=puzzles, all=options.puzzles))
            sys.stderr.flush()

    result = mine(
        options.folder,
        puzzles=options.puzzles,
        seed=options.seed,
        earlier=options.earlier,
        workers=options.workers,
        progress=progress,
    )
    if show:
        sys.stderr.write("\n")
    print(say("puzzles.mined", file=str(result)))
    return 0
