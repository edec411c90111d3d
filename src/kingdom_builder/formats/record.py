"""Game records: a set-up, the outcomes of chance and the answers, as text that can be pasted into a message.

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

A letter of `shuffles` is a terrain card, the first to be drawn first; the letters are those of the maps, small for a
card that shows swamp too. Where they are in play, lines `island:`, `capitols:`, `caves:`, `removed:` say so. Answers
are written as people write them, `/` ends a turn, and the numbers before the turns are for the reader. Line breaks mean
no more than blanks after `answers:`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.hexes import PLACES, names, parse
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import CARD_LETTERS, CARD_TERRAINS, MOUNTAIN, TERRAINS, terrain_number
from kingdom_builder.sets.nomads.setup import NOMAD_POOL
from kingdom_builder.sets.registry import REGISTRY, answer_name, answer_number, option_number
from kingdom_builder.setup.boards import board_from_sections
from kingdom_builder.setup.builder import ALL_SETS, PLAYERS, island_of, parse_section_choice

if TYPE_CHECKING:
    from kingdom_builder.engine.game import Game

FORMAT = "kingdom-builder/record-1"
RULES_VERSION = 1
_END = "/"
_LONGEST_NUMBER = 1000
_VARIANTS = ("two_cards", "without_lords", "swamp_cards")


class RecordError(ValueError):
    """A record cannot be read; the message says where and what was expected."""


def write_record(game: Game) -> str:
    """Write a game from its beginning up to now."""
    setup = game.setup
    if setup.board.sections is None or any(not order for order in game.deck.shuffles):
        raise ValueError("this game did not begin with a set-up, so it has no record")
    lines = [FORMAT, f"rules: {RULES_VERSION}", f"players: {setup.players}", f"start: {setup.start}"]
    lines.append(f"sets: {' '.join(setup.sets)}")
    lines.append("sections: " + " ".join(f"{name}:{180 if turned else 0}" for name, turned in setup.board.sections))
    lines.append(f"cards: {' '.join(setup.cards)}")
    if setup.tasks:
        lines.append(f"tasks: {' '.join(setup.tasks)}")
    if setup.nomad_tiles:
        tiles = (f"{PLACES[h]}={answer_name(tile)}" for h, tile in sorted(setup.nomad_tiles.items()))
        lines.append(f"nomads: {' '.join(tiles)}")
    if setup.board.island is not None:
        lines.append(f"island: {setup.board.island.side}")
    placed = (("capitols", setup.marked("capitols")), ("caves", setup.marked("caves")))
    lines += [f"{name}: {names(where)}" for name, where in placed if where]
    if setup.removed_terrain is not None:
        lines.append(f"removed: {TERRAINS[setup.removed_terrain]}")
    variants = [name for name in _VARIANTS if getattr(setup, name)]
    if variants:
        lines.append(f"variants: {' '.join(variants)}")
    lines.append(f"seeds: {'-' if setup.seed is None else setup.seed} {setup.deck_seed}")
    lines.append("shuffles: " + " ".join(_write_order(order) for order in game.deck.shuffles))
    return "\n".join([*lines, "answers:", *_write_turns(game.answers())]) + "\n"


def read_setup(text: str) -> tuple[Setup, list[tuple[str, int | None]]]:
    """Read a record: the set-up, and the answers as (word, number) where None stands for a turn's number."""
    head, found, tail = text.partition("answers:")
    lines = [line.strip() for line in head.splitlines() if line.strip()]
    if not lines or lines[0] != FORMAT:
        raise RecordError(f"line 1: expected {FORMAT!r}")
    if not found:
        raise RecordError("there is no line 'answers:'")
    fields: dict[str, str] = {}
    for line in lines[1:]:
        key, colon, value = line.partition(":")
        if not colon or key not in _FIELDS:
            raise RecordError(f"{line!r}: expected one of {', '.join(_FIELDS)}, a colon and a value")
        if key in fields:
            raise RecordError(f"{key}: there are two such lines")
        fields[key] = value.strip()
    for key in ("rules", "players", "start", "sets", "sections", "cards", "seeds", "shuffles"):
        if key not in fields:
            raise RecordError(f"there is no line '{key}:'")
    if fields["rules"] != str(RULES_VERSION):
        raise RecordError(f"rules: made under version {fields['rules']}, this program plays version {RULES_VERSION}")
    try:
        setup = _read_fields(fields)
    except ValueError as error:
        raise RecordError(str(error)) from None
    return setup, _read_answers(tail)


def check_shuffles(game: Game, where: str = "") -> None:
    """Refuse a record whose shuffles cannot have come about: another pile was shuffled, or fewer are known."""
    done = game.deck.shuffles
    if done != game.setup.orders[: len(done)]:
        raise RecordError(f"{where}shuffles: number {len(done)} does not hold the cards of the pile")


