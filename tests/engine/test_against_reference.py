"""Compare the engine with the slow reference implementation, on positions of random play.

Every mix of sets with every number of players gives `POSITIONS` positions, 60 × 40 = 2,400 in all. Each comparison
covers all scores with their hexes, all legal answers, the targets of two actions and the targets of one kind of move
for one piece. The two actions change from position to position, with and without an outpost. `tests/soak.py` compares
every action at many more positions.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, cycle
from typing import Any

import pytest

from kingdom_builder import answer_name, answer_number
from kingdom_builder.engine.answers import ANSWER_OF_HEX, FIRST_OPTION
from kingdom_builder.engine.board import Board
from kingdom_builder.engine.hexes import COORDINATES, Coordinate, iter_hexes
from kingdom_builder.engine.position import NOT_BEGUN
from kingdom_builder.engine.terrain import TERRAINS, TERRAINS_OF_CARD
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.game import Game
from kingdom_builder.sets.fields import hex_lists
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.sets.slots import MARSHLANDS
from tests.drawing import offered, table
from tests.random_play import ALL_SETS, PLAYERS, SETS, mixes, random_answers, random_game
from tests.reference import legal, score

pytestmark = pytest.mark.slow

POSITIONS = 40
"""The number of compared positions for one mix and one number of players."""
ANSWERS_BETWEEN = 15
"""The average number of answers from one compared position to the next."""

PIECE_MOVES = (
    "barn",
    "harbor",
    "paddock",
    "caravan",
    "resettlement",
    "refuge",
    "palisade",
    "rope_bridge",
    "tree_house",
    "refuge_bonus",
    "cave_action",
)
"""The moves whose first question is which piece to move."""
MOVES = (*PIECE_MOVES, "lighthouse", "wagon", "silo")
NEEDS_NO_SUPPLY = {*MOVES, "quarry", "barracks", "city_hall", "sword", "scout_cabin"}
NEEDS_CARD = ("oracle", "barn", "quarry", "cathedral")
ACTIONS = tuple(name for name in REGISTRY.actions_by_id if name not in ("crossroads", "bazaar"))
"""Every action that has targets; the crossroads tile has no action (R5.16), the bazaar repeats others (R5.25)."""

Document = dict[str, Any]


def document_of(game: Game) -> Document:
    """Return the position as the reference reads it: a position file with the board as rows."""
    document: Document = json.loads(json.dumps(position_document(game)))
    document["board"] = _board(game.board)
    for written, player in zip(document["players"], game.players, strict=True):
        bonus = player.extra[MARSHLANDS].bonus  # position files do not mark locked ones (R4.16)
        written["bonus_tiles"] = [answer_name(tile.kind) for tile in bonus if tile.acquired_turn < game.turn]
    island = game.board.island
    document["island"] = None if island is None else {"rows": list(island.rows), "location": island.location}
    return document


@lru_cache(maxsize=8)
def _board(board: Board) -> Document:
    on_board = [(COORDINATES[h], kind) for h, kind in board.location_at.items() if not COORDINATES[h].island]
    locations = {f"{place.row},{place.col}": answer_name(kind) for place, kind in on_board}
    return {"rows": list(board.to_rows()), "locations": locations}


def score_differences(game: Game, document: Document) -> list[str]:
    """Return the differences in every line of every player's score, gold and hexes."""
    wrong = []
    for seat, theirs in enumerate(score(document)):
        lines = [
            {"source": line.source, "gold": line.gold, "hexes": hex_lists(line.hexes)} for line in game.score(seat)
        ]
        if lines != json.loads(json.dumps(theirs["lines"])) or game.scores()[seat] != theirs["total"]:
            wrong.append(f"seat {seat} scores {lines}, by the reference {theirs['lines']}")
    return wrong


