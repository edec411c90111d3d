"""The engine against the slow second implementation, on positions that random play leads to.

Every mix of sets with every number of players gives `POSITIONS` positions, 28 × 110 = 3,080 in all. At each of them are
compared: all scores with their hexes, all answers that are offered, the targets of two actions (all actions take
their turn, with and without an outpost) and where one piece can go by one kind of move. `tests/soak.py` does it with
every action at many more positions.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count, cycle
from typing import Any

import pytest

from kingdom_builder import Game, answer_name
from kingdom_builder.game.board import Board
from kingdom_builder.game.hexes import PLACES, Place, each
from kingdom_builder.game.position_file import hex_lists, position_facts
from kingdom_builder.game.terrain import TERRAINS
from kingdom_builder.game.tiles import ACTION_NAMES
from tests.drawing import offered, table
from tests.random_play import PLAYERS, mixes, random_answers, random_game
from tests.reference import legal, score

POSITIONS = 110
"""How many positions of one mix and one number of players are compared."""
ANSWERS_BETWEEN = 15
"""How many answers are played, on average, from one compared position to the next."""

MOVES = ("barn", "harbor", "paddock", "caravan", "resettlement", "lighthouse", "wagon")
PIECE_MOVES = MOVES[:5]
"""The moves that ask for a piece first; the last two have only one that they can move."""
NEEDS_NO_SUPPLY = {*MOVES, "quarry", "barracks", "city_hall", "sword"}
NEEDS_CARD = ("oracle", "barn", "quarry")
ACTIONS = tuple(name for name in ACTION_NAMES if name != "crossroads")
"""Every action that has targets; crossroads works by itself (R5.16)."""

Facts = dict[str, Any]


def facts_of(game: Game) -> Facts:
    """Return the position as the reference reads it: a position file with the board as rows."""
    facts = position_facts(game)
    facts["board"] = _board(game.board)
    return facts


@lru_cache(maxsize=8)
def _board(board: Board) -> Facts:
    locations = {f"{PLACES[h].row},{PLACES[h].col}": answer_name(kind) for h, kind in board.location_at.items()}
    return {"rows": list(board.to_rows()), "locations": locations}


def score_differences(game: Game, facts: Facts) -> list[str]:
    """Compare every line of every player's score, gold and hexes."""
    wrong = []
    for seat, theirs in enumerate(score(facts)):
        lines = [
            {"source": line.source, "gold": line.gold, "hexes": hex_lists(line.hexes)} for line in game.score(seat)
        ]
        if lines != theirs["lines"] or game.scores()[seat] != theirs["total"]:
            wrong.append(f"seat {seat} scores {lines}, by the reference {theirs['lines']}")
    return wrong


def target_differences(
    game: Game, facts: Facts, action: str, *, origin: int | None = None, outpost: bool = False
) -> list[str]:
    """Compare the targets of one action of the player to move."""
    found = hex_lists(ACTION_NAMES[action].targets(game, game.active, origin, outpost=outpost))
    expected = legal(facts, action, origin=None if origin is None else PLACES[origin][:2], outpost=outpost)
    if found == expected:
        return []
    return [f"{action} (from {origin}, outpost {outpost}) has {found}, by the reference {expected}"]


def answer_differences(game: Game, facts: Facts) -> list[str]:
    """Compare the answers that the game offers with those that the reference and the rules of section 3 allow."""
    answers = [answer_name(answer) for answer in game.legal_answers()]
    expected = expected_answers(game, facts)
    if len(answers) == len(set(answers)) and set(answers) == expected:
        return []
    return [f"the game offers {answers}, by the reference it is {sorted(expected)}"]


def expected_answers(game: Game, facts: Facts) -> set[str]:
    """Return all answers that may be given now, as people write them, with every hex from the reference."""
    if game.over:
        return set()
    return _answers_under_way(game, facts) if game.stack else _answers_between_actions(game, facts)


