"""What the commands print, in the language of the reader."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence

from kingdom_builder.engine.answers import FIRST_OPTION
from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.engine.question import Question
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.texts import sentences
from kingdom_builder.texts.catalogue import LANGUAGES, Catalogue, Sentence, catalogue
from kingdom_builder.texts.problems import problem_text

MOST_PLAYERS = 5
_FILE_ERRORS = {
    errno.ENOENT: "error.no_file",
    errno.EACCES: "error.no_permission",
    errno.EISDIR: "error.is_folder",
    errno.ENOTDIR: "error.not_folder",
    errno.ENOSPC: "error.disk_full",
    errno.EROFS: "error.read_only",
}


class Words:
    """The texts of one language, as the commands use them.

    >>> Words("fr").tile("donation:water"), Words("en").card("home_country")
    ('Don (Eau)', 'Home country')
    """

    def __init__(self, language: str) -> None:
        self._texts = catalogue(language)

    def __call__(self, key: str, **params: str | int) -> str:
        """Return a text of the commands, with its parameters.

        >>> Words("en")("turn", n=1, name="Player 2")
        'Turn 1: Player 2'
        """
        return self._texts.format(f"cli.{key}", **params)

    @property
    def catalogue(self) -> Catalogue:
        """All texts of the language."""
        return self._texts

    def text(self, key: str) -> str:
        """Return any text that has no parameters."""
        return self._texts.format(key)

    def card(self, name: str) -> str:
        """Return the name of a card, a task or another source of gold."""
        return self.text(f"card.{name}.name")

    def note(self, name: str) -> str:
        """Return why a card pays gold although no piece earns it; nothing if it needs no explanation."""
        key = f"note.{name}"
        return self.text(key) if key in self._texts else ""

    def tile(self, name: str) -> str:
        """Return the name of a tile."""
        return self._texts.name(sentences.tile_name(name))

    def tile_line(self, name: str) -> str:
        """Return what a tile does."""
        return self._texts.name(sentences.tile_line(name))

    def action(self, name: str) -> str:
        """Return the name of an action: of a tile, or of the mandatory action.

        >>> Words("en").action("mandatory")
        'Mandatory action'
        """
        return self.tile(name) if sentences.is_tile(name) else self("action")

    def terrain(self, name: str) -> str:
        """Return the name of a terrain."""
        return self.text(f"terrain.{name}")

    def section(self, name: str) -> str:
        """Return the name of a section; a section of the reader's own is called by its id.

        >>> Words("en").section("city_hall_fort"), Words("en").section("my_farm")
        ('City hall and Fort', 'My farm')
        """
        key = f"section.{name}"
        return self.text(key) if key in self._texts else name.replace("_", " ").capitalize()

    def option(self, name: str) -> str:
        """Return an option with what it does."""
        called = self._texts.name(sentences.option_name(name))
        return f"{called}. {self.tile_line(name)}" if sentences.is_tile(name) else called

    def answer(self, answer: int) -> str:
        """Return an answer: the hex, or what the option is called."""
        name = answer_name(answer)
        return name if answer < FIRST_OPTION else self._texts.name(sentences.option_name(name))

    def question(self, question: Question) -> str:
        """Return what is asked."""
        return " ".join(map(self.sentence, sentences.question_sentences(question)))

    def reason(self, reason: Reason, seat: int, question: Question | None = None, here: str | None = None) -> str:
        """Return why a hex is not allowed, with the hexes that force it; `here` is the terrain of the hex."""
        text = self.sentence(sentences.reason_sentence(reason, seat, question, here))
        return f"{text} ({format_hexes(reason.hexes)})" if reason.hexes else text

    def rule(self, rule: str) -> str:
        """Return where players find a rule: the title of its entry.

        >>> Words("en").rule("R5.4")
        'Rule: Tower'
        """
        return self("rule", title=self._texts.entry_of(rule).title)

    def seat(self, seat: int) -> str:
        """Return what a player is called."""
        return self("seat", n=seat + 1)

    def listed(self, items: Sequence[str]) -> str:
        """Return a list in words.

        >>> Words("fr").listed(["a1", "b2", "c3"])
        'a1, b2 et c3'
        """
        return self("and", first=", ".join(items[:-1]), last=items[-1]) if len(items) > 1 else "".join(items)

    def number(self, value: float, form: str = ".1f") -> str:
        """Return a number as the language writes it; `form` is a format specification of Python.

        >>> Words("fr").number(2.25), Words("fr").number(0.5, "+.1%"), Words("en").number(3, ".0f")
        ('2,2', '+50,0\\xa0%', '3')
        """
        digits, percent, _ = f"{value:{form}}".partition("%")
        whole, point, part = digits.partition(".")
        number = self("decimal", whole=whole, part=part) if point else whole
        return self("percent", n=number) if percent else number

    def confidence(self, confidence: str) -> str:
        """Return how far the map of a section can be trusted; a section of the reader's own may use its own words.

        >>> Words("fr").confidence("very high"), Words("fr").confidence("sure")
        ('très bonne', 'sure')
        """
        key = f"confidence.{confidence.replace(' ', '_')}"
        return self(key) if f"cli.{key}" in self._texts else confidence

    def problem(self, error: Exception) -> str:
        """Return what an error says; in English if it has no text.

        >>> from kingdom_builder.sets.problems import SetupError, SetupProblem
        >>> Words("fr").problem(SetupError(SetupProblem.WRONG_NUMBER_OF_SECTIONS, count=5))
        'Sections\xa0: un plateau a 4 sections, pas 5'
        """
        return problem_text(self._texts, error)

    def file_error(self, error: OSError) -> str:
        """Return what is wrong with a file.

        >>> Words("en").file_error(FileNotFoundError(errno.ENOENT, "", "game.txt"))
        'game.txt: No such file or folder'
        """
        key = _FILE_ERRORS.get(error.errno or 0, "moves")
        return self(key, name=str(error.filename), moves=str(error.strerror))

    def sentence(self, sentence: Sentence) -> str:
        """Return a sentence in which players are called by their numbers."""
        return capital(self._texts.say(sentence, [self.seat(seat) for seat in range(MOST_PLAYERS)]))


def capital(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def system_language() -> str:
    """Return the language of the locale, English if there are no texts in it."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return next((language for language in LANGUAGES if locale.startswith(language)), "en")


def table(rows: Sequence[Sequence[str]]) -> str:
    """Align rows of words in columns, the first to the left and the others to the right.

    >>> print(table([["", "player 1"], ["Lords", "12"]]))
           player 1
    Lords        12
    """
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        words = [word.rjust(width) for word, width in zip(row, widths, strict=True)]
        lines.append("  ".join([row[0].ljust(widths[0]), *words[1:]]).rstrip())
    return "\n".join(lines)
