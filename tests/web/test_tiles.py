"""Every tile on the page, by mouse: question, legal hexes, previews, pieces and log are those of the engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kingdom_builder import answer_name
from kingdom_builder.engine.answers import ANSWER_OF_HEX, END_TURN, FIRST_ENTRY, FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.hexes import BIT, NEIGHBOURS, interior, iter_hexes
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.game import Game
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.sections import all_sections
from kingdom_builder.table.diff import hex_numbers, tiles_between
from kingdom_builder.texts.catalogue import catalogue
from tests.server.client import new_id
from tests.server.serving import ServerProcess
from tests.web.browser import INSTANT, Table, Visitor
from tests.web.positions import (
    FOLLOW,
    NAMES,
    SECRETS,
    Prepared,
    Scenario,
    after_the_last_turn,
    at_the_beginning,
    backup_of,
    choosing_a_card,
    find_positions,
    import_backup,
    in_the_other_turn,
    texts_of,
    with_a_tile_left,
)

BASE, NOMADS, CROSSROADS, MARSHLANDS, HARVEST = (
    (name,) for name in ("base", "nomads", "crossroads", "marshlands", "harvest")
)
TEXTS = texts_of("en")


def _plain(names: str, sets: tuple[str, ...], **options: Any) -> list[Scenario]:
    return [Scenario(name, sets, (name, FOLLOW), options=options) for name in names.split()]


def _plain_on_its_section(name: str) -> Scenario:
    """Return the scenario of a tile that is not in the list: it is used on the first section that has its location."""
    piece = next(piece for piece in all_sections() if name in piece.locations)
    return Scenario(name, tuple(dict.fromkeys(("base", piece.set))), (name, FOLLOW), options={"sections": [piece.name]})


LISTED = (
    *_plain("oracle farm oasis tavern tower barn paddock harbor", BASE),
    Scenario("barn, lost by its own move", BASE, ("barn", "own", "loses")),
    *_plain("quarry caravan village garden", NOMADS),
    Scenario("quarry, one wall", NOMADS, ("quarry", "hex", "stop")),
    *_plain("donation:grass donation:canyon donation:desert donation:flower donation:forest", NOMADS),
    *_plain("donation:water donation:mountain resettlement sword", NOMADS),
    Scenario("sword, not on a settlement", NOMADS + CROSSROADS, ("sword", "token")),
    Scenario("resettlement, stopped", NOMADS, ("resettlement", "own", "empty", "stop")),
    Scenario("outpost", NOMADS, ("outpost", "hex")),
    Scenario("treasure", NOMADS, ("treasure",)),
    *_plain("foresters_lodge city_hall fort monastery barracks", CROSSROADS),
    Scenario("barracks, taken back", CROSSROADS, ("barracks", "own")),
    Scenario("lighthouse, placed", CROSSROADS, ("lighthouse", "empty")),
    Scenario("lighthouse, moved", CROSSROADS, ("lighthouse", "hex", "hex", "stop")),
    Scenario("lighthouse, taken back", CROSSROADS, ("lighthouse", "take_back")),
    Scenario("wagon, placed", CROSSROADS, ("wagon", "empty")),
    Scenario("wagon, moved", CROSSROADS, ("wagon", "hex", "hex", "stop")),
    Scenario("wagon, taken back", CROSSROADS, ("wagon", "take_back")),
    Scenario("crossroads", CROSSROADS, ("terrain", "hex"), choosing_a_card),
    *_plain("temple refuge fountain refuge_bonus canoe_bonus", MARSHLANDS),
    *_plain("water_mill mountain_station scout_cabin watchtower university palisade farm_action", HARVEST),
    Scenario("cathedral, collected", HARVEST, ("cathedral", "collect")),
    Scenario("cathedral, built", HARVEST, ("cathedral", "hex", "hex", "stop")),
    Scenario("bazaar", HARVEST, ("bazaar", "palisade", FOLLOW)),
    Scenario("silo, built", HARVEST, ("empty", "empty", "stop"), after_the_last_turn),
    Scenario("silo, moved", HARVEST, ("own", "empty", "stop"), after_the_last_turn),
    *_plain("rope_bridge", ("base", "island"), island="rope_bridge"),
    *_plain("tree_house", ("base", "island"), island="tree_house"),
    *_plain("cave_action", ("base", "caves")),
)
CANOES = tuple(
    Scenario(f"canoe, {name}", MARSHLANDS, ("call", word), in_the_other_turn)
    for name, word in (("built", "hex"), ("passed", "pass"), ("not to be asked", "pass"), ("not again", "pass"))
)
NAMED = {word for scenario in LISTED for word in (scenario.name, *scenario.script)} | {"canoe"}
TILES = (*LISTED, *(_plain_on_its_section(name) for name in REGISTRY.tile_ids() if name not in NAMED))
"""The scenarios of the list, and a plain one for every other tile."""
TURNS = (
    Scenario("turn", BASE, ("hex", "hex", "hex"), at_the_beginning),
    Scenario("turn to take back", BASE, ("hex", "hex", "hex"), at_the_beginning),
    Scenario("tile left", BASE, ("end_turn",), with_a_tile_left),
    Scenario("tile left again", BASE, ("end_turn",), with_a_tile_left),
    Scenario("temple to take back", MARSHLANDS, ("temple", "hex")),
    Scenario("cards for the next turn", CROSSROADS, ("draw",)),
    Scenario("fort to be warned of", CROSSROADS, ("fort", "hex")),
)
WITH_BOT = Scenario("hint", BASE, ("hex", "hex", "hex"), at_the_beginning)

CITY_HALL_HEXES = 7
CONTROL_LINES = {"stop": "log.stopped", "pass": "log.passed", "end_turn": "log.end_turn", "collect": "log.used.collect"}
READ = r"""() => {
  // A tile that the pointer is on shows an example of its rule: a figure with a board of its own.
  const all = (selector) => [...document.querySelectorAll(selector)].filter((found) => !found.closest("figure"));
  const place = (thing) => thing.getAttribute("transform");
  const sorted = (hexes) => hexes.sort((a, b) => a - b);
  const middle = ({ x, y, width, height }) => `translate(${x + width / 2} ${y + height / 2})`;
  const hexes = new Map(all("path.cell[data-hex]").map((cell) => [middle(cell.getBBox()), Number(cell.dataset.hex)]));
  const at = (selector) => sorted(all(selector).map((mark) => hexes.get(place(mark))));
  // The hexes of a path of several hexagons, each of which begins at its upper corner.
  const within = (path) =>
    [...path.getAttribute("d").matchAll(/M(\S+) ([^l]+)/g)].map(([, x, y]) => {
      return hexes.get(`translate(${Number(x)} ${Math.round(Number(y) + 22.4)})`);
    });
  const drawn = (use) => [use.getAttribute("href").slice(1), hexes.get(place(use.closest("g[transform]")))];
  const plain = (node) => (node.nodeType === Node.TEXT_NODE ? node.data : "");
  const texts = (selector) => all(selector).map((element) => element.textContent.trim());
  return {
    open: sorted(all("path.cell.open").map((cell) => Number(cell.dataset.hex))),
    legal: sorted(all("path.legal").flatMap(within)), picked: at("g.picked"), lifted: at("g.lifted"), lit: at("g.lit"),
    forcing: at("g.forcing"),
    targets: at("path.target"), footprint: at("path.footprint"),
    ghost: all("use.ghost").map(drawn),
    pieces: all("use.piece").map(drawn),
    tiles: all(".mytiles li button").map((tile) => {
      return [tile.querySelector(".name").textContent, tile.classList[0], tile.querySelector(".badge") !== null];
    }),
    controls: texts("button.control"),
    sentence: all(".sentence").flatMap((sentence) => [...sentence.childNodes].map(plain)).join(""),
    log: texts("[role=log] .lines li, [role=log] p"),
  };
}"""


def text(key: str, **params: Any) -> str:
    """Return a text of the page with its parameters; the log addresses the player at seat 0 as "you"."""
    found = TEXTS[key]
    if "{name:" in found:
        is_reader = params["name"] == NAMES[0]
        found = re.sub(r"\{name:([^|}]*)\|([^}]*)\}", r"\2" if is_reader else r"\1", found)
        if is_reader:
            params["name"] = "You" if found.startswith("{name}") else "you"
    for name, value in params.items():
        found = found.replace(f"{{{name}}}", str(value))
    return found


def tile_name(name: str) -> str:
    kind, _, terrain = name.partition(":")
    return text(f"tile.{kind}.name", terrain=TEXTS.get(f"terrain.{terrain}", ""))


def option_name(name: str) -> str:
    return TEXTS.get(f"option.{name}") or tile_name(name)


def is_tile(name: str) -> bool:
    return f"tile.{name.partition(':')[0]}.name" in TEXTS


def signed(gold: int) -> str:
    return f"+{gold}" if gold > 0 else f"−{-gold}" if gold else "±0"


def listed(words: list[str]) -> str:
    """Return a list in words: grass, desert and water."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def pieces_of(game: Game) -> dict[int, str]:
    """Return the drawing of every piece by its hex; a city hall is on its centre."""
    found: dict[int, str] = {}
    for seat, player in enumerate(game.players):
        kinds = {
            "settlement": player.settlements,
            "warrior": player.hexes_of("warrior"),
            "ship": player.hexes_of("ship"),
            "wagon": player.hexes_of("wagon"),
            "city_hall": interior(player.hexes_of("city_hall")),
        }
        found |= {ANSWER_OF_HEX[h]: f"{kind}-{seat}" for kind, hexes in kinds.items() for h in iter_hexes(hexes)}
    found |= {ANSWER_OF_HEX[h]: "wall" for h in iter_hexes(game.walls)}
    return found | {ANSWER_OF_HEX[h]: "scout" for h in iter_hexes(game.turn_state.temporary)}


