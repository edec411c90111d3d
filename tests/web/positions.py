"""Positions for tests of the page: found in random games, then imported into the database of a server."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kingdom_builder import answer_name, answer_number
from kingdom_builder.engine.answers import END_TURN, FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.hexes import neighbours
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.formats.record import RULES_VERSION
from kingdom_builder.game import Game, new_game
from kingdom_builder.server.security.codes import hash_of
from kingdom_builder.store.backup_lines import FORMAT
from kingdom_builder.table.diff import hex_numbers
from kingdom_builder.texts.export import page_texts

ROOT = Path(__file__).parent.parent.parent
NAMES = ("Ada", "Ben")
SECRETS = ("a" * 43, "b" * 43)
"""The cookies of the two players."""

SEEDS = range(400)
TREASURE = answer_number("treasure")
FOLLOW = "*"

Begins = Callable[[Game], bool]
"""Returns whether a script can begin in a position."""

Allows = Callable[[Game, int, Game], bool]
"""Returns whether an answer fits a word of a script: the game before it, the answer, the game after it."""


def in_my_turn(game: Game) -> bool:
    """Seat 0 is to play, between two actions of its turn."""
    return game.to_play == game.active == 0 and not game.stack


def at_the_beginning(game: Game) -> bool:
    """Seat 0 has done nothing in its turn, knows its terrain and has built before."""
    return in_my_turn(game) and _stage(game) == "mandatory" and game.players[0].pieces != 0


def _stage(game: Game) -> str:
    question = game.question
    return "" if question is None else question.stage


def choosing_a_card(game: Game) -> bool:
    """Seat 0 chooses one of the cards of its crossroads (R5.16)."""
    owned = [answer_name(tile.kind) for tile in game.players[0].tiles]
    return in_my_turn(game) and _stage(game) == "choose_card" and "crossroads" in owned


def with_a_tile_left(game: Game) -> bool:
    """Seat 0 may end its turn or use a location tile."""
    kinds = [tile.kind for tile in game.players[0].tiles]
    return in_my_turn(game) and any(kind in game.legal()[1] for kind in kinds)


def in_the_other_turn(game: Game) -> bool:
    """Seat 1 is to play in its own turn."""
    return game.to_play == game.active == 1


def after_the_last_turn(game: Game) -> bool:
    """Seat 0 is asked about a silo (R3.35)."""
    return game.turn_state.after_last_turn and game.to_play == 0


def _is_own(before: Game, answer: int, after: Game) -> bool:
    return answer < FIRST_OPTION and bool(before.players[0].pieces >> HEX_OF_ANSWER[answer] & 1)


def _takes_treasure(before: Game, answer: int, after: Game) -> bool:
    gone = before.tiles_left & ~after.tiles_left
    return any(tile == TREASURE and gone >> h & 1 for h, tile in before.setup.nomad_tiles.items())


def _hits_token(before: Game, answer: int, after: Game) -> bool:
    lost = before.players[1].pieces & ~after.players[1].pieces
    return bool(lost & ~before.players[1].settlements)


def _has_equal_cards(game: Game) -> bool:
    hand = game.players[0].hand
    return len(hand) > len(set(hand))


WORDS: dict[str, Allows] = {
    "hex": lambda before, answer, after: answer < FIRST_OPTION,
    "own": _is_own,
    "empty": lambda before, answer, after: answer < FIRST_OPTION and not _is_own(before, answer, after),
    "terrain": lambda before, answer, after: answer >= FIRST_OPTION and answer_name(answer) in TERRAINS,
    "treasure": _takes_treasure,
    "token": _hits_token,
    "loses": lambda before, answer, after: len(after.players[0].tiles) < len(before.players[0].tiles),
    "draw": lambda before, answer, after: answer == END_TURN and _has_equal_cards(after),
    "call": lambda before, answer, after: after.active == 1 and after.to_play == 0,
}


@dataclass(frozen=True)
class Scenario:
    """A kind of position that a test needs: one in which these answers can be given one after the other.

    A word of the script is a named answer or one of `WORDS`; `*` stands for all the hexes that an action still asks
    for, whatever their number.
    """

    name: str
    sets: tuple[str, ...]
    script: tuple[str, ...]
    begins: Begins = in_my_turn
    options: dict[str, Any] = field(default_factory=dict)

    def follow(self, game: Game, chance: random.Random) -> list[int] | None:
        """Return answers that fit the script; None if there are none. At the end no action may be unfinished."""
        game = game.copy()
        given: list[int] = []
        for word in self.script:
            while True:
                if word == FOLLOW and (not game.stack or game.to_play != 0):
                    break
                answer = _fitting(game, "hex" if word == FOLLOW else word, chance)
                if answer is None:
                    return None
                game.play(answer)
                given.append(answer)
                if word != FOLLOW:
                    break
        finished = not game.stack or game.turn_state.after_last_turn
        return given if finished or self.begins is in_the_other_turn else None


@dataclass(frozen=True)
class Prepared:
    """A game in the position of a scenario, with the answers of its script."""

    scenario: Scenario
    game: Game
    plan: tuple[int, ...]

    @property
    def id(self) -> str:
        """The game's id on the server."""
        return re.sub(r"\W", "-", self.scenario.name)


