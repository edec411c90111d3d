"""`kingdom-builder serve`: serve the game to browsers and bots."""

from __future__ import annotations

import argparse

from kingdom_builder.cli.extras import extra
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words

OPTIONS = (
    "host",
    "port",
    "database",
    "redis",
    "workers",
    "bot_workers",
    "bot_files",
    "public_url",
    "metrics_port",
    "log_level",
)
"""The settings that the command line has; a file or the environment can have all of them."""


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("serve", run, example="serve --port 8080")
    parser.add_argument("--host", metavar=say("metavar.address"), help=say("option.host"))
    parser.add_argument("--port", type=int, metavar="N", help=say("option.port"))
    parser.add_argument("--database", metavar="URL", help=say("option.database"))
    parser.add_argument("--redis", metavar="URL", help=say("option.redis"))
    parser.add_argument("--workers", type=int, metavar="N", help=say("option.workers.serve"))
    parser.add_argument("--bot-workers", type=int, metavar="N", help=say("option.bot_workers"))
    parser.add_argument("--bot-files", metavar=f"{say('metavar.file')}:BOT", help=say("option.bot_files"))
    parser.add_argument("--public-url", metavar="URL", help=say("option.public_url"))
    parser.add_argument("--metrics-port", type=int, metavar="N", help=say("option.metrics_port"))
    parser.add_argument("--log-level", metavar=say("metavar.level"), help=say("option.log_level"))
    parser.add_argument("--config", metavar=say("metavar.file"), help=say("option.config"))
    parser.add_argument("--no-browser", action="store_true", help=say("option.no_browser"))


def run(options: argparse.Namespace, say: Words) -> int:
    """Serve until stopped."""
    with extra("server", say):
        from kingdom_builder.server.run import serve
        from kingdom_builder.server.settings import read_settings
    chosen = {name: getattr(options, name) for name in OPTIONS if getattr(options, name) is not None}
    settings = read_settings(chosen, options.config)
    return serve(
        settings,
        browser=not options.no_browser,
        announce=lambda url: print(say("serve.address", url=url), flush=True),
    )
