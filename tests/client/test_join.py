"""Bots of this machine play at a real server, over real sockets, also when connections are lost."""

from __future__ import annotations

import json
import re
import shlex
import socket
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from kingdom_builder.bots.specs import resolve
from kingdom_builder.client.http import HttpClient, Refused
from kingdom_builder.client.saved_seats import SeatCredential, find, save
from kingdom_builder.client.seat import End, Outcome, RemoteSeat
from kingdom_builder.engine.view import View
from kingdom_builder.setup.builder import ALL_SETS
from tests.cli.conftest import command as command
from tests.cli.running import Command
from tests.foreign_bots import FAULTS, bots_file
from tests.server.client import ME, OPEN, Browser, bot
from tests.server.serving import PATIENCE, ServerProcess, serving, wait_until

pytestmark = pytest.mark.service


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which the user's seats are saved."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "kingdom-builder" / "seats"


@contextmanager
def cutting_proxy(port: int, every: int) -> Iterator[str]:
    """Forward connections to a port, and cut one after every so many responses, instead of passing them on."""
    responses = 0

    def forward(source: socket.socket, target: socket.socket, *, cuts: bool) -> None:
        nonlocal responses
        with suppress(OSError):
            while data := source.recv(1 << 16):
                responses += cuts and data.startswith(b"HTTP/1.1")
                if cuts and responses % every == 0 and data.startswith(b"HTTP/1.1"):
                    break
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def connect(client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", port)) as upstream:
            sending = threading.Thread(target=forward, args=(client, upstream), kwargs={"cuts": False})
            sending.start()
            forward(upstream, client, cuts=True)
            sending.join()

    def accept() -> None:
        with suppress(OSError):
            while True:
                thread = threading.Thread(target=connect, args=(listener.accept()[0],))
                thread.start()
                threads.append(thread)

    threads: list[threading.Thread] = []

    with socket.create_server(("127.0.0.1", 0)) as listener:
        accepting = threading.Thread(target=accept)
        accepting.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)
        accepting.join()
    for thread in threads:
        thread.join()
    assert responses > every


def play(server: str, invite: str, name: str) -> tuple[Outcome, list[int]]:
    """Join a table and play; check at every question that the bot is offered what the server offers."""
    questions: list[int] = []

    def compare(view: View, you: Mapping[str, Any]) -> None:
        assert sorted(view.legal_answers()) == sorted(you["hexes"] + you["options"])
        questions.append(len(view.legal_answers()))

    with closing(HttpClient(server, patience=PATIENCE)) as client:
        seat = RemoteSeat.join(client, invite, name)
        return seat.play(resolve("random").new(seat.seat), asked=compare), questions


@pytest.mark.parametrize("cuts", [False, True], ids=["connected", "cut"])
def test_two_joined_bots_play_a_game_with_all_sets(server: ServerProcess, *, cuts: bool) -> None:
    """Every answer is stored once, also if every seventh response is lost with its connection."""
    zoe = Browser(server)
    table = zoe.create(OPEN, OPEN, setup={"sets": list(ALL_SETS), "seed": 5})
    with (
        cutting_proxy(server.port, 7) if cuts else nullcontext(server.url) as address,
        ThreadPoolExecutor(2) as threads,
    ):
        played = list(threads.map(lambda name: play(address, table["invite"], name), ("Ada", "Bea")))
    (first, questions), (second, more) = played
    assert first == second
    assert (first.end, sorted(first.names)) == (End.OVER, ["Ada", "Bea"])
    history = zoe.get(f"/api/games/{table['id']}/history")
    answers = [event for event in history["events"] if event["kind"] == "answer"]
    assert len(answers) == len(questions) + len(more)
    assert tuple(history["totals"][-1][1]) == first.scores


