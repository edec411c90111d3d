"""The program of a process in which one foreign bot plays one game: `python -m kingdom_builder.arena.bot_process`.

It reads frames from standard input: first what the bot is, then views. It writes a line of JSON for each of them.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
import threading
import traceback
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

from kingdom_builder.bots.guarded import BotError, WrongAnswer, in_one_line, printable
from kingdom_builder.bots.specs import BotSource
from kingdom_builder.engine.view import View
from kingdom_builder.setup.sections import add_folder

_TRACEBACK_LINES = 12
"""How many lines of a traceback are kept."""
_LONGEST_MESSAGE = 300
_HEAD_BYTES = 4


def write_frame(stream: BinaryIO, value: object) -> None:
    """Write a value as a frame: its length, then the pickled value."""
    data = pickle.dumps(value)
    stream.write(len(data).to_bytes(_HEAD_BYTES, "big") + data)
    stream.flush()


def describe(error: BaseException) -> tuple[str, tuple[str, ...]]:
    """Return what went wrong in a bot, and the last lines of the traceback if it has raised an exception."""
    if isinstance(error, BotError):
        if error.__cause__ is None:
            return error.what[:_LONGEST_MESSAGE], ()
        error = error.__cause__
    lines = "".join(traceback.format_exception(error)).splitlines()
    return in_one_line(error)[:_LONGEST_MESSAGE], tuple(map(printable, lines[-_TRACEBACK_LINES:]))


def main() -> None:
    """Answer until standard input ends, which ends the process at once, also while the bot thinks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all processes of a terminal; the owner decides
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a bot prints goes to standard error
    frames: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_read_frames, args=(sys.stdin.buffer, frames), daemon=True).start()
    source, seed, own_sections = frames.get()
    if own_sections is not None:
        add_folder(Path(own_sections))
    bot = _reply(replies, lambda: _new(source, seed))
    while bot is not None:
        view: View = frames.get()
        _reply(replies, lambda view=view: bot.answer(view))


def _new(source: BotSource, seed: int) -> Any:
    return source.new(seed)


def _reply(replies: Any, call: Any) -> Any:
    """Call a function of the bot and write what it returned or raised."""
    found = None
    try:
        found = call()
        message: dict[str, Any] = {"answer": found if isinstance(found, int) else None}
    except WrongAnswer as error:
        message = {"illegal": error.what}
    except BaseException as error:
        what, lines = describe(error)
        message = {"raised": what, "traceback": lines, "where": error.what if isinstance(error, BotError) else what}
    try:
        replies.write(json.dumps(message) + "\n")
        replies.flush()
    except BrokenPipeError:  # the owner has gone
        os._exit(0)
    return found


def _read_frames(stream: BinaryIO, frames: SimpleQueue[Any]) -> None:
    while len(head := stream.read(_HEAD_BYTES)) == _HEAD_BYTES:
        frames.put(pickle.loads(stream.read(int.from_bytes(head, "big"))))
    os._exit(0)


if __name__ == "__main__":
    main()
