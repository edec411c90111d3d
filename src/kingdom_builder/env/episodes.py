"""What all environments share: new games from a random number generator, rewards, episodes and rendering."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kingdom_builder.bots import Bot, new_bot
from kingdom_builder.engine import game as engine
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.view import View
from kingdom_builder.env.observation_spec import FULL, ObservationSpec
from kingdom_builder.library import Game
from kingdom_builder.render import fonts
from kingdom_builder.setup.builder import first_game, new_setup

Picture: TypeAlias = NDArray[np.uint8]
Opponent: TypeAlias = str | Bot
Opponents: TypeAlias = Opponent | Sequence[Opponent] | None
Rewards: TypeAlias = Callable[[Sequence[int]], list[float]]
"""Returns the rewards of all seats from their scores."""

RENDER_MODES = ("ansi", "svg", "rgb_array")
SETUP_SEED = "setup_seed"
"""The option of `reset` that gives the seed of the set-up."""
_SEEDS = 1 << 62
"""Seeds of set-ups are below this, so none is one that the arena rates bots on (`arena.setups`)."""
ILLEGAL_REWARD = -1.0


def winners_of(scores: Sequence[int]) -> list[int]:
    """Return the seats with the highest score; ties share the victory (R3.39).

    >>> winners_of([41, 50, 50])
    [1, 2]
    """
    best = max(scores)
    return [seat for seat, gold in enumerate(scores) if gold == best]


def rewards_of_winners(scores: Sequence[int]) -> list[float]:
    """Return 1 for a sole winner and -1 divided among the losers; a shared victory is in between. The sum is 0.

    >>> rewards_of_winners([41, 50, 47])
    [-0.5, 1.0, -0.5]
    """
    winners, players = winners_of(scores), len(scores)
    return [(players * (seat in winners) / len(winners) - 1) / (players - 1) for seat in range(players)]


def margins(scores: Sequence[int]) -> list[float]:
    """Return by how much gold each player has beaten the best of the others.

    >>> margins([41, 50, 47])
    [-9.0, 3.0, -3.0]
    """
    return [
        float(gold - max([other for i, other in enumerate(scores) if i != seat])) for seat, gold in enumerate(scores)
    ]


def win_rewards(game: engine.Game) -> list[float]:
    """Return the rewards for victory as the board is.

    >>> from kingdom_builder import new_first_game
    >>> win_rewards(new_first_game(1))
    [0.0, 0.0]
    """
    return rewards_of_winners(game.scores())


def margin_rewards(game: engine.Game) -> list[float]:
    """Return the margins as the board is.

    >>> from kingdom_builder import new_first_game
    >>> margin_rewards(new_first_game(1))
    [0.0, 0.0]
    """
    return margins(game.scores())


REWARDS: dict[str, Rewards] = {"win": rewards_of_winners, "margin": margins}


def rewards_named(name: str) -> Rewards:
    """Return the reward function of this name; raise ValueError if there is none."""
    if name not in REWARDS:
        raise ValueError(f"reward: {name!r} is not one of {', '.join(REWARDS)}")
    return REWARDS[name]


class GameFactory:
    """Creates games: the suggested first game (R2.9) with `first_game`, else with the options of `new_game`.

    >>> GameFactory(players=3, sets=["base", "nomads"]).spec == ObservationSpec(3, ("base", "nomads"))
    True
    """

    def __init__(
        self,
        *,
        players: int = 2,
        first_game: bool = False,
        full_observation: bool = False,
        scores: bool = False,
        **options: Any,
    ) -> None:
        """Check the options by creating a game; raise ValueError if they are not possible."""
        if first_game and options:
            raise ValueError(f"{', '.join(options)}: the first game has its own")
        self.players = players
        self._first_game = first_game
        self._options = options
        self.new_game(0)
        spec = FULL if full_observation else ObservationSpec(players, tuple(options.get("sets", ("base",))))
        self.spec = replace(spec, scores=scores)

    @property
    def options(self) -> dict[str, Any]:
        """The options of set-ups."""
        return {"players": self.players, "first_game": self._first_game, **self._options}

    def new_setup(self, seed: int) -> Setup:
        """Return the set-up of a seed."""
        if self._first_game:
            return first_game(seed, players=self.players)
        return new_setup(seed, players=self.players, **self._options)

    def new_game(self, seed: int) -> Game:
        """Return the game of a seed."""
        return Game(self.new_setup(seed))

    def draw(self, random: np.random.Generator, options: dict[str, Any] | None = None) -> Game:
        """Return a game with a random seed, or with the one in the options."""
        return self.new_game(draw_seed(random, options))


def draw_seed(random: np.random.Generator, options: dict[str, Any] | None = None) -> int:
    """Return a random seed of a set-up, or the one in the options."""
    seed = int(random.integers(_SEEDS))
    return seed if options is None else int(options.get(SETUP_SEED, seed))


def draw_seat(
    factory: GameFactory, fixed: int | None, opponents: Sequence[Opponent], random: np.random.Generator
) -> tuple[int, dict[int, int]]:
    """Return the agent's seat, drawn unless it is fixed, and a seed for each opponent that is a name, by seat."""
    own = int(random.integers(factory.players)) if fixed is None else fixed
    others = [seat for seat in range(factory.players) if seat != own]
    names = [seat for seat, opponent in zip(others, opponents, strict=True) if isinstance(opponent, str)]
    return own, {seat: int(random.integers(_SEEDS)) for seat in names}


