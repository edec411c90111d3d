"""A game that can be written, read and drawn, as all packages use it; `library` wraps it for users."""

from __future__ import annotations

from typing import Any, Self

from kingdom_builder.engine import game as engine
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.formats import position_file, record
from kingdom_builder.render.svg import to_svg
from kingdom_builder.render.text import to_text
from kingdom_builder.sets.problems import RecordError, RecordProblem
from kingdom_builder.setup.builder import first_game, new_setup


class Game(engine.Game):
    """A game from its set-up to the final score, one question at a time.

    >>> game = new_game(7)
    >>> game.play(game.legal_answers()[0])
    >>> len(game.answers())
    1
    """

    __slots__ = ()

    def to_record(self) -> str:
        """Write the game so far: set-up, outcomes of chance, answers.

        >>> new_game(1).to_record().splitlines()[0]
        'kingdom-builder/record-1'
        """
        return record.write_record(self)

    @classmethod
    def from_record(cls, text: str, at: int | None = None, *, any_rules: bool = False) -> Self:
        """Restore a game exactly, as it is after the first `at` answers (all by default).

        A record of another version of the rules is rejected; with `any_rules` it is played by the present ones.

        >>> game = new_game(1)
        >>> game.play(game.legal_answers()[0])
        >>> Game.from_record(game.to_record(), at=0).answers()
        []
        """
        if at is not None and at < 0:
            raise RecordError(RecordProblem.NO_ANSWER_BELOW, n=at)
        setup, words = record.read_setup(text, any_rules=any_rules)
        game = cls(setup)
        record.check_shuffles(game)
        played = 0
        for word, answer in words:
            if at is not None and played == at:
                return game
            if answer is None:
                if word != f"{game.turn + 1}.":
                    raise RecordError(
                        RecordProblem.EXPECTED_TURN_NUMBER, n=played + 1, turn=game.turn + 1, found=repr(word)
                    )
                continue
            turn, seat = game.turn + 1, game.to_play
            try:
                game.play(answer)
                record.check_shuffles(game)
            except (IllegalAnswer, RecordError) as error:
                problem = RecordProblem.ANSWER_TOO_MANY if seat is None else RecordProblem.WRONG_ANSWER
                raise RecordError(problem, n=played + 1, turn=turn, seat=seat, error=error) from None
            played += 1
        if at is not None and at > played:
            raise RecordError(RecordProblem.NO_ANSWER_ABOVE, n=at, count=played)
        return game

    def to_position(self) -> str:
        """Write what is visible on the table as a position file.

        >>> new_game(1).to_position()[:38]
        '{"format": "kingdom-builder/position-1'
        """
        return position_file.write_position(self)

    @classmethod
    def from_position(cls, text: str) -> Self:
        """Read a position file; hidden cards, which it does not hold, are dealt at random.

        >>> game = Game.from_position(new_first_game(1).to_position())
        >>> game.setup.cards
        ('fishermen', 'knights', 'merchants')
        """
        return position_file.read_position(text, cls)

    def to_text(self) -> str:
        """Draw the board as plain text.

        >>> new_first_game(1).to_text().splitlines()[1][:11]
        ' 1  F  D  D'
        """
        return to_text(self)

    def to_svg(self) -> str:
        """Draw the board as an SVG picture.

        >>> new_first_game(1).to_svg()[:4]
        '<svg'
        """
        return to_svg(self)


def new_game(seed: int, **options: Any) -> Game:
    """Begin a game with the options of `setup.builder.new_setup`; what is not chosen is drawn from the seed.

    >>> new_game(7, players=3, sets=["base", "nomads"], cards=["lords"]).to_play in (0, 1, 2)
    True
    """
    return Game(new_setup(seed, **options))


def new_first_game(seed: int, *, players: int = 2, start: int | None = None) -> Game:
    """Begin the suggested first game (R2.9).

    >>> new_first_game(1).setup.cards
    ('fishermen', 'knights', 'merchants')
    """
    return Game(first_game(seed, players=players, start=start))


def load(text: str) -> Game:
    """Read a game from text, a record or a position file; ValueError says what is wrong with it.

    >>> load(new_game(3).to_record()).turn
    0
    """
    return Game.from_position(text) if text.lstrip().startswith("{") else Game.from_record(text)