def target_differences(
    game: Game, document: Document, action: str, *, origin: int | None = None, outpost: bool = False
) -> list[str]:
    """Return the differences in the targets of one action of the player to move."""
    found = hex_lists(REGISTRY.actions_by_id[action].targets(game, game.active, origin, waived=outpost))
    expected = targets(document, action, origin=None if origin is None else _coordinates(origin), outpost=outpost)
    if found == expected:
        return []
    return [f"{action} (from {origin}, outpost {outpost}) has {found}, by the reference {expected}"]


def _coordinates(h: int) -> tuple[Any, ...]:
    place = COORDINATES[h]
    return ("island", place.row, place.col) if place.island else (place.row, place.col)


def targets(document: Document, action: str, **options: Any) -> list[list[Any]]:
    """Return the legal hexes of the reference, written as in a position file."""
    found: list[list[Any]] = json.loads(json.dumps(legal(document, action, **options)))
    return found


def answer_differences(game: Game, document: Document) -> list[str]:
    """Return the differences between the legal answers of the game and of the reference with the rules of section 3."""
    answers = [answer_name(answer) for answer in game.legal_answers()]
    expected = expected_answers(game, document)
    if len(answers) == len(set(answers)) and set(answers) == expected:
        return []
    return [f"the game offers {answers}, by the reference it is {sorted(expected)}"]


def expected_answers(game: Game, document: Document) -> set[str]:
    """Return the names of all answers that are legal now, with every hex from the reference."""
    if game.over:
        return set()
    return _answers_in_action(game, document) if game.stack else _answers_between_actions(game, document)


def _names(hexes: Iterable[Sequence[Any]]) -> set[str]:
    return {str(Coordinate(h[-2], h[-1], island=len(h) == 3)) for h in hexes}


def _has_outpost(game: Game) -> bool:
    mine = game.players[game.active].nomads
    return any(answer_name(tile.kind) == "outpost" and tile.acquired_turn < game.turn for tile in mine)


def _build_answers(game: Game, document: Document, action: str) -> set[str]:
    """Return the hexes to build on, and the outpost if it allows more hexes (R6.4)."""
    near = targets(document, action)
    widened = _has_outpost(game) and targets(document, action, outpost=True) != near
    return _names(near) | ({"outpost"} if widened else set())


def _answers_in_action(game: Game, document: Document) -> set[str]:
    """Return the legal answers inside the current action."""
    question = game.question
    assert question is not None
    action, stage, left = question.action, question.stage, question.left
    origin = None if question.piece is None else _coordinates(question.piece)
    me = document["players"][question.seat]
    if action == "fort":  # it builds on the terrain of the card just drawn and discarded (R5.18)
        terrains = TERRAINS_OF_CARD[game.deck.discard[-1]]
        documents = [document | {"terrain": TERRAINS[terrain]} for terrain in terrains]
        if stage == "build_outpost":
            return {name for one in documents for name in _names(targets(one, action, outpost=True))}
        return {name for one in documents for name in _build_answers(game, one, action)}
    if stage == "react":  # the reacting player uses only own pieces, and scouts are not own pieces
        return _names(targets(document | {"to_play": question.seat, "scouts": []}, "canoe")) | {"pass"}
    if stage == "repeat":
        return {name for name in _owned_tiles(game) if name == "crossroads" or _can_start(game, document, name)} - {
            "bazaar",
            "canoe",
        }
    if stage == "cathedral":
        return _cathedral_answers(game, document)
    if stage.startswith("silo"):
        return _silo_answers(game, document, question.seat, stage, left or 0)
    if action == "silo":
        return _names(targets(document | {"to_play": question.seat}, "silo", origin=origin))
    if stage == "build":
        return _build_answers(game, document, action)
    if stage == "build_outpost":
        return _names(targets(document, action, outpost=True))
    if stage == "remove":
        hit = {h for seat in game.stack[-1].hit for h in _pieces(document["players"][seat])}
        return _names(h for h in targets(document, "sword") if tuple(h) not in hit)
    found = _names(targets(document, action, origin=origin))
    if stage == "step":
        found.add("take_back" if left == 3 else "stop")
    elif stage == "place_or_take_back":
        found |= _names(me["warriors"])
    elif (stage in ("wall", "scout") and left == 1) or (
        stage == "pick_piece" and action == "resettlement" and left != 4
    ):
        found.add("stop")
    return found


