"""Nobody is sent a terrain card, or the seed of a deck, that they may not know (docs/rules.md R0.23)."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import pickle
import random
import re
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest
import structlog

from kingdom_builder.engine import terrain
from kingdom_builder.game import Game, load, new_game
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.table import steps as table_steps
from kingdom_builder.table.decide import decide_creation
from kingdom_builder.table.diff import card_name
from kingdom_builder.table.events import Event
from kingdom_builder.table.evolve import evolve
from tests.random_play import ALL_SETS, mixes, random_answers, random_game
from tests.server.client import ME, OPEN, Browser, watch
from tests.server.leaks.captured_server import captured_log, captured_server
from tests.server.leaks.detector import NOBODY, SPECTATOR, STRANGER, LeakDetector
from tests.server.leaks.equivalent_setups import equivalent_setup
from tests.server.leaks.outputs import all_outputs, chosen_moments, moves_until, table_at
from tests.server.leaks.random_table import RandomTable
from tests.server.leaks.scripted_play import ScriptedPlay
from tests.server.leaks.tagged_cards import Card, cards_of, tagged_cards
from tests.server.serving import serving
from tests.table.memory_table import played_table, started_table

TABLES: dict[str, tuple[int, str, dict[str, Any]]] = {
    "base": (2, "greedy", {"sets": ["base"]}),
    "two cards": (3, "random", {"sets": ["base"], "two_cards": True}),
    "crossroads": (3, "greedy", {"sets": ["crossroads"]}),
    "marshlands": (4, "random", {"sets": ["marshlands"], "sections": ["canoe"], "cards": ["scouts"]}),
    "harvest": (2, "random", {"sets": ["harvest"]}),
    "nomads and queenies": (3, "random", {"sets": ["nomads", "capitol", "caves", "island"]}),
    "all sets": (5, "greedy", {"sets": list(ALL_SETS)}),
    "all sets, two cards": (4, "random", {"sets": list(ALL_SETS), "two_cards": True}),
}
"""Number of players, level of the bot, and set-up."""

SCRIPTED_PLAYS: dict[str, tuple[int, int | None, int, dict[str, Any]]] = {
    "a seat": (3, 0, 60, {"sets": ["base"]}),
    "a spectator, two cards": (3, None, 160, {"sets": ["base", "crossroads"], "two_cards": True}),
    "a seat, all sets": (5, 3, 120, {"sets": list(ALL_SETS)}),
}
"""Number of players, the viewer that compares, number of random steps, and set-up."""

MOMENTS, COMPARED_MOMENTS = 15, 4


def mixed_game(number: int) -> Game:
    """Return a game of a mix of sets, with the canoe section if the mix has it."""
    sets = mixes()[number]
    sections = ["canoe"] if "marshlands" in sets else []
    return random_game(number, players=2 + number % 4, sets=sets, sections=sections, two_cards=number % 3 == 0)


@pytest.mark.parametrize("name", TABLES)
def test_no_output_contains_a_card_or_seed_that_its_receiver_may_not_know(tmp_path, name):
    players, level, options = TABLES[name]
    seed = list(TABLES).index(name)
    detector = LeakDetector()
    with captured_server(tmp_path, seed, detector) as server:
        with RandomTable(server, seed, players, level, setup={**options, "seed": seed}) as random_table:
            random_table.play()
            random_table.read_finished_game()
            deck = random_table.spectator.view["public"]["deck"]
            assert all(socket.view["public"]["deck"] == deck for socket in random_table.sockets)
        assert hashlib.sha256(deck["seed"].encode()).hexdigest() == deck["hash"] == random_table.table["deck_hash"]
        assert int(deck["seed"]) == next(iter(detector.decks))
        record = random_table.stranger.http.get(f"/api/games/{random_table.id}/record").text
        assert load(record).setup.deck_seed == int(deck["seed"])
    assert detector.leaks == []
    server.assert_clean_log()
    assert [deck.over for deck in detector.decks.values()] == [True, False], "the game and its rematch"
    for viewer in (SPECTATOR, *map(str, range(players))):
        assert detector.received[viewer] > 10, f"{viewer} has received too few tags"
    assert detector.received[NOBODY] == 0 < detector.sent[NOBODY]


@pytest.mark.parametrize("number", range(len(mixes())))
def test_no_output_after_any_event_contains_a_hidden_card(number):
    chance = random.Random(number)
    detector = LeakDetector()
    with tagged_cards():
        played = played_table(mixed_game(number), chance)
        moments = chosen_moments(played, chance, MOMENTS)
        loaded = LoadedTable(played.events[:1])
        for event in played.events[1:-1]:
            loaded.apply(event, evolve(loaded.state, event, played.now))
            detector.learn(loaded.state)
            if event.seq in moments:
                for viewer in (None, *range(len(loaded.state.seats))):
                    for what, data in all_outputs(loaded, viewer):
                        detector.check(SPECTATOR if viewer is None else str(viewer), data, what)
    assert detector.leaks == []
    assert all(detector.received[viewer] for viewer in (SPECTATOR, *map(str, range(len(loaded.state.seats)))))


@pytest.mark.parametrize("number", range(len(mixes())))
def test_outputs_for_a_viewer_do_not_depend_on_hidden_cards(number):
    """A calculation loses the tag of a card; games that differ only in hidden cards are compared to find such leaks."""
    chance = random.Random(number)
    table = played_table(mixed_game(number), chance)
    hands = 0
    for seq in chosen_moments(table, chance, COMPARED_MOMENTS):
        one = table_at(table, seq)
        for viewer in (None, *range(len(table.state.seats))):
            equivalent = equivalent_setup(table.state.setup, moves_until(table, seq), viewer, chance)
            if equivalent is None:
                continue  # too few hidden cards, all equal
            other = table_at(table, seq, equivalent)
            outputs, other_outputs = dict(all_outputs(one, viewer)), dict(all_outputs(other, viewer))
            for what in outputs | other_outputs:
                assert outputs.get(what) == other_outputs.get(what), f"{what}, seen by {viewer} after event {seq}"
            pairs = zip(one.state.game.players, other.state.game.players, strict=True)
            hands += any(sorted(mine.hand) != sorted(theirs.hand) for mine, theirs in pairs)
    assert hands >= COMPARED_MOMENTS, "most equivalent set-ups differ in a hand"


@pytest.mark.parametrize("name", SCRIPTED_PLAYS)
def test_replies_to_the_same_messages_do_not_depend_on_hidden_cards(tmp_path, monkeypatch, name):
    """All messages, rejections, pictures, metrics and log lines are equal, except ids, times and the deck's hash."""
    players, viewer, length, options = SCRIPTED_PLAYS[name]
    seed = list(SCRIPTED_PLAYS).index(name)
    created: list[Event] = []

    def first_time(*arguments: Any) -> Event:
        created.append(decide_creation(*arguments))
        return created[-1]

    def second_time(*arguments: Any) -> Event:
        event = decide_creation(*arguments)
        return replace(event, value={**event.value, "setup": equivalent})

    monkeypatch.setattr(table_steps, "decide_creation", first_time)
    with (
        captured_server(tmp_path / "first", seed) as server,
        ScriptedPlay(server, players, setup={**options, "seed": seed}) as first,
    ):
        steps = first.play_randomly(viewer, seed, length)
        first.finish()
    equivalent = equivalent_setup(created[-1].value["setup"], first.moves, viewer, random.Random(seed))
    monkeypatch.setattr(table_steps, "decide_creation", second_time)
    with (
        captured_server(tmp_path / "second", seed) as server,
        ScriptedPlay(server, players, setup={**options, "seed": seed}) as second,
    ):
        second.replay(steps)
        second.finish()
    assert first.moves == second.moves
    same = (SPECTATOR, STRANGER, "metrics", "log", *(() if viewer is None else (viewer,)))
    for who in same:
        assert first.received[who] == second.received[who], f"what {who} receives"
    assert any(first.received[who] != second.received[who] for who in first.received if who not in same), (
        "nothing was hidden"
    )


