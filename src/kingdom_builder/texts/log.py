"""What happened, as lines of the log: which sentence for which event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypedDict

from kingdom_builder.engine.answers import CONTROLS, FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.question import Question
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.sets.registry import REGISTRY, answer_name
from kingdom_builder.texts.catalogue import Noun, Param, SeatName, Sentence
from kingdom_builder.texts.sentences import exists, first_key, sentence, text, tile_name

_CONTROL_KEYS = {"end_turn": "log.end_turn", "pass": "log.passed", "stop": "log.stopped"}


class LogLine(TypedDict):
    """One line of the log: the player it is about, the hexes it names, and its sentence."""

    seat: int | None
    kind: Literal["move", "turn", "talk", "table"]
    hexes: list[int]
    sentence: Sentence


class PlayerChange(TypedDict):
    """What an event has changed for one player; hexes are answer numbers, tiles are names."""

    seat: int
    placed: list[int]
    removed: list[int]
    gained: list[str]
    lost: list[str]
    gold: int


def answer_lines(
    question: Question,
    before: Game,
    after: Game,
    answer: int,
    changes: Sequence[PlayerChange],
    revealed: str | None,
) -> list[LogLine]:
    """Return the lines of an answer to a question; `revealed` is the terrain that it has revealed."""
    seat, action = question.seat, question.action
    name = answer_name(answer)
    lines: list[LogLine] = []
    if answer >= FIRST_OPTION:
        lines += _option_lines(seat, action, name)
    elif not changes and exists(f"log.placed.{action}"):
        lines.append(_line(seat, sentence(f"log.placed.{action}", name={"seat": seat}, hex=name), [answer]))
    for change in changes:
        lines += _piece_lines(before, after, action, seat, answer, change)
        lines += _tile_lines(change, "log.gained", change["gained"])
        # A nomad tile that was used or has expired is not mentioned.
        lost = [] if name == "end_turn" else [tile for tile in change["lost"] if tile != name]
        lines += _tile_lines(change, "log.lost", lost)
        if change["gold"] > 0:
            lines.append(_line(change["seat"], sentence("log.gold", name=_seat(change), n=change["gold"])))
    if revealed and name == "end_turn":
        lines.append(revealed_line(after.active, revealed))
    elif revealed and name != revealed:
        key = "log.drew.chosen" if before.terrain is None else "log.drew"
        lines.append(_line(seat, sentence(key, name={"seat": seat}, terrain=text(f"terrain.{revealed}"))))
    return lines


def revealed_line(seat: int, terrain: str) -> LogLine:
    """Return the line for a player whose turn begins with the terrain of a card."""
    return _line(seat, sentence("log.drew.turn", name={"seat": seat}, terrain=text(f"terrain.{terrain}")))


def table_line(kind: str, seat: int | None, **params: Param) -> LogLine:
    """Return the line for what happened at a table, by the kind of event.

    >>> table_line("renamed", 1, name="Ada")["sentence"]
    {'key': 'log.renamed', 'params': {'name': 'Ada'}}
    """
    name: Param = "" if seat is None else {"seat": seat}
    return {"seat": seat, "kind": "table", "hexes": [], "sentence": sentence(f"log.{kind}", **{"name": name, **params})}


def consent_lines(kind: str, seat: int | None, name: str, actor: int | None, *, taken: bool) -> list[LogLine]:
    """Return the lines for a seat that is handed to a bot, or that a new person asks for.

    `name` is who has left the seat or asks for it, `actor` the seat of the person who has handed it over. `taken`: all
    players have accepted.

    >>> [line["sentence"]["key"] for line in consent_lines("handed_over", 1, "Bo", None, taken=False)]
    ['log.handed_over.creator']
    """
    if kind == "handed_over":
        who = ".own" if actor == seat else ".creator" if actor is None else ""
        return [{**table_line(f"handed_over{who}", actor, person=name), "seat": seat}]
    lines = [table_line(kind, seat, person=name)]
    return [*lines, table_line("taken_over", None, person=name)] if taken else lines


def undo_line(seat: int | None, count: int, hexes: list[int]) -> LogLine:
    """Return the line for answers that were taken back."""
    return _line(seat, table_line("undo", seat, n=count)["sentence"], hexes)


def talk_line(seat: int | None, message: str | Noun) -> LogLine:
    """Return the line for what a player writes in the chat."""
    return {**table_line("says", seat, text=message), "kind": "talk"}


def deleted_line(seat: int | None) -> LogLine:
    """Return the line for a chat message that its player has deleted."""
    return {**table_line("deleted", seat), "kind": "talk"}


def _option_lines(seat: int, action: str, name: str) -> Iterator[LogLine]:
    player: SeatName = {"seat": seat}
    if name in TERRAINS:
        yield _line(seat, sentence("log.drew.chosen", name=player, terrain=text(f"terrain.{name}")))
    elif name not in CONTROLS:
        general = "log.used" if _is_tile(name) else "log.used.action"
        key = first_key(f"log.chosen.{action}", f"log.used.{name}", general)
        yield _line(seat, sentence(key, name=player, tile=tile_name(name)))
    elif name in _CONTROL_KEYS:
        line = _line(seat, sentence(_CONTROL_KEYS[name], name=player))
        yield {**line, "kind": "turn"} if name == "end_turn" else line


def _piece_lines(
    before: Game, after: Game, action: str, seat: int, answer: int, change: PlayerChange
) -> Iterator[LogLine]:
    owner, placed, removed = change["seat"], change["placed"], change["removed"]
    if placed and removed:
        names = {"from": answer_name(removed[0]), "to": answer_name(placed[0])}
        yield _line(seat, sentence("log.moved", name={"seat": seat}, **names), [removed[0], placed[0]])
    elif placed:
        kind = after.players[owner].kind_at(HEX_OF_ANSWER[placed[0]])
        key = "log.built" if kind == SETTLEMENT else first_key(f"log.placed.{kind}", "log.placed")
        where = answer_name(answer if len(placed) > 1 else placed[0])
        yield _line(seat, sentence(key, name={"seat": seat}, piece=text(f"article.{kind}"), hex=where), placed)
    elif removed:
        kind = before.players[owner].kind_at(HEX_OF_ANSWER[removed[0]])
        key = "log.removed" if owner != seat else first_key(f"log.taken_back.{action}", "log.taken_back")
        params: dict[str, Param] = {"piece": text(f"article.{kind}"), "hex": answer_name(removed[0])}
        yield _line(owner, sentence(key, name=_seat(change), **params), removed[:1])


def _tile_lines(change: PlayerChange, key: str, tiles: list[str]) -> Iterator[LogLine]:
    """Yield a line for each tile; the second of the same name is the bonus tile that comes with it."""
    seen: set[str] = set()
    for tile in tiles:
        bonus = tile in seen and exists(f"tile.{tile}_bonus.name")
        named = tile_name(f"{tile}_bonus" if bonus else tile)
        line = sentence(f"{key}.bonus" if bonus else key, name=_seat(change), tile=named)
        yield _line(change["seat"], line, change["placed"])
        seen.add(tile)


def _seat(change: PlayerChange) -> SeatName:
    return {"seat": change["seat"]}


def _line(seat: int | None, content: Sentence, hexes: list[int] | None = None) -> LogLine:
    return {"seat": seat, "kind": "move", "hexes": hexes or [], "sentence": content}


def _is_tile(name: str) -> bool:
    number = REGISTRY.option_number(name)
    return number in REGISTRY.tiles or number in REGISTRY.nomad_tiles
