"""The extension module that native/build.py compiles."""

from typing import Any, final

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

def play_on(evaluator: Any, game: Game, seat: int, answers: tuple[int, ...], /) -> list[int]:
    """Play answers, then quick searches to the end of the game; return the gold of a seat by source."""

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
    def legal_answers(self) -> list[int]:
        """Return the legal answers."""
    def scores(self) -> list[int]:
        """Return the gold of each seat."""
    def score(self, seat: int, /) -> list[tuple[int, int]]:
        """Return the gold and the hexes that earn it, for each source."""
    def play_random(self, seed: int, /) -> int:
        """Play random answers to the end of the game; return how many."""
    def values(self) -> tuple[Any, ...]:
        """Return the position as the values that `load` reads."""
