"""The settings that limit what one address, one person or one table may use."""

from __future__ import annotations

from pydantic import Field
from pydantic_settings import BaseSettings


class LimitSettings(BaseSettings):
    """All limits; with several server processes they hold for all of them together."""

    connections_per_address: int = Field(
        256, ge=1, description="open TCP connections of one address that is not a trusted proxy"
    )
    max_connections: int = Field(
        10_000, ge=1, description="open TCP connections of one server process, if its file descriptors allow so many"
    )
    head_seconds: float = Field(10.0, gt=0, description="seconds in which the head of a request must arrive")
    body_seconds: float = Field(10.0, gt=0, description="seconds in which the body of a request must arrive")
    requests_at_once: int = Field(200, ge=1, description="HTTP requests of one address at the same time")
    requests_per_second: float = Field(50.0, gt=0, description="HTTP requests per second of one address")
    handshakes_per_second: float = Field(20.0, gt=0, description="new WebSockets per second of one address")
    sockets_per_address: int = Field(200, ge=1, description="open WebSockets of one address")
    hints_per_minute: float = Field(
        20.0, gt=0, description="hints per minute of one person; four times as many of one address"
    )
    hint_seconds: float = Field(
        30.0, ge=1, le=600, description="seconds that a person may let the server think about one hint"
    )
    pictures_per_minute: float = Field(
        30.0,
        gt=0,
        description="PNG pictures per minute that are drawn for one person; four times as many of one address",
    )
    reviews_per_minute: float = Field(
        6.0, gt=0, description="reviews per minute that are made for one person; four times as many of one address"
    )
    analyses_per_second: float = Field(
        10.0, gt=0, description="analyses and drawings per second for one person; four times as many of one address"
    )
    messages_per_second: float = Field(20.0, gt=0, description="messages per second on one WebSocket")
    messages_per_second_of_address: float = Field(
        200.0, gt=0, description="messages per second on all WebSockets of one address"
    )
    messages_per_second_of_person: float = Field(
        40.0, gt=0, description="messages per second of one person at all seats, over HTTP and WebSockets"
    )
    messages_per_second_of_table: float = Field(
        100.0, gt=0, description="messages per second of all players at one table, over HTTP and WebSockets"
    )
    tables_per_hour_of_person: float = Field(60.0, gt=0, description="tables that one person may create in an hour")
    tables_per_hour_of_address: float = Field(300.0, gt=0, description="tables that one address may create in an hour")
    listed_tables_per_person: int = Field(5, ge=1, description="listed tables of one person that wait for players")
    listed_tables_per_address: int = Field(20, ge=1, description="listed tables of one address that wait for players")
    waiting_tables_per_person: int = Field(30, ge=1, description="tables of one person that wait for players")
    waiting_tables_per_address: int = Field(200, ge=1, description="tables of one address that wait for players")