def tiles_of(game: Game) -> list[list[Any]]:
    """Return the buttons of seat 0's tiles, nomad tiles and actions without a tile: name, state, badge."""
    if game.over:
        return []
    question = game.question
    offered = [answer_name(option) for option in game.legal_of(0)[1]]
    current = question.action if question is not None and question.seat == 0 else ""
    shown: list[list[Any]] = []

    def show(name: str, used: bool = False, locked: bool = False, in_use: bool = False) -> None:
        state = "locked" if locked else "used" if used else "ready" if name in offered else "waiting"
        if in_use:
            state = "current"
        shown.append([tile_name(name), state, state in ("locked", "used")])

    seat = game.players[0]
    marked = [i for i, tile in enumerate(seat.tiles) if tile.used and answer_name(tile.kind) == current]
    for i, tile in enumerate(seat.tiles):
        show(answer_name(tile.kind), tile.used, tile.acquired_turn == game.turn, in_use=i in marked[-1:])
    for nomad in seat.nomads:
        show(answer_name(nomad.kind))
    for name in ("farm_action", "cave_action", "refuge_bonus", "canoe_bonus", "collect"):
        if name in offered:
            show(name)
    return shown


def gold_between(before: Game, after: Game) -> list[tuple[str, int]]:
    """Return the change of seat 0's gold by card."""
    pairs = zip(before.score(0), after.score(0), strict=True)
    return [(new.source, new.gold - old.gold) for old, new in pairs if new.gold != old.gold]


