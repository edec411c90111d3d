"""The texts by key and the rules for players, merged from the files of the core, of the commands and of the sets.

A file begins with lines `key: text`. Then come chapters (`# Title {#id}`) with entries (`## Title {#id}`): header lines
`word: text` directly below the heading, then the rule in paragraphs and lists. docs/texts.md describes the format.

>>> catalogue("fr").format("question.mandatory", n=1, on="dans le désert")
'Construisez 1 cité dans le désert.'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import count, takewhile
from typing import Any, NamedTuple, TypedDict, TypeVar, TypeVarTuple, Unpack, final

from kingdom_builder.sets.registry import REGISTRY, by_sets

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

LANGUAGES = ("en", "fr")
SOURCE_LANGUAGE = "en"
"""The language of the library: the texts `problem.CODE` are the messages of its errors."""


@final
class SeatName(TypedDict):
    """A parameter that stands for the name of the player in a seat."""

    seat: int


@final
class Noun(TypedDict):
    """A parameter that stands for a text by its key; its own parameters are texts by their keys."""

    key: str
    params: Mapping[str, str]


class Sentence(TypedDict):
    """A text by its key, and the values of its parameters."""

    key: str
    params: Mapping[str, str | int | Noun | SeatName]


Param = str | int | Noun | SeatName


class Entry(NamedTuple):
    """One rule for players: a paragraph or a list item in each line; a list item begins with `- `.

    `captions` are those of its examples. `set` is the id of the set whose file has it, empty for the core.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    lines: tuple[str, ...]
    captions: tuple[str, ...]
    set: str


class Chapter(NamedTuple):
    """A chapter of the rules for players."""

    id: str
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Catalogue:
    """All texts of one language."""

    language: str
    texts: Mapping[str, str]
    chapters: tuple[Chapter, ...]

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def format(self, key: str, /, **params: str | int) -> str:
        """Return a text with its parameters filled in; `{n:one|many}` chooses a word by the number n.

        Beside a name, the first word is for a third person and the second for the reader, whom only the page addresses.
        """

        def fill(hole: re.Match[str]) -> str:
            name, first, second = hole.groups()
            value = params.get(name, "")
            if first is None:
                return str(value)
            return first if isinstance(value, str) or self._is_one(value) else second

        return _HOLE.sub(fill, self.texts[key])

    def say(self, sentence: Sentence, names: Sequence[str] = ()) -> str:
        """Return a sentence in this language; `names` are the players by seat."""
        return self.format(
            sentence["key"], **{name: self._value(value, names) for name, value in sentence["params"].items()}
        )

    def name(self, noun: Noun) -> str:
        """Return a noun in this language."""
        return self.format(noun["key"], **{name: self.texts[key] for name, key in noun["params"].items()})

    def entry_of(self, rule: str) -> Entry:
        """Return the first entry that explains a rule of docs/rules.md; KeyError if there is none.

        >>> catalogue("en").entry_of("R5.4").title
        'Tower'
        """
        for chapter in self.chapters:
            for entry in chapter.entries:
                if rule in entry.rules:
                    return entry
        raise KeyError(rule)

    def _value(self, value: Param, names: Sequence[str]) -> str | int:
        if isinstance(value, str | int):
            return value
        return names[value["seat"]] if "seat" in value else self.name(value)

    def _is_one(self, number: int) -> bool:
        """Return whether a number takes the singular; in French, zero does too."""
        return abs(number) < 2 if self.language == "fr" else number == 1


@by_sets
def folders() -> tuple[Traversable, ...]:
    """Return the folders with `text.<language>.md`, one for each set, in the order of the sets."""
    return tuple(game_set.folder for game_set in REGISTRY.sets)


def catalogue(language: str) -> Catalogue:
    """Return the texts of a language, of the core and of all sets.

    >>> catalogue("en").texts["tile.tower.name"], "tile.unknown.name" in catalogue("en")
    ('Tower', False)
    """
    return _last(_merged, language)


def caption_key(entry: str, number: int) -> str:
    """Return the key of the caption of an entry's example; examples count from 1.

    >>> caption_key("tile-tower", 1)
    'example.tile-tower.1'
    """
    return f"example.{entry}.{number}"


def parameters(key: str) -> frozenset[str]:
    """Return the names of the parameters that a text takes in any language.

    >>> sorted(parameters("log.moved"))
    ['from', 'name', 'to']
    """
    return _last(_parameters)[key]


class TextError(ValueError):
    """A text file that cannot be read: its name, the line, and what is wrong."""


_HOLE = re.compile(r"\{(\w+)(?::([^|}]*)\|([^}]*))?\}")
_HEADING = re.compile(r"(#{1,2}) (.+) \{#([a-z][a-z0-9_-]*)\}")
_TEXT = re.compile(r"([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*): (.+)")
_NAMED = ("tile", "card", "set", "special")
"""The kinds of entries whose title is the name of the thing, unless a line `name:` gives another."""