_FIELDS = (
    "rules",
    "players",
    "start",
    "sets",
    "sections",
    "cards",
    "tasks",
    "nomads",
    "island",
    "capitols",
    "caves",
    "removed",
    "variants",
    "seeds",
    "shuffles",
)


def _read_fields(fields: dict[str, str]) -> Setup:
    players = _number("players", fields["players"])
    if players not in PLAYERS:
        raise ValueError(f"players: expected 2 to 5, found {players}")
    start = _number("start", fields["start"])
    if start >= players:
        raise ValueError(f"start: expected a seat from 0 to {players - 1}, found {start}")
    sections = [parse_section_choice(word) for word in fields["sections"].split()]
    if len({name for name, _ in sections}) != len(sections):
        raise ValueError("sections: each can be used once only")
    island = island_of(fields["island"]) if "island" in fields else None
    board = board_from_sections(tuple((name, turned is True) for name, turned in sections), island)
    seeds = fields["seeds"].split()
    if len(seeds) != 2:
        raise ValueError("seeds: expected two numbers, the set-up's (or -) and the deck's")
    variants = _words("variants", fields, _VARIANTS)
    nomads = _read_nomads(fields.get("nomads", ""))
    if set(nomads) != {h for h in PLACES if board.nomads >> h & 1}:
        raise ValueError("nomads: expected a tile for every nomad hex of the board and no other")
    parts = {
        "capitols": _read_hexes("capitols", fields, board.special_hexes("castle"), "a castle"),
        "caves": _read_hexes("caves", fields, board.terrain[MOUNTAIN], "a mountain"),
    }
    return Setup(
        players=players,
        board=board,
        registry=REGISTRY,
        cards=_words("cards", fields, REGISTRY.card_ids()),
        tasks=_words("tasks", fields, REGISTRY.task_ids),
        nomad_tiles=nomads,
        start=start,
        sets=_words("sets", fields, ALL_SETS),
        two_cards="two_cards" in variants,
        without_lords="without_lords" in variants,
        swamp_cards="swamp_cards" in variants,
        removed_terrain=_read_removed(fields),
        parts={name: where for name, where in parts.items() if where},
        seed=None if seeds[0] == "-" else _number("seeds", seeds[0]),
        deck_seed=_number("seeds", seeds[1]),
        orders=tuple(_read_order(word) for word in fields["shuffles"].split()),
    )


def _number(field: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise ValueError(f"{field}: expected a number, found {text[:_LONGEST_NUMBER]!r}")
    return int(text)


def _words(field: str, fields: dict[str, str], known: tuple[str, ...]) -> tuple[str, ...]:
    words = tuple(fields.get(field, "").split())
    for word in words:
        if word not in known:
            raise ValueError(f"{field}: {word!r} is not one of {', '.join(known)}")
        if words.count(word) > 1:
            raise ValueError(f"{field}: {word!r} stands there twice")
    return words


def _read_hexes(field: str, fields: dict[str, str], ground: int, what: str) -> int:
    found = 0
    for word in fields.get(field, "").split():
        try:
            bit = parse(word).bit
        except ValueError as error:
            raise ValueError(f"{field}: {error}") from None
        if not bit & ground:
            raise ValueError(f"{field}: {word} is not {what}")
        found |= bit
    return found


def _read_removed(fields: dict[str, str]) -> int | None:
    """Read the terrain that the Scouts card has removed (R2.20)."""
    if ("removed" in fields) != ("scouts" in fields["cards"].split()):
        raise ValueError("removed: expected with the Scouts card, and only with it")
    if "removed" not in fields:
        return None
    known = [TERRAINS[terrain] for terrain in CARD_TERRAINS]
    if fields["removed"] not in known:
        raise ValueError(f"removed: expected one of {', '.join(known)}, found {fields['removed']!r}")
    return terrain_number(fields["removed"])


def _read_nomads(text: str) -> dict[int, int]:
    found = {}
    for word in text.split():
        place, _, tile = word.partition("=")
        try:
            found[parse(place).hex] = option_number(tile)
        except (KeyError, ValueError):
            raise ValueError(f"nomads: expected hex=tile, found {word!r}") from None
        if option_number(tile) not in NOMAD_POOL:
            raise ValueError(f"nomads: {tile!r} is not a nomad tile")
    return found


def _write_order(order: tuple[int, ...]) -> str:
    return "".join(CARD_LETTERS[card] for card in reversed(order))


def _read_order(word: str) -> tuple[int, ...]:
    if any(letter not in CARD_LETTERS for letter in word):
        raise ValueError(f"shuffles: {word!r} is not made of the letters {CARD_LETTERS}")
    return tuple(CARD_LETTERS.index(letter) for letter in reversed(word))


def _write_turns(answers: list[int]) -> list[str]:
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
        except ValueError as error:
            number = sum(answer is not None for _, answer in found) + 1
            raise RecordError(f"answer {number}: {error}") from None
    return found
