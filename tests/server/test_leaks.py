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

import kingdom_builder as kb
from kingdom_builder.engine import terrain
from kingdom_builder.library import Game
from kingdom_builder.server import host
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.table.decide import decide_creation
from kingdom_builder.table.diff import card_name
from kingdom_builder.table.events import Event
from kingdom_builder.table.evolve import evolve
from tests.random_play import ALL_SETS, mixes, random_answers, random_game
from tests.server.client import ME, OPEN, Browser, watch
from tests.server.leaks.knowledge import NOBODY, SPECTATOR, STRANGER, Knowledge
from tests.server.leaks.party import Party
from tests.server.leaks.recital import Recital
from tests.server.leaks.shown import chosen_moments, everything_shown, moves_until, table_at
from tests.server.leaks.tagging import Card, cards_of, tagged_cards
from tests.server.leaks.tapping import logging_here, serving_here
from tests.server.leaks.twins import twin_of
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
"""Mixes of sets with the number of players and the level of the bot among them."""

RECITALS: dict[str, tuple[int, int | None, int, dict[str, Any]]] = {
    "a seat": (3, 0, 60, {"sets": ["base"]}),
    "a spectator, two cards": (3, None, 160, {"sets": ["base", "crossroads"], "two_cards": True}),
    "a seat, all sets": (5, 3, 120, {"sets": list(ALL_SETS)}),
}
"""Who compares, with the number of players, the viewer, how much is played, and the set-up."""

MOMENTS, TWINS = 15, 4


def mixed_game(number: int) -> Game:
    """A game of one of the mixes; where there are canoes, one of them interrupts turns."""
    sets = mixes()[number]
    sections = ["canoe"] if "marshlands" in sets else []
    return random_game(number, players=2 + number % 4, sets=sets, sections=sections, two_cards=number % 3 == 0)


@pytest.mark.parametrize("name", TABLES)
def test_not_one_byte_tells_a_card_or_the_seed_to_anybody_who_may_not_know_it(tmp_path, name):
    players, level, options = TABLES[name]
    seed = list(TABLES).index(name)
    knowledge = Knowledge()
    with serving_here(tmp_path, seed, knowledge) as server:
        with Party(server, seed, players, level, setup={**options, "seed": seed}) as party:
            party.play()
            party.look_back()
            deck = party.spectator.view["public"]["deck"]
            assert all(socket.view["public"]["deck"] == deck for socket in party.sockets)
        assert hashlib.sha256(deck["seed"].encode()).hexdigest() == deck["hash"] == party.table["deck_hash"]
        assert int(deck["seed"]) == next(iter(knowledge.decks))
        record = party.stranger.http.get(f"/api/games/{party.id}/record").text
        assert kb.load(record).setup.deck_seed == int(deck["seed"])
    assert knowledge.leaks == []
    server.assert_clean_log()
    assert [deck.over for deck in knowledge.decks.values()] == [True, False], "the game and its rematch"
    for viewer in (SPECTATOR, *map(str, range(players))):
        assert knowledge.received[viewer] > 10, f"{viewer} has hardly received anything"
    assert knowledge.received[NOBODY] == 0 < knowledge.sent[NOBODY]


@pytest.mark.parametrize("number", range(len(mixes())))
def test_nothing_that_can_be_shown_at_a_moment_of_any_mix_holds_a_hidden_card(number):
    chance = random.Random(number)
    knowledge = Knowledge()
    with tagged_cards():
        played = played_table(mixed_game(number), chance)
        moments = chosen_moments(played, chance, MOMENTS)
        loaded = LoadedTable(played.events[:1])
        for event in played.events[1:-1]:
            loaded.apply(event, evolve(loaded.state, event, played.now))
            knowledge.learn(loaded.state)
            if event.seq in moments:
                for viewer in (None, *range(len(loaded.state.seats))):
                    for what, data in everything_shown(loaded, viewer):
                        knowledge.check(SPECTATOR if viewer is None else str(viewer), data, what)
    assert knowledge.leaks == []
    assert all(knowledge.received[viewer] for viewer in (SPECTATOR, *map(str, range(len(loaded.state.seats)))))


@pytest.mark.parametrize("number", range(len(mixes())))
def test_what_a_viewer_is_shown_does_not_depend_on_what_is_hidden_from_it(number):
    """Tags get lost where a card is calculated with; two games that differ in hidden cards alone show that as well."""
    chance = random.Random(number)
    table = played_table(mixed_game(number), chance)
    hands = 0
    for seq in chosen_moments(table, chance, TWINS):
        one = table_at(table, seq)
        for viewer in (None, *range(len(table.state.seats))):
            twin = twin_of(table.state.setup, moves_until(table, seq), viewer, chance)
            if twin is None:
                continue  # a handful of hidden cards, all alike
            other = table_at(table, seq, twin)
            shown, shown_of_other = dict(everything_shown(one, viewer)), dict(everything_shown(other, viewer))
            for what in shown | shown_of_other:
                assert shown.get(what) == shown_of_other.get(what), f"{what}, seen by {viewer} after event {seq}"
            pairs = zip(one.state.game.players, other.state.game.players, strict=True)
            hands += any(sorted(mine.hand) != sorted(theirs.hand) for mine, theirs in pairs)
    assert hands >= TWINS, "most twins differ in somebody's hand"


