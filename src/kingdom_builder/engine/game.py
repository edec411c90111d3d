"""A game: the legal answers, and what an answer does (docs/rules.md sections 3 and 4)."""

from __future__ import annotations

from typing import NamedTuple, Self

from kingdom_builder.engine.actions.base import Asked, Stage
from kingdom_builder.engine.actions.build import MANDATORY, BuildFrame
from kingdom_builder.engine.answers import (
    ANSWER_OF_HEX,
    END_TURN,
    FIRST_ENTRY,
    FIRST_OPTION,
    FIRST_TERRAIN,
    HEX_OF_ANSWER,
)
from kingdom_builder.engine.deck import SEEDED, Dealer
from kingdom_builder.engine.hexes import BIT, EVERYWHERE, PLACES, each
from kingdom_builder.engine.player import RESERVE, OwnedTile, Seat
from kingdom_builder.engine.position import NOT_BEGUN, PLAIN, Frame, Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.scoring import ScoreLine, score_lines, total
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import (
    CARD_TERRAINS,
    REGULAR_SETTLEMENTS,
    SWAMP,
    SWAMP_SETTLEMENTS,
    TERRAINS,
)
from kingdom_builder.engine.terrain_card import card_choices, choose_terrain, new_hand, replace_exhausted_card, reveal
from kingdom_builder.engine.view import View

NOTHING: Asked = (0, ())
_END_ONLY: Asked = (0, (END_TURN,))
_MANDATORY_NUMBER = MANDATORY.number


