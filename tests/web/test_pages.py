"""The page's files as the server sends them."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

BROWSER = {"accept": "text/html,application/xhtml+xml"}


@pytest.mark.parametrize("path", ["/nowhere", "/table/x/y/z", "/tables"])
def test_an_unknown_address_is_the_page_for_browsers_and_an_error_for_programs(server, path):
    shown = httpx.get(f"{server.url}{path}", headers=BROWSER)
    assert shown.status_code == 404
    assert shown.headers["content-type"].startswith("text/html")
    error = httpx.get(f"{server.url}{path}")
    assert (error.status_code, error.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/api/nothing", "/assets/nothing.js"])
def test_an_unknown_file_is_an_error_for_browsers_too(server, path):
    error = httpx.get(f"{server.url}{path}", headers=BROWSER)
    assert (error.status_code, error.json()["error"]["code"]) == (404, "not_found")


def test_files_are_compressed_and_cached_for_ever(server):
    text = httpx.get(f"{server.url}/").text
    script = text.split('src="')[1].split('"')[0]
    packed = httpx.get(f"{server.url}{script}", headers={"accept-encoding": "gzip"})
    plain = httpx.get(f"{server.url}{script}", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert "immutable" in plain.headers["cache-control"]
    assert httpx.get(f"{server.url}/").headers["cache-control"] == "no-cache"


def test_the_page_of_an_unknown_address_links_to_the_start_page(visit):
    visitor = visit()
    visitor.expected_errors = ["404"]
    visitor.page.goto("/nowhere")
    expect(visitor.page.get_by_role("heading", name="There is nothing at this address.")).to_be_visible()
    visitor.page.get_by_role("main").get_by_role("link", name="To the start page").click()
    expect(visitor.page.get_by_role("button", name="Play now")).to_be_visible()
