"""The game behind a real nginx and a real Caddy with TLS, at a host of its own and at a path of another one.

The proxies use the examples of `deploy/`, with other names, ports and certificates.
"""

from __future__ import annotations

import contextlib
import os
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from websockets.sync.client import connect

from tests.server.client import ME, OPEN, new_id
from tests.server.conftest import needs
from tests.server.serving import PATIENCE, ServerProcess, serving
from tests.services import Proxy, certificate, free_port
from tests.web.browser import INSTANT, Table, Visitor

DEPLOY = Path(__file__).parents[2] / "deploy"

_CADDY_OPTIONS = """{
	admin off
	auto_https disable_redirects
	servers {
		protocols h1 h2
	}
}"""
"""No HTTP/3: it uses the UDP port with the same number, which is reserved."""


@dataclass(frozen=True)
class Example:
    """An example of `deploy/`: the proxy, its file, the path of the game, and whether the prefix is removed there."""

    proxy: str
    file: str
    path: str = ""
    removes_prefix: bool = False


EXAMPLES = {
    "nginx": Example("nginx", "nginx/kingdom-builder.conf"),
    "nginx, path": Example("nginx", "nginx/kingdom-builder-path.conf", "/kingdom"),
    "nginx, path removed": Example("nginx", "nginx/kingdom-builder-path.conf", "/kingdom", removes_prefix=True),
    "caddy": Example("caddy", "caddy/Caddyfile"),
    "caddy, path removed": Example("caddy", "caddy/Caddyfile.path", "/kingdom"),
}


@dataclass(frozen=True)
class Site:
    """A server behind a proxy, as people reach it."""

    url: str
    server: ServerProcess

    @property
    def ws_url(self) -> str:
        return self.url.replace("https:", "wss:")


@contextlib.contextmanager
def site(example: Example, folder: Path) -> Iterator[Site]:
    """Run a server behind the proxy of an example."""
    needs(example.proxy)
    port, own_port = free_port(), free_port()
    url = f"https://127.0.0.1:{port}{example.path}"
    with serving(folder, port=own_port, public_url=url) as server:
        with Proxy(example.proxy, folder, configuration(example, folder, port, own_port), port):
            yield Site(url, server)
        server.assert_clean_log()


def configuration(example: Example, folder: Path, port: int, own_port: int) -> str:
    """Return the configuration of an example, with the names, ports and files of this test."""
    text = (DEPLOY / example.file).read_text()
    name = "example.org" if example.path else "kingdom.example"
    cert, key = certificate(folder)
    if example.proxy == "caddy":
        text = replaced(text, f"{{$DOMAIN:{name}}} {{", f"https://127.0.0.1:{port} {{\n\ttls {cert} {key}")
        text = replaced(text, "{$SERVER:127.0.0.1:8000}", f"127.0.0.1:{own_port}")
        return f"{_CADDY_OPTIONS}\n{text}"
    text = replaced(text, "server 127.0.0.1:8000;", f"server 127.0.0.1:{own_port};")
    text = replaced(text, "listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = replaced(text, f"/etc/letsencrypt/live/{name}/fullchain.pem", str(cert))
    text = replaced(text, f"/etc/letsencrypt/live/{name}/privkey.pem", str(key))
    if example.removes_prefix:
        text = replaced(text, "proxy_pass http://kingdom_builder;", "proxy_pass http://kingdom_builder/;")
    folders = "".join(
        f"{kind}_temp_path {folder / kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    return f"{user} daemon off; pid {folder / 'pid'}; events {{}}\nhttp {{ access_log off; {folders}\n{text}\n}}"


def replaced(text: str, old: str, new: str) -> str:
    assert old in text, f"the example has no {old}"
    return text.replace(old, new)


@pytest.mark.parametrize("name", EXAMPLES)
def test_http_cookies_and_sockets_pass_through_the_proxy(name, tmp_path):
    example = EXAMPLES[name]
    with site(example, tmp_path) as found, httpx.Client(verify=False, timeout=PATIENCE) as client:
        page = client.get(f"{found.url}/")
        assert page.status_code == 200
        assert f'"{example.path}/assets/index-' in page.text
        assert client.get(f"{found.url}/icon.svg").status_code == 200
        cookie = "__Secure-kingdom_builder" if example.path else "__Host-kingdom_builder"
        assert list(client.cookies) == [cookie]
        assert f"path={example.path or '/'};" in page.headers["set-cookie"].lower()
        origin = found.url.removesuffix(example.path)
        message = {"id": new_id(), "seats": [ME, OPEN]}
        made = client.post(f"{found.url}/api/tables", json=message, headers={"Origin": origin})
        assert made.status_code == 201, made.text
        table = made.json()["table"]
        plain = {"Origin": origin.replace("https:", "http:")}
        assert client.post(f"{found.url}/api/tables", json=message, headers=plain).status_code == 403
        headers = {"Origin": origin, "Cookie": f"{cookie}={client.cookies[cookie]}"}
        first = first_message(f"{found.ws_url}/api/tables/{table['id']}/seats/0/live", headers)
        assert '"type":"snapshot"' in first
        assert client.get(f"{found.url}/metrics").status_code == 404


def first_message(url: str, headers: dict[str, str]) -> str:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with connect(url, additional_headers=headers, ssl=context, open_timeout=PATIENCE, proxy=None) as socket:
        return str(socket.recv(PATIENCE))


@pytest.mark.parametrize("name", ["nginx, path", "caddy, path removed"])
def test_a_browser_plays_at_a_path_of_another_host(name, tmp_path, browser: Chromium):
    with site(EXAMPLES[name], tmp_path) as found:
        visitor = Visitor(browser, _as_server(found), INSTANT, ignore_https_errors=True)
        page = visitor.page
        page.goto(found.url)  # without the slash at its end
        page.get_by_role("button", name="Play now").click()
        table = Table(page)
        table.is_asked(0)
        table.answer_randomly()
        page.reload()
        table.wait()
        assert page.url.startswith(f"{found.url}/table/")
        page.goto(f"{found.url}/new?friends=1")
        page.get_by_role("link", name="Rules").first.click()
        expect(page).to_have_url(f"{found.url}/rules")
        page.goto(f"{found.url}/nothing-here")
        expect(page.get_by_role("heading", name="There is nothing at this address.")).to_be_visible()
        page.get_by_role("link", name="To the start page").last.click()
        expect(page).to_have_url(f"{found.url}/")
        [cookie] = visitor.context.cookies()
        assert (cookie.get("name"), cookie.get("path")) == ("__Secure-kingdom_builder", "/kingdom")
        visitor.expected_errors.append("404")
        visitor.close()
        visitor.assert_no_errors()


def _as_server(found: Site) -> Any:
    return found
