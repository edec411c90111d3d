"""Lists of tables: they are bounded, and need no table in memory."""

from __future__ import annotations

from typing import Any

from kingdom_builder.server.listing import PAGE
from kingdom_builder.table import messages
from tests.server.client import ME, OPEN, Browser, bot, check, watch
from tests.server.serving import ServerProcess, serving


def restarted(server: ServerProcess, browser: Browser) -> Browser:
    """Restart the server, which forgets all tables; return the same person."""
    server.kill()
    server.start()
    back = Browser(server)
    back.http.cookies = browser.http.cookies
    return back


def tables_in_memory(browser: Browser) -> float:
    lines = browser.server.metrics().splitlines()
    return float(next(line for line in lines if line.startswith("kingdom_builder_tables ")).split()[1])


def without_times(table: dict[str, Any]) -> dict[str, Any]:
    seats = [{**seat, "seconds_away": seat["seconds_away"] is None} for seat in table["seats"]]
    return {**table, "seats": seats}


def test_a_table_is_listed_without_loading_it_as_it_is_shown_when_it_is_loaded(tmp_path):
    with serving(tmp_path) as server:
        ada, bob = Browser(server), Browser(server)
        waiting = ada.create({**ME, "name": "Ada"}, OPEN, OPEN, listed=True)
        bob.join(waiting["invite"], name="Bob")
        playing = ada.create(ME, ME, setup={"sets": ["base", "capitol", "caves"]}, turn_seconds=3600)
        asked = ada.state(playing, 0)["view"]["public"]["to_play"]
        with ada.seat(playing, asked) as seat:
            seat.read_until(lambda: seat.mine)
            while seat.mine:
                seat.answer(seat.legal()[0])
        over = ada.create(bot(), bot())
        with watch(server, over) as spectator:
            spectator.read_until(lambda: spectator.view and spectator.view["public"]["over"])
        closed = ada.create(ME, OPEN)
        ada.post(f"/api/tables/{closed['id']}/close", {}, 200)
        bob.post(f"/api/tables/{ada.create(ME, ME)['id']}/close", {}, 403)
        for person in (ada, bob):
            browser = restarted(server, person)
            lobby, mine = browser.get("/api/tables"), browser.get("/api/my/tables")
            assert tables_in_memory(browser) == 0
            assert [table["id"] for table in lobby] == [waiting["id"]]
            assert waiting["id"] in [table["id"] for table in mine]
            for table in (*lobby, *mine):
                check(messages.Table, table)
                assert without_times(table) == without_times(browser.get(f"/api/tables/{table['id']}"))
        server.assert_clean_log()


def test_lists_are_made_as_analyses_in_which_addresses_take_turns(tmp_path):
    """To read the set-ups of twenty tables takes so long that nobody else could be answered in a flood."""

    def analyses(server: ServerProcess) -> int:
        name = 'kingdom_builder_work_seconds_count{kind="analysis"} '
        lines = [line for line in server.metrics().splitlines() if line.startswith(name)]
        return int(float(lines[0].split()[-1])) if lines else 0

    with serving(tmp_path) as server:
        ada = Browser(server)
        waiting = ada.create(ME, OPEN, listed=True)
        ada = restarted(server, ada)
        for count, address in enumerate(("/api/tables", "/api/my/tables"), 1):
            assert [table["id"] for table in ada.get(address)] == [waiting["id"]]
            assert analyses(server) == count


def test_own_tables_and_open_tables_come_in_pages(tmp_path):
    with serving(tmp_path) as server:
        ada, bob = Browser(server), Browser(server)
        tables = [ada.create(ME, OPEN, listed=True)["id"] for _ in range(PAGE + 2)]
        newest_first = tables[::-1]
        for address in ("/api/my/tables", "/api/tables"):
            first = [table["id"] for table in ada.get(address)]
            assert first == newest_first[:PAGE]
            assert [table["id"] for table in ada.get(address, before=first[-1])] == newest_first[PAGE:]
            assert ada.get(address, before=tables[0]) == []
            assert ada.get(address, before="nothing") == []
            ada.get(address, 422, before="no code!")
        assert bob.get("/api/my/tables") == []
