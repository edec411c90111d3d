"""One resolver of bots: foreign bots play everywhere, and nothing hidden can be reached from what they get."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import kingdom_builder as kb
from kingdom_builder.arena.game import play_game
from kingdom_builder.arena.simulate import simulate
from kingdom_builder.bots import new_bot
from kingdom_builder.bots.specs import resolve
from kingdom_builder.game import new_game
from kingdom_builder.setup.builder import ALL_SETS, new_setup
from tests.cli.running import Command
from tests.foreign_bots import FAULTS, bots_file


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return the path of a file with bots."""
    return bots_file(tmp_path)


def reachable(thing: object) -> Iterator[object]:
    """Yield everything that can be reached from an object without going through code."""
    seen: set[int] = set()
    todo = [thing]
    while todo:
        found = todo.pop()
        if id(found) in seen or isinstance(found, type | ModuleType | FunctionType):
            continue
        seen.add(id(found))
        yield found
        todo.extend(gc.get_referents(found))


@pytest.mark.parametrize("options", [{}, {"sets": ALL_SETS, "two_cards": True}])
def test_nothing_hidden_can_be_reached_from_the_view_of_a_foreign_bot(options: dict[str, Any]) -> None:
    """Neither the real game nor its deck, its seeds, its history, or the hand of another player."""

    class Looks:
        asked = 0

        def answer(self, view: kb.View) -> int:
            self.asked += 1
            found = list(reachable(view))
            ids = {id(thing) for thing in found}
            assert id(game) not in ids
            assert id(game.deck) not in ids
            assert id(game.deck.draw) not in ids or not game.deck.draw
            assert id(game.deck.shuffles) not in ids
            assert game.setup.deck_seed not in [thing for thing in found if type(thing) is int]
            for seat, player in enumerate(game.players):
                if seat != view.seat and player.hand and (seat != game.active or game.card is None):
                    assert id(player) not in ids
                    assert id(player.hand) not in ids
            real = kb.View(game.view(view.seat))
            assert view == real
            assert view.legal_answers() == real.legal_answers()
            assert view.sample(5) == real.sample(5)
            return view.legal_answers()[self.asked % len(view.legal_answers())]

    game = new_game(5, players=3, **options)
    bot = Looks()
    players = [resolve(bot).new(0) for _ in range(3)]
    for _ in range(60):
        assert game.to_play is not None
        game.play(players[game.to_play].answer(game.view(game.to_play)))
    assert bot.asked == 60


def test_our_own_bots_get_the_view_itself() -> None:
    """They are not slowed down."""
    assert type(resolve("greedy").new(1)) is type(new_bot("greedy", 1))


def test_a_bot_from_a_file_plays_everywhere(file: str, command: Command) -> None:
    """In `simulate`, `play` and a game loop."""
    spec = f"{file}:Last"
    result = simulate([spec, "random"], lambda seed: new_setup(seed), games=2, seed=1)
    assert [seat.bot for seat in result.seats] == [spec, "random"]
    game = new_game(1)
    play_game(game, [resolve(spec).new(1), resolve("random").new(2)])
    assert game.over
    assert command("simulate", "--bots", f"{spec},random", "--games", "2", "--json").status == 0
    ran = command("play", "--seats", f"{spec},random", "--seed", "1")
    assert (ran.status, "Last" in ran.out) == (0, True)


@pytest.mark.parametrize("name", [*FAULTS, "Nobody"])
@pytest.mark.parametrize("arguments", [["simulate", "--games", "2", "--bots"], ["play", "--seats"]])
def test_a_fault_of_a_bot_is_one_line(file: str, command: Command, arguments: list[str], name: str) -> None:
    """With the bot, what it did and what was expected, and status 2."""
    ran = command(*arguments, f"{file}:{name},{file}:{name}", "--seed", "1")
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert f"{file}:{name}" in ran.err or name == "Nobody"
    assert FAULTS.get(name, "there is no class 'Nobody', it has Last, Greedy, Fails") in ran.err


