"""`kingdom-builder legal`: where an action may be carried out, by the board alone."""

from __future__ import annotations

import argparse
import json

from kingdom_builder.cli.arguments import add_position_options, hex_argument, positions
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words
from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.sets.fields import hex_lists
from kingdom_builder.sets.registry import REGISTRY


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("legal", run, example="legal table.json --action paddock --from e5")
    add_position_options(parser)
    parser.add_argument("--action", required=True, metavar=say("metavar.name"), help=say("option.action"))
    parser.add_argument(
        "--from", dest="origin", type=hex_argument(say), metavar=say("metavar.hex"), help=say("option.from")
    )
    parser.add_argument("--outpost", action="store_true", help=say("option.outpost"))


def run(options: argparse.Namespace, say: Words) -> int:
    """Print the hexes for every position."""
    if options.action not in REGISTRY.actions_by_id:
        actions = ", ".join(REGISTRY.actions_by_id)
        raise ValueError(say("error.action", text=repr(options.action), actions=actions))
    action = REGISTRY.actions_by_id[options.action]
    for game in positions(options, say):
        if not game.players:
            raise ValueError(say("error.no_player"))
        origin = None if options.origin is None else options.origin.hex
        hexes = action.targets(game, game.active, origin, waived=options.outpost)
        why_not = "" if hexes else say.reason(action.why_none(game, game.active, origin), game.active)
        if options.json:
            print(json.dumps({"action": action.id, "hexes": hex_lists(hexes), "why_not": why_not or None}))
        else:
            print(
                say("moves", name=say.action(action.id), moves=format_hexes(hexes) or say("legal.none", reason=why_not))
            )
    return 0
