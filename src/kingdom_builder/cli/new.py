"""`kingdom-builder new`: make a set-up and show it."""

from __future__ import annotations

import argparse
import json
from typing import Any

from kingdom_builder.cli.arguments import add_setup_options, seed_of, setup_from
from kingdom_builder.cli.words import card_name
from kingdom_builder.game.answers import answer_name
from kingdom_builder.game.game import Game
from kingdom_builder.game.hexes import PLACES
from kingdom_builder.game.position_file import position_facts
from kingdom_builder.game.sections import section


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "new",
        help="make a set-up for the table and show it",
        description="Draw or choose sections, turns, cards and start player, and show the table.",
        epilog="Example: kingdom-builder new --players 4 --sets base,nomads --svg > table.svg",
    )
    add_setup_options(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--svg", action="store_true", help="print a picture of the board (SVG)")
    form.add_argument("--json", action="store_true", help="print the set-up as JSON, with a position file of the table")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the set-up."""
    game = Game(setup_from(options, seed_of(options)))
    if options.svg:
        print(game.to_svg())
    elif options.json:
        print(json.dumps(setup_facts(game)))
    else:
        print(setup_text(game))
    return 0


def setup_facts(game: Game) -> dict[str, Any]:
    """Return the set-up as one value; the position in it holds no hidden card."""
    setup = game.setup
    position = position_facts(game)
    position["terrain"] = None
    return {
        "seed": setup.seed,
        "players": setup.players,
        "start": setup.start,
        "sets": list(setup.sets),
        "sections": [[name, 180 if turned else 0] for name, turned in setup.board.sections or ()],
        "cards": list(setup.cards),
        "tasks": list(setup.tasks),
        "nomad_tiles": {str(PLACES[h]): answer_name(tile) for h, tile in setup.nomad_tiles.items()},
        "two_cards": setup.two_cards,
        "without_lords": setup.without_lords,
        "position": position,
    }


def setup_text(game: Game) -> str:
    """Return the set-up for people: the sections, the board, the cards."""
    setup = game.setup
    lines = [f"seed {setup.seed}: {setup.players} players, player {setup.start + 1} begins"]
    for place, (name, turned) in zip(_QUADRANTS, setup.board.sections or (), strict=True):
        piece = section(name)
        doubt = "" if piece.confidence == "very high" else f" (map: {piece.confidence} confidence)"
        lines.append(f"  {place:12} {card_name(name)}{', turned by 180 degrees' if turned else ''}{doubt}")
    lines.append("cards: " + ", ".join(map(card_name, setup.cards)))
    if setup.tasks:
        lines.append("tasks: " + ", ".join(map(card_name, setup.tasks)))
    if setup.nomad_tiles:
        tiles = (f"{PLACES[h]} {card_name(answer_name(tile))}" for h, tile in setup.nomad_tiles.items())
        lines.append("nomad tiles: " + ", ".join(tiles))
    return "\n".join([*lines, "", game.to_text()])


_QUADRANTS = ("top left", "top right", "bottom left", "bottom right")
