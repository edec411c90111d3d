"""Pictures in a worker process at low priority."""

from __future__ import annotations

from kingdom_builder.server import bot_tasks
from kingdom_builder.server.bot_tasks import DrawPicture
from kingdom_builder.server.bots import HANG_SECONDS, NICENESS
from kingdom_builder.workers.aio import AsyncWorkerPool


class Pictures:
    """One process that draws pictures."""

    def __init__(self) -> None:
        """Prepare; the process starts with the first picture."""
        self._pool: AsyncWorkerPool[None, bot_tasks.Task, bytes] = AsyncWorkerPool(
            bot_tasks.start, None, workers=1, hang_seconds=HANG_SECONDS, nice=NICENESS
        )

    async def png(self, svg: str) -> bytes:
        """Return an SVG drawing as PNG."""
        return await self._pool.call(DrawPicture(svg))

    async def stop(self) -> None:
        """End the process."""
        await self._pool.stop()