def check_opponents(factory: GameFactory, opponents: Opponents, seat: int | None) -> Sequence[Opponent] | None:
    """Return an opponent for each other seat, None if the agent plays all; raise ValueError if it is not possible."""
    others = factory.players - 1
    if opponents is not None and (isinstance(opponents, str) or not isinstance(opponents, Sequence)):
        opponents = [opponents] * others
    if opponents is not None and len(opponents) != others:
        raise ValueError(f"opponents: {len(opponents)} for {others} seats")
    if seat is not None and seat not in range(factory.players):
        raise ValueError(f"seat: there is no seat {seat}, seats go from 0 to {others}")
    if seat is not None and opponents is None:
        raise ValueError("seat: without opponents all seats are played")
    for opponent in opponents or ():
        if isinstance(opponent, str):
            new_bot(opponent, 0)
    return opponents


class Episode:
    """A game that stops whenever the agent has to answer, and at its end.

    The agent plays one seat against bots, or all seats if there are no opponents; `seat` is the seat to play, or the
    last one at the end. Without history a game cannot be undone or recorded, but needs less memory.
    """

    game: Game
    view: View
    """The view of the seat."""

    def __init__(
        self, factory: GameFactory, opponents: Opponents, seat: int | None, reward: str, *, history: bool = True
    ) -> None:
        """Set the opponents, one for each other seat or one for all, and the agent's seat, None for a random one."""
        self.factory = factory
        self._opponents = check_opponents(factory, opponents, seat)
        self._fixed = seat
        self._pay = rewards_named(reward)
        self._history = history
        self._bots: dict[int, Bot] = {}
        self._views: list[View] = []
        self._illegal: str | None = None
        self.seat = 0

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle without views, which refer to the game of the original."""
        return {name: value for name, value in self.__dict__.items() if name not in ("view", "_views")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Create the views of the copy."""
        self.__dict__.update(state)
        if "game" in state:
            self.show(self.game)

    def begin(self, random: np.random.Generator, options: dict[str, Any] | None = None) -> None:
        """Begin a game; skip one in which the agent never has to answer."""
        self._illegal = None
        while True:
            game = self.factory.draw(random, options)
            self.show(game)
            if self._opponents is not None:
                self._take_seat(self._opponents, random)
            if self._play_bots():
                return

    def show(self, game: Game) -> None:
        """Set the game, and the view of the seat."""
        self.game = game
        self._views = [game.view(seat) for seat in range(self.factory.players)]
        self.view = self._views[self.seat]

    def _take_seat(self, opponents: Sequence[Opponent], random: np.random.Generator) -> None:
        """Draw the agent's seat unless it is fixed, and create bots for the others."""
        self.seat, seeds = draw_seat(self.factory, self._fixed, opponents, random)
        others = [seat for seat in range(self.factory.players) if seat != self.seat]
        self._bots = {
            seat: new_bot(opponent, seeds[seat]) if isinstance(opponent, str) else opponent
            for seat, opponent in zip(others, opponents, strict=True)
        }

    def play(self, answer: int) -> bool:
        """Play an answer and those of the bots; return False at the end of the game or after an illegal answer."""
        try:
            self.game.play(answer)
        except IllegalAnswer as error:
            self._illegal = str(error)
            return False
        return self._play_bots()

    def _play_bots(self) -> bool:
        """Let the bots play until the agent has to answer; return False if the game is over."""
        game, bots = self.game, self._bots
        if not self._history:
            game.history = None
        while (seat := game.to_play) is not None:
            if seat not in bots:
                self.seat, self.view = seat, self._views[seat]
                return True
            game.play(bots[seat].answer(self._views[seat]))
        return False

    def result(self) -> tuple[float, dict[str, Any]]:
        """Return the reward of the seat at the end, and the info."""
        if self._illegal is not None:
            return ILLEGAL_REWARD, {"illegal": self._illegal}
        return end_of_game(self.game.scores(), self._pay, self.seat, all_seats=not self._bots)


def end_of_game(scores: list[int], pay: Rewards, seat: int, *, all_seats: bool) -> tuple[float, dict[str, Any]]:
    """Return the reward of a seat at the end, and the info; it has all rewards if the agent has played all seats."""
    rewards = pay(scores)
    info: dict[str, Any] = {"scores": scores, "winners": winners_of(scores)}
    return rewards[seat], {**info, "rewards": rewards} if all_seats else info


def check_render_mode(mode: str | None) -> None:
    """Raise ValueError for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: {mode!r} is not one of {', '.join(RENDER_MODES)}")


def render(game: Game, mode: str | None) -> str | Picture | None:
    """Return the board as text, as SVG, or as an array of height, width and RGB."""
    if mode == "ansi":
        return game.to_text()
    if mode == "svg":
        return game.to_svg()
    if mode == "rgb_array":
        from PIL import Image  # only this mode needs these two
        from resvg_py import svg_to_bytes

        svg = game.to_svg()
        png = bytes(svg_to_bytes(svg_string=svg, **fonts.options(svg)))
        return np.array(Image.open(BytesIO(png)).convert("RGB"))
    return None
