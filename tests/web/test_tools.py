"""The score tool, the form for a set-up, and the guided first game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.game import Game, load, new_game
from tests.random_play import play_randomly
from tests.web.browser import DESKTOP, INSTANT, PHONE, Fingers, Table, in_view
from tests.web.screenshots import as_ada, before_the_end, end, game_of_bots, serving_games


def shown_gold(page: Page) -> list[int]:
    return [int(text) for text in page.locator(".totals b").all_inner_texts()]


def go_to(page: Page, step: str) -> None:
    """Go to a step of scoring a table."""
    page.get_by_role("group", name="Steps").get_by_role("button", name=step).click()


def tap(page: Page, *places: str) -> None:
    """Press hexes with the chosen tool."""
    for place in places:
        page.locator(f"#hex-{place}").click(force=True)


def choose_cards(page: Page, *cards: str) -> None:
    """Have these cards in play and no others, then go to the pieces."""
    go_to(page, "Cards")
    chosen = page.get_by_role("group", name="Kingdom Builder cards").locator("input:checked")
    while chosen.count():
        chosen.first.uncheck()
    for card in cards:
        page.get_by_label(card, exact=True).check()
    go_to(page, "Pieces")


def middle(page: Page, place: str) -> tuple[float, float]:
    box = page.locator(f"#hex-{place}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, first: str, last: str) -> None:
    """Drag the mouse in a line from one hex to another."""
    page.mouse.move(*middle(page, first))
    page.mouse.down()
    page.mouse.move(*middle(page, last), steps=8)
    page.mouse.up()


def pieces_of(page: Page, colour: str) -> Locator:
    """The hexes with settlements of a player."""
    return page.locator(f"[role=gridcell][aria-label*='settlement of {colour}' i]")


def pieces_on(page: Page) -> Locator:
    """The hexes with a piece."""
    return page.locator("[role=gridcell][aria-label*=' of blue'], [role=gridcell][aria-label*=' of orange']")


def paste(page: Page, text: str) -> None:
    page.get_by_role("button", name="Share or open").click()
    page.get_by_text("Paste a position file").click()
    page.locator("textarea").fill(text)
    page.get_by_role("button", name="Read it").click()


def test_a_table_set_by_hand_is_scored(visit):
    """Two adjacent settlements give one gold of Citizens (R7.11) and two of Discoverers (R7.9)."""
    page = visit().page
    page.goto("/score")
    choose_cards(page, "Citizens", "Discoverers")
    row = page.get_by_role("row").filter(has_text="Discoverers")
    tap(page, "e1")
    expect(row).to_contain_text("1")
    tap(page, "e2")
    expect(row).to_contain_text("2")
    expect(page.get_by_role("row").filter(has_text="Citizens")).to_contain_text("1")
    expect(page.locator(".totals button").first).to_have_text("3+2")


def test_a_drag_places_pieces_in_one_step_and_with_one_request(visit):
    """A drag that begins on a piece of the same kind takes pieces away; undo takes back a whole drag."""
    page = visit().page
    page.goto("/score")
    page.get_by_role("button", name="Next: pieces").click()
    expect(page.get_by_role("button", name="settlement, blue, 40 left")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/score" in request.url else None)
    with page.expect_response("**/api/score"):
        drag(page, "e2", "i2")
    expect(pieces_of(page, "blue")).to_have_count(5)
    expect(page.get_by_role("button", name="settlement, blue, 35 left")).to_be_visible()
    page.wait_for_timeout(400)
    assert len(asked) == 1
    drag(page, "f2", "h2")
    expect(pieces_of(page, "blue")).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(pieces_of(page, "blue")).to_have_count(5)
    page.get_by_role("button", name="Orange", exact=True).click()
    drag(page, "d2", "j2")
    expect(pieces_of(page, "orange")).to_have_count(2)
    page.get_by_role("button", name="Erase").click()
    drag(page, "d2", "j2")
    expect(pieces_on(page)).to_have_count(0)


def test_other_buttons_move_the_board_and_place_nothing(visit):
    page = visit().page
    page.goto("/score")
    page.get_by_role("button", name="Next: pieces").click()
    page.get_by_role("button", name="Larger").click()
    before = middle(page, "j10")
    page.mouse.move(*before)
    page.mouse.down(button="right")
    page.mouse.move(before[0] + 60, before[1] + 40, steps=5)
    page.mouse.up(button="right")
    after = middle(page, "j10")
    assert after[0] - before[0] > 40
    assert after[1] - before[1] > 20
    expect(pieces_on(page)).to_have_count(0)


def test_fingers_paint_and_two_fingers_move_the_board(visit):
    """Two fingers take back the stroke that the first one has begun; a finger does not move the board."""
    visitor = visit(viewport=PHONE, is_mobile=True, has_touch=True)
    page = visitor.page
    page.goto("/score")
    page.get_by_role("button", name="Next: pieces").click()
    expect(page.get_by_role("button", name="settlement, blue, 40 left")).to_be_visible()
    touch = visitor.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    first, last = middle(page, "i9"), middle(page, "l9")
    fingers("touchStart", first)
    expect(page.locator(".loupe")).to_be_visible()
    fingers("touchMove", last)
    fingers("touchEnd")
    expect(page.locator(".loupe")).to_have_count(0)
    expect(pieces_of(page, "blue")).to_have_count(4)
    assert middle(page, "i9") == first
    start, other = middle(page, "i11"), middle(page, "l13")
    fingers("touchStart", start)
    fingers("touchMove", (start[0] + 4, start[1]))
    fingers("touchStart", start, other)
    for step in range(1, 6):
        fingers("touchMove", (start[0] + 8 * step, start[1]), (other[0] + 8 * step, other[1]))
    fingers("touchEnd")
    expect(pieces_of(page, "blue")).to_have_count(4)
    assert middle(page, "i9")[0] > first[0] + 20


def test_two_fingers_move_the_board_to_its_corner_and_do_not_enlarge_it(visit):
    page = visit(viewport=PHONE, is_mobile=True, has_touch=True).page
    page.goto("/score")
    page.get_by_role("button", name="Next: pieces").click()
    expect(page.get_by_role("button", name="settlement, blue, 40 left")).to_be_visible()
    corner, fingers = page.locator("#hex-t20"), Fingers(page)
    before = corner.bounding_box()
    for _ in range(3):
        fingers.drag(*([(x - 12 * i, 420 - 12 * i) for i in range(13)] for x in (160, 260)))
    after = corner.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["width"] - before["width"]) < 1
    assert after["x"] + after["width"] < PHONE["width"]


def test_a_phone_shows_where_gold_comes_from_beside_the_board(visit):
    """The number is pressed; the hexes are lit on the board, which the numbers do not cover."""
    page = visit(viewport=PHONE, is_mobile=True, has_touch=True).page
    page.goto("/score")
    choose_cards(page, "Discoverers")
    tap(page, "j9", "k9")
    expect(page.locator(".totals button").first).to_contain_text("1")
    page.locator(".totals button").first.click()
    page.get_by_role("button", name="Blue, Discoverers: 1 gold").click()
    expect(page.locator("g.lit")).to_have_count(2)
    board, table = page.get_by_role("grid").bounding_box(), page.get_by_role("table").bounding_box()
    assert board is not None
    assert table is not None
    assert board["y"] + board["height"] <= table["y"]
    page.get_by_role("button", name="Blue, Discoverers: 1 gold").click()
    expect(page.locator("g.lit")).to_have_count(0)


def test_sections_are_chosen_by_picture_and_terrain_is_painted(visit):
    page = visit().page
    page.goto("/score")
    page.get_by_role("button", name="Top left").click()
    page.get_by_role("radio", name="Oasis").check()
    with page.expect_response("**/api/score"):
        page.get_by_role("switch").check()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Top left: Oasis")).to_be_visible()
    page.get_by_text("Paint", exact=True).click()
    before = page.locator("#hex-e2").get_attribute("aria-label") or ""
    page.get_by_role("button", name="swamp", exact=True).click()
    drag(page, "c2", "g2")
    for column in "cdefg":
        expect(page.locator(f"#hex-{column}2")).to_have_attribute("aria-label", re.compile("swamp", re.IGNORECASE))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#hex-e2")).to_have_attribute("aria-label", before)


def test_the_mayors_markers_are_set_and_shown_beside_their_lines(visit):
    """4 gold for each marked line (R7.32); a line has one marker, the last one set (R7.31)."""
    page = visit().page
    page.goto("/score")
    choose_cards(page, "Mayors")
    mayors = page.get_by_role("row").filter(has_text="Mayors").locator("td")
    page.get_by_role("button", name="Mayors’ marker, blue").click()
    tap(page, "c4", "t9")
    expect(mayors).to_have_text(["8", "0"])
    page.get_by_role("button", name="Orange", exact=True).click()
    page.get_by_role("button", name="Mayors’ marker, orange").click()
    tap(page, "a4")
    expect(mayors).to_have_text(["4", "4"])
    expect(page.get_by_role("row", name="row 4, marked by orange")).to_have_count(1)
    expect(page.locator("[role=row][aria-label*='marked by']")).to_have_count(2)
    page.get_by_role("button", name="settlement, orange").click()
    tap(page, "c4", "e4", "e5")
    expect(page.get_by_role("button", name="settlement, orange, 36 left")).to_be_visible()
    mayors.nth(1).get_by_role("button").hover()
    expect(page.locator("g.lit")).to_have_count(2)
    page.get_by_role("button", name="Mayors’ marker, orange").click()
    tap(page, "k4")
    expect(mayors).to_have_text(["4", "0"])
    expect(page.locator("[role=row][aria-label*='marked by']")).to_have_count(1)


def test_lords_say_why_they_pay_on_an_empty_board(visit):
    """Zero is a count like any other (R7.15, R8.29); with a piece of each player the explanation is gone."""
    page = visit().page
    page.goto("/score")
    choose_cards(page, "Lords")
    row = page.get_by_role("row").filter(has_text="Lords").locator("td")
    note = page.locator("p.note")
    expect(row).to_have_text(["48", "48"])
    expect(note).to_contain_text("Lords Having none counts too")
    expect(note.get_by_role("link")).to_have_attribute("href", "/rules#card-lords")
    tap(page, "e1")
    expect(row).to_have_text(["48", "42"])
    expect(note).to_have_count(1)
    page.get_by_role("button", name="Orange", exact=True).click()
    tap(page, "e2")
    expect(note).to_have_count(0)


def test_a_pasted_position_is_scored_and_bad_text_is_an_error(visit):
    page = visit().page
    page.goto("/score")
    game: Game = new_game(5, players=3)
    play_randomly(game, 5, 80)
    paste(page, game.to_position())
    expect(page.locator(".totals b")).to_have_count(3)
    assert shown_gold(page) == load(game.to_position()).scores() == game.scores()
    paste(page, "{bad")
    expect(page.get_by_role("alert")).to_contain_text("not valid JSON")
    page.get_by_role("button", name="Close").click()
    assert shown_gold(page) == game.scores()
    page.get_by_role("button", name="Back to my own table").click()
    expect(page.locator(".totals b")).to_have_count(2)


def test_a_table_is_saved_as_a_position_file_and_opened_again(visit):
    page = visit().page
    page.goto("/score")
    choose_cards(page, "Discoverers")
    tap(page, "e1", "e2")
    expect(page.get_by_role("button", name="settlement, blue, 38 left")).to_be_visible()
    expect(page.locator(".totals b").first).to_have_text("2")
    page.get_by_role("button", name="Share or open").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    text = download.value.path().read_text()
    assert load(text).scores() == [2, 0]
    page.get_by_role("button", name="Start again").click()
    expect(pieces_on(page)).to_have_count(0)
    page.get_by_role("button", name="Share or open").click()
    page.locator("input[type=file]").set_input_files(download.value.path())
    expect(page.locator(".totals b").first).to_have_text("2")
    expect(pieces_of(page, "blue")).to_have_count(2)


def test_a_piece_more_than_a_player_has_changes_nothing(visit):
    """A player has 40 settlements (R1.1); the 41st is not placed, and the table can be changed as before."""
    page = visit().page
    page.goto("/score")
    page.get_by_role("button", name="Next: pieces").click()
    free = page.locator("[role=gridcell][aria-label*='grass' i], [role=gridcell][aria-label*='forest' i]")
    places = [str(place) for place in free.evaluate_all("cells => cells.map(cell => cell.id)")]
    for place in places[:40]:
        page.locator(f"#{place}").dispatch_event("click")
    expect(page.get_by_role("button", name="settlement, blue, 0 left")).to_be_visible()
    page.locator(f"#{places[40]}").click(force=True)
    expect(page.get_by_role("alert")).to_have_text("Blue has no settlements left.")
    expect(pieces_of(page, "blue")).to_have_count(40)
    page.locator(f"#{places[0]}").click(force=True)
    expect(page.get_by_role("button", name="settlement, blue, 1 left")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()


def test_the_steps_of_a_scored_table_are_kept_undone_and_shared(visit):
    """A reload and another visit lose nothing; a link shows the same table in another browser."""
    first, second = visit(), visit()
    page, friend = first.page, second.page
    lords = page.get_by_role("row").filter(has_text="Lords")
    page.goto("/score")
    go_to(page, "Cards")
    page.get_by_label("Lords", exact=True).check()
    go_to(page, "Pieces")
    tap(page, "e1", "e2")
    expect(pieces_of(page, "blue")).to_have_count(2)
    page.reload()
    expect(pieces_of(page, "blue")).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(pieces_of(page, "blue")).to_have_count(1)
    page.get_by_role("link", name="To the start page").click()
    page.get_by_role("banner").get_by_role("link", name="Score my table").click()
    expect(pieces_of(page, "blue")).to_have_count(1)
    page.get_by_role("button", name="Redo").click()
    expect(pieces_of(page, "blue")).to_have_count(2)
    expect(lords).to_have_count(1)
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect(pieces_of(page, "blue")).to_have_count(0)
    expect(lords).to_have_count(0)
    for _ in range(3):
        page.keyboard.press("Control+y")
    expect(lords).to_have_count(1)
    page.get_by_role("button", name="Share or open").click()
    friend.goto(page.get_by_label("Link to this table").input_value())
    expect(pieces_of(friend, "blue")).to_have_count(2)
    expect(friend.get_by_role("row").filter(has_text="Lords")).to_have_count(1)
    friend.reload()
    expect(pieces_of(friend, "blue")).to_have_count(2)
    friend.goto("/score#nothing")
    expect(friend.get_by_role("alert")).to_have_text("This link holds no table.")


def choose_section(page: Page, place: str, name: str, *, turned: bool = False) -> None:
    """Choose a section of the board from the pictures of all sections."""
    page.get_by_role("button", name=place).click()
    dialog = page.get_by_role("dialog", name=place)
    dialog.get_by_role("radio", name=name).check()
    dialog.get_by_label("Turned by 180 degrees").set_checked(turned)
    dialog.get_by_role("button", name="Close").click()


def test_the_options_of_a_set_up_can_be_chosen(visit):
    """The table has the chosen sections, tasks, side of the Island, capitols and caves."""
    page = visit().page
    page.goto("/new")
    page.get_by_role("radio", name="Everything").check()
    page.get_by_text("Choose the board and the cards").click()
    choose_section(page, "Top left", "Oracle")
    choose_section(page, "Top right", "Lighthouse")
    choose_section(page, "Bottom left", "Harbor", turned=True)
    choose_section(page, "Bottom right", "Farm")
    page.get_by_role("group", name="Tasks").get_by_role("checkbox", name="Road").check()
    page.get_by_role("radio", name="Side with the Tree house").check()
    expect(page.locator("aside li", has_text="Road")).to_be_visible()
    chosen = {}
    for ground, with_it in (("castle", "with a capitol"), ("mountain", "with a cave")):
        offered = page.locator(f"aside [role=gridcell][aria-label*='{ground}' i]:not([aria-label*='{with_it}']).open")
        hex_id = offered.first.get_attribute("id")
        offered.first.click(force=True)
        expect(page.locator(f"#{hex_id}")).to_have_attribute("aria-label", re.compile(with_it))
        chosen[with_it] = str(hex_id).removeprefix("hex-")
    with page.expect_response("**/api/tables") as made:
        page.get_by_role("button", name="Make the table").click()
    setup = made.value.json()["table"]["setup"]
    assert setup["sections"] == [["oracle", 0], ["lighthouse_foresters_lodge", 0], ["harbor", 180], ["farm", 0]]
    assert setup["tasks"] == ["road"]
    assert setup["island"] == "tree_house"
    assert chosen["with a capitol"] in setup["capitols"]
    assert chosen["with a cave"] in setup["caves"]


def test_a_table_has_the_chosen_options(visit):
    """The set-up shows every chosen card, none twice; one set stays; the starting player is one who plays."""
    page = visit().page
    page.goto("/new")
    page.get_by_text("Choose the board and the cards").click()
    shown = page.locator("aside li strong")
    cards = page.get_by_role("group", name="Kingdom Builder cards")
    for number, card in enumerate(("Lords", "Miners", "Hermits")):
        cards.get_by_role("checkbox", name=card).check()
        expect(shown.nth(number)).to_have_text(card)
    expect(cards.get_by_role("checkbox", name="Knights")).to_be_disabled()
    cards.get_by_role("checkbox", name="Miners").uncheck()
    cards.get_by_role("checkbox", name="Knights").check()
    expect(shown).to_have_text(["Lords", "Knights", "Hermits"])
    expect(page.get_by_role("group", name="Sets").get_by_role("checkbox", name="Base game")).to_be_disabled()
    page.get_by_text("Variants").click()
    page.get_by_role("switch", name="Without the Lords card").check()
    expect(cards.get_by_role("checkbox", name="Lords")).to_have_count(0)
    page.get_by_role("button", name="Add a player").click()
    begins = page.get_by_role("radiogroup", name="Who begins")
    begins.get_by_role("radio", name="White").check()
    page.get_by_role("button", name="Remove player 3").click()
    expect(begins.get_by_role("radio", name="Any")).to_be_checked()
    with page.expect_response("**/api/tables") as made:
        page.get_by_role("button", name="Make the table").click()
    table = made.value.json()["table"]
    assert table["setup"]["cards"][1:] == ["knights", "hermits"]
    assert table["turn_seconds"] is table["reaction_seconds"] is None, "nobody waits, so no clock runs"


def test_usual_choices_of_sets_are_one_click(visit):
    """One expansion is the base game and a large box, never a Queenie (R1.12)."""
    page = visit().page
    page.goto("/new")
    sets = page.get_by_role("group", name="Sets").locator("input:checked")
    expect(sets).to_have_count(1)
    for preset, number in (("One expansion", 2), ("Everything", 8), ("Base game", 1)):
        page.get_by_role("radiogroup", name="The game").get_by_role("radio", name=preset).check()
        expect(sets).to_have_count(number)
    page.get_by_role("radio", name="First game").check()
    expect(page.get_by_text("Choose the board and the cards")).to_have_count(0)
    with page.expect_response("**/api/tables") as made:
        page.get_by_role("button", name="Make the table").click()
    assert [name for name, _ in made.value.json()["table"]["setup"]["sections"]] == [
        "tavern",
        "paddock",
        "oasis",
        "farm",
    ]


def test_a_table_with_friends_has_a_free_seat_and_a_chosen_time(visit):
    page = visit().page
    page.goto("/")
    page.get_by_role("link", name="With friends").click()
    page.get_by_role("radiogroup", name="Time for a turn").get_by_role("radio", name="2 min").check()
    page.get_by_role("button", name="Add a player").click()
    page.get_by_role("slider", name="Level of player 3").press("End")
    page.get_by_role("switch", name="Anyone may join").check()
    with page.expect_response("**/api/tables") as made:
        page.get_by_role("button", name="Make the table").click()
    table = made.value.json()["table"]
    assert [(seat["kind"], seat["level"]) for seat in table["seats"]] == [
        ("person", None),
        ("open", None),
        ("bot", list(LEVELS)[-1]),
    ]
    assert (table["turn_seconds"], table["listed"]) == (120, True)
    expect(page.get_by_role("heading", name="Waiting for 1 more player")).to_be_visible()


def test_back_from_a_replay_leads_to_the_table(browser):
    with serving_games(end=game_of_bots(before_the_end)) as server:
        visitor = as_ada(browser, server, INSTANT)
        page = visitor.page
        end(page)
        page.get_by_role("link", name="Replay").click()
        expect(page.get_by_role("slider")).to_be_visible()
        expect(page).to_have_url(re.compile("/games/end"))
        page.go_back()
        expect(page).to_have_url(re.compile("/table/end/0"))
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        visitor.close()
        visitor.assert_no_errors()


def test_a_piece_cannot_be_put_on_a_forbidden_hex(visit):
    """No piece may be on a castle (R4.1); a city hall needs room; the page says so and places nothing."""
    page = visit().page
    page.goto("/score")
    page.get_by_role("button", name="Next: pieces").click()
    expect(page.get_by_role("button", name="settlement, blue, 40 left")).to_be_visible()
    page.locator("[role=gridcell][aria-label*='castle' i]").first.click(force=True)
    expect(page.get_by_role("alert")).to_have_text("There cannot be a settlement here.")
    page.get_by_role("button", name="city hall, blue").click()
    tap(page, "a1")
    expect(page.get_by_role("alert")).to_have_text("There cannot be a city hall here.")
    expect(pieces_on(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_piece_on_ground_that_is_painted_later_can_be_removed(visit):
    """An error says what is wrong with a piece on a castle (R4.1), and the piece is still there to be erased."""
    visitor = visit()
    visitor.expected_errors = ["422"]
    page = visitor.page
    page.goto("/score")
    page.get_by_role("button", name="Next: pieces").click()
    tap(page, "e1")
    go_to(page, "Board")
    page.get_by_text("Paint", exact=True).click()
    page.get_by_role("button", name="Castle", exact=True).click()
    tap(page, "e1")
    expect(page.get_by_role("alert")).to_be_visible()
    go_to(page, "Pieces")
    expect(pieces_of(page, "blue")).to_have_count(1)
    tap(page, "e1")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(pieces_of(page, "blue")).to_have_count(0)


def test_pieces_are_placed_with_the_keyboard(visit):
    page = visit().page
    page.goto("/score")
    page.get_by_role("button", name="Next: pieces").click()
    page.locator("#hex-a1").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#hex-e1")).to_have_attribute("aria-label", re.compile("settlement"))
    page.keyboard.press("Enter")
    expect(pieces_on(page)).to_have_count(0)


def begin_lesson(page: Page) -> Table:
    page.goto("/learn")
    page.get_by_role("button", name="Begin").click()
    table = Table(page)
    table.wait()
    return table


def lesson_of(page: Page) -> Locator:
    return page.get_by_role("complementary", name="First game")


def to_the_first_settlement(page: Page) -> None:
    """Read what pays gold, with the keyboard: the button to go on keeps the focus."""
    page.get_by_role("button", name="Next", exact=True).focus()
    while page.get_by_role("button", name="Next", exact=True).count():
        before = page.locator("aside .where").inner_text()
        page.keyboard.press("Enter")
        expect(page.locator("aside .where")).not_to_have_text(before)


def test_the_lesson_explains_the_cards_of_the_game_and_castles_before_the_first_settlement(visit):
    page = visit().page
    begin_lesson(page)
    lesson = lesson_of(page)
    for card in ("Fishermen", "Knights", "Merchants"):
        expect(lesson.get_by_role("heading", name=card)).to_be_visible()
        expect(lesson.get_by_role("img")).to_be_visible()
        lesson.get_by_role("button", name="Next", exact=True).click()
    expect(lesson).to_contain_text("castle")
    expect(page.locator("g.lit")).to_have_count(page.locator("[role=gridcell][aria-label*='castle' i]").count())
    lesson.get_by_role("button", name="Next", exact=True).click()
    expect(lesson).to_contain_text("first settlement")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, {"width": 844, "height": 390}], ids=str)
def test_the_lesson_says_what_a_move_costs_and_moves_nothing(visit, viewport):
    """It compares the gold of the chosen hex with that of the best one, as the server previews both."""
    page = visit(viewport=viewport).page
    table = begin_lesson(page)
    place = lesson_of(page).bounding_box()
    to_the_first_settlement(page)
    cost = page.locator("aside .cost").filter(has_text="Undo lets you try again")
    for _ in range(30):
        if cost.count() or not table.is_asked(0):
            break
        asked = table.legal.count()
        page.wait_for_timeout(130 * asked + 300)  # until what all hexes pay is known
        before = table.seq
        if asked:
            table.legal.first.dispatch_event("click")
        else:
            table.press(table.controls.first)
        table.settle(before)
        assert lesson_of(page).bounding_box() == place
    paid, most = map(int, re.findall(r"(?:pays|paid) (-?\d+)", cost.inner_text()))
    assert paid < most
    expect(page.locator("g.lit")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_lesson_moves_the_board_of_a_phone_to_what_it_points_at(visit):
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True).page
    begin_lesson(page)
    onward = page.get_by_role("button", name="Next", exact=True)
    small = page.locator(".map").bounding_box() or {}
    page.touchscreen.tap(small["x"] + 0.9 * small["width"], small["y"] + 0.9 * small["height"])
    page.wait_for_timeout(50)
    corner = page.locator("#hex-t20")
    assert in_view(corner), "the board is at its corner, where no castle is"
    for _ in range(2):
        onward.tap()
    assert in_view(corner), "explaining a card moves nothing"
    onward.tap()
    assert len(in_view(page.locator("[role=gridcell][aria-label*='castle' i]"))) > 1


def test_the_lesson_ends_with_a_game_against_the_beginner_and_with_hints(visit):
    page = visit().page
    table = begin_lesson(page)
    steps: list[str] = []
    for _ in range(120):
        if not table.is_asked(0) or not lesson_of(page).count():
            break
        steps += [text for text in page.locator("aside .where").all_inner_texts() if text not in steps]
        onward = page.locator("aside .head button.main")
        if onward.count():
            onward.click()
        else:
            table.answer_randomly(tiles=1)
    assert len(steps) >= 10, steps
    expect(lesson_of(page)).to_have_count(0)
    assert table.is_asked(0)
    expect(page.get_by_text("Beginner").first).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("g.lit").first).to_be_attached()
