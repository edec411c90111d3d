"""A game: set it up, read it, play it, take back answers, write it down."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from kingdom_builder import game as games
from kingdom_builder.engine import game as engine
from kingdom_builder.engine.actions.base import LegalAnswers
from kingdom_builder.engine.fields import PositionError
from kingdom_builder.engine.question import IllegalAnswer, Question
from kingdom_builder.formats.position_file import write_position
from kingdom_builder.formats.record import write_record
from kingdom_builder.library.answer import EVERY_ANSWER, Answer, AnswerLike, read_answer, to_answers
from kingdom_builder.library.hexes import Hexes
from kingdom_builder.library.public_state import PublicState
from kingdom_builder.library.values import card_names
from kingdom_builder.library.view import View
from kingdom_builder.sets.problems import FileProblem
from kingdom_builder.setup.builder import first_game, new_setup


class Game(PublicState):
    """A game from its set-up to the final score, one question at a time. `new_game` and `load` return games.

    >>> game = new_game(7)
    >>> game
    <Game: base, 2 players, turn 1, seat 1 to play, 0:0 gold>
    >>> game.play(game.legal_answers()[0])
    >>> len(game.answers())
    1
    """

    __slots__ = ()

    def __init__(self, game: engine.Game) -> None:
        """Wrap a game of the engine."""
        self._game = game

    def play(self, answer: AnswerLike) -> None:
        """Play an answer, by its number or its name; IllegalAnswer if it is not legal, without any change.

        >>> game = new_first_game(1)
        >>> game.terrain, game.terrain_at("a1")
        ('grass', 'flower')
        >>> game.play("a1")
        Traceback (most recent call last):
        kingdom_builder.IllegalAnswer: a1 is not allowed: This hex is flower field; it must be grass. [R3.7]
        """
        number = answer if type(answer) is int else read_answer(answer)
        try:
            self._game.play(number)
        except IllegalAnswer:
            raise self._illegal(number) from None

    def undo(self) -> Answer:
        """Take back the last answer and return it; IndexError if there is none."""
        return EVERY_ANSWER[self._game.undo()]

    def can_take_back(self) -> bool:
        """Return whether the rules of a table let the player take back the last answer.

        The same seat must have given it in the same turn, and no card may have been drawn since.
        """
        return self._game.can_take_back()

    def answers(self) -> tuple[Answer, ...]:
        """Return the answers played so far."""
        return to_answers(self._game.answers())

    @property
    def last_answer(self) -> Answer | None:
        """The last answer played, None if there is none."""
        last = self._game.last_answer
        return None if last is None else EVERY_ANSWER[last]

    def copy(self) -> Game:
        """Return an independent copy, with the same history."""
        return Game(self._game.copy())

    def view(self, seat: int) -> View:
        """Return what a seat may see; ValueError if there is no such seat."""
        return View(self._game.view(self._checked(seat)))

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The terrain cards in the hand of each seat, such as `grass` or `swamp/grass`."""
        return tuple(card_names(player.hand) for player in self._game.players)

    @property
    def seed(self) -> int | None:
        """The seed of the set-up; None if it is not known."""
        return self._game.setup.seed

    def to_record(self) -> str:
        """Write the game so far as text: set-up, outcomes of chance, answers. `load` restores it exactly.

        >>> new_game(1).to_record().splitlines()[0]
        'kingdom-builder/record-1'
        """
        return write_record(self._game)

    def to_position(self) -> str:
        """Write the position as the text of a position file (docs/position-format.md).

        >>> new_game(1).to_position()[:38]
        '{"format": "kingdom-builder/position-1'
        """
        return write_position(self._game)

    @classmethod
    def from_record(cls, text: str, at: int | None = None, *, any_rules: bool = False) -> Self:
        """Restore a game from its record, as it is after the first `at` answers (all by default).

        A record of another version of the rules is rejected; with `any_rules` it is played by the present ones.
        """
        return cls(games.Game.from_record(text, at, any_rules=any_rules))

    @classmethod
    def from_position(cls, text: str) -> Self:
        """Read a position file; hidden cards, which it does not hold, are dealt at random."""
        return cls(games.Game.from_position(text))

    def _asked(self) -> Question | None:
        return self._game.question

    def _legal(self) -> LegalAnswers:
        return self._game.legal()

    def _shown_hands(self) -> tuple[tuple[str, ...], ...]:
        return self.hands

    def _repr_svg_(self) -> str:
        """Show the board in a notebook, the last answer marked."""
        last = self.last_answer
        return self.to_svg(size=640, last_move=Hexes([last] if last is not None and last.is_hex else ()))

    def __eq__(self, other: object) -> bool:
        """Return whether both games have the same set-up and stand at the same point, hidden cards included.

        How they came there does not matter, as for positions of other games.
        """
        return isinstance(other, Game) and _contents(self._game) == _contents(other._game)

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        """Return in a few words what the game is and where it stands."""
        return f"<Game: {self._summary()}>"


