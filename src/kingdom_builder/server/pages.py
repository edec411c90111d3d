"""The page: one document for all addresses, and the files it loads, kept in memory ready to be sent."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response

from kingdom_builder.server.access import offer_cookie
from kingdom_builder.server.refusals import Refused

WEB = Path(__file__).parent.parent / "web"
NOT_BUILT = "The page is not built here: run `make page`, or install a released package. The protocol works without it."
router = APIRouter(include_in_schema=False)
GET = ["GET", "HEAD"]
FOR_EVER = "public, max-age=31536000, immutable"
"""For files whose name changes with their content."""


@dataclass(frozen=True)
class File:
    """A file of the page, as it is and compressed; already compressed kinds are sent as they are."""

    plain: bytes
    packed: bytes | None
    kind: str


@cache
def files(folder: Path) -> dict[str, File]:
    """Read the built page; nothing if it is not built."""
    return {
        path.relative_to(folder).as_posix(): _read(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".py"
    }


def _read(path: Path) -> File:
    plain = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    worth = kind.startswith("text/") or kind.endswith(("javascript", "json", "svg+xml"))
    return File(plain, gzip.compress(plain, 9, mtime=0) if worth else None, kind)


@router.api_route("/assets/{name}", methods=GET)
async def asset(request: Request, name: str) -> Response:
    """Give a file that the page loads."""
    return _send(request, f"assets/{name}", FOR_EVER)


@router.api_route("/icon.svg", methods=GET)
async def icon(request: Request) -> Response:
    """Give the page's icon."""
    return _send(request, "icon.svg", "public, max-age=86400")


@router.api_route("/", methods=GET)
@router.api_route("/new", methods=GET)
@router.api_route("/join", methods=GET)
@router.api_route("/learn", methods=GET)
@router.api_route("/score", methods=GET)
@router.api_route("/rules", methods=GET)
@router.api_route("/t/{code}", methods=GET)
@router.api_route("/w/{code}", methods=GET)
@router.api_route("/move/{code}", methods=GET)
@router.api_route("/table/{game}/{seat}", methods=GET)
@router.api_route("/games/{game}", methods=GET)
async def page(request: Request) -> Response:
    """Give the page. Opening an invite gives a new browser its cookie, and takes no seat."""
    if "index.html" not in files(WEB):
        return Response(NOT_BUILT, 503, {"cache-control": "no-store"}, "text/plain")
    response = _send(request, "index.html", "no-cache")
    offer_cookie(request, response)
    return response


def is_wanted(request: Request) -> bool:
    """Say whether a browser asks for a page, not a program or a file."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(("/api/", "/assets/"))


async def nothing_here(request: Request) -> Response:
    """Give the page for an address that leads nowhere: it says so, and shows the way back."""
    response = await page(request)
    response.status_code = 404 if response.status_code == 200 else response.status_code
    return response


def _send(request: Request, name: str, caching: str) -> Response:
    found = files(WEB).get(name)
    if found is None:
        raise Refused("not_found", "There is no such file.", 404)
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    body = found.plain
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = found.packed
    return Response(body, 200, headers, found.kind)
