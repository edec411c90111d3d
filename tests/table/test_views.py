"""Views: changes by an event, legal answers, and no secrets."""

from __future__ import annotations

import json
import random
from typing import Any

from kingdom_builder.engine.answers import HEX_OF_ANSWER
from kingdom_builder.engine.hexes import iter_hexes
from kingdom_builder.game import new_first_game, new_game
from kingdom_builder.sets.registry import answer_name, answer_number
from kingdom_builder.table import messages
from kingdom_builder.table.board_views import setup_view
from kingdom_builder.table.commands import MoveSeat, PassTurn, Rematch, TakeSeat
from kingdom_builder.table.event_views import public_event, public_events, seat_event
from kingdom_builder.table.summary import summary
from kingdom_builder.table.views import clock_view, public_view, reason_message, seat_view, table_view
from kingdom_builder.texts.catalogue import catalogue
from tests.table.memory_table import MemoryTable, played_table, started_table, table_with_canoe_question
from tests.table.test_decide import waiting_table


def events_of(table: MemoryTable) -> list[messages.TableEvent]:
    return [public_event(event, before, after) for before, event, after in table.states()]


def shown(table: MemoryTable) -> list[dict[str, object]]:
    return [dict(event) for event in events_of(table)]


def test_a_public_event_has_its_changes():
    table = started_table(new_first_game(1))
    seat, answer = table.asked, table.game.legal_answers()[0]
    table.play(answer)
    table.undo()
    nothing = {"gained": [], "lost": [], "gold": 0}
    played, undone = shown(table)[2:]
    assert played["changes"] == [{"seat": seat, "placed": [answer], "removed": [], **nothing}]
    assert undone["changes"] == [{"seat": seat, "placed": [], "removed": [answer], **nothing}]
    assert (played["answer"], undone["count"]) == (answer, 1)
    assert (played["action"], "action" in undone) == ("turn", False)


def test_the_first_event_of_a_turn_has_the_terrain():
    table = started_table(new_first_game(1))
    while table.game.turn == 0:
        table.play(table.game.legal_answers()[-1])
    events = shown(table)
    assert "terrain" in events[1]
    assert "terrain" not in events[2]
    assert "terrain" in events[-1]


def test_events_have_the_gold_at_the_beginning_and_at_the_end_of_each_turn():
    """Lords pay players who have built nothing (R7.15)."""
    table = played_table(new_game(3, players=3, sets=("base", "nomads"), cards=("lords", "?", "?")), random.Random(3))
    found = [event["gold"] for event in events_of(table) if "gold" in event]
    course = summary(table.state.setup, table.events)
    lines = [course["beginning"], *(turn["gold"] for turn in course["turns"])]
    assert found == [[sum(gold) for gold in players] for players in lines]
    assert min(found[0]) > 0
    assert found[-1] == table.game.scores()


def test_answers_inside_a_turn_and_undone_ones_have_no_gold():
    table = started_table(new_first_game(1))
    table.play(table.game.legal_answers()[0])
    table.undo()
    assert ["gold" in event for event in events_of(table)] == [False, True, False, False]


def test_events_have_no_gold_while_the_table_hides_it():
    table = started_table(new_first_game(2), running_score=False)
    rng = random.Random(2)
    while not table.game.over:
        table.play(rng.choice(table.game.legal_answers()))
    found = [event["gold"] for event in events_of(table) if "gold" in event]
    assert found == [table.game.scores()]


def test_no_public_event_has_the_deck_a_person_or_an_invite():
    table = waiting_table()
    table.submit(TakeSeat(person="secret-bob", name="Bob"))
    table.submit(MoveSeat(seat=1, person="secret-cyd", seen_seq=2))
    table.submit(Rematch(person="secret-cyd", table="next", invite="secret-invite"))
    text = json.dumps(shown(table))
    assert "secret" not in text
    assert "record" not in text
    assert "next" in text
    last = public_event(table.events[-1], None, table.state)
    assert seat_event(last, table.state)["invite"] == "secret-invite"


def test_only_players_of_the_table_see_its_links():
    state = started_table(new_first_game(1)).state
    setup = setup_view(state.game)
    assert (table_view(state, setup)["invite"], table_view(state, setup)["watch"]) == (None, None)
    inside = table_view(state, setup, my_seats=[0], connected=frozenset({0}))
    assert (inside["invite"], inside["watch"], inside["my_seats"]) == ("i", "w", [0])
    assert [seat["connected"] for seat in inside["seats"]] == [True, False]
    listed = waiting_table().state
    assert table_view(listed, setup)["invite"] == "i"


def test_the_seed_of_the_deck_is_public_when_the_game_is_over():
    table = played_table(new_game(4), random.Random(4))
    assert public_view(table.state)["deck"]["seed"] == table.state.deck_seed
    assert public_view(started_table(new_game(4)).state)["deck"]["seed"] is None


def test_scores_can_be_hidden_until_the_end():
    state = started_table(new_game(4), running_score=False).state
    assert public_view(state)["scores"] is None


