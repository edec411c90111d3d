"""The settings that limit what one address, one person or one table may use."""

from __future__ import annotations

from pydantic import Field
from pydantic_settings import BaseSettings


class LimitSettings(BaseSettings):
    """All limits; with several server processes they hold for all of them together."""

    requests_per_second: float = Field(50.0, gt=0, description="HTTP requests per second of one address")
    handshakes_per_second: float = Field(20.0, gt=0, description="new WebSockets per second of one address")
    sockets_per_address: int = Field(200, ge=1, description="open WebSockets of one address")
    messages_per_second: float = Field(20.0, gt=0, description="messages per second on one WebSocket")
