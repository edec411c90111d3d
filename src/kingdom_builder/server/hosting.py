"""Tables and seats: making a table, taking a seat, beginning, a rematch."""

from __future__ import annotations

import secrets
import time
from typing import Any

from sqlalchemy import Executable

from kingdom_builder.engine.game import Game
from kingdom_builder.formats.record import RULES_VERSION
from kingdom_builder.server.house import BOT_GRACE, Decision, House
from kingdom_builder.server.refusals import Refused
from kingdom_builder.server.said import NewTable, SetupOptions, Start, TakeSeat
from kingdom_builder.server.security.codes import new_code, new_id
from kingdom_builder.server.table import OPEN, OVER, PLAYER, PLAYING, STAND_IN, Table
from kingdom_builder.server.texts import clean_name
from kingdom_builder.server.viewers import Live
from kingdom_builder.setup.builder import Setup, first_game, new_setup
from kingdom_builder.store.games import (
    StoredEntry,
    StoredGame,
    StoredSeat,
    game_change,
    keys_removed,
    seat_change,
    seats_removed,
)

DECK_BITS = 128


async def create_table(house: House, person: str, wanted: NewTable) -> Live:
    """Make a table; it begins at once if no seat is open and nobody asked to wait."""
    game = new_id()
    seats = [_wanted_seat(number, seat, person) for number, seat in enumerate(wanted.seats)]
    seed = seed_of(wanted.setup)
    deck_seed = secrets.randbits(DECK_BITS)
    options = {
        "setup": wanted.setup.model_dump(exclude={"seed"}),
        "start_when_full": wanted.start_when_full,
        "running_score": wanted.running_score,
        "turn_seconds": wanted.turn_seconds,
        "reaction_seconds": wanted.reaction_seconds,
    }
    stored = StoredGame(
        id=game,
        invite=new_code(),
        watch=new_code(),
        creator=person,
        status=OPEN,
        listed=wanted.listed,
        options=options,
        setup=_record(wanted.setup, len(seats), seed, deck_seed),
        rules=RULES_VERSION,
        wake_at=None,
        created_at=time.time(),
    )
    first = StoredEntry(1, "created", None, PLAYER, None, None, time.time())
    await house.games.create(stored, seats, first)
    live = await house.table(game)
    await _begin_if_full(house, live)
    return live


async def take_seat(house: House, live: Live, person: str, wanted: TakeSeat) -> int:
    """Take a free seat and return it; people who sit there already keep their seat."""
    taken: list[int] = []

    def decide(table: Table) -> Decision:
        if table.status not in (OPEN, PLAYING):
            raise Refused("not_open", "This game is over; its seats cannot be taken any more.")
        free = [seat.seat for seat in table.seats if seat.kind == "open"]
        if wanted.seat is not None and wanted.seat not in free:
            raise Refused("seat_taken", "That seat is taken.")
        if not free:
            raise Refused("full", "All seats at this table are taken.")
        seat = free[0] if wanted.seat is None else wanted.seat
        name = clean_name(wanted.name, f"Player {seat + 1}")
        taken[:] = [seat]
        change = seat_change(table.id, seat, kind="person", person=person, name=name)
        return Decision("joined", seat, {"name": name}, (change,))

    await house.commit(live, decide, by=PLAYER)
    await _begin_if_full(house, live)
    return taken[0]


async def start_table(house: House, live: Live, person: str, wanted: Start) -> None:
    """Begin because the table's creator says so: open seats become bots or go."""

    def decide(table: Table) -> Decision:
        if table.stored.creator != person:
            raise Refused("not_creator", "Only the one who made the table can begin early.", 403)
        _check_open(table)
        if wanted.fill is not None:
            bot = {"kind": "bot", "level": wanted.fill, "name": wanted.fill.capitalize()}
            filled = [seat_change(table.id, seat.seat, **bot) for seat in table.seats if seat.kind == "open"]
            return _beginning(table, len(table.seats), filled)
        players = sum(seat.kind != "open" for seat in table.seats)
        if players < 2:
            raise Refused("too_few", "A game needs two players: fill the open seats with bots, or wait.")
        return _beginning(table, players, _closing_up(table, players))

    await house.commit(live, decide, by=PLAYER)


async def rematch(house: House, live: Live, person: str) -> Live:
    """Make the next table for the same people; if somebody has made it already, return that one."""
    old = live.table
    if old.status != OVER:
        raise Refused("not_over", "A rematch can be made when the game is over.")
    for entry in old.entries:
        if entry.kind == "rematch":
            return await house.table(entry.value["table"])
    options = old.stored.options
    setup = SetupOptions(**options["setup"])
    seats = [_rematch_seat(seat, person) for seat in old.seats]
    wanted = NewTable.model_validate(
        {
            "seats": seats,
            "setup": setup.model_dump(),
            "listed": False,
            **{name: options[name] for name in options if name != "setup"},
        }
    )
    new = await create_table(house, person, wanted)

    def decide(table: Table) -> Decision:
        if any(entry.kind == "rematch" for entry in table.entries):
            raise Refused("stale", "Somebody else has made the rematch.")
        mine = next((seat.seat for seat in table.seats if seat.person == person), None)
        return Decision("rematch", mine, {"table": new.table.id, "invite": new.table.stored.invite})

    try:
        await house.commit(live, decide, by=PLAYER)
    except Refused as refusal:
        if refusal.code != "stale":
            raise
        return await rematch(house, live, person)
    return new


