"""`kingdom-builder new`: make a set-up and show it."""

from __future__ import annotations

import argparse
import json

from kingdom_builder.cli.arguments import add_setup_options, seed_of, setup_from
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words
from kingdom_builder.engine.hexes import COORDINATES, format_hexes
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.formats.setup_document import setup_document
from kingdom_builder.game import Game
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.setup.sections import GENERATED, PICTURED, Section, section


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("new", run, example="new --players 4 --sets base,nomads --svg > table.svg")
    add_setup_options(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--svg", action="store_true", help=say("option.svg"))
    form.add_argument("--json", action="store_true", help=say("option.json.new"))


def run(options: argparse.Namespace, say: Words) -> int:
    """Print the set-up."""
    game = Game(setup_from(options, seed_of(options), say))
    if options.svg:
        print(game.to_svg())
    elif options.json:
        print(json.dumps(setup_document(game)))
    else:
        print(setup_text(game, say))
    return 0


def setup_text(game: Game, say: Words) -> str:
    """Return the set-up for people: the sections, the board, the cards."""
    setup = game.setup
    lines = [say("setup", seed=str(setup.seed), n=setup.players, start=setup.start + 1)]
    width = max(len(say(f"setup.{place}")) for place in _QUADRANTS)
    for place, (name, turned) in zip(_QUADRANTS, setup.board.sections or (), strict=True):
        lines.append(f"  {say(f'setup.{place}').ljust(width)} {_section(section(name), say, turned=bool(turned))}")
    lines.append(say("setup.cards", names=", ".join(map(say.card, setup.cards))))
    if setup.tasks:
        lines.append(say("setup.tasks", names=", ".join(map(say.card, setup.tasks))))
    if setup.nomad_tiles:
        tiles = (f"{COORDINATES[h]} {say.tile(answer_name(tile))}" for h, tile in setup.nomad_tiles.items())
        lines.append(say("setup.nomad_tiles", names=", ".join(tiles)))
    if setup.board.island is not None:
        lines.append(say("setup.island", names=say.tile(setup.board.island.location)))
    placed = (("capitols", setup.marked("capitols")), ("caves", setup.marked("caves")))
    lines += [say(f"setup.{name}", names=format_hexes(where)) for name, where in placed if where]
    if setup.removed_terrain is not None:
        terrain = say.terrain(TERRAINS[setup.removed_terrain])
        lines.append(say("setup.removed", card=say.card("scouts"), terrain=terrain))
    return "\n".join([*lines, "", game.to_text()])


def _section(piece: Section, say: Words, *, turned: bool) -> str:
    """Return a section's name, how it lies, and what a reader should know before trusting its map."""
    text = say.section(piece.name)
    if turned:
        text = say("setup.turned", section=text)
    if piece.placeholder:
        return say("setup.placeholder", section=text)
    if piece.name.startswith(GENERATED):
        return say("setup.made_of", section=text, tiles=say.listed([say.tile(tile) for tile in piece.locations]))
    if piece.confidence == PICTURED:
        return text
    return say("setup.confidence", section=text, confidence=say.confidence(piece.confidence))


_QUADRANTS = ("top_left", "top_right", "bottom_left", "bottom_right")