@dataclass
class _Draft:
    """An entry that is being read."""

    set: str
    chapter: str
    id: str
    title: str
    after: str | None = None
    rules: tuple[str, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def entry(self, texts: Mapping[str, str]) -> Entry:
        """Return the finished entry; its captions are among the texts."""
        captions = takewhile(bool, (texts.get(caption_key(self.id, number)) for number in count(1)))
        return Entry(self.id, self.title, self.rules, tuple(self.lines), tuple(map(str, captions)), self.set)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield the texts of the header lines by their full keys."""
        kind, _, name = self.id.partition("-")
        if kind in _NAMED and name:
            yield f"{kind}.{name}.name", self.headers.pop("name", self.title)
        for word, text in self.headers.items():
            first, *rest = word.split(".")
            if word in ("name", "line", "short"):
                yield f"{kind}.{name}.{word}", text
            elif first == "example":
                yield caption_key(self.id, int(rest[0])), text
            elif word == "noun":
                yield f"{kind}.{name}", text
            else:
                yield ".".join([first, *rest[:1], name, *rest[1:]]), text


class _Merge:
    """Put the files of one language together."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        self._entries: dict[str, list[_Draft]] = {}

    def chapters(self) -> tuple[Chapter, ...]:
        return tuple(
            Chapter(name, title, tuple(draft.entry(self.texts) for draft in self._entries[name]))
            for name, title in self._titles.items()
        )

    def read(self, source: str, name: str, game_set: str = "") -> None:
        """Read a file of the core or of a set and add what it holds."""
        drafts: list[_Draft] = []
        chapter = ""
        in_header = True
        for number, line in enumerate(source.splitlines(), 1):
            heading, text = _HEADING.fullmatch(line), _TEXT.fullmatch(line)
            if heading and heading[1] == "#":
                chapter = heading[3]
                if self._titles.setdefault(chapter, heading[2]) != heading[2]:
                    raise TextError(f"{name}:{number}: the chapter {chapter} is called {self._titles[chapter]!r}")
            elif heading:
                drafts.append(_Draft(game_set, chapter, heading[3], heading[2]))
                in_header = True
            elif not line or line.startswith("<!--"):
                in_header = in_header and not drafts
            elif in_header and not text:
                raise TextError(f"{name}:{number}: expected `key: text`")
            elif in_header and text:
                self._header(drafts[-1] if drafts else None, text[1], text[2], f"{name}:{number}")
            else:
                drafts[-1].lines.append(line)
        for draft in drafts:
            for key, value in draft.texts():
                self._add(key, value, f"{name}: {draft.id}")
        self._place(drafts, name)

    def _header(self, draft: _Draft | None, key: str, text: str, where: str) -> None:
        if draft is None:
            self._add(key, text, where)
        elif key == "rules":
            draft.rules = tuple(text.split(", "))
        elif key == "after":
            draft.after = text
        elif key in draft.headers:
            raise TextError(f"{where}: {key} is there twice")
        else:
            draft.headers[key] = text

    def _add(self, key: str, text: str, where: str) -> None:
        if key in self.texts:
            raise TextError(f"{where}: {key} is there twice")
        self.texts[key] = text

    def _place(self, drafts: list[_Draft], name: str) -> None:
        """Put entries where they belong: after the one named, after the one before in the file, or at the end."""
        last: dict[str, str] = {}
        for draft in drafts:
            chapter = self._entries.setdefault(draft.chapter, [])
            ids = [entry.id for entry in chapter]
            before = draft.after or last.get(draft.chapter)
            if before is not None and before not in ids:
                raise TextError(f"{name}: {draft.id}: after: there is no entry {before} in the chapter {draft.chapter}")
            chapter.insert(len(ids) if before is None else ids.index(before) + 1, draft)
            last[draft.chapter] = draft.id


def _last(make: Callable[[tuple[Traversable, ...], Unpack[Ts]], T], *args: *Ts) -> T:
    """Return what a function returns for the present folders; it is called again when there are others.

    Every sentence asks for it. `lru_cache` would hash all folders each time.
    """
    present = folders()
    known = _kept.get((make, args))
    if known is None or known[0] is not present:
        known = _kept[make, args] = (present, make(present, *args))
    found: T = known[1]
    return found


_kept: dict[Any, tuple[tuple[Traversable, ...], Any]] = {}


@lru_cache(maxsize=8)
def _merged(folders: tuple[Traversable, ...], language: str) -> Catalogue:
    merge = _Merge()
    own = files("kingdom_builder") / "texts"
    for source in (own / f"core.{language}.md", own / f"cli.{language}.md"):
        merge.read(source.read_text(encoding="utf-8"), str(source))
    for folder in folders:
        source = folder / f"text.{language}.md"
        merge.read(source.read_text(encoding="utf-8"), str(source), folder.name)
    if language == SOURCE_LANGUAGE:
        merge.texts |= {f"problem.{code}": text for code, text in REGISTRY.problems.items()}
    return Catalogue(language, merge.texts, merge.chapters())


def _parameters(folders: tuple[Traversable, ...]) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for language in LANGUAGES:
        for key, text in _merged(folders, language).texts.items():
            found[key] = found.get(key, frozenset()) | {hole[1] for hole in _HOLE.finditer(text)}
    return found
