"""The tables of `kingdom-builder statistics`, in the language of the reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kingdom_builder.cli.words import Words, table
from kingdom_builder.statistics.messages import Figures, OwnFigures
from kingdom_builder.statistics.moments import Mean

NONE = "–"

Table = Callable[[Figures, OwnFigures | None, str | None, Words], str]
"""Makes a table of figures and of own ones; with a set, only of what belongs to it."""


def _cards(facts: Figures, own: OwnFigures | None, only: str | None, say: Words) -> str:
    rows = [_heads("cards", own, say)]
    shown = [row for row in facts["sources"] if only in (None, row["set"])]
    for row in sorted(shown, key=lambda row: -row["gold"]["mean"]):
        gold = row["gold"]
        mine = own and own["sources"].get(row["name"])
        rows.append([say.card(row["name"]), str(gold["n"]), *_interval(say, gold), *_own(say, own, mine or None)])
    return _table("cards", rows, say)


def _pairs(facts: Figures, own: OwnFigures | None, only: str | None, say: Words) -> str:
    rows = [_heads("pairs", None, say)]
    names = {row["name"] for row in facts["sources"] if only in (None, row["set"])}
    shown = [row for row in facts["pairs"] if row["first"] in names or row["second"] in names]
    for row in sorted(shown, key=lambda row: -row["gold"]["mean"]):
        pair = say("statistics.pair", first=say.card(row["first"]), second=say.card(row["second"]))
        means = [say.number(row[key]["mean"]) for key in ("first_gold", "second_gold")]
        rows.append(
            [
                pair,
                str(row["gold"]["n"]),
                *means,
                *_interval(say, row["gold"]),
                *_interval(say, row["effect"], sign=True),
            ]
        )
    return _table("pairs", rows, say)


def _tiles(facts: Figures, own: OwnFigures | None, only: str | None, say: Words) -> str:
    rows = [_heads("tiles", own, say)]
    shown = [row for row in facts["tiles"] if only in (None, row["set"])]
    for row in sorted(shown, key=lambda row: -(row["gold"]["mean"] if row["gold"] else 0.0)):
        value = [NONE, NONE] if row["gold"] is None else _interval(say, row["gold"], sign=True)
        mine = own and own["tiles"].get(row["name"])
        rows.append(
            [
                say.tile(row["name"]),
                str(row["games"]),
                say.number(row["taken"], ".0%"),
                *value,
                *_interval(say, row["wins"], sign=True, percent=True),
                *(
                    []
                    if own is None
                    else [NONE]
                    if not mine
                    else [f"{say.number(mine['taken']['mean'], '.0%')} ({mine['taken']['n']})"]
                ),
            ]
        )
    return _table("tiles", rows, say)


def _sections(facts: Figures, own: OwnFigures | None, only: str | None, say: Words) -> str:
    rows = [_heads("sections", own, say)]
    named = [(say.section(row["name"]), row) for row in facts["sections"]]
    named += [(say.text(f"set.{row['name']}.name"), row) for row in facts["sets"]]
    for name, row in named:
        if only in (None, row["set"]):
            gold = row["gold"]
            mine = own and own["sections"].get(row["name"])
            rows.append(
                [
                    name,
                    str(gold["n"]),
                    say.number(gold["mean"]),
                    *_interval(say, row["gold_effect"], sign=True),
                    say.number(row["rounds"]["mean"]),
                    say.number(row["rounds_effect"]["mean"], "+.2f"),
                    *_own(say, own, mine or None),
                ]
            )
    return _table("sections", rows, say)


def _players(facts: Figures, own: OwnFigures | None, _: str | None, say: Words) -> str:
    rows = [_heads("players", own, say)]
    mine = {row["players"]: row["start_wins"] for row in own["by_players"]} if own else {}
    for row in facts["by_players"]:
        players = row["players"]
        rows.append(
            [
                str(players),
                str(row["games"]),
                *_interval(say, row["order"][0], percent=True),
                say.number(1 / players, ".1%"),
                *_interval(say, row["ahead"], sign=True),
                say.number(row["gold"]["mean"]),
                say.number(row["winner"]["mean"]),
                say.number(row["lead"]["mean"]),
                *_own(say, own, mine.get(players), percent=True),
            ]
        )
    return _table("players", rows, say)


def _length(facts: Figures, own: OwnFigures | None, _: str | None, say: Words) -> str:
    rows = [_heads("length", own, say)]
    mine = {row["players"]: row["rounds"] for row in own["by_players"]} if own else {}
    for row in facts["length"]:
        counts = row["counts"]
        shortest, longest = counts[0][0], counts[-1][0]
        usual = max(counts, key=lambda pair: pair[1])[0]
        games = row["rounds"]["n"]
        rows.append(
            [
                str(row["players"]),
                str(games),
                *_interval(say, row["rounds"], digits=2),
                str(usual),
                f"{shortest} – {longest}",
                *_own(say, own, mine.get(row["players"])),
            ]
        )
    return _table("length", rows, say)


TABLES: dict[str, Table] = {
    "cards": _cards,
    "pairs": _pairs,
    "tiles": _tiles,
    "sections": _sections,
    "players": _players,
    "length": _length,
}
"""The tables by name, in the order in which they are printed."""


def _heads(name: str, own: OwnFigures | None, say: Words) -> list[str]:
    heads = [head.strip() for head in say(f"statistics_heads.{name}").split(",")]
    return heads if own is None else [*heads, say(f"statistics_own.{name}")]


def _table(name: str, rows: Sequence[Sequence[str]], say: Words) -> str:
    title = say(f"statistics_title.{name}")
    return f"{title}\n{table(rows)}" if len(rows) > 1 else f"{title}\n{say('statistics.none')}"


def _interval(say: Words, mean: Mean, *, sign: bool = False, percent: bool = False, digits: int = 1) -> list[str]:
    """Return a mean and its 95 % interval as two words."""
    form = f"{'+' if sign else ''}.{digits}{'%' if percent else 'f'}"
    low, high = mean["low"], mean["high"]
    interval = NONE if low is None or high is None else f"{say.number(low, form)} – {say.number(high, form)}"
    return [say.number(mean["mean"], form) if mean["n"] else NONE, interval]


def _own(say: Words, own: OwnFigures | None, mean: Mean | None, *, percent: bool = False) -> list[str]:
    """Return the word for an own figure with its number of games; none without own games."""
    if own is None:
        return []
    if mean is None or not mean["n"]:
        return [NONE]
    return [f"{say.number(mean['mean'], '.0%' if percent else '.1f')} ({mean['n']})"]
