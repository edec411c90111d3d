"""Puzzles over HTTP: the list, the turn answer by answer, and its grade."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kingdom_builder.puzzles.messages import PuzzleGrade, PuzzleInfo, PuzzleTable
from kingdom_builder.puzzles.puzzle import shipped_puzzles
from kingdom_builder.table.trying import TriedMoves
from tests.puzzles.test_grading import unknown_turn
from tests.server.client import Browser, check
from tests.server.serving import ServerProcess, serving


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def test_a_puzzle_is_listed_played_and_graded(server: ServerProcess):
    player = Browser(server)
    found = player.get("/api/puzzles")
    check(list[PuzzleInfo], found)
    assert len(found) == len(shipped_puzzles())
    assert all("nomads" in info["sets"] for info in player.get("/api/puzzles", set="nomads"))
    easy = player.get("/api/puzzles", difficulty=2)
    assert {info["difficulty"] for info in easy} == {2}
    puzzle = shipped_puzzles()[easy[0]["id"]]
    address = f"/api/puzzles/{puzzle.id}"
    check(PuzzleTable, player.get(address))
    answers = list(puzzle.best.answers)
    for count in range(1, len(answers)):
        tried = player.http.post(f"{address}/try", json={"moves": answers[:count]}).json()
        check(TriedMoves, tried)
        assert tried["moves"] == answers[:count]
    tried = player.http.post(f"{address}/try", json={"preview": answers[0]}).json()
    check(TriedMoves, tried)
    assert tried["preview"]["placed"] == answers[:1]
    tried = player.http.post(f"{address}/try", json={"moves": answers[:1], "why_not": answers[0]}).json()
    check(TriedMoves, tried)
    assert tried["reason"]["sentence"]
    grade = player.http.post(f"{address}/grade", json={"answers": answers}).json()
    check(PuzzleGrade, grade)
    assert grade["mark"] == "best"
    grade = player.http.post(f"{address}/grade", json={"answers": unknown_turn(puzzle)}).json()
    check(PuzzleGrade, grade)
    assert not grade["same"]


def test_what_is_not_a_puzzle_or_not_a_turn_is_rejected(server: ServerProcess):
    player = Browser(server)
    player.get("/api/puzzles/nothing", 404)
    player.get("/api/puzzles", 422, difficulty=6)
    player.get("/api/puzzles", 422, set="nothing")
    address = f"/api/puzzles/{next(iter(shipped_puzzles()))}"
    assert player.http.post(f"{address}/grade", json={"answers": ["end_turn"]}).status_code == 409
    assert player.http.post(f"{address}/grade", json={"answers": []}).status_code == 409
    assert player.http.post(f"{address}/try", json={"moves": [0] * 201}).status_code == 422


@pytest.mark.parametrize(("tool", "body"), [("try", {"moves": []}), ("grade", {"answers": []})])
def test_turns_of_puzzles_are_counted_as_analyses(tool: str, body: dict[str, list[int]]):
    with serving(analyses_per_second=0.1) as server:
        path = f"/api/puzzles/{next(iter(shipped_puzzles()))}/{tool}"
        player = Browser(server)
        assert player.http.post(path, json=body).status_code in (200, 409)
        rejected = player.http.post(path, json=body)
        assert (rejected.status_code, rejected.json()["error"]["code"]) == (429, "too_fast")
        assert int(rejected.headers["retry-after"]) > 1