def test_a_failed_write_to_the_database_leaks_nothing(tmp_path):
    """Neither the rejection nor the log contains the values that could not be stored, such as the deck."""
    detector = LeakDetector()
    with captured_server(tmp_path, 1, detector) as server:
        ada = Browser(server)
        table = ada.create(ME, OPEN)
        with contextlib.closing(sqlite3.connect(tmp_path / "games.db")) as database:
            for event in ("INSERT", "UPDATE"):
                refuse = "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
                database.execute(f"CREATE TRIGGER no_{event} BEFORE {event} ON games {refuse}")
            database.commit()
        ada.post("/api/tables", {"seats": [ME, ME]}, 503)
        ada.post(f"/api/tables/{table['id']}/start", {"fill": "random"}, 503)
    assert detector.leaks == []
    assert len(detector.decks) == 2
    assert "the disk is full" in server.text.getvalue()
    assert "Traceback" not in server.text.getvalue()


@pytest.mark.parametrize("level", ["info", "debug"])
def test_the_log_of_every_level_contains_no_seed_card_or_credential(tmp_path, level):
    with serving(tmp_path, log_level=level) as server:
        ada = Browser(server)
        table = ada.create(ME, ME)
        with ada.seat(table, 0) as one, ada.seat(table, 1) as two, watch(server, table) as spectator:
            for socket in (one, two, spectator):
                socket.read_until(lambda socket=socket: socket.view is not None)
            player = one if one.mine else two
            player.answer(player.legal()[0])
        token = ada.post(f"/api/tables/{table['id']}/seats/0/tokens", {})["token"]
        ada.http.get(f"/api/tables/{table['id']}/seats/0/state", headers={"authorization": f"Bearer {token}"})
        with contextlib.closing(sqlite3.connect(tmp_path / "games.db")) as database:
            ((created,),) = database.execute("SELECT value FROM events WHERE seq = 1").fetchall()
        log = server.log.read_text()
    lines = dict(line.split(": ", 1) for line in json.loads(created)["setup"].splitlines() if ": " in line)
    keys = [token, *ada.http.cookies.values(), table["invite"], table["watch"]]
    for secret in (lines["seeds"].split()[1], lines["shuffles"], *keys):
        assert secret not in log
    assert not re.search(r'\\?"(hand|you)\\?":', log)


