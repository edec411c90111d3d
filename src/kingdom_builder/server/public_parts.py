"""The parts of a table's public view that are kept from one move to the next: most moves change one player.

A player's state is copied before it is changed, so the same object means that nothing has changed.
"""

from __future__ import annotations

from typing import Any

import orjson

from kingdom_builder.engine.game import Game
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.setup import Setup
from kingdom_builder.formats.position_file import (
    next_player_document,
    next_position_document,
    player_document,
    position_document,
)
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.table.board_messages import BoardContents
from kingdom_builder.table.board_views import PlayerContents, board_contents, player_contents
from kingdom_builder.table.messages import ScoreLine
from kingdom_builder.table.views import PublicParts, score_line, score_lines


class _KeptPlayer:
    """What is written of one player."""

    def __init__(self, game: Game, seat: int) -> None:
        self._state = game.players[seat]
        self._turn = game.turn
        self._document = player_document(self._state, game.turn)
        self.fragment = orjson.Fragment(orjson.dumps(self._document))
        self.contents: PlayerContents = player_contents(seat, self._state)
        self._scored: PlayerState | None = None
        self._scores: list[ScoreLine] = []

    def update(self, game: Game, seat: int) -> None:
        """Write again what has changed."""
        before, state = self._state, game.players[seat]
        if state is before and (game.turn == self._turn or not state.tiles):  # the turn locks tiles
            return
        self._document = next_player_document(self._document, before, state, game.turn)
        self.fragment = orjson.Fragment(orjson.dumps(self._document))
        if state is not before:
            self.contents = player_contents(seat, state)
        self._state, self._turn = state, game.turn

    def scores(self, game: Game, seat: int, shared: list[int]) -> list[ScoreLine]:
        """Return the player's score lines; those with the indexes `shared` depend on the other players too."""
        if self._scored is not self._state:
            self._scored, self._scores = self._state, score_lines(game, seat)
        else:
            for i in shared:
                name, scorer = game.rules.scorers[i]
                self._scores[i] = score_line(name, *scorer(game, seat))
        return self._scores


class KeptParts(PublicParts):
    """The parts of the public view of one table."""

    def __init__(self) -> None:
        """Start with nothing written."""
        self._setup: Setup | None = None
        self._players: list[_KeptPlayer] = []
        self._position: dict[str, Any] = {}
        self._shared: list[int] = []
        self._discard: tuple[tuple[int, ...], list[str]] = ((), [])

    def update(self, game: Game) -> None:
        """Write again what has changed since the last call."""
        if game.setup is not self._setup:
            self._setup = game.setup
            self._players = [_KeptPlayer(game, seat) for seat in range(len(game.players))]
            self._position = {**position_document(game, [])}
            self._shared = [i for i, (name, _) in enumerate(game.rules.scorers) if REGISTRY.is_shared(name)]
        else:
            for seat, player in enumerate(self._players):
                player.update(game, seat)

    def position(self, game: Game) -> Any:
        """Return the position as a document."""
        return next_position_document(self._position, game, [player.fragment for player in self._players])

    def contents(self, game: Game) -> BoardContents:
        """Return what is on the board."""
        return board_contents(game, [player.contents for player in self._players])

    def scores(self, game: Game) -> list[list[ScoreLine]]:
        """Return every player's score lines."""
        return [player.scores(game, seat, self._shared) for seat, player in enumerate(self._players)]

    def discard(self, game: Game) -> list[str]:
        """Return the names of the discarded terrain cards."""
        if self._discard[0] is not game.deck.discard:
            self._discard = (game.deck.discard, super().discard(game))
        return self._discard[1]
