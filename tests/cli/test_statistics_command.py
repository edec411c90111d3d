"""`kingdom-builder statistics`: tables of the shipped games, own games beside them, and collecting."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kingdom_builder.arena.game import play_game
from kingdom_builder.bots import new_bot
from kingdom_builder.game import new_game
from kingdom_builder.statistics import collect
from tests.cli.running import Command


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the path of the record of a finished game with knights."""
    game = new_game(3, cards=["knights"])
    play_game(game, [new_bot("random", 1), new_bot("random", 2)])
    file = tmp_path_factory.mktemp("games") / "game.txt"
    file.write_text(game.to_record(), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("table", ["cards", "pairs", "tiles", "sections", "players", "length"])
def test_every_table_is_printed_in_both_languages(command: Command, table: str) -> None:
    for language in ("en", "fr"):
        ran = command("statistics", table, "--players", "2", "--language", language)
        assert (ran.status, ran.err) == (0, "")
        assert "steward@2500e" in ran.out.splitlines()[0]
        assert len(ran.out.splitlines()) > 4


def test_a_set_shows_only_what_belongs_to_it(command: Command) -> None:
    out = command("statistics", "cards", "--set", "nomads").out
    assert "Shepherds" in out
    assert "Knights" not in out


def test_own_games_stand_beside_the_figures(command: Command, record: str) -> None:
    out = command("statistics", "cards", "--games", record, "--seat", "1").out
    knights = next(line for line in out.splitlines() if line.startswith("Knights"))
    assert knights.endswith("(1)")
    document = json.loads(command("statistics", "--json", "--games", record).out)
    assert document["own"]["games"] == 1
    assert {row["name"] for row in document["sources"]} >= {"knights", "castle"}


def test_wrong_input_is_one_line(command: Command, record: str, tmp_path: Path) -> None:
    begun = tmp_path / "begun.txt"
    begun.write_text(new_game(1).to_record(), encoding="utf-8")
    for arguments, expected in (
        (("--games", str(begun)), f"{begun}: this game is not over"),
        (("--games", record, "--seat", "3"), "--seat must be from 1 to 2"),
        (("--seat", "1"), "--seat: needs --games"),
        (
            ("collect", "--games", "9000", "--into", str(tmp_path), "--summary", "/no/where.json"),
            "--summary: /no/where.json cannot be written",
        ),
        (("collect", "--games", "0", "--into", str(tmp_path / "none")), "there are no games in this folder"),
    ):
        ran = command("statistics", *arguments)
        assert (ran.status, ran.out) == (2, "")
        assert expected in ran.err
        assert len(ran.err.splitlines()) == 1


def test_collect_writes_the_summary_of_the_folder(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collect, "SHARD", 1)
    summary = tmp_path / "summary.json"
    options = ("--into", str(tmp_path / "games"), "--workers", "1", "--summary", str(summary))
    ran = command("statistics", "collect", "--games", "1", *options)
    assert ran.out == f"1 game in {tmp_path / 'games'}\n"
    assert json.loads(summary.read_text(encoding="utf-8"))["games"] == 1