def test_a_seat_sees_only_its_own_hand_and_answers():
    table = started_table(new_first_game(1))
    asked, other = table.asked, 1 - table.asked
    assert seat_view(table.state, asked)["hexes"] == table.game.legal_answers()
    assert (seat_view(table.state, other)["hexes"], seat_view(table.state, other)["options"]) == ([], [])
    table.play(table.game.legal_answers()[0])
    assert seat_view(table.state, asked)["can_undo"]
    assert not seat_view(table.state, other)["can_undo"]


def test_the_clock_shows_the_remaining_time_and_none_for_a_bot():
    table = started_table(new_first_game(1), turn_seconds=60)
    table.wait(12.5)
    assert clock_view(table.state, table.now.steady) == {
        "seat": table.asked,
        "seconds_left": 47.5,
        "starts_in": 0,
    }
    bots = started_table(new_first_game(1), kinds="bb", turn_seconds=60)
    assert clock_view(bots.state, bots.now.steady) is None


def test_the_asked_player_and_the_others_get_their_own_sentence():
    table = started_table(new_first_game(1))
    seat = table.asked
    question = public_view(table.state)["question"]
    assert question is not None
    assert question["sentence"]["key"] == "waiting.mandatory"
    assert question["sentence"]["params"]["name"] == {"seat": seat}
    assert [sentence["key"] for sentence in seat_view(table.state, seat)["sentences"]] == ["question.mandatory"]
    assert seat_view(table.state, 1 - seat)["sentences"] == []


def test_r4_4_the_asked_player_is_told_when_the_next_settlement_must_be_adjacent():
    table = started_table(new_first_game(1))
    told = []
    for _ in range(12):
        view = seat_view(table.state, table.asked)
        own = table.game.players[table.asked].adjacent
        if view["hexes"]:
            forced = all(own >> HEX_OF_ANSWER[answer] & 1 for answer in view["hexes"])
            assert ("question.adjacent" in [sentence["key"] for sentence in view["sentences"]]) == forced
            told.append(forced)
        table.play(table.game.legal_answers()[0])
    assert set(told) == {True, False}


def test_a_reason_has_its_sentence():
    game = new_first_game(1)
    reason = reason_message(game, answer_number("d4"))
    assert reason is not None
    assert reason["sentence"] == {
        "key": "reason.special_hex",
        "params": {"kind": {"key": "article.castle", "params": {}}},
    }
    assert (reason["rule"], reason["entry"]) == ("R0.4", catalogue("en").entry_of("R0.4").id)
    assert reason_message(game, game.legal_answers()[0]) is None
    assert reason_message(game, answer_number("end_turn")) is None


def test_an_event_has_the_lines_of_the_log():
    """Every event has at least one line; a build and its undo name the hex."""
    table = waiting_table()
    table.submit(TakeSeat(person="bob", name="Bob"))
    assert [line["sentence"] for line in events_of(table)[-1]["lines"]] == [
        {"key": "log.joined", "params": {"name": "Bob"}}
    ]
    table = started_table(new_first_game(1))
    seat, answer = table.asked, table.game.legal_answers()[0]
    table.play(answer)
    table.undo()
    created, started, played, undone = (
        [line["sentence"]["key"] for line in event["lines"]] for event in events_of(table)
    )
    assert (created, started) == (["log.created"], ["log.started", "log.drew.turn"])
    assert (played, undone) == (["log.built"], ["log.undo"])
    built = events_of(table)[2]["lines"][0]
    assert (built["seat"], built["hexes"], built["kind"]) == (seat, [answer], "move")
    assert built["sentence"]["params"] == {"name": {"seat": seat}, "hex": answer_name(answer)}


def test_every_event_of_a_whole_game_has_lines():
    for event in events_of(played_table(new_game(4, sets=["base", "nomads", "crossroads"]), random.Random(4))):
        assert event["lines"] or event.get("answer_name") == "take_back", event


def test_the_events_of_a_loaded_table_are_those_that_were_shown():
    table = played_table(new_game(3, sets=["nomads"]), random.Random(3))
    assert public_events(table.events, 0, table.now)[0] == shown(table)


def test_a_seat_that_may_be_asked_in_the_turn_of_another_player_can_pass():
    table = table_with_canoe_question()
    seat = table.asked
    assert seat_view(table.state, seat)["can_pass"]
    assert not seat_view(table.state, table.game.active)["can_pass"]
    table.submit(PassTurn(seat=seat, seen_seq=table.state.seq))
    assert seat_view(table.state, seat)["auto_pass"]
    table = started_table(new_first_game(1))
    assert not any(seat_view(table.state, seat)["can_pass"] for seat in range(2))


def test_a_set_up_shows_the_hexes_that_capitols_and_caves_could_have_instead():
    chosen = new_game(5, sets=["base", "capitol", "caves"], sections=["oracle", "harbor"])
    candidates = setup_view(chosen)["candidates"]
    assert set(candidates) == {"capitols", "caves"}
    assert candidates["caves"]
    for option, hexes in candidates.items():
        for number in hexes:
            taken: dict[str, Any] = {option: [answer_name(number)]}
            other = new_game(
                5,
                sets=["base", "capitol", "caves"],
                sections=[f"{name}:{180 if turned else 0}" for name, turned in chosen.board.sections or ()],
                **taken,
            )
            assert HEX_OF_ANSWER[number] in list(iter_hexes(other.setup.marked(option)))
    assert setup_view(new_first_game(1))["candidates"] == {}
