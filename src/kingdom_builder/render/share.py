"""The picture of a finished game for others: the board, every player's gold, and the gold by card. 1200 by 630."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from kingdom_builder.engine.hexes import iter_hexes
from kingdom_builder.engine.position import Position
from kingdom_builder.render.fonts import SANS, SERIF
from kingdom_builder.render.ground import centre
from kingdom_builder.render.svg import board_label, board_layers, board_outlines, document
from kingdom_builder.render.symbols import HEX_HEIGHT, HEX_WIDTH, card_icons, definitions
from kingdom_builder.sets.registry import REGISTRY

WIDTH, HEIGHT = 1200, 630
BOARD = (14, 14, 668, 602)
"""The place of the board: left, top, width, height."""
LEFT, COLUMN = 704, 464
"""The left side and the width of the column beside the board."""
CARDS = 3
"""The number of sources of gold that are shown as cards; the others are lines below them."""
_MARGINS = (14, 14, 14, 30)
"""The room around the hexes for cardboard and shadow."""
_SILVER = "#dde3eb"
_NARROW, _BROAD = frozenset("fijlrtI.,:;'!|()[] "), frozenset("mwMW@%&")


class Player(NamedTuple):
    """A row of the picture: a player's name, a second line, the gold, and whether the player has won."""

    seat: int
    name: str
    note: str
    gold: int
    won: bool


class Source(NamedTuple):
    """A source of gold such as a card: its name, and the gold of the players in the order of the rows."""

    id: str
    name: str
    gold: tuple[int, ...]


def share_picture(
    pos: Position,
    title: str,
    note: str,
    players: Sequence[Player],
    sources: Sequence[Source],
    words: Sequence[str] = (),
) -> str:
    """Draw the picture of a finished game as SVG; `words` are short texts below all else."""
    rows = _ROWS[len(players)]
    slips = list(_lines([f"{source.name} {_score(source.gold)}" for source in sources[CARDS:]], COLUMN, 19))
    slips += _lines(words, COLUMN, 19)
    high = 58 + 15 + len(players) * (rows.high + rows.gap) - rows.gap + 15 + 122 + len(slips) * 28 + 4 * bool(slips)
    top = (HEIGHT - high) // 2
    body = [_WOOD, *_board(pos), *_header(top, title, note)]
    top += 73
    for player in players:
        body += _row(top, rows, player)
        top += rows.high + rows.gap
    top += 15 - rows.gap
    for i, source in enumerate(sources[:CARDS]):
        body += _card(LEFT + i * 159, top, source)
    for i, slip in enumerate(slips):
        body.append(_text(LEFT, top + 153 + i * 28, 19, slip, 'font-weight="700" fill="var(--on-wood)"'))
    return document("\n".join(body), board_outlines(pos), board_label(pos), (0, 0, WIDTH, HEIGHT))


def shortened(text: str, size: float, width: float) -> str:
    """Return the beginning of a text that is about as wide as this in a size of letters, with an ellipsis if it is cut.

    >>> shortened("Vera", 28, 200), shortened("Maximiliane von Hohenstein", 28, 200)
    ('Vera', 'Maximiliane v…')
    """
    if _width(text, size) <= width:
        return text
    end = max(1, sum(_width(text[: i + 1] + "…", size) <= width for i in range(len(text))))
    return text[:end].rstrip() + "…"


class _Rows(NamedTuple):
    """The sizes of the players' rows."""

    high: int
    gap: int
    name: int
    gold: int


_ROWS = {
    1: _Rows(86, 15, 28, 58),
    2: _Rows(86, 15, 28, 58),
    3: _Rows(78, 12, 27, 52),
    4: _Rows(64, 9, 24, 44),
    5: _Rows(56, 8, 22, 38),
}
"""By the number of players."""

_PLANKS = "".join(f"M0 {y}H{WIDTH}" for y in range(150, HEIGHT, 150))
_GRAIN = "".join(
    f"M0 {y}C{WIDTH / 4:g} {y - 5 + y * 7 % 11} {WIDTH / 3:g} {y + 5 - y * 5 % 9} {WIDTH / 2:g} {y}"
    f"S{WIDTH * 0.86:g} {y + 4 - y * 3 % 9} {WIDTH} {y}"
    for y in (n * 21 + n * n % 7 for n in range(31))
)
_WOOD = (
    '<defs><radialGradient id="pool" cx=".22" cy="-.08" r="1.05"><stop stop-color="#fffae8" stop-opacity=".75"/>'
    '<stop offset=".62" stop-color="#fffae8" stop-opacity="0"/></radialGradient><radialGradient id="corners" cx=".4" '
    'cy=".4" r="1.1"><stop offset=".55" stop-color="#5c3e12" stop-opacity="0"/><stop offset="1" stop-color="#5c3e12" '
    'stop-opacity=".22"/></radialGradient></defs>'
    f'<path d="{_GRAIN}" fill="none" stroke="#b8965f" stroke-width="1.1" stroke-opacity=".2"/>'
    f'<path d="{_PLANKS}" fill="none" stroke="#b8965f" stroke-width="2" stroke-opacity=".3"/>'
    f'<path d="M0 0H{WIDTH}V{HEIGHT}H0z" fill="url(#corners)"/><path d="M0 0H{WIDTH}V{HEIGHT}H0z" fill="url(#pool)"/>'
)
"""The table under all."""


