"""The turn: what may be answered, and what an answer does (docs/rules.md sections 3 and 4)."""

from __future__ import annotations

from typing import NamedTuple, Self

from kingdom_builder.engine.actions.base import Asked, has_outpost, use_nomad, use_tile
from kingdom_builder.engine.answers import (
    ANSWER_OF_HEX,
    END_TURN,
    FIRST_OPTION,
    FIRST_TERRAIN,
    HEX_OF_ANSWER,
    OUTPOST,
    answer_name,
)
from kingdom_builder.engine.hexes import BIT, EVERYWHERE, each
from kingdom_builder.engine.player import NO_HOLDINGS, Seat
from kingdom_builder.engine.position import (
    ACTIVE,
    ANSWER,
    DECK,
    NOT_BEGUN,
    PLAIN,
    REGULAR_SETTLEMENTS,
    STACK,
    TURN,
    Frame,
    Position,
    RedCard,
    mark_lines,
)
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import CARD_TERRAINS, SWAMP, TERRAINS
from kingdom_builder.engine.terrain_card import PlayedTerrain
from kingdom_builder.sets.harvest.cards import rovers
from kingdom_builder.sets.marshlands.tiles import TEMPLE, call_canoes, drop_idle_questions, has_bonus
from kingdom_builder.sets.nomads.cards import RED_CARDS, families
from kingdom_builder.sets.registry import (
    ACTIONS,
    BONUS_ACTIONS,
    BONUS_OF_ACTION,
    CROSSROADS,
    MANDATORY,
    MANDATORY_NUMBER,
    SILO,
)
from kingdom_builder.setup.builder import Setup

SWAMP_SETTLEMENTS = 2
NOTHING: Asked = (0, ())
_END_ONLY: Asked = (0, (END_TURN,))
_LAST_TERRAIN = FIRST_TERRAIN + len(TERRAINS) - 1


class IllegalAnswer(ValueError):  # noqa: N818 - said as players say it: an illegal answer
    """The answer is not among those offered; nothing has changed. `reason` says why, for a hex."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        """Keep the reason for those who show it in their own words."""
        super().__init__(message)
        self.reason = reason


class Question(NamedTuple):
    """What is asked now, for a sentence in any language.

    `action` is `turn` between actions, else the action's name; `stage` says what kind of thing is to be chosen;
    `terrain` is the terrain asked for and `left` how many settlements, walls or steps can still follow, if any.
    """

    seat: int
    action: str
    stage: str
    hexes: int
    options: tuple[int, ...]
    terrain: str | None = None
    left: int | None = None
    piece: int | None = None


_WATCHING: tuple[tuple[str, RedCard], ...] = (*RED_CARDS.items(), ("rovers", rovers), ("mayors", mark_lines))
"""The cards that look at every build, in the order of R3.18: red cards, Rovers, the Mayors' markers."""


def _red_cards(setup: Setup) -> tuple[RedCard, ...]:
    return tuple([card for name, card in _WATCHING if name in setup.cards])


