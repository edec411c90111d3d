"""Limits on new tables of a person and of an address, and what is deleted when it is needed no longer."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from typing import Any

import pytest

from tests.server.client import ME, OPEN, Browser, new_id
from tests.server.serving import ServerProcess, serving, wait_until
from tests.server.test_floods import rejections

LISTED: dict[str, Any] = {"listed": True}


def browser_at(server: ServerProcess, address: str) -> Browser:
    """Return a new person at an address, as reported by the proxy on this machine."""
    browser = Browser(server)
    browser.http.headers["X-Forwarded-For"] = address
    browser.create(ME, ME)  # gives the browser its cookie
    return browser


def created(browser: Browser, **options: Any) -> str:
    """Try to create a table that waits for a player; return its id, or the code of the rejection."""
    response = browser.http.post("/api/tables", json={"id": new_id(), "seats": [ME, OPEN], **options})
    body = response.json()
    if response.status_code == 201:
        return str(body["table"]["id"])
    assert response.status_code in (409, 429)
    return str(body["error"]["code"])


def lobby(browser: Browser) -> int:
    return len(browser.get("/api/tables"))


def test_a_person_and_an_address_can_list_some_tables(tmp_path):
    limits = {"listed_tables_per_person": 3, "listed_tables_per_address": 5}
    with serving(tmp_path, **limits) as server:
        ada = browser_at(server, "2001:db8::1")
        tables = [created(ada, **LISTED) for _ in range(3)]
        assert created(ada, **LISTED) == "too_many"
        assert created(ada) != "too_many", "a table that is not listed is allowed"
        ada.post(f"/api/tables/{tables[0]}/start", {"fill": "random"}, 200)
        assert created(ada, **LISTED) != "too_many", "a table that has started does not count"
        bob = browser_at(server, "2001:db8::2")
        assert [created(bob, **LISTED) == "too_many" for _ in range(3)] == [False, False, True]
        assert lobby(ada) == 5
        assert created(browser_at(server, "2001:db8:0:1::1"), **LISTED) != "too_many", "another address"
        assert rejections(server, "listed_tables_of_person") == rejections(server, "listed_tables_of_address") == 1
        server.kill()
        again = ServerProcess(tmp_path, database=server.database, **limits).start()
        try:
            ada = Browser(again)
            ada.http.headers["X-Forwarded-For"] = "2001:db8::9"
            assert created(ada, **LISTED) == "too_many", "a restart gives no new allowance"
        finally:
            again.kill()


def test_a_person_and_an_address_can_have_some_tables_that_wait(tmp_path):
    with serving(tmp_path, waiting_tables_per_person=2, waiting_tables_per_address=3) as server:
        ada, bob = browser_at(server, "192.0.2.1"), browser_at(server, "192.0.2.1")
        assert [created(ada) == "too_many" for _ in range(3)] == [False, False, True]
        assert [created(bob) == "too_many" for _ in range(2)] == [False, True]
        ada.create(ME, ME)
        assert rejections(server, "waiting_tables_of_person") == rejections(server, "waiting_tables_of_address") == 1


def test_a_person_and_an_address_can_create_some_tables_in_an_hour(tmp_path):
    with serving(tmp_path, tables_per_hour_of_person=3, tables_per_hour_of_address=6) as server:
        ada = browser_at(server, "192.0.2.1")
        assert [created(ada) == "too_fast" for _ in range(4)] == [False, False, False, True]
        response = ada.http.post("/api/tables", json={"id": new_id(), "seats": [ME, OPEN]})
        assert 600 < int(response.headers["retry-after"]) <= 1200
        bob = browser_at(server, "192.0.2.1")
        assert [created(bob) == "too_fast" for _ in range(2)] == [False, True]
        assert created(browser_at(server, "192.0.2.2")) != "too_fast"
        assert rejections(server, "tables_of_person") == 2
        assert rejections(server, "tables_of_address") == 1


def test_the_same_message_again_is_not_one_table_more(tmp_path):
    with serving(tmp_path, listed_tables_per_person=1) as server:
        ada = browser_at(server, "192.0.2.1")
        message = {"id": new_id(), "seats": [ME, OPEN], "listed": True}
        first, second = (ada.post("/api/tables", message, 201) for _ in range(2))
        assert first["table"]["id"] == second["table"]["id"]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_simultaneous_requests_cannot_exceed_a_limit(tmp_path, new_database: Callable[[str], str], kind):
    with ExitStack() as stack:
        database = new_database(kind)
        servers = [
            stack.enter_context(serving(tmp_path / str(number), database=database, listed_tables_per_person=4))
            for number in range(1 if kind == "sqlite" else 2)
        ]
        ada = browser_at(servers[0], "192.0.2.1")
        cookies = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())

        def create(number: int) -> int:
            with servers[number % len(servers)].client() as client:
                client.headers.update({"X-Forwarded-For": "192.0.2.1", "Cookie": cookies})
                message = {"id": new_id(), "seats": [ME, OPEN], "listed": True}
                return int(client.post("/api/tables", json=message).status_code)

        with ThreadPoolExecutor(8) as pool:
            statuses = list(pool.map(create, range(24)))
        assert sorted(statuses) == [201] * 4 + [409] * 20
        assert lobby(ada) == 4


def test_expired_credentials_and_addresses_are_deleted(tmp_path):
    def rows(query: str) -> list[Any]:
        with closing(sqlite3.connect(tmp_path / "games.db")) as database:
            found = database.execute(query).fetchall()
            database.commit()
            return found

    with serving(tmp_path) as server:
        ada = browser_at(server, "192.0.2.1")
        started, waiting = created(ada, tokens=True), created(ada, tokens=True)
        assert rows("SELECT count(*) FROM credentials") == [(2,)]
        assert rows("SELECT DISTINCT address FROM waiting_tables") == [("192.0.2.1",)]
        ada.post(f"/api/tables/{started}/start", {"fill": "random"}, 200)
    rows(f"UPDATE credentials SET expires_at = 1 WHERE game = '{started}'")
    with serving(tmp_path) as server:
        wait_until(lambda: rows("SELECT game FROM credentials") == [(waiting,)], "the expired one is deleted")
        wait_until(lambda: rows("SELECT game FROM waiting_tables") == [(waiting,)], "the address is deleted")
        server.assert_clean_log()
