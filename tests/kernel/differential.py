"""Plays the same game in Python and in the kernel and compares them after every answer."""

from __future__ import annotations

import random
from typing import Any

from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hooks import Score
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.kernel import games
from kingdom_builder.kernel.convert import position_values
from tests.kernel.rare_games import RarePlayers, give_tiles, rare_game
from tests.kernel.seen import Seen
from tests.random_play import MOST_ANSWERS, EndlessGame

SCORES_EVERY, LOAD_EVERY, COPY_EVERY = 7, 11, 29
"""After how many answers scores are compared, the kernel loads the position, and a copy plays on."""

KernelGame = Any
"""A game in the kernel."""


class Difference(AssertionError):  # noqa: N818 - reports print this name
    """The kernel plays another game than Python."""


def compare(game: Game, kernel: KernelGame) -> None:
    """Raise Difference unless both have the same position and the same question."""
    _same("the legal answers", game.legal_answers(), kernel.legal_answers())
    _same("the position", position_values(game), kernel.values())
    _same("the seat, the end and the turn", _clock(game), _clock(kernel))


def compare_scores(game: Game, kernel: KernelGame) -> None:
    """Raise Difference unless all players have the same gold from the same hexes, line by line."""
    _same("the scores", game.scores(), kernel.scores())
    for seat in range(game.setup.players):
        _same(f"the score lines of seat {seat}", python_score(game, seat), kernel.score(seat))


def python_score(game: Game, seat: int) -> list[Score]:
    """Return the gold and the hexes of each source; also the hexes of sources without gold."""
    return [scorer(game, seat) for _, scorer in game.rules.scorers]


def compare_game(seed: int, seen: Seen | None = None) -> int:
    """Play one game to its end in both; return the number of answers. Raise Difference."""
    game = rare_game(seed)
    kernel = games.load(game) if game.setup.seed is None else games.begin(game.setup)
    if seen is not None:
        seen.watch(game)
    return compare_from(game, kernel, seed, seen)


def compare_from(game: Game, kernel: KernelGame, seed: int, seen: Seen | None = None) -> int:
    """Play on from a position to the end of the game; return the number of answers. Raise Difference."""
    players, chance = RarePlayers(seed, game.setup.players), random.Random(seed)
    gives = chance.random() < 0.4
    played: list[int] = []
    try:
        while True:
            compare(game, kernel)
            count = len(played)
            if count % SCORES_EVERY == 0 or game.over:
                compare_scores(game, kernel)
                if seen is not None:
                    seen.scores(game)
            if game.over:
                return count
            if count == MOST_ANSWERS:
                raise EndlessGame(f"not over after {count} answers")
            if gives and not game.stack and chance.random() < 0.15:
                give_tiles(game, chance)
                kernel = games.load(game)
                compare(game, kernel)
            if count % LOAD_EVERY == 3 or (game.stack and chance.random() < 0.2):
                kernel = _loaded(game, kernel)
            if count % COPY_EVERY == 5:
                _play_copy(game, kernel, chance)
            answer = players.answer(game)
            if seen is not None:
                seen.answer(game, answer)
            game.play(answer)
            played.append(answer)
            kernel.play(answer)
    except Difference as error:
        question = game.question.stage if game.question else "no question"
        raise Difference(f"seed {seed}, after {len(played)} answers ({played[-6:]}), {question}: {error}") from None


def _loaded(game: Game, kernel: KernelGame) -> KernelGame:
    """Return the game of the kernel loaded from Python's position; it must be the same."""
    loaded = games.load(game)
    _same("the position loaded", kernel.values(), loaded.values())
    return loaded


def _play_copy(game: Game, kernel: KernelGame, chance: random.Random) -> None:
    """Play a copy to its end, and an answer that is not legal: neither changes the game."""
    copy = kernel.copy()
    copy.play_random(chance.getrandbits(64))
    _same("the end of random play", True, copy.over)
    illegal = chance.randrange(-2, 552)
    if illegal not in game.legal_answers():
        _same(f"the error for {illegal}", _error(game, illegal), _error(kernel, illegal))
    compare(game, kernel)


def _error(game: Any, answer: int) -> str:
    try:
        game.play(answer)
    except (IllegalAnswer, ValueError):
        return "not legal"
    return "played"


def _clock(game: Any) -> tuple[int | None, bool, int, int]:
    return game.to_play, game.over, game.turn, game.active


def _same(what: str, python: object, kernel: object) -> None:
    if python != kernel:
        if isinstance(python, (tuple, list)) and isinstance(kernel, (tuple, list)) and len(python) == len(kernel):
            pairs = enumerate(zip(python, kernel, strict=True))
            differing = [f"[{i}] {mine!r} and {other!r}" for i, (mine, other) in pairs if mine != other]
            raise Difference(f"{what}: Python and the kernel have {', '.join(differing)}")
        raise Difference(f"{what}: Python has {python!r}, the kernel {kernel!r}")
