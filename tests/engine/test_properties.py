"""Properties of every position of every game, tested with Hypothesis.

Positions come from random play of drawn length in a drawn game: any mix of sets, 2 to 5 players, with the variants.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kingdom_builder import ANSWERS, IllegalAnswer, answer_name, answer_number
from kingdom_builder.engine.answers import FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.deck import Deck
from kingdom_builder.engine.game import Game as AnyGame
from kingdom_builder.engine.hexes import COORDINATES, EVERYWHERE, Coordinate
from kingdom_builder.engine.player import FIELDS
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.view import View
from kingdom_builder.game import Game, load, new_game
from kingdom_builder.sets.registry import REGISTRY
from tests.drawing import table
from tests.random_play import PLAYERS, mixes, play_randomly, random_answers, random_game, unconserved
from tests.reference import Hex, neighbours

pytestmark = pytest.mark.slow

NAMED_ANSWERS = 1 + max(REGISTRY.option_names)
"""Answers below this number have a meaning; the others below `ANSWERS` are reserved for later rules."""
SEEDS = st.integers(0, 2**32 - 1)
END_TURN = answer_number("end_turn")

NOT_ANSWERS = (-1, -2, -450, -(2**70), ANSWERS, ANSWERS + 1, 2**70)

few_examples = settings(max_examples=25)
"""For tests that read a whole game or all answers of a position."""


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game after some random answers."""
    seed = draw(SEEDS)
    game = random_game(seed, players=draw(st.sampled_from(PLAYERS)), sets=draw(st.sampled_from(mixes())))
    play_randomly(game, seed, answers=draw(st.integers(0, 300)))
    note(f"the game:\n{game.to_record()}")
    return game


def state(game: AnyGame, *leave_out: str) -> dict[str, Any]:
    """Return every field of a position but the cached legal answers, as a value that later changes do not affect."""
    found = {slot: getattr(game, slot) for slot in Position.__slots__ if slot not in ("_legal", *leave_out)}
    found["players"] = [[getattr(player, slot) for slot in FIELDS] for player in game.players]
    return found


def comparable_state(game: Game) -> dict[str, Any]:
    """Return the state without its history, for comparing a game with one that was read from text."""
    setup = game.setup
    decided = {field.name: getattr(setup, field.name) for field in fields(setup) if field.name != "orders"}
    return state(game, "history", "setup", "board", "rules") | decided | {"board": setup.board.to_rows()}


BITS: dict[Hex, int] = {(r, c): Coordinate(r, c).bit for r in range(20) for c in range(20)} | {
    ("island", r, c): Coordinate(r, c, island=True).bit for r in range(5) for c in range(10)
}


def hexes_of(hex_bits: int) -> set[Hex]:
    """Return a set of hexes as coordinates, found by testing every hex of the board and the Island."""
    return {h for h, bit in BITS.items() if hex_bits & bit}


def wrong_derived_sets(game: Game) -> list[str]:
    """Compare `free` and `adjacent`, which the engine updates incrementally, with simple loops (R0.20)."""
    pieces = [hexes_of(player.pieces) for player in game.players]
    warriors = {h for player in game.players for h in hexes_of(player.hexes_of("warrior"))}
    present = game.board.open | game.board.special
    occupied = set().union(hexes_of(game.walls | game.turn_state.temporary), *pieces)
    free = {h for h in hexes_of(game.board.open) if h not in occupied and not neighbours(h) & warriors}
    wrong = [] if hexes_of(game.free) == free else [f"free is wrong in {sorted(hexes_of(game.free) ^ free)}"]
    for seat, player in enumerate(game.players):
        adjacent = {near for h in pieces[seat] for near in neighbours(h)} & hexes_of(present)
        if hexes_of(player.adjacent & present) != adjacent:
            wrong.append(f"adjacent of seat {seat} is wrong in {hexes_of(player.adjacent & present) ^ adjacent}")
        if (player.pieces | game.free | game.walls) & ~present or player.adjacent & ~EVERYWHERE:
            wrong.append("a set has bits that are not hexes of the board")
    return wrong


