"""What all faces share: how a game is begun from a generator of random numbers, what it pays, how it is drawn."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kingdom_builder.bots import Bot, new_bot
from kingdom_builder.engine.game import Game, new_first_game, new_game
from kingdom_builder.engine.turn import IllegalAnswer
from kingdom_builder.engine.view import View
from kingdom_builder.env.layout import FULL, Layout

Picture: TypeAlias = NDArray[np.uint8]
Opponent: TypeAlias = str | Bot
Opponents: TypeAlias = Opponent | Sequence[Opponent] | None
Rewards: TypeAlias = Callable[[Game], list[float]]

RENDER_MODES = ("ansi", "svg", "rgb_array")
SETUP_SEED = "setup_seed"
"""The option of `reset` that chooses the set-up by its seed."""
_SEEDS = 1 << 62
"""Set-ups are drawn below this, so none is ever one that the arena rates on (`arena.setups`)."""
ILLEGAL_REWARD = -1.0


def win_rewards(game: Game) -> list[float]:
    """Return 1 for a victory of one's own and -1 shared by the losers; a shared victory lies between. The sum is 0.

    >>> win_rewards(new_first_game(1))
    [0.0, 0.0]
    """
    winners, players = game.winners(), len(game.seats)
    return [(players * (seat in winners) / len(winners) - 1) / (players - 1) for seat in range(players)]


def margin_rewards(game: Game) -> list[float]:
    """Return by how much gold each player has beaten the best of the others.

    >>> margin_rewards(new_first_game(1))
    [0.0, 0.0]
    """
    scores = game.scores()
    return [float(gold - max(scores[:seat] + scores[seat + 1 :])) for seat, gold in enumerate(scores)]


REWARDS: dict[str, Rewards] = {"win": win_rewards, "margin": margin_rewards}


def rewards_named(name: str) -> Rewards:
    """Return how games pay; ValueError if there is no such way."""
    if name not in REWARDS:
        raise ValueError(f"reward: {name!r} is not one of {', '.join(REWARDS)}")
    return REWARDS[name]


class Table:
    """Begins games: `first_game` for the suggested first game (R2.9), else any options of `new_game`.

    >>> Table(players=3, sets=["base", "nomads"]).layout == Layout(3, ("base", "nomads"))
    True
    """

    def __init__(
        self,
        *,
        players: int = 2,
        first_game: bool = False,
        full_layout: bool = False,
        scores: bool = False,
        **options: Any,
    ) -> None:
        """Check the options by beginning a game; ValueError says what cannot be."""
        if first_game and options:
            raise ValueError(f"{', '.join(options)}: the first game has its own")
        self.players = players
        self._first_game = first_game
        self._options = options
        self.new_game(0)
        layout = FULL if full_layout else Layout(players, tuple(options.get("sets", ("base",))))
        self.layout = replace(layout, scores=scores)

    def new_game(self, seed: int) -> Game:
        """Begin the game of a seed."""
        if self._first_game:
            return new_first_game(seed, players=self.players)
        return new_game(seed, players=self.players, **self._options)

    def draw(self, random: np.random.Generator, options: dict[str, Any] | None = None) -> Game:
        """Begin the next game, or the one that the options choose."""
        seed = int(random.integers(_SEEDS))
        return self.new_game((options or {}).get(SETUP_SEED, seed))


class Episode:
    """A game that stands still whenever an answer is wanted from outside, and at its end.

    The answers are those of one seat against bots, or of all seats where there are no opponents; `seat` is the one that
    is asked, or was at the end. Without history a game cannot be undone or recorded, but needs less memory.
    """

    game: Game
    view: View
    """What the seat sees."""

    def __init__(
        self, table: Table, opponents: Opponents, seat: int | None, reward: str, *, history: bool = True
    ) -> None:
        """Take the opponents, one for each other seat or one for all, and the own seat, None to draw it each time."""
        others = table.players - 1
        if opponents is not None and (isinstance(opponents, str) or not isinstance(opponents, Sequence)):
            opponents = [opponents] * others
        if opponents is not None and len(opponents) != others:
            raise ValueError(f"opponents: {len(opponents)} for {others} seats")
        if seat is not None and seat not in range(table.players):
            raise ValueError(f"seat: there is no seat {seat}, seats go from 0 to {others}")
        if seat is not None and opponents is None:
            raise ValueError("seat: without opponents all seats are played")
        for opponent in opponents or ():
            if isinstance(opponent, str):
                new_bot(opponent, 0)
        self.table = table
        self._opponents = opponents
        self._fixed = seat
        self._pay = rewards_named(reward)
        self._history = history
        self._bots: dict[int, Bot] = {}
        self._views: list[View] = []
        self._illegal: str | None = None
        self.seat = 0

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle without views, which are windows on the game of the original."""
        return {name: value for name, value in self.__dict__.items() if name not in ("view", "_views")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Look at the game of the copy."""
        self.__dict__.update(state)
        if "game" in state:
            self.show(self.game)

    def begin(self, random: np.random.Generator, options: dict[str, Any] | None = None) -> None:
        """Begin a game; one in which nothing is ever asked from outside is passed over."""
        self._illegal = None
        while True:
            game = self.table.draw(random, options)
            self.show(game)
            if self._opponents is not None:
                self._take_seat(self._opponents, random)
            if self._go_on():
                return

    def show(self, game: Game) -> None:
        """Put a game on the table, of which the seat sees its part."""
        self.game = game
        self._views = [game.view(seat) for seat in range(self.table.players)]
        self.view = self._views[self.seat]

    def _take_seat(self, opponents: Sequence[Opponent], random: np.random.Generator) -> None:
        """Draw the own seat unless it is chosen, and let the bots take the others."""
        self.seat = int(random.integers(self.table.players)) if self._fixed is None else self._fixed
        others = [seat for seat in range(self.table.players) if seat != self.seat]
        self._bots = {
            seat: new_bot(opponent, int(random.integers(_SEEDS))) if isinstance(opponent, str) else opponent
            for seat, opponent in zip(others, opponents, strict=True)
        }

    def play(self, answer: int) -> bool:
        """Play an answer and those of the bots; return whether it goes on, which it does not after an illegal one."""
        try:
            self.game.play(answer)
        except IllegalAnswer as error:
            self._illegal = str(error)
            return False
        return self._go_on()

    def _go_on(self) -> bool:
        """Let the bots play up to the next question from outside; return False if there is none."""
        game, bots = self.game, self._bots
        if not self._history:
            game.past = None
        while (seat := game.to_play) is not None:
            if seat not in bots:
                self.seat, self.view = seat, self._views[seat]
                return True
            game.play(bots[seat].answer(self._views[seat]))
        return False

    def result(self) -> tuple[float, dict[str, Any]]:
        """Return what the seat gets at the end, and what is to be known of it."""
        if self._illegal is not None:
            return ILLEGAL_REWARD, {"illegal": self._illegal}
        rewards = self._pay(self.game)
        info = {"scores": self.game.scores(), "winners": self.game.winners()}
        return rewards[self.seat], info if self._bots else {**info, "rewards": rewards}


def check_render_mode(mode: str | None) -> None:
    """Raise ValueError for a way to draw that does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: {mode!r} is not one of {', '.join(RENDER_MODES)}")


def render(game: Game, mode: str | None) -> str | Picture | None:
    """Draw the board: as text, as SVG, or as an array of height, width and RGB."""
    if mode == "ansi":
        return game.to_text()
    if mode == "svg":
        return game.to_svg()
    if mode == "rgb_array":
        from resvg_py import svg_to_bytes  # only pictures need it

        return read_png(bytes(svg_to_bytes(svg_string=game.to_svg())))
    return None


def read_png(data: bytes) -> Picture:
    """Return the pixels of a PNG with 8 bits for each of R, G, B and A, without the last."""
    width, height = struct.unpack(">II", data[16:24])
    packed = b""
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + 4 * width)
    return _unfiltered(lines[:, 0], lines[:, 1:].reshape(height, width, 4).astype(np.int64))[:, :, :3].copy()


