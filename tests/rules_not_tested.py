"""The rules of docs/rules.md that have no test, and why.

`test_rule_coverage` fails when a rule in this list gets a test.
"""

from __future__ import annotations

REASONS: dict[str, str] = {
    "R0.1": "Describes how the document was made.",
    "R0.19": "The maps contain no drawings.",
    "R0.22": "A list of state; each item is tested with the rule that uses it.",
    "R1.13": "Aids for players, without effect on the rules.",
    "R2.10": "Advice to beginners, not a rule.",
    "R9.39": "The printed examples are not known.",
}