class GameMachine(RuleBasedStateMachine):
    """Play, undo, play again, read, copy and save a game in any order, and try illegal answers."""

    @initialize(seed=SEEDS, players=st.sampled_from(PLAYERS), mix=st.sampled_from(mixes()), answers=st.integers(0, 250))
    def begin(self, seed: int, players: int, mix: tuple[str, ...], answers: int) -> None:
        """Start a game, play random answers and store every position."""
        self.game = random_game(seed, players=players, sets=mix)
        self.history = [state(self.game)]
        self.undone: list[int] = []
        self.play_on(seed, answers)

    def play(self, answer: int) -> None:
        """Play an answer and store the new position."""
        self.game.play(answer)
        self.history.append(state(self.game))

    @precondition(lambda self: not self.game.over)
    @rule(choice=st.integers(0, 2**16))
    def play_one(self, choice: int) -> None:
        """Any legal answer can be played."""
        answers = self.game.legal_answers()
        self.play(answers[choice % len(answers)])
        self.undone = []

    @precondition(lambda self: not self.game.over)
    @rule(seed=SEEDS, answers=st.integers(1, 40))
    def play_on(self, seed: int, answers: int) -> None:
        """Play some answers."""
        for answer in islice(random_answers(self.game, random.Random(seed)), answers):
            self.play(answer)
            self.undone = []

    @rule(steps=st.integers(1, 30))
    def undo(self, steps: int) -> None:
        """Each undo restores exactly the position before."""
        for _ in range(min(steps, len(self.history) - 1)):
            self.undone.append(self.game.undo())
            self.history.pop()
            assert state(self.game) == self.history[-1]

    @precondition(lambda self: self.undone)
    @rule(steps=st.integers(1, 30))
    def play_again(self, steps: int) -> None:
        """Undone answers can be played again."""
        for _ in range(min(steps, len(self.undone))):
            self.play(self.undone.pop())

    @rule(answer=st.integers(0, NAMED_ANSWERS - 1))
    def try_anything(self, answer: int) -> None:
        """An illegal answer is rejected."""
        if answer not in self.game.legal_answers():
            with pytest.raises(IllegalAnswer):
                self.game.play(answer)

    @rule(seed=SEEDS)
    def read(self, seed: int) -> None:
        """Reading views, reasons, scores and texts does not change the game."""
        game = self.game
        for seat in range(len(game.players)):
            view = game.view(seat)
            play_randomly(view.sample(seed), seed, answers=5)
            assert view == game.copy().view(seat)
            assert sum(line.gold for line in view.score(seat)) == game.scores()[seat]
        for h in COORDINATES:
            assert (game.why_not(h) is None) == (game.legal()[0] >> h & 1 == 1)
        assert (game.question is None) == game.over
        assert game.winners()
        assert len(game.answers()) == len(self.history) - 1
        assert load(game.to_position()).to_position() == game.to_position()
        assert game.to_text()

    @rule(seed=SEEDS)
    def copy(self, seed: int) -> None:
        """A copy is equal and independent, and can replace the game."""
        copy = self.game.copy()
        assert state(copy) == state(self.game)
        play_randomly(copy, seed, answers=20)
        copy = self.game.copy()
        play_randomly(self.game, seed, answers=20)
        self.game = copy

    @rule()
    def save(self) -> None:
        """A record restores the same game."""
        text = self.game.to_record()
        assert comparable_state(Game.from_record(text)) == comparable_state(self.game)

    @invariant()
    def state_is_the_last_stored_one(self) -> None:
        """The position is the one after the last answer."""
        assert state(self.game) == self.history[-1]

    @invariant()
    def pieces_and_derived_sets_are_right(self) -> None:
        """All pieces, cards and tiles are conserved, and the derived sets are right."""
        assert not unconserved(self.game)
        assert not wrong_derived_sets(self.game)

    @invariant()
    def an_unfinished_game_has_a_legal_answer(self) -> None:
        """A game that is not over has a legal answer, between actions for the seat whose turn it is (R2.7)."""
        game = self.game
        assert game.over == (not game.legal_answers()) == (game.to_play is None)
        if not game.over and not game.stack:
            assert game.to_play == game.active == (game.setup.start + game.turn) % len(game.players)


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(max_examples=25, stateful_step_count=25, report_multiple_bugs=False)


