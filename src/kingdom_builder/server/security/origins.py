"""Which host names are this server's own, and which origins a browser's request may come from."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from kingdom_builder.server.public_url import PublicUrl, normal_origin
from kingdom_builder.table.errors import Rejected

LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
_SECURE = ("https", "wss")


class OriginPolicy:
    """Accepts requests for this server's own names, and from its own pages."""

    def __init__(self, *, public_url: PublicUrl | None, local_only: bool) -> None:
        """`local_only`: the server listens on this machine only, so no other name is its own."""
        self._public_origin = public_url.origin if public_url else None
        self._local_only = local_only

    def check_host(self, headers: Headers) -> None:
        """Raise Rejected for a request to a foreign name: it protects against DNS rebinding."""
        host = headers.get("host", "").lower()
        if self._local_only and _host_name(host) not in LOCAL_HOSTS and not self._is_public(host):
            raise Rejected("wrong_host", "This server is not known by that name.")

    def check_origin(self, connection: HTTPConnection) -> None:
        """Raise Rejected for a request that another site made a browser send: scheme, host and port must be ours."""
        origin = connection.headers.get("origin")
        if origin is None:
            if connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
                return
        else:
            sent = normal_origin(origin)
            scheme = "https" if self.is_secure(connection) else "http"
            own = normal_origin(f"{scheme}://{connection.headers.get('host', '')}")
            if sent is not None and sent in (own, self._public_origin):
                return
        raise Rejected("wrong_origin", "This came from another site.")

    def is_secure(self, connection: HTTPConnection) -> bool:
        """Return whether the browser uses HTTPS: a trusted proxy says so, or the name is that of an HTTPS address."""
        if connection.url.scheme in _SECURE:
            return True
        public = self._public_origin or ""
        return public.startswith("https:") and self._is_public(connection.headers.get("host", "").lower())

    def _is_public(self, host: str) -> bool:
        """Return whether a host, with its port, is that of the public address."""
        if self._public_origin is None:
            return False
        return normal_origin(f"{urlsplit(self._public_origin).scheme}://{host}") == self._public_origin


def _host_name(host: str) -> str:
    """Return a host without its port; an empty string if it is not one."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
