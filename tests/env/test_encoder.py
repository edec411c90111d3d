"""Planes, vector and mask have what the seat sees, at the positions of the spec."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdom_builder import ANSWERS, answer_number
from kingdom_builder.engine.hexes import COORDINATES, ISLAND, iter_hexes, parse_hex
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.observation_spec import FULL, HIGHEST, STAGES, ObservationSpec, cell_of, describe
from kingdom_builder.game import Game, new_game
from tests.drawing import table
from tests.random_play import ALL_SETS, play_randomly, random_answers, random_game

ROOT = Path(__file__).parent.parent.parent


class Seen:
    """An observation by the names of its parts."""

    def __init__(self, game: Game, seat: int = 0, spec: ObservationSpec = FULL) -> None:
        encoder = Encoder(spec)
        encoder.write(game.view(seat))
        self.planes, self.vector, self.mask = encoder.planes[0], encoder.vectors[0], encoder.masks[0]
        self._spec = spec

    def hexes(self, plane: str) -> str:
        """Return the names of the hexes that are set in a plane."""
        cells = {cell_of(place): str(place) for place in COORDINATES.values()}
        found = self.planes[self._spec.plane_names.index(plane)]
        return " ".join(cells[row, col] for row, col in np.argwhere(found).tolist())

    def number(self, name: str) -> float:
        return float(self.vector[self._spec.vector_names.index(name)])


def spec_of(game: Game) -> ObservationSpec:
    return ObservationSpec(len(game.players), game.setup.sets)


DRAWN = """
    G0   G1   G    Gw0
      K   farm  F0   F=
    D    D    N:sword D
      D    D    D    D
    F    F    F    F
