"""The results of an arena or a ladder as tables for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.arena.ladder import RungStatistics
from kingdom_builder.arena.report import fault_line
from kingdom_builder.arena.results import FaultKind
from kingdom_builder.arena.statistics import BotStatistics, LostGame, Summary
from kingdom_builder.bots.guarded import EXPECTED
from kingdom_builder.cli.words import Words, table


def ladder_text(matches: list[RungStatistics]) -> str:
    """Return a row for each match of a ladder."""
    heads = ["match", "games", "win rate", "95 % interval", "fair", "margin", "ms / turn", "verdict", "wanted"]
    return table([heads, *map(_rung_row, matches)])


def _rung_row(facts: RungStatistics) -> list[str]:
    low, high = facts["interval"]
    return [
        facts["match"],
        str(facts["games"]),
        f"{facts['win_rate']:.1%}",
        f"{low:.1%} – {high:.1%}",
        f"{facts['fair_rate']:.1%}",
        _signed(facts["score_margin"]),
        f"{1000 * facts['seconds_per_turn']:.2f}",
        facts["verdict"],
        "" if facts["target"] is None else _wanted(*facts["target"]),
    ]


def _wanted(low: float, high: float) -> str:
    return f"at least {low:.0%}" if high == 1 else f"{low:.0%} – {high:.0%}"


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.1f}"


def summary_text(facts: Summary, say: Words) -> str:
    """Return the statistics of an arena as tables: the bots, their gold by source, and the faults."""
    bots = facts["bots"]
    rows = [["bot", "seats", "win rate", "95 % interval", "fair", "rating", "score", "margin", "ms / turn", "longest"]]
    for name, bot in bots.items():
        low, high = bot["interval"]
        rating = "–"
        if "rating" in bot:
            least, most = bot["rating_interval"]
            rating = f"{bot['rating']:.0f} ({least:.0f} – {most:.0f})"
        rows.append(
            [
                name,
                str(bot["seats"]),
                f"{bot['win_rate']:.1%}",
                f"{low:.1%} – {high:.1%}",
                f"{bot['fair_rate']:.1%}",
                rating,
                "–" if bot["mean_score"] is None else f"{bot['mean_score']:.1f}",
                _signed(bot["score_margin"]),
                f"{1000 * bot['seconds_per_turn']:.2f}",
                f"{1000 * bot['longest_turn']:.1f}",
            ]
        )
    faults = reasons_text(facts["faults"], say)
    return "\n".join([table(rows), "", table(_source_rows(bots)), "", _footer(facts), *faults])


def reasons_text(faults: Sequence[LostGame], say: Words) -> list[str]:
    """Return the lines of one game for each reason by which games were lost."""
    reasons: dict[tuple[str, str, str], list[LostGame]] = {}
    for fault in faults:
        reasons.setdefault((fault["bot"], fault["kind"], _reason(fault)), []).append(fault)
    lines = []
    for first, *others in reasons.values():
        lines += _fault_lines(first)
        if others:
            lines.append("  " + say("submit.same_reason", n=len(others)))
    return lines


def _reason(fault: LostGame) -> str:
    """Return what equal faults have in common: not the time used, nor what would have been legal."""
    return "" if fault["kind"] == FaultKind.OVERRAN else fault["message"].partition(EXPECTED)[0]


def _fault_lines(fault: LostGame) -> list[str]:
    """Return which game was lost and why, the end of the traceback, and how to play the game again."""
    return ["", fault_line(fault), *[f"  {line}" for line in fault["traceback"]], f"  again: {fault['replay']}"]


def _source_rows(bots: dict[str, BotStatistics]) -> list[list[str]]:
    sources = sorted({source for bot in bots.values() for source in bot["score_by_source"]})
    rows = [["mean score by source", *bots]]
    words = Words("en")
    for source in sources:
        gold = [bot["score_by_source"].get(source) for bot in bots.values()]
        rows.append([words.card(source), *["–" if value is None else f"{value:.1f}" for value in gold]])
    return rows


def _footer(facts: Summary) -> str:
    line = f"{facts['games']} games in {facts['groups']} groups, the bots thought for {facts['seconds']:.1f} s"
    line += f", seed {facts['seed']}"
    if "sequential" not in facts:
        return line
    test = facts["sequential"]
    return (
        f"{line}\n{test['bot']} is {test['verdict']}: log-likelihood ratio {test['log_likelihood_ratio']:+.2f} "
        f"for a win rate of {test['win_rates'][1]:.3f} over {test['win_rates'][0]:.3f}, "
        f"bounds {test['bounds'][0]:.2f} and {test['bounds'][1]:.2f}"
    )
