"""One game in the terminal: the board, the questions, and what the players type."""

from __future__ import annotations

import shlex
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

from kingdom_builder.bots import Bot
from kingdom_builder.cli.score import score_notes, score_table
from kingdom_builder.cli.screen import beside, draw, player_mark
from kingdom_builder.cli.words import Words, capital
from kingdom_builder.engine.answers import END_TURN, FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.engine.question import IllegalAnswer, Question, why_not_option
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.game import Game
from kingdom_builder.render.text import legend
from kingdom_builder.sets.registry import REGISTRY, answer_name
from kingdom_builder.texts.sentences import first_key

ME = "me"
"""The name of a person among the players of the seats; the other names are bots."""
_USAGE = {
    "hex": "e5, 4,4",
    "option": "farm, end ...",
    "undo": "undo",
    "why": "why e5",
    "score": "score",
    "cards": "cards",
    "tiles": "tiles",
    "board": "board",
    "save": "save FILE",
    "help": "help",
    "quit": "quit",
}
"""What a player can type."""


class TerminalGame:
    """One game in the terminal."""

    def __init__(self, game: Game, seats: list[str], bots: dict[int, Bot], say: Words, *, colour: bool) -> None:
        """Take the game, who plays each seat, and the language."""
        self._game = game
        self._seats = seats
        self._bots = bots
        self._say = say
        self._colour = colour
        self._quit = False
        self._stale = True

    def play(self, until: int | None = None) -> None:
        """Ask and answer until the game is over or a turn begins, the player leaves, or input ends."""
        print(self._say("welcome"))
        self._cards()
        shown = -1
        while not self._game.over and not self._quit and self._game.turn != until:
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
                print("\n" + self._say("ended"))
                return
            self._run_line(line.strip())
        if self._game.over:
            self._result()

    def _cards(self) -> None:
        setup = self._game.setup
        sources = (line.source for line in self._game.score(0) if line.source != "in_game")
        for name in dict.fromkeys((*setup.cards, *setup.tasks, *sources)):
            print("  " + self._say("moves", name=self._say.card(name), moves=self._say.text(f"card.{name}.line")))

    def _help(self) -> None:
        for name, usage in _USAGE.items():
            print(f"  {usage:16} {self._say(f'help.{name}')}")
        print("\n" + self._legend())

    def _legend(self) -> str:
        """Return what the letters and signs of the board mean."""
        say, signs = self._say, legend(self._game)
        grounds = [f"{letter} {say.terrain(name)}" for letter, name in signs.terrains]
        grounds += [f"{letter} {say.text(f'special.{name}.name')}" for letter, name in signs.specials]
        places = [f"{short} {say.tile(name)}" for short, name in signs.locations]
        pieces = [f"{sign} {say.text(first_key(f'piece.{name}', f'mark.{name}'))}" for sign, name in signs.pieces]
        lines = [say("legend", signs=", ".join(grounds)), say("legend.locations", signs=", ".join(places))]
        lines.append(say("legend.players", names=", ".join(map(self._player_name, range(len(self._game.players))))))
        if pieces:
            lines.append(say("legend.pieces", signs=", ".join(pieces)))
        return "\n".join(lines)

    def _player_name(self, seat: int) -> str:
        alone = self._seats.count(ME) == 1 and self._seats[seat] == ME
        name = (
            f"{capital(self._say('you') if alone else self._say.seat(seat))} {player_mark(seat, colour=self._colour)}"
        )
        return self._say("bot", name=name, bot=self._seats[seat]) if seat in self._bots else name

    def _announce_turn(self, seat: int) -> None:
        game, say = self._game, self._say
        print("\n" + say("turn.last" if game.end_triggered else "turn", n=game.turn + 1, name=self._player_name(seat)))
        for i, player in enumerate(game.players):
            tiles = ", ".join(self._tile_text(i)) or say("has.nothing")
            print("  " + say("has", name=self._player_name(i), n=player.supply, tiles=tiles))

    def _tile_text(self, seat: int) -> list[str]:
        game, player, say = self._game, self._game.players[seat], self._say
        found = []
        for tile in player.tiles:
            name = say.tile(answer_name(tile.kind))
            state = "used" if tile.used else "locked" if tile.acquired_turn == game.turn else None
            found.append(say(f"tile.{state}", tile=name) if state else name)
        for nomad in player.nomads:
            state = "later" if nomad.acquired_turn == game.turn or seat != game.active else "once"
            found.append(say(f"tile.{state}", tile=say.tile(answer_name(nomad.kind))))
        return found

    def _show_question(self) -> None:
        game, question, say = self._game, self._game.question, self._say
        assert question is not None
        self._stale = False
        if question.hexes:
            self._board()
        if game.terrain is not None and question.seat == game.active:
            print(say("card", terrain=say.terrain(TERRAINS[game.terrain])), end=" ")
        print(say.question(question))
        for option in question.options:
            name = answer_name(option)
            print("  " + say("moves", name=name, moves=say.option(name)))

    def _board(self) -> None:
        board = draw(self._game, self._game.legal()[0], colour=self._colour).splitlines()
        print(beside(board, ["", *score_table(self._game, self._say).splitlines()]))
        self._notes()

    def _score(self) -> None:
        print(score_table(self._game, self._say))
        self._notes()

    def _notes(self) -> None:
        for note in score_notes(self._game, self._say):
            print(note)

    def _run_line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "help": self._help,
            "?": self._help,
            "quit": self._leave,
            "exit": self._leave,
            "undo": lambda: self._undo(whole_turn=rest.strip() == "turn"),
            "why": lambda: self._why(rest),
            "score": self._score,
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
        game, say = self._game, self._say
        try:
            answer = self._read(text)
        except ValueError:
            print(say("unknown", text=text))
            return
        before = game.players[game.active]
        try:
            game.play(answer)
        except IllegalAnswer as error:
            if error.reason is None:
                offered = ", ".join(map(answer_name, game.legal()[1])) or say("none")
                print(say("not_offered", option=answer_name(answer), options=offered))
            else:
                print(say("moves", name=text, moves=self._reason(error.reason, HEX_OF_ANSWER[answer])))
            return
        self._stale = True
        for tile in game.players[game.active].tiles[len(before.tiles) :] if answer != END_TURN else ():
            name = answer_name(tile.kind)
            print(say("tile.taken", tile=say.tile(name), line=say.tile_line(name)))

    def _read(self, text: str) -> int:
        """Read a hex or an option; the beginning of an option's name is enough when only one offered begins so."""
        typed = _plain(text)
        options = self._game.legal()[1]
        for name_of in (answer_name, self._say.answer):
            fitting = [option for option in options if _plain(name_of(option)).startswith(typed)]
            if len(fitting) == 1:
                return fitting[0]
        return REGISTRY.read_answer(text)

    @property
    def _asked(self) -> Question:
        question = self._game.question
        assert question is not None
        return question

    def _reason(self, reason: Reason, h: int) -> str:
        question, terrain = self._asked, self._game.board.terrain_of(h)
        return self._say.reason(reason, question.seat, question, None if terrain is None else TERRAINS[terrain])

    def _undo(self, *, whole_turn: bool) -> None:
        game = self._game
        if not game.can_take_back():
            print(self._say.text("refusal.cannot_undo"))
            return
        taken = [game.undo()]
        while whole_turn and game.can_take_back():
            taken.append(game.undo())
        self._stale = True
        print(self._say("undone", moves=", ".join(map(self._say.answer, reversed(taken)))))

    def _why(self, text: str) -> None:
        say = self._say
        try:
            answer = self._read(text)
        except ValueError:
            print(say("no_hex", text=text))
            return
        name = answer_name(answer)
        if answer >= FIRST_OPTION:
            reason = why_not_option(self._game, answer)
            words = "" if reason is None else say.reason(reason, self._asked.seat, self._asked)
        else:
            h = HEX_OF_ANSWER[answer]
            reason = self._game.why_not(h)
            words = "" if reason is None else self._reason(reason, h)
        if reason is None:
            print(say("allowed", hex=name))
        else:
            print(say("moves", name=name, moves=f"{words} ({say.rule(reason.rule)})"))

    def _tiles(self) -> None:
        game, say = self._game, self._say
        for kind in dict.fromkeys(game.board.location_at.values()):
            where = [h for h, tile in sorted(game.board.location_at.items()) if tile == kind]
            left = [
                say(
                    "tile.left", hex=format_hexes(1 << h), n=(game.tiles_left >> h & 1) + (game.two_tiles_left >> h & 1)
                )
                for h in where
            ]
            name = answer_name(kind)
            print("  " + say("tile.at", tile=say.tile(name), where=", ".join(left), line=say.tile_line(name)))
        camp = say.text("special.nomad.name")
        for h, kind in sorted(game.setup.nomad_tiles.items()):
            if game.tiles_left >> h & 1:
                print("  " + say("nomad", special=camp, hex=format_hexes(1 << h), tile=say.tile(answer_name(kind))))

    def _save(self, name: str) -> None:
        if not name:
            print(self._say("save.where"))
            return
        try:
            Path(name).write_text(self._game.to_record(), encoding="utf-8")
        except OSError as error:
            print(self._say.file_error(error))
        else:
            command = ["kingdom-builder", "play", "--load", name, "--seats", ",".join(self._seats)]
            print(self._say("saved", command=shlex.join(command)))

    def _leave(self) -> None:
        self._quit = True

    def _bot_turn(self, seat: int) -> None:
        game, turn, say = self._game, self._game.turn, self._say
        terrain = "" if game.terrain is None or seat != game.active else say.terrain(TERRAINS[game.terrain])
        played = []
        while game.to_play == seat and game.turn == turn:
            answer = self._bots[seat].answer(game.view(seat))
            game.play(answer)
            if answer != END_TURN:
                played.append(say.answer(answer))
        moves = ", ".join(played) or say("moves.none")
        print("\n" + say("plays" if terrain else "moves", name=self._player_name(seat), terrain=terrain, moves=moves))
        sys.stdout.flush()

    def _result(self) -> None:
        game = self._game
        print("\n" + draw(game, colour=self._colour))
        self._score()
        winners = [self._player_name(seat) for seat in game.winners()]
        print(self._say("over" if len(winners) == 1 else "over.shared", name=self._say.listed(winners)))


def _plain(text: str) -> str:
    """Return a name as it is compared: without accents and capitals, blanks as underscores.

    >>> _plain("Tour de Guet "), _plain("Épée")
    ('tour_de_guet', 'epee')
    """
    letters = unicodedata.normalize("NFD", text.lower().replace("’", "'"))
    return "_".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())
