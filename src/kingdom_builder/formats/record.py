"""Game records: a set-up, the shuffles and the answers, as text that can be pasted into a message.

    kingdom-builder/record-1
    rules: 1
    players: 2
    start: 0
    sets: base
    sections: tavern:0 paddock:0 oasis:0 farm:0
    cards: fishermen knights merchants
    seeds: 7 8862431
    shuffles: GTCDF...
    answers:
    1. d4 d5 e5 /
    2. farm k9 ...

A letter of `shuffles` is a terrain card, the first card to draw first. The letters are those of the maps, lower case
for a card that also shows swamp. Games with these parts have lines `island:`, `capitols:`, `caves:`, `removed:`.
Answers are written by name, `/` ends a turn, and the numbers of the turns are for the reader. After `answers:` a line
break means the same as a blank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.problems import InputError
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import CARD_LETTERS
from kingdom_builder.formats.field_order import in_order
from kingdom_builder.sets.fields import read_words
from kingdom_builder.sets.problems import RecordError, RecordProblem, SetupError
from kingdom_builder.sets.registry import REGISTRY, answer_name, answer_number
from kingdom_builder.setup.boards import board_from_sections
from kingdom_builder.setup.builder import PLAYERS, island_of, parse_section_choice

if TYPE_CHECKING:
    from kingdom_builder.engine.game import Game

FORMAT = "kingdom-builder/record-1"
RULES_VERSION = 1
"""Higher after every change by which a legal answer becomes illegal or an answer does something else."""
_END = "/"
_LONGEST_NUMBER = 1000
_CORE = (
    "rules",
    "players",
    "start",
    "sets",
    "sections",
    "cards",
    "island",
    "variants",
    "seeds",
    "shuffles",
)
_REQUIRED = ("rules", "players", "start", "sets", "sections", "cards", "seeds", "shuffles")


def write_record(game: Game) -> str:
    """Return the record of a game up to now."""
    return _write(game.setup, game.deck.shuffles, game.answers())


def write_setup(setup: Setup) -> str:
    """Return the record of a game before its cards are dealt, without seeds.

    >>> from kingdom_builder.setup.builder import first_game
    >>> write_setup(first_game(1)).splitlines()[-3:]
    ['seeds: - 0', 'shuffles: ', 'answers:']
    """
    return _write(replace(setup, seed=None, deck_seed=0), (), ())


def _write(setup: Setup, shuffles: Sequence[tuple[int, ...]], answers: Sequence[int]) -> str:
    if setup.board.sections is None or any(not order for order in shuffles):
        raise ValueError("this game did not begin with a set-up, so it has no record")
    values = {
        "rules": str(RULES_VERSION),
        "players": str(setup.players),
        "start": str(setup.start),
        "sets": " ".join(setup.sets),
        "sections": " ".join(f"{name}:{180 if turned else 0}" for name, turned in setup.board.sections),
        "cards": " ".join(setup.cards),
        "island": "" if setup.board.island is None else str(setup.board.island.side),
        "variants": " ".join(name for name in _variants() if getattr(setup, name)),
        "seeds": f"{'-' if setup.seed is None else setup.seed} {setup.deck_seed}",
        "shuffles": " ".join(_write_order(order) for order in shuffles),
    }
    for game_set in REGISTRY.sets:
        if game_set.fields.write_record is not None:
            values |= game_set.fields.write_record(setup)
    lines = [f"{key}: {values[key]}" for key in record_lines() if key in _REQUIRED or values.get(key)]
    return "\n".join([FORMAT, *lines, "answers:", *_write_turns(answers)]) + "\n"


def record_lines() -> tuple[str, ...]:
    """Return the keys of the lines before the answers."""
    return in_order(_CORE, [game_set.fields.record for game_set in REGISTRY.sets])


def read_setup(text: str, *, any_rules: bool = False) -> tuple[Setup, list[tuple[str, int | None]]]:
    """Read a record: the set-up, and the answers as (word, number); the number is None for the number of a turn.

    A record of another version of the rules is rejected unless `any_rules` is true.
    """
    head, found, tail = text.partition("answers:")
    lines = [line.strip() for line in head.splitlines() if line.strip()]
    if not lines or lines[0] != FORMAT:
        raise RecordError(RecordProblem.WRONG_FIRST_LINE, format=repr(FORMAT))
    if not found:
        raise RecordError(RecordProblem.NO_LINE, key="answers")
    fields: dict[str, str] = {}
    for line in lines[1:]:
        key, colon, value = line.partition(":")
        if not colon or key not in record_lines():
            raise RecordError(RecordProblem.UNKNOWN_LINE, line=repr(line), known=", ".join(record_lines()))
        if key in fields:
            raise RecordError(RecordProblem.LINE_GIVEN_TWICE, key=key)
        fields[key] = value.strip()
    for key in _REQUIRED:
        if key not in fields:
            raise RecordError(RecordProblem.NO_LINE, key=key)
    if not any_rules and fields["rules"] != str(RULES_VERSION):
        raise RecordError(RecordProblem.OTHER_RULES, found=fields["rules"], version=RULES_VERSION)
    try:
        setup = _read_fields(fields)
    except SetupError as error:
        raise RecordError(error.problem, **error.params) from None
    return setup, _read_answers(tail)


def check_shuffles(game: Game) -> None:
    """Raise RecordError if the shuffles do not match the game: another pile was shuffled, or one is missing."""
    done = game.deck.shuffles
    if done != game.setup.orders[: len(done)]:
        raise RecordError(RecordProblem.OTHER_CARDS, n=len(done))


def _read_fields(fields: dict[str, str]) -> Setup:
    players = _number("players", fields["players"])
    if players not in PLAYERS:
        raise RecordError(RecordProblem.EXPECTED_PLAYERS, found=players)
    start = _number("start", fields["start"])
    if start >= players:
        raise RecordError(RecordProblem.EXPECTED_SEAT, last=players - 1, found=start)
    sections = [parse_section_choice(word) for word in fields["sections"].split()]
    if len({name for name, _ in sections}) != len(sections):
        raise RecordError(RecordProblem.SECTION_TWICE)
    island = island_of(fields["island"]) if "island" in fields else None
    board = board_from_sections(tuple((name, turned is True) for name, turned in sections), island)
    seeds = fields["seeds"].split()
    if len(seeds) != 2:
        raise RecordError(RecordProblem.EXPECTED_SEEDS)
    values: dict[str, Any] = {"parts": {}}
    values |= dict.fromkeys(read_words("variants", fields, _variants()), True)
    for game_set in REGISTRY.sets:
        if game_set.fields.read_record is not None:
            game_set.fields.read_record(fields, board, values)
    values["parts"] = {name: hexes for name, hexes in values["parts"].items() if hexes}
    return Setup(
        players=players,
        board=board,
        registry=REGISTRY,
        cards=read_words("cards", fields, REGISTRY.card_ids()),
        start=start,
        sets=read_words("sets", fields, [game_set.id for game_set in REGISTRY.sets]),
        seed=None if seeds[0] == "-" else _number("seeds", seeds[0]),
        deck_seed=_number("seeds", seeds[1]),
        orders=tuple(_read_order(word) for word in fields["shuffles"].split()),
        **values,
    )


def _variants() -> tuple[str, ...]:
    """Return the words of the line `variants:`, each a flag of the set-up."""
    added = [name for game_set in REGISTRY.sets for name in game_set.fields.variants]
    return ("two_cards", "without_lords", *added)


def _number(field: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise RecordError(RecordProblem.EXPECTED_DIGITS, key=field, found=repr(text[:_LONGEST_NUMBER]))
    return int(text)


def _write_order(order: tuple[int, ...]) -> str:
    return "".join(CARD_LETTERS[card] for card in reversed(order))


def _read_order(word: str) -> tuple[int, ...]:
    if any(letter not in CARD_LETTERS for letter in word):
        raise RecordError(RecordProblem.WRONG_LETTERS, word=repr(word), letters=CARD_LETTERS)
    return tuple(CARD_LETTERS.index(letter) for letter in reversed(word))


def _write_turns(answers: Sequence[int]) -> list[str]:
    turns: list[list[str]] = [[]]
    for answer in answers:
        turns[-1].append(_END if answer == END_TURN else answer_name(answer))
        if answer == END_TURN:
            turns.append([])
    return [f"{number}. {' '.join(words)}" for number, words in enumerate(turns, 1) if words]


def _read_answers(text: str) -> list[tuple[str, int | None]]:
    found: list[tuple[str, int | None]] = []
    for word in text.split():
        if word.endswith(".") and word[:-1].isdigit():
            found.append((word, None))
            continue
        try:
            found.append((word, END_TURN if word == _END else answer_number(word)))
        except InputError as error:
            number = sum(answer is not None for _, answer in found) + 1
            raise RecordError(RecordProblem.UNREADABLE_ANSWER, n=number, error=error) from None
    return found
