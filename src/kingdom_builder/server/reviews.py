"""Reviews of finished games: made once, stored with the game, and how far those are that are being made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from kingdom_builder.review.game_review import version
from kingdom_builder.server.background import TOO_MUCH, Background
from kingdom_builder.server.bot_tasks import GradeTurn, ReviewGame
from kingdom_builder.server.fair_queue import Ticket
from kingdom_builder.server.reading import read
from kingdom_builder.store.errors import StorageError
from kingdom_builder.store.event_log import EventLog
from kingdom_builder.store.repository import Repository
from kingdom_builder.store.reviews import store_review
from kingdom_builder.table.errors import Rejected
from kingdom_builder.workers import TaskFailed

log = structlog.get_logger()


@dataclass(eq=False)
class ReviewInProgress:
    """A review that is being made; `progress` is how much of it is done, from 0 to 1."""

    task: asyncio.Task[bytes]
    progress: float = 0.0

    async def wait(self, seconds: float) -> bytes | None:
        """Return the review as JSON, or None if it is not ready in some seconds; Rejected if it cannot be made."""
        done, _ = await asyncio.wait({self.task}, timeout=seconds)
        return self.task.result() if done else None


class Reviews:
    """The reviews of this process. Another process may make the same one: the last one that is stored stays."""

    def __init__(self, background: Background, repository: Repository, event_log: EventLog, budget: int) -> None:
        """Use a database, what does the work, and so many evaluations a turn."""
        self._background = background
        self._budget = budget
        self._version = f"{version()}.{budget}"
        self._repository = repository
        self._event_log = event_log
        self._making: dict[str, ReviewInProgress] = {}

    async def find(self, game: str) -> bytes | None:
        """Return the stored review of a game as JSON; None if there is none of this version."""
        document = await read(self._repository.review(game, self._version))
        return None if document is None else document.encode()

    async def wait(
        self, game: str, seconds: float, start: Callable[[], ReviewInProgress]
    ) -> tuple[bytes | None, float]:
        """Return the review of a game and how much of it is done; None if it is not ready in some seconds.

        `start` begins it if nobody waits for it yet, or if the first request for it was displaced by others.
        """
        while (making := self._making.get(game)) is not None:
            try:
                return await making.wait(seconds), making.progress
            except Rejected as rejected:
                if rejected.code not in TOO_MUCH:
                    raise
        making = start()
        return await making.wait(seconds), making.progress

    def start(self, game: str, group: str, record: Callable[[], str]) -> ReviewInProgress:
        """Begin a review for an address; Rejected if too many wait. `record` returns the record of the game."""
        ticket = self._background.enter_review(group)
        making = self._making[game] = ReviewInProgress(asyncio.ensure_future(self._make(game, ticket, record)))
        making.task.add_done_callback(lambda done: self._ended(game, done))
        return making

    async def grade(self, group: str, task: Callable[[int], GradeTurn]) -> bytes:
        """Return the grade of a turn as JSON; Rejected if too many wait. `task` gets the number of evaluations."""
        ticket = self._background.enter_review(group)
        try:
            return await self._background.review(ticket, lambda: task(self._budget), lambda progress: None)
        except TaskFailed as error:
            log.error("turn not graded", reason=str(error))
            raise Rejected("unavailable", "There is no grade just now: try again.") from error

    async def stop(self) -> None:
        """Give up the reviews that are being made."""
        tasks = [making.task for making in self._making.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make(self, game: str, ticket: Ticket, record: Callable[[], str]) -> bytes:
        def watch(progress: float) -> None:
            making = self._making.get(game)
            if making is not None:
                making.progress = progress

        try:
            document = await self._background.review(ticket, lambda: ReviewGame(record(), self._budget), watch)
        except TaskFailed as error:
            log.error("review failed", table=game, reason=str(error))
            raise Rejected("unavailable", "There is no review just now: try again.") from error
        try:
            await store_review(self._event_log, game, self._version, document.decode())
        except StorageError as error:  # the sender gets it all the same
            log.warning("review not stored", table=game, reason=str(error))
        return document

    def _ended(self, game: str, done: asyncio.Task[bytes]) -> None:
        self._making.pop(game, None)
        if not done.cancelled():
            done.exception()  # nobody may wait for it any more
