"""Every rule of docs/rules.md has a test that names it, or a reason why it has none."""

from __future__ import annotations

from tests.rule_coverage import covered_rules, rules
from tests.rules_not_tested import REASONS

LAST = {0: 23, 1: 13, 2: 27, 3: 39, 4: 26, 5: 41, 6: 6, 7: 39, 8: 60, 9: 64}
"""The last rule of the printed boxes in each section; other tiles and cards have later rules. R5.0 is a rule too."""


def test_all_rules_of_the_document_are_found() -> None:
    """The numbers of each section have no gap, each is defined once, and none of the printed boxes is missing."""
    found: dict[int, list[int]] = {}
    for rule in rules():
        chapter, number = map(int, rule[1:].split("."))
        found.setdefault(chapter, []).append(number)
    assert found.keys() == LAST.keys()
    for chapter, numbers in found.items():
        first, last = (0 if chapter == 5 else 1), max(LAST[chapter], *numbers)
        assert sorted(numbers) == list(range(first, last + 1)), f"section {chapter}"


def test_every_rule_has_a_test_or_a_reason() -> None:
    """A rule without a test has a reason."""
    covered = covered_rules()
    missing = [rule for rule in rules() if rule not in covered and rule not in REASONS]
    assert not missing, f"{len(missing)} rules have no test and no reason: {' '.join(missing)}"


def test_no_reason_is_out_of_date() -> None:
    """A reason names an existing rule without a test, and is a sentence."""
    unknown = [rule for rule in REASONS if rule not in rules()]
    assert not unknown, f"rules_not_tested names rules that do not exist: {' '.join(unknown)}"
    covered = covered_rules()
    stale = [f"{rule} ({covered[rule][0]})" for rule in REASONS if rule in covered]
    assert not stale, f"rules_not_tested names rules that have a test: {', '.join(stale)}"
    assert [rule for rule, reason in REASONS.items() if not reason.endswith(".")] == []


def test_every_rule_in_a_test_name_exists() -> None:
    """Every rule that a test names is in the document."""
    unknown = {rule: tests for rule, tests in covered_rules().items() if rule not in rules()}
    assert not unknown, f"tests name rules that do not exist: {unknown}"