def test_a_table_that_is_created_as_in_the_document_is_joined(server: ServerProcess, command: Command) -> None:
    """The curl line of docs/bots.md creates a table without a browser; its invite is in the response."""
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith("curl ")]
    curl, _, grep = line.partition(" | grep -o ")
    _, _, url, _, header, _, body = shlex.split(curl)
    kind, _, value = header.partition(": ")
    response = httpx.post(server.url + url.removeprefix("http://127.0.0.1:8000"), content=body, headers={kind: value})
    assert response.status_code == 201, response.text
    (found,) = re.findall(shlex.split(grep)[0], response.text)
    ran = command("join", json.loads(f"{{{found}}}")["invite"], "random", "--server", server.url)
    assert (ran.status, "random (you, seat 0)" in ran.out) == (0, True), ran


def test_the_command_plays_and_prints_the_result(server: ServerProcess, command: Command, tmp_path: Path) -> None:
    """With the link of the invite and a bot of a file; the name at the table is that of its class."""
    file = bots_file(tmp_path)
    zoe = Browser(server)
    table = zoe.create(bot("random"), OPEN)
    ran = command("join", f"{server.url}/t/{table['invite']}", f"{file}:Last", "--seed", "1")
    assert ran.status == 0, ran.err
    expected = r"seat 1 \(counted from 0\)\.\n.*Last \(you, seat 1\) \d+ gold\. The game is over\."
    assert re.search(expected, ran.out), ran.out


def test_the_same_command_takes_the_seat_of_a_stopped_bot_again(
    server: ServerProcess, command: Command, tmp_path: Path, state: Path
) -> None:
    """The seat is kept in a file that only the user can read, until the game is over."""
    file = bots_file(tmp_path)
    table = Browser(server).create(bot("random"), OPEN, setup={"start": 1})
    invite = f"{server.url}/t/{table['invite']}"
    failed = command("join", invite, f"{file}:Fails")
    assert (failed.status, "seat 1 (counted from 0)." in failed.out) == (2, True)
    (saved,) = state.iterdir()
    assert saved.stat().st_mode & 0o077 == 0
    again = command("join", invite, f"{file}:Last")
    assert again.status == 0, again.err
    assert again.out.startswith(f"Resumed seat 1 (counted from 0) at table {table['id']} of {server.url}.\n")
    assert list(state.iterdir()) == []
    late = command("join", invite, f"{file}:Last")
    assert (late.status, late.out, len(late.err.splitlines())) == (2, "", 1), late.err


def test_a_seat_that_was_lost_meanwhile_is_forgotten(server: ServerProcess, command: Command, tmp_path: Path) -> None:
    """The command then asks for a new seat, as if it had never played here."""
    file = bots_file(tmp_path)
    ada = Browser(server)
    table = ada.create(ME, OPEN, setup={"start": 1})
    invite = f"{server.url}/t/{table['invite']}"
    assert command("join", invite, f"{file}:Fails").status == 2
    ada.post(f"/api/tables/{table['id']}/seats/1/bot", {}, 200)
    again = command("join", invite, f"{file}:Last")
    assert (again.status, "begun already" in again.err, "Resumed" in again.out) == (2, True, False)


def test_a_seat_that_another_process_plays_is_not_taken(state: Path) -> None:
    """Two bots of one user join the same table one after the other and get different seats."""
    first, second = SeatCredential("table", 0, "a"), SeatCredential("table", 1, "b")
    playing = save(state, "http://server", "invite", first)
    assert find(state, "http://server", "invite") is None
    stopped = save(state, "http://server", "invite", second)
    stopped.close()
    assert find(state, "http://server", "other") is None
    found = find(state, "http://server", "invite")
    assert found is not None
    assert found.credential == second
    found.forget()
    playing.close()
    again = find(state, "http://server", "invite")
    assert again is not None
    assert again.credential == first
    again.forget()
    assert find(state, "http://server", "invite") is None


