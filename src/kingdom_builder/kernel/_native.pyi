"""The extension module that native/build.py compiles."""

from typing import Any, final

from typing_extensions import Buffer

INTERFACE: int
BUILD: str

def version() -> str:
    """Return the compiler that built the kernel."""

def geometry(tables: tuple[Any, ...], /) -> None:
    """Set the geometry of the board, once for all games."""

def declarations(tables: tuple[Any, ...], /) -> Any:
    """Return the declarations of tiles and cards."""

def setup(declarations: Any, values: tuple[Any, ...], /) -> Any:
    """Return a set-up; raise NotImplementedError if the kernel cannot play it."""

def supports(declarations: Any, numbers: tuple[int, ...], /) -> bool:
    """Return whether the kernel knows all actions with these numbers."""

def board_part(values: tuple[Any, ...], /) -> Any:
    """Return a part of a board."""

def setup_plan(
    setup: Any,
    sections: tuple[tuple[Any, ...], ...],
    cards: tuple[tuple[int, tuple[Any, ...] | None], ...],
    wanted_sections: tuple[tuple[int, int], ...],
    wanted_cards: tuple[int, ...],
    start: int,
    deck_seed: int | None,
    sections_stream: int,
    turns_stream: int,
    cards_stream: int,
    start_stream: int,
    deck_stream: int,
    /,
) -> Any:
    """Return a plan that draws set-ups from seeds; -1 stands for what is drawn."""

def layout(values: tuple[Any, ...], /) -> Any:
    """Return the layout of observations; raise NotImplementedError if the kernel does not know a group."""

def observer(layout: Any, planes: Buffer, vector: Buffer, mask: Buffer, /) -> Observer:
    """Return what writes observations into these arrays; planes are int8 or float32."""

def batch(
    games: int, layout: Any, planes: Buffer | None, vectors: Buffer | None, masks: Buffer, seats: Buffer, /
) -> Batch:
    """Return games that are played together; without a layout they have masks alone: int8, or bits in uint64."""

def deal(setup: Any, cards: bytes, /) -> Game | tuple[bytes, int]:
    """Begin a game with these cards; if one is missing, return its pile and the number of piles so far."""

def begin(setup: Any, seed: int, /) -> Game:
    """Begin a game."""

def load(setup: Any, position: tuple[Any, ...], /) -> Game:
    """Return a game in a given position."""

def sample(game: Game, seat: int, seed: int, /) -> None:
    """Replace all cards that are hidden from a seat, as `View.sample` does."""

def cards(game: Game, /) -> tuple[int, bytes, bytes, bytes, int, tuple[bytes, ...]]:
    """Return seed, draw pile, discard pile, removed cards and number of shuffles of the deck, and the hands."""

def evaluator(setup: Any, tables: tuple[Any, ...], /) -> Any:
    """Return an evaluator; raise NotImplementedError if the kernel cannot evaluate such games."""

def value(evaluator: Any, game: Game, seat: int, /) -> float:
    """Return by how much gold a seat is expected to beat the best of the others."""

def plan(
    evaluator: Any,
    game: Game,
    seat: int,
    width: int,
    breadth: int,
    rollout_plans: int,
    evaluations: int,
    seconds: float,
    error: float,
    notices: float,
    state: Any,
    /,
) -> tuple[list[tuple[float, tuple[int, ...]]], int, Any]:
    """Return plans of a turn with their values, what was spent, and the new random state; -1 is no limit."""

def play_bots(
    evaluator: Any,
    game: Game,
    seeds: tuple[int, ...],
    width: int,
    breadth: int,
    rollout_plans: int,
    error: float,
    notices: float,
    first_evaluations: int,
    first_seconds: float,
    later_evaluations: int,
    later_seconds: float,
    /,
) -> None:
    """Let planning bots with these seeds play a game to its end; -1 is no limit of a search.

    The first search of a turn has one budget, every later one of the turn another.
    """

