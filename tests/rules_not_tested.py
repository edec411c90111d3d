"""The rules of docs/rules.md that no test covers, and why.

`test_rule_coverage` holds this list to the truth: a rule that gets a test leaves it.
"""

from __future__ import annotations

REASONS: dict[str, str] = {
    "R0.1": "Says how this document was made, not what happens in a game.",
    "R0.19": "The maps hold no drawings, so there is nothing that could have a meaning.",
    "R0.22": "A list of what to keep; each item is tested with the rule that uses it.",
    "R1.13": "Aids for people at a table, without effect on the rules.",
    "R2.10": "Advice to beginners, without force.",
    "R9.39": "The printed pictures are lost, so nothing is known that could be tested.",
}