class Turn(PlayedTerrain):
    """A position that asks its next question and takes the answer."""

    __slots__ = ()

    def __init__(self, setup: Setup) -> None:
        """Lay the table, deal the cards and begin the first turn."""
        super().__init__(setup, _red_cards(setup))
        self.deal()
        self._begin_turn()

    @classmethod
    def laid(cls, setup: Setup) -> Self:
        """Lay the table without dealing, for somebody who puts the pieces and cards where they belong."""
        game = cls.__new__(cls)
        Position.__init__(game, setup, _red_cards(setup))
        return game

    @property
    def to_play(self) -> int | None:
        """The seat whose answer is wanted; None when the game is over."""
        if self.over:
            return None
        return self.stack[-1][1] if self.stack else self.active

    def asked(self) -> Asked:
        """Return what may be answered now: a set of hexes, and options."""
        asked = self._asked
        if asked is None:
            self._asked = asked = self._ask()
        return asked

    def asked_of(self, seat: int) -> Asked:
        """Return what this seat may answer now, nothing if another one is asked."""
        stack = self.stack
        if (stack[-1][1] if stack else self.active) != seat:
            return NOTHING
        asked = self._asked
        if asked is None:
            self._asked = asked = self._ask()
        return asked

    def play(self, answer: int) -> None:
        """Play one of the answers offered; IllegalAnswer otherwise, and then nothing has changed."""
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
                if self.to_build > 0 and not self.events:
                    card = self.card
                    assert card is not None
                    if self.board.terrain[card] & self.free:
                        return
                if self.events:
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
        if frame[0] == MANDATORY_NUMBER:
            self.stack = self.stack[:-1]
            self._build_mandatory(HEX_OF_ANSWER[answer])
        else:
            ACTIONS[frame[0]].answer(self, frame, answer)
        self._go_on()

    def _go_on(self) -> None:
        """After an answer: call canoes, leave out questions that have lost their answers, then go on with the turn."""
        if self.events:
            call_canoes(self)
        if self.calls_canoes:
            drop_idle_questions(self)
        if not self.stack:
            if self.phase.closing:
                self.over = True
            else:
                self._between_actions()

    def undo(self) -> int:
        """Take back the last answer, exactly, and return it; IndexError when there is none."""
        if self.past is None:
            raise IndexError("there is no answer to take back")
        answer: int = self.past[ANSWER]
        self.restore(self.past)
        return answer

    def why_not(self, h: int) -> Reason | None:
        """Say why a hex is not offered now; None if it is."""
        if self.over:
            return Reason("game_over", "R3.32")
        asked, _ = self.asked()
        if asked >> h & 1:
            return None
        if not EVERYWHERE >> h & 1:
            return Reason("off_board", "R0.2")
        if self.stack:
            frame = self.stack[-1]
            return ACTIONS[frame[0]].why_not(self, frame, h)
        if not self.to_build:
            return Reason("no_hex_asked", "R3.1")
        if self.card is None:
            return Reason("choose_card_first", "R3.5")
        return MANDATORY.why_not(self, (MANDATORY_NUMBER, self.active, self.to_build, 0), h)

    @property
    def question(self) -> Question | None:
        """The question that is asked now, None when the game is over."""
        if self.over:
            return None
        hexes, options = self._asked or self.asked()
        if self.stack:
            return self._question_of(self.stack[-1], hexes, options)
        if self.card is None and any(FIRST_TERRAIN <= option <= _LAST_TERRAIN for option in options):
            return Question(self.active, "turn", "choose_card", hexes, options)
        stage = "extra" if not self.to_build else "mandatory" if self.to_build == NOT_BEGUN else "mandatory_more"
        terrain = None if self.card is None else TERRAINS[self.card]
        left = self._regular_count() + self.phase.due if self.to_build == NOT_BEGUN else self.to_build
        return Question(self.active, "turn", stage, hexes, options, terrain, left)

    def can_take_back(self) -> bool:
        """Say whether the last answer may be taken back among people.

        It is the same player's, in the same turn, and no card has been drawn since.
        """
        if self.past is None:
            return False
        stack = self.past[STACK]
        decided = stack[-1][1] if stack else self.past[ACTIVE]
        return bool(self.past[TURN] == self.turn and self.past[DECK] is self.deck and decided == self.to_play)

    def _question_of(self, frame: Frame, hexes: int, options: tuple[int, ...]) -> Question:
        action = ACTIONS[frame[0]]
        stage, terrain, left, piece = action.prompt(self, frame)
        return Question(frame[1], action.name, stage, hexes, options, terrain, left, piece)

    def _regular_count(self) -> int:
        """Return how many regular settlements the mandatory action builds (R3.7, R3.8)."""
        return min(SWAMP_SETTLEMENTS if self.card == SWAMP else REGULAR_SETTLEMENTS, self.seats[self.active].supply)

    def _ask(self) -> Asked:
        if self.over or not self.seats:
            return NOTHING
        if self.stack:
            frame = self.stack[-1]
            return ACTIONS[frame[0]].ask(self, frame)
        seat = self.seats[self.active]
        to_build, card = self.to_build, self.card
        hexes = 0
        widened = False
        if to_build and card is not None:
            field = self.board.terrain[card] & self.free
            if self.phase is PLAIN and seat.holdings is NO_HOLDINGS:
                hexes = field & seat.reach or field
            elif to_build == NOT_BEGUN and has_bonus(self, self.active, TEMPLE):
                hexes = field
            else:
                hexes = field & self.support(self.active) or field
            if seat.nomads:
                widened = hexes != field and has_outpost(self, self.active)
        if to_build > 0:
            if card is None:
                return 0, tuple(self._card_choices(seat))
            return hexes, (OUTPOST,) if widened else ()
        if not seat.tiles and not seat.nomads and card is not None and not self.common and not seat.holdings.bonus:
            return (hexes, ()) if to_build else _END_ONLY
        options = self._options(seat)
        if widened:
            options.append(OUTPOST)
        if not to_build:
            options.append(END_TURN)
        return hexes, tuple(options)

    def _options(self, seat: Seat) -> list[int]:
        """Return what can be begun between actions: extra actions, and the choice of the card while it is open."""
        who, turn = self.active, self.turn
        options: list[int] = []
        if self.card is None:
            options += self._card_choices(seat)
        for tile in seat.tiles:
            kind = tile.kind
            if not tile.used and tile.since != turn and kind not in options and ACTIONS[kind].usable(self, who):
                options.append(kind)
        for nomad in seat.nomads:
            kind = nomad.kind
            if nomad.since != turn and kind != OUTPOST and kind not in options and ACTIONS[kind].usable(self, who):
                options.append(kind)
        for number in self.common:
            if not self.phase.done >> number - FIRST_OPTION & 1 and ACTIONS[number].usable(self, who):
                options.append(number)
        if seat.holdings is not NO_HOLDINGS:
            for bonus in seat.holdings.bonus:
                action = BONUS_ACTIONS.get(bonus.kind)
                if action is not None and self.is_ready(bonus) and action.usable(self, who):
                    options.append(action.number)
        return options

    def _choose(self, option: int) -> None:
        """Carry out an option chosen between actions."""
        who = self.active
        if FIRST_TERRAIN <= option <= _LAST_TERRAIN:
            self._choose_terrain(option - FIRST_TERRAIN)
        elif option == OUTPOST:
            use_nomad(self, who, OUTPOST)
            left = self._regular_count() + self.phase.due if self.to_build == NOT_BEGUN else self.to_build
            self.stack = ((MANDATORY_NUMBER, who, left, 1),)
        else:
            if option in self.common:
                self.phase = self.phase._replace(done=self.phase.done | 1 << option - FIRST_OPTION)
            elif option in BONUS_OF_ACTION:
                self._use_bonus(who, BONUS_OF_ACTION[option])
            elif any(tile.kind == option for tile in self.seats[who].tiles):
                use_tile(self, who, option)
            else:
                use_nomad(self, who, option)
            ACTIONS[option].begin(self, who)

    def _use_bonus(self, who: int, kind: int) -> None:
        seat = self.change(who)
        bonus = [tile._replace(used=True) if tile.kind == kind else tile for tile in seat.holdings.bonus]
        seat.holdings = seat.holdings._replace(bonus=tuple(bonus))

    def _build_mandatory(self, h: int) -> None:
        """Build one settlement of the mandatory action (R3.7)."""
        left = self.to_build
        if left == NOT_BEGUN:
            left = REGULAR_SETTLEMENTS
            if self.phase is not PLAIN or self.card == SWAMP or self.seats[self.active].supply < left:
                left = self._begin_mandatory()
        self.to_build = left - 1
        if self.phase is not PLAIN and left <= self.phase.due:
            self.phase = self.phase._replace(due=left - 1)
            self.release(self.active)
        self.build(self.active, h)
        self.built |= BIT[h]
        if self.reds:
            self._reread_supply()
            left = self.to_build + 1
        if left == 1 and "families" in self.setup.cards:
            self._pay_families()

    def _begin_mandatory(self) -> int:
        """Return how many settlements are to be built, the held ones included (R3.7)."""
        regular, due = self._regular_count(), self.phase.due
        if due:
            self.phase = self.phase._replace(regular=regular)
        return regular + due

    def _reread_supply(self) -> None:
        """Build no more than there is: markers and reactions may have used up the supply (R3.8)."""
        phase = self.phase
        missing = self.to_build - phase.due - self.seats[self.active].supply
        if missing > 0:
            self.to_build -= missing
            if phase.due:
                self.phase = phase._replace(regular=phase.regular - missing)

    def _pay_families(self) -> None:
        """Three regular settlements were due, and three of those built lie in line (R7.18)."""
        if self.phase.regular == REGULAR_SETTLEMENTS:
            self.change(self.active).gold += families(self.built)

    def _between_actions(self) -> None:
        """Between two actions: skip a mandatory action without settlements, replace an exhausted card."""
        if self.to_build > 0:
            self._reread_supply()
        elif self.to_build and not self.seats[self.active].supply and not self.phase.due:
            self.to_build = 0
        card = self.card
        if card is None or not self.board.terrain[card] & self.free:
            under_way = self.to_build > 0
            self._replace_exhausted_card()
            if under_way and not self.to_build and "families" in self.setup.cards:
                self._pay_families()

    def _begin_turn(self) -> None:
        """Reveal the only card, or leave the choice among several open (R3.2, R3.5)."""
        seat = self.seats[self.active]
        hand = seat.hand
        self.built = 0
        held = seat.holdings.held
        self.phase = PLAIN if not held else PLAIN._replace(due=held)
        self.to_build = NOT_BEGUN if hand and (seat.supply or held) else 0
        if len(hand) != 1:
            self.card = self.played = None
            return
        self.card = self.played = card = hand[0]
        if card not in CARD_TERRAINS or not self.board.terrain[card] & self.free:
            self._reveal(card)
            self._replace_exhausted_card()

    def _end_turn(self) -> None:
        """Lay down what has been used, draw, and pass on or end the game (R3.24 to R3.32)."""
        turn, players = self.turn, len(self.seats)
        seat = self.change(self.active)
        if seat.nomads:
            seat.nomads = tuple([tile for tile in seat.nomads if tile.since == turn])
        extra = 0
        used = False
        for tile in seat.tiles:
            used = used or tile.used
            extra += tile.kind == CROSSROADS
        if used:
            seat.tiles = tuple([tile._replace(used=False) if tile.used else tile for tile in seat.tiles])
        if self.phase is not PLAIN or seat.holdings is not NO_HOLDINGS:
            extra += self._lay_down(seat)
        self._new_hand(seat, extra)
        self.turn = turn = turn + 1
        if turn % players == 0 and (self.ending or self.last_built < turn - players):
            self.card = self.played = None
            self.phase = PLAIN
            self._open_silos()
            return
        self.active = (self.active + 1) % players
        self._begin_turn()

    def _lay_down(self, seat: Seat) -> int:
        """End what lasts a turn: scouts, Rovers, used bonus tiles; return the cards to draw extra (R3.24 to R3.28)."""
        phase = self.phase
        self.phase = PLAIN
        if phase.scouts:
            self.refresh_free()
        if "rovers" in self.setup.cards:
            seat.gold += phase.sections.bit_count()
        if seat.holdings.bonus:
            bonus = tuple([tile._replace(used=False) for tile in seat.holdings.bonus])
            seat.holdings = seat.holdings._replace(bonus=bonus)
        return phase.cards

    def _open_silos(self) -> None:
        """After the last turn each player resolves the silos next to own pieces, from the start player on (R3.35)."""
        players = len(self.seats)
        order = [(self.setup.start + i) % players for i in range(players)]
        entitled = [(who, (self.seats[who].reach & self.board.silos).bit_count()) for who in order]
        self.stack = tuple(SILO.frame(who, silos) for who, silos in reversed(entitled) if silos)
        self.phase = PLAIN._replace(closing=True)
        self.to_build = 0
        self.over = not self.stack

    def _refuse(self, answer: int) -> None:
        """Raise IllegalAnswer with a message for people."""
        if self.over:
            raise IllegalAnswer("the game is over")
        try:
            name = answer_name(answer)
        except ValueError as error:
            raise IllegalAnswer(str(error)) from None
        if answer >= FIRST_OPTION:
            offered = [answer_name(option) for option in self.asked()[1]]
            raise IllegalAnswer(f"{name} is not offered now; the options are: {', '.join(offered) or 'none'}")
        reason = self.why_not(HEX_OF_ANSWER[answer])
        assert reason is not None
        raise IllegalAnswer(f"{name} is not allowed: {reason.code} ({reason.rule})", reason)

    def legal_answers(self) -> list[int]:
        """Return the numbers of all answers offered now, hexes first."""
        hexes, options = self.asked()
        return [ANSWER_OF_HEX[h] for h in each(hexes)] + list(options)
