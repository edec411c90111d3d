"""The seats that bots of this user play, so that a bot that was stopped can take its seat again.

A seat is a small file with its token. The process that plays the seat locks the file, so another process takes another
seat; the lock ends with the process, however it ends.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import NamedTuple

if sys.platform != "win32":
    import fcntl


class SeatCredential(NamedTuple):
    """What gives access to a seat of a table."""

    table: str
    seat: int
    token: str


class SavedSeat:
    """A seat in a file that this process has locked."""

    def __init__(self, path: Path, descriptor: int, credential: SeatCredential) -> None:
        """Keep the file open, which keeps the lock."""
        self.credential = credential
        self._path = path
        self._descriptor = descriptor

    def close(self) -> None:
        """Unlock the file, so that another process can take the seat."""
        os.close(self._descriptor)

    def forget(self) -> None:
        """Delete the file, because nothing is left to play."""
        self.close()
        with contextlib.suppress(OSError):
            self._path.unlink()


def default_folder() -> Path:
    """Return the folder of the user in which seats are saved."""
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "kingdom-builder" / "seats"


def save(folder: Path, server: str, invite: str, credential: SeatCredential) -> SavedSeat:
    """Save a seat that was taken by an invite, for this user alone; raise OSError if its file cannot be written."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{_key(server, invite)}-{credential.table}-{credential.seat}.json"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    _lock(descriptor)
    os.write(descriptor, json.dumps({"server": server, **credential._asdict()}).encode())
    return SavedSeat(path, descriptor, credential)


def find(folder: Path, server: str, invite: str) -> SavedSeat | None:
    """Return a seat that was taken by this invite and that no process plays, None if there is none."""
    for path in sorted(folder.glob(f"{_key(server, invite)}-*.json")):
        with contextlib.suppress(OSError):  # it was deleted meanwhile
            descriptor = os.open(path, os.O_RDWR)
            if _lock(descriptor) and (credential := _read(descriptor)) is not None:
                return SavedSeat(path, descriptor, credential)
            os.close(descriptor)
    return None


def _key(server: str, invite: str) -> str:
    return hashlib.sha256(f"{server} {invite}".encode()).hexdigest()[:16]


def _read(descriptor: int) -> SeatCredential | None:
    """Return the seat of a file; None if it was not written to its end."""
    try:
        found = json.loads(os.read(descriptor, 1 << 16))
        return SeatCredential(str(found["table"]), int(found["seat"]), str(found["token"]))
    except (ValueError, KeyError, TypeError):
        return None


def _lock(descriptor: int) -> bool:
    """Lock a file for this process; return whether no other process has locked it."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
