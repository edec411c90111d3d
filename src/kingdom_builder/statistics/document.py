"""A summary as a file, and the summary that is shipped with the package."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypedDict

from kingdom_builder.statistics.summary import TABLES, Group, Summary

FORMAT = "kingdom-builder/statistics-1"
SHIPPED = "summary.json"


class Origin(NamedTuple):
    """Where games are from: the bot of all seats, the version of its play, and the seed of the run."""

    bot: str
    version: str
    seed: int

    def __str__(self) -> str:
        return f"{self.bot} ({self.version}) with seed {self.seed}"


class SummaryDocument(TypedDict):
    """The file of a summary."""

    format: str
    bot: str
    version: str
    seed: int
    games: int
    groups: dict[str, Group]


def write_document(summary: Summary, origin: Origin) -> SummaryDocument:
    """Return a summary as its document."""
    return {
        "format": FORMAT,
        "bot": origin.bot,
        "version": origin.version,
        "seed": origin.seed,
        "games": summary.games,
        "groups": summary.ordered(),
    }


def read_document(text: str | bytes, where: str) -> tuple[Summary, Origin]:
    """Read a summary and where its games are from; ValueError if the text is none."""
    with suppress(ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError):
        document = json.loads(text)
        summary = Summary(document["groups"])
        origin = Origin(str(document["bot"]), str(document["version"]), int(document["seed"]))
        if document["format"] == FORMAT and document["games"] == summary.games and _is_whole(summary):
            return summary, origin
    raise ValueError(f"{where}: this is not a summary of games in the format {FORMAT}")


@cache
def shipped() -> tuple[Summary, Origin]:
    """Return the summary that is shipped with the package."""
    return read_document(files(__package__).joinpath(SHIPPED).read_text(encoding="utf-8"), SHIPPED)


def _is_whole(summary: Summary) -> bool:
    return all(
        table in TABLES and all(isinstance(number, int) for row in rows.values() for number in row)
        for group in summary.groups.values()
        for table, rows in group.items()
    )