def _unfiltered(kinds: NDArray[np.uint8], values: NDArray[np.int64]) -> Picture:
    """Undo the filters of a PNG's lines: each value is the difference to a guess from the pixels before it.

    All pixels of a diagonal depend on the two diagonals before alone, so they are found at once. Column t of `found` is
    diagonal t - 1, row r + 1 is line r: to the left is what was found one diagonal before in the same row.
    """
    height, width, channels = values.shape
    found = np.zeros((height + 1, height + width + 1, channels), np.int64)
    kind = kinds[:, None]
    rows = np.arange(height)
    for diagonal in range(height + width - 1):
        first, last = max(0, diagonal - width + 1), min(height, diagonal + 1)
        here = rows[first:last]
        left, up, corner = found[here + 1, diagonal + 1], found[here, diagonal + 1], found[here, diagonal]
        left = np.where((here == diagonal)[:, None], 0, left)
        corner = np.where((here == diagonal)[:, None], 0, corner)
        guess = left + up - corner
        a, b, c = abs(guess - left), abs(guess - up), abs(guess - corner)
        nearest = np.where((a <= b) & (a <= c), left, np.where(b <= c, up, corner))
        guess = np.choose(kind[here], (np.zeros_like(left), left, up, (left + up) // 2, nearest))
        found[here + 1, diagonal + 2] = (values[here, diagonal - here] + guess) & 255
    skew = rows[:, None] + np.arange(width)
    picture: Picture = found[rows[:, None] + 1, skew + 2].astype(np.uint8)
    return picture