# Answers


@few_examples
@given(games())
def test_every_legal_answer_can_be_played_and_undone(game: Game) -> None:
    """Each legal answer leads to a consistent position, and undo restores the position before exactly."""
    before = state(game)
    for answer in game.legal_answers():
        game.play(answer)
        assert not unconserved(game)
        assert game.over or game.legal_answers()
        assert game.undo() == answer
        assert state(game) == before


def standing_on(game: Game, hex_number: int) -> str | None:
    """The kind of the piece, wall or scout on a hex, None if it is empty."""
    found = [seat.kind_at(hex_number) for seat in game.players if seat.pieces >> hex_number & 1]
    found += ["wall"] * (game.walls >> hex_number & 1) + ["scout"] * (game.turn_state.temporary >> hex_number & 1)
    assert len(found) <= 1
    return found[0] if found else None


@few_examples
@given(games())
def test_a_question_says_which_piece_its_answer_places(game: Game) -> None:
    """An answer puts a piece of the kind `places` on an empty hex; a hex with a piece is offered to take that piece."""
    question = game.question
    for answer in game.legal_answers():
        if answer < FIRST_OPTION and question is not None:
            hex_number = HEX_OF_ANSWER[answer]
            before = standing_on(game, hex_number)
            game.play(answer)
            assert standing_on(game, hex_number) in ((before, None) if before else (question.places,))
            game.undo()


@few_examples
@given(games())
def test_every_other_answer_is_rejected(game: Game) -> None:
    """Each named answer that is not legal is rejected, and the position does not change."""
    before, offered = state(game), set(game.legal_answers())
    for answer in range(NAMED_ANSWERS):
        if answer not in offered:
            with pytest.raises(IllegalAnswer):
                game.play(answer)
            assert state(game) == before
    assert set(game.legal_answers()) == offered


@pytest.mark.parametrize("answers", [0, 40, 1000])
def test_numbers_that_are_no_answers_are_rejected(answers: int) -> None:
    """Numbers below 0, above the last name and beyond `ANSWERS` are rejected as illegal answers."""
    game = random_game(1, sets=mixes()[-1])
    play_randomly(game, 1, answers=answers)
    before = state(game)
    for answer in (*NOT_ANSWERS, *range(NAMED_ANSWERS, ANSWERS)):
        with pytest.raises(IllegalAnswer):
            game.play(answer)
        assert state(game) == before


def test_an_illegal_hex_has_a_reason() -> None:
    """The error of an illegal hex has a reason; the error of an illegal option has only its name."""
    game = new_game(7)
    hexes = [answer for answer in range(450) if answer not in game.legal_answers()]
    for answer in hexes:
        with pytest.raises(IllegalAnswer, match=answer_name(answer)) as error:
            game.play(answer)
        assert error.value.reason is not None
    with pytest.raises(IllegalAnswer, match="paddock is not offered"):
        game.play(answer_number("paddock"))


def test_the_numbers_of_answers_are_permanent() -> None:
    """Masks, records and trained networks depend on these numbers."""
    assert ANSWERS == 550
    contract = {
        "a1": 0,
        "b1": 1,
        "a2": 20,
        "t20": 399,
        "i:a1": 400,
        "i:j5": 449,
        "end_turn": 450,
        "stop": 451,
        "take_back": 452,
        "pass": 453,
        "grass": 454,
        "forest": 458,
        "mountain": 462,
        "oracle": 463,
        "farm": 464,
        "harbor": 470,
        "quarry": 471,
        "lighthouse": 475,
        "wagon": 482,
        "temple": 483,
        "palisade": 494,
        "tree_house": 496,
        "donation:grass": 497,
        "donation:mountain": 503,
        "resettlement": 504,
        "outpost": 505,
        "sword": 506,
        "treasure": 507,
        "farm_action": 508,
        "cave_action": 509,
        "refuge_bonus": 510,
        "canoe_bonus": 511,
        "silo": 512,
        "collect": 513,
    }
    assert {name: answer_number(name) for name in contract} == contract


