"""The texts that only the page says: in both languages, none missing, none left over, no English elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kingdom_builder.table.events import EventKind
from kingdom_builder.texts.export import page_texts
from tests.test_documents import ROOT

SOURCES = ROOT / "frontend" / "src"
FILES = [path for path in sorted(SOURCES.rglob("*")) if path.suffix in (".ts", ".svelte")]
SPEAKING = [path for path in FILES if path.parent.name != "generated" and not re.search(r"\.(en|fr)\.ts$", path.name)]
MARKUP = [path for path in FILES if path.suffix == ".svelte"]
PROPER_NAMES = ("Kingdom Builder", "English", "Français", "Queenie")
SAID = ("aria-label", "aria-description", "aria-valuetext", "title", "placeholder", "alt", "label")
HOLE = "\0"
NARROW, FIXED = "\u202f", "\u00a0"


def texts(language: str) -> dict[str, str]:
    """Read the texts of a language that only the page says, by their keys."""
    found: dict[str, str] = {}
    source = (SOURCES / "texts" / f"page.{language}.ts").read_text()
    for key, text in re.findall(r'^  "([^"]+)":\s*("(?:[^"\\]|\\.)*"),$', source, re.MULTILINE):
        assert key not in found, f"{key} is there twice"
        found[key] = json.loads(text)
    assert len(re.findall(r'^  "[^"]+":', source, re.MULTILINE)) == source.count('",\n'), "every text was read"
    return found


ENGLISH, FRENCH = texts("en"), texts("fr")
ONLY = {
    f"log.{HOLE}": tuple(EventKind),
    f"new.{HOLE}": ("top_left", "top_right", "bottom_left", "bottom_right"),
}
ALL = {**page_texts("en"), **ENGLISH}
FAMILIES = {key.split(".")[0] for key in ALL}


def literals(source: str) -> set[str]:
    """Every plain string that looks like the key of a text."""
    keys = re.findall(r"""["'`]((?:[a-z_]+)(?:\.\w+)+)["'`]""", source)
    return {key for key in keys if key.split(".")[0] in FAMILIES}


def templates(source: str, *, by_steps: bool = True) -> set[str]:
    """Every key that is put together, with holes where something is put in; `by_steps` from other such keys, too.

    >>> [name.replace(HOLE, "?") for name in templates("named(`card.${x}.name`)")]
    ['card.?.name']
    """
    found = set(re.findall(r"(?=`((?:[\w.]|\$\{[^{}`]*\})+)`)", source))
    named: dict[str, set[str]] = {}
    for name, value in re.findall(r"(?:const|let) (\w+) = `([^`]*)`", source):
        named.setdefault(name, set()).add(value)
    for name, one, other in re.findall(r'(\w+): "(\w+\.[\w.]+)" \| "(\w+\.[\w.]+)"', source):
        named.setdefault(name, set()).update((one, other))
    for _ in range(3 if by_steps else 0):
        for template in list(found):
            for name in re.findall(r"\$\{(\w+)\}", template):
                found |= {template.replace(f"${{{name}}}", value) for value in named.get(name, ())}
    holed = {re.sub(r"\$\{[^{}]*\}", HOLE, template) for template in found}
    return {name for name in holed if re.match(r"[a-z_]+\.", name) and name.split(".")[0] in FAMILIES}


def fits(template: str, key: str) -> bool:
    """Whether a key comes of a template, whose hole may be known to take certain words only."""
    words = "|".join(ONLY.get(template, [r"[\w:]+"]))
    return re.fullmatch(re.escape(template).replace(re.escape(HOLE), f"(?:{words})"), key) is not None


def test_both_languages_have_the_same_texts():
    assert set(ENGLISH) == set(FRENCH)


@pytest.mark.parametrize("path", SPEAKING, ids=lambda path: path.name)
def test_every_text_that_is_used_exists(path):
    source = path.read_text()
    assert literals(source) - set(ALL) == set()
    empty = {template for template in templates(source, by_steps=False) if not any(fits(template, key) for key in ALL)}
    assert empty == set()


def test_every_text_is_used():
    sources = [path.read_text() for path in SPEAKING]
    used = set().union(*map(literals, sources))
    built = set().union(*map(templates, sources))
    unused = [key for key in ENGLISH if key not in used and not any(fits(template, key) for template in built)]
    assert unused == []


def test_everything_the_server_names_has_a_text(server):
    choices = httpx.get(f"{server.url}/api/catalogue").json()
    tiles = {name.split(":")[0] for names in choices["tiles"].values() for name in names}
    tiles |= {name.split(":")[0] for name in choices["nomad_tiles"]}
    wanted = {
        *(f"set.{name}.{part}" for name in choices["sets"] for part in ("name", "line")),
        *(f"section.{name}" for names in choices["sections"].values() for name in names),
        *(f"card.{name}.{part}" for names in choices["cards"].values() for name in names for part in ("name", "line")),
        *(f"card.{name}.{part}" for name in choices["tasks"] for part in ("name", "line")),
        *(f"tile.{name}.{part}" for name in tiles for part in ("name", "line")),
        *(f"level.{name}.{part}" for name in choices["levels"] for part in ("name", "line")),
        *(f"phrase.{name}" for name in choices["phrases"]),
    }
    assert wanted - set(ALL) == set()


def test_no_text_of_the_page_is_a_text_of_the_game():
    assert sorted(ENGLISH.keys() & page_texts("en").keys()) == []


@pytest.mark.parametrize("key", [key for key in ENGLISH if "{" in ENGLISH[key] or "{" in FRENCH.get(key, "")])
def test_both_languages_say_the_same_things(key):
    """What is put into a text is in both; what only chooses a word may be where a language needs it."""
    put, chosen = (re.compile(pattern) for pattern in (r"\{(\w+)\}", r"\{(\w+):[^|}]*\|[^}]*\}"))
    assert set(put.findall(ENGLISH[key])) == set(put.findall(FRENCH[key]))
    told = set(put.findall(ENGLISH[key])) | set(chosen.findall(ENGLISH[key])) | {"n"}
    assert set(chosen.findall(FRENCH[key])) <= told
    for text in (ENGLISH[key], FRENCH[key]):
        assert not re.search(r"[{}]", put.sub("", chosen.sub("", text))), "a brace is left over"


def test_french_is_set_as_french():
    """A space that does not break before ; ! ? and :, inside « » too, and round apostrophes."""
    wrong = []
    for key, text in FRENCH.items():
        plain = re.sub(r"\{(\w+):([^|}]*)\|([^}]*)\}", r"\2 \3", text)
        bad_mark = re.search(rf"(?<![{NARROW}{FIXED};!?])[;!?]|(?<![{NARROW}{FIXED}]):", plain)
        bad_quote = re.search(rf"«(?![{NARROW}{FIXED}])|(?<![{NARROW}{FIXED}])»|['\"]", plain)
        if bad_mark or bad_quote:
            wrong.append(f"{key}: {text}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_text_is_empty_or_has_spaces_too_many(language):
    for key, text in texts(language).items():
        assert text.strip() == text != "", key
        assert "  " not in text, key


def said(path: Path) -> Iterator[str]:
    """Yield what a component's markup says by itself: text between tags, and attributes that are read out or shown."""
    source = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", path.read_text(), flags=re.DOTALL)
    place, tag, text = 0, "", ""
    inside = False
    while place < len(source):
        if source[place] == "{":
            end = _closing(source, place)
            hole = source[place : end + 1]
            if inside:
                tag += hole
            else:
                yield from _shown(hole)
                text += HOLE
            place = end + 1
            continue
        char = source[place]
        if not inside and char == "<":
            yield text
            inside, tag, text = True, "", ""
        elif inside and char == ">":
            inside = False
            yield from _read_out(tag)
        elif inside:
            tag += char
        else:
            text += char
        place += 1
    yield text


def _closing(source: str, start: int) -> int:
    """Where the brace that opens here is closed."""
    depth = 0
    for place in range(start, len(source)):
        depth += {"{": 1, "}": -1}.get(source[place], 0)
        if depth == 0:
            return place
    raise AssertionError("a brace is not closed")


def _shown(hole: str) -> Iterator[str]:
    """Yield the strings that an expression such as {found ? "yes" : "no"} would show."""
    if hole[1] in "#:/@":
        return
    without_calls = re.sub(r"""[!=]==? (["'])[^"']*\1""", "", hole)
    while without_calls != (without_calls := re.sub(r"[\w.]+\([^()]*\)", "", without_calls)):
        pass
    for one, other in re.findall(r""""([^"]*)"|'([^']*)'""", without_calls):
        yield one or other


def _read_out(tag: str) -> Iterator[str]:
    plain = tag
    while plain != (plain := re.sub(r"\{[^{}]*\}", HOLE, plain)):
        pass
    for name, value in re.findall(r'([\w-]+)="([^"]*)"', plain):
        if name in SAID:
            yield value
    for name, value in re.findall(r"""([\w-]+)=\{["'`]([^"'`]*)["'`]\}""", tag):
        if name in SAID:
            yield value


@pytest.mark.parametrize("path", MARKUP, ids=lambda path: path.name)
def test_no_words_stand_in_the_markup(path):
    found = []
    for words in said(path):
        plain = re.sub(r"&\w+;", " ", words)
        for name in PROPER_NAMES:
            plain = plain.replace(name, "")
        if re.search(r"[^\W\d_]{2,}", plain):
            found.append(plain.strip())
    assert found == []


def test_words_in_the_markup_are_noticed(tmp_path):
    page = tmp_path / "Page.svelte"
    page.write_text(
        '<script>const a = "x";</script><p class="hot">Say {t("a.b")}</p>'
        '<img alt="A cat" title={"A dog"}>{a === "b" ? "Yes" : t("c.d")}'
    )
    found = [words.replace(HOLE, "").strip() for words in said(page)]
    assert [words for words in found if words] == ["Say", "A cat", "A dog", "Yes"]