def _names(hexes: Iterable[list[int]]) -> set[str]:
    return {str(Place(r, c)) for r, c in hexes}


def _has_outpost(game: Game) -> bool:
    mine = game.seats[game.active].nomads
    return any(answer_name(tile.kind) == "outpost" and tile.since < game.turn for tile in mine)


def _build_answers(game: Game, facts: Facts, action: str) -> set[str]:
    """Return where to build, and the outpost if that allows more (R6.4)."""
    near = legal(facts, action)
    widened = _has_outpost(game) and legal(facts, action, outpost=True) != near
    return _names(near) | ({"outpost"} if widened else set())


def _answers_under_way(game: Game, facts: Facts) -> set[str]:
    """Return what the action under way may be answered."""
    question = game.question
    assert question is not None
    action, stage, left = question.action, question.stage, question.left
    origin = None if question.piece is None else PLACES[question.piece][:2]
    me = facts["players"][game.active]
    if action == "fort":  # what it builds on is the card just drawn and discarded (R5.18)
        facts = facts | {"terrain": TERRAINS[game.deck.discard[-1]]}
    if stage == "build":
        return _build_answers(game, facts, action)
    if stage == "build_outpost":
        return _names(legal(facts, action, outpost=True))
    if stage == "remove":
        hit = {h for seat in game.stack[-1][2:] for h in _pieces(facts["players"][seat])}
        return _names(h for h in legal(facts, "sword") if tuple(h) not in hit)
    found = _names(legal(facts, action, origin=origin))
    if stage == "step":
        found.add("take_back" if left == 3 else "stop")
    elif stage == "place_or_take_back":
        found |= _names(me["warriors"])
    elif (stage == "wall" and left == 1) or (stage == "pick_piece" and action == "resettlement" and left != 4):
        found.add("stop")
    return found


def _pieces(player: Facts) -> set[tuple[int, ...]]:
    standing = [*player["settlements"], *player["warriors"], player["ship"], player["wagon"]]
    return {tuple(h) for h in standing if h is not None}


def _answers_between_actions(game: Game, facts: Facts) -> set[str]:
    """Return the hexes of the mandatory action and every option (R3.1, R3.3, R3.5, R3.13)."""
    found: set[str] = set()
    if game.to_build and game.card is not None:
        found |= _build_answers(game, facts, "mandatory")
    if game.to_build > 0:  # begun: nothing comes between its settlements but an outpost
        return found
    found |= {name for name in _ready_tiles(game, facts) if _usable(game, facts, name)}
    if game.card is None:
        found |= _card_choices(game, facts)
    return found if game.to_build else found | {"end_turn"}


def _ready_tiles(game: Game, facts: Facts) -> set[str]:
    """Return the tiles that are neither used nor locked (R4.16, R6.1); an outpost is no action of its own."""
    tiles = facts["players"][game.active]["tiles"]
    locations = {tile["name"] for tile in tiles if not tile["used"] and not tile["locked"]}
    nomads = {answer_name(tile.kind) for tile in game.seats[game.active].nomads if tile.since < game.turn}
    return (locations | nomads) - {"outpost", "crossroads"}


def _usable(game: Game, facts: Facts, name: str) -> bool:
    """Say whether a tile can be used: what it needs is there and it has a target (R4.9, R5.0)."""
    me = facts["players"][game.active]
    if name == "fort":
        return me["supply"] > 0 and bool(game.deck.draw or game.deck.discard)
    if name not in NEEDS_NO_SUPPLY and not me["supply"]:
        return False
    to_take_back = {"lighthouse": me["ship"], "wagon": me["wagon"], "barracks": me["warriors"]}
    if to_take_back.get(name):
        return True
    if name in PIECE_MOVES:  # the same as asking for all pieces that can move, and much faster
        return any(legal(facts, name, origin=(r, c)) for r, c in sorted(_pieces(me)))
    return bool(legal(facts, name))


