"""How a server is run: by command line, environment (KINGDOM_BUILDER_PORT=8000) or a TOML file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from kingdom_builder.store.database import database_url

PREFIX = "KINGDOM_BUILDER_"
_LOCAL = ("127.0.0.1", "::1", "localhost")


def default_database() -> str:
    """Return where games are kept if nobody says otherwise: with the user's other data."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(home) / 'kingdom-builder' / 'games.db'}"


class Settings(BaseSettings):
    """Everything that can be set; the defaults are good for one machine."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid")

    host: str = Field("127.0.0.1", description="address to listen on; 0.0.0.0 for every network")
    port: int = Field(8000, ge=0, le=65535, description="port to listen on; 0 for any free one")
    database: str = Field(default_factory=default_database, description="sqlite:///FILE or postgresql://USER@HOST/NAME")
    redis: str | None = Field(None, description="redis://HOST: carry news between processes there")
    workers: int = Field(1, ge=1, le=64, description="server processes; several need PostgreSQL")
    bot_workers: int = Field(
        max(1, (os.cpu_count() or 2) - 1), ge=1, le=64, description="processes of low priority for bots"
    )
    public_url: str | None = Field(None, description="address people use, if a proxy stands before this server")
    forwarded_allow_ips: str = Field("127.0.0.1", description="proxies whose word on the client's address counts")
    archive_days: float = Field(30.0, gt=0, description="days after which a game nobody plays is put away")
    requests_per_second: float = Field(50.0, gt=0, description="HTTP requests of one address each second")
    sockets_per_address: int = Field(200, ge=1, description="WebSockets of one address")
    messages_per_second: float = Field(20.0, gt=0, description="messages on one WebSocket each second")
    log_level: str = Field("info", pattern="^(debug|info|warning|error)$", description="debug, info, warning or error")

    @field_validator("database")
    @classmethod
    def _known_database(cls, text: str) -> str:
        database_url(text)
        return text

    @property
    def embedded(self) -> bool:
        """Whether the database is SQLite."""
        return database_url(self.database).get_backend_name() == "sqlite"

    @property
    def local_only(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in _LOCAL


def read_settings(chosen: dict[str, Any], file: str | None = None) -> Settings:
    """Put settings together: the command line before the environment before the file; ValueError says what is wrong."""

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
            own = (init_settings, env_settings)
            return own if file is None else (*own, TomlConfigSettingsSource(settings_cls, file))

    if file is not None and not Path(file).is_file():
        raise ValueError(f"{file}: there is no such file")
    try:
        settings = FromFile(**chosen)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    if settings.workers > 1 and settings.embedded:
        raise ValueError("workers: several processes need PostgreSQL (--database postgresql://...)")
    return settings
