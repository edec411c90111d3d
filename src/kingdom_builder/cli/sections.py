"""`kingdom-builder sections`: the maps of the board sections, where they come from, and checking one of your own."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from kingdom_builder.cli.arguments import read_text
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words, table
from kingdom_builder.engine.hexes import Coordinate, format_hexes, hex_set
from kingdom_builder.engine.terrain import LETTERS, TERRAINS
from kingdom_builder.render.svg import section_to_svg
from kingdom_builder.render.text import section_to_text
from kingdom_builder.sets.fields import hex_lists
from kingdom_builder.setup.checks import ERROR, Comparison, Finding, check_section, known_counts
from kingdom_builder.setup.sections import Section, all_sections, island_sides, parse_section, section
from kingdom_builder.setup.statistics import CARD_NAMES, FIGURES, LAND_NAMES, Statistics, measure, profile


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("sections", run_list, example="sections check temple.txt")
    parser.add_argument("--json", action="store_true", help=say("option.json"))
    actions = Commands(parser, path="sections.", metavar="action", required=False)
    show = actions.add("show", run_show, example="sections show farm --turned")
    show.add_argument("name", metavar=say("metavar.name"), help=say("option.name.section"))
    show.add_argument("--turned", action="store_true", help=say("option.turned"))
    show.add_argument("--svg", action="store_true", help=say("option.svg"))
    check = actions.add("check", run_check, example="sections check temple.txt")
    check.add_argument("file", metavar=say("metavar.file"), help=say("option.file.section"))
    # Without a default it keeps the value that was given before the word `check`.
    check.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=say("option.json"))
    actions.add("statistics", run_statistics)


def run_list(options: argparse.Namespace, say: Words) -> int:
    """Print all sections, those whose maps come from the same source together."""
    pieces = (*all_sections(), *island_sides())
    if options.json:
        print(json.dumps([section_facts(piece) for piece in pieces]))
        return 0
    heading = None
    for piece in pieces:
        if heading != (
            heading := say("sections.group", set=piece.set, confidence=_confidence(piece, say), source=piece.source)
        ):
            print(heading)
        name = say.section(piece.name)
        if piece.unverified:
            hexes = format_hexes(hex_set([Coordinate(*place).hex for place in piece.unverified]))
            name = say("sections.check_first", section=name, hexes=hexes)
        print(f"  {piece.name:30} {name}")
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


def _confidence(piece: Section, say: Words) -> str:
    return say.confidence("placeholder" if piece.placeholder else piece.confidence)


def run_show(options: argparse.Namespace, say: Words) -> int:
    """Show one section."""
    sides = {side.name: side for side in island_sides()}
    piece = sides.get(options.name) or section(options.name)
    if options.svg:
        print(section_to_svg(piece, turned=options.turned))
        return 0
    title = say("sections.title", section=say.section(piece.name), set=piece.set)
    lines = [
        say("setup.turned", section=title) if options.turned else title,
        say("sections.locations", names=", ".join(map(say.tile, piece.locations))),
        say("sections.confidence", confidence=say.confidence(piece.confidence)),
        say("sections.source", source=piece.source),
        "",
        section_to_text(piece, turned=options.turned),
    ]
    print("\n".join(lines), end="")
    return 0


def run_check(options: argparse.Namespace, say: Words) -> int:
    """Check a section file; status 2 if something on it cannot be right."""
    piece = parse_section(read_text(options.file, say), options.file)
    counts, findings = known_counts(piece), check_section(piece)
    if options.json:
        print(json.dumps(check_facts(piece, counts, findings)))
    else:
        print(check_text(piece, counts, findings, say))
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


def check_text(piece: Section, counts: Sequence[Comparison], findings: Sequence[Finding], say: Words) -> str:
    """Return the result of a check for people."""
    lines = [say("sections.compared" if counts else "sections.unknown", section=piece.name, set=piece.set)]
    for line in counts:
        verdict = "agrees" if line.agrees else "differs" if line.certain else "differs.likely"
        text = say(
            "sections.count",
            what=line.words.ljust(22),
            found=line.found,
            expected=line.expected,
            verdict=say(f"sections.{verdict}"),
        )
        lines.append(f"  {text}")
    lines += map(str, findings)
    errors = sum(finding.level == ERROR for finding in findings)
    warnings = len(findings) - errors
    result = say("sections.result", errors=_number("errors", errors, say), warnings=_number("warnings", warnings, say))
    return "\n".join([*lines, result])


def _number(what: str, count: int, say: Words) -> str:
    return say(f"sections.{what}", n=count) if count else say(f"sections.{what}.none")


def run_statistics(_options: argparse.Namespace, say: Words) -> int:
    """Print a line of counts for each section, and what is usual."""
    confidence, *counts = say("sections.heads").split(", ")
    heads = ["", confidence, *LETTERS.values(), *counts]
    print(table([heads, *(_statistics_row(piece, say) for piece in all_sections())]))
    print("\n" + say("sections.usual"))
    for name, (low, high) in profile().items():
        usual = str(low) if low == high else say("sections.range", low=low, high=high)
        print("  " + say("moves", name=FIGURES[name].words, moves=usual))
    return 0


def _statistics_row(piece: Section, say: Words) -> list[str]:
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
    return [piece.name, _confidence(piece, say), *map(str, numbers)]


def _least(figure: str, found: Statistics) -> int:
    return min((value.number for value in FIGURES[figure].values(found)), default=0)