def test_a_bot_plays_also_where_its_seat_cannot_be_saved(
    server: ServerProcess, command: Command, tmp_path: Path, state: Path
) -> None:
    """A line says so."""
    state.parent.parent.write_text("no folder", encoding="utf-8")
    table = Browser(server).create(bot("random"), OPEN)
    ran = command("join", f"{server.url}/t/{table['invite']}", "random")
    assert (ran.status, len(ran.err.splitlines())) == (0, 1)
    assert ran.err.startswith("The seat cannot be resumed after a stop: ")


@contextmanager
def joined(ada: Browser, table: dict[str, Any]) -> Iterator[Future[tuple[Outcome, list[int]]]]:
    """Let a bot join the table and play while the block runs; then close the table."""
    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(play, ada.server.url, table["invite"], "Bea")
        try:
            wait_until(lambda: ada.get(f"/api/tables/{table['id']}")["status"] == "playing", "the game has begun")
            yield playing
        finally:
            ada.post(f"/api/tables/{table['id']}/close")


def test_people_can_undo_and_talk_meanwhile(server: ServerProcess) -> None:
    """A game with undone answers and chat is followed; it ends for the bot when the table is closed."""
    ada = Browser(server)
    table = ada.create(ME, OPEN, setup={"start": 0})
    with joined(ada, table) as playing, ada.seat(table, 0) as mine:
        for _ in range(2):
            mine.read_until(lambda: mine.mine)
            mine.answer(mine.legal()[0])
            mine.request("undo", seen_seq=mine.seq, whole_turn=False)
            mine.request("chat", text="hello")
            mine.read_until(lambda: mine.events[-1]["kind"] == "chat")
            while mine.mine:
                mine.answer(mine.legal()[0])
        mine.read_until(lambda: mine.mine)
    outcome, questions = playing.result(PATIENCE)
    assert (outcome.end, bool(questions)) == (End.CLOSED, True)


def test_a_seat_that_is_lost_ends_the_game_for_the_bot(server: ServerProcess) -> None:
    """Here the creator hands it to a bot of the server."""
    ada = Browser(server)
    table = ada.create(ME, OPEN, setup={"start": 0})
    with joined(ada, table) as playing:
        ada.post(f"/api/tables/{table['id']}/seats/1/bot", {}, 200)
        outcome, _ = playing.result(PATIENCE)
    assert outcome.end is End.LOST


def test_errors_are_one_line(server: ServerProcess, command: Command, tmp_path: Path) -> None:
    """A wrong invite, a full table, a server that is not there, a bot that fails."""
    ada = Browser(server)
    full = ada.create(ME, bot())["invite"]
    waiting = ada.create(ME, OPEN, OPEN)
    file = bots_file(tmp_path)
    begun = ada.create(bot(), OPEN, setup={"start": 1})["invite"]
    cases = [
        (["nothing", "random", "--server", server.url], "there is no table with this invite"),
        ([f"{server.url}/t/{full}", "random"], "begun already"),
        (["nothing", "random", "--server", "http://127.0.0.1:9"], "http://127.0.0.1:9 cannot be reached"),
        (["nothing", "random", "--server", "ftp://x"], "'ftp://x' is not the address of a server"),
        ([f"{server.url}/t/{begun}", f"{file}:Fails"], f"{file}:Fails in turn 1 (view.turn 0) {FAULTS['Fails']}"),
        ([f"{server.url}/t/{begun}", f"{file}:Unready"], FAULTS["Unready"]),
        ([f"{server.url}/t/{begun}", "nobody"], "'nobody' is not a bot"),
    ]
    for arguments, words in cases:
        ran = command("join", *arguments)
        assert ran.status == 2
        assert words in ran.err.splitlines()[-1]
    with closing(HttpClient(server.url)) as client:
        RemoteSeat.join(client, waiting["invite"], "Bea")
        RemoteSeat.join(client, waiting["invite"], "Cleo")
        with pytest.raises(Refused) as refused:
            RemoteSeat.join(client, waiting["invite"], "Dora")
    assert refused.value.code in ("full", "begun")