def _owned_tiles(game: Game) -> set[str]:
    """Return the tiles of the player to move that are not locked, whether used or not (R5.25)."""
    return {answer_name(tile.kind) for tile in game.players[game.active].tiles if tile.acquired_turn < game.turn}


def _cathedral_answers(game: Game, document: Document) -> set[str]:
    """Return the hexes to build on with number tiles; collect only before the first, stop only after it (R5.28)."""
    me = document["players"][game.active]
    bank = 18 - sum(player["number_tiles"] for player in document["players"])
    found = _build_answers(game, document, "cathedral") if me["number_tiles"] and me["supply"] else set()
    begun = game.stack[-1].left
    return found | ({"stop"} if begun else {"collect"} if bank else set())


def _silo_answers(game: Game, document: Document, seat: int, stage: str, left: int) -> set[str]:
    """Return the hexes to build on, the pieces that can move, and pass or stop (R3.36).

    Each move for the silo took two answers, the second of which is where the piece is now; it is not moved again.
    """
    document = document | {"to_play": seat}
    me = document["players"][seat]
    found = set()
    if stage != "silo_move" and me["supply"]:
        found |= _names(targets(document, "silo"))
    if stage != "silo_build":
        found |= _names(h for h in sorted(_pieces(me), key=str) if targets(document, "silo", origin=h))
        moves = 3 - left
        found -= {answer_name(answer) for answer in game.answers()[-1 : -1 - 2 * moves : -2]}
    return found | {"pass" if stage == "silo" else "stop"}


def _pieces(player: Document) -> set[tuple[int, ...]]:
    standing = [*player["settlements"], *player["warriors"], player["ship"], player["wagon"]]
    return {tuple(h) for h in standing if h is not None}


def _answers_between_actions(game: Game, document: Document) -> set[str]:
    """Return the hexes of the mandatory action and every option (R3.1, R3.3, R3.5, R3.13)."""
    found: set[str] = set()
    if game.to_build and game.terrain is not None:
        if game.to_build == NOT_BEGUN and "temple" in _ready_bonus(game):  # the first one is built anywhere (R5.39)
            found |= _names(targets(document, "mandatory", outpost=True))
        else:
            found |= _build_answers(game, document, "mandatory")
    if game.to_build > 0:  # begun: between its settlements only an outpost or the terrain of a new card can be chosen
        return found if game.terrain is not None else _card_choices(game, document)
    found |= {name for name in _ready_tiles(game, document) if _can_start(game, document, name)}
    found |= {name for name in _without_tile(game, document) if _can_start(game, document, name)}
    if game.terrain is None:
        found |= _card_choices(game, document)
    return found if game.to_build else found | {"end_turn"}


def _ready_tiles(game: Game, document: Document) -> set[str]:
    """Return the tiles that are neither used nor locked (R4.16, R6.1); an outpost is not a separate action."""
    tiles = document["players"][game.active]["tiles"]
    locations = {tile["name"] for tile in tiles if not tile["used"] and not tile["locked"]}
    nomads = {answer_name(tile.kind) for tile in game.players[game.active].nomads if tile.acquired_turn < game.turn}
    return (locations | nomads) - {"outpost", "crossroads", "canoe"}


def _ready_bonus(game: Game) -> set[str]:
    bonus = game.players[game.active].extra[MARSHLANDS].bonus
    return {answer_name(tile.kind) for tile in bonus if not tile.used and tile.acquired_turn < game.turn}