def _card_choices(game: Game, facts: Facts) -> set[str]:
    """Return the terrains of the hand that may be played; one without a free hex only if all are so (R3.5, R3.10)."""
    ready = _ready_tiles(game, facts)
    wanted = [name for name in NEEDS_CARD if name in ready]
    if not facts["players"][game.active]["supply"] and "oracle" in wanted:
        wanted.remove("oracle")
    if not game.to_build and not wanted:
        return set()
    hand = {TERRAINS[card] for card in game.seats[game.active].hand}
    free = {terrain for terrain in hand if legal(facts | {"terrain": terrain}, "mandatory", outpost=True)}
    return free or (hand if game.to_build else set())


def every_difference(game: Game) -> list[str]:
    """Compare everything that can be compared at this position, which takes about a second."""
    facts = facts_of(game)
    wrong = score_differences(game, facts) + answer_differences(game, facts)
    for action in ACTIONS:
        for outpost in (False, True):
            wrong += target_differences(game, facts, action, outpost=outpost)
    for action in MOVES:
        for origin in each(game.seats[game.active].pieces):
            wrong += target_differences(game, facts, action, origin=origin)
    return wrong


def _positions(mix: tuple[str, ...], players: int) -> Iterator[Game]:
    """Yield `POSITIONS` positions of one mix and number of players, the finished ones among them."""
    first = 1000 * (10 * mixes().index(mix) + players)
    chance = random.Random(first)
    left = POSITIONS
    for seed in count(first):
        game = random_game(seed, players=players, sets=mix)
        for answer in random_answers(game, chance):
            if chance.random() * ANSWERS_BETWEEN < 1:
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
    """Scores, offered answers and targets are those of the reference, at 110 positions in each of 28 cases."""
    chance = random.Random(players)
    actions = [(action, outpost) for action in ACTIONS for outpost in (False, True)]
    chance.shuffle(actions)
    turn = cycle(actions)
    compared = 0
    for game in _positions(mix, players):
        facts = facts_of(game)
        wrong = score_differences(game, facts) + answer_differences(game, facts)
        for action, outpost in (next(turn), next(turn)):
            wrong += target_differences(game, facts, action, outpost=outpost)
        pieces = list(each(game.seats[game.active].pieces))
        if pieces:
            wrong += target_differences(game, facts, chance.choice(MOVES), origin=chance.choice(pieces))
        assert not wrong, f"seed {game.setup.seed}, turn {game.turn + 1}: " + "; ".join(wrong)
        compared += 1
    assert compared == POSITIONS


def test_every_action_under_way_is_met() -> None:
    """Random play of all sets comes to every action and stage, so that the comparison above leaves none out."""
    met: set[tuple[str, str]] = set()
    wanted = {(action, "build") for action in ACTIONS if action not in NEEDS_NO_SUPPLY and action != "mandatory"}
    wanted |= {(action, stage) for action in PIECE_MOVES for stage in ("pick_piece", "move_to")}
    wanted |= {(action, stage) for action in ("lighthouse", "wagon") for stage in ("place", "step")}
    wanted |= {("quarry", "wall"), ("barracks", "place_or_take_back"), ("city_hall", "city_hall"), ("sword", "remove")}
    wanted |= {("mandatory", "build_outpost")}
    for seed in range(400):
        game = random_game(seed, sets=mixes()[-1])
        for answer in random_answers(game, random.Random(seed)):
            question = game.question
            assert question is not None
            met.add((question.action, question.stage))
            game.play(answer)
        if wanted <= met:
            break
    assert wanted <= met


def test_no_quarry_without_walls() -> None:
    """With all 25 walls on the board the quarry has no target, for the engine as for the reference (R5.9, R8.22)."""
    walls = "\n".join("G= G= G= G= G=" for _ in range(5))
    game = table(f"quarry G0 G G G\n{walls}", terrain="grass", tiles={0: ["quarry@a1"]})
    assert "quarry" not in offered(game)
    assert legal(facts_of(game), "quarry") == []
    assert target_differences(game, facts_of(game), "quarry") == []
