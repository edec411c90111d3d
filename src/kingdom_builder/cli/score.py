"""`kingdom-builder score`: what a position is worth, card by card."""

from __future__ import annotations

import argparse
import json
from typing import Any

from kingdom_builder.cli.arguments import add_position_options, one_per_line, positions
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words, table
from kingdom_builder.engine.game import Game
from kingdom_builder.sets.fields import hex_lists


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("score", run, example="score table.json --json")
    add_position_options(parser)


def run(options: argparse.Namespace, say: Words) -> int:
    """Print the score of every position."""
    for game in positions(options, say):
        if options.json:
            print(json.dumps(score_facts(game)))
        elif one_per_line(options):
            print(", ".join(say("moves", name=say.seat(seat), moves=gold) for seat, gold in enumerate(game.scores())))
        else:
            print("\n".join([score_table(game, say), *score_notes(game, say)]))
    return 0


def score_facts(game: Game) -> dict[str, Any]:
    """Return the score as the position format promises it."""
    return {
        "players": [
            {
                "total": sum(line.gold for line in lines),
                "lines": [{"source": s, "gold": gold, "hexes": hex_lists(hexes)} for s, gold, hexes in lines],
            }
            for lines in map(game.score, range(len(game.players)))
        ]
    }


def score_table(game: Game, say: Words) -> str:
    """Return the score as a table for people: a row for each source, a column for each player."""
    lines = [game.score(seat) for seat in range(len(game.players))]
    if not lines:
        return say("score.empty")
    heads = ["", *map(say.seat, range(len(lines)))]
    rows = [[say.card(row[0].source), *(str(line.gold) for line in row)] for row in zip(*lines, strict=True)]
    totals = [say("score.total"), *(str(sum(line.gold for line in player)) for player in lines)]
    return table([heads, *rows, totals])


def score_notes(game: Game, say: Words) -> list[str]:
    """Return why sources pay gold that no piece earns."""
    lines = [game.score(seat) for seat in range(len(game.players))]
    return [
        say("moves", name=say.card(row[0].source), moves=note)
        for row in zip(*lines, strict=True)
        if any(line.gold and not line.hexes for line in row) and (note := say.note(row[0].source))
    ]
