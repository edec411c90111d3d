"""Find the tests of every rule of docs/rules.md.

A test covers the rules in its name: `test_r4_4_r9_10_any_canyon_when_none_is_adjacent` covers R4.4 and R9.10. A rule
that cannot be tested is in `rules_not_tested`, with the reason. Print the whole table with

    python -m tests.rule_coverage
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.rules_not_tested import REASONS

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules.md"
NOT_THE_ENGINE = (TESTS / "reference" / "test_reference.py",)
"""Tests of the reference implementation: they do not test the engine."""

_DEFINITION = re.compile(r"^(?:- |\| )\*\*R(\d+)\.(\d+)\b", re.MULTILINE)
_TEST = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
_IN_NAME = re.compile(r"(?<=_)r(\d+)_(\d+)(?=_|$)")


def rules() -> list[str]:
    """Return the numbers of all rules in the order of the document, one as often as it is defined.

    >>> rules()[:2]
    ['R0.1', 'R0.2']
    """
    return [f"R{chapter}.{number}" for chapter, number in _DEFINITION.findall(RULES.read_text(encoding="utf-8"))]


def rules_in_name(name: str) -> list[str]:
    """Return the rules that the name of a test names.

    >>> rules_in_name("test_r4_4_r9_10_adjacent_if_possible"), rules_in_name("test_parser2_4_words")
    (['R4.4', 'R9.10'], [])
    """
    return [f"R{chapter}.{number}" for chapter, number in _IN_NAME.findall(name)]


def covered_rules() -> dict[str, list[str]]:
    """Return the tests of every rule that has any, as `setup/test_builder.py::test_r2_1_...`."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        if file not in NOT_THE_ENGINE:
            for name in _TEST.findall(file.read_text(encoding="utf-8")):
                for rule in rules_in_name(name):
                    found.setdefault(rule, []).append(f"{file.relative_to(TESTS)}::{name}")
    return found


def main() -> None:
    """Print every rule with its tests or with the reason why it has none."""
    covered = covered_rules()
    known = rules()
    for rule in known:
        reason = f"({REASONS[rule]})" if rule in REASONS else "NO TEST AND NO REASON"
        print(f"{rule:6} " + "\n       ".join(covered.get(rule, [reason])))
    tested = sum(rule in covered for rule in known)
    excused = sum(rule in REASONS and rule not in covered for rule in known)
    print(
        f"\n{len(known)} rules: {tested} tested, {excused} with a reason, {len(known) - tested - excused} with neither"
    )


if __name__ == "__main__":
    main()
