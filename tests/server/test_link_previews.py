"""The tags in the head of the page that messengers show below a shared link."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from html.parser import HTMLParser

import httpx
import pytest

from kingdom_builder.game import new_game
from kingdom_builder.server.app import create_app
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.settings import read_settings
from tests.server.client import ME, OPEN, Browser, bot
from tests.server.serving import ServerProcess, serving
from tests.table.memory_table import played_table

NAME = '"><script>alert(1)//'


class Head(HTMLParser):
    """The meta tags of a page by name or property, and the number of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}
        self.scripts = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "meta" and "content" in found:
            self.tags[found.get("property") or found.get("name") or ""] = found["content"] or ""
        self.scripts += tag == "script"


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def head_of(browser: Browser, path: str, **headers: str) -> Head:
    response = browser.http.get(path, headers=headers)
    assert response.status_code == 200
    assert "script-src 'self'" in response.headers["content-security-policy"]
    return Head(response.text)


def test_a_finished_game_has_its_result_and_its_picture(server):
    ada, stranger = Browser(server), Browser(server)
    table = ada.create({**ME, "name": NAME}, bot("random"), setup={"start": 0})
    path = f"/games/{table['id']}"
    plain = head_of(stranger, "/")
    assert head_of(stranger, path).tags == plain.tags, "the game is not over"
    with ada.seat(table, 0) as me:
        me.read()
        while not me.view["public"]["over"]:
            if me.mine:
                me.answer(me.legal()[0])
            else:
                me.read()
    head = head_of(stranger, path)
    gold = dict(zip((NAME, "Wanderer"), ada.get(f"/api/tables/{table['id']}")["gold"], strict=True))
    best = max(gold, key=lambda name: gold[name])
    assert head.tags["og:title"].startswith(best)
    assert head.tags["og:title"].endswith(f" {gold[best]} gold")
    assert all(f"{name} {each}" in head.tags["og:description"] for name, each in gold.items())
    assert (head.tags["og:image:width"], head.tags["og:image:height"]) == ("1200", "630")
    assert head.tags["twitter:card"] == "summary_large_image"
    assert head.tags["og:url"] == f"{server.url}{path}"
    assert head.tags["og:image"].startswith(f"{server.url}/api{path}/picture.png")
    assert head.scripts == plain.scripts, "a name has become a script"
    french = head_of(stranger, path, **{"accept-language": "de, fr-CA;q=0.8, en;q=0.5"})
    assert french.tags["og:image"].endswith("language=fr")
    assert "point" in french.tags["og:title"]


def test_the_preview_of_an_invite_says_nothing_about_its_table(server):
    ada = Browser(server)
    tables = [ada.create({**ME, "name": name}, OPEN) for name in ("Ada", NAME)]
    paths = [f"/t/{table['invite']}" for table in tables]
    one, two, none = (head_of(Browser(server), path).tags for path in (*paths, "/t/unknown"))
    assert one == two == none
    assert one["og:title"] == "Play Kingdom Builder with me"
    assert not {"og:url", "og:image"} & one.keys()


@pytest.mark.parametrize(
    "path", ["/games/unknown", "/games/%00", f"/games/{'x' * 200}", "/games/<script>", "/w/unknown"]
)
def test_unknown_games_and_other_links_have_the_plain_page(server, path):
    stranger = Browser(server)
    assert head_of(stranger, path).tags == head_of(stranger, "/").tags


class OneTable:
    """A host with one table."""

    def __init__(self, loaded: LoadedTable) -> None:
        self.loaded = loaded

    async def get(self, table: str) -> LoadedTable:
        assert table == self.loaded.id
        return self.loaded


def test_the_addresses_are_those_of_the_public_server():
    app = create_app(read_settings({"public_url": "https://games.example/"}))
    app.state.host = OneTable(LoadedTable(played_table(new_game(1, players=2), random.Random(1)).events))

    async def get() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.get("/games/g")

    tags = Head(asyncio.run(get()).text).tags
    assert tags["og:url"] == "https://games.example/games/g"
    assert tags["og:image"] == "https://games.example/api/games/g/picture.png?language=en"