async def rename(house: House, live: Live, seat: int, name: str) -> None:
    """Change the name at a seat."""

    def decide(table: Table) -> Decision:
        cleaned = clean_name(name, f"Player {seat + 1}")
        return Decision("renamed", seat, {"name": cleaned}, (seat_change(table.id, seat, name=cleaned),))

    await house.commit(live, decide, by=PLAYER)


async def revoke(house: House, live: Live, seat: int) -> None:
    """Free a seat: its holder's cookie, tokens and links open it no longer, and anybody with the invite may take it."""

    def decide(table: Table) -> Decision:
        if table.seats[seat].kind != "person":
            raise Refused("not_held", "Nobody holds this seat.")
        if table.status == OVER:
            raise Refused("game_over", "The game is over.")
        free = seat_change(table.id, seat, kind="open", person=None, name=f"Player {seat + 1}")
        return Decision("revoked", seat, None, (free, keys_removed(table.id, seat)))

    await house.commit(live, decide, by=PLAYER)


async def _begin_if_full(house: House, live: Live) -> None:
    def decide(table: Table) -> Decision:
        _check_open(table)
        if any(seat.kind == "open" for seat in table.seats) or not table.stored.options["start_when_full"]:
            raise Refused("not_full", "Seats are open.")
        return _beginning(table, len(table.seats), [])

    try:
        await house.commit(live, decide, by=PLAYER)
    except Refused as refusal:
        if refusal.code not in ("not_full", "begun"):
            raise


def _closing_up(table: Table, players: int) -> list[Executable]:
    """Remove the open seats. Bots move up into the gaps; people's seats keep their numbers, which their links name."""
    beyond = table.seats[players:]
    if any(seat.kind == "person" for seat in beyond):
        raise Refused("gap", "An open seat is not among the last ones: fill the open seats with bots, or wait.")
    gaps = [seat.seat for seat in table.seats[:players] if seat.kind == "open"]
    bots = [seat for seat in beyond if seat.kind == "bot"]
    moved = [
        seat_change(table.id, gap, kind="bot", level=bot.level, name=bot.name)
        for gap, bot in zip(gaps, bots, strict=True)
    ]
    return [*moved, seats_removed(table.id, players)]


def _check_open(table: Table) -> None:
    if table.status != OPEN:
        raise Refused("begun", "The game has begun already.")


def _beginning(table: Table, players: int, also: list[Executable]) -> Decision:
    """Begin: with the set-up as it lies on the table, or one from the same seeds for fewer players."""
    setup = table.game.setup
    record = table.stored.setup
    if players != setup.players:
        options = SetupOptions(**table.stored.options["setup"])
        assert setup.seed is not None
        record = _record(options, players, setup.seed, setup.deck_seed)
    row = game_change(table.id, status=PLAYING, setup=record, wake_at=time.time() + BOT_GRACE)
    return Decision("started", None, None, (*also, row))


def seed_of(options: SetupOptions) -> int:
    """Return the seed asked for, or a new one."""
    return secrets.randbelow(2**53) if options.seed is None else options.seed


def _record(options: SetupOptions, players: int, seed: int, deck_seed: int) -> str:
    """Return the set-up as a record without answers, so that no later change of how set-ups are drawn can touch it."""
    return new_table_game(options, players, seed, deck_seed).to_record()


def new_table_game(options: SetupOptions, players: int, seed: int, deck_seed: int) -> Game:
    """Return the game that a table with these options begins; Refused if there is no such set-up."""
    try:
        return Game(make_setup(options, players, seed, deck_seed))
    except ValueError as error:
        raise Refused("bad_setup", f"This set-up cannot be: {error}.", 422) from None


def make_setup(options: SetupOptions, players: int, seed: int, deck_seed: int) -> Setup:
    """Make the set-up that the options describe; ValueError says what cannot be."""
    start = None if options.start is None or options.start >= players else options.start
    if options.first_game:
        return first_game(seed, players=players, start=start, deck_seed=deck_seed)
    chosen = options.model_dump(exclude={"first_game", "start", "seed"})
    return new_setup(seed, players=players, start=start, deck_seed=deck_seed, **chosen)


def _wanted_seat(number: int, wanted: Any, person: str) -> StoredSeat:
    if wanted.kind == "bot":
        level = wanted.level or STAND_IN
        return StoredSeat(number, "bot", None, level, clean_name(wanted.name, level.capitalize()))
    if wanted.level is not None:
        raise Refused("bad_message", "Only a bot has a level.", 422)
    if wanted.kind == "me":
        return StoredSeat(number, "person", person, None, clean_name(wanted.name, f"Player {number + 1}"))
    return StoredSeat(number, "open", None, None, f"Player {number + 1}")


def _rematch_seat(seat: StoredSeat, person: str) -> dict[str, Any]:
    if seat.kind == "bot":
        return {"kind": "bot", "level": seat.level, "name": seat.name}
    if seat.person == person:
        return {"kind": "me", "name": seat.name}
    return {"kind": "open"}
