"""The page: one document for all addresses, and the files it loads."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.staticfiles import StaticFiles

from kingdom_builder.server.access import offer_cookie

WEB = Path(__file__).parent.parent / "web"
router = APIRouter(include_in_schema=False)
files = StaticFiles(directory=WEB / "assets")


@router.get("/")
@router.get("/t/{code}")
@router.get("/w/{code}")
@router.get("/move/{code}")
@router.get("/table/{game}/{seat}")
@router.get("/games/{game}")
async def page(request: Request) -> Response:
    """Give the page. Opening an invite gives a new browser its cookie, and takes no seat."""
    response = Response((WEB / "index.html").read_bytes(), 200, {"cache-control": "no-cache"}, "text/html")
    offer_cookie(request, response)
    return response
