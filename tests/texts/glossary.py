"""The glossary of docs/glossary.md, and a checker that applies it to texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.texts.catalogue import SOURCE_LANGUAGE, folders

ROOT = Path(__file__).parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
_SOURCES = ROOT / "src" / "kingdom_builder"
_HEADING = re.compile(r"#{1,2} (?P<text>.+) \{#(?P<id>[a-z0-9_-]+)\}")
_HEADER = re.compile(r"(?P<key>[a-z][a-z0-9_.]*): (?P<text>.+)")
_NOT_TEXTS = ("rules", "after")
_VERB_ENDINGS = "er|e|es|ez|ent|ons|é|ée|és|ées|ait|ant|era|erez|eront"


@dataclass(frozen=True)
class Word:
    """One row: the key of a text that contains the word, and per language the right and the wrong words."""

    key: str
    right: dict[str, tuple[str, ...]]
    wrong: dict[str, tuple[str, ...]]


def read_glossary(text: str) -> list[Word]:
    """Return the rows of the table."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return [
        Word(
            key.strip("`"),
            {"en": (english,), "fr": (french, *_listed(also))},
            {"en": _listed(wrong_english), "fr": _listed(wrong_french)},
        )
        for key, english, french, also, wrong_english, wrong_french in rows[2:]
    ]


def mistakes(text: str, language: str, words: list[Word]) -> list[tuple[str, str]]:
    """Return the wrong words of a text, each with the right one; a word inside a right one is not wrong."""
    plain = _plain(text)
    right = [found.span() for word in words for phrase in word.right[language] for found in _found(phrase, plain)]
    return [
        (found[0], word.right[language][0])
        for word in words
        for phrase in word.wrong[language]
        for found in _found(phrase, plain)
        if not any(start <= found.start() and found.end() <= end for start, end in right)
    ]


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a language with its place: the file and the key or the entry."""
    own = sorted((_SOURCES / "texts").glob(f"*.{language}.md"))
    for path in (*own, *(Path(str(folder)) / f"text.{language}.md" for folder in folders())):
        yield from _marked_texts(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    if language == SOURCE_LANGUAGE:
        for code, text in REGISTRY.problems.items():
            yield f"problem.{code}", text
    page = ROOT / "frontend" / "src" / "texts" / f"page.{language}.json"
    for key, text in json.loads(page.read_text(encoding="utf-8")).items():
        yield f"{page.relative_to(ROOT).as_posix()}: {key}", text


def _marked_texts(name: str, source: str) -> Iterator[tuple[str, str]]:
    entry = ""
    for line in source.splitlines():
        if heading := _HEADING.fullmatch(line):
            entry = heading["id"]
            yield f"{name}: {entry}", heading["text"]
        elif header := _HEADER.fullmatch(line):
            if header["key"] not in _NOT_TEXTS:
                yield f"{name}: {entry} {header['key']}".replace("  ", " "), header["text"]
        elif line and not line.startswith("<!--"):
            yield f"{name}: {entry}", line


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in cell.split(",") if word.strip())


def _plain(text: str) -> str:
    """Return the words of a text: without links, parameters and bold type, with ordinary spaces."""
    text = re.sub(r"\{\w+:([^|}]*)\|([^}]*)\}", r"\1 \2", text)
    text = re.sub(r"\]\(#[\w-]+\)|[\[*]|\{\w+\}", "", text)
    return re.sub(r"[\u00a0\u202f]", " ", text)


def _found(phrase: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(_pattern(phrase), text)


@cache
def _pattern(phrase: str) -> str:
    """Return a pattern for a phrase and its inflections; the case of its first letter is free."""
    words = [_inflected(word) for word in phrase.split()]
    first = phrase[0]
    words[0] = f"[{first.lower()}{first.upper()}]" + words[0].removeprefix(first) if first.isalpha() else words[0]
    return rf"(?<!\w){' '.join(words)}(?!\w)"


def _inflected(word: str) -> str:
    if not word.isalpha():
        return re.escape(word)
    if len(word) > 4 and word.endswith("er") and word.islower():
        return f"{word.removesuffix('er')}(?:{_VERB_ENDINGS})"
    return f"{word}(?:s|x|es)?"