class IllegalAnswer(ValueError):  # noqa: N818 - the rulebook's words: an illegal answer
    """The answer is not legal; nothing has changed. `reason` says why, for a hex."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        """Keep the reason for those who show it in their own words."""
        super().__init__(message)
        self.reason = reason


class Question(NamedTuple):
    """What is asked now, for a sentence in any language.

    `action` is `turn` between actions, else the action's id; `stage` says what kind of thing is to be chosen; `terrain`
    is the terrain asked for and `left` how many settlements, walls or steps can still follow, if any.
    """

    seat: int
    action: str
    stage: str
    hexes: int
    options: tuple[int, ...]
    terrain: str | None = None
    left: int | None = None
    piece: int | None = None


class Game(Position):
    """A game from its set-up to the final score, one question at a time."""

    __slots__ = ()

    def __init__(self, setup: Setup, dealer: Dealer = SEEDED) -> None:
        """Deal the cards and begin the first turn."""
        super().__init__(setup, dealer)
        self.deal()
        self._begin_turn()

    @classmethod
    def without_deal(cls, setup: Setup) -> Self:
        """Return a game before cards are dealt, for a caller that puts pieces and cards where they belong."""
        game = cls.__new__(cls)
        Position.__init__(game, setup)
        return game

    @property
    def to_play(self) -> int | None:
        """The seat whose answer is wanted; None when the game is over."""
        if self.over:
            return None
        return self.stack[-1].seat if self.stack else self.active

    def asked(self) -> Asked:
        """Return the legal answers: a set of hexes, and options."""
        asked = self._asked
        if asked is None:
            self._asked = asked = self._ask()
        return asked

    def asked_of(self, seat: int) -> Asked:
        """Return the legal answers of this seat, nothing if another one is asked."""
        stack = self.stack
        if (stack[-1].seat if stack else self.active) != seat:
            return NOTHING
        asked = self._asked
        if asked is None:
            self._asked = asked = self._ask()
        return asked

    def legal_answers(self) -> list[int]:
        """Return the numbers of all legal answers, hexes first."""
        hexes, options = self.asked()
        return [ANSWER_OF_HEX[h] for h in each(hexes)] + list(options)

    def play(self, answer: int) -> None:
        """Play a legal answer; IllegalAnswer otherwise, and then nothing has changed."""
        asked = self._asked
        if asked is None:
            asked = self._ask()
        if 0 <= answer < FIRST_OPTION:
            h = HEX_OF_ANSWER[answer]
            if not asked[0] & BIT[h]:
                self._refuse(answer)
            self.past = self.snapshot(answer)
            self._asked = None
            if not self.stack:
                self._build_mandatory(h)
                if self.to_build > 0 and not self.emptied:
                    card = self.card
                    assert card is not None
                    if self.board.terrain[card] & self.free:
                        return
                if self.emptied:
                    self._go_on()
                else:
                    self._between_actions()
                return
        else:
            if answer not in asked[1]:
                self._refuse(answer)
            self.past = self.snapshot(answer)
            self._asked = None
            if answer == END_TURN:
                self._end_turn()
                return
            if not self.stack:
                self._choose(answer)
                if not self.stack:
                    self._between_actions()
                return
        frame = self.stack[-1]
        if frame.action == _MANDATORY_NUMBER:
            self.stack = self.stack[:-1]
            self._build_mandatory(HEX_OF_ANSWER[answer])
        else:
            self.rules.actions[frame.action].answer(self, frame, answer)
        self._go_on()

    def undo(self) -> int:
        """Take back the last answer, exactly, and return it; IndexError when there is none."""
        answer = self.last_answer
        if self.past is None or answer is None:
            raise IndexError("there is no answer to take back")
        self.restore(self.past)
        return answer

    def can_take_back(self) -> bool:
        """Return whether the last answer may be taken back among people.

        It is the same player's, in the same turn, and no card has been drawn since.
        """
        return (
            self.past is not None
            and self.turn_before == self.turn
            and not self.drew_cards
            and self.last_seat == self.to_play
        )

    @property
    def question(self) -> Question | None:
        """The question that is asked now, None when the game is over."""
        if self.over:
            return None
        hexes, options = self._asked or self.asked()
        if self.stack:
            return self._question_of(self.stack[-1], hexes, options)
        if self.card is None and any(FIRST_TERRAIN <= option < FIRST_ENTRY for option in options):
            return Question(self.active, "turn", Stage.CHOOSE_CARD, hexes, options)
        if not self.to_build:
            stage = Stage.EXTRA
        else:
            stage = Stage.MANDATORY if self.to_build == NOT_BEGUN else Stage.MANDATORY_MORE
        terrain = None if self.card is None else TERRAINS[self.card]
        return Question(self.active, "turn", stage, hexes, options, terrain, self._left_to_build())

    def why_not(self, h: int) -> Reason | None:
        """Return why a hex is not offered now; None if it is."""
        if self.over:
            return Reason("game_over", "R3.32")
        asked, _ = self.asked()
        if asked >> h & 1:
            return None
        if not EVERYWHERE >> h & 1:
            return Reason("off_board", "R0.2")
        if self.stack:
            frame = self.stack[-1]
            return self.rules.actions[frame.action].why_not(self, frame, h)
        if not self.to_build:
            return Reason("no_hex_asked", "R3.1")
        if self.card is None:
            return Reason("choose_card_first", "R3.5")
        return MANDATORY.why_not(self, BuildFrame(_MANDATORY_NUMBER, self.active, self.to_build), h)

    def view(self, seat: int) -> View:
        """Return what a seat may see."""
        return View(self, seat)

    def score(self, seat: int) -> list[ScoreLine]:
        """Return where every point of a player comes from, as the board stands now."""
        return score_lines(self, seat)

    def scores(self) -> list[int]:
        """Return every player's gold, as the board stands now."""
        return [total(self, seat) for seat in range(len(self.seats))]

    def winners(self) -> list[int]:
        """Return the seats with the highest score; ties share the victory (R3.39)."""
        scores = self.scores()
        return [seat for seat, gold in enumerate(scores) if gold == max(scores)]

    def _go_on(self) -> None:
        """After an answer: let others react, leave out questions that have lost their answers, then go on."""
        rules = self.rules
        if rules.emptied:
            if self.emptied:
                taker, count = self.emptied_by, self.emptied
                self.emptied_by = self.emptied = 0
                for hook in rules.emptied:
                    hook(self, taker, count)
            self._resume()
        if not self.stack:
            if self.phase.after_last_turn:
                self.over = True
            else:
                self._between_actions()

    def _resume(self) -> None:
        """Leave out questions that a reaction has left without an answer (R3.22)."""
        while self.stack:
            frame = self.stack[-1]
            following = self.rules.actions[frame.action].resume(self, frame)
            if following is not None:
                if following is not frame:
                    self.stack = (*self.stack[:-1], following)
                return
            self.stack = self.stack[:-1]

    def _question_of(self, frame: Frame, hexes: int, options: tuple[int, ...]) -> Question:
        action = self.rules.actions[frame.action]
        stage, terrain, left, piece = action.prompt(self, frame)
        return Question(frame.seat, action.id, stage, hexes, options, terrain, left, piece)

    def _regular_count(self) -> int:
        """Return how many regular settlements the mandatory action builds (R3.7, R3.8)."""
        return min(SWAMP_SETTLEMENTS if self.card == SWAMP else REGULAR_SETTLEMENTS, self.seats[self.active].supply)

    def _left_to_build(self) -> int:
        """Return how many settlements the mandatory action still builds."""
        return self._regular_count() + self.phase.additional if self.to_build == NOT_BEGUN else self.to_build

    def _ask(self) -> Asked:
        if self.over or not self.seats:
            return NOTHING
        if self.stack:
            frame = self.stack[-1]
            return self.rules.actions[frame.action].ask(self, frame)
        seat = self.seats[self.active]
        to_build, card, rules = self.to_build, self.card, self.rules
        hexes = 0
        widening: tuple[int, ...] = ()
        if to_build and card is not None:
            field = self.board.terrain[card] & self.free
            if self.phase is PLAIN and not rules.first_anywhere:
                hexes = field & seat.reach or field
            elif to_build == NOT_BEGUN and any(hook(self, self.active) for hook in rules.first_anywhere):
                hexes = field
            else:
                hexes = field & self.support(self.active) or field
            if seat.nomads and hexes != field:
                waiver = rules.waiver
                if waiver is not None and waiver.can_waive(self, self.active):
                    widening = (waiver.number,)
        if to_build > 0:
            if card is None:
                return 0, tuple(card_choices(self, seat))
            return hexes, widening
        if not seat.tiles and not seat.nomads and card is not None and not rules.free_actions:
            return (hexes, ()) if to_build else _END_ONLY
        options = self._options(seat)
        options += widening
        if not to_build:
            options.append(END_TURN)
        return hexes, tuple(options)

    def _options(self, seat: Seat) -> list[int]:
        """Return what can be begun between actions: extra actions, and the choice of the card while it is open."""
        who, turn = self.active, self.turn
        actions = self.rules.actions
        options: list[int] = []
        if self.card is None:
            options += card_choices(self, seat)
        for tile in seat.tiles:
            kind = tile.kind
            if not tile.used and tile.since != turn and kind not in options and actions[kind].usable(self, who):
                options.append(kind)
        for nomad in seat.nomads:
            kind = nomad.kind
            if nomad.since != turn and kind not in options and actions[kind].usable(self, who):
                options.append(kind)
        if self.rules.free_actions:
            used = self.phase.used_actions
            for number in self.rules.free_actions:
                if not (used and used >> number - FIRST_OPTION & 1) and actions[number].usable(self, who):
                    options.append(number)
        return options

    def _choose(self, option: int) -> None:
        """Carry out an option chosen between actions."""
        who, rules = self.active, self.rules
        if FIRST_TERRAIN <= option < FIRST_ENTRY:
            choose_terrain(self, option - FIRST_TERRAIN)
        elif rules.waiver is not None and option == rules.waiver.number:
            rules.waiver.waive(self, who)
            self.stack = (BuildFrame(_MANDATORY_NUMBER, who, self._left_to_build(), waived=True),)
        else:
            if option in rules.free_actions:
                phase = self.phase
                self.phase = phase._replace(used_actions=phase.used_actions | 1 << option - FIRST_OPTION)
            elif any(tile.kind == option for tile in self.seats[who].tiles):
                self.use_tile(who, option)
            else:
                self.use_nomad(who, option)
            rules.actions[option].begin(self, who)

    def _build_mandatory(self, h: int) -> None:
        """Build one settlement of the mandatory action (R3.7)."""
        left = self.to_build
        if left == NOT_BEGUN:
            left = REGULAR_SETTLEMENTS
            if self.phase is not PLAIN or self.card == SWAMP or self.seats[self.active].supply < left:
                left = self._begin_mandatory()
        self.to_build = left - 1
        if self.phase is not PLAIN and left <= self.phase.additional:
            self.phase = self.phase._replace(additional=left - 1)
            self.release(self.active)
        self.build(self.active, h)
        self.built |= BIT[h]
        rules = self.rules
        if rules.build:
            self._limit_to_supply()
            left = self.to_build + 1
        if left == 1 and rules.mandatory_done:
            self._end_mandatory()

    def _begin_mandatory(self) -> int:
        """Return how many settlements are to be built, those of the reserve included (R3.7)."""
        regular, additional = self._regular_count(), self.phase.additional
        if additional:
            self.phase = self.phase._replace(regular=regular)
        return regular + additional

    def _limit_to_supply(self) -> None:
        """Build no more than there is: markers and reactions may have used up the supply (R3.8)."""
        phase = self.phase
        missing = self.to_build - phase.additional - self.seats[self.active].supply
        if missing > 0:
            self.to_build -= missing
            if phase.additional:
                self.phase = phase._replace(regular=phase.regular - missing)

    def _end_mandatory(self) -> None:
        for hook in self.rules.mandatory_done:
            hook(self, self.phase.regular)

    def _between_actions(self) -> None:
        """Between two actions: skip a mandatory action without settlements, replace an exhausted card."""
        if self.to_build > 0:
            self._limit_to_supply()
        elif self.to_build and not self.seats[self.active].supply and not self.phase.additional:
            self.to_build = 0
        card = self.card
        if card is None or not self.board.terrain[card] & self.free:
            under_way = self.to_build > 0
            replace_exhausted_card(self)
            if under_way and not self.to_build:
                self._end_mandatory()

    def _begin_turn(self) -> None:
        """Reveal the only card, or leave the choice among several open (R3.2, R3.5)."""
        seat = self.seats[self.active]
        hand = seat.hand
        self.built = 0
        reserve = seat.extra[RESERVE]
        self.phase = PLAIN if not reserve else PLAIN._replace(additional=reserve)
        self.to_build = NOT_BEGUN if hand and (seat.supply or reserve) else 0
        if len(hand) != 1:
            self.card = self.played = None
            return
        self.card = self.played = card = hand[0]
        if card not in CARD_TERRAINS or not self.board.terrain[card] & self.free:
            reveal(self, card)
            replace_exhausted_card(self)

    def _end_turn(self) -> None:
        """Lay down what has been used, draw, and pass on or end the game (R3.24 to R3.32)."""
        turn, players = self.turn, len(self.seats)
        seat = self.change(self.active)
        if seat.nomads:
            seat.nomads = tuple([tile for tile in seat.nomads if tile.since == turn])
        for tile in seat.tiles:
            if tile.used:
                seat.tiles = tuple([OwnedTile(kind, at, since) for kind, at, since, _ in seat.tiles])
                break
        if self.rules.turn_end:
            for hook in self.rules.turn_end:
                hook(self, seat)
        phase = self.phase
        if phase is not PLAIN:
            self.phase = PLAIN
            if phase.temporary:
                self.refresh_free()
        new_hand(self, seat, phase.extra_cards)
        self.turn = turn = turn + 1
        if turn % players == 0 and (self.ending or self.last_built < turn - players):
            self.card = self.played = None
            self._finish()
            return
        self.active = (self.active + 1) % players
        self._begin_turn()

    def _finish(self) -> None:
        """After the last turn, ask what is still to be asked before the score is counted (R3.35)."""
        self.stack = tuple([frame for hook in self.rules.before_scoring for frame in hook(self)])
        self.phase = PLAIN._replace(after_last_turn=True)
        self.to_build = 0
        self.over = not self.stack

    def _refuse(self, answer: int) -> None:
        """Raise IllegalAnswer with a message for people."""
        if self.over:
            raise IllegalAnswer("the game is over")
        names = self.rules.names
        if 0 <= answer < FIRST_OPTION:
            reason = self.why_not(HEX_OF_ANSWER[answer])
            assert reason is not None
            place = PLACES[HEX_OF_ANSWER[answer]]
            raise IllegalAnswer(f"{place} is not allowed: {reason.code} ({reason.rule})", reason)
        if answer not in names:
            raise IllegalAnswer(f"{answer} is not an answer: numbers go from 0 to {max(names)}")
        offered = [names[option] for option in self.asked()[1]]
        raise IllegalAnswer(f"{names[answer]} is not offered now; the options are: {', '.join(offered) or 'none'}")
