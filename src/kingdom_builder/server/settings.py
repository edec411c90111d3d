"""The server's settings: from the command line, the environment (KINGDOM_BUILDER_PORT=8000) or a TOML file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from kingdom_builder.review import DEFAULT_BUDGET
from kingdom_builder.server.errors import first_error
from kingdom_builder.server.limit_settings import LimitSettings
from kingdom_builder.server.own_bots import read_own_bots
from kingdom_builder.server.public_url import PublicUrl, parse_public_url
from kingdom_builder.server.security.origins import LOCAL_HOSTS
from kingdom_builder.store.database import database_url

PREFIX = "KINGDOM_BUILDER_"


def default_database() -> str:
    """Return the URL of the default database: a file in the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(home) / 'kingdom-builder' / 'games.db'}"


class Settings(LimitSettings):
    """All settings; the defaults serve one machine."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid")

    host: str = Field("127.0.0.1", description="address to listen on; 0.0.0.0 for every network")
    port: int = Field(8000, ge=0, le=65535, description="port to listen on; 0 for any free one")
    database: str = Field(default_factory=default_database, description="sqlite:///FILE or postgresql://USER@HOST/NAME")
    redis: str | None = Field(None, description="redis://HOST: publish changes between processes there")
    workers: int = Field(1, ge=1, le=64, description="server processes; several need PostgreSQL")
    bot_workers: int = Field(
        max(1, (os.cpu_count() or 2) - 1), ge=1, le=64, description="bot processes, which run at low priority"
    )
    bot_files: str = Field(
        "", description="bots of files that people may choose as opponents: ./my_bot.py:MyBot,./other.py:Other"
    )
    public_url: str | None = Field(
        None, description="address that people use, if there is a proxy before this server; it may have a path"
    )
    forwarded_allow_ips: str = Field("127.0.0.1", description="proxies that are trusted with the client's address")
    metrics_port: int | None = Field(None, ge=1, le=65535, description="port for metrics; without it there are none")
    metrics_host: str = Field("127.0.0.1", description="address for metrics, which are not for everybody")
    accept_seconds: float = Field(
        120.0, gt=0, le=86400, description="seconds in which the players can accept a new person at a free seat"
    )
    grace_seconds: float = Field(
        30.0, ge=0, le=3600, description="seconds after an outage until the players' clocks run again"
    )
    archive_days: float = Field(30.0, gt=0, description="days without a move after which a game is archived")
    bot_table_hours: float = Field(
        24.0, gt=0, description="hours after which a game of bots that nobody watches is archived"
    )
    review_budget: int = Field(
        DEFAULT_BUDGET, ge=100, le=10_000_000, description="evaluations of positions for each turn of a review"
    )
    picture_cache_mib: int = Field(32, ge=0, description="memory for drawings that were made lately, in MiB")
    log_level: str = Field("info", pattern="^(debug|info|warning|error)$", description="debug, info, warning or error")

    @field_validator("database")
    @classmethod
    def _check_database(cls, text: str) -> str:
        database_url(text)
        return text

    @field_validator("bot_files")
    @classmethod
    def _check_bot_files(cls, text: str) -> str:
        read_own_bots(text)
        return text

    @field_validator("public_url")
    @classmethod
    def _check_public_url(cls, text: str | None) -> str | None:
        return None if text is None else str(parse_public_url(text))

    @property
    def public_address(self) -> PublicUrl | None:
        """The parts of the public address."""
        return None if self.public_url is None else parse_public_url(self.public_url)

    @property
    def path_prefix(self) -> str:
        """The path of the public address; empty if it has none."""
        return self.public_address.prefix if self.public_address else ""

    @property
    def embedded(self) -> bool:
        """Whether the database is SQLite."""
        return database_url(self.database).get_backend_name() == "sqlite"

    @property
    def local_only(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOCAL_HOSTS


def read_settings(chosen: dict[str, Any], file: str | None = None) -> Settings:
    """Read the settings: the command line overrides the environment, which overrides the file.

    Raise ValueError if one is not valid.
    """

    class FromFile(Settings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            sources = (init_settings, env_settings)
            return sources if file is None else (*sources, TomlConfigSettingsSource(settings_cls, file))

    if file is not None and not Path(file).is_file():
        raise ValueError(f"{file}: there is no such file")
    try:
        settings = FromFile(**chosen)
    except ValidationError as error:
        raise ValueError(first_error(error.errors(include_url=False))) from None
    if settings.workers > 1 and settings.embedded:
        raise ValueError("workers: several processes need PostgreSQL (--database postgresql://...)")
    return settings
