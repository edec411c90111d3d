"""The parts of a table's public view that are kept from one move to the next: most moves change one player.

A player's state is copied before it is changed, so the same object means that nothing has changed. Parts are kept as
bytes: they are not written again, and the garbage collector does not look at them.
"""

from __future__ import annotations

from typing import Any

import orjson

from kingdom_builder.engine.game import Game
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.setup import Setup
from kingdom_builder.formats.position_file import (
    changed_player_fields,
    next_position_document,
    player_document,
    position_document,
)
from kingdom_builder.server.json_bytes import kept_bytes
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.table.board_views import PlayerContents, board_contents, player_contents
from kingdom_builder.table.views import PublicParts, score_line


class _KeptPlayer:
    """What is written of one player."""

    def __init__(self, game: Game, seat: int) -> None:
        self._state = game.players[seat]
        self._turn = game.turn
        document = player_document(self._state, game.turn)
        self._fields = {name: _written_field(value) for name, value in document.items()}
        self.document = _written(self._fields)
        self.contents = _written_contents(seat, self._state)
        self._scored: PlayerState | None = None
        self._scores: list[tuple[int, int]] = [(-1, 0)] * len(game.rules.scorers)
        self.score_lines: list[orjson.Fragment] = [_written(None)] * len(game.rules.scorers)

    def update(self, game: Game, seat: int) -> None:
        """Write again what has changed."""
        before, state, turn = self._state, game.players[seat], game.turn
        if state is before and (turn == self._turn or not state.tiles):  # the turn locks tiles
            return
        for name, value in changed_player_fields(before, self._turn, state, turn):
            self._fields[name] = _written_field(value)
        self.document = _written(self._fields)
        if (
            state.settlements != before.settlements
            or state.tokens is not before.tokens
            or state.extra is not before.extra
        ):
            self.contents = _written_contents(seat, state)
        self._state, self._turn = state, turn

    def update_scores(self, game: Game, seat: int, shared: list[int]) -> None:
        """Write the score lines again that have changed; those with the indexes `shared` depend on the others too."""
        scorers = game.rules.scorers
        is_same, self._scored = self._scored is self._state, self._state
        for i in shared if is_same else range(len(scorers)):
            name, scorer = scorers[i]
            found = scorer(game, seat)
            if found != self._scores[i]:
                self._scores[i] = found
                self.score_lines[i] = _written(score_line(name, *found))


class KeptParts(PublicParts):
    """The parts of the public view of one table."""

    def __init__(self) -> None:
        """Start with nothing written."""
        self._setup: Setup | None = None
        self._players: list[_KeptPlayer] = []
        self._position: dict[str, Any] = {}
        self._shared: list[int] = []
        self._discard: tuple[tuple[int, ...], orjson.Fragment] = ((), _written([]))

    def update(self, game: Game) -> None:
        """Write again what has changed since the last call."""
        if game.setup is not self._setup:
            self._setup = game.setup
            self._players = [_KeptPlayer(game, seat) for seat in range(len(game.players))]
            self._position = {name: _written(value) for name, value in position_document(game, []).items()}
            self._shared = [i for i, (name, _) in enumerate(game.rules.scorers) if REGISTRY.is_shared(name)]
        else:
            for seat, player in enumerate(self._players):
                player.update(game, seat)

    def position(self, game: Game) -> Any:
        """Return the position as a document."""
        return next_position_document(self._position, game, [player.document for player in self._players])

    def contents(self, game: Game) -> Any:
        """Return what is on the board."""
        return board_contents(game, [player.contents for player in self._players])

    def scores(self, game: Game) -> Any:
        """Return every player's score lines."""
        for seat, player in enumerate(self._players):
            player.update_scores(game, seat, self._shared)
        return [player.score_lines for player in self._players]

    def discard(self, game: Game) -> Any:
        """Return the names of the discarded terrain cards."""
        if self._discard[0] is not game.deck.discard:
            self._discard = (game.deck.discard, _written(super().discard(game)))
        return self._discard[1]


def _written(value: Any) -> orjson.Fragment:
    return orjson.Fragment(kept_bytes(value))


def _written_field(value: Any) -> Any:
    return value if type(value) is int else _written(value)  # a number is written faster than bytes are copied


def _written_contents(seat: int, state: PlayerState) -> PlayerContents:
    found = player_contents(seat, state)
    pieces: list[Any] = [_written(group) for group in found.pieces]
    lines: list[Any] = [_written(line) for line in found.lines]
    return PlayerContents(pieces, lines)