def _contents(game: engine.Game) -> tuple[Any, ...]:
    """Return everything that decides how a game goes on."""
    setup = game.setup
    fixed = (
        setup.board.contents(),
        setup.cards,
        setup.tasks,
        dict(setup.nomad_tiles),
        setup.start,
        setup.two_cards,
        setup.swamp_cards,
        setup.removed_terrain,
        dict(setup.parts),
        setup.deck_seed,
    )
    return (*fixed, *game.state())


def new_game(
    seed: int | None = None,
    *,
    players: int = 2,
    sets: str | Sequence[str] = "base",
    sections: str | Sequence[str] = (),
    cards: str | Sequence[str] = (),
    tasks: str | Sequence[str] = (),
    start: int | None = None,
    deck_seed: int | None = None,
    two_cards: bool = False,
    without_lords: bool = False,
    **options: Any,
) -> Game:
    """Begin a game; what is not chosen is drawn from the seed, and without a seed at random.

    SetupError says which option is impossible.

    `sets`, `sections`, `cards` and `tasks` are a name, names with commas (`"base,nomads"`), or a list of names. `sets`
    are some of base, nomads, crossroads, marshlands, harvest, capitol, caves, island, or `"all"`. `sections` are up to
    four of `farm`, `farm:0`, `farm:180`, `?`. Other options are those of sets: `always_swamp_cards`, `island`, and the
    hexes of `capitols` and `caves`.

    >>> new_game(7, players=3, sets="base,nomads", cards="miners,knights")
    <Game: base+nomads, 3 players, turn 1, seat 2 to play, 0:0:0 gold>
    """
    return Game(
        games.Game(
            new_setup(
                _any_seed() if seed is None else seed,
                players=players,
                sets=sets,
                sections=sections,
                cards=cards,
                tasks=tasks,
                start=start,
                deck_seed=deck_seed,
                two_cards=two_cards,
                without_lords=without_lords,
                **options,
            )
        )
    )


def new_first_game(seed: int | None = None, *, players: int = 2, start: int | None = None) -> Game:
    """Begin the suggested first game (R2.9); without a seed the cards are shuffled at random.

    >>> new_first_game(1).cards
    ('fishermen', 'knights', 'merchants')
    """
    return Game(games.Game(first_game(_any_seed() if seed is None else seed, players=players, start=start)))


def _any_seed() -> int:
    return secrets.randbelow(1 << 32)


def load(source: str | os.PathLike[str]) -> Game:
    """Read a game: a record or a position file, given as text or by the path of its file.

    A text with several lines or a brace is the game itself, any other text a path. ValueError says what is wrong with
    it, OSError that the file cannot be read.

    >>> load(new_game(3).to_record()).turn
    0
    """
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("{") or not source.strip()):
        return Game(games.load(source))
    try:
        return Game(games.load(Path(source).read_text(encoding="utf-8-sig")))
    except UnicodeDecodeError:
        raise PositionError(FileProblem.NOT_TEXT, file=os.fspath(source)) from None
