"""The field `progress` of position files: what is not on the table, so that a game goes on exactly where it stood.

It has the turn, the open questions and what everybody knows about the cards. Without it a position begins a turn.
"""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from typing import Any, get_type_hints

from kingdom_builder.engine.actions.base import CountFrame, PlainFrame
from kingdom_builder.engine.actions.build import BuildFrame, EitherFrame
from kingdom_builder.engine.actions.move import NO_PIECE, MoveFrame
from kingdom_builder.engine.answers import FIRST_OPTION
from kingdom_builder.engine.deck import Deck
from kingdom_builder.engine.fields import Field, PositionError
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import iter_hexes
from kingdom_builder.engine.position import NO_TURN_STATE, NOT_BEGUN, TurnState
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.terrain import CARD_NAMES
from kingdom_builder.sets.fields import BEFORE, hex_list, hex_lists, read_hexes
from kingdom_builder.sets.problems import PositionProblem
from kingdom_builder.sets.registry import REGISTRY, answer_name, option_number

_FRAMES = (PlainFrame, CountFrame, BuildFrame, EitherFrame, MoveFrame)
_HEX, _HEXES = "origin", "moved"
"""The fields of frames that are a hex, and a set of hexes."""
_VARIANTS = ("two_cards", "without_lords", "swamp_cards")
_MOST = 9999
_CORE = (
    "turn", "start", "sets", "variants", "nomad_tiles", "left", "built", "last_built", "last_round", "after_last_turn",
    "over", "card", "hand", "cards", "discarded", "removed", "additional", "regular", "extra_cards", "used_actions",
    "taken_from", "locked_nomad_tiles", "questions",
)  # fmt: skip


def write_progress(pos: Game) -> dict[str, Any]:
    """Return what a position file needs to go on exactly.

    The hand of the player whose turn it is has no hidden cards in it unless a card is still to be chosen.
    """
    setup, state = pos.setup, pos.turn_state
    found: dict[str, Any] = {
        "turn": pos.turn,
        "start": setup.start,
        "sets": list(setup.sets),
        "variants": [name for name in _VARIANTS if getattr(setup, name)],
        "nomad_tiles": {",".join(map(str, hex_list(h))): answer_name(n) for h, n in setup.nomad_tiles.items()},
        "left": None if pos.to_build == NOT_BEGUN else pos.to_build,
        "built": hex_lists(pos.built_this_turn),
        "last_built": pos.last_built,
        "last_round": pos.end_triggered,
        "after_last_turn": state.after_last_turn,
        "over": pos.over,
        "card": None if pos.card is None else CARD_NAMES[pos.card],
        "cards": [len(player.hand) for player in pos.players],
        "discarded": [CARD_NAMES[card] for card in sorted(pos.deck.discard)],
        "removed": [CARD_NAMES[card] for card in sorted(pos.deck.removed)],
        "additional": state.additional,
        "regular": state.regular,
        "extra_cards": state.extra_cards,
        "used_actions": [answer_name(n) for n in pos.rules.free_actions if state.used_actions >> n - FIRST_OPTION & 1],
        "taken_from": [hex_lists(player.taken_from) for player in pos.players],
        "locked_nomad_tiles": [[tile.acquired_turn == pos.turn for tile in player.nomads] for player in pos.players],
        "questions": [_write_frame(frame) for frame in pos.stack],
    }
    if pos.card is None and not pos.over and pos.players:
        found["hand"] = [CARD_NAMES[card] for card in pos.players[pos.active].hand]
    for game_set in REGISTRY.sets:
        if game_set.fields.write_progress is not None:
            found |= game_set.fields.write_progress(pos)
    return found


def progress_fields(field: Field | None) -> dict[str, Field]:
    """Return the parts of the field; none if it is not there."""
    if field is None:
        return {}
    known = (*_CORE, *(name for game_set in REGISTRY.sets for name in game_set.fields.progress))
    parts = field.mapping(known)
    for name in known:
        if name not in parts and name != "hand":
            raise PositionError(PositionProblem.MISSING, path=f"{field.path}.{name}")
    return parts


def progress_of_setup(parts: dict[str, Field], players: int) -> dict[str, Any]:
    """Return the arguments of `Setup` that the field has."""
    entries = parts["nomad_tiles"].mapping().values()
    return {
        "start": parts["start"].number(0, max(players - 1, 0)),
        "sets": parts["sets"].names([game_set.id for game_set in REGISTRY.sets]),
        "nomad_tiles": {entry.key_hex(): option_number(entry.name(REGISTRY.nomad_ids)) for entry in entries},
        **{name: name in parts["variants"].names(_VARIANTS) for name in _VARIANTS},
    }


def read_progress(parts: dict[str, Field], pos: Game) -> None:
    """Put what the field has into a position whose pieces, tiles and terrain have been read."""
    pos.turn = turn = parts["turn"].number(0, _MOST)
    if set(iter_hexes(pos.board.nomads)) - set(pos.setup.nomad_tiles):
        raise parts["nomad_tiles"].error(PositionProblem.NO_NOMAD_TILE)
    left = parts["left"]
    pos.to_build = NOT_BEGUN if left.value is None else left.number(0, _MOST)
    pos.built_this_turn = read_hexes(parts["built"], pos.board.open, PositionProblem.EXPECTED_PIECE_HEX)
    pos.last_built = parts["last_built"].number(-1, turn)
    pos.end_triggered = parts["last_round"].flag()
    pos.over = parts["over"].flag()
    used = parts["used_actions"].names([answer_name(number) for number in pos.rules.free_actions])
    pos.turn_state = TurnState(
        temporary=pos.turn_state.temporary,
        additional=parts["additional"].number(0, _MOST),
        regular=parts["regular"].number(0, _MOST),
        used_actions=sum(1 << option_number(name) - FIRST_OPTION for name in used),
        extra_cards=parts["extra_cards"].number(0, _MOST),
        after_last_turn=parts["after_last_turn"].flag(),
    )
    _read_tiles(parts, pos)
    _read_cards(parts, pos)
    for game_set in REGISTRY.sets:
        if game_set.fields.read_progress is not None:
            game_set.fields.read_progress(parts, pos)
    pos.turn_state = pos.turn_state if pos.turn_state != TurnState() else NO_TURN_STATE
    pos.refresh_free()
    pos.stack = tuple(_read_frame(item, pos) for item in parts["questions"].items())
    _check_question(parts["questions"], pos)


