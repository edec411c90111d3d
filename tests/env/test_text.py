"""The environment in words: questions name everything a player needs, and answers are read from text."""

from __future__ import annotations

import random

import gymnasium
import pyspiel  # type: ignore[import-not-found]  # one compiled file without types
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from kingdom_builder.env import openspiel  # noqa: F401 - it registers the game
from kingdom_builder.env.text import KingdomBuilderTextEnv

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
        ("Answer: the moon", "'the_moon' is neither a hex"),
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
