"""`kingdom-builder play`: a game in the terminal, against bots or each other."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kingdom_builder.bots import BOTS, Bot, new_bot
from kingdom_builder.cli.arguments import add_setup_options, read_text, seed_of, setup_from, words
from kingdom_builder.cli.score import score_table
from kingdom_builder.cli.screen import beside, draw, player_mark, use_colour
from kingdom_builder.cli.words import (
    CARDS,
    answer_sentence,
    card_name,
    has_tile_line,
    question_sentence,
    reason_sentence,
    tile_line,
)
from kingdom_builder.engine.answers import END_TURN, answer_name, answer_number
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import names, parse
from kingdom_builder.engine.rng import Chance
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.engine.turn import IllegalAnswer

ME = "me"
HELP = """\
  e5 or 4,4        choose a hex: a letter for the column and a number for the row, or row,col from 0
  farm, end, ...   choose an option; the first letters are enough
  undo             take back your last answer (undo turn: all of this turn)
  why e5           say why a hex is not allowed
  score            every player's gold, card by card
  cards            what the cards of this game pay
  tiles            what the tiles on the board do
  board            draw the board again
  save FILE        write the game to a file; go on later with: kingdom-builder play --load FILE
  help             this list
  quit             leave the game"""


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play in the terminal, against bots or with several people at one keyboard.",
        epilog="Example: kingdom-builder play --players 3 --seats me,greedy,random --sets base,nomads",
    )
    add_setup_options(parser)
    parser.add_argument("--terminal", action="store_true", help="play in the terminal (as it does anyway for now)")
    parser.add_argument(
        "--seats",
        type=words,
        metavar="A,B",
        help=f"who plays each seat: {ME}, {', '.join(BOTS)} (default: {ME}, and greedy for all others)",
    )
    parser.add_argument("--load", metavar="FILE", help="go on with a game written by 'save'")
    parser.add_argument("--no-colour", "--no-color", action="store_true", help="plain text")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play one game."""
    seed = seed_of(options)
    game = Game.from_record(read_text(options.load)) if options.load else Game(setup_from(options, seed))
    players = len(game.seats)
    seats = options.seats or [ME] + ["greedy"] * (players - 1)
    if len(seats) != players:
        raise ValueError(f"--seats: {len(seats)} named for {players} players")
    chance = Chance(seed, 1)
    bots = {i: new_bot(name, chance.next64()) for i, name in enumerate(seats) if name != ME}
    Table(game, seats, bots, colour=use_colour(plain=options.no_colour)).play()
    return 0


