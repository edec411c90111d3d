"""Previews of shared links: Open Graph tags in the head of the page, which messengers show below a link.

Everybody can read them, so they have only what everybody may know: the result of a finished game, nothing of a table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from fastapi import Request

from kingdom_builder.render.share import HEIGHT, WIDTH
from kingdom_builder.server.http.common import CODE
from kingdom_builder.server.security.auth import host_of
from kingdom_builder.server.settings import Settings
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import TableStatus
from kingdom_builder.table.share import describe_result
from kingdom_builder.texts.catalogue import LANGUAGES, catalogue

Tags = Mapping[str, str]
_CODE = re.compile(CODE)
_LOCALES = {"en": "en_GB", "fr": "fr_FR"}


async def result_tags(request: Request, game: str) -> Tags | None:
    """Return the tags of a finished game: who has won, everybody's gold, the picture; None if it cannot be shown."""
    if _CODE.fullmatch(game) is None:
        return None
    try:
        state = (await host_of(request).get(game)).state
    except Rejected:
        return None
    if state.status is not TableStatus.OVER:
        return None
    language = language_of(request)
    title, scores = describe_result(state.game, state.seats, language)
    address = _own_address(request)
    return {
        **_plain_tags(language, title, catalogue(language).format("share.result", scores=scores)),
        "og:url": f"{address}/games/{state.id}",
        "og:image": f"{address}/api/games/{state.id}/picture.png?language={language}",
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": title,
        "twitter:card": "summary_large_image",
    }


def invite_tags(request: Request) -> Tags:
    """Return the tags of every invite: they say nothing about its table."""
    texts = catalogue(language := language_of(request))
    return _plain_tags(language, texts.format("share.invite"), texts.format("share.invite_line"))


def insert_tags(document: bytes, tags: Tags) -> bytes:
    """Return the page with tags in its head; their values may be any text.

    >>> insert_tags(b"<head></head>", {"og:title": '"><script>'})
    b'<head><meta property="og:title" content="&quot;&gt;&lt;script&gt;" />\\n</head>'
    """
    lines = "".join(
        f'<meta {"name" if key.startswith("twitter:") else "property"}="{key}" content="{escape(value)}" />\n'
        for key, value in tags.items()
    )
    return document.replace(b"</head>", f"{lines}</head>".encode(), 1)


def language_of(request: Request) -> str:
    """Return the first of our languages that a request accepts; English if it names none."""
    for accepted in request.headers.get("accept-language", "").split(","):
        language = accepted.partition(";")[0].partition("-")[0].strip().lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def _plain_tags(language: str, title: str, description: str) -> dict[str, str]:
    return {
        "og:site_name": catalogue(language).format("share.title"),
        "og:type": "website",
        "og:locale": _LOCALES[language],
        "og:title": title,
        "og:description": description,
        "twitter:card": "summary",
    }


def _own_address(request: Request) -> str:
    """Return the address of this server as people know it: the public one, else that of the request."""
    settings: Settings = request.app.state.settings
    return (settings.public_url or str(request.base_url)).rstrip("/")
