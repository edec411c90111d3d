"""Every route of the application, who may use it, and the status that everybody else gets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi.routing import iter_route_contexts
from starlette.routing import Mount

from kingdom_builder.formats.position_file import FORMAT
from kingdom_builder.puzzles.puzzle import shipped_puzzles
from kingdom_builder.server.app import create_app
from kingdom_builder.server.http.pages import WEB, files
from kingdom_builder.server.settings import read_settings

SOCKET = "SOCKET"
SECTIONS = [["farm", 0], ["tavern", 0], ["oasis", 0], ["paddock", 0]]
SEAT = "/api/tables/{game}/seats/{seat}"
PUZZLE = next(iter(shipped_puzzles().values()))

ROUTES = {
    ("GET", "/"): "everybody",
    ("GET", "/new"): "everybody",
    ("GET", "/join"): "everybody",
    ("GET", "/learn"): "everybody",
    ("GET", "/score"): "everybody",
    ("GET", "/rules"): "everybody",
    ("GET", "/daily"): "everybody",
    ("GET", "/statistics"): "everybody",
    ("GET", "/puzzles"): "everybody",
    ("GET", "/puzzles/{puzzle}"): "everybody",
    ("GET", "/icon.svg"): "everybody",
    ("GET", "/t/{code}"): "everybody",
    ("GET", "/w/{code}"): "everybody",
    ("GET", "/move/{code}"): "everybody",
    ("GET", "/table/{game}/{seat}"): "everybody",
    ("GET", "/games/{game}"): "everybody",
    ("GET", "/games/{game}/review"): "everybody",
    ("GET", "/assets/{name}"): "everybody",
    ("GET", "/openapi.json"): "everybody",
    ("GET", "/health"): "everybody",
    ("GET", "/ready"): "everybody",
    ("GET", "/api/notice"): "everybody",
    ("GET", "/api/catalogue"): "everybody",
    ("GET", "/api/sections"): "everybody",
    ("POST", "/api/score"): "everybody",
    ("POST", "/api/setups"): "everybody",
    ("GET", "/api/tables"): "everybody",
    ("GET", "/api/my/tables"): "everybody",
    ("GET", "/api/statistics"): "everybody",
    ("GET", "/api/my/statistics"): "everybody",
    ("GET", "/api/puzzles"): "everybody",
    ("GET", "/api/puzzles/{puzzle}"): "everybody",
    ("POST", "/api/puzzles/{puzzle}/try"): "everybody",
    ("POST", "/api/puzzles/{puzzle}/grade"): "everybody",
    ("DELETE", "/api/my/texts"): "everybody",
    ("GET", "/api/daily/{day}"): "everybody",
    ("GET", "/api/daily/{day}/results"): "everybody",
    ("POST", "/api/daily/{day}"): "creator of a new table",
    ("POST", "/api/tables"): "creator of a new table",
    ("GET", "/api/invites/{code}"): "who has the code",
    ("POST", "/api/invites/{code}/seats"): "who has the code",
    ("POST", "/api/invites/{code}/requests"): "who has the code",
    ("GET", "/api/watch/{code}"): "who has the code",
    ("GET", "/api/watch/{code}/events"): "who has the code",
    ("GET", "/api/watch/{code}/picture.svg"): "who has the code",
    (SOCKET, "/api/watch/{code}/live"): "who has the code",
    ("POST", "/api/move/{code}"): "who has the link",
    ("GET", "/api/tables/{game}"): "table",
    ("GET", "/api/games/{game}/board.svg"): "table",
    ("GET", "/api/games/{game}/board.png"): "table",
    ("POST", "/api/tables/{game}/start"): "creator",
    ("POST", "/api/tables/{game}/close"): "creator during the game",
    ("POST", "/api/tables/{game}/links"): "creator during the game",
    ("POST", "/api/tables/{game}/rematch"): "player",
    ("GET", "/api/games/{game}"): "everybody, when it is over",
    ("GET", "/api/games/{game}/record"): "everybody, when it is over",
    ("GET", "/api/games/{game}/history"): "everybody, when it is over",
    ("GET", "/api/games/{game}/summary"): "everybody, when it is over",
    ("GET", "/api/games/{game}/review"): "everybody, when it is over",
    ("POST", "/api/games/{game}/play-on"): "everybody, when it is over",
    ("POST", "/api/games/{game}/try"): "everybody, when it is over",
    ("GET", "/api/games/{game}/picture.svg"): "everybody, when it is over",
    ("GET", "/api/games/{game}/picture.png"): "everybody, when it is over",
    ("GET", f"{SEAT}/state"): "seat",
    ("GET", f"{SEAT}/events"): "seat",
    ("POST", f"{SEAT}/answers"): "seat",
    ("POST", f"{SEAT}/undo"): "seat",
    ("POST", f"{SEAT}/pass"): "seat",
    ("POST", f"{SEAT}/chat"): "seat",
    ("GET", f"{SEAT}/why-not"): "seat",
    ("GET", f"{SEAT}/preview"): "seat",
    ("POST", f"{SEAT}/hint"): "seat",
    (SOCKET, f"{SEAT}/live"): "seat",
    ("PUT", f"{SEAT}/name"): "seat's person",
    ("POST", f"{SEAT}/revoke"): "seat's person or creator",
    ("POST", f"{SEAT}/bot"): "seat's person or creator",
    ("POST", f"{SEAT}/votes"): "seat",
    ("GET", f"{SEAT}/tokens"): "seat's person",
    ("POST", f"{SEAT}/tokens"): "seat's person",
    ("DELETE", f"{SEAT}/tokens/{{token}}"): "seat's person",
    ("POST", f"{SEAT}/move"): "seat's person",
    ("DELETE", f"{SEAT}/move"): "seat's person",
}
"""Who may use each route. A route that is missing here fails a test; add it with its access rule."""

KINDS = ("unknown", "outsider", "other seat", "creator", "bad token", "token of another seat", "token of another table")
"""The kinds of senders without access to the requested seat. A player of another table, a player whose seat was revoked
and a new cookie are outsiders; a token that was removed, has expired or never existed is a bad token."""

DENIED: dict[str, tuple[int, ...]] = {
    "everybody": (200, 200, 200, 200, 200, 200, 200),
    "everybody, when it is over": (409, 409, 409, 409, 409, 409, 409),
    "creator of a new table": (201, 201, 201, 201, 201, 201, 201),
    "who has the code": (404, 404, 404, 404, 404, 404, 404),
    "who has the link": (410, 410, 410, 410, 410, 410, 410),
    "table": (401, 403, 200, 200, 401, 200, 403),
    "creator": (401, 403, 403, 409, 401, 403, 403),
    "creator during the game": (401, 403, 403, 200, 401, 403, 403),
    "player": (401, 403, 409, 409, 401, 403, 403),
    "seat": (401, 403, 403, 403, 401, 403, 403),
    "seat's person": (401, 403, 403, 403, 403, 403, 403),
    "seat's person or creator": (401, 403, 403, 200, 401, 403, 403),
}
"""The status that each kind gets, in the order of KINDS. The game is being played, and its seats are taken."""


@dataclass(frozen=True)
class RequestValues:
    """The values for the parameters of paths and messages."""

    game: str
    seat: int
    code: str
    token: str
    seq: int
    answer: int

    def path(self, template: str) -> str:
        """Return a path with its parameters filled in."""
        asset = next(name for name in files(WEB) if name.startswith("assets/")).partition("/")[2]
        path = template.format(
            game=self.game,
            seat=self.seat,
            code=self.code,
            token=self.token,
            name=asset,
            day="today",
            puzzle=PUZZLE.id,
        )
        query = {"why-not": "?hex=0", "preview": "?answer=0", "events": "?before=9"}.get(
            template.rpartition("/")[2], ""
        )
        return path + query

    def body(self, method: str, template: str, message_id: str) -> dict[str, Any] | None:
        """Return the body of a request that changes something if the sender has access."""
        if method not in ("POST", "PUT"):
            return None
        command = {"id": message_id}
        in_turn = {**command, "seen_seq": self.seq}
        bodies: dict[str, dict[str, Any]] = {
            "/api/tables": {**command, "seats": [{"kind": "me"}, {"kind": "open"}]},
            "/api/score": {"format": FORMAT, "board": {"sections": SECTIONS}},
            "/api/setups": {"players": 2},
            "/api/puzzles/{puzzle}/try": {"moves": []},
            "/api/puzzles/{puzzle}/grade": {"answers": list(PUZZLE.best.answers)},
            "/api/games/{game}/play-on": {**command, "seat": 0, "answers": 0},
            "/api/games/{game}/try": {"seat": 0, "answers": 0},
            "/api/tables/{game}/links": {**command, "link": "invite"},
            f"{SEAT}/answers": {**in_turn, "answer": self.answer},
            f"{SEAT}/undo": in_turn,
            f"{SEAT}/pass": in_turn,
            f"{SEAT}/chat": {**command, "text": "Was I here?"},
            f"{SEAT}/votes": {**command, "request": 1, "accept": True},
            f"{SEAT}/name": {**command, "name": "Mallory"},
            f"{SEAT}/hint": {},
        }
        return bodies.get(template, command)

    def messages(self, message_id: str) -> list[dict[str, Any]]:
        """Return one message of every type that a WebSocket accepts, each with its own id."""
        return [
            {"type": "answer", "id": f"{message_id}-a", "seen_seq": self.seq, "answer": self.answer},
            {"type": "undo", "id": f"{message_id}-u", "seen_seq": self.seq},
            {"type": "pass", "id": f"{message_id}-p", "seen_seq": self.seq},
            {"type": "chat", "id": f"{message_id}-c", "text": "Was I here?"},
            {"type": "why_not", "hex": 0},
            {"type": "preview", "answer": 0},
        ]


def application_routes(folder: Path) -> set[tuple[str, str]]:
    """Return the method and path of every route that the application has."""
    app = create_app(read_settings({"database": f"sqlite:///{folder / 'games.db'}"}))
    found: set[tuple[str, str]] = set()
    for context in iter_route_contexts(app.routes):
        assert context.path is not None, context
        methods = context.methods or ({"GET"} if isinstance(context.route, Mount) else {SOCKET})
        found |= {(method, context.path) for method in methods - {"HEAD"}}
    return found
