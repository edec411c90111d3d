"""A game: the legal answers, and what an answer does (docs/rules.md sections 3 and 4)."""

from __future__ import annotations

from typing import NamedTuple, Self

from kingdom_builder.engine.actions.base import LegalAnswers, Stage
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
from kingdom_builder.engine.hexes import BIT, COORDINATES, EVERYWHERE, iter_hexes
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.player import RESERVE, OwnedTile, PlayerState
from kingdom_builder.engine.position import NO_TURN_STATE, NOT_BEGUN, Frame, Position
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

NOTHING: LegalAnswers = (0, ())
_END_ONLY: LegalAnswers = (0, (END_TURN,))
_MANDATORY_NUMBER = MANDATORY.number


class IllegalAnswer(ValueError):  # noqa: N818 - the rulebook's words: an illegal answer
    """The answer is not legal; the game has not changed. For a hex, `reason` is the reason."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        """Store the reason, from which callers can make their own text."""
        super().__init__(message)
        self.reason = reason


class Question(NamedTuple):
    """The current question; texts make a sentence from it.

    `action` is `turn` between actions, else the action's id. `stage` is the kind of choice, `terrain` the terrain of
    the hexes, and `left` the number of settlements, walls or steps that can still follow, if any. `piece` is the hex of
    the piece picked up, `places` the kind of piece that the answer puts on a free hex.
    """

    seat: int
    action: str
    stage: str
    hexes: int
    options: tuple[int, ...]
    terrain: str | None = None
    left: int | None = None
    piece: int | None = None
    places: str | None = None


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
        """Return a game before cards are dealt; the caller places pieces and deals cards."""
        game = cls.__new__(cls)
        Position.__init__(game, setup)
        return game

    @property
    def to_play(self) -> int | None:
        """The seat that has to answer; None when the game is over."""
        if self.over:
            return None
        return self.stack[-1].seat if self.stack else self.active

    def legal(self) -> LegalAnswers:
        """Return the legal answers: a set of hexes, and options."""
        legal = self._legal
        if legal is None:
            self._legal = legal = self._find_legal()
        return legal

    def legal_of(self, seat: int) -> LegalAnswers:
        """Return the legal answers of this seat; none if another seat has to answer."""
        stack = self.stack
        if (stack[-1].seat if stack else self.active) != seat:
            return NOTHING
        legal = self._legal
        if legal is None:
            self._legal = legal = self._find_legal()
        return legal

    def legal_answers(self) -> list[int]:
        """Return the numbers of all legal answers, hexes first."""
        hexes, options = self.legal()
        return [ANSWER_OF_HEX[h] for h in iter_hexes(hexes)] + list(options)

    def play(self, answer: int) -> None:
        """Play a legal answer; raise IllegalAnswer otherwise, without any change."""
        legal = self._legal
        if legal is None:
            legal = self._find_legal()
        if 0 <= answer < FIRST_OPTION:
            h = HEX_OF_ANSWER[answer]
            if not legal[0] & BIT[h]:
                self._reject(answer)
            self.history = self.snapshot(answer)
            self._legal = None
            if not self.stack:
                self._build_mandatory(h)
                if self.to_build > 0 and not self.emptied:
                    terrain = self.terrain
                    assert terrain is not None
                    if self.board.terrain[terrain] & self.free:
                        return
                if self.emptied:
                    self._continue()
                else:
                    self._between_actions()
                return
        else:
            if answer not in legal[1]:
                self._reject(answer)
            self.history = self.snapshot(answer)
            self._legal = None
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
            self.rules.actions[frame.action].apply(self, frame, answer)
        self._continue()

    def undo(self) -> int:
        """Undo the last answer and return it; raise IndexError if there is none."""
        answer = self.last_answer
        if self.history is None or answer is None:
            raise IndexError("there is no answer to take back")
        self.restore(self.history)
        return answer

    def can_take_back(self) -> bool:
        """Return whether the player may take back the last answer.

        The same seat must have given it in the same turn, and no card may have been drawn since.
        """
        return (
            self.history is not None
            and self.turn_before == self.turn
            and not self.drew_cards
            and self.last_seat == self.to_play
        )

    @property
    def question(self) -> Question | None:
        """The current question, None when the game is over."""
        if self.over:
            return None
        hexes, options = self._legal or self.legal()
        if self.stack:
            return self._question_of(self.stack[-1], hexes, options)
        if self.terrain is None and any(FIRST_TERRAIN <= option < FIRST_ENTRY for option in options):
            return Question(self.active, "turn", Stage.CHOOSE_CARD, hexes, options)
        if not self.to_build:
            stage, places = Stage.EXTRA, None
        else:
            stage = Stage.MANDATORY if self.to_build == NOT_BEGUN else Stage.MANDATORY_MORE
            places = SETTLEMENT
        terrain = None if self.terrain is None else TERRAINS[self.terrain]
        return Question(self.active, "turn", stage, hexes, options, terrain, self._left_to_build(), places=places)

    def why_not(self, h: int) -> Reason | None:
        """Return why a hex is not legal now; None if it is legal."""
        if self.over:
            return Reason("game_over", "R3.32")
        legal, _ = self.legal()
        if legal >> h & 1:
            return None
        if not EVERYWHERE >> h & 1:
            return Reason("off_board", "R0.2")
        if self.stack:
            frame = self.stack[-1]
            return self.rules.actions[frame.action].why_not(self, frame, h)
        if not self.to_build:
            return Reason("no_hex_asked", "R3.1")
        if self.terrain is None:
            return Reason("choose_card_first", "R3.5")
        return MANDATORY.why_not(self, BuildFrame(_MANDATORY_NUMBER, self.active, self.to_build), h)

    def view(self, seat: int) -> View:
        """Return what a seat may see."""
        return View(self, seat)

    def score(self, seat: int) -> list[ScoreLine]:
        """Return a player's score lines for the current board."""
        return score_lines(self, seat)

    def scores(self) -> list[int]:
        """Return every player's score for the current board."""
        return [total(self, seat) for seat in range(len(self.players))]

    def winners(self) -> list[int]:
        """Return the seats with the highest score; ties share the victory (R3.39)."""
        scores = self.scores()
        return [seat for seat, gold in enumerate(scores) if gold == max(scores)]

    def _continue(self) -> None:
        """After an answer: ask for reactions, drop questions without an answer, then continue the turn."""
        rules = self.rules
        if rules.emptied:
            if self.emptied:
                emptied_by, count = self.emptied_by, self.emptied
                self.emptied_by = self.emptied = 0
                for hook in rules.emptied:
                    hook(self, emptied_by, count)
            self._resume()
        if not self.stack:
            if self.turn_state.after_last_turn:
                self.over = True
            else:
                self._between_actions()

    def _resume(self) -> None:
        """Drop questions that have no answer any more after a reaction (R3.22)."""
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
        stage, terrain, left, piece, places = action.prompt(self, frame)
        return Question(frame.seat, action.id, stage, hexes, options, terrain, left, piece, places)

    def _regular_count(self) -> int:
        """Return the number of regular settlements of the mandatory action (R3.7, R3.8)."""
        return min(
            SWAMP_SETTLEMENTS if self.terrain == SWAMP else REGULAR_SETTLEMENTS, self.players[self.active].supply
        )

    def _left_to_build(self) -> int:
        """Return the number of settlements that the mandatory action still builds."""
        return self._regular_count() + self.turn_state.additional if self.to_build == NOT_BEGUN else self.to_build

    def _find_legal(self) -> LegalAnswers:
        if self.over or not self.players:
            return NOTHING
        if self.stack:
            frame = self.stack[-1]
            return self.rules.actions[frame.action].legal(self, frame)
        player = self.players[self.active]
        to_build, terrain, rules = self.to_build, self.terrain, self.rules
        hexes = 0
        waiver_options: tuple[int, ...] = ()
        if to_build and terrain is not None:
            candidates = self.board.terrain[terrain] & self.free
            if self.turn_state is NO_TURN_STATE and not rules.first_anywhere:
                hexes = candidates & player.adjacent or candidates
            elif to_build == NOT_BEGUN and self._may_build_anywhere():
                hexes = candidates
            else:
                hexes = candidates & self.own_adjacent(self.active) or candidates
            if player.nomads and hexes != candidates:
                waiver = rules.waiver
                if waiver is not None and waiver.can_waive(self, self.active):
                    waiver_options = (waiver.number,)
        if to_build > 0:
            if terrain is None:
                return 0, tuple(card_choices(self, player))
            return hexes, waiver_options
        if not player.tiles and not player.nomads and terrain is not None and not rules.free_actions:
            return (hexes, ()) if to_build else _END_ONLY
        options = self._options(player)
        options += waiver_options
        if not to_build:
            options.append(END_TURN)
        return hexes, tuple(options)

    def _may_build_anywhere(self) -> bool:
        for hook in self.rules.first_anywhere:  # noqa: SIM110 - faster than any()
            if hook(self, self.active):
                return True
        return False

    def _options(self, player: PlayerState) -> list[int]:
        """Return the options between actions: extra actions, and the terrains while the card is not chosen."""
        seat, turn = self.active, self.turn
        actions = self.rules.actions
        options: list[int] = []
        if self.terrain is None:
            options += card_choices(self, player)
        for tile in player.tiles:
            kind = tile.kind
            if (
                not tile.used
                and tile.acquired_turn != turn
                and kind not in options
                and actions[kind].can_start(self, seat)
            ):
                options.append(kind)
        for nomad in player.nomads:
            kind = nomad.kind
            if nomad.acquired_turn != turn and kind not in options and actions[kind].can_start(self, seat):
                options.append(kind)
        if self.rules.free_actions:
            used = self.turn_state.used_actions
            for number in self.rules.free_actions:
                if not (used and used >> number - FIRST_OPTION & 1) and actions[number].can_start(self, seat):
                    options.append(number)
        return options

    def _choose(self, option: int) -> None:
        """Apply an option chosen between actions."""
        seat, rules = self.active, self.rules
        if FIRST_TERRAIN <= option < FIRST_ENTRY:
            choose_terrain(self, option - FIRST_TERRAIN)
        elif rules.waiver is not None and option == rules.waiver.number:
            rules.waiver.waive(self, seat)
            self.stack = (BuildFrame(_MANDATORY_NUMBER, seat, self._left_to_build(), waived=True),)
        else:
            if option in rules.free_actions:
                used = self.turn_state.used_actions | 1 << option - FIRST_OPTION
                self.turn_state = self.turn_state._replace(used_actions=used)
            elif any(tile.kind == option for tile in self.players[seat].tiles):
                self.use_tile(seat, option)
            else:
                self.use_nomad(seat, option)
            rules.actions[option].start(self, seat)

    def _build_mandatory(self, h: int) -> None:
        """Build one settlement of the mandatory action (R3.7)."""
        left = self.to_build
        if left == NOT_BEGUN:
            left = REGULAR_SETTLEMENTS
            if self.turn_state is not NO_TURN_STATE or self.terrain == SWAMP or self.players[self.active].supply < left:
                left = self._begin_mandatory()
        self.to_build = left - 1
        if self.turn_state is not NO_TURN_STATE and left <= self.turn_state.additional:
            self.turn_state = self.turn_state._replace(additional=left - 1)
            self.release(self.active)
        self.build(self.active, h)
        self.built_this_turn |= BIT[h]
        rules = self.rules
        if rules.build:
            self._limit_to_supply()
            left = self.to_build + 1
        if left == 1 and rules.mandatory_done:
            self._end_mandatory()

    def _begin_mandatory(self) -> int:
        """Return the number of settlements to build, including those of the reserve (R3.7)."""
        regular, additional = self._regular_count(), self.turn_state.additional
        if additional:
            self.turn_state = self.turn_state._replace(regular=regular)
        return regular + additional

    def _limit_to_supply(self) -> None:
        """Limit the mandatory action to the supply; markers and reactions may have reduced it (R3.8)."""
        turn_state = self.turn_state
        missing = self.to_build - turn_state.additional - self.players[self.active].supply
        if missing > 0:
            self.to_build -= missing
            if turn_state.additional:
                self.turn_state = turn_state._replace(regular=turn_state.regular - missing)

    def _end_mandatory(self) -> None:
        for hook in self.rules.mandatory_done:
            hook(self, self.turn_state.regular)

    def _between_actions(self) -> None:
        """Between two actions: skip a mandatory action without settlements, replace an exhausted card."""
        if self.to_build > 0:
            self._limit_to_supply()
        elif self.to_build and not self.players[self.active].supply and not self.turn_state.additional:
            self.to_build = 0
        terrain = self.terrain
        if terrain is None or not self.board.terrain[terrain] & self.free:
            begun = self.to_build > 0
            replace_exhausted_card(self)
            if begun and not self.to_build:
                self._end_mandatory()

    def _begin_turn(self) -> None:
        """Reveal the only card, or leave the choice among several open (R3.2, R3.5)."""
        player = self.players[self.active]
        hand = player.hand
        self.built_this_turn = 0
        reserve = player.extra[RESERVE]
        self.turn_state = NO_TURN_STATE if not reserve else NO_TURN_STATE._replace(additional=reserve)
        self.to_build = NOT_BEGUN if hand and (player.supply or reserve) else 0
        if len(hand) != 1:
            self.terrain = self.card = None
            return
        self.terrain = self.card = card = hand[0]
        if card not in CARD_TERRAINS or not self.board.terrain[card] & self.free:
            reveal(self, card)
            replace_exhausted_card(self)

    def _end_turn(self) -> None:
        """Remove used nomad tiles, draw cards, then begin the next turn or end the game (R3.24 to R3.32)."""
        turn, players = self.turn, len(self.players)
        player = self.change(self.active)
        if player.nomads:
            player.nomads = tuple([tile for tile in player.nomads if tile.acquired_turn == turn])
        for tile in player.tiles:
            if tile.used:
                player.tiles = tuple(
                    [OwnedTile(kind, location, acquired) for kind, location, acquired, _ in player.tiles]
                )
                break
        if self.rules.turn_end:
            for hook in self.rules.turn_end:
                hook(self, player)
        turn_state = self.turn_state
        if turn_state is not NO_TURN_STATE:
            self.turn_state = NO_TURN_STATE
            if turn_state.temporary:
                self.refresh_free()
        new_hand(self, player, turn_state.extra_cards)
        self.turn = turn = turn + 1
        if turn % players == 0 and (self.end_triggered or self.last_built < turn - players):
            self.terrain = self.card = None
            self._finish()
            return
        self.active = (self.active + 1) % players
        self._begin_turn()

    def _finish(self) -> None:
        """After the last turn, ask the questions before scoring (R3.35)."""
        self.stack = tuple([frame for hook in self.rules.before_scoring for frame in hook(self)])
        self.turn_state = NO_TURN_STATE._replace(after_last_turn=True)
        self.to_build = 0
        self.over = not self.stack

    def _reject(self, answer: int) -> None:
        """Raise IllegalAnswer with a readable message."""
        if self.over:
            raise IllegalAnswer("the game is over")
        names = self.rules.names
        if 0 <= answer < FIRST_OPTION:
            reason = self.why_not(HEX_OF_ANSWER[answer])
            assert reason is not None
            place = COORDINATES[HEX_OF_ANSWER[answer]]
            raise IllegalAnswer(f"{place} is not allowed: {reason.code} ({reason.rule})", reason)
        if answer not in names:
            raise IllegalAnswer(f"this number is not an answer: they go from 0 to {max(names)}")
        offered = [names[option] for option in self.legal()[1]]
        raise IllegalAnswer(f"{names[answer]} is not offered now; the options are: {', '.join(offered) or 'none'}")
