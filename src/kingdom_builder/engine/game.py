"""A game: the legal answers, and what an answer does (docs/rules.md sections 3 and 4)."""

from __future__ import annotations

from typing import Self

from kingdom_builder.engine.actions.base import LegalAnswers
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
from kingdom_builder.engine.hexes import BIT, iter_hexes
from kingdom_builder.engine.mandatory import build_mandatory, end_mandatory, left_to_build, limit_to_supply
from kingdom_builder.engine.player import RESERVE, OwnedTile, PlayerState
from kingdom_builder.engine.position import NO_TURN_STATE, NOT_BEGUN, Position
from kingdom_builder.engine.question import Question, current_question, illegal_answer, why_not
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.scoring import ScoreLine, score_lines, total
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import CARD_TERRAINS
from kingdom_builder.engine.terrain_card import card_choices, choose_terrain, new_hand, replace_exhausted_card, reveal
from kingdom_builder.engine.tiles import use_nomad, use_tile
from kingdom_builder.engine.view import View

NOTHING: LegalAnswers = (0, ())
_END_ONLY: LegalAnswers = (0, (END_TURN,))
_MANDATORY_NUMBER = MANDATORY.number


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
                raise illegal_answer(self, answer)
            self.history = self.snapshot(answer)
            self._legal = None
            if not self.stack:
                build_mandatory(self, h)
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
                raise illegal_answer(self, answer)
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
            build_mandatory(self, HEX_OF_ANSWER[answer])
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
        return current_question(self)

    def why_not(self, h: int) -> Reason | None:
        """Return why a hex is not legal now; None if it is legal."""
        return why_not(self, h)

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
            self.stack = (BuildFrame(_MANDATORY_NUMBER, seat, left_to_build(self), waived=True),)
        else:
            if option in rules.free_actions:
                used = self.turn_state.used_actions | 1 << option - FIRST_OPTION
                self.turn_state = self.turn_state._replace(used_actions=used)
            elif any(tile.kind == option for tile in self.players[seat].tiles):
                use_tile(self, seat, option)
            else:
                use_nomad(self, seat, option)
            rules.actions[option].start(self, seat)

    def _between_actions(self) -> None:
        """Between two actions: skip a mandatory action without settlements, replace an exhausted card."""
        if self.to_build > 0:
            limit_to_supply(self)
        elif self.to_build and not self.players[self.active].supply and not self.turn_state.additional:
            self.to_build = 0
        terrain = self.terrain
        if terrain is None or not self.board.terrain[terrain] & self.free:
            begun = self.to_build > 0
            replace_exhausted_card(self)
            if begun and not self.to_build:
                end_mandatory(self)

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