def test_names_and_numbers_of_answers_map_one_to_one() -> None:
    """Every number has one name and every name one number, hexes first and in reading order."""
    names = [answer_name(answer) for answer in range(NAMED_ANSWERS)]
    assert [answer_number(name) for name in names] == list(range(NAMED_ANSWERS))
    assert names[:400] == [f"{'abcdefghijklmnopqrst'[c]}{r + 1}" for r in range(20) for c in range(20)]
    assert names[400:450] == [f"i:{'abcdefghij'[c]}{r + 1}" for r in range(5) for c in range(10)]
    assert names[450:] == [*REGISTRY.option_names.values()]
    for answer in NOT_ANSWERS:
        with pytest.raises(ValueError, match="is not an answer"):
            answer_name(answer)


# Whole games


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("mix", mixes(), ids="+".join)
def test_everything_is_conserved_throughout_a_game(mix: tuple[str, ...], players: int) -> None:
    """Pieces, cards, walls and tiles add up, and `free` and `adjacent` are right, after every answer of whole games."""
    for seed in range(3):
        rng = random.Random(seed)
        game = random_game(seed + 10 * players, players=players, sets=mix)
        for answer in random_answers(game, rng):
            game.play(answer)
            assert not unconserved(game)
            if rng.random() < 0.2:
                assert not wrong_derived_sets(game)
        assert not wrong_derived_sets(game)