def test_a_card_keeps_its_tag_when_dealt_drawn_copied_and_undone():
    with tagged_cards():
        game = random_game(4, players=4, sets=ALL_SETS, two_cards=True)
        chance = random.Random(4)
        shuffles = 1
        for answer in random_answers(game, chance):
            before = cards_of(game)
            copy = game.copy()
            copy.play(answer)
            copy.undo()
            assert list(map(repr, cards_of(copy))) == list(map(repr, before))
            game.play(answer)
            cards = cards_of(game)
            assert all(isinstance(card, Card) for card in cards)
            assert len(set(map(repr, cards))) == len(cards)
            if len(game.deck.shuffles) > shuffles:
                shuffles += 1
                assert not {*map(repr, game.deck.draw)} & {*map(repr, before)}, "a shuffle gives new tags"
        assert shuffles > 1
        again = Game.from_record(game.to_record())
        assert list(map(repr, cards_of(again))) == list(map(repr, cards_of(game)))


LEAKS: dict[str, Callable[[Game], bytes]] = {
    "a hand as JSON": lambda game: orjson.dumps({"hands": [list(seat.hand) for seat in game.players]}),
    "the next card by name": lambda game: card_name(game.deck.draw[-1]).encode(),
    "the next card as a terrain": lambda game: terrain.TERRAINS[game.deck.draw[-1]].encode(),
    "the next card in a sentence": lambda game: f"you will draw {game.deck.draw[-1]}".encode(),
    "the draw pile in an error": lambda game: str(ValueError(game.deck)).encode(),
    "the game to a bot": pickle.dumps,
    "the record": lambda game: game.to_record().encode(),
    "the order of the deck": lambda game: game.to_record().split("shuffles: ")[1][:20].encode(),
    "the seed": lambda game: str(game.setup.deck_seed).encode(),
    "the seed in hexadecimal digits": lambda game: hex(game.setup.deck_seed).encode(),
}


@pytest.mark.parametrize("name", LEAKS)
def test_the_detector_finds_a_leak_in_any_form(name):
    detector = LeakDetector()
    with tagged_cards():
        game = new_game(1, players=3, deck_seed=2**127 + 12345)
        detector.learn(started_table(game).state)
        detector.check("0", pickle.dumps(game.view(0)), "what a seat may know")
        assert detector.leaks == []
        detector.check("0", LEAKS[name](game), name)
    assert detector.leaks


def test_the_detector_finds_cards_logged_by_the_server_or_a_library():
    detector = LeakDetector()
    with tagged_cards(), captured_log(detector):
        game = new_game(1)
        detector.learn(started_table(game).state)
        structlog.get_logger().info("drawn", cards=[game.deck.draw[-1]])
        assert detector.leaks.pop()
        logging.getLogger("library").warning("drawn %s", game.deck.draw[-1])
        assert detector.leaks.pop()
