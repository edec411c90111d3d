"""What everybody at the table can see: the part that games and views have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod

from kingdom_builder.engine import game as engine
from kingdom_builder.engine import question as questions
from kingdom_builder.engine.actions.base import LegalAnswers
from kingdom_builder.engine.answers import FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.hexes import BIT
from kingdom_builder.engine.reasons import NOT_ASKED
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.library.answer import ANSWER_AT, EVERY_ANSWER, Answer, AnswerLike, read_answer, read_hex
from kingdom_builder.library.hexes import Hexes, HexesLike, hexes_of_bits, read_hexes
from kingdom_builder.library.text import to_text
from kingdom_builder.library.values import (
    Piece,
    Player,
    Question,
    Reason,
    ScoreLine,
    card_names,
    player_of,
    question_of,
    reason_of,
    score_line_of,
)
from kingdom_builder.render.svg import to_svg
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.options import set_options


class PublicState(ABC):
    """The public part of a game, the legal answers of a seat, and drawings of the board.

    A hex is given by its name (`"e5"`) or its number as an answer, an answer by its name or number.
    """

    __slots__ = ("_game",)

    _game: engine.Game

    # The answers

    @abstractmethod
    def _legal(self) -> LegalAnswers:
        """Return the legal answers as the engine has them."""

    @abstractmethod
    def _asked(self) -> questions.Question | None:
        """Return the engine's question, None if there is none that may be answered here."""

    @abstractmethod
    def _shown_hands(self) -> tuple[tuple[str, ...] | None, ...]:
        """Return the terrain cards in each hand, None for those that are hidden."""

    @property
    def legal_hexes(self) -> Hexes:
        """The legal answers that are hexes."""
        return hexes_of_bits(self._legal()[0])

    @property
    def legal_options(self) -> tuple[Answer, ...]:
        """The legal answers that are not hexes."""
        return tuple([EVERY_ANSWER[option] for option in self._legal()[1]])

    def legal_answers(self) -> list[Answer]:
        """Return all legal answers: numbers that print as their names, hexes first."""
        hexes, options = self._legal()
        found = []
        while hexes:
            low = hexes & -hexes
            found.append(ANSWER_AT[low.bit_length() - 1])
            hexes ^= low
        return found + [EVERY_ANSWER[option] for option in options]

    def is_legal(self, answer: AnswerLike) -> bool:
        """Return whether an answer is legal now; ValueError if the name is no answer's."""
        number = read_answer(answer)
        hexes, options = self._legal()
        return bool(hexes & BIT[HEX_OF_ANSWER[number]]) if number < FIRST_OPTION else number in options

    def why_not(self, answer: AnswerLike) -> Reason | None:
        """Return why an answer is not legal now; None if it is legal."""
        number = read_answer(answer)
        game, asked = self._game, self._asked()
        if asked is None and not game.over:
            return reason_of(NOT_ASKED, None, None)
        if number >= FIRST_OPTION:
            return reason_of(questions.why_not_option(game, number), asked, None)
        h = HEX_OF_ANSWER[number]
        return reason_of(questions.why_not(game, h), asked, game.board.terrain_of(h))

    def _illegal(self, number: int) -> questions.IllegalAnswer:
        """Return the error for an answer that is not legal, with the reason that `why_not` returns."""
        error = questions.illegal_answer(self._game, number)
        if error.problem is questions.AnswerProblem.NO_SUCH_NUMBER:
            return error
        error.reason = reason = self.why_not(number)
        if reason is None or error.problem is not questions.AnswerProblem.HEX_NOT_ALLOWED:
            return error
        return questions.hex_not_allowed(str(EVERY_ANSWER[number]), reason, reason.code, reason.rule, str(reason))

    @property
    def question(self) -> Question | None:
        """The question that has to be answered, None when the game is over; a view has only those of its seat."""
        return question_of(self._asked())

    # The turn

    @property
    def to_play(self) -> int | None:
        """The seat that has to answer; None when the game is over."""
        return self._game.to_play

    @property
    def active(self) -> int:
        """The seat whose turn it is; in reactions another seat has to answer."""
        return self._game.active

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._game.over

    @property
    def turn(self) -> int:
        """The number of turns played."""
        return self._game.turn

    @property
    def last_round(self) -> bool:
        """Whether the game ends with this round, because a supply is empty (R3.30)."""
        return self._game.end_triggered

    @property
    def terrain(self) -> str | None:
        """The terrain played in this turn (R3.4), None while no card is revealed."""
        terrain = self._game.terrain
        return None if terrain is None else TERRAINS[terrain]

    # The set-up

    @property
    def seats(self) -> range:
        """The seats of the game: 0, 1, ..."""
        return range(len(self._game.players))

    @property
    def sets(self) -> tuple[str, ...]:
        """The names of the sets in use."""
        return self._game.setup.sets

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the Kingdom Builder cards, which pay gold at the end."""
        return self._game.setup.cards

    @property
    def tasks(self) -> tuple[str, ...]:
        """The names of the tasks (Crossroads)."""
        return self._game.setup.tasks

    @property
    def sections(self) -> tuple[str, ...]:
        """The board sections, top left, top right, bottom left, bottom right, such as `farm:180`."""
        return tuple(f"{name}:{180 if turned else 0}" for name, turned in self._game.board.sections or ())

    # The board

    def terrain_at(self, place: AnswerLike) -> str | None:
        """Return the terrain of a hex, the kind of a special hex such as `castle`, or None if there is no hex."""
        board, h = self._game.board, read_hex(place)
        terrain = board.terrain_of(h)
        return board.special_of(h) if terrain is None else TERRAINS[terrain]

    def piece_at(self, place: AnswerLike) -> Piece | None:
        """Return the piece on a hex, None if there is none."""
        game, h = self._game, read_hex(place)
        for seat, player in enumerate(game.players):
            if player.pieces >> h & 1:
                return Piece(seat, player.kind_at(h))
        if game.walls >> h & 1:
            return Piece(None, "wall")
        return Piece(None, game.rules.temporary) if game.turn_state.temporary >> h & 1 else None

    def location_at(self, place: AnswerLike) -> str | None:
        """Return the name of the tile that a location or nomad hex gives, None for another hex."""
        game, h = self._game, read_hex(place)
        kind = game.board.location_at.get(h, game.setup.nomad_tiles.get(h))
        return None if kind is None else REGISTRY.answer_name(kind)

    def tiles_left_at(self, place: AnswerLike) -> int:
        """Return how many tiles a location or nomad hex still has."""
        game, h = self._game, read_hex(place)
        return (game.tiles_left >> h & 1) + (game.two_tiles_left >> h & 1)

    def hexes_of(self, kind: str) -> Hexes:
        """Return the hexes of a terrain, of a kind of special hex such as `castle`, or of a location such as `farm`.

        `cave` and `capitol` are the hexes that were drawn or chosen for them.
        """
        board = self._game.board
        marked = {
            option.name.removesuffix("s"): option.name for option in set_options() if option.candidates is not None
        }
        if kind in marked:
            return hexes_of_bits(self._game.setup.marked(marked[kind]))
        if kind in TERRAINS:
            return hexes_of_bits(board.terrain[TERRAINS.index(kind)])
        if kind in REGISTRY.specials or kind in board.special_by_kind:
            return hexes_of_bits(board.special_hexes(kind))
        if kind in REGISTRY.tile_ids():
            return Hexes([ANSWER_AT[h] for h, tile in board.location_at.items() if REGISTRY.answer_name(tile) == kind])
        known = ", ".join(dict.fromkeys((*TERRAINS, *REGISTRY.specials, *marked, *REGISTRY.tile_ids())))
        raise ValueError(f"{kind!r} is no terrain, special hex or location: expected one of {known}")

    @property
    def free_hexes(self) -> Hexes:
        """The hexes on which something can be placed (R0.20)."""
        return hexes_of_bits(self._game.free)

    # The players

    @property
    def players(self) -> tuple[Player, ...]:
        """What everybody knows about each player, by seat."""
        return tuple([player_of(self._game, seat) for seat in self.seats])

    @property
    def draw_pile(self) -> int:
        """The number of terrain cards in the draw pile."""
        return len(self._game.deck.draw)

    @property
    def discarded(self) -> tuple[str, ...]:
        """The terrain cards on the discard pile."""
        return card_names(self._game.deck.discard)

    # The score

    def scores(self) -> list[int]:
        """Return the gold of every player for the board as it is."""
        return self._game.scores()

    def score(self, seat: int) -> list[ScoreLine]:
        """Return where the gold of a player comes from."""
        return [score_line_of(line) for line in self._game.score(self._checked(seat))]

    def winners(self) -> list[int]:
        """Return the seats with the most gold; ties share the victory (R3.39). ValueError before the end."""
        if not self.over:
            raise ValueError("the game is not over: scores() has the gold of every player now")
        return self._game.winners()

    # Text and drawings

    def to_text(self) -> str:
        """Draw the board as text, below it the cards, the players, their gold and the question."""
        return to_text(self._game, self._shown_hands())

    def to_svg(self, *, size: int | None = None, last_move: HexesLike = (), lit: HexesLike = ()) -> str:
        """Draw the board as SVG, `size` pixels wide.

        `last_move` are hexes to mark as those of the last move, `lit` hexes with a ring.
        """
        if size is not None and not size > 0:
            raise ValueError(f"size: expected a width in pixels, not {size!r}")
        return to_svg(self._game, read_hexes(lit), last_move=read_hexes(last_move), size=size)

    def _repr_svg_(self) -> str:
        """Show the board in a notebook."""
        return self.to_svg(size=_NOTEBOOK_WIDTH)

    def __str__(self) -> str:
        """Return the board and the players as text."""
        return self.to_text()

    def _checked(self, seat: int) -> int:
        """Return the number of a seat; ValueError if there is none."""
        if seat not in self.seats:
            raise ValueError(f"there is no seat {seat!r}: seats go from 0 to {len(self.seats) - 1}")
        return seat

    def _summary(self) -> str:
        """Return in a few words what the game is and where it stands."""
        sets = "+".join(self.sets)
        scores = ":".join(map(str, self.scores()))
        if self.over:
            return f"{sets}, {len(self.seats)} players, over, {scores} gold"
        return f"{sets}, {len(self.seats)} players, turn {self.turn + 1}, seat {self.to_play} to play, {scores} gold"


_NOTEBOOK_WIDTH = 640


def illegal_answer(state: PublicState, number: int) -> questions.IllegalAnswer:
    """Return the error for an answer that is not legal, for other packages of the project."""
    return state._illegal(number)
