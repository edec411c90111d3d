"""Observations of one game that goes on: the compiled kernel writes them where it can, else Python, both the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from kingdom_builder import kernel
from kingdom_builder.engine.position import Snapshot
from kingdom_builder.engine.view import View
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.kernel_encoder import new_observer
from kingdom_builder.env.observation_spec import ObservationSpec
from kingdom_builder.game import Game
from kingdom_builder.kernel import games


class GameEncoder:
    """The observations of a game, in an encoder for each seat or in one for all; the arrays are reused.

    The game is played in Python. A copy in the kernel plays the same answers when an observation is needed; after an
    undo it begins again from the position.
    """

    def __init__(self, spec: ObservationSpec, encoders: int = 1) -> None:
        """Create the arrays; there is no game yet."""
        self._spec = spec
        self._encoders = [Encoder(spec) for _ in range(encoders)]
        self._observers: list[Any] = [None] * encoders
        self._written: list[tuple[int, Snapshot | None] | None] = [None] * encoders
        self._game: Game | None = None
        self._views: list[View] = []
        self._copy: Any = None
        self._past: Snapshot | None = None

    def __reduce__(self) -> tuple[Callable[..., GameEncoder], tuple[ObservationSpec, int]]:
        """Copy and pickle without a game: the next one is written as a whole."""
        return GameEncoder, (self._spec, len(self._encoders))

    def write(self, game: Game, seat: int) -> Encoder:
        """Write what a seat sees now unless it has been written; return the encoder."""
        if game is not self._game:
            self._follow(game)
        row = seat if len(self._encoders) > 1 else 0
        written = self._written[row]
        if written is None or written[0] != seat or written[1] is not game.history:
            if not self._write_in_kernel(game, seat, row):
                self._write_in_python(seat, row)
            self._written[row] = seat, game.history
        return self._encoders[row]

    def _follow(self, game: Game) -> None:
        """Write the observations of another game."""
        self._game, self._copy = game, None
        self._views = [game.view(seat) for seat in range(len(game.players))]
        self._written = [None] * len(self._encoders)
        if kernel.available() and games.supports(game):
            with suppress(NotImplementedError):
                self._load(game)

    def _load(self, game: Game) -> None:
        self._copy, self._past = games.load(game), game.history

    def _write_in_kernel(self, game: Game, seat: int, row: int) -> bool:
        """Write what a seat sees; return False if the kernel cannot: then Python writes the rest of this game."""
        if self._copy is None:
            return False
        observer = self._observers[row] or new_observer(self._encoders[row])
        try:
            if observer is not None:
                self._catch_up(game)
                observer.write(self._copy, seat)
        except (NotImplementedError, ValueError):
            observer = None
        if observer is None:
            self._copy = None
            return False
        self._observers[row] = observer
        return True

    def _catch_up(self, game: Game) -> None:
        """Play in the kernel what has been played in Python."""
        if game.history is self._past:
            return
        answers = game.answers_since(self._past)
        if answers is None:
            self._load(game)
            return
        for answer in answers:
            self._copy.play(answer)
        self._past = game.history

    def _write_in_python(self, seat: int, row: int) -> None:
        if self._observers[row] is not None:  # Python's encoder does not know what the kernel has written
            self._observers[row], self._encoders[row] = None, Encoder(self._spec)
        self._encoders[row].write(self._views[seat])
