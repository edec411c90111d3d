"""The champion without the network plays the same with the weights of a file and of the package, if they are equal."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.evaluation import shipped_document
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.bots.specs import resolve
from kingdom_builder.game import new_game

NAME = "./benchmarks/other_weights.py:OtherWeights@200e"


def answers(bots):
    game = new_game(4)
    while (seat := game.to_play) is not None:
        game.play(bots[seat].answer(game.view(seat)))
    return game.answers()


def test_the_weights_are_those_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    same, none = tmp_path / "same.json", tmp_path / "none.json"
    same.write_text(json.dumps(shipped_document()), encoding="utf-8")
    none.write_text(json.dumps({"weights": {}}), encoding="utf-8")
    plain = replace(LEVELS["champion"], network=False)
    champion = answers([PlanningBot(seat, plain, Budget(evaluations=200)) for seat in range(2)])
    source = resolve(NAME)
    monkeypatch.setenv("KINGDOM_BUILDER_WEIGHTS", str(same))
    assert answers([source.new(seat) for seat in range(2)]) == champion
    monkeypatch.setenv("KINGDOM_BUILDER_WEIGHTS", str(none))
    assert answers([source.new(seat) for seat in range(2)]) != champion


def test_a_file_must_be_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("KINGDOM_BUILDER_WEIGHTS", raising=False)
    with pytest.raises(ValueError, match="expected a file of weights"):
        resolve(NAME).new(1)
