"""The page: one document for all addresses, and the files it loads."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.staticfiles import StaticFiles

from kingdom_builder.server.access import offer_cookie

WEB = Path(__file__).parent.parent / "web"
router = APIRouter(include_in_schema=False)
GET = ["GET", "HEAD"]
files = StaticFiles(directory=WEB / "assets")


@router.api_route("/", methods=GET)
@router.api_route("/t/{code}", methods=GET)
@router.api_route("/w/{code}", methods=GET)
@router.api_route("/move/{code}", methods=GET)
@router.api_route("/table/{game}/{seat}", methods=GET)
@router.api_route("/games/{game}", methods=GET)
async def page(request: Request) -> Response:
    """Give the page. Opening an invite gives a new browser its cookie, and takes no seat."""
    response = Response((WEB / "index.html").read_bytes(), 200, {"cache-control": "no-cache"}, "text/html")
    offer_cookie(request, response)
    return response
