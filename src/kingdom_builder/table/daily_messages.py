"""What a host sends about daily challenges (docs/protocol.md)."""

from __future__ import annotations

from typing import TypedDict

from kingdom_builder.table.board_messages import TableSetup
from kingdom_builder.table.events import TableStatus
from kingdom_builder.table.messages import Sentence


class DailyTableStatus(TypedDict):
    """The table of this browser's first attempt at a challenge, and its seat."""

    table: str
    seat: int
    status: TableStatus


class DailyChallenge(TypedDict):
    """The challenge of a date (YYYY-MM-DD): its number, its set-up, and the level of the bot.

    `seconds_left` is the time until the day is over: a first attempt begins before that; 0 for a day in the past.
    `first_day` and `today` are the first and the last date with a challenge. `players` have finished it on this server,
    the best with `best` gold. `mine` is the first attempt of this browser.
    """

    day: str
    number: int
    first_day: str
    today: str
    seconds_left: float
    level: str
    setup: TableSetup
    players: int
    best: int | None
    mine: DailyTableStatus | None


class DailyResult(TypedDict):
    """A result of a challenge: the place, the name, the gold and how much more it is than the bot's.

    Equal results have the same place. `hinted`: the player has asked for a hint. `mine`: it is that of this browser.
    `game` is null for who may still play the challenge, because a replay shows its cards.
    """

    place: int
    game: str | None
    name: str
    gold: int
    margin: int
    hinted: bool
    mine: bool


class DailyOwnResult(DailyResult):
    """The result of this browser: what percentage of the other players it beats, and the text to share.

    `percent` is null without other players. Every line of the text is a list of sentences.
    """

    percent: int | None
    text: list[list[Sentence]]


class DailyResults(TypedDict):
    """The results of a challenge on this server: how many players have how much gold, and the best of them."""

    day: str
    number: int
    players: int
    counts: list[tuple[int, int]]
    best: list[DailyResult]
    mine: DailyOwnResult | None
