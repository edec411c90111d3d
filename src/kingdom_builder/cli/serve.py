"""`kingdom-builder serve`: serve the game to browsers and bots."""

from __future__ import annotations

import argparse
from typing import Any

from kingdom_builder.cli.extras import extra

_OPTIONS = ("host", "port", "database", "redis", "workers", "bot_workers", "public_url", "log_level")


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "serve",
        help="serve the game to browsers and bots",
        description="Serve tables and live games. Without options: on this machine, with games in a file of the user.",
        epilog="Every option can also be set in the environment (KINGDOM_BUILDER_PORT=8000) or in a TOML file "
        "(port = 8000); docs/hosting.md lists all settings.",
    )
    parser.add_argument("--host", metavar="ADDRESS", help="address to listen on (127.0.0.1); 0.0.0.0 for every network")
    parser.add_argument("--port", type=int, metavar="N", help="port to listen on (8000); 0 for any free one")
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    parser.add_argument("--redis", metavar="URL", help="redis://HOST, to publish changes between processes")
    parser.add_argument("--workers", type=int, metavar="N", help="server processes (1); several need PostgreSQL")
    parser.add_argument("--bot-workers", type=int, metavar="N", help="processes for bots (one less than cores)")
    parser.add_argument("--public-url", metavar="URL", help="the address people use, behind a proxy")
    parser.add_argument("--log-level", metavar="LEVEL", help="debug, info, warning or error (info)")
    parser.add_argument("--config", metavar="FILE", help="read settings from a TOML file")
    parser.add_argument("--no-browser", action="store_true", help="do not open the page in a browser")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until stopped."""
    with extra("server"):
        from kingdom_builder.server.run import serve
        from kingdom_builder.server.settings import read_settings
    chosen = {name: getattr(options, name) for name in _OPTIONS if getattr(options, name) is not None}
    return serve(read_settings(chosen, options.config), browser=not options.no_browser)
