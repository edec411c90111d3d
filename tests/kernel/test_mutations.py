"""Wrong rules planted in the kernel are found by the comparison with Python: a short form of `make mutate-kernel`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernel import mutations
from tests.kernel.compiling import NATIVE, can_compile, compile_kernel
from tests.kernel.mutants import MUTANTS, Mutant

CHOSEN = ("Op.Sword", "Scorer.farmers", "Hook.lose_bonus")


def test_every_kind_of_rule_has_a_mutant_that_can_be_planted() -> None:
    """Every action class, condition, way of moving, scorer and hook; each old text is there exactly once."""
    assert mutations.kinds_without_mutant() == set()
    assert len(MUTANTS) >= 40
    for mutant in MUTANTS:
        assert (NATIVE / mutant.file).read_text(encoding="utf-8").count(mutant.old) == 1, mutant
        assert mutant.old != mutant.new


def test_a_mutant_that_does_not_fit_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "game.hpp").write_text("int a; int a;", encoding="utf-8")
    with pytest.raises(ValueError, match="2 times 'int a;'"):
        mutations.plant(Mutant("Op.Build", "game.hpp", "int a;", "int b;"), tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="there is no g++, or no header files of Python")
def test_wrong_rules_are_found(tmp_path: Path) -> None:
    compile_kernel(NATIVE, tmp_path, mutations.UNOPTIMIZED)
    for mutant in [mutant for mutant in MUTANTS if mutant.about in CHOSEN]:
        found = mutations.find(mutant, tmp_path, games=60)
        assert found.games, mutant
    unchanged = Mutant("Op.Build", "game.hpp", "#pragma once\n", "#pragma once\n\n")
    assert mutations.find(unchanged, tmp_path, games=3).games == 0
