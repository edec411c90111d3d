"""`kingdom-builder sections`: the maps of the board sections, where they come from, and checking one of your own."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any

from kingdom_builder.cli.arguments import read_text
from kingdom_builder.cli.words import Words, table
from kingdom_builder.engine.hexes import Coordinate, format_hexes, hex_set
from kingdom_builder.engine.terrain import LETTERS, TERRAINS
from kingdom_builder.render.svg import section_to_svg
from kingdom_builder.render.text import section_to_text
from kingdom_builder.sets.fields import hex_lists
from kingdom_builder.setup.checks import ERROR, Comparison, Finding, check_section, known_counts
from kingdom_builder.setup.sections import Section, all_sections, island_sides, parse_section, section
from kingdom_builder.setup.statistics import CARD_NAMES, FIGURES, LAND_NAMES, Statistics, measure, profile

_ENGLISH = Words("en")


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "sections",
        help="list the board sections, show one, or check a map of your own",
        description="List all board sections and the sides of the Island, and where each map comes from.",
        epilog="Example: kingdom-builder sections check temple.txt (docs/sections.md says how to draw one)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run_list)
    parts = parser.add_subparsers(title="what else", metavar="WHAT")
    show = _part(parts, "show", "show one section as text or as a picture", run_show)
    show.add_argument("name", metavar="NAME", help="a section of the list, or a generated one: generated_base_123")
    show.add_argument("--turned", action="store_true", help="turned by 180 degrees")
    show.add_argument("--svg", action="store_true", help="print a picture (SVG)")
    check = _part(parts, "check", "check a section's file against all that is known about the section", run_check)
    check.add_argument("file", metavar="FILE", help="a section file (docs/sections.md), or - for standard input")
    # Without a default of its own it leaves what stands before the word `check` as it is.
    check.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")
    _part(parts, "statistics", "print what can be counted on every section, and what is usual", run_statistics)


def _part(parts: Any, name: str, what: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = parts.add_parser(name, help=what, description=f"{what.capitalize()}.")
    parser.set_defaults(run=run)
    return parser


def run_list(options: argparse.Namespace) -> int:
    """Print all sections, those whose maps come from the same source together."""
    pieces = (*all_sections(), *island_sides())
    if options.json:
        print(json.dumps([section_facts(piece) for piece in pieces]))
        return 0
    heading = None
    for piece in pieces:
        if heading != (heading := f"{piece.set}, map: {trust(piece)} ({piece.source})"):
            print(heading)
        unverified = format_hexes(hex_set([Coordinate(*place).hex for place in piece.unverified]))
        print(f"  {piece.name:30} {_ENGLISH.section(piece.name)}{f', check first: {unverified}' if unverified else ''}")
    return 0


def section_facts(piece: Section) -> dict[str, Any]:
    """Return all that is known of a section as one value."""
    return {
        "name": piece.name,
        "set": piece.set,
        "locations": list(piece.locations),
        "stand_in": piece.placeholder,
        "confidence": piece.confidence,
        "source": piece.source,
        "suspect": [list(place) for place in piece.unverified],
        "rows": list(piece.rows),
    }


def trust(piece: Section) -> str:
    """Say in a word or two how far a map can be trusted."""
    return "placeholder" if piece.placeholder else piece.confidence


def run_show(options: argparse.Namespace) -> int:
    """Show one section."""
    sides = {side.name: side for side in island_sides()}
    piece = sides.get(options.name) or section(options.name)
    if options.svg:
        print(section_to_svg(piece, turned=options.turned))
        return 0
    lines = [
        f"{_ENGLISH.section(piece.name)} ({piece.set}){', turned by 180 degrees' if options.turned else ''}",
        f"locations: {', '.join(map(_ENGLISH.tile, piece.locations))}",
        f"confidence: {piece.confidence}",
        f"source: {piece.source}",
        "",
        section_to_text(piece, turned=options.turned),
    ]
    print("\n".join(lines), end="")
    return 0


def run_check(options: argparse.Namespace) -> int:
    """Check a section file; status 2 if something on it cannot be right."""
    piece = parse_section(read_text(options.file), options.file)
    counts, findings = known_counts(piece), check_section(piece)
    if options.json:
        print(json.dumps(check_facts(piece, counts, findings)))
    else:
        print(check_text(piece, counts, findings))
    return 2 if any(finding.level == ERROR for finding in findings) else 0


def check_facts(piece: Section, counts: Sequence[Comparison], findings: Sequence[Finding]) -> dict[str, Any]:
    """Return the result of a check as one value; hexes are [row, col] within the map, from 0."""
    return {
        "name": piece.name,
        "set": piece.set,
        "counts": [
            {
                "what": line.what,
                "found": line.found,
                "expected": line.expected,
                "certain": line.certain,
                "agrees": line.agrees,
            }
            for line in counts
        ],
        "findings": [{"level": f.level, "text": f.text, "hexes": hex_lists(f.hexes)} for f in findings],
    }


def check_text(piece: Section, counts: Sequence[Comparison], findings: Sequence[Finding]) -> str:
    """Return the result of a check for people."""
    if counts:
        lines = [f"{piece.name} ({piece.set}), beside what is known about it:"]
    else:
        lines = [f"{piece.name} ({piece.set}): nothing is known about a printed section of this name"]
    for line in counts:
        verdict = "agrees" if line.agrees else "DIFFERS" if line.certain else "differs, but this count is only likely"
        lines.append(f"  {line.words:22} {line.found}, expected {line.expected}: {verdict}")
    lines += map(str, findings)
    errors = sum(finding.level == ERROR for finding in findings)
    return "\n".join([*lines, f"{_number(errors, 'error')}, {_number(len(findings) - errors, 'warning')}"])


def _number(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"


def run_statistics(options: argparse.Namespace) -> int:
    """Print a line of counts for each section, and what is usual."""
    heads = ["", "map", *LETTERS.values(), "areas", "smallest", "largest", "compact", "same", "apart", "edge", "caves"]
    print(table([heads, *(_statistics_row(piece) for piece in all_sections())]))
    print("\nof the sections known from a picture:")
    for name, (low, high) in profile().items():
        print(f"  {FIGURES[name].words}: {low if low == high else f'{low} to {high}'}")
    return 0


def _statistics_row(piece: Section) -> list[str]:
    found = measure(piece.rows)
    land = found.areas_of(*LAND_NAMES)
    numbers = [
        *(found.count(name) for name in TERRAINS),
        len(found.areas_of(*CARD_NAMES)),
        min(area.size for area in land),
        max(area.size for area in land),
        sum(area.compactness for area in land) // len(land),
        found.same_terrain,
        _least("special_distance", found),
        _least("edge_distance", found),
        found.cave_mountains.bit_count(),
    ]
    return [piece.name, trust(piece), *map(str, numbers)]


def _least(figure: str, found: Statistics) -> int:
    return min((value.number for value in FIGURES[figure].values(found)), default=0)