def _without_tile(game: Game, document: Document) -> set[str]:
    """Return the actions that need no location tile and are still available this turn (R3.14, R3.16)."""
    found = {f"{name}_bonus" for name in _ready_bonus(game) & {"refuge", "canoe"}}
    rows = document["board"]["rows"]
    if any("A" in row for row in rows) and not _is_used(game, "farm_action"):
        found.add("farm_action")
    if document["caves"] and not _is_used(game, "cave_action"):
        found.add("cave_action")
    return found


def _is_used(game: Game, name: str) -> bool:
    return bool(game.turn_state.used_actions >> answer_number(name) - FIRST_OPTION & 1)


def _can_start(game: Game, document: Document, name: str) -> bool:
    """Return whether a tile can be used: its resources are there and it has a target (R4.9, R5.0)."""
    me = document["players"][game.active]
    if name == "bazaar":
        others = _owned_tiles(game) - {"bazaar", "canoe"}
        return any(other == "crossroads" or _can_start(game, document, other) for other in others)
    if name == "cathedral":
        bank = 18 - sum(player["number_tiles"] for player in document["players"])
        return bank > 0 or bool(me["supply"] and me["number_tiles"] and targets(document, name))
    if name == "scout_cabin":
        document = document | {"scouts": []}
    if name == "fort":
        return me["supply"] > 0 and bool(game.deck.draw or game.deck.discard)
    if name == "temple" and game.end_triggered:  # then holding a settlement delays nothing (R3.34)
        return bool(targets(document, name))
    if name not in NEEDS_NO_SUPPLY and not me["supply"]:
        return False
    to_take_back = {"lighthouse": me["ship"], "wagon": me["wagon"], "barracks": me["warriors"]}
    if to_take_back.get(name):
        return True
    if name in PIECE_MOVES:  # gives the same result as the targets of all pieces, and is much faster
        return any(targets(document, name, origin=h) for h in sorted(_pieces(me), key=str))
    return bool(targets(document, name))


def _card_choices(game: Game, document: Document) -> set[str]:
    """Return the terrains of the hand that may be played; one without a free hex only if none has one (R3.5, R3.10)."""
    ready = _ready_tiles(game, document)
    ready |= _owned_tiles(game) if "bazaar" in ready else set()
    me = document["players"][game.active]
    wanted = [name for name in NEEDS_CARD if name in ready and (name not in ("oracle", "cathedral") or me["supply"])]
    if not me["number_tiles"] and "cathedral" in wanted:
        wanted.remove("cathedral")
    if not game.to_build and not wanted:
        return set()
    cards = game.players[game.active].hand if game.card is None else (game.card,)
    shown = {TERRAINS[terrain] for card in cards for terrain in TERRAINS_OF_CARD[card]}
    if not any("S" in row for row in document["board"]["rows"]):
        shown.discard("swamp")
    free = {terrain for terrain in shown if targets(document | {"terrain": terrain}, "mandatory", outpost=True)}
    return free or shown


def every_difference(game: Game) -> list[str]:
    """Return all differences at this position; this takes about a second."""
    document = document_of(game)
    wrong = score_differences(game, document) + answer_differences(game, document)
    for action in ACTIONS:
        for outpost in (False, True):
            wrong += target_differences(game, document, action, outpost=outpost)
    for action in MOVES:
        for origin in iter_hexes(game.players[game.active].pieces):
            wrong += target_differences(game, document, action, origin=origin)
    return wrong


