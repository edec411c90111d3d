"""The report of an arena: one HTML page that needs no other file, with plots in SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from kingdom_builder.arena.statistics import BotStatistics, LostGame, Summary

WIDTH = 720
_COLOURS = ("#2a6f97", "#d1603d", "#5a8f3d", "#8a4f9e", "#b8860b", "#3d8f8a", "#a63d57", "#5c5f66")
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
table { border-collapse: collapse; font-size: .9rem; } td, th { padding: .25rem .6rem; text-align: right; }
td:first-child, th:first-child { text-align: left; } tr + tr { border-top: 1px solid #ccc; }
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; } svg text { fill: #222; }
.axis { stroke: #999; } .grid { stroke: #e3e3e3; } p, pre { max-width: 46rem; }
pre { overflow-x: auto; font-size: .8rem; }
""".strip()


def report(facts: Summary) -> str:
    """Return the page for the statistics of an arena."""
    bots: dict[str, BotStatistics] = facts["bots"]
    players = ", ".join(map(str, facts["players"]))
    sets = facts["sets"] if isinstance(facts["sets"], str) else ", ".join(facts["sets"])
    parts = [
        f"<h1>Arena: {escape(', '.join(bots))}</h1>",
        f"<p>{facts['games']} games in {facts['groups']} groups, players: {players}, sets: {escape(sets)}, "
        f"seed {facts['seed']}, kingdom-builder {escape(facts['version'])}.</p>",
        _table(bots),
        _section(
            "Ratings",
            "All numbers of players on one scale; a line is the 95 % interval. Ten times as strong is 400 points.",
            _ratings(bots),
        ),
        _section(
            "Who has more gold",
            "In how many of their common games the bot of the row has more gold than the bot of the column.",
            _matrix(facts["matrix"], list(bots)),
        ),
        _section("Where the gold comes from", "Mean gold per source, over the games that have it.", _sources(bots)),
        _section("Gold over the turns", "Mean gold after each turn, if the game ended then.", _score_by_turn(bots)),
        _faults(facts["faults"]),
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Arena</title>\n<style>{_STYLE}</style>'
        f"</head>\n<body>\n{chr(10).join(part for part in parts if part)}\n</body></html>\n"
    )


def _section(heading: str, words: str, plot: str) -> str:
    return f"<h2>{heading}</h2>\n<p>{words}</p>\n{plot}" if plot else ""


def _table(bots: dict[str, BotStatistics]) -> str:
    heads = ("bot", "win rate", "95 % interval", "fair share", "mean score", "margin", "ms / turn", "longest", "faults")
    rows = [
        (
            name,
            f"{facts['win_rate']:.1%}",
            f"{facts['interval'][0]:.1%} – {facts['interval'][1]:.1%}",
            f"{facts['fair_rate']:.1%}",
            "–" if facts["mean_score"] is None else f"{facts['mean_score']:.1f}",
            "–" if facts["score_margin"] is None else f"{facts['score_margin']:+.1f}",
            f"{1000 * facts['seconds_per_turn']:.2f}",
            f"{1000 * facts['longest_turn']:.1f}",
            str(facts["faults"]),
        )
        for name, facts in bots.items()
    ]
    lines = ["<tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"]
    lines += ["<tr>" + "".join(f"<td>{escape(word)}</td>" for word in row) + "</tr>" for row in rows]
    return f"<table>\n{chr(10).join(lines)}\n</table>"


