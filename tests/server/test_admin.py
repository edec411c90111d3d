"""`kingdom-builder admin` with a running server: tables, bans, announcements, and a stop that interrupts no turn."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.server.client import ME, OPEN, Browser, Socket, bot, new_id, watch
from tests.server.database_file import change
from tests.server.serving import PATIENCE, ServerProcess, serving, wait_until
from tests.server.test_run import command


def admin(server: ServerProcess, *arguments: str, status: int = 0) -> str:
    """Run a command of the operator; return what it prints, or its error line."""
    done = command("admin", *arguments, "--database", server.database, LANG="C.UTF-8")
    assert done.returncode == status, done.stderr
    if status:
        [line] = done.stderr.splitlines()
        return line
    return done.stdout


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def told(socket: Socket) -> dict[str, str] | None:
    """Read until the next notice."""
    notice: dict[str, str] | None = socket.read_type("notice")["notice"]
    return notice


def test_tables_are_listed_with_their_seats(server):
    ada = Browser(server)
    playing, waiting = ada.create(ME, bot()), ada.create(ME, OPEN)
    lines = {line.split()[0]: line for line in admin(server, "tables").splitlines()}
    assert "playing" in lines[playing["id"]]
    assert "bot (random)" in lines[playing["id"]]
    assert "open" in lines[waiting["id"]]
    assert "free seat" in lines[waiting["id"]]
    only = [json.loads(line) for line in admin(server, "tables", "--status", "open", "--json").splitlines()]
    assert waiting["id"] in [table["id"] for table in only]
    assert playing["id"] not in [table["id"] for table in only]


def test_a_table_is_closed_and_everybody_at_it_sees_by_whom(server):
    table = Browser(server).create(ME, ME)
    with watch(server, table) as spectator:
        spectator.read()
        assert "is closed" in admin(server, "close", table["id"])
        spectator.read_until(lambda: spectator.events and spectator.events[-1]["kind"] == "closed")
        event = spectator.events[-1]
        assert (event["by"], event["seat"]) == ("operator", None)
        assert event["lines"][0]["sentence"]["key"] == "log.closed.operator"
    assert "The table is closed." in admin(server, "close", table["id"], status=2)
    assert "There is no such table" in admin(server, "close", "nothing", status=2)


def test_no_message_of_a_player_keeps_the_operator_from_closing_a_table(server):
    """The order has an id of its own, which no client can use."""
    change(server, "INSERT INTO orders VALUES (1000, 'unban', ?, 0, NULL)", '{"target": "192.0.2.1"}')
    ada = Browser(server)
    table = ada.create(ME, OPEN)
    for number in range(1001, 1004):
        ada.post(f"/api/tables/{table['id']}/seats/0/chat", {"id": f"order-{number}", "phrase": "hello"}, 200)
    assert "is closed" in admin(server, "close", table["id"])


def test_a_banned_person_is_disconnected_until_the_ban_is_lifted(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN)
    joined = bob.post(f"/api/invites/{table['invite']}/seats", {"token": True, "name": "Bob"}, 201)
    [line] = [line for line in admin(server, "tables").splitlines() if line.startswith(table["id"])]
    person = line.partition("Bob [")[2][:12]
    token = {"Authorization": f"Bearer {joined['tokens'][0]['token']}"}
    path = f"/api/tables/{table['id']}/seats/1/state"
    with ada.seat(table, 0) as hers, bob.seat(table, 1) as his:
        hers.read()
        his.read()
        admin(server, "ban", person, "--reason", "spam")
        assert his.closed() == 4403
        assert json.loads(his.received[-1])["code"] == "banned"
        assert hers.request("chat", text="hello")["type"] == "ack"
    answer = bob.post(f"/api/invites/{table['invite']}/seats", {}, 403)
    assert answer["error"]["code"] == "banned"
    assert "spam" in answer["error"]["message"]
    assert httpx.get(f"{server.url}{path}", headers=token).status_code == 403
    assert bob.http.get("/").status_code == 200, "the page can say it"
    assert person in admin(server, "bans")
    admin(server, "unban", person)
    wait_until(lambda: bob.http.get(path).status_code == 200, "the ban is lifted")
    assert httpx.get(f"{server.url}{path}", headers=token).status_code == 200
    assert person not in admin(server, "bans")


def test_an_address_is_banned_for_a_time_and_an_ipv6_address_with_its_network(server):
    def status(address: str) -> int:
        return httpx.get(f"{server.url}/api/tables", headers={"X-Forwarded-For": address}).status_code

    admin(server, "ban", "2001:db8:1:2::3")
    admin(server, "ban", "192.0.2.0/24", "--hours", "0.0005")
    wait_until(lambda: status("2001:db8:1:2:ffff::1") == 403, "the network is banned")
    assert status("2001:db8:1:3::1") == status("198.51.100.1") == 200
    wait_until(lambda: status("192.0.2.200") == 200, "the ban has ended")
    admin(server, "unban", "2001:db8:1:2::3")
    wait_until(lambda: status("2001:db8:1:2::3") == 200, "the ban is lifted")
    assert "there is no ban" in admin(server, "unban", "2001:db8:1:2::3", status=2)
    assert "neither an address nor" in admin(server, "ban", "Bob", status=2)
    for hours in ("0", "-1", "nan", "inf", "1e12"):
        assert "greater than 0" in admin(server, "ban", "192.0.2.1", f"--hours={hours}", status=2)
        assert "greater than 0" in admin(server, "announce", "Soon.", f"--minutes={hours}", status=2)
    assert "192.0.2.1" not in admin(server, "bans")


def test_an_ipv4_address_is_banned_as_a_log_of_ipv6_shows_it(server):
    def status() -> int:
        return httpx.get(f"{server.url}/api/tables", headers={"X-Forwarded-For": "192.0.2.8"}).status_code

    assert "192.0.2.8/32 is banned" in admin(server, "ban", "::ffff:192.0.2.8")
    wait_until(lambda: status() == 403, "the address is banned")
    admin(server, "unban", "::ffff:192.0.2.8")
    wait_until(lambda: status() == 200, "the ban is lifted")


def test_an_announcement_reaches_open_tables_and_new_pages(server):
    table = Browser(server).create(ME, ME)
    with watch(server, table) as spectator:
        spectator.read()
        admin(server, "announce", "Maintenance at 20:00.", "--fr", "Maintenance à 20 h.")
        notice = {"en": "Maintenance at 20:00.", "fr": "Maintenance à 20 h."}
        assert told(spectator) == notice
        assert httpx.get(f"{server.url}/api/notice").json() == {"notice": notice}
        with watch(server, table) as late:
            assert told(late) == notice
        admin(server, "announce", "--clear")
        assert told(spectator) is None
        admin(server, "announce", "Soon over.", "--minutes", "0.03")
        assert told(spectator) == {"en": "Soon over.", "fr": "Soon over."}
        assert told(spectator) is None
    assert "a text or --clear" in admin(server, "announce", status=2)


def asked(sockets: list[Socket]) -> Socket:
    for socket in sockets:
        socket.read_until(lambda socket=socket: socket.view is not None)
    return next(socket for socket in sockets if socket.mine)


def drain(server: ServerProcess, *arguments: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "kingdom_builder", "admin", "drain", "--database", server.database, *arguments]
    return subprocess.Popen([*words, "--language", "en"], stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("kind", ["sqlite", "two processes"])
def test_a_drain_lets_turns_end_and_begins_no_other(tmp_path, new_database, kind):
    settings = {"workers": 2} if kind == "two processes" else {}
    database = new_database("postgresql" if settings else "sqlite")
    with serving(tmp_path, database=database, **settings) as server:
        ada, cyd = Browser(server), Browser(server)
        begun, other = ada.create(ME, ME, turn_seconds=600), cyd.create(ME, ME)
        with (
            ada.seat(begun, 0) as one,
            ada.seat(begun, 1) as two,
            cyd.seat(other, 0) as three,
            cyd.seat(other, 1) as four,
        ):
            player, waiting = asked([one, two]), asked([three, four])
            player.answer(player.legal()[0])
            with drain(server) as draining:
                assert draining.stdout is not None
                assert told(waiting) is not None
                assert draining.stdout.readline() == "Turns in progress: 1\n"
                reply = waiting.request("answer", seen_seq=waiting.seq, answer=waiting.legal()[0])
                assert reply["code"] == "draining"
                message = {"id": new_id(), "seats": [ME, ME]}
                answer = cyd.http.post("/api/tables", json=message)
                assert (answer.status_code, answer.json()["error"]["code"]) == (503, "draining")
                assert draining.poll() is None
                while player.mine:
                    player.answer(player.legal()[0])
                assert player.closed() == 1012
                assert draining.wait(PATIENCE) == 0
                assert draining.stdout.read().splitlines()[-1] == "The server has stopped."
        assert server.process.wait(PATIENCE) == 0
        server.kill()
        server.start()
        back = Browser(server)
        back.http.cookies = cyd.http.cookies
        with back.seat(other, 0) as three, back.seat(other, 1) as four:
            player = asked([three, four])
            assert player.answer(player.legal()[0])["type"] == "ack", "the next server does not drain"
        server.assert_clean_log()


def test_a_drain_waits_no_longer_than_it_should(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        table = ada.create(ME, ME)
        with ada.seat(table, 0) as one, ada.seat(table, 1) as two:
            player = asked([one, two])
            player.answer(player.legal()[0])
            assert "The server has stopped." in admin(server, "drain", "--seconds", "1")
        server.process.wait(PATIENCE)
        time.sleep(0.1)
        assert "no server is running" in admin(server, "drain", status=2)
        assert "no server is running" in admin(server, "close", table["id"], status=2)


def test_a_database_that_is_none_is_an_error(tmp_path):
    done = command("admin", "tables", "--database", f"sqlite:///{tmp_path / 'none.db'}", LANG="C.UTF-8")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