def playouts(
    evaluator: Any,
    game: Game,
    seat: int,
    plans: tuple[tuple[int, ...], ...],
    seeds: tuple[int, ...],
    width: int,
    breadth: int,
    evaluations: int,
    to_end: bool,
    limit: int,
    /,
) -> tuple[list[float], list[int], int]:
    """Play on from plans with the hidden cards of each seed, by searches of so many evaluations a turn.

    Return the values of the player's next turn for every deal and plan; if games are played to the end, the gold for
    every deal, plan, player and source; what was spent. No deal is begun beyond the limit.
    """

def greedy(game: Game, seat: int, /) -> list[int]:
    """Return the answers that lead to the best score at once, in the order of the legal answers."""

def random_bots(setup: Any, deck_seed: int, seeds: tuple[int, ...], /) -> tuple[int, int, list[int]]:
    """Let random bots with these seeds play a game; return decisions, turns and scores."""

@final
class Game:
    """A game in the kernel."""

    @property
    def to_play(self) -> int | None:
        """Return the seat that must answer; None if the game is over."""
    @property
    def over(self) -> bool:
        """Return whether the game is over."""
    @property
    def turn(self) -> int:
        """Return the number of the turn."""
    @property
    def active(self) -> int:
        """Return the seat whose turn it is."""
    def copy(self) -> Game:
        """Return an independent copy."""
    def play(self, answer: int, /) -> None:
        """Play a legal answer."""
    def after(self, answer: int, cards: bytes, /) -> Game | tuple[bytes, int]:
        """Return the game after an answer that draws these cards; if one is missing, its pile as `deal` does."""
    def answer_at(self, share: float, /) -> int:
        """Return the legal answer at a share of all, from 0 to below 1."""
    def write_mask(self, mask: Buffer, /) -> None:
        """Write the mask of the legal answers into an array of int8."""
    def legal_answers(self) -> list[int]:
        """Return the legal answers."""
    def scores(self) -> list[int]:
        """Return the gold of each seat."""
    def score(self, seat: int, /) -> list[tuple[int, int]]:
        """Return the gold and the hexes that earn it, for each source."""
    def play_random(self, seed: int, /) -> int:
        """Play random answers to the end of the game; return how many."""
    def playouts(self, games: int, seed: int, /) -> tuple[int, list[int]]:
        """Play random games from here; return their number of answers and the sum of each seat's scores."""
    def values(self) -> tuple[Any, ...]:
        """Return the position as the values that `load` reads."""

@final
class Observer:
    """The arrays of one observation in the kernel."""

    def write(self, game: Game, seat: int, /) -> None:
        """Write what a seat sees."""
    def list(self, game: Game, seat: int, /) -> list[float]:
        """Write what a seat sees; return planes and vector as one list."""
    def forget(self) -> None:
        """Forget what is written, because the arrays have been changed."""

@final
class Batch:
    """Games that are played together; -1 as the agent's seat means all seats."""

    def begin(self, game: int, setup: Any, deck_seed: int, agent: int, bots: tuple[int, ...], /) -> bool:
        """Begin a game against random bots with these seeds; return whether the agent has to answer."""
    def draw(self, game: int, plan: Any, seed: int, agent: int, bots: tuple[int, ...], /) -> bool:
        """Begin the game of a seed."""
    def load(self, game: int, other: Game, seat: int, /) -> None:
        """Continue from another game, seen from a seat."""
    def write(self, game: int, /) -> None:
        """Write the observation, the mask and the seat of a game."""
    def step(self, answers: Buffer, ended: Buffer, plan: Any = None, /) -> int:
        """Play an answer in each game; return how many have ended. With a plan, others begin in their place."""
    def play(self, game: int, answer: int, /) -> bool:
        """Play an answer in one game; return whether the agent has to answer again."""
    def random_answers(self, answers: Buffer, /) -> None:
        """Choose a random legal answer in each game."""
    def answers_at(self, shares: Buffer, answers: Buffer, /) -> None:
        """Choose in each game the legal answer at a share of all, in the order of their numbers."""
    def seed(self, seed: int, /) -> None:
        """Set the seed of random answers and of games that begin by themselves."""
    def result(self, game: int, /) -> tuple[bool, list[int]]:
        """Return whether the last answer was illegal, and the scores."""
    def answers(self, game: int, /) -> list[int]:
        """Return all answers of a game."""