@settings(max_examples=60)
@given(SEEDS, st.sampled_from(PLAYERS), st.sampled_from(mixes()))
def test_seats_play_in_order_and_the_last_round_is_completed(seed: int, players: int, mix: tuple[str, ...]) -> None:
    """Seats play in order and equally often; the round in which a supply becomes empty is the last (R3.30 to R3.34)."""
    game = random_game(seed, players=players, sets=mix)
    rng = random.Random(seed)
    turns: Counter[int] = Counter()
    trigger: int | None = None
    built_in_round = False
    for answer in random_answers(game, rng):
        turn, seat = game.turn, game.active
        if game.turn_state.after_last_turn:  # the silos come after the last turn (R3.35)
            game.play(answer)
            continue
        assert seat == (game.setup.start + turn) % players
        assert game.stack or game.to_play == seat
        assert (END_TURN in game.legal_answers()) == (not game.stack and not game.to_build)
        before = [s.settlements for s in game.players]
        game.play(answer)
        built_in_round |= any(
            s.settlements.bit_count() > had.bit_count() for s, had in zip(game.players, before, strict=True)
        )
        if trigger is None and any(s.supply == s.reserve == 0 for s in game.players):
            trigger = turn
        assert game.end_triggered == (trigger is not None)
        if answer != END_TURN:
            assert (game.turn, game.active, game.over) == (turn, seat, False)
            continue
        turns[seat] += 1
        assert game.turn == turn + 1
        round_is_over = game.turn % players == 0
        finished = game.over or game.turn_state.after_last_turn
        assert finished == (round_is_over and (trigger is not None or not built_in_round))
        if round_is_over:
            built_in_round = False
    assert set(turns.values()) == {game.turn // players}
    assert trigger is None or trigger // players == game.turn // players - 1
    assert game.to_play is None
    assert game.legal_answers() == []


@few_examples
@given(games(), SEEDS)
def test_all_answers_can_be_undone_and_played_again(game: Game, seed: int) -> None:
    """All answers can be undone one by one, each exactly, and played again to the same end."""
    states = [state(game, "history")]
    while game.history is not None:
        game.undo()
        states.append(state(game, "history"))
    with pytest.raises(IndexError):
        game.undo()
    assert game.answers() == []
    assert state(game, "history", "setup", "board") == state(Game(game.setup), "history", "setup", "board")
    answers = []
    for answer in random_answers(game, random.Random(seed)):
        answers.append(answer)
        game.play(answer)
    forward = [state(game)]
    for answer in reversed(answers):
        assert game.undo() == answer
        forward.append(state(game))
    assert state(game, "history") == states[-1]
    for answer in answers:
        game.play(answer)
    assert state(game, "history") == {key: value for key, value in forward[0].items() if key != "history"}


@few_examples
@given(games(), SEEDS)
def test_a_copy_is_independent(game: Game, seed: int) -> None:
    """Playing and undoing a copy does not change the game, and playing the game does not change the copy."""
    before, copy = state(game), game.copy()
    assert state(copy) == before
    play_randomly(copy, seed)
    assert state(game) == before
    other = game.copy()
    while other.history is not None:
        other.undo()
    assert state(game) == before
    after, other = state(copy), game.copy()
    play_randomly(game, seed)
    assert state(game, "history") == {key: value for key, value in after.items() if key != "history"}
    assert state(other) == before
    assert state(copy) == after


@few_examples
@given(games(), SEEDS)
def test_the_same_answers_lead_to_the_same_position(game: Game, seed: int) -> None:
    """The set-up and the answers determine the position; reading or copying the game has no influence."""
    other_game = Game(game.setup)
    for answer in game.answers():
        other_game.play(answer)
    assert state(other_game, "history") == state(game, "history")
    play_randomly(game, seed)
    play_randomly(other_game, seed)
    assert other_game.scores() == game.scores()


# Text


@few_examples
@given(games(), st.data())
def test_a_record_restores_the_game_at_any_answer(game: Game, data: st.DataObject) -> None:
    """A record restores the same game and the same text, as a whole and at each answer."""
    text = game.to_record()
    restored = Game.from_record(text)
    assert comparable_state(restored) == comparable_state(game)
    assert restored.answers() == game.answers()
    assert restored.to_record() == text
    assert comparable_state(load(text)) == comparable_state(game)
    at = data.draw(st.integers(0, len(game.answers())))
    earlier = Game.from_record(text, at=at)
    while len(game.answers()) > at:
        game.undo()
    assert comparable_state(earlier) == comparable_state(game)


@settings(max_examples=60)
@given(games(), st.floats(0, 1), SEEDS)
def test_a_restored_game_can_be_continued_differently(game: Game, fraction: float, seed: int) -> None:
    """From any answer of a record the game can be continued differently and recorded again."""
    at = int(fraction * len(game.answers()))
    for other in (Game.from_record(game.to_record(), at=at), Game.from_record(game.to_record())):
        while len(other.answers()) > at:
            other.undo()
        play_randomly(other, seed)
        assert not unconserved(other)
        assert comparable_state(Game.from_record(other.to_record())) == comparable_state(other)


@given(games(), SEEDS)
def test_a_position_file_is_the_same_when_read_and_written(game: Game, seed: int) -> None:
    """A position file that is read and written is the same text; the game has the same scores and can be continued."""
    text = game.to_position()
    restored = Game.from_position(text)
    assert restored.to_position() == text
    assert restored.scores() == game.scores()
    assert not wrong_derived_sets(restored)
    assert restored.legal_answers() == game.legal_answers()
    play_randomly(restored, seed)
    assert restored.over


def test_a_position_file_with_an_exhausted_card_can_be_played() -> None:
    """A played terrain without a free hex is replaced, as at the start of any turn (R3.10)."""
    game = table("G0 G D C F T", terrain="desert")
    assert game.legal_answers()
    exhausted = table("G0 G D1 C F T", terrain="desert")
    assert exhausted.legal_answers()


def test_a_position_file_with_a_treasure_is_read_or_rejected() -> None:
    """No player keeps a treasure (R6.6): a file with one is either rejected or gives a playable game."""
    text = new_game(1).to_position().replace('"nomad_tiles": []', '"nomad_tiles": ["treasure"]')
    try:
        game = Game.from_position(text)
    except ValueError:
        return
    assert game.legal_answers()


# Hidden information


def hidden_cards(game: Game, seat: int) -> tuple[dict[int, tuple[int, ...]], list[int]]:
    """Return the cards of each hand that the seat knows, and all cards that it does not know (R0.23, R3.2)."""
    known: dict[int, tuple[int, ...]] = dict.fromkeys(range(len(game.players)), ())
    known[seat] = game.players[seat].hand
    if game.active != seat and game.card is not None:
        known[game.active] = (game.card,)
    hidden = list(game.deck.draw)
    for other, player in enumerate(game.players):
        hand = list(player.hand)
        for card in known[other]:
            hand.remove(card)
        hidden += hand
    return known, hidden


def indistinguishable_game(game: Game, seat: int, rng: random.Random) -> Game:
    """Return a game that looks the same to the seat, with other hidden cards, deck, history and seeds."""
    known, hidden = hidden_cards(game, seat)
    rng.shuffle(hidden)
    other_game = game.copy()
    for other, player in enumerate(game.players):
        if other != seat:
            hand = [*known[other], *(hidden.pop() for _ in range(len(player.hand) - len(known[other])))]
            rng.shuffle(hand)
            other_game.change(other).hand = tuple(hand)
    orders = tuple(tuple(rng.sample(order, len(order))) for order in game.deck.shuffles)
    other_game.deck = Deck(tuple(hidden), game.deck.discard, game.deck.removed, orders)
    other_game.setup = replace(game.setup, seed=rng.getrandbits(40), deck_seed=rng.getrandbits(40), orders=orders)
    other_game.history = None
    assert not unconserved(other_game)
    return other_game


def assert_nothing_leaks(game: Game, seed: int) -> None:
    """Check that each seat's view and samples are the same for an indistinguishable game."""
    rng = random.Random(seed)
    for seat in range(len(game.players)):
        view, other_view = game.view(seat), indistinguishable_game(game, seat, rng).view(seat)
        assert view == other_view
        assert view.to_dict() == other_view.to_dict()
        assert view.hand == other_view.hand
        assert view.legal_answers() == other_view.legal_answers()
        assert view.question == other_view.question
        sample, other = view.sample(seed), other_view.sample(seed)
        assert state(sample) == state(other)
        assert not unconserved(sample)
        assert sample.view(seat).to_dict() == view.to_dict()
        play_randomly(sample, seed)
        play_randomly(other, seed)
        assert state(sample, "history") == state(other, "history")
        assert sample.over


@settings(max_examples=60)
@given(games(), SEEDS)
def test_a_view_does_not_depend_on_what_is_hidden(game: Game, seed: int) -> None:
    """Two games that differ only in hidden information give equal views and equal samples to each seat (R0.23)."""
    assert_nothing_leaks(game, seed)


def _several_cards(variant: bool, *, chosen: bool) -> Iterator[Game]:
    """Yield positions in which the player to move holds several cards, by the variant or by the crossroads tile."""
    for seed in range(200):
        game = random_game(seed, sets=["crossroads"], sections=["barracks_crossroads"], two_cards=variant)
        found = 0
        for answer in random_answers(game, random.Random(seed)):
            hand = game.players[game.active].hand
            if len(hand) > (2 if variant and seed % 2 else 1) and (game.terrain is not None) == chosen:
                found += 1
                yield game
            if found == 3:
                break
            game.play(answer)


@pytest.mark.parametrize("chosen", [False, True], ids=["not chosen yet", "chosen"])
@pytest.mark.parametrize("variant", [False, True], ids=["crossroads tile", "two cards"])
def test_several_cards_in_hand_stay_hidden(variant: bool, chosen: bool) -> None:
    """Of a player's several cards the other players know at most the chosen one (R3.2, R5.16, R2.26)."""
    positions = _several_cards(variant, chosen=chosen)
    differing = 0
    for number, game in zip(range(25), positions, strict=False):
        assert_nothing_leaks(game, number)
        observer = (game.active + 1) % len(game.players)
        hand = sorted(game.players[game.active].hand)
        samples = [game.view(observer).sample(seed).players[game.active].hand for seed in range(20)]
        assert all(len(sample) == len(hand) for sample in samples)
        assert not chosen or all(game.card in sample for sample in samples)
        differing += any(sorted(sample) != hand for sample in samples)
    assert number == 24
    assert differing > 20


class Secret(int):
    """A number that no view may contain."""


def values_in(value: Any) -> Iterator[Any]:
    """Yield a value and all values nested in it."""
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        value = [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from values_in(item)


def everything_visible(view: View) -> list[Any]:
    """Return the values of all public names of a view."""
    legal = (view.legal(), view.legal_answers(), view.question)
    scores = [(view.score(seat), view.gold(seat)) for seat in range(len(view.players))]
    return [
        view.seat,
        view.turn,
        view.to_play,
        view.over,
        view.terrain,
        view.hand,
        view.players,
        view.turn_view,
        view.setup_view,
        view.cards_view,
        view.shares_setup(view),
        legal,
        scores,
        view.to_dict(),
    ]


@given(games())
def test_hidden_information_is_nowhere_in_a_view(game: Game) -> None:
    """A view contains no other hand, no order of the deck and no seed at any depth (R0.23)."""
    public = {name for name in dir(View) if not name.startswith("_")}
    assert public == {
        *("seat", "legal", "legal_answers", "question", "to_play", "over", "terrain", "hand", "players", "score"),
        *("to_dict", "sample", "turn", "turn_view", "setup_view", "cards_view", "shares_setup", "gold"),
    }, "View has a new public name: add it to everything_visible"
    for seat in range(len(game.players)):
        marked = game.copy()
        for other in range(len(game.players)):
            if other != seat:
                marked.change(other).hand = tuple(Secret(card) for card in game.players[other].hand)
        orders = tuple(tuple(Secret(card) for card in order) for order in game.deck.shuffles)
        marked.deck = game.deck._replace(draw=tuple(Secret(card) for card in game.deck.draw), shuffles=orders)
        seed, deck_seed = Secret(game.setup.seed or 0), Secret(game.setup.deck_seed)
        marked.setup = replace(game.setup, seed=seed, deck_seed=deck_seed, orders=orders)
        assert any(isinstance(value, Secret) for value in values_in([marked.deck, marked.setup]))
        assert not [value for value in values_in(everything_visible(marked.view(seat))) if isinstance(value, Secret)]


@given(st.integers(2**40, 2**41), st.integers(2**42, 2**43), st.sampled_from(mixes()))
def test_seeds_are_not_in_a_view(seed: int, deck_seed: int, mix: tuple[str, ...]) -> None:
    """A view does not contain the seeds."""
    game = new_game(seed, sets=mix, deck_seed=deck_seed)
    assert {seed, deck_seed} == {game.setup.seed, game.setup.deck_seed}
    for seat in range(2):
        seen = [value for value in values_in(everything_visible(game.view(seat))) if isinstance(value, int)]
        assert not {seed, deck_seed} & set(seen)


@few_examples
@given(games())
def test_samples_differ_in_what_is_hidden(game: Game) -> None:
    """Samples from different seeds differ where something is hidden."""
    seat = game.active
    _, hidden = hidden_cards(game, seat)
    samples = [game.view(seat).sample(seed) for seed in range(10)]
    for sample in samples:
        assert sample.setup.seed is None
        assert sample.setup.orders == ()
        assert sample.history is None
    if len(set(hidden)) > 1 and len(hidden) > 8:
        assert len({(sample.deck.draw, *(tuple(player.hand) for player in sample.players)) for sample in samples}) > 1


# Taking back an answer


@settings(max_examples=60)
@given(SEEDS, st.sampled_from(mixes()))
def test_an_answer_can_be_taken_back_in_its_turn_unless_a_card_was_drawn(seed: int, mix: tuple[str, ...]) -> None:
    """The last answer may be taken back by its seat in the same turn if no new card was drawn."""
    game = random_game(seed, sets=mix)
    assert not game.can_take_back()
    expected = [False]
    for answer in random_answers(game, random.Random(seed)):
        turn, draw, shuffles, seat = game.turn, game.deck.draw, len(game.deck.shuffles), game.to_play
        game.play(answer)
        drawn = game.deck.draw != draw or len(game.deck.shuffles) != shuffles
        expected.append(game.turn == turn and not drawn and game.to_play == seat)
        assert game.can_take_back() == expected[-1]
        assert game.copy().can_take_back() == expected[-1]
    while game.history is not None:
        assert game.can_take_back() == expected.pop()
        game.undo()


def test_a_drawn_card_cannot_be_taken_back() -> None:
    """The use of a fort cannot be taken back because it draws a card; the settlement built then can (R5.18)."""
    fort = answer_number("fort")
    seen = 0
    for seed in range(100):
        game = random_game(seed, sets=("crossroads",), sections=["city_hall_fort"])
        for answer in random_answers(game, random.Random(seed)):
            game.play(answer)
            if answer == fort and game.stack:
                seen += 1
                assert not game.can_take_back()
                game.play(game.legal_answers()[0])
                assert game.can_take_back()
    assert seen > 20
