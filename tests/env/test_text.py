"""The environment in words: questions name everything a player needs, and answers are read from text."""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import replace

import gymnasium
import pyspiel  # type: ignore[import-not-found]  # one compiled file without types
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from kingdom_builder.env import openspiel  # noqa: F401 - it registers the game
from kingdom_builder.env.text import KingdomBuilderTextEnv
from kingdom_builder.env.words import question_text
from kingdom_builder.game import Game
from kingdom_builder.setup.builder import new_setup
from tests.random_play import play_randomly

ALL = ("base", "nomads", "crossroads", "marshlands", "harvest", "capitol", "caves", "island")


def test_it_passes_gymnasiums_checks() -> None:
    env = gymnasium.make("kingdom_builder.env:KingdomBuilderText-v0", render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("sets", "players"), [(("base",), 2), (ALL, 4)])
def test_a_game_is_played_by_the_names_in_its_questions(sets: tuple[str, ...], players: int) -> None:
    """Every legal answer is in the question, and can be written in several ways."""
    env = KingdomBuilderTextEnv(sets=sets, players=players)
    chance = random.Random(1)
    question, info = env.reset(seed=3)
    assert f"with {players} players" in question
    for card in env.game.cards:
        assert f"- {card.capitalize()}: " in question
    ended = False
    while not ended:
        assert env.observation_space.contains(question)
        legal = info["legal_answers"]
        assert legal
        for name in legal:
            assert name in question.partition("Legal answers:")[2]
        name = chance.choice(legal)
        written = chance.choice(
            (name, f"Answer: {name.upper()}", f"I wonder.\n**Answer:** `{name.replace('_', ' ')}`.")
        )
        question, reward, ended, truncated, info = env.step(written)
        assert "error" not in info, (written, info)
        assert not truncated
    assert env.game.over
    assert info["scores"] == env.game.scores()
    assert reward in (-1.0, 0.0, 1.0) or players > 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no answer"),
        ("Answer:", "there is no answer"),
        ("**Answer:** ", "there is no answer"),
        ("Answer: The  Moon", "'The  Moon' is neither a hex"),
        ("Answer: z9", "'z9' is neither a hex"),
        ("Answer: farm", "farm is not offered now"),
        ("Answer: \u6708\u023a", "'??' is neither a hex"),
    ],
)
def test_what_cannot_be_played_is_said_and_asked_again(text: str, message: str) -> None:
    env = KingdomBuilderTextEnv(first_game=True, attempts=2)
    env.reset(seed=1)
    before = env.game.to_record()
    question, reward, ended, _, info = env.step(text)
    assert (reward, ended) == (0.0, False)
    assert message in info["error"]
    assert question.startswith(f"Not played: {info['error']}")
    assert "You have 1 attempt left." in question
    assert env.observation_space.contains(question)
    assert env.game.to_record() == before
    assert env.step(text)[1:3] == (-1.0, True)
    with pytest.raises(ResetNeeded):
        env.step("e5")


def test_an_action_is_text() -> None:
    env = KingdomBuilderTextEnv(first_game=True)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="an action is text, such as 'Answer: e5', found 84"):
        env.step(84)  # type: ignore[arg-type]  # a number


def test_a_hex_that_is_not_legal_has_a_reason_in_words() -> None:
    env = KingdomBuilderTextEnv(first_game=True)
    env.reset(seed=1)
    water = "a4"
    *_, info = env.step(water)
    assert "a4 is not allowed" in info["error"]
    assert "This hex is water" in info["error"]


def test_attempts_count_in_a_row() -> None:
    env = KingdomBuilderTextEnv(first_game=True, attempts=2)
    _, info = env.reset(seed=1)
    for _ in range(3):
        *_, info = env.step("nothing")
        _, _, ended, _, info = env.step(info["legal_answers"][0])
        assert not ended
    with pytest.raises(ValueError, match="attempts: expected at least 1"):
        KingdomBuilderTextEnv(attempts=0)


