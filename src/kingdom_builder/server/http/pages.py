"""The page: one document for all its addresses and the files it loads, kept in memory plain and compressed."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response

from kingdom_builder.server.http.link_previews import Tags, insert_tags, invite_tags, result_tags
from kingdom_builder.server.security.auth import offer_cookie
from kingdom_builder.server.settings import Settings
from kingdom_builder.table.errors import Rejected

WEB = Path(__file__).parent.parent.parent / "web"
NOT_BUILT = "The page is not built here: run `make page`, or install a released package. The protocol works without it."
router = APIRouter(include_in_schema=False)
GET = ["GET", "HEAD"]
CACHE_FOREVER = "public, max-age=31536000, immutable"
"""For files whose name changes with their content."""


@dataclass(frozen=True)
class File:
    """A file of the page; `compressed` is None for types that are compressed already."""

    plain: bytes
    compressed: bytes | None
    media_type: str


@cache
def files(folder: Path) -> dict[str, File]:
    """Read the built page; return an empty dict if it is not built."""
    return {
        path.relative_to(folder).as_posix(): _read(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".py"
    }


@cache
def document(folder: Path, prefix: str) -> File | None:
    """Return the document of the page for a path prefix; None if the page is not built.

    The built document has relative addresses; it is shown at many paths, so they become absolute here.
    """
    built = files(folder).get("index.html")
    if built is None:
        return None
    plain = built.plain.replace(b'"./', f'"{prefix}/'.encode()).replace(
        b"<html", f'<html data-base="{prefix}"'.encode(), 1
    )
    return replace(built, plain=plain, compressed=gzip.compress(plain, 9, mtime=0))


@router.api_route("/assets/{name}", methods=GET)
async def asset(request: Request, name: str) -> Response:
    """Return a file that the page loads."""
    return _send(request, files(WEB).get(f"assets/{name}"), CACHE_FOREVER)


@router.api_route("/icon.svg", methods=GET)
async def icon(request: Request) -> Response:
    """Return the page's icon."""
    return _send(request, files(WEB).get("icon.svg"), "public, max-age=86400")


@router.api_route("/", methods=GET)
@router.api_route("/new", methods=GET)
@router.api_route("/join", methods=GET)
@router.api_route("/learn", methods=GET)
@router.api_route("/score", methods=GET)
@router.api_route("/rules", methods=GET)
@router.api_route("/daily", methods=GET)
@router.api_route("/statistics", methods=GET)
@router.api_route("/puzzles", methods=GET)
@router.api_route("/puzzles/{puzzle}", methods=GET)
@router.api_route("/w/{code}", methods=GET)
@router.api_route("/move/{code}", methods=GET)
@router.api_route("/table/{game}/{seat}", methods=GET)
async def page(request: Request) -> Response:
    """Return the page."""
    return _page(request)


@router.api_route("/t/{code}", methods=GET)
async def invite(request: Request) -> Response:
    """Return the page with a link preview. Opening an invite sets a cookie in a new browser; it takes no seat."""
    return _page(request, invite_tags(request))


@router.api_route("/games/{game}", methods=GET)
@router.api_route("/games/{game}/review", methods=GET)
async def finished_game(request: Request, game: str) -> Response:
    """Return the page; with a link preview if the game is over."""
    return _page(request, await result_tags(request, game))


def wants_page(request: Request) -> bool:
    """Return whether a browser asks for a page, rather than a program or for a file."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(("/api/", "/assets/"))


async def page_not_found(request: Request) -> Response:
    """Return the page with status 404: it shows that there is nothing here, and a link home."""
    response = _page(request)
    response.status_code = 404 if response.status_code == 200 else response.status_code
    return response


def _page(request: Request, tags: Tags | None = None) -> Response:
    settings: Settings = request.app.state.settings
    found = document(WEB, settings.path_prefix)
    if found is None:
        return Response(NOT_BUILT, 503, {"cache-control": "no-store"}, "text/plain")
    if tags is None:
        response = _send(request, found, "no-cache")
    else:
        headers = {"cache-control": "no-cache", "vary": "accept-language"}
        response = Response(insert_tags(found.plain, tags), 200, headers, found.media_type)
    offer_cookie(request, response)
    return response


def _send(request: Request, found: File | None, caching: str) -> Response:
    if found is None:
        raise Rejected("not_found", "There is no such file.")
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    body = found.plain
    if found.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = found.compressed
    return Response(body, 200, headers, found.media_type)


def _read(path: Path) -> File:
    plain = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    compressible = media_type.startswith("text/") or media_type.endswith(("javascript", "json", "svg+xml"))
    return File(plain, gzip.compress(plain, 9, mtime=0) if compressible else None, media_type)
