"""Write docs/api.md: the reference of the public interface, from its docstrings, and the table of options."""

from __future__ import annotations

import dataclasses
import inspect
import re
from typing import Any

import kingdom_builder as kb
from kingdom_builder.arena.match import play_match
from kingdom_builder.cli.words import Words
from kingdom_builder.engine.answers import FIRST_ENTRY
from kingdom_builder.sets.registry import REGISTRY

TITLE = """# Reference of the library

Every public name of `import kingdom_builder as kb`, from the docstrings; `make types` writes this page.
[The library](library.md) explains them, [your first bot](first-bot.md) is a tutorial.
"""
CHAPTERS = {
    "Games": ("new_game", "new_first_game", "load", "Game", "View"),
    "Answers and hexes": ("ANSWERS", "Answer", "answer_name", "answer_number", "Hexes"),
    "What games return": ("Question", "Reason", "Piece", "Player", "Tile", "ScoreLine"),
    "Bots": ("Bot", "Engine", "Move", "Suggestion", "Budget", "analyse", "arena", "Match"),
    "Errors": (
        "IllegalAnswer",
        "BotError",
        "WrongAnswer",
        "BotFaultWarning",
        "SetupError",
        "PositionError",
        "RecordError",
    ),
    "The package": ("__version__",),
}
OPTIONS_BELOW = "Answers and hexes"
"""The chapter with the table of options."""
CONTROLS = {
    "end_turn": "End the turn.",
    "stop": "End an action that could go on.",
    "take_back": "Take the ship, the wagon or the warrior back from the board.",
    "pass": "Do not use what is offered outside of your own turn.",
}
CONSTANTS = {
    "ANSWERS": "The number of answers, 550: the length of a mask over all answers.",
    "__version__": "The version.",
}
PROTOCOL = {"__len__", "__contains__", "__iter__", "__eq__", "__str__", "__repr__", "_repr_svg_"}
"""Special methods that users rely on."""


def reference() -> str:
    """Return the page."""
    parts = [TITLE]
    for chapter, names in CHAPTERS.items():
        parts.append(f"## {chapter}\n")
        parts += [_entry(name) for name in names]
        if chapter == OPTIONS_BELOW:
            parts.append(_options())
    return "\n".join(parts)


def public_members(cls: type) -> dict[str, Any]:
    """Return the public methods, properties and fields of a class, and the special methods that users rely on."""
    ours = [base for base in reversed(cls.__mro__) if base.__module__.startswith("kingdom_builder")]
    return {
        name: value
        for base in ours
        for name, value in vars(base).items()
        if (not name.startswith("_") or name in PROTOCOL) and not _is_made(cls, name)
    }


def fields_of(cls: type) -> tuple[str, ...]:
    """Return the fields of a NamedTuple or dataclass; the docstring of the class describes them."""
    if dataclasses.is_dataclass(cls):
        return tuple(field.name for field in dataclasses.fields(cls))
    return tuple(getattr(cls, "_fields", ()))


def _is_made(cls: type, name: str) -> bool:
    """Return whether a name is one that tuples and dataclasses make themselves."""
    return name in fields_of(cls) or (name in PROTOCOL and fields_of(cls) != ())


def _entry(name: str) -> str:
    if name in CONSTANTS:
        return f"### `{name}`\n\n{CONSTANTS[name]}\n"
    thing = play_match if name == "arena" else getattr(kb, name)
    if not inspect.isclass(thing):
        return f"### `{name}{_signature(thing)}`\n\n{_text(thing)}\n"
    lines = [f"### `{name}`\n", _text(thing), ""]
    if fields := fields_of(thing):
        lines.append(f"Fields: {', '.join(f'`{field}`' for field in fields)}.\n")
    members = public_members(thing)
    if members:
        lines += ["| member | what it is |", "| --- | --- |"]
        lines += [f"| `{_member_name(member, value)}` | {_line(value)} |" for member, value in members.items()]
        lines.append("")
    return "\n".join(lines)


def _options() -> str:
    """Return the table of the answers that are not hexes, from the registry of sets."""
    names = REGISTRY.option_names
    sets = REGISTRY.set_of | {name: game_set.id for game_set in REGISTRY.sets for name in game_set.answers}
    rows = [
        f"| {number} | `{names[number]}` | {sets.get(names[number], '')} | {_meaning(number)} |"
        for number in sorted(names)
    ]
    unused = max(names) + 1
    return "\n".join(
        [
            "### Options\n",
            "The answers that are not hexes. A number never changes its meaning.\n",
            "| number | name | set | what it does |",
            "| --- | --- | --- | --- |",
            *rows,
            f"| {unused} to {kb.ANSWERS - 1} | `{kb.answer_name(unused)}`, ... | | not used yet |\n",
        ]
    )


def _meaning(option: int) -> str:
    say, name = Words("en"), REGISTRY.option_names[option]
    if name in CONTROLS:
        return CONTROLS[name]
    return f"Play a card as {say.terrain(name)}." if option < FIRST_ENTRY else say.option(name)


def _member_name(name: str, value: Any) -> str:
    function = value.__func__ if isinstance(value, classmethod) else value
    return f"{name}{_signature(function, method=True)}" if inspect.isfunction(function) else name


def _signature(function: Any, *, method: bool = False) -> str:
    """Return the parameters with their defaults, without types."""
    parameters = list(inspect.signature(function).parameters.values())[1 if method else 0 :]
    plain = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters]
    return str(inspect.Signature(plain))


def _text(thing: Any) -> str:
    """Return a docstring without its examples."""
    return re.split(r"\n\s*>>> ", inspect.getdoc(thing) or "")[0].strip()


def _line(value: Any) -> str:
    """Return the text of a member in one line of a table."""
    function = value.fget if isinstance(value, property) else getattr(value, "func", value)
    function = function.__func__ if isinstance(function, classmethod) else function
    return " ".join(_text(function).split()).replace("|", "\\|")