"""


def drawn() -> Game:
    return table(
        DRAWN,
        players=3,
        terrain="flower",
        cards=("fishermen", "knights", "merchants"),
        supply={0: 30, 1: 20},
        gold={1: 7},
        tiles={0: ["farm@b2"], 1: ["farm@b2!"]},
        tiles_left={"b2": 1},
    )


def test_the_board_is_in_the_planes() -> None:
    seen = Seen(drawn())
    assert seen.hexes("terrain:grass").startswith("a1 b1 c1 d1")
    assert seen.hexes("terrain:flower").startswith("c2 d2")
    assert seen.hexes("special:castle") == "a2"
    assert seen.hexes("special:location") == seen.hexes("location:farm") == "b2"
    assert seen.hexes("special:nomad") == seen.hexes("nomad_tile:sword") == "c3"
    assert seen.hexes("wall:hex") == "d2"
    assert seen.hexes("tiles:left") == "b2 c3"
    assert seen.hexes("tiles:two") == ""


def test_pieces_are_relative_to_the_seat() -> None:
    """Player 0 of an observation is its own seat, player 1 the next to the left (R3.1)."""
    game = drawn()
    assert [Seen(game, 0).hexes(f"{i}:pieces:hex") for i in range(3)] == ["a1 d1 c2", "b1", ""]
    assert [Seen(game, 1).hexes(f"{i}:pieces:hex") for i in range(3)] == ["b1", "", "a1 d1 c2"]
    assert (Seen(game, 0).hexes("own:warriors"), Seen(game, 0).hexes("others:warriors")) == ("d1", "")
    assert (Seen(game, 1).hexes("own:warriors"), Seen(game, 1).hexes("others:warriors")) == ("", "d1")


def test_the_players_are_in_the_vector() -> None:
    seen = Seen(drawn())
    assert seen.number("0:supply:settlements") == pytest.approx(30 / 40)
    assert seen.number("1:supply:settlements") == pytest.approx(20 / 40)
    assert seen.number("1:gold:in_game") == pytest.approx(0.07)
    assert [seen.number(f"{i}:player:there") for i in range(5)] == [1, 1, 1, 0, 0]
    assert [seen.number(f"{i}:player:to_play") for i in range(5)] == [1, 0, 0, 0, 0]
    assert (seen.number("0:tiles:farm"), seen.number("0:used:farm")) == (0.5, 0)
    assert (seen.number("1:tiles:farm"), seen.number("1:used:farm")) == (0.5, 0.5)
    with_scores = Seen(drawn(), spec=replace(FULL, scores=True))
    assert with_scores.number("0:gold:total") == pytest.approx(drawn().scores()[0] / 100)


def test_cards_question_and_terrain_are_in_the_vector() -> None:
    seen = Seen(drawn())
    assert [seen.number(f"cards:{card}") for card in ("fishermen", "knights", "lords")] == [1, 1, 0]
    assert seen.number("terrain:flower") == seen.number("played:flower") == 1
    assert seen.number("own_hand:flower") == pytest.approx(0.2)
    assert seen.number("stage:mandatory") == seen.number("action:turn") == seen.number("mandatory:not_begun") == 1
    other = Seen(drawn(), 1)
    assert not any(other.number(f"stage:{stage}") for stage in STAGES)
    assert other.hexes("legal:hex") == ""
    assert other.number("terrain:flower") == 1


def test_the_piece_being_moved_has_a_plane() -> None:
    """In the second question of a move, the plane has the hex of the piece."""
    game = table("G0 G G\npaddock G G", terrain="grass", tiles={0: ["paddock@a2"]}, pad="G")
    game.play(answer_number("paddock"))
    game.play(answer_number("a1"))
    seen = Seen(game)
    assert seen.hexes("piece:hex") == "a1"
    assert seen.number("stage:move_to") == seen.number("action:paddock") == 1
    assert seen.hexes("legal:hex") == "c1 b3"


def test_the_island_is_below_a_gap() -> None:
    game = new_game(3, sets=["base", "island"])
    spec = spec_of(game)
    seen = Seen(game, spec=spec)
    assert spec.rows == 27
    assert not seen.planes[:, 20:22].any()
    on_board = seen.planes[spec.plane_names.index("on_board:hex")]
    hexes = (game.board.open | game.board.special) & ISLAND
    assert on_board[22:].sum() == hexes.bit_count() > 20
    assert ObservationSpec(2, ("base",)).rows == 20


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), answers=st.integers(0, 300))
def test_every_game_fits_its_spec_and_the_full_one(seed: int, answers: int) -> None:
    """The planes have everything that the sets add; all numbers are within their bounds."""
    game = random_game(seed)
    play_randomly(game, seed, answers)
    narrow = spec_of(game)
    for seat in range(len(game.players)):
        small, full = Seen(game, seat, narrow), Seen(game, seat)
        assert full.vector.min() >= 0
        assert full.vector.max() <= HIGHEST
        assert full.hexes("legal:hex").split() == [str(COORDINATES[h]) for h in iter_hexes(game.view(seat).legal()[0])]
        for name in narrow.plane_names:
            assert small.hexes(name) == full.hexes(name)
        for name in narrow.vector_names:
            assert small.number(name) == full.number(name)
        for name in set(FULL.plane_names) - set(narrow.plane_names):
            assert full.hexes(name) == ""
        for name in set(FULL.vector_names) - set(narrow.vector_names):
            assert full.number(name) == 0, name
        if game.to_play == seat:
            assert sum(full.number(f"stage:{stage}") for stage in STAGES) == 1
        kinds = [name for name in FULL.plane_names if name.startswith(("terrain:", "special:"))]
        assert sorted(" ".join(map(full.hexes, kinds)).split()) == sorted(full.hexes("on_board:hex").split())


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_the_mask_is_the_legal_answers(seed: int) -> None:
    game = random_game(seed)
    encoder = Encoder(FULL)
    (mask,) = encoder.masks
    assert mask.shape == (ANSWERS,)
    for answer in random_answers(game, random.Random(seed)):
        for seat in range(len(game.players)):
            encoder.write(game.view(seat))
            assert np.flatnonzero(mask).tolist() == sorted(game.view(seat).legal_answers())
            assert mask.max(initial=0) <= 1
        game.play(answer)
    encoder.write(game.view(0))
    assert not mask.any()


def shown(encoder: Encoder, row: int) -> bytes:
    return b"".join(part[row].tobytes() for part in (encoder.planes, encoder.vectors, encoder.masks))


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), scores=st.booleans())
def test_the_last_view_of_a_row_does_not_matter(seed: int, scores: bool) -> None:
    """Two rows follow two games, one with a view for each seat, one with new views: both equal a new encoder."""
    spec = replace(FULL, scores=scores)
    encoder = Encoder(spec, rows=2)
    for number in range(2):
        game = random_game(seed + number)
        views = [game.view(seat) for seat in range(len(game.players))]
        chance = random.Random(seed)
        for answer in random_answers(game, chance):
            if chance.random() < 0.2:
                seat = chance.randrange(len(views))
                encoder.rows[0].update(views[seat])
                encoder.rows[1].update(game.view(seat))
                encoder.finish()
                fresh = Encoder(spec)
                fresh.write(game.view(seat))
                assert shown(encoder, 0) == shown(encoder, 1) == shown(fresh, 0)
            game.play(answer)


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), answers=st.integers(0, 200))
def test_flat_observations_are_the_same_numbers(seed: int, answers: int) -> None:
    game = random_game(seed)
    play_randomly(game, seed, answers)
    spec = spec_of(game)
    encoder, fresh = Encoder.flat(spec), Seen(game, 1, spec)
    encoder.write(game.view(1))
    planes, vector = spec.split(encoder.whole)
    assert np.array_equal(planes, fresh.planes)
    assert np.array_equal(vector, fresh.vector)
    assert np.array_equal(encoder.masks[0], fresh.mask)


@settings(max_examples=12)
@given(seed=st.integers(0, 10**6))
def test_scores_are_right_at_every_step(seed: int) -> None:
    """An encoder that follows a game has the scores of the game after every answer."""
    game = random_game(seed)
    spec = replace(spec_of(game), scores=True)
    encoder, view = Encoder(spec), game.view(0)
    places = [spec.vector_names.index(f"{i}:gold:total") for i in range(len(game.players))]
    for answer in random_answers(game, random.Random(seed)):
        encoder.write(view)
        assert encoder.vectors[0][places].tolist() == pytest.approx([gold / 100 for gold in game.scores()])
        game.play(answer)


def test_a_game_that_does_not_fit_is_an_error() -> None:
    game = new_game(1, players=3, sets=["nomads"])
    with pytest.raises(ValueError, match="2 players cannot show a game of 3"):
        Seen(game, spec=ObservationSpec(2, ("nomads",)))
    with pytest.raises(ValueError, match="no plane for"):
        Seen(game, spec=ObservationSpec(3, ("base",)))


def test_names_are_unique_and_split_shares_memory() -> None:
    for spec in (FULL, ObservationSpec(2, ("base",)), ObservationSpec(3, ALL_SETS)):
        assert len(set(spec.plane_names)) == len(spec.plane_names)
        assert len(set(spec.vector_names)) == len(spec.vector_names)
        flat = np.zeros((4, spec.size), np.float32)
        planes, vector = spec.split(flat)
        assert planes.shape == (4, *spec.planes_shape)
        assert vector.shape == (4, spec.vector_size)
        planes[3, -1, -1, -1] = vector[3, 0] = 1
        assert flat.sum() == 2


def test_the_document_has_the_tables_of_the_spec() -> None:
    """`python -m kingdom_builder.env.observation_spec` prints them."""
    assert describe() in (ROOT / "docs/research.md").read_text(encoding="utf-8")


def test_cells_keep_the_parity_of_rows() -> None:
    """The neighbours of a hex depend on the parity of its row, on the Island too (R0.13)."""
    for text in ("e5", "e6", "i:c2", "i:c3"):
        row, _ = cell_of(parse_hex(text))
        assert row % 2 == parse_hex(text).row % 2
