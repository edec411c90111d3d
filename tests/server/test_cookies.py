"""Cookies and origins: no value is adopted that the server has not issued, and HTTPS protects the cookie's name."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from kingdom_builder.server.public_url import OWN_PATHS, parse_public_url
from kingdom_builder.server.security.cookies import COOKIE
from tests.server.client import ME, OPEN, Browser, new_id
from tests.server.database_file import change
from tests.server.routes import application_routes
from tests.server.serving import ServerProcess, serving

HTTPS = {"X-Forwarded-Proto": "https"}
HOST_COOKIE, SECURE_COOKIE = f"__Host-{COOKIE}", f"__Secure-{COOKIE}"


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def create(server: ServerProcess, path: str = "", **headers: str) -> httpx.Response:
    """Create a table with these headers and nothing else; return the response."""
    message = {"id": new_id(), "seats": [ME, OPEN]}
    return httpx.post(f"{server.url}{path}/api/tables", json=message, headers={**HTTPS, **headers})


def my_tables(server: ServerProcess, cookie: str, path: str = "") -> list[dict[str, Any]]:
    found = httpx.get(f"{server.url}{path}/api/my/tables", headers={**HTTPS, "Cookie": cookie})
    tables: list[dict[str, Any]] = found.json()
    return tables


def cookie_of(response: httpx.Response) -> tuple[str, str, set[str]]:
    """Return the name, the value and the attributes of the cookie that a response sets."""
    pair, *attributes = response.headers["set-cookie"].split("; ")
    name, _, value = pair.partition("=")
    return name, value, {attribute.lower() for attribute in attributes}


def test_under_https_the_cookie_has_the_host_prefix_and_its_attributes(server):
    name, value, attributes = cookie_of(create(server))
    assert name == HOST_COOKIE
    assert {"path=/", "secure", "httponly", "samesite=lax"} <= attributes
    assert not any(attribute.startswith("domain") for attribute in attributes)
    assert len(my_tables(server, f"{HOST_COOKIE}={value}")) == 1


def test_with_a_path_prefix_the_cookie_has_the_secure_prefix_and_that_path():
    with serving(public_url="https://games.example/kingdom") as running:
        for path in ("", "/kingdom"):  # a proxy may remove the prefix or pass it on
            name, value, attributes = cookie_of(create(running, path))
            assert name == SECURE_COOKIE
            assert {"path=/kingdom", "secure", "httponly"} <= attributes
            assert len(my_tables(running, f"{SECURE_COOKIE}={value}", path)) == 1


@pytest.mark.parametrize("name", [COOKIE, HOST_COOKIE])
@pytest.mark.parametrize("mark", ["", f".{secrets.token_urlsafe(16)}"], ids=["unmarked", "marked"])
def test_a_value_that_the_server_has_not_issued_is_never_adopted(server, name, mark):
    value = secrets.token_urlsafe(32) + mark
    response = create(server, Cookie=f"{name}={value}")
    assert response.status_code == 201
    _, issued, _ = cookie_of(response)
    assert value not in issued
    assert my_tables(server, f"{name}={value}") == []
    assert len(my_tables(server, f"{HOST_COOKIE}={issued}")) == 1


def test_an_issued_value_without_the_prefix_is_not_accepted_under_https(server):
    _, value, _ = cookie_of(create(server))
    assert my_tables(server, f"{COOKIE}={value}") == []
    _, other, _ = cookie_of(create(server, Cookie=f"{COOKIE}={value}"))
    assert other != value


def test_the_cookie_of_an_earlier_version_is_replaced_if_its_person_had_a_table_before_the_upgrade():
    with serving() as running:
        ada = Browser(running)
        table = ada.create(ME, OPEN)
        old = f"{COOKIE}={ada.http.cookies[COOKIE].partition('.')[0]}"
        assert my_tables(running, old) == [], "the table is not older than the upgrade"
        change(running, "UPDATE games SET created_at = created_at - 100")
        before = httpx.get(f"{running.url}/api/my/tables", headers={**HTTPS, "Cookie": old})
        assert [found["id"] for found in before.json()] == [table["id"]]
        new, gone = before.headers.get_list("set-cookie")
        assert new.startswith(f"{HOST_COOKIE}=")
        assert gone.startswith(f'{COOKIE}=""')
        assert [found["id"] for found in my_tables(running, new.partition(";")[0])] == [table["id"]]
        change(running, "UPDATE cookie_keys SET created_at = created_at - 31 * 86400")
        change(running, "UPDATE games SET created_at = created_at - 31 * 86400")
        running.kill()
        running.start()
        assert my_tables(running, old) == [], "only for a month"
        assert len(my_tables(running, new.partition(";")[0])) == 1
        running.assert_clean_log()


@pytest.mark.parametrize(
    ("sent", "status"),
    [("https", 201), ("http", 403)],
)
def test_the_scheme_of_an_origin_must_be_that_of_the_connection(server, sent, status):
    assert create(server, Origin=f"{sent}://127.0.0.1:{server.port}").status_code == status


def test_an_origin_with_or_without_the_default_port_is_the_same():
    with serving(public_url="https://games.example:443") as running:
        for origin, status in (
            ("https://games.example", 201),
            ("https://games.example:443", 201),
            ("http://games.example", 403),
            ("https://games.example:8443", 403),
            ("https://games.example:80", 403),
        ):
            assert create(running, Host="games.example", Origin=origin).status_code == status, origin


@pytest.mark.parametrize(
    "text",
    [
        "games.example",
        "ftp://games.example",
        "https://",
        "https://a.example/?x=1",
        "https://a.example/a b",
        "https://u@a",
    ],
)
def test_a_public_address_that_is_none_is_rejected(text):
    with pytest.raises(ValueError, match="is not an address such as"):
        parse_public_url(text)


def test_a_path_prefix_must_not_hide_a_path_of_the_server():
    with pytest.raises(ValueError, match="must not begin with /api"):
        parse_public_url("https://games.example/api/v2")


def test_every_path_of_the_server_is_known_to_the_check_of_a_prefix(tmp_path):
    first_parts = {path.split("/")[1] for _, path in application_routes(tmp_path)}
    assert first_parts - {""} == OWN_PATHS