@pytest.mark.parametrize("name", RECITALS)
def test_a_server_says_the_same_to_the_same_words_whatever_is_hidden(tmp_path, monkeypatch, name):
    """Every message, rejection, picture, figure and line of the log, but for ids, times and the hash of the deck."""
    players, viewer, length, options = RECITALS[name]
    seed = list(RECITALS).index(name)
    created: list[Event] = []

    def first_time(*arguments: Any) -> Event:
        created.append(decide_creation(*arguments))
        return created[-1]

    def second_time(*arguments: Any) -> Event:
        event = decide_creation(*arguments)
        return replace(event, value={**event.value, "setup": twin})

    monkeypatch.setattr(host, "decide_creation", first_time)
    with (
        serving_here(tmp_path / "first", seed) as server,
        Recital(server, players, setup={**options, "seed": seed}) as first,
    ):
        steps = first.improvise(viewer, seed, length)
        first.finish()
    twin = twin_of(created[-1].value["setup"], first.moves, viewer, random.Random(seed))
    monkeypatch.setattr(host, "decide_creation", second_time)
    with (
        serving_here(tmp_path / "second", seed) as server,
        Recital(server, players, setup={**options, "seed": seed}) as second,
    ):
        second.repeat(steps)
        second.finish()
    assert first.moves == second.moves
    same = (SPECTATOR, STRANGER, "figures", "log", *(() if viewer is None else (viewer,)))
    for who in same:
        assert first.received[who] == second.received[who], f"what {who} receives"
    assert any(first.received[who] != second.received[who] for who in first.received if who not in same), (
        "nothing was hidden"
    )


def test_a_database_that_does_not_store_gives_nothing_away(tmp_path):
    """What could not be stored, a deck among it, stands neither in the rejection nor in the log."""
    knowledge = Knowledge()
    with serving_here(tmp_path, 1, knowledge) as server:
        ada = Browser(server)
        table = ada.create(ME, OPEN)
        with contextlib.closing(sqlite3.connect(tmp_path / "games.db")) as database:
            for event in ("INSERT", "UPDATE"):
                refuse = "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
                database.execute(f"CREATE TRIGGER no_{event} BEFORE {event} ON games {refuse}")
            database.commit()
        ada.post("/api/tables", {"seats": [ME, ME]}, 503)
        ada.post(f"/api/tables/{table['id']}/start", {"fill": "random"}, 503)
    assert knowledge.leaks == []
    assert len(knowledge.decks) == 2
    assert "the disk is full" in server.text.getvalue()
    assert "Traceback" not in server.text.getvalue()


@pytest.mark.parametrize("level", ["info", "debug"])
def test_the_log_of_any_level_holds_no_seed_no_card_and_no_key(tmp_path, level):
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


def test_a_tag_stays_on_its_card_through_dealing_drawing_copying_and_taking_back():
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
                assert not {*map(repr, game.deck.draw)} & {*map(repr, before)}, "a shuffle hides what was seen"
        assert shuffles > 1
        again = Game.from_record(game.to_record())
        assert list(map(repr, cards_of(again))) == list(map(repr, cards_of(game)))


LEAKS: dict[str, Callable[[Game], bytes]] = {
    "a hand as JSON": lambda game: orjson.dumps({"hands": [list(seat.hand) for seat in game.players]}),
    "the next card in words": lambda game: card_name(game.deck.draw[-1]).encode(),
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
def test_the_search_finds(name):
    knowledge = Knowledge()
    with tagged_cards():
        game = kb.new_game(1, players=3, deck_seed=2**127 + 12345)
        knowledge.learn(started_table(game).state)
        knowledge.check("0", pickle.dumps(game.view(0)), "what a seat may know")
        assert knowledge.leaks == []
        knowledge.check("0", LEAKS[name](game), name)
    assert knowledge.leaks


def test_the_search_finds_what_is_logged_by_the_server_or_a_library():
    knowledge = Knowledge()
    with tagged_cards(), logging_here(knowledge):
        game = kb.new_game(1)
        knowledge.learn(started_table(game).state)
        structlog.get_logger().info("drawn", cards=[game.deck.draw[-1]])
        assert knowledge.leaks.pop()
        logging.getLogger("library").warning("drawn %s", game.deck.draw[-1])
        assert knowledge.leaks.pop()
