"""Which sentence to say: a key and parameters for a question, a reason, an option.

The most specific text wins: a set may have its own sentence for one of its tiles, else the general one is used.
"""

from __future__ import annotations

from collections.abc import Iterator

from kingdom_builder.engine.answers import END_TURN, STOP
from kingdom_builder.engine.hexes import COORDINATES
from kingdom_builder.engine.question import Question
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.sets.registry import answer_name, by_sets
from kingdom_builder.texts.catalogue import Noun, Param, Sentence, catalogue, parameters

_ANY_TERRAIN = (None, "land", "land_or_mountain")


def sentence(key: str, /, **params: Param) -> Sentence:
    """Return a sentence with those of the parameters that its text takes.

    >>> sentence("log.built", name={"seat": 0}, hex="e5", n=3)
    {'key': 'log.built', 'params': {'name': {'seat': 0}, 'hex': 'e5'}}
    """
    taken = parameters(key)
    return {"key": key, "params": {name: value for name, value in params.items() if name in taken}}


def question_sentences(question: Question) -> list[Sentence]:
    """Return what is asked, for the player who is asked: the question, then a sentence on each option that needs one.

    >>> question_sentences(Question(0, "turn", "mandatory", 1, (), "desert", 3))[0]["key"]
    'question.mandatory'
    """
    return list(_question_sentences(question._replace(seat=0, hexes=1 if question.hexes else 0)))


@by_sets
def _question_sentences(question: Question) -> list[Sentence]:
    """Return the sentences. Cached: a server says the same all the time."""
    key, notes = _question_keys(question)
    return [sentence(key, **_question_params(question)), *[sentence(note) for note in notes]]


def _question_keys(question: Question) -> tuple[str, list[str]]:
    """Return the keys of the question and of the sentences after it."""
    stage, action = f"question.{question.stage}", question.action
    variants = list(_variants(question))
    names = [answer_name(option) for option in question.options]
    notes = [f"question.offered.{name}" for name in names if exists(f"question.offered.{name}")]
    keys = [key for variant in variants for key in (f"{stage}.{action}.{variant}", f"{stage}.{variant}")]
    keys.append(f"{stage}.{action}")
    if question.terrain not in _ANY_TERRAIN:
        keys.append(f"{stage}.terrain")
    if "tile" in variants and "end_turn" not in variants and exists(f"{stage}.besides"):
        notes.insert(0, f"{stage}.besides")
    return first_key(*keys, stage), notes


def waiting_sentence(question: Question) -> Sentence:
    """Return what is asked, for everybody but the player who is asked."""
    return _waiting_sentence(question._replace(hexes=0, options=()))


@by_sets
def _waiting_sentence(question: Question) -> Sentence:
    stage = question.stage
    key = first_key(f"waiting.{stage}.{question.action}", f"waiting.{stage}", "waiting.extra")
    return sentence(key, name={"seat": question.seat}, **_question_params(question))


def reason_sentence(reason: Reason, seat: int, question: Question | None = None, here: str | None = None) -> Sentence:
    """Return why a hex is not offered to a seat; `here` is the terrain of the hex that was tried.

    >>> reason_sentence(Reason("no_target", "R5.2", {"needed": "grass"}), 0)["key"]
    'reason.no_target.terrain'
    """
    code, params = f"reason.{reason.code}", reason.params
    kind, owner, needed = params.get("kind"), params.get("owner"), params.get("needed")
    keys = [f"{code}.{question.action}", f"{code}.{question.stage}"] if question else []
    if reason.rule == "R0.21":
        keys.append(f"{code}.origin")
    if isinstance(owner, int):
        keys.append(f"{code}.own" if owner == seat else f"{code}.other")
    if needed is not None:
        keys.append(f"{code}.terrain")
    if kind is not None:
        keys += [f"{code}.{kind}", f"{code}.kind"]
    asked = question.terrain if question else None
    return sentence(
        first_key(*keys, code),
        kind=text(f"article.{kind}"),
        owner={"seat": owner} if isinstance(owner, int) else "",
        needed=text(f"terrain.{needed or 'land'}"),
        found=text(f"terrain.{params.get('found', 'land')}"),
        free=text(f"free.{asked or 'land'}"),
        here=text(f"free.{here or 'land'}"),
    )


def option_name(name: str) -> Noun:
    """Return what an option is called on a button.

    >>> option_name("farm")["key"], option_name("grass")["key"]
    ('tile.farm.name', 'option.grass')
    """
    return text(f"option.{name}") if exists(f"option.{name}") else tile_name(name)


def tile_name(name: str) -> Noun:
    """Return the name of a tile or of an action without a tile, such as `farm` or `donation:grass`.

    >>> catalogue("en").name(tile_name("donation:water"))
    'Donation (water)'
    """
    kind, _, terrain = name.partition(":")
    return {"key": f"tile.{kind}.name", "params": {"terrain": f"terrain.{terrain}"} if terrain else {}}


def tile_line(name: str) -> Noun:
    """Return what a tile does, in one sentence."""
    return text(f"tile.{name.partition(':')[0]}.line")


@by_sets
def is_tile(name: str) -> bool:
    """Return whether an option is a tile or an action without a tile."""
    return exists(f"tile.{name.partition(':')[0]}.name")


def text(key: str) -> Noun:
    """Return a text without parameters, to be put into a sentence."""
    return {"key": key, "params": {}}


@by_sets
def exists(key: str) -> bool:
    """Return whether there is a text with this key."""
    return key in catalogue("en")


def first_key(*keys: str) -> str:
    """Return the first of the keys that has a text."""
    return next(key for key in keys if exists(key))


def _variants(question: Question) -> Iterator[str]:
    """Yield what sets this question apart from others of its stage."""
    options = [name for name in map(answer_name, question.options) if not exists(f"question.offered.{name}")]
    if STOP in question.options:
        yield "more"
    if END_TURN in question.options:
        yield "end_turn"
    if any(is_tile(name) for name in options):
        yield "tile"
    if not question.hexes:
        yield "options"
    if not options:
        yield "hexes"


def _question_params(question: Question) -> dict[str, Param]:
    return {
        "n": question.left or 1,
        "on": text(f"on.{question.terrain or 'land'}"),
        "tile": tile_name(question.action) if is_tile(question.action) else "",
        "piece": "" if question.piece is None else str(COORDINATES[question.piece]),
    }
