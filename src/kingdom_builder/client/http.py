"""JSON over HTTP with the standard library: one connection that is opened again when it is lost."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

_SECONDS = 20.0
"""How long to wait for a response, in addition to what a long poll may take."""
_LONGEST_PAUSE = 5.0
_LOST = (OSError, http.client.HTTPException)


class Refused(Exception):  # noqa: N818 - the server has answered; nothing is broken
    """The server has rejected a request: `code` is for programs, the message for people."""

    def __init__(self, status: int, code: str, message: str) -> None:
        """Keep what the server said."""
        super().__init__(message)
        self.status = status
        self.code = code


class HttpClient:
    """Sends requests to one server. Whatever may succeed later is tried again, with the same body.

    So a message that changes something needs an `id`: the server does not do it twice.
    """

    def __init__(
        self, server: str, *, patience: float = 0.0, report: Callable[[Exception], None] = lambda error: None
    ) -> None:
        """Take the address of the server; try for `patience` seconds to reach it, and report the first failure."""
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{server!r} is not the address of a server, such as http://127.0.0.1:8000")
        self.server = server.rstrip("/")
        self.patience = patience
        self.headers: dict[str, str] = {}
        self._report = report
        self._prefix = parts.path.rstrip("/")
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.hostname, parts.port, timeout=_SECONDS)

    def get(self, path: str, **parameters: Any) -> Any:
        """Return the JSON of a GET request."""
        query = f"?{urlencode(parameters)}" if parameters else ""
        return self._request("GET", path + query, None, _SECONDS + float(parameters.get("wait", 0)))

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """Return the JSON of a POST request."""
        return self._request("POST", path, json.dumps(body), _SECONDS)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _request(self, method: str, path: str, body: str | None, timeout: float) -> Any:
        """Send a request until the server has answered it; raise OSError if it cannot be reached."""
        pause, failed_at = 0.2, None
        while True:
            try:
                status, again_in, found = self._send(method, path, body, timeout)
                if status == 503:
                    raise ConnectionError("it is not available now")
            except _LOST as error:
                self._connection.close()
                now = time.monotonic()
                if failed_at is None:
                    failed_at = now
                    self._report(error)
                if now - failed_at >= self.patience:
                    raise ConnectionError(f"{self.server} cannot be reached: {error}") from error
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
                continue
            if status == 429:
                time.sleep(again_in)
                continue
            if status >= 400:
                told = found.get("error", {}) if isinstance(found, dict) else {}
                raise Refused(status, told.get("code", ""), told.get("message", f"the server answered {status}"))
            return found

    def _send(self, method: str, path: str, body: str | None, timeout: float) -> tuple[int, float, Any]:
        """Return the status of a response, after how many seconds to try again, and its JSON."""
        connection = self._connection
        connection.timeout = timeout
        if connection.sock is not None:
            connection.sock.settimeout(timeout)
        headers = {**self.headers, "accept": "application/json"}
        if body is not None:
            headers["content-type"] = "application/json"
        connection.request(method, self._prefix + path, body, headers)
        response = connection.getresponse()
        content = response.read()
        wait = response.headers.get("retry-after", "")
        again_in = float(wait) if wait.isdigit() else 1.0
        try:
            return response.status, again_in, json.loads(content or "null")
        except ValueError:
            return response.status, again_in, None
