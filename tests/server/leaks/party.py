"""A table with people, a bot, a spectator, strangers and disturbances, played at random to its end."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kingdom_builder.engine.answers import ANSWERS, FIRST_OPTION, PASS
from tests.random_play import MOST_ANSWERS, EndlessGame
from tests.server.client import ME, OPEN, Browser, Socket, bot, new_id
from tests.server.leaks.knowledge import NOBODY, SPECTATOR, STRANGER
from tests.server.leaks.tapping import VIEWER
from tests.server.serving import ServerProcess

LAYOUTS = {2: "aB", 3: "abB", 4: "aabB", 5: "aabcB"}
"""Who sits at a table of so many, before the seats are shuffled: a person for each letter, and a bot."""

DISTURBANCE, UNDO = 0.2, 0.05
"""How often something is done between two answers, and how often an answer is taken back instead of given."""


@dataclass
class Sitting:
    """A person at a seat."""

    seat: int
    person: Browser
    socket: Socket


class Party:
    """Everybody at one table. The server's answers are of no interest here: the tap sees them all."""

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
        self.look_around()
        for seat, letter in enumerate(layout):
            if letter not in kinds:
                people[letter].join(self.table["invite"], seat=seat)
        self.bot_seat = layout.index("B")
        self.sitting = [
            Sitting(seat, people[letter], self._socket(people[letter], seat))
            for seat, letter in enumerate(layout)
            if letter != "B"
        ]
        self.spectator = Socket(f"{server.ws_url}/api/watch/{self.table['watch']}/live", {VIEWER: SPECTATOR})
        self._bad_messages = 0
        if spare:  # nobody takes the last seat: the game begins with another set-up, from the same seeds
            self.creator.post(f"/api/tables/{self.id}/start", {}, 200)

    def __enter__(self) -> Party:
        return self

    def __exit__(self, *_: object) -> None:
        for socket in self.sockets:
            socket.__exit__()

    @property
    def sockets(self) -> list[Socket]:
        return [*(sitting.socket for sitting in self.sitting), self.spectator]

    def play(self) -> None:
        """Play to the end."""
        for _ in range(MOST_ANSWERS):
            self.catch_up()
            if self.spectator.view is not None and self.spectator.view["public"]["over"]:
                return
            asked = next((sitting for sitting in self.sitting if sitting.socket.mine), None)
            if asked is None or (asked.socket.view["you"]["auto_pass"] and PASS in asked.socket.legal()):
                self.spectator.read()  # the server answers, for a bot or for somebody who passes
                continue
            if self.chance.random() < DISTURBANCE:
                self.chance.choice(self.disturbances())(asked)
                continue
            self.answer(asked)
        raise EndlessGame("the party does not end")

    def catch_up(self) -> None:
        """Let everybody read what has happened."""
        last = max(socket.seq for socket in self.sockets)
        for socket in self.sockets:
            socket.read_until(lambda socket=socket: socket.view is not None and socket.seq >= last)

    def answer(self, asked: Sitting) -> None:
        """Answer, an option as often as a hex, or take something back."""
        socket, chance = asked.socket, self.chance
        if socket.view["you"]["can_undo"] and chance.random() < UNDO:
            reply = self.command(asked, "undo", seen_seq=socket.seq, whole_turn=chance.random() < 0.3)
        else:
            options = socket.view["you"]["options"]
            answers = options if options and chance.random() < 0.5 else socket.legal()
            reply = self.command(asked, "answer", seen_seq=socket.seq, answer=chance.choice(answers))
        assert reply["type"] == "ack", reply

    def command(self, sitting: Sitting, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for the reply, and for the event it has become."""
        reply = sitting.socket.ask(kind, **fields)
        if reply["type"] == "ack":
            sitting.socket.read_until(lambda: sitting.socket.seq >= reply["seq"])
        return reply

    # What people do besides playing

    def disturbances(self) -> list[Callable[[Sitting], None]]:
        return [
            self.ask_why_not,
            self.answer_what_is_not_asked,
            self.speak_out_of_turn,
            self.send_nonsense,
            self.talk,
            self.pass_for_this_turn,
            self.look_at_the_own_seat,
            self.look_at_other_seats,
            self.look_by_token,
            self.ask_for_what_is_not_over,
            self.ask_for_a_picture,
            self.come_back,
            lambda _: self.look_around(),
        ]

    def ask_why_not(self, asked: Sitting) -> None:
        hex_number = self.chance.randrange(FIRST_OPTION)
        for sitting in (asked, self.chance.choice(self.sitting)):
            sitting.socket.send({"type": "why_not", "hex": hex_number})
            sitting.socket.read_until(_received(sitting.socket, "why_not", "error"))
            self.get(f"{self.seat_path(sitting.seat)}/why-not?hex={hex_number}", sitting.person, sitting.seat)

    def answer_what_is_not_asked(self, asked: Sitting) -> None:
        legal = asked.socket.legal()
        for wrong in self.chance.sample([answer for answer in range(ANSWERS) if answer not in legal], 2):
            assert self.command(asked, "answer", seen_seq=asked.socket.seq, answer=wrong)["type"] == "error"
            body = {"id": new_id(), "seen_seq": asked.socket.seq, "answer": wrong}
            self.post(f"{self.seat_path(asked.seat)}/answers", body, asked.person, asked.seat)

    def speak_out_of_turn(self, asked: Sitting) -> None:
        for sitting in self.sitting:
            if sitting is not asked:
                number = sitting.socket.seq
                assert (
                    self.command(sitting, "answer", seen_seq=number, answer=self.chance.randrange(ANSWERS))["type"]
                    == "error"
                )
                assert self.command(sitting, "undo", seen_seq=number)["type"] == "error"
        for at in (0, 2**31 - 1):
            assert self.command(asked, "answer", seen_seq=at, answer=0)["type"] == "error"

    def send_nonsense(self, asked: Sitting) -> None:
        self._bad_messages += 1
        if self._bad_messages > 10:
            return  # a connection ends after some more of these
        for socket in (asked.socket, self.spectator):
            socket.send(
                self.chance.choice([{}, {"type": "hand"}, {"type": "why_not", "hex": "a1"}, {"type": "answer"}])
            )
            socket.read_until(_received(socket, "error"))
        self.spectator.send({"type": "chat", "id": new_id(), "phrase": "hello"})
        self.spectator.read_until(_received(self.spectator, "error"))
        self.post(f"{self.seat_path(asked.seat)}/answers", {"answer": "all"}, asked.person, asked.seat)

    def talk(self, asked: Sitting) -> None:
        self.command(asked, "chat", text="what do you have?")
        message = {"id": new_id(), "phrase": "hello"}
        number = self.post(f"{self.seat_path(asked.seat)}/chat", message, asked.person, asked.seat).json()["seq"]
        asked.socket.read_until(lambda: asked.socket.seq >= number)

    def pass_for_this_turn(self, asked: Sitting) -> None:
        for sitting in self.sitting:
            self.command(sitting, "pass", seen_seq=sitting.socket.seq)

    def look_at_the_own_seat(self, asked: Sitting) -> None:
        sitting = self.chance.choice(self.sitting)
        after = self.chance.randrange(sitting.socket.seq + 1)
        for path in (f"state?after={after}", "tokens"):
            assert self.get(f"{self.seat_path(sitting.seat)}/{path}", sitting.person, sitting.seat).status_code == 200

    def look_at_other_seats(self, asked: Sitting) -> None:
        own = [sitting.seat for sitting in self.sitting if sitting.person is asked.person]
        seat = self.chance.choice([seat for seat in range(5) if seat not in own])
        for path in ("state", "why-not?hex=7", "tokens"):
            assert self.get(f"{self.seat_path(seat)}/{path}", asked.person, asked.seat).status_code == 403
        assert self.get(f"{self.seat_path(asked.seat)}/state", self.stranger, STRANGER).status_code in (401, 403)
        with Socket(self.server.ws_url + f"{self.seat_path(asked.seat)}/live", {VIEWER: STRANGER}) as socket:
            assert socket.read()["type"] == "error"

    def look_by_token(self, asked: Sitting) -> None:
        made = self.post(f"{self.seat_path(asked.seat)}/tokens", {"label": "mine"}, asked.person, asked.seat)
        if made.status_code == 201:
            bearer = {"authorization": f"Bearer {made.json()['token']}"}
            for seat in {asked.seat, self.bot_seat}:
                self.get(f"{self.seat_path(seat)}/state", self.stranger, asked.seat, **bearer)
            self.get(f"/api/tables/{self.id}", self.stranger, asked.seat, **bearer)

    def ask_for_what_is_not_over(self, asked: Sitting) -> None:
        for path in ("", "/record", "?seq=1"):
            for person, viewer in ((asked.person, asked.seat), (self.stranger, STRANGER)):
                assert self.get(f"/api/games/{self.id}{path}", person, viewer).status_code == 409
        self.post(f"/api/tables/{self.id}/rematch", {}, asked.person, asked.seat)

    def ask_for_a_picture(self, asked: Sitting) -> None:
        at = self.chance.randint(1, asked.socket.seq)
        for path in ("picture.svg", f"picture.svg?seq={at}"):
            assert self.get(f"/api/games/{self.id}/{path}", asked.person, asked.seat).status_code == 200
            self.get(f"/api/games/{self.id}/{path}", self.stranger, STRANGER)

    def come_back(self, asked: Sitting) -> None:
        """Lose the connection and receive what is missing."""
        events = asked.socket.events
        asked.socket.__exit__()
        last = self.chance.choice((0, 1, len(events)))
        asked.socket = self._socket(asked.person, asked.seat, last)
        asked.socket.events = events[:last]
        asked.socket.read()

    def look_around(self) -> None:
        """Look at what anybody may look at."""
        for path in self.chance.sample(self.public_paths, 4):
            self.get(path, self.stranger, STRANGER)
            self.get(path, self.creator, SPECTATOR)
        for path in ("", "/picture.svg"):
            self.get(f"/api/watch/{self.table['watch']}{path}", self.stranger, SPECTATOR)
        self.get("/metrics", self.stranger, NOBODY)

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

    def look_back(self) -> None:
        """After the end, look at the game again as anybody may, and make the next table."""
        for at in self.chance.sample(range(1, self.spectator.seq + 1), 3):
            for path in (f"?seq={at}", f"/picture.svg?seq={at}"):
                assert self.get(f"/api/games/{self.id}{path}", self.stranger, STRANGER).status_code == 200
        if len(self.sitting) == 1:  # it takes a process of its own, and is made of the drawing
            assert self.get(f"/api/games/{self.id}/picture.png", self.stranger, STRANGER).status_code == 200
        assert self.get("/metrics", self.stranger, NOBODY).status_code == 200
        new = self.post(f"/api/tables/{self.id}/rematch", {}, self.creator, SPECTATOR).json()
        for path in (f"/api/tables/{new['id']}", f"/api/invites/{new['invite']}", f"/api/games/{new['id']}/record"):
            self.get(path, self.creator, SPECTATOR)
            self.get(path, self.stranger, STRANGER)

    def seat_path(self, seat: int) -> str:
        return f"/api/tables/{self.id}/seats/{seat}"

    def get(self, path: str, person: Browser, viewer: int | str, **headers: str) -> Any:
        """Ask for something, allowed or not, as somebody who may know what this viewer may."""
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
    """Say whether a message of such a kind has come since now."""
    before = len(socket.received)
    return lambda: any(f'"type":"{kind}"' in text for text in socket.received[before:] for kind in kinds)