class Table:
    """One game at the terminal."""

    def __init__(self, game: Game, seats: list[str], bots: dict[int, Bot], *, colour: bool) -> None:
        """Sit down."""
        self._game = game
        self._seats = seats
        self._bots = bots
        self._colour = colour
        self._quit = False
        self._stale = True

    def play(self) -> None:
        """Ask and answer until the game is over, the player leaves, or input ends."""
        print("Kingdom Builder. Type help for what you can say.")
        self._cards()
        shown = -1
        while not self._game.over and not self._quit:
            seat = self._game.to_play
            assert seat is not None
            if seat in self._bots:
                self._bot_turn(seat)
                continue
            if shown != self._game.turn:
                shown = self._game.turn
                self._announce_turn(seat)
            if self._stale:
                self._show_question()
            try:
                line = input("> ")
            except EOFError:
                print("\nInput has ended, so the game stops here.")
                return
            self._obey(line.strip())
        if self._game.over:
            self._farewell()

    def _cards(self) -> None:
        setup = self._game.setup
        for name in (*setup.cards, *setup.tasks):
            print(f"  {card_name(name)}: {CARDS[name]}")
        print("  Castles: 3 gold for each castle next to a piece of yours")

    def _who(self, seat: int) -> str:
        name = "You" if self._seats.count(ME) == 1 and self._seats[seat] == ME else f"Player {seat + 1}"
        bot = f" ({self._seats[seat]})" if seat in self._bots else ""
        return f"{name} {player_mark(seat, colour=self._colour)}{bot}"

    def _announce_turn(self, seat: int) -> None:
        game = self._game
        print(f"\nTurn {game.turn + 1}: {self._who(seat)}" + (" - the last round!" if game.ending else ""))
        for i, player in enumerate(game.seats):
            tiles = ", ".join(self._tile_text(i)) or "no tiles"
            print(f"  {self._who(i)}: {player.supply} settlements left, {tiles}")

    def _tile_text(self, seat: int) -> list[str]:
        game, player = self._game, self._game.seats[seat]
        found = []
        for tile in player.tiles:
            state = " (used)" if tile.used else " (from next turn)" if tile.since == game.turn else ""
            found.append(card_name(answer_name(tile.kind)) + state)
        for nomad in player.nomads:
            state = " (next turn)" if nomad.since == game.turn or seat != game.active else " (this turn only)"
            found.append(card_name(answer_name(nomad.kind)) + state)
        return found

    def _show_question(self) -> None:
        game, question = self._game, self._game.question
        assert question is not None
        self._stale = False
        if question.hexes:
            self._board()
        if game.card is not None and question.seat == game.active:
            print(f"Your card: {TERRAINS[game.card]}.", end=" ")
        print(question_sentence(question))
        for option in question.options:
            name = answer_name(option)
            print(f"  {name}{f': {tile_line(name)}' if has_tile_line(name) else ''}")

    def _board(self) -> None:
        board = draw(self._game, self._game.asked()[0], colour=self._colour).splitlines()
        print(beside(board, ["", *score_table(self._game).splitlines()]))

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "help": lambda: print(HELP),
            "?": lambda: print(HELP),
            "quit": self._leave,
            "exit": self._leave,
            "undo": lambda: self._undo(whole_turn=rest.strip() == "turn"),
            "why": lambda: self._why(rest),
            "score": lambda: print(score_table(self._game)),
            "cards": self._cards,
            "tiles": self._tiles,
            "board": self._board,
            "save": lambda: self._save(rest.strip()),
        }
        if not line:
            return
        if word.lower() in commands:
            commands[word.lower()]()
        else:
            self._answer(line)

    def _answer(self, text: str) -> None:
        try:
            answer = self._read(text)
            before = self._game.seats[self._game.active]
            self._game.play(answer)
        except IllegalAnswer as error:
            print(error if error.reason is None else f"{text}: {reason_sentence(error.reason)}")
        except ValueError as error:
            print(f"{error}. Type help for what you can say.")
        else:
            self._stale = True
            after = self._game.seats[self._game.active]
            for tile in after.tiles[len(before.tiles) :] if answer != END_TURN else ():
                print(f"You take a tile: {card_name(answer_name(tile.kind))}, {tile_line(answer_name(tile.kind))}.")

    def _read(self, text: str) -> int:
        """Read a hex or an option; the beginning of an option's name is enough when only one offered begins so."""
        typed = "_".join(text.lower().split())
        fitting = [option for option in self._game.asked()[1] if answer_name(option).startswith(typed)]
        return fitting[0] if len(fitting) == 1 else answer_number(text)

    def _undo(self, *, whole_turn: bool) -> None:
        game = self._game
        if not game.can_take_back():
            print("Nothing can be taken back: this turn has no answer yet, or a card has been drawn since.")
            return
        taken = [game.undo()]
        while whole_turn and game.can_take_back():
            taken.append(game.undo())
        self._stale = True
        print("Taken back: " + ", ".join(answer_sentence(answer) for answer in reversed(taken)))

    def _why(self, text: str) -> None:
        try:
            place = parse(text)
        except ValueError as error:
            print(error)
            return
        reason = self._game.why_not(place.hex)
        print(f"{place} is allowed." if reason is None else f"{place}: {reason_sentence(reason)} [{reason.rule}]")

    def _tiles(self) -> None:
        game = self._game
        for kind in dict.fromkeys(game.board.location_at.values()):
            where = [h for h, tile in sorted(game.board.location_at.items()) if tile == kind]
            left = ", ".join(
                f"{names(1 << h)} ({(game.stocked >> h & 1) + (game.second >> h & 1)} left)" for h in where
            )
            print(f"  {card_name(answer_name(kind))} at {left}: {tile_line(answer_name(kind))}")
        for h, kind in sorted(game.setup.nomad_tiles.items()):
            if game.stocked >> h & 1:
                print(f"  Nomad at {names(1 << h)}: {card_name(answer_name(kind))}")

    def _save(self, name: str) -> None:
        if not name:
            print("Say where to: save game.txt")
            return
        try:
            Path(name).write_text(self._game.to_record(), encoding="utf-8")
        except OSError as error:
            print(f"{name}: {error.strerror}")
        else:
            print(f"Saved. Go on with: kingdom-builder play --load {name}")

    def _leave(self) -> None:
        self._quit = True

    def _bot_turn(self, seat: int) -> None:
        game, turn = self._game, self._game.turn
        card = None if game.card is None or seat != game.active else TERRAINS[game.card]
        said = []
        while game.to_play == seat and game.turn == turn:
            answer = self._bots[seat].answer(game.view(seat))
            game.play(answer)
            if answer != END_TURN:
                said.append(answer_sentence(answer))
        print(f"\n{self._who(seat)}{f' plays {card}' if card else ''}: {', '.join(said) or 'nothing to build'}")
        sys.stdout.flush()

    def _farewell(self) -> None:
        game = self._game
        print("\n" + draw(game, colour=self._colour))
        print(score_table(game))
        winners = [self._who(seat) for seat in game.winners()]
        print(f"The game is over. {' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the victory'}.")
