"""A finished table for others, in a language: its picture, and the result in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kingdom_builder.game import Game
from kingdom_builder.render.share import Player, Source, share_picture
from kingdom_builder.table.events import SeatKind
from kingdom_builder.table.state import Seat
from kingdom_builder.texts.catalogue import Catalogue, catalogue


class DailyNote(NamedTuple):
    """What the picture of a daily challenge says besides: its number, how it compares, and the player's streak.

    `percent` of the others have a worse result, `players` have one; without others it is None. `streak` is in days.
    """

    number: int
    percent: int | None = None
    players: int = 0
    streak: int = 0


def draw_result(game: Game, seats: Sequence[Seat], language: str, daily: DailyNote | None = None) -> str:
    """Draw the result of a finished game as SVG: the board, the players from the first to the last, gold by card."""
    texts = catalogue(language)
    totals, winners, names = game.scores(), game.winners(), seat_names(seats, texts)
    order = sorted(range(len(seats)), key=lambda seat: (-totals[seat], seat))
    lead = totals[order[0]] - totals[order[1]]
    won = texts.format("share.shares") if len(winners) > 1 else texts.format("share.wins", n=lead)
    bot = texts.format("share.bot")
    players = [
        Player(
            seat,
            names[seat],
            won if seat in winners else bot if seats[seat].kind is SeatKind.BOT else "",
            totals[seat],
            seat in winners,
        )
        for seat in order
    ]
    return share_picture(
        game,
        texts.format("share.title"),
        texts.format("share.turns", n=game.turn + 1) if daily is None else texts.format("daily.name", n=daily.number),
        players,
        _sources(game, order, texts),
        [] if daily is None else _daily_words(daily, texts),
    )


def describe_result(game: Game, seats: Sequence[Seat], language: str) -> tuple[str, str]:
    """Return who has won a finished game with how much gold, and every player's gold from the first to the last."""
    texts = catalogue(language)
    totals, winners, names = game.scores(), game.winners(), seat_names(seats, texts)
    won = " & ".join(names[seat] for seat in winners)
    key = "share.won_together" if len(winners) > 1 else "share.won"
    order = sorted(range(len(seats)), key=lambda seat: (-totals[seat], seat))
    return texts.format(key, name=won, n=totals[winners[0]]), ", ".join(
        f"{names[seat]} {totals[seat]}" for seat in order
    )


def seat_names(seats: Sequence[Seat], texts: Catalogue) -> list[str]:
    """Return the names of all seats: bots have the name of their level, with a number if there are several of it."""
    plain = [_seat_name(seat, texts) for seat in seats]
    return [
        texts.format("share.numbered", name=name, n=_before(seats, plain, i) + 1)
        if seats[i].kind is SeatKind.BOT and plain.count(name) > 1
        else name
        for i, name in enumerate(plain)
    ]


def _daily_words(daily: DailyNote, texts: Catalogue) -> list[str]:
    """Return how a result of a daily challenge compares, and the streak from two days on."""
    found = []
    if daily.percent is not None:
        found.append(texts.format("daily.percentile", percent=daily.percent, n=daily.players))
    if daily.streak > 1:
        found.append(texts.format("daily.streak", n=daily.streak))
    return found


def _before(seats: Sequence[Seat], names: Sequence[str], number: int) -> int:
    """Return how many bots before a seat have its name."""
    return sum(
        name == names[number] and seat.kind is SeatKind.BOT
        for seat, name in zip(seats[:number], names[:number], strict=True)
    )


def _seat_name(seat: Seat, texts: Catalogue) -> str:
    key = f"level.{seat.level}.name"
    return texts.format(key) if seat.kind is SeatKind.BOT and key in texts.texts else seat.name


def _sources(game: Game, order: Sequence[int], texts: Catalogue) -> list[Source]:
    """Return the sources of gold: the cards of the game, and what else has paid any."""
    scores = [game.score(seat) for seat in range(len(order))]
    found = [
        Source(line.source, texts.format(f"card.{line.source}.name"), tuple(scores[seat][i].gold for seat in order))
        for i, line in enumerate(scores[0])
    ]
    return [source for source in found if source.id in game.setup.cards or any(source.gold)]