def _positions(mix: tuple[str, ...], players: int) -> Iterator[Game]:
    """Yield `POSITIONS` positions of one mix and number of players, including finished games."""
    first = 1000 * (10 * mixes().index(mix) + players)
    rng = random.Random(first)
    left = POSITIONS
    for seed in count(first):
        game = random_game(seed, players=players, sets=mix)
        for answer in random_answers(game, rng):
            if rng.random() * ANSWERS_BETWEEN < 1:
                yield game
                left -= 1
                if not left:
                    return
            game.play(answer)
        yield game
        left -= 1
        if not left:
            return


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("mix", mixes(), ids="+".join)
def test_engine_and_reference_agree(mix: tuple[str, ...], players: int) -> None:
    """Scores, legal answers and targets equal those of the reference, at 40 positions in each of 60 cases."""
    rng = random.Random(players)
    actions = [(action, outpost) for action in ACTIONS for outpost in (False, True)]
    rng.shuffle(actions)
    turn = cycle(actions)
    compared = 0
    for game in _positions(mix, players):
        document = document_of(game)
        wrong = score_differences(game, document) + answer_differences(game, document)
        for action, outpost in (next(turn), next(turn)):
            wrong += target_differences(game, document, action, outpost=outpost)
        pieces = list(iter_hexes(game.players[game.active].pieces))
        if pieces:
            wrong += target_differences(game, document, rng.choice(MOVES), origin=rng.choice(pieces))
        assert not wrong, f"seed {game.setup.seed}, turn {game.turn + 1}: " + "; ".join(wrong)
        compared += 1
    assert compared == POSITIONS


def test_r3_36_engine_and_reference_agree_in_the_silo_phase() -> None:
    """Every question of silo phases in which pieces are moved whenever possible, some of them just moved before."""
    moves = 0
    for seed in range(6):
        game = random_game(seed, players=2, sets=("harvest",))
        rng = random.Random(seed)
        for answer in random_answers(game, rng):
            if game.turn_state.after_last_turn:
                break
            game.play(answer)
        while not game.over:
            question = game.question
            assert question is not None
            assert not answer_differences(game, document_of(game)), f"seed {seed}, {question.stage}"
            moves += question.stage == "silo_move"
            to_move = question.hexes & game.players[question.seat].pieces or question.hexes
            game.play(ANSWER_OF_HEX[rng.choice(list(iter_hexes(to_move)))] if to_move else question.options[0])
    assert moves > 10


def test_random_play_reaches_every_action_and_stage() -> None:
    """Random play of all sets reaches every action and stage, so the comparison above covers all of them."""
    met: set[tuple[str, str]] = set()
    special = {"mandatory", "temple", "canoe", "cathedral"}
    wanted = {(action, "build") for action in ACTIONS if action not in NEEDS_NO_SUPPLY and action not in special}
    wanted |= {("temple", "hold"), ("canoe", "react"), ("cathedral", "cathedral"), ("bazaar", "repeat")}
    wanted |= {("scout_cabin", "scout"), ("silo", "silo"), ("silo", "silo_build"), ("silo", "silo_move")}
    wanted |= {(action, stage) for action in PIECE_MOVES for stage in ("pick_piece", "move_to")}
    wanted |= {(action, stage) for action in ("lighthouse", "wagon") for stage in ("place", "step")}
    wanted |= {("quarry", "wall"), ("barracks", "place_or_take_back"), ("city_hall", "city_hall"), ("sword", "remove")}
    wanted |= {("mandatory", "build_outpost")}
    for seed in range(400):
        game = random_game(seed, sets=ALL_SETS if seed % 2 else SETS)
        for answer in random_answers(game, random.Random(seed)):
            question = game.question
            assert question is not None
            met.add((question.action, question.stage))
            game.play(answer)
        if wanted <= met:
            break
    assert wanted <= met


def test_the_quarry_has_no_target_without_walls() -> None:
    """With all 25 walls on the board the quarry has no target in the engine and in the reference (R5.9, R8.22)."""
    walls = "\n".join("G= G= G= G= G=" for _ in range(5))
    game = table(f"quarry G0 G G G\n{walls}", terrain="grass", tiles={0: ["quarry@a1"]})
    assert "quarry" not in offered(game)
    assert legal(document_of(game), "quarry") == []
    assert target_differences(game, document_of(game), "quarry") == []