def find_positions(scenarios: Iterable[Scenario]) -> dict[str, Prepared]:
    """Find a position for every scenario; the result is always the same."""
    found: dict[str, Prepared] = {}
    by_table: dict[str, list[Scenario]] = {}
    for scenario in scenarios:
        by_table.setdefault(repr((scenario.sets, scenario.options)), []).append(scenario)
    for group in by_table.values():
        missing = list(group)
        for seed in SEEDS:
            if not missing:
                break
            for game in _random_game(seed, group[0]):
                for scenario in [scenario for scenario in missing if scenario.begins(game)]:
                    plan = scenario.follow(game, random.Random(seed))
                    if plan is not None:
                        found[scenario.name] = Prepared(scenario, game.copy(), tuple(plan))
                        missing.remove(scenario)
        assert not missing, f"no position for {[scenario.name for scenario in missing]}"
    return found


def _random_game(seed: int, like: Scenario) -> Iterator[Game]:
    """Yield a random game before each answer; its players prefer location tiles and use them."""
    game = new_game(seed, sets=like.sets, start=0, **like.options)
    chance = random.Random(seed)
    while not game.over:
        yield game
        hexes, options = game.legal()
        if options and (not hexes or chance.random() < 0.5):
            game.play(chance.choice(options))
        else:
            near = hexes & neighbours(game.tiles_left)
            game.play(chance.choice(hex_numbers(near if near and chance.random() < 0.9 else hexes)))


def _fitting(game: Game, word: str, chance: random.Random) -> int | None:
    answers = game.legal_answers()
    if word not in WORDS:
        number = answer_number(word)
        return number if number in answers else None
    chance.shuffle(answers)
    for answer in answers:
        after = game.copy()
        after.play(answer)
        if WORDS[word](game, answer, after):
            return answer
    return None


def backup_of(tables: Iterable[tuple[str, Prepared, bool]]) -> Iterator[str]:
    """Yield the lines of a backup with these tables; seat 1 is a second person or a bot."""
    rows: dict[str, list[dict[str, Any]]] = {"games": [], "seats": [], "events": []}
    for game_id, found, bot in tables:
        for name, row in _rows(game_id, found.game, bot):
            rows[name].append(row)
    yield json.dumps({"format": FORMAT})
    for name, some in rows.items():
        yield from (json.dumps({"table": name, **row}) for row in some)


def _rows(game_id: str, game: Game, bot: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    now = time.time()
    codes = {"invite": f"invite-{game_id}", "watch": f"watch-{game_id}", "creator": hash_of(SECRETS[0])}
    seats: list[dict[str, Any]] = [
        {"kind": "person", "person": hash_of(secret), "level": None, "name": name}
        for secret, name in zip(SECRETS, NAMES, strict=True)
    ]
    if bot:
        seats[1] |= {"kind": "bot", "person": None, "level": "greedy"}
    options = {
        "setup": {},
        "start_when_full": True,
        "running_score": True,
        "turn_seconds": None,
        "reaction_seconds": 86_400,
    }
    created = {"table": game_id, **codes, "listed": False, "options": options, "seats": seats}
    record = {"setup": Game(game.setup).to_record(), "rules": RULES_VERSION}
    events: list[tuple[str, int | None, Any]] = [
        ("created", None, created | record),
        ("started", None, {"seats": seats, "setup": None}),
    ]
    replay = Game(game.setup)
    for answer in game.answers():
        events.append(("answer", replay.to_play, answer))
        replay.play(answer)
    times = {"wake_at": None, "created_at": now, "active_at": now}
    progress = {"status": "playing", "to_play": replay.to_play, "result": None}
    yield "games", {"id": game_id, **codes, "listed": False, **times, **progress}
    for seat, holder in enumerate(seats):
        yield "seats", {"game": game_id, "seat": seat, **holder}
    for seq, (kind, who, value) in enumerate(events, 1):
        event = {"kind": kind, "seat": who, "by": "player", "value": json.dumps(value), "message_id": None}
        yield "events", {"game": game_id, "seq": seq, "time": now, **event}


def import_backup(lines: Iterable[str], folder: Path) -> str:
    """Import a backup into a new database, and return its address."""
    backup, database = folder / "backup.jsonl", f"sqlite:///{folder / 'games.db'}"
    backup.write_text("".join(f"{line}\n" for line in lines))
    command = [sys.executable, "-m", "kingdom_builder", "games", "import", str(backup), "--database", database]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return database


def texts_of(language: str) -> dict[str, str]:
    """Return all texts of the page in a language by their keys."""
    own: dict[str, str] = json.loads((ROOT / f"frontend/src/texts/page.{language}.json").read_text(encoding="utf-8"))
    return {**page_texts(language), **own}
