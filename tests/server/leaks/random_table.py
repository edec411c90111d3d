"""A table with people, a bot, a spectator and strangers, played at random with other requests in between."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kingdom_builder.engine.answers import ANSWERS, FIRST_OPTION, PASS
from tests.random_play import MOST_ANSWERS, EndlessGame
from tests.server.client import ME, OPEN, Browser, Socket, bot, new_id
from tests.server.leaks.captured_server import VIEWER
from tests.server.leaks.detector import SPECTATOR, STRANGER
from tests.server.serving import ServerProcess

LAYOUTS = {2: "aB", 3: "abB", 4: "aabB", 5: "aabcB"}
"""The players by their number, before the seats are shuffled: a small letter is a person, B a bot."""

DISTURBANCE, UNDO = 0.2, 0.05
"""The probability of another request between two answers, and of an undo instead of an answer."""


@dataclass
class SeatClient:
    """The browser and the socket of a person at a seat."""

    seat: int
    person: Browser
    socket: Socket


class RandomTable:
    """All clients of one table. They do not check the server's replies: the detector sees all of them."""

    def __init__(self, server: ServerProcess, seed: int, players: int, level: str, **options: Any) -> None:
        self.server = server
        self.chance = chance = random.Random(seed)
        self.stranger = Browser(server)
        layout = list(LAYOUTS[players])
        chance.shuffle(layout)
        people = {letter: Browser(server) for letter in sorted(set(layout)) if letter != "B"}
        self.creator = people["a"]
        kinds = {"a": ME, "B": bot(level)}
        wanted = [kinds.get(letter, OPEN) for letter in layout]
        spare = [OPEN] if players < max(LAYOUTS) else []
        self.table = self.creator.create(*wanted, *spare, listed=True, reaction_seconds=600, **options)
        self.id = self.table["id"]
        self.read_public_routes()
        for seat, letter in enumerate(layout):
            if letter not in kinds:
                people[letter].join(self.table["invite"], seat=seat)
        self.bot_seat = layout.index("B")
        self.clients = [
            SeatClient(seat, people[letter], self._socket(people[letter], seat))
            for seat, letter in enumerate(layout)
            if letter != "B"
        ]
        self.spectator = Socket(f"{server.ws_url}/api/watch/{self.table['watch']}/live", {VIEWER: SPECTATOR})
        self._bad_messages = 0
        if spare:  # nobody takes the last seat: the game starts with another set-up from the same seeds
            self.creator.post(f"/api/tables/{self.id}/start", {}, 200)

    def __enter__(self) -> RandomTable:
        return self

    def __exit__(self, *_: object) -> None:
        for socket in self.sockets:
            socket.__exit__()

    @property
    def sockets(self) -> list[Socket]:
        return [*(client.socket for client in self.clients), self.spectator]

    def play(self) -> None:
        """Play to the end."""
        for _ in range(MOST_ANSWERS):
            self.catch_up()
            if self.spectator.view is not None and self.spectator.view["public"]["over"]:
                return
            player = next((client for client in self.clients if client.socket.mine), None)
            if player is None or (player.socket.view["you"]["auto_pass"] and PASS in player.socket.legal()):
                self.spectator.read()  # the server answers for a bot or for a player who passes
                continue
            if self.chance.random() < DISTURBANCE:
                self.chance.choice(self.disturbances())(player)
                continue
            self.answer(player)
        raise EndlessGame("the game does not end")

    def catch_up(self) -> None:
        """Read all messages on every socket."""
        last = max(socket.seq for socket in self.sockets)
        for socket in self.sockets:
            socket.read_until(lambda socket=socket: socket.view is not None and socket.seq >= last)

    def answer(self, player: SeatClient) -> None:
        """Answer at random, an option as often as a hex, or undo."""
        socket, chance = player.socket, self.chance
        if socket.view["you"]["can_undo"] and chance.random() < UNDO:
            reply = self.command(player, "undo", seen_seq=socket.seq, whole_turn=chance.random() < 0.3)
        else:
            options = socket.view["you"]["options"]
            answers = options if options and chance.random() < 0.5 else socket.legal()
            reply = self.command(player, "answer", seen_seq=socket.seq, answer=chance.choice(answers))
        assert reply["type"] == "ack", reply

    def command(self, client: SeatClient, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command; wait for the reply and for the event."""
        reply = client.socket.request(kind, **fields)
        if reply["type"] == "ack":
            client.socket.read_until(lambda: client.socket.seq >= reply["seq"])
        return reply

    # Requests between two answers

    def disturbances(self) -> list[Callable[[SeatClient], None]]:
        return [
            self.query_why_not,
            self.send_illegal_answers,
            self.send_out_of_turn,
            self.send_invalid_messages,
            self.chat,
            self.pass_for_this_turn,
            self.read_own_seat,
            self.read_other_seats,
            self.read_with_token,
            self.read_unfinished_game,
            self.read_picture,
            self.reconnect,
            lambda _: self.read_public_routes(),
        ]

    def query_why_not(self, player: SeatClient) -> None:
        hex_number = self.chance.randrange(FIRST_OPTION)
        for client in (player, self.chance.choice(self.clients)):
            client.socket.send({"type": "why_not", "hex": hex_number})
            client.socket.read_until(_received(client.socket, "why_not", "error"))
            self.get(f"{self.seat_path(client.seat)}/why-not?hex={hex_number}", client.person, client.seat)

    def send_illegal_answers(self, player: SeatClient) -> None:
        legal = player.socket.legal()
        for wrong in self.chance.sample([answer for answer in range(ANSWERS) if answer not in legal], 2):
            assert self.command(player, "answer", seen_seq=player.socket.seq, answer=wrong)["type"] == "error"
            body = {"id": new_id(), "seen_seq": player.socket.seq, "answer": wrong}
            self.post(f"{self.seat_path(player.seat)}/answers", body, player.person, player.seat)

    def send_out_of_turn(self, player: SeatClient) -> None:
        for client in self.clients:
            if client is not player:
                number = client.socket.seq
                assert (
                    self.command(client, "answer", seen_seq=number, answer=self.chance.randrange(ANSWERS))["type"]
                    == "error"
                )
                assert self.command(client, "undo", seen_seq=number)["type"] == "error"
        for at in (0, 2**31 - 1):
            assert self.command(player, "answer", seen_seq=at, answer=0)["type"] == "error"

    def send_invalid_messages(self, player: SeatClient) -> None:
        self._bad_messages += 1
        if self._bad_messages > 10:
            return  # the server closes a connection after some more of these
        for socket in (player.socket, self.spectator):
            socket.send(
                self.chance.choice([{}, {"type": "hand"}, {"type": "why_not", "hex": "z99"}, {"type": "answer"}])
            )
            socket.read_until(_received(socket, "error"))
        self.spectator.send({"type": "chat", "id": new_id(), "phrase": "hello"})
        self.spectator.read_until(_received(self.spectator, "error"))
        self.post(f"{self.seat_path(player.seat)}/answers", {"answer": "all"}, player.person, player.seat)

    def chat(self, player: SeatClient) -> None:
        self.command(player, "chat", text="what do you have?")
        message = {"id": new_id(), "phrase": "hello"}
        number = self.post(f"{self.seat_path(player.seat)}/chat", message, player.person, player.seat).json()["seq"]
        player.socket.read_until(lambda: player.socket.seq >= number)

    def pass_for_this_turn(self, player: SeatClient) -> None:
        for client in self.clients:
            self.command(client, "pass", seen_seq=client.socket.seq)

    def read_own_seat(self, player: SeatClient) -> None:
        client = self.chance.choice(self.clients)
        after = self.chance.randrange(client.socket.seq + 1)
        for path in (f"state?after={after}", f"events?before={after + 1}", "tokens"):
            assert self.get(f"{self.seat_path(client.seat)}/{path}", client.person, client.seat).status_code == 200

    def read_other_seats(self, player: SeatClient) -> None:
        own = [client.seat for client in self.clients if client.person is player.person]
        seat = self.chance.choice([seat for seat in range(5) if seat not in own])
        for path in ("state", "events?before=9", "why-not?hex=7", "tokens"):
            assert self.get(f"{self.seat_path(seat)}/{path}", player.person, player.seat).status_code == 403
        assert self.get(f"{self.seat_path(player.seat)}/state", self.stranger, STRANGER).status_code in (401, 403)
        with Socket(self.server.ws_url + f"{self.seat_path(player.seat)}/live", {VIEWER: STRANGER}) as socket:
            assert socket.read()["type"] == "error"

    def read_with_token(self, player: SeatClient) -> None:
        made = self.post(f"{self.seat_path(player.seat)}/tokens", {"label": "mine"}, player.person, player.seat)
        if made.status_code == 201:
            bearer = {"authorization": f"Bearer {made.json()['token']}"}
            for seat in {player.seat, self.bot_seat}:
                self.get(f"{self.seat_path(seat)}/state", self.stranger, player.seat, **bearer)
            self.get(f"/api/tables/{self.id}", self.stranger, player.seat, **bearer)

    def read_unfinished_game(self, player: SeatClient) -> None:
        for path in ("", "/record", "/history", "/summary", "/picture.svg", "?seq=1"):
            for person, viewer in ((player.person, player.seat), (self.stranger, STRANGER)):
                assert self.get(f"/api/games/{self.id}{path}", person, viewer).status_code == 409
        self.post(f"/api/tables/{self.id}/rematch", {}, player.person, player.seat)

    def read_picture(self, player: SeatClient) -> None:
        at = self.chance.randint(1, player.socket.seq)
        for path in ("board.svg", f"board.svg?seq={at}"):
            assert self.get(f"/api/games/{self.id}/{path}", player.person, player.seat).status_code == 200
            self.get(f"/api/games/{self.id}/{path}", self.stranger, STRANGER)

    def reconnect(self, player: SeatClient) -> None:
        """Close the connection, connect again and receive the missing events."""
        events = player.socket.events
        player.socket.__exit__()
        last = self.chance.choice((0, 1, player.socket.seq))
        player.socket = self._socket(player.person, player.seat, last)
        player.socket.events = [event for event in events if event["seq"] <= last]
        player.socket.read()

    def read_public_routes(self) -> None:
        """Read what everybody may read."""
        for path in self.chance.sample(self.public_paths, 4):
            self.get(path, self.stranger, STRANGER)
            self.get(path, self.creator, SPECTATOR)
        for path in ("", "/events?before=1000000", "/picture.svg"):
            self.get(f"/api/watch/{self.table['watch']}{path}", self.stranger, SPECTATOR)
        self.server.metrics()

    @property
    def public_paths(self) -> list[str]:
        of_api = (
            "tables",
            f"tables/{self.id}",
            f"invites/{self.table['invite']}",
            "catalogue",
            "my/tables",
            "games/none",
        )
        return [*(f"/api/{path}" for path in of_api), f"/games/{self.id}", "/openapi.json", "/health", "/ready"]

    def read_finished_game(self) -> None:
        """After the end, read the finished game, and create a rematch."""
        for at in self.chance.sample(range(1, self.spectator.seq + 1), 3):
            for path in (f"?seq={at}", f"/board.svg?seq={at}", "/picture.svg"):
                assert self.get(f"/api/games/{self.id}{path}", self.stranger, STRANGER).status_code == 200
        if len(self.clients) == 1:  # slow: it starts a process and renders the SVG drawing
            assert self.get(f"/api/games/{self.id}/picture.png", self.stranger, STRANGER).status_code == 200
        self.server.metrics()
        new = self.post(f"/api/tables/{self.id}/rematch", {}, self.creator, SPECTATOR).json()
        for path in (f"/api/tables/{new['id']}", f"/api/invites/{new['invite']}", f"/api/games/{new['id']}/record"):
            self.get(path, self.creator, SPECTATOR)
            self.get(path, self.stranger, STRANGER)

    def seat_path(self, seat: int) -> str:
        return f"/api/tables/{self.id}/seats/{seat}"

    def get(self, path: str, person: Browser, viewer: int | str, **headers: str) -> Any:
        """Send a GET request, allowed or not, as this viewer."""
        response = person.http.get(path, headers={VIEWER: str(viewer), **headers})
        assert response.status_code < 500, response.text
        return response

    def post(self, path: str, body: dict[str, Any], person: Browser, viewer: int | str) -> Any:
        response = person.http.post(path, json={"id": new_id(), **body}, headers={VIEWER: str(viewer)})
        assert response.status_code < 500, response.text
        return response

    def _socket(self, person: Browser, seat: int, last: int = 0) -> Socket:
        cookies = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
        url = f"{self.server.ws_url}{self.seat_path(seat)}/live?after={last}"
        return Socket(url, {"Cookie": cookies, VIEWER: str(seat)})


def _received(socket: Socket, *kinds: str) -> Callable[[], bool]:
    """Return a function that tells whether a message of these kinds has arrived after this call."""
    before = len(socket.received)
    return lambda: any(f'"type":"{kind}"' in text for text in socket.received[before:] for kind in kinds)
