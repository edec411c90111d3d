"""Find names of expansions in the engine, which must not know any set. `make check-engine-names` runs it.

Print every line of `engine/` with the name of a tile, card, task or Queenie that is not in the base game. The Island's
hexes are part of the geometry, so the word island is allowed in three modules.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from kingdom_builder.engine.answers import FIRST_ENTRY
from kingdom_builder.sets.registry import REGISTRY

ROOT = Path(__file__).parent.parent
ENGINE = Path("src/kingdom_builder/engine")
QUEENIES = ("capitol", "caves", "island")
ALLOWED = {("hexes.py", "island"), ("board.py", "island"), ("fields.py", "island")}
PLAIN_WORDS = {"collect"}
"""Names of answers that are also plain words."""

Words = tuple[str, ...]


def words(text: str) -> Words:
    """Split a text into words in lower case and in the singular, also at underscores and within CamelCase.

    >>> words("CityHall.city_hall(families, canoes) # fortress")
    ('city', 'hall', 'city', 'hall', 'family', 'canoe', 'fortress')
    """
    found = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", text)
    return tuple(re.sub(r"(?<=[a-z]{3})(?<!s)s$", "", re.sub("ies$", "y", word.lower())) for word in found)


def expansion_names() -> dict[Words, str]:
    """Return the names that the engine must not have, by their words."""
    base = {*REGISTRY.tile_ids("base"), *REGISTRY.card_ids("base")}
    options = [name for number, name in REGISTRY.option_names.items() if number >= FIRST_ENTRY]
    names = (*options, *REGISTRY.card_ids(), *REGISTRY.task_ids, *QUEENIES)
    return {words(name): name for name in names if name not in PLAIN_WORDS | base}


def names_in(line: str, names: dict[Words, str]) -> list[str]:
    """Return the names that occur in a line.

    >>> names_in("def has_outpost(self): # or a CityHall", expansion_names())
    ['city_hall', 'outpost']
    """
    here = words(line)
    spans = [here[i:j] for i in range(len(here)) for j in range(i + 1, len(here) + 1)]
    return [name for known, name in names.items() if known in spans]


def findings(engine: Path = ROOT / ENGINE) -> Iterator[str]:
    """Yield every name of an expansion in the engine as `file:line: name: text`."""
    names = expansion_names()
    for file in sorted(engine.rglob("*.py")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for name in names_in(line, names):
                if (file.name, name) not in ALLOWED:
                    yield f"{ENGINE / file.relative_to(engine)}:{number}: {name}: {line.strip()}"


def main() -> int:
    """Print the findings; return 1 if there are any."""
    found = list(findings())
    for finding in found:
        print(finding)
    if found:
        print(
            f"{len(found)} names of expansions in {ENGINE}; they belong in src/kingdom_builder/sets/", file=sys.stderr
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
