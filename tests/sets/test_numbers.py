"""Answer numbers are permanent: records, results and trained weights refer to them."""

from __future__ import annotations

from pathlib import Path

from kingdom_builder import ANSWERS, answer_name, answer_number

LINES = (Path(__file__).parent / "numbers.txt").read_text(encoding="utf-8").splitlines()
NUMBERS = [(int(number), name) for number, name in (line.split() for line in LINES)]
HEXES = 450
"""Answers below this number are hexes."""


def test_every_named_answer_has_the_number_in_the_file() -> None:
    """A new tile adds a line to numbers.txt; no line ever changes."""
    assert {name: number for number, name in NUMBERS} == named_answers()


def test_the_file_has_each_number_and_each_name_once_in_order() -> None:
    numbers, names = zip(*NUMBERS, strict=True)
    assert list(numbers) == sorted(set(numbers))
    assert len(names) == len(set(names))
    assert numbers[0] == HEXES
    assert numbers[-1] < ANSWERS


def test_name_and_number_lead_to_each_other() -> None:
    """No two names share a number: one of them could not be looked up."""
    for number, name in NUMBERS:
        assert (answer_number(name), answer_name(number)) == (number, name)


def named_answers() -> dict[str, int]:
    """Return the number of every answer that is not a hex, without those that are kept for later rules."""
    names = {answer_name(number): number for number in range(HEXES, ANSWERS)}
    return {name: number for name, number in names.items() if not name.startswith("unused_")}