def log_of(before: Game, answer: int, after: Game) -> list[str]:
    """Return the lines of the log about an answer."""
    question, word = before.question, answer_name(answer)
    assert question is not None
    name = NAMES[question.seat]
    lines: list[str] = []
    if word in CONTROL_LINES:
        lines.append(text(CONTROL_LINES[word], name=name))
    elif f"terrain.{word}" in TEXTS:
        lines.append(text("log.drew.chosen", name=name, terrain=TEXTS[f"terrain.{word}"]))
    elif answer >= FIRST_OPTION and word != "take_back":
        without_tile = word.endswith(("_action", "_bonus"))
        key = "log.chosen.bazaar" if question.stage == "repeat" else "log.used.action" if without_tile else "log.used"
        lines.append(text(key, name=name, tile=tile_name(word)))
    for seat in range(len(NAMES)):
        lines += _piece_lines(seat, before, answer, after)
        gained, lost = tiles_between(before.players[seat], after.players[seat])
        lines += _tile_lines("log.gained", seat, gained)
        lines += _tile_lines("log.lost", seat, [tile for tile in lost if word not in (tile, "end_turn")])
        gold = after.players[seat].gold - before.players[seat].gold
        lines += [text("log.gold", name=NAMES[seat], n=gold)] if gold > 0 else []
    if after.walls != before.walls:
        lines.append(text("log.placed.quarry", name=name, hex=word))
    if after.turn_state.temporary & ~before.turn_state.temporary:
        lines.append(text("log.placed.scout_cabin", name=name, hex=word))
    return lines + _card_lines(before, answer, after)


