"""Which host names are this server's own, and which origins a browser's request may come from."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from kingdom_builder.table.errors import Rejected

LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


class OriginPolicy:
    """Accepts requests for this server's own names, and from its own pages."""

    def __init__(self, *, public_url: str | None, local_only: bool) -> None:
        """`local_only`: the server listens on this machine only, so no other name is its own."""
        self._public_host = _host_and_port(public_url) if public_url else None
        self._local_only = local_only

    def check_host(self, headers: Headers) -> None:
        """Raise Rejected for a request to a foreign name: it protects against DNS rebinding."""
        host = headers.get("host", "").lower()
        if self._local_only and _host_name(f"//{host}") not in LOCAL_HOSTS and host != self._public_host:
            raise Rejected("wrong_host", "This server is not known by that name.")

    def check_origin(self, connection: HTTPConnection) -> None:
        """Raise Rejected for a request that another site made a browser send."""
        origin = connection.headers.get("origin")
        if origin is None:
            if connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
                return
        else:
            host = _host_and_port(origin)
            if host and host in (connection.headers.get("host", "").lower(), self._public_host):
                return
        raise Rejected("wrong_origin", "This came from another site.")


def _host_and_port(url: str) -> str:
    """Return the host and port of a URL; an empty string if it is not one."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def _host_name(url: str) -> str:
    """Return the host of a URL without its port; an empty string if it is not one."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
