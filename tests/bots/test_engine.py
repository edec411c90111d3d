"""Any bot is an engine: it proposes moves and analyses games, with a budget."""

from __future__ import annotations

from pathlib import Path

import pytest

import kingdom_builder as kb

SHORT_BOT = Path(__file__).parents[2] / "examples" / "short_bot.py"


class First:
    """Answers with the name of the first legal answer."""

    def answer(self, view: kb.View) -> str:
        """Return a name."""
        return str(view.legal_answers()[0])


@pytest.mark.parametrize("bot", ["champion", "greedy", "random", f"{SHORT_BOT}:ShortBot", First, First()])
def test_every_bot_is_an_engine(bot: str | type[First] | First) -> None:
    """It plays and analyses a game and a view, and changes nothing."""
    game = kb.new_first_game(3)
    before = game.copy()
    engine = kb.Engine(bot)
    for what in (game, game.view(game.to_play or 0)):
        move = engine.play(what, "50e")
        assert game.is_legal(move.answer)
        assert move.turn[0] == move.answer
        first, *_ = engine.analyse(what, "50e", best=2)
        assert game.is_legal(first.answers[0])
        for answer in first.answers:
            before.play(answer)
        before = game.copy()
    assert game == before


def test_a_whole_game_between_engines() -> None:
    """Engines play a game to its end, a turn or an answer at a time."""
    game = kb.new_first_game(4)
    engines = (kb.Engine("greedy"), kb.Engine(First))
    while game.to_play is not None:
        game.play(engines[game.to_play].play(game).answer)
    assert game.over


def test_an_engine_makes_a_bot_object_for_each_seat_of_each_game() -> None:
    """An object answers for its seat while the game goes on; another game or an undone answer has a new one."""
    made: list[object] = []

    class Counting(First):
        def __init__(self) -> None:
            made.append(self)

    game = kb.new_first_game(4)
    engine = kb.Engine(Counting)
    for _ in range(20):
        game.play(engine.play(game).answer)
    assert len(made) == 2
    engine.play(game)
    engine.play(game)
    assert len(made) == 3  # nothing was played between these two
    game.undo()
    engine.play(game)
    assert len(made) == 4
    engine.play(kb.new_first_game(4))
    assert len(made) == 5


@pytest.mark.parametrize("bot", ["random", "champion"])
def test_an_engine_gives_the_same_answer_for_an_unchanged_game(bot: str) -> None:
    """Earlier calls have no influence."""
    game = kb.new_first_game(4)
    engine = kb.Engine(bot)
    assert len({engine.play(game, "50e") for _ in range(5)}) == 1


def test_analysis_is_the_same_with_a_budget_in_evaluations() -> None:
    """The best turns come first, each with what it earns."""
    game = kb.new_first_game(1)
    found = kb.analyse(game, "300e", best=3, games=1)
    assert found == kb.analyse(game, "300e", best=3, games=1)
    assert [turn.value for turn in found] == sorted((turn.value for turn in found), reverse=True)
    assert len(found) == 3
    assert set(found[0].expected) == {"fishermen", "knights", "merchants", "castle", "in_game"}
    assert str(found[0]).startswith(str(found[0].answers[0]))
    assert kb.analyse(game, "0.01s")


def test_errors_of_engines_are_clear() -> None:
    """A wrong bot, a wrong budget, a view of another seat and a finished game are named."""
    game = kb.new_first_game(1)
    with pytest.raises(ValueError, match="'grandmaster' is not a bot"):
        kb.Engine("grandmaster")
    with pytest.raises(ValueError, match="'fast' is not a budget"):
        kb.analyse(game, "fast")
    with pytest.raises(ValueError, match="5 is not a budget"):
        kb.analyse(game, 5)  # type: ignore[arg-type]
    for budget in (f"{10**12 + 1}e", "9" * 5000 + "e", "9" * 500 + "s", "٣e", "0e"):
        with pytest.raises(ValueError, match=r"is not a budget: expected .* at most 1000000000000"):
            kb.analyse(game, budget)
    for too_much in (2**63, 10**5000):
        with pytest.raises(ValueError, match="evaluations: expected at most 1000000000000"):
            kb.Budget(evaluations=too_much)
    with pytest.raises(ValueError, match="seconds: expected a number above 0, not '1s'"):
        kb.Budget("1s")  # type: ignore[arg-type]
    for name, least in (("best", 1), ("games", 0)):
        with pytest.raises(ValueError, match=f"{name}: expected a whole number from {least}, not -1"):
            kb.analyse(game, "1e", **{name: -1})
    with pytest.raises(TypeError, match="expected a game or a view, not 'game'"):
        kb.Engine("greedy").play("game")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="has to answer"):
        kb.analyse(game.view(1 - (game.to_play or 0)))
    while not game.over:
        game.play(game.legal_answers()[0])
    with pytest.raises(ValueError, match="the game is over"):
        kb.Engine("greedy").play(game)
