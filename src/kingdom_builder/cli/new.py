"""`kingdom-builder new`: make a set-up and show it."""

from __future__ import annotations

import argparse
import json
from typing import Any

from kingdom_builder.cli.arguments import add_setup_options, seed_of, setup_from
from kingdom_builder.cli.words import card_name
from kingdom_builder.engine.answers import answer_name
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import PLACES, names
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.formats.setup_facts import setup_facts
from kingdom_builder.setup.sections import GENERATED, Section, section


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


def setup_text(game: Game) -> str:
    """Return the set-up for people: the sections, the board, the cards."""
    setup = game.setup
    lines = [f"seed {setup.seed}: {setup.players} players, player {setup.start + 1} begins"]
    for place, (name, turned) in zip(_QUADRANTS, setup.board.sections or (), strict=True):
        lines.append(
            f"  {place:12} {card_name(name)}{', turned by 180 degrees' if turned else ''}{_doubt(section(name))}"
        )
    lines.append("cards: " + ", ".join(map(card_name, setup.cards)))
    if setup.tasks:
        lines.append("tasks: " + ", ".join(map(card_name, setup.tasks)))
    if setup.nomad_tiles:
        tiles = (f"{PLACES[h]} {card_name(answer_name(tile))}" for h, tile in setup.nomad_tiles.items())
        lines.append("nomad tiles: " + ", ".join(tiles))
    if setup.board.island is not None:
        lines.append(f"island: {card_name(setup.board.island.location)}")
    placed = (("capitols", setup.capitols), ("caves", setup.caves))
    lines += [f"{name}: {names(where)}" for name, where in placed if where]
    if setup.removed_terrain is not None:
        lines.append(f"out of the game (Scouts): the {TERRAINS[setup.removed_terrain]} cards")
    return "\n".join([*lines, "", game.to_text()])


def _doubt(piece: Section) -> str:
    """Say what a reader should know about a section's map before trusting it."""
    if piece.stand_in:
        return " (stand-in map)"
    if piece.name.startswith(GENERATED):
        return f" ({' and '.join(map(card_name, piece.locations))})"
    return "" if piece.confidence == "very high" else f" (map: {piece.confidence} confidence)"


_QUADRANTS = ("top left", "top right", "bottom left", "bottom right")