def _card_lines(before: Game, answer: int, after: Game) -> list[str]:
    """Return the line about a terrain card that begins a turn or replaces an exhausted one (R3.2, R3.10)."""
    if after.terrain is None or (after.turn, after.terrain) == (before.turn, before.terrain):
        return []
    terrain = TEXTS[f"terrain.{TERRAINS[after.terrain]}"]
    if after.turn != before.turn:
        return [text("log.drew.turn", name=NAMES[after.active], terrain=terrain)]
    if answer_name(answer) == TERRAINS[after.terrain]:
        return []
    return [
        text("log.drew" if before.terrain is not None else "log.drew.chosen", name=NAMES[after.active], terrain=terrain)
    ]


def _piece_lines(seat: int, before: Game, answer: int, after: Game) -> list[str]:
    old, new = before.players[seat].pieces, after.players[seat].pieces
    placed, removed = hex_numbers(new & ~old), hex_numbers(old & ~new)
    to, gone = [answer_name(number) for number in placed], [answer_name(number) for number in removed]
    name = NAMES[seat]
    if len(placed) == CITY_HALL_HEXES:
        return [text("log.placed.city_hall", name=name, hex=answer_name(answer))]
    if placed and gone:
        return [text("log.moved", name=name, **{"from": gone[0], "to": to[0]})]
    if placed:
        kind = pieces_of(after)[placed[0]].partition("-")[0]
        key = "log.built" if kind == "settlement" else "log.placed"
        return [text(key, name=name, hex=to[0], piece=TEXTS[f"article.{kind}"])]
    if gone:
        kind = pieces_of(before)[removed[0]].partition("-")[0]
        question = before.question
        assert question is not None
        key = (
            "log.removed"
            if seat != question.seat
            else "log.taken_back.temple"
            if question.stage == "hold"
            else "log.taken_back"
        )
        return [text(key, name=name, hex=gone[0], piece=TEXTS[f"article.{kind}"])]
    return []


def _tile_lines(key: str, seat: int, tiles: list[str]) -> list[str]:
    """Return the lines about tiles; the second of two tiles of a kind is the bonus tile (R4.15)."""
    again = [tile in tiles[:i] and f"tile.{tile}_bonus.name" in TEXTS for i, tile in enumerate(tiles)]
    names = [
        TEXTS[f"tile.{tile}_bonus.name"] if more else tile_name(tile) for tile, more in zip(tiles, again, strict=True)
    ]
    keys = [f"{key}.bonus" if more else key for more in again]
    return [text(key, name=NAMES[seat], tile=name) for key, name in zip(keys, names, strict=True)]


def log_so_far(game: Game) -> list[str]:
    """Return the whole log of a table with answers only."""
    lines = [TEXTS["log.created"], TEXTS["log.started"]]
    walk = Game(game.setup)
    if walk.terrain is not None:
        terrain = TEXTS[f"terrain.{TERRAINS[walk.terrain]}"]
        lines.append(text("log.drew.turn", name=NAMES[walk.active], terrain=terrain))
    for answer in game.answers():
        before = walk.copy()
        walk.play(answer)
        lines += log_of(before, answer, walk)
    return lines


