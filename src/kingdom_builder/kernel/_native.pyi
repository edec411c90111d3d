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