def _board(pos: Position) -> Iterator[str]:
    """Yield the board, as large as its place allows."""
    places = [centre(h) for h in iter_hexes(pos.board.open | pos.board.special)]
    left, top, right, bottom = _MARGINS
    x0, x1 = min(x for x, _ in places) - HEX_WIDTH // 2 - left, max(x for x, _ in places) + HEX_WIDTH // 2 + right
    y0, y1 = min(y for _, y in places) - HEX_HEIGHT // 2 - top, max(y for _, y in places) + HEX_HEIGHT // 2 + bottom
    x, y, width, height = BOARD
    scale = min(width / (x1 - x0), height / (y1 - y0))
    x += int(width - (x1 - x0) * scale) // 2
    y += int(height - (y1 - y0) * scale) // 2
    yield f'<g transform="translate({x} {y}) scale({scale:.4f}) translate({-x0} {-y0})">'
    yield from board_layers(pos)
    yield "</g>"


def _header(top: int, title: str, note: str) -> Iterator[str]:
    yield (
        f'<g transform="translate({LEFT + 27} {top + 28}) scale(1.12)" color="#f6c84b"><use href="#gold"/>'
        '<use href="#special-castle" transform="translate(0 -2.4) scale(.8)"/></g>'
    )
    yield _text(LEFT + 68, top + 28, 31, title, f'fill="var(--on-wood)" {SERIF}', font="")
    yield _text(LEFT + 68, top + 54, 19, note, 'fill="var(--on-wood-soft)"')


def _row(top: int, rows: _Rows, player: Player) -> Iterator[str]:
    """Yield the row of a player: settlement, name, gold."""
    middle, size = top + rows.high // 2, rows.high / 86
    yield from _sheet(LEFT, top, COLUMN, rows.high, 16, "var(--lit)" if player.won else "var(--paper)")
    if player.won:
        yield (
            f'<rect x="{LEFT + 1.5}" y="{top + 1.5}" width="{COLUMN - 3}" height="{rows.high - 3}" rx="14.5" '
            'fill="none" stroke="var(--gold)" stroke-width="3"/>'
        )
    crown = '<use href="#crown" transform="translate(0 -19) rotate(-6) scale(.8)"/>' if player.won else ""
    yield (
        f'<g transform="translate({LEFT + 49} {middle + 2}) scale({1.5 * size:.3f})">'
        f'<use href="#settlement-{player.seat}"/>{crown}</g>'
    )
    room = COLUMN - 100 - 34 - len(str(player.gold)) * rows.gold * 0.52
    name = shortened(player.name, rows.name, room)
    ink = 'fill="var(--ink)" font-weight="700"'
    line = middle - 2 if player.note else middle + rows.name * 0.34
    yield _text(LEFT + 100, line, rows.name, name, ink)
    if player.note:
        yield _text(LEFT + 100, line + 22, 18, player.note, 'fill="var(--soft)"')
    yield _text(LEFT + COLUMN - 22, middle + rows.gold * 0.34, rows.gold, str(player.gold), f'{ink} text-anchor="end"')


def _card(left: int, top: int, source: Source) -> Iterator[str]:
    """Yield a source of gold as a card: its icon in its colour, name, and the gold of all players."""
    icon = card_icons(REGISTRY.sets).get(source.id)
    tint = icon.tint if icon else _SILVER
    drawing = f"card-{source.id}"
    if drawing not in definitions(REGISTRY.sets):
        drawing = f"special-{source.id}"
    yield from _sheet(left, top, 146, 122, 12, tint)
    yield (
        f'<rect x="{left + 0.5}" y="{top + 0.5}" width="145" height="121" rx="11.5" fill="#fff" fill-opacity=".22" '
        'stroke="#4a3718" stroke-opacity=".4"/>'
        f'<g transform="translate({left + 73} {top + 38})" color="{tint}"><use href="#{drawing}"/></g>'
    )
    middle = 'fill="#2e261c" text-anchor="middle"'
    yield _text(left + 73, top + 84, 19, shortened(source.name, 19, 132), f"{middle} {SERIF}", font="")
    size = 21 if len(source.gold) < 4 else 19
    yield _text(left + 73, top + 110, size, _score(source.gold), f'{middle} font-weight="700"')


def _sheet(left: float, top: float, width: float, height: float, radius: int, face: str) -> Iterator[str]:
    """Yield a sheet of paper with its shadow."""
    for grow, lower, opacity in ((0, 2, 0.12), (1, 4, 0.06), (-3, 8, 0.07), (-6, 11, 0.06)):
        yield (
            f'<rect x="{left - grow}" y="{top + lower}" width="{width + 2 * grow}" height="{height}" '
            f'rx="{radius + grow}" fill="#3c2608" opacity="{opacity}"/>'
        )
    yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{radius}" fill="{face}"/>'


def _text(x: float, y: float, size: float, text: str, look: str, font: str = SANS) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {font or ""} {look}>{escape(text)}</text>'


def _score(gold: Sequence[int]) -> str:
    return (" : " if len(gold) < 5 else "\u00a0 ").join(str(each) for each in gold)


def _lines(words: Sequence[str], width: float, size: float) -> Iterator[str]:
    """Yield texts beside each other, in as many lines as they need."""
    line = ""
    for word in words:
        longer = f"{line}\u00a0 • \u00a0{word}" if line else word
        if line and _width(longer, size) > width:
            yield line
            longer = word
        line = longer
    if line:
        yield line


def _width(text: str, size: float) -> float:
    """Return about how wide a text is in a size of letters."""
    return sum(_letter_width(letter) for letter in text) * size


def _letter_width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1
    if letter in _NARROW:
        return 0.31
    return 0.85 if letter in _BROAD else 0.64 if letter.isupper() else 0.54