def _check_question(field: Field, pos: Game) -> None:
    """Raise PositionError if the questions do not fit the position, so that nobody could answer."""
    try:
        fits = pos.over or not pos.players or (pos.question is not None and any(pos.legal()))
    except (ArithmeticError, AssertionError, LookupError, StopIteration, TypeError, ValueError):
        fits = False
    if not fits:
        raise field.error(PositionProblem.QUESTIONS_DO_NOT_FIT)


def _read_tiles(parts: dict[str, Field], pos: Game) -> None:
    """Read where tiles come from, and which were taken in this turn."""
    taken = parts["taken_from"].items(len(pos.players))
    locked = parts["locked_nomad_tiles"].items(len(pos.players))
    for i, player in enumerate(pos.players):
        player.taken_from |= read_hexes(taken[i], pos.board.locations, PositionProblem.NO_TILES_THERE)
        player.tiles = tuple(
            tile._replace(acquired_turn=BEFORE if tile.acquired_turn == BEFORE else pos.turn) for tile in player.tiles
        )
        flags = locked[i].items(len(player.nomads))
        player.nomads = tuple(
            tile._replace(acquired_turn=pos.turn if flag.flag() else BEFORE)
            for tile, flag in zip(player.nomads, flags, strict=True)
        )


def _read_cards(parts: dict[str, Field], pos: Game) -> None:
    """Read the cards that everybody knows, and deal the others at random."""
    discard, removed = (_cards(parts[name]) for name in ("discarded", "removed"))
    card = parts["card"]
    pos.card = None if card.value is None else CARD_NAMES.index(card.name(CARD_NAMES))
    known = _cards(parts["hand"]) if "hand" in parts else () if pos.card is None else (pos.card,)
    unseen = Counter(pos.setup.deck)
    unseen.subtract((*discard, *removed, *known))
    counts = [item.number(0, _MOST) for item in parts["cards"].items(len(pos.players))]
    if min(unseen.values(), default=0) < 0 or sum(counts) - len(known) > unseen.total():
        raise parts["cards"].error(PositionProblem.TOO_MANY_CARDS)
    cards = list(Rng(0).shuffled(sorted(unseen.elements())))
    for seat, player in enumerate(pos.players):
        held = known if seat == pos.active else ()
        player.hand = (*held, *(cards.pop() for _ in range(counts[seat] - len(held))))
    pos.deck = Deck(tuple(cards), discard, removed, ((),))


def _cards(field: Field) -> tuple[int, ...]:
    return tuple(CARD_NAMES.index(item.name(CARD_NAMES)) for item in field.items())


def _frames() -> dict[str, Any]:
    """Return the classes of frames by their names in files."""
    kinds = (*_FRAMES, *(kind for game_set in REGISTRY.sets for kind in game_set.fields.frames))
    return {kind.__name__.removesuffix("Frame").lower(): kind for kind in kinds}


def _write_frame(frame: Any) -> dict[str, Any]:
    kinds = {cls: name for name, cls in _frames().items()}
    found = {"kind": kinds[type(frame)], **frame._asdict(), "action": REGISTRY.actions[frame.action].id}
    if _HEX in found:
        found[_HEX] = None if found[_HEX] == NO_PIECE else hex_list(found[_HEX])
    if _HEXES in found:
        found[_HEXES] = hex_lists(found[_HEXES])
    return found


def _read_frame(field: Field, pos: Game) -> Any:
    frames = _frames()
    kind = field.mapping().get("kind")
    if kind is None:
        raise PositionError(PositionProblem.MISSING, path=f"{field.path}.kind")
    cls = frames[kind.name(tuple(frames))]
    parts = field.mapping(("kind", *cls._fields))
    values = {}
    for name, hint in get_type_hints(cls).items():
        if name not in parts:
            raise PositionError(PositionProblem.MISSING, path=f"{field.path}.{name}")
        values[name] = _read_value(parts[name], name, hint, pos)
    return cls(**values)


def _read_value(field: Field, name: str, hint: Any, pos: Game) -> Any:
    """Read a field of a frame by its name or its type."""
    board = pos.board.open | pos.board.special
    if name == "action":
        numbers = {action.id: number for number, action in REGISTRY.actions.items()}
        return numbers[field.name(tuple(numbers))]
    if name == "seat":
        return field.number(0, max(len(pos.players) - 1, 0))
    if name == _HEX:
        return NO_PIECE if field.value is None else field.hex()
    if name == _HEXES:
        return read_hexes(field, board, PositionProblem.EXPECTED_HEX_OF_BOARD)
    if hint is bool:
        return field.flag()
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        return hint(field.number(min(hint), max(hint)))
    if hint is int:
        return field.number(-1, _MOST)
    return tuple(item.number(0, _MOST) for item in field.items())
