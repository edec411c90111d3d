"""The parser of the command line, in the language of the reader."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from kingdom_builder.cli.words import Words, system_language
from kingdom_builder.texts.catalogue import LANGUAGES, catalogue

Run = Callable[[argparse.Namespace, Words], int]
"""What carries out a command: it takes the options and the texts, and returns the exit status."""


class Parser(argparse.ArgumentParser):
    """A parser that knows the option --language and reports an error in one line."""

    def __init__(self, say: Words, **settings: Any) -> None:
        """Take the texts, and the settings of argparse."""
        super().__init__(**settings)
        self.say = say
        self.add_argument("--language", choices=LANGUAGES, default=argparse.SUPPRESS, help=say("option.language"))

    def error(self, message: str) -> NoReturn:
        """Leave with status 2."""
        self.exit(2, self.say("error.usage", program=self.prog, message=message) + "\n")


class Commands:
    """The commands of a parser. `path` begins the keys of their texts: `sections.` for the actions of `sections`."""

    def __init__(self, parser: Parser, *, path: str = "", metavar: str = "command", required: bool = True) -> None:
        """Let the parser take one of the commands that are added."""
        self._say = parser.say
        self._path = path
        self._parsers = parser.add_subparsers(
            title=parser.say(".".join(["commands", *path.split(".")[:-1]])),
            metavar=parser.say(f"metavar.{metavar}"),
            required=required,
        )

    def add(self, name: str, run: Run | None = None, *, example: str = "") -> Parser:
        """Add a command and return its parser; `run` carries it out, unless it only has actions of its own."""
        key = self._path + name
        parser = self._parsers.add_parser(
            name,
            say=self._say,
            help=self._say(f"command.{key}"),
            description=self._say(f"about.{key}"),
            epilog=self._say("example", command=f"kingdom-builder {example}") if example else None,
        )
        parser.set_defaults(run=run)
        return parser


def chosen_language(arguments: Sequence[str] | None) -> str:
    """Return the language named on the command line, else the language of the system.

    It is read before all other options because the parser itself speaks this language.

    >>> chosen_language(["score", "table.json", "--language", "fr"])
    'fr'
    """
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--language")
    try:
        language = parser.parse_known_args(arguments)[0].language
    except argparse.ArgumentError:
        language = None
    return language if language in LANGUAGES else system_language()


def translate_argparse(language: str) -> None:
    """Let argparse speak a language. It looks its sentences up with functions of gettext, by these two names."""
    english, wanted = catalogue("en").texts, catalogue(language).texts
    sentences = {english[key]: wanted[key] for key in english if key.startswith("cli.argparse.")}

    def translated(message: str | None) -> str | None:
        if message is None:
            return None
        sentence = message.rstrip()
        return sentences.get(sentence, sentence) + message[len(sentence) :]

    vars(argparse).update(_=translated, ngettext=lambda one, many, n: translated(one if n == 1 else many))
