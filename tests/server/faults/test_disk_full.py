"""The disk of the SQLite database is full for some time."""

from __future__ import annotations

import asyncio
import errno
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import ME, Browser, new_id
from tests.server.faults.play_load import Load, check_sequence_numbers
from tests.server.faults.stored import stored_events
from tests.server.serving import ServerProcess, serving

DISK_SIZE = "32m"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A small file system that can be filled."""
    place = tmp_path / "disk"
    place.mkdir()
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_SIZE},mode=0777", "tmpfs", str(place)]
    mounted = subprocess.run([*root, *mount], capture_output=True, check=False)
    if mounted.returncode != 0:
        assert os.environ.get("CI") != "true", mounted.stderr.decode()
        pytest.skip("a small disk cannot be mounted: that needs root, or sudo without a password")
    yield place
    subprocess.run([*root, "umount", "--lazy", str(place)], check=True)


def fill(disk: Path) -> Path:
    """Fill the disk; return the file to remove to free it again."""
    filler = disk / "filler"
    full = pytest.raises(OSError, check=lambda error: error.errno == errno.ENOSPC)
    with filler.open("wb", buffering=0) as file, full:
        while True:
            file.write(bytes(1 << 16))
    return filler


def test_a_move_is_rejected_while_the_disk_is_full_and_accepted_afterwards(small_disk, tmp_path):
    with serving(tmp_path, database=f"sqlite:///{small_disk / 'games.db'}") as server:
        ada = Browser(server)
        table = ada.create(ME, ME, reaction_seconds=600)
        with ada.seat(table, 0) as one, ada.seat(table, 1) as two:
            for socket in (one, two):
                socket.read_until(lambda socket=socket: socket.view is not None)
            asked = one if one.mine else two
            acknowledged_seq = asked.answer(asked.legal()[0])["seq"]
            one.read_until(lambda: one.seq == acknowledged_seq)
            two.read_until(lambda: two.seq == acknowledged_seq)
            asked = one if one.mine else two
            answer = asked.legal()[-1]
            filler = fill(small_disk)
            message_id = new_id()
            for _ in range(4):
                reply = asked.request("answer", id=message_id, seen_seq=acknowledged_seq, answer=answer)
                assert (reply["type"], reply.get("code")) == ("error", "unavailable")
            # Creating a table is rejected with a message too.
            wanted = {"seats": [ME, ME]}
            assert ada.post("/api/tables", wanted, 503)["error"]["code"] == "unavailable"
            assert ada.state(table, 0)["view"]["public"]["seq"] == acknowledged_seq
            filler.unlink()
            done = asked.request("answer", id=message_id, seen_seq=acknowledged_seq, answer=answer)
            assert done["seq"] == acknowledged_seq + 1
            for socket in (one, two):
                socket.read_until(lambda socket=socket: socket.seq == acknowledged_seq + 1)
        server.kill()
        stored = asyncio.run(stored_events(server.database))
        check_sequence_numbers(stored)
        assert [row.message_id for row in stored[table["id"]]].index(message_id) == acknowledged_seq
        server.assert_clean_log()


def test_no_acknowledged_move_is_lost_when_the_disk_is_full_and_the_server_is_killed(small_disk, tmp_path):
    with serving(tmp_path, database=f"sqlite:///{small_disk / 'games.db'}") as server:
        asyncio.run(_fill_repeatedly(server, small_disk))
        server.assert_clean_log()


async def _fill_repeatedly(server: ServerProcess, disk: Path) -> None:
    async with Load([server], tables=4).playing() as load:
        for _ in range(3):
            await load.everybody_plays()
            filler = fill(disk)
            await load.moves_are_rejected()
            filler.unlink()
        await load.everybody_plays()
        filler = fill(disk)
        await load.moves_are_rejected()
        server.kill()
        filler.unlink()
        await asyncio.to_thread(server.start)
        await load.everybody_plays()
        await load.finish()