def _svg(height: float, shapes: Iterable[str], title: str) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{title}">'
    return "\n".join([head, *shapes, "</svg>"])


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def ticks(low: float, high: float, wanted: int = 6) -> list[float]:
    """Return round numbers between two bounds for an axis.

    >>> ticks(0, 95)
    [0.0, 20.0, 40.0, 60.0, 80.0]
    """
    step = 1.0
    while (high - low) / step > wanted:
        step *= 2.5 if f"{step:g}".startswith("2") else 2
    while (high - low) / step < wanted / 3:
        step /= 2
    first = -(-low // step)
    return [step * (first + i) for i in range(int((high - first * step) // step) + 1)]


def _label_width(bots: Iterable[str]) -> float:
    return min(260.0, 24 + 8.5 * max(map(len, bots)))


def _ratings(bots: dict[str, BotStatistics]) -> str:
    rated: list[tuple[float, float, float, str]] = []
    for name, facts in bots.items():
        if "rating" in facts:
            least, most = facts["rating_interval"]
            rated.append((facts["rating"], least, most, name))
    rated.sort(reverse=True)
    if not rated:
        return ""
    left, right = _label_width(bots), WIDTH - 60
    low: float = min(row[1] for row in rated) - 20
    high: float = max(row[2] for row in rated) + 20
    bottom = 30 * len(rated) + 10

    def x(rating: float) -> float:
        return left + (right - left) * (rating - low) / (high - low)

    shapes = []
    for tick in ticks(low, high):
        shapes += [_line(x(tick), 4, x(tick), bottom, "grid"), _text(x(tick), bottom + 18, f"{tick:g}", "middle")]
    order = list(bots)
    for i, (rating, least, most, name) in enumerate(rated):
        y = 22 + 30 * i
        colour = _colour(order.index(name))
        shapes += [
            _text(left - 10, y + 5, name, "end"),
            f'<line stroke="{colour}" stroke-width="3" x1="{x(least):.1f}" y1="{y}" x2="{x(most):.1f}" y2="{y}"/>',
            f'<circle fill="{colour}" cx="{x(rating):.1f}" cy="{y}" r="6"/>',
            _text(x(most) + 10, y + 5, f"{rating:.0f}"),
        ]
    return _svg(bottom + 28, shapes, "ratings")


def _matrix(matrix: dict[str, dict[str, float | None]], bots: Sequence[str]) -> str:
    left = _label_width(bots)
    cell = min(90.0, (WIDTH - left) / len(bots))
    shapes = [_text(left + cell * (j + 0.5), 18, f"{j + 1}", "middle") for j in range(len(bots))]
    for i, first in enumerate(bots):
        y = 28 + 34 * i
        shapes.append(_text(left - 10, y + 22, f"{i + 1}. {first}", "end"))
        for j, second in enumerate(bots):
            share = None if first == second else matrix[first][second]
            fill = "#eee" if share is None else _shade(share)
            shapes.append(
                f'<rect x="{left + cell * j:.1f}" y="{y}" width="{cell - 2:.1f}" height="32" fill="{fill}"/>'
                + _text(left + cell * (j + 0.5), y + 21, "" if share is None else f"{share:.1%}", "middle")
            )
    return _svg(34 + 34 * len(bots), shapes, "win matrix")


def _shade(share: float) -> str:
    """Return a colour between red, white and blue, light enough for black letters."""
    away = abs(share - 0.5) * 2
    other, own = round(255 - 120 * away), round(255 - 20 * away)
    return (
        f"rgb({other},{round(255 - 60 * away)},{own})"
        if share > 0.5
        else f"rgb({own},{round(255 - 75 * away)},{other})"
    )


def _sources(bots: dict[str, BotStatistics]) -> str:
    sources = sorted({source for facts in bots.values() for source in facts["score_by_source"]})
    if not sources:
        return ""
    gold: list[float] = [value for facts in bots.values() for value in facts["score_by_source"].values()]
    left, right = _label_width(sources), WIDTH - 50
    low, high = min(0.0, *gold), max(1.0, *gold)
    thick = 10
    row = thick * len(bots) + 10

    def x(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    shapes = _legend(bots)
    top = 20.0 * len(bots) + 10
    bottom = top + row * len(sources)
    for tick in ticks(low, high):
        shapes += [_line(x(tick), top, x(tick), bottom, "grid"), _text(x(tick), bottom + 18, f"{tick:g}", "middle")]
    for i, source in enumerate(sources):
        y = top + row * i
        shapes.append(_text(left - 10, y + row / 2 + 2, source.replace("_", " "), "end"))
        for j, facts in enumerate(bots.values()):
            value = facts["score_by_source"].get(source)
            if value is not None:
                across = sorted((x(0), x(value)))
                shapes.append(
                    f'<rect x="{across[0]:.1f}" y="{y + thick * j:.1f}" width="{across[1] - across[0]:.1f}" '
                    f'height="{thick - 1}" fill="{_colour(j)}"><title>{value:.2f}</title></rect>'
                )
    return _svg(bottom + 28, shapes, "gold by source")


def _score_by_turn(bots: dict[str, BotStatistics]) -> str:
    lines: list[list[float]] = [facts["score_by_turn"] for facts in bots.values()]
    turns = max(map(len, lines))
    if turns < 2:
        return ""
    left, right, top, bottom = 50, WIDTH - 20, 20.0 * len(bots) + 10, 20.0 * len(bots) + 300
    high = max(1.0, *(value for line in lines for value in line))
    low = min(0.0, *(value for line in lines for value in line))

    def x(turn: float) -> float:
        return left + (right - left) * (turn - 1) / (turns - 1)

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low)

    shapes = _legend(bots)
    for tick in ticks(low, high):
        shapes += [_line(left, y(tick), right, y(tick), "grid"), _text(left - 8, y(tick) + 5, f"{tick:g}", "end")]
    shapes += [_text(x(tick), bottom + 18, f"{tick:g}", "middle") for tick in ticks(1, turns, 12) if tick == int(tick)]
    shapes.append(_line(left, bottom, right, bottom, "axis"))
    for i, line in enumerate(lines):
        points = " ".join(f"{x(turn):.1f},{y(value):.1f}" for turn, value in enumerate(line, 1))
        shapes.append(f'<polyline fill="none" stroke="{_colour(i)}" stroke-width="2" points="{points}"/>')
    return _svg(bottom + 28, shapes, "gold over the turns")


def _legend(bots: Iterable[str]) -> list[str]:
    return [
        f'<rect x="0" y="{20 * i + 2}" width="12" height="12" fill="{_colour(i)}"/>' + _text(18, 20 * i + 13, name)
        for i, name in enumerate(bots)
    ]


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _faults(faults: Sequence[LostGame]) -> str:
    if not faults:
        return ""
    texts = ["\n".join([fault_line(fault), *fault["traceback"], f"again: {fault['replay']}"]) for fault in faults]
    return "<h2>Games lost by a fault</h2>\n" + "\n".join(f"<pre>{escape(text)}</pre>" for text in texts)


def fault_line(fault: LostGame) -> str:
    """Return one line that says which bot lost which game and why."""
    return (
        f"{fault['bot']} (seat {fault['seat']}) lost game {fault['game']} in turn {fault['turn']}, "
        f"{fault['kind']}: {fault['message']}"
    )