@pytest.mark.parametrize("name", FAULTS)
def test_an_engine_never_returns_what_is_no_legal_answer(file: str, name: str) -> None:
    """It raises the same error, in `play` and in `analyse`, and the game is as it was."""
    game = kb.new_first_game(1)
    engine = kb.Engine(f"{file}:{name}")
    for call in (engine.play, engine.analyse):
        with pytest.raises(kb.BotError, match=re.escape(FAULTS[name].rstrip())):
            call(game)
    assert game == kb.new_first_game(1)


def test_an_illegal_answer_is_explained_with_the_rule_and_what_is_legal() -> None:
    """A maker of a bot sees why the hex is wrong and what would have been right."""

    class Corner:
        def answer(self, view: kb.View) -> str:
            return "a1"

    expected = (
        "Corner in turn 1 (view.turn 0) answered 'a1': a1 is not allowed: "
        "This hex is flower field; it must be grass. [R3.7]; "
        "expected one of the legal answers, by its number or name, such as "
    )
    with pytest.raises(kb.BotError, match=re.escape(expected)):
        kb.Engine(Corner).play(kb.new_first_game(1))


@pytest.mark.parametrize("answer", [True, [3], 84.0])
def test_only_numbers_and_names_are_answers(answer: object) -> None:
    """Other values that could pass for a number are refused."""

    class Says:
        def answer(self, view: kb.View) -> Any:
            return answer

    with pytest.raises(kb.BotError, match="expected one of the legal answers"):
        kb.Engine(Says).play(kb.new_first_game(1))


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_an_opponent_in_an_environment_is_the_same_error(file: str, name: str) -> None:
    """When it is made for a new game, or plays."""
    gymnasium = pytest.importorskip("gymnasium")
    env = gymnasium.make("kingdom_builder.env:KingdomBuilder-v0", opponents=f"{file}:{name}", seat=1, start=0)
    with pytest.raises(kb.BotError, match=re.escape(FAULTS[name].rstrip())):
        env.reset(seed=3)


def test_a_word_that_is_no_bot_is_explained_with_files(command: Command) -> None:
    """A file without its class, too."""
    ran = command("play", "--seats", "./my_bot.py,random")
    assert (ran.status, "a file and its class such as ./my_bot.py:MyBot" in ran.err) == (2, True)


def test_bots_from_files_and_classes_are_opponents_of_environments(file: str) -> None:
    """By the same names as elsewhere."""
    gymnasium = pytest.importorskip("gymnasium")
    name = "kingdom_builder.env.single:KingdomBuilder-v0"

    class Mine:
        def answer(self, view: kb.View) -> int:
            return view.legal_answers()[-1]

    observations = []
    for opponents in (f"{file}:Last", Mine, Mine()):
        env = gymnasium.make(name, opponents=opponents, seat=1, start=0)
        observation, _ = env.reset(seed=3, options={"setup_seed": 7})
        observations.append(observation["planes"].tolist())
    assert observations[0] == observations[1] == observations[2]


def test_a_file_of_bots_that_is_no_text_is_named_in_both_languages(command: Command, tmp_path: Path) -> None:
    """A byte order mark is no part of the text."""
    file = tmp_path / "bot.py"
    file.write_bytes(b"class Mine:\n    name = '\xff'\n")
    for language, words in (("en", "not a text file in UTF-8"), ("fr", "pas un fichier de texte en UTF-8")):
        ran = command("arena", "--bots", f"{file}:Mine,random", "--games", "2", "--language", language)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert str(file) in ran.err
        assert words in ran.err
    file.write_bytes(b"class Mine:\0")
    with pytest.raises(ValueError, match=r"bot\.py.*null bytes"):
        kb.Engine(f"{file}:Mine")
    file.write_bytes(b"\xef\xbb\xbfclass Mine:\n    def answer(self, view):\n        return view.legal_answers()[0]\n")
    assert kb.Engine(f"{file}:Mine").play(kb.new_first_game(1)).answer
