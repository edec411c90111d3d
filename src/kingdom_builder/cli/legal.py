"""`kingdom-builder legal`: where an action may be carried out, by the board alone."""

from __future__ import annotations

import argparse
import json
from typing import Any

from kingdom_builder.cli.arguments import add_position_options, hex_argument, positions
from kingdom_builder.cli.words import Words, add_language_option
from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.sets.fields import hex_lists
from kingdom_builder.sets.registry import REGISTRY


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "legal",
        help="settle a rule question: where may this be built or moved?",
        description=(
            "Read a position file and list the hexes that the board allows for an action of the player to play. "
            "For a move, --from is the piece that moves; without it, the pieces that can move are listed."
        ),
        epilog="Example: kingdom-builder legal table.json --action paddock --from e5",
    )
    add_position_options(parser)
    add_language_option(parser)
    parser.add_argument(
        "--action",
        required=True,
        metavar="NAME",
        help="mandatory, a location tile (farm, paddock, ...), donation:TERRAIN, resettlement or sword",
    )
    parser.add_argument(
        "--from", dest="origin", type=hex_argument, metavar="HEX", help="the piece that moves: e5 or 4,4"
    )
    parser.add_argument("--outpost", action="store_true", help="with an outpost: next to own pieces or not")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the hexes for every position."""
    if options.action not in REGISTRY.actions_by_id:
        raise ValueError(
            f"--action: {options.action!r} is not an action, expected one of {', '.join(REGISTRY.actions_by_id)}"
        )
    action = REGISTRY.actions_by_id[options.action]
    say = Words(options.language)
    for game in positions(options):
        if not game.players:
            raise ValueError("players: expected at least the player to play")
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