class TileTable(Table):
    """A prepared table on the page and the same game in the engine; every step compares them."""

    def __init__(self, page: Page, server: ServerProcess, found: Prepared) -> None:
        super().__init__(page)
        self.server = server
        self.game = found.game.copy()
        self.id = found.id
        other = TEXTS["level.greedy.name"] if found.scenario is WITH_BOT else NAMES[1]
        self.log = [line.replace(NAMES[1], other) for line in log_so_far(self.game)]
        page.goto(f"/table/{self.id}/0")
        self.wait()
        self.check()

    def read(self, *, log: bool = False) -> dict[str, Any]:
        """Return what the screen shows, with the log if asked, which is closed beside the Island."""
        if self.game.over and self.button("end.board").count():
            self.button("end.board").click()
        closed = log and not self.page.get_by_role("tabpanel").count()
        if closed:
            self.button("log.title").dispatch_event("click")
            expect(self.page.get_by_role("tabpanel")).to_be_visible()
        found: dict[str, Any] = self.page.evaluate(READ)
        if closed:
            self.button("log.title").dispatch_event("click")
        return found

    def at(self, answer: int) -> Locator:
        return self.hex(answer_name(answer))

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=TEXTS[key], exact=True)

    @property
    def info(self) -> Locator:
        """The line below the question."""
        return self.page.locator(".info")

    def check(self) -> None:
        """Compare pieces, tiles, log and legal answers with the engine; the question must name its tile."""
        shown, game = self.read(log=True), self.game
        question = game.question
        hexes, options = game.legal_of(0)
        names = [answer_name(option) for option in options]
        repeat = question is not None and question.stage == "repeat"
        assert shown["open"] == shown["legal"] == sorted(hex_numbers(hexes))
        controls = [option_name(name) for name in names if not is_tile(name) or repeat]
        assert sorted(shown["controls"]) == sorted(controls)
        assert shown["tiles"] == tiles_of(game)
        assert {hex_number: piece for piece, hex_number in shown["pieces"]} == pieces_of(game)
        assert shown["log"] == self.log
        picked: list[int] = []
        if question is not None and question.seat == 0:
            picked = [] if question.piece is None else [ANSWER_OF_HEX[question.piece]]
            if question.action != "turn":
                tile = "outpost" if question.stage == "build_outpost" else question.action
                assert shown["sentence"].startswith(f"{tile_name(tile)}: ")
        assert shown["picked"] == shown["lifted"] == picked

    def after(self, answer: int) -> Game:
        game = self.game.copy()
        game.play(answer)
        return game

    def point(self, answer: int) -> None:
        """Point at a legal hex: the page must show the preview of that answer."""
        before, after = self.game, self.after(answer)
        self.at(answer).hover(force=True)
        old, new = pieces_of(before), pieces_of(after)
        if old == new:
            targets = sorted(hex_numbers(after.legal_of(0)[0]))
            expect(self.page.locator("path.target")).to_have_count(len(targets))
            shown = self.read()
            assert (shown["targets"], shown["ghost"]) == (targets, [])
            return
        gold = gold_between(before, after)
        gained, lost = tiles_between(before.players[0], after.players[0])
        tag = [signed(change) for _, change in gold] or [signed(0)]
        tag += [f"+ {tile_name(name)}" for name in gained] + [f"− {tile_name(name)}" for name in lost]
        expect(self.page.locator(".tag text")).to_have_text(tag)
        words = listed([f"{signed(change)} {TEXTS[f'card.{source}.name']}" for source, change in gold])
        expect(self.info).to_have_text(words)
        shown = self.read()
        assert shown["targets"] == []
        assert shown["ghost"] == ([[new[answer], answer]] if answer in new else [])
        if answer in new and new[answer].startswith("city_hall"):
            h = HEX_OF_ANSWER[answer]
            assert shown["footprint"] == sorted(hex_numbers(BIT[h] | NEIGHBOURS[h]))

    def click(self, answer: int) -> None:
        """Choose a hex, a tile or a button with the mouse."""
        name, question = answer_name(answer), self.game.question
        if answer < FIRST_OPTION:
            self.at(answer).click(force=True)
        elif is_tile(name) and (question is None or question.stage != "repeat"):
            self.page.locator("button.ready", has=self.page.locator(".name", has_text=tile_name(name))).first.click()
        else:
            self.page.locator("button.control", has_text=option_name(name)).click()

    def give(self, answer: int) -> None:
        """Give an answer by mouse, and compare everything that follows."""
        number = self.seq
        self.click(answer)
        self.settle(number)
        self.follow(answer)

    def follow(self, answer: int) -> None:
        """Play the answer in the engine, and compare."""
        before, self.game = self.game, self.after(answer)
        self.log += log_of(before, answer, self.game)
        self.check()

    def take_back(self, key: str, count: int) -> None:
        """Press one of the two undo buttons, and compare."""
        number = self.seq
        self.button(key).click()
        self.settle(number)
        for _ in range(count):
            self.game.undo()
        steps = "step" if count == 1 else "steps"
        self.log.append(text("log.undo", name=NAMES[0], n=count).replace("{n:step|steps}", steps))
        self.check()

    def check_state(self) -> None:
        """Compare the server's view of seat 0 with the engine."""
        view = self.state()["view"]
        hexes, options = self.game.legal_of(0)
        assert view["public"]["position"] == position_document(self.game)
        assert view["public"]["to_play"] == self.game.to_play
        assert (view["you"]["hexes"], view["you"]["options"]) == (hex_numbers(hexes), list(options))

    def state(self) -> dict[str, Any]:
        """Return the server's snapshot for seat 0."""
        found: dict[str, Any] = self.page.request.get(f"/api/tables/{self.id}/seats/0/state").json()
        return found

    def answer_for_the_other(self, answer: int) -> None:
        """Answer for seat 1, from another device."""
        number = self.seq
        body = {"id": new_id(), "seen_seq": self.state()["table"]["seq"], "answer": answer}
        path = f"{self.server.url}/api/tables/{self.id}/seats/1/answers"
        httpx.post(path, json=body, cookies={"kingdom_builder": SECRETS[1]}).raise_for_status()
        self.settle(number)