def legend_signs(legend: str) -> set[str]:
    """Return the signs that a legend explains."""
    listed = legend.partition("): ")[2].rstrip(".")
    return {part[0] for part in listed.split(", ")} | {" "}


@pytest.mark.parametrize("seed", range(6))
def test_the_legend_explains_every_sign_of_the_map(seed: int) -> None:
    """Signs of terrain, special hexes, pieces, marks and marked rows; the names of locations are with their tiles."""
    game = new_game_of_all_sets(seed)
    for answers in (0, 60, 120, 180):
        play_randomly(game, seed, answers)
        text = question_text(game.view(0))
        drawn, _, below = text.partition("\n\n")
        legend = next(line for line in below.splitlines() if line.startswith("Signs of the map"))
        for row in drawn.splitlines()[1:]:
            hexes, _, owners = row[3:].partition(" <")
            if owners:
                assert " < beside a row" in legend
            for name in re.findall("[a-z]{3}", hexes):
                assert f"{name} = " in below
            signs = set(re.sub("[a-z]{3}", "", hexes)) - set("ABCDE")
            assert signs <= legend_signs(legend), (row, legend)


def new_game_of_all_sets(seed: int) -> Game:
    return Game(new_setup(seed, players=4, sets=ALL))


def test_missing_sections_are_empty_on_the_map() -> None:
    env = KingdomBuilderTextEnv(board_sections=1)
    question, _ = env.reset(seed=1)
    map_lines = question.split("\n\n")[1].splitlines()
    assert map_lines[11:] == [str(row) for row in range(11, 21)]
    assert all(len(line) < 36 for line in map_lines[1:])


def test_games_that_differ_in_open_information_have_different_texts() -> None:
    """Nomad tiles (R2.11), tiles left at locations, the discard pile and the size of the draw pile are open."""
    game = Game(new_setup(4, sets=("base", "nomads"), sections=["village", "quarry", "garden", "caravan"]))
    texts = [question_text(game.view(0))]
    (first, one), (second, other) = next(
        pair for pair in itertools.combinations(game.setup.nomad_tiles.items(), 2) if pair[0][1] != pair[1][1]
    )
    swapped = {**game.setup.nomad_tiles, first: other, second: one}
    texts.append(question_text(Game(replace(game.setup, nomad_tiles=swapped)).view(0)))
    fewer = game.copy()
    location = next(iter(game.board.location_at))
    fewer.two_tiles_left &= ~(1 << location)
    texts.append(question_text(fewer.view(0)))
    for discard in ((0,), (1,), (1, 1)):
        other_pile = game.copy()
        other_pile.deck = other_pile.deck._replace(discard=discard)
        texts.append(question_text(other_pile.view(0)))
    smaller_pile = game.copy()
    smaller_pile.deck = smaller_pile.deck._replace(draw=smaller_pile.deck.draw[1:])
    texts.append(question_text(smaller_pile.view(0)))
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("seed", range(5))
def test_games_that_differ_in_hidden_cards_have_equal_texts(seed: int) -> None:
    game = new_game_of_all_sets(seed)
    play_randomly(game, seed, 40 * seed)
    for seat in range(4):
        view = game.view(seat)
        assert len({question_text(deal.view(seat)) for deal in (game, view.sample(1), view.sample(2))}) == 1


def test_states_of_openspiel_are_readable() -> None:
    """A state shows board, players and moves by name; an observation shows only what its player sees."""
    state = pyspiel.load_game("python_kingdom_builder(first_game=true)").new_initial_state()
    assert "Moves: none" in str(state)
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    text, player = str(state), state.current_player()
    assert f"Seat {player} is asked: Build" in text
    assert text.count("hand: ") == 2
    assert "Moves: draw grass draw grass e4 f4" in text
    own, other = state.observation_string(player), state.observation_string(1 - player)
    assert own.count("hand: ") == other.count("hand: ") == 1
    assert "Legal answers:" in own
    assert "Legal answers:" not in other