@pytest.fixture(scope="module")
def positions() -> dict[str, Prepared]:
    return find_positions((*TILES, *CANOES, *TURNS, WITH_BOT))


@pytest.fixture(scope="module")
def prepared(positions: dict[str, Prepared], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with all the positions."""
    folder = tmp_path_factory.mktemp("positions")
    tables = [(found.id, found, found.scenario is WITH_BOT) for found in positions.values()]
    running = ServerProcess(folder, database=import_backup(backup_of(tables), folder)).start()
    try:
        yield running
    finally:
        running.kill()


@pytest.fixture(scope="module")
def visitor(browser: Browser, prepared: ServerProcess) -> Iterator[Visitor]:
    """Ada's browser, for all tests of this file that need no other settings."""
    ada = _ada(browser, prepared)
    yield ada
    ada.close()
    ada.assert_no_errors()


@pytest.fixture
def open_as_ada(browser: Browser, prepared: ServerProcess) -> Iterator[Callable[..., Page]]:
    """Return a function that opens Ada's browser with other settings; at the end of the test it may have no errors."""
    visitors: list[Visitor] = []

    def ada(**settings: bool) -> Page:
        visitors.append(_ada(browser, prepared, **settings))
        return visitors[-1].page

    yield ada
    for visitor in visitors:
        visitor.close()
        visitor.assert_no_errors()


def _ada(browser: Browser, server: ServerProcess, **settings: bool) -> Visitor:
    ada = Visitor(browser, server, {**INSTANT, **settings})
    ada.context.add_cookies([{"name": "kingdom_builder", "value": SECRETS[0], "url": server.url}])
    return ada


def test_every_tile_has_a_scenario() -> None:
    wanted = {name for number, name in REGISTRY.option_names.items() if number >= FIRST_ENTRY}
    named = {scenario.name.partition(",")[0] for scenario in (*TILES, *CANOES)} | {
        word for scenario in TILES for word in scenario.script
    }
    assert wanted <= named


@pytest.mark.parametrize("name", [scenario.name for scenario in TILES])
def test_a_tile(name: str, visitor: Visitor, prepared: ServerProcess, positions: dict[str, Prepared]) -> None:
    found = positions[name]
    table = TileTable(visitor.page, prepared, found)
    for answer in found.plan:
        if answer < FIRST_OPTION:
            table.point(answer)
        table.give(answer)
    table.check_state()


@pytest.mark.parametrize("name", ["canoe, built", "canoe, passed"])
def test_a_canoe_in_another_turn(
    name: str, visitor: Visitor, prepared: ServerProcess, positions: dict[str, Prepared]
) -> None:
    """R3.19, R3.20: a player with a canoe is asked when another player empties a location."""
    call, answer = positions[name].plan
    table = TileTable(visitor.page, prepared, positions[name])
    assert table.legal.count() == 0
    table.answer_for_the_other(call)
    table.follow(call)
    assert table.to_play == 0
    expect(table.button("option.pass")).to_be_visible()
    if answer < FIRST_OPTION:
        table.point(answer)
    table.give(answer)
    table.check_state()


def test_passing_for_the_turn_when_a_canoe_is_asked(
    visitor: Visitor, prepared: ServerProcess, positions: dict[str, Prepared]
) -> None:
    call, answer = positions["canoe, not again"].plan
    table = TileTable(visitor.page, prepared, positions["canoe, not again"])
    table.answer_for_the_other(call)
    table.follow(call)
    table.button("table.pass_turn").click()
    assert table.is_asked(1)
    table.log.append(text("log.passing", name=NAMES[0]))
    table.follow(answer)
    table.check_state()


def test_passing_for_the_turn_before_a_canoe_is_asked(
    visitor: Visitor, prepared: ServerProcess, positions: dict[str, Prepared]
) -> None:
    call, answer = positions["canoe, not to be asked"].plan
    table = TileTable(visitor.page, prepared, positions["canoe, not to be asked"])
    number = table.seq
    table.button("table.pass_turn").click()
    table.settle(number)
    expect(table.button("table.pass_turn")).to_be_disabled()
    table.log.append(text("log.passing", name=NAMES[0]))
    table.answer_for_the_other(call)
    assert table.is_asked(1)
    table.game.play(call)
    table.game.play(answer)
    expect(table.page.locator("[role=tabpanel] li").last).to_have_text(text("log.passed", name=NAMES[0]))
    table.check_state()


def test_all_cards_for_the_next_turn_are_shown(
    visitor: Visitor, prepared: ServerProcess, positions: dict[str, Prepared]
) -> None:
    """R5.16: crossroads draws at the end of the turn: the player sees the cards in others' turns, equal ones once."""
    table = TileTable(visitor.page, prepared, positions["cards for the next turn"])
    table.give(END_TURN)
    hand = [TEXTS[f"terrain.{TERRAINS[card]}"] for card in table.game.players[0].hand]
    assert len(hand) > 1
    shown = {f"{name}\xa0×{hand.count(name)}" if hand.count(name) > 1 else name for name in hand}
    assert set(visitor.page.locator(".ask .next .card .word").all_inner_texts()) == shown


def test_a_fort_warns_before_it_draws(
    open_as_ada: Callable[..., Page], prepared: ServerProcess, positions: dict[str, Prepared]
) -> None:
    """R5.18: the drawn card is revealed, so nothing before it can be undone."""
    fort, build = positions["fort to be warned of"].plan
    page = open_as_ada(warnFinal=True)
    table = TileTable(page, prepared, positions["fort to be warned of"])
    number = table.seq
    dialog = page.get_by_role("dialog", name=TEXTS["final.title"])
    for leave in (lambda: table.button("end.back").click(), lambda: page.keyboard.press("Escape")):
        table.click(fort)
        expect(dialog).to_be_visible()
        leave()
        expect(dialog).to_be_hidden()
        page.mouse.move(1, 1)  # off the board: the marks change under the pointer
        table.check()
    assert table.state()["table"]["seq"] == number
    table.click(fort)
    table.button("final.go").click()
    table.settle(number)
    table.follow(fort)
    expect(dialog).to_be_hidden()
    expect(table.button("table.undo")).to_be_disabled()
    table.give(build)
    table.check_state()


def test_why_a_hex_is_not_offered(visitor: Visitor, prepared: ServerProcess, positions: dict[str, Prepared]) -> None:
    """R4.4: the free hexes next to own settlements are dashed after a click elsewhere."""
    table = TileTable(visitor.page, prepared, positions["turn"])
    game, number = table.game, table.seq
    tried: dict[str, int] = {}
    for h in HEX_OF_ANSWER:
        reason = game.why_not(h)
        if reason is not None and reason.code != "off_board":
            tried.setdefault(reason.code, h)
    assert {"must_be_adjacent", "wrong_terrain", "special_hex", "occupied"} <= set(tried)
    for code, h in tried.items():
        reason = game.why_not(h)
        assert reason is not None
        table.at(ANSWER_OF_HEX[h]).click(force=True)
        expect(table.info).to_contain_text(_reason_begins(code, reason.params))
        entry = catalogue("en").entry_of(reason.rule)
        expect(table.info.get_by_role("link")).to_have_attribute("href", f"/rules#{entry.id}")
        assert table.read()["forcing"] == sorted(hex_numbers(reason.hexes))
    assert table.seq == number
    table.page.keyboard.press("Escape")
    expect(table.info).to_have_text("")
    table.check()


def _reason_begins(code: str, params: Mapping[str, Any]) -> str:
    """Return the beginning of a reason, up to the part that depends on the hex."""
    owner = params.get("owner")
    key = f"reason.{code}" if owner is None else f"reason.{code}.{'other' if owner else 'own'}"
    return text(key, owner=NAMES[owner or 0], found=TEXTS[f"terrain.{params.get('found', 'land')}"]).partition("{")[0]


def test_a_preview_is_the_difference_by_card(
    visitor: Visitor, prepared: ServerProcess, positions: dict[str, Prepared]
) -> None:
    table = TileTable(visitor.page, prepared, positions["turn"])
    for answer in hex_numbers(table.game.legal()[0])[:12]:
        table.point(answer)
    table.page.mouse.move(5, 5)
    expect(table.page.locator(".tag")).to_have_count(0)
    table.check()


def test_undo(visitor: Visitor, prepared: ServerProcess, positions: dict[str, Prepared]) -> None:
    found = positions["turn to take back"]
    table = TileTable(visitor.page, prepared, found)
    expect(table.button("table.undo")).to_be_disabled()
    first, second, third = found.plan
    for answer in (first, second):
        table.give(answer)
    table.take_back("table.undo", 1)
    table.give(second)
    table.give(third)
    table.take_back("table.undo_turn", 3)
    expect(table.button("table.undo_turn")).to_be_disabled()
    assert table.game.answers() == found.game.answers()
    table.check_state()


def test_undo_within_a_tile(visitor: Visitor, prepared: ServerProcess, positions: dict[str, Prepared]) -> None:
    """The log still knows which tile is in use."""
    found = positions["temple to take back"]
    temple, settlement = found.plan
    table = TileTable(visitor.page, prepared, found)
    table.give(temple)
    table.give(settlement)
    table.take_back("table.undo", 1)
    table.give(settlement)
    table.take_back("table.undo", 1)
    table.take_back("table.undo", 1)
    table.check_state()


def test_the_end_of_a_turn_with_a_tile_left(
    open_as_ada: Callable[..., Page], prepared: ServerProcess, positions: dict[str, Prepared]
) -> None:
    found = positions["tile left"]
    page = open_as_ada(askBeforeEnd=True)
    table = TileTable(page, prepared, found)
    number = table.seq
    dialog = page.get_by_role("dialog", name=TEXTS["end.title"])
    table.click(END_TURN)
    offered = [answer_name(option) for option in table.game.legal()[1]]
    left = listed([tile_name(name) for name in offered if is_tile(name)])
    expect(dialog).to_contain_text(text("end.unused", tiles=left))
    table.button("end.back").click()
    expect(dialog).to_be_hidden()
    table.check()
    assert table.state()["table"]["seq"] == number
    table.click(END_TURN)
    dialog.get_by_label(TEXTS["end.never_ask"]).check()
    dialog.get_by_role("button", name=TEXTS["option.end_turn"]).click()
    table.settle(number)
    table.follow(END_TURN)
    assert page.evaluate("JSON.parse(localStorage['kingdom-builder']).askBeforeEnd") is False
    table.check_state()
    again = TileTable(page, prepared, positions["tile left again"])
    again.give(END_TURN)


def test_a_hint(visitor: Visitor, prepared: ServerProcess, positions: dict[str, Prepared]) -> None:
    table = TileTable(visitor.page, prepared, positions[WITH_BOT.name])
    with table.page.expect_response("**/hint") as response:
        table.button("hint.button").click()
    answers = response.value.json()["answers"]
    hexes = sorted(answer for answer in answers if answer < FIRST_OPTION)
    assert hexes
    expect(table.info).to_contain_text(" → ".join(answer_name(answer) for answer in answers if answer < FIRST_OPTION))
    assert table.read()["lit"] == hexes
    table.check()
    table.give(answers[0])
    assert table.read()["lit"] == []
