"""`python -m kingdom_builder.server.schema` prints every message as JSON Schema, for types in other languages."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, models_json_schema

from kingdom_builder.server import said, told
from kingdom_builder.server.said import Said
from kingdom_builder.server.told import Told

_UNIONS = {"SocketSaid": said.SocketSaid, "SocketTold": told.SocketTold}


class _WithoutFieldTitles(GenerateJsonSchema):
    """Give titles to messages alone: generators of types make a type of everything that has one."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def message_schema() -> dict[str, Any]:
    """Return one JSON Schema with all messages among its `$defs`, by name: those that clients say as they may be said,
    with what may be left out, and those that the server tells as they are told.

    >>> list(message_schema())
    ['$defs']
    """
    wanted: list[tuple[type[BaseModel], JsonSchemaMode]] = []
    wanted += [(model, "validation") for model in _kinds_of(said, Said)]
    wanted += [(model, "serialization") for model in _kinds_of(told, Told)]
    _, schema = models_json_schema(wanted, schema_generator=_WithoutFieldTitles)
    found: dict[str, Any] = schema["$defs"]
    found |= {name: _union(kinds) for name, kinds in _UNIONS.items()}
    return {"$defs": dict(sorted(found.items()))}


def _kinds_of(module: ModuleType, base: type[BaseModel]) -> list[type[BaseModel]]:
    """Return the messages of a module."""
    kinds = [model for model in vars(module).values() if isinstance(model, type) and issubclass(model, base)]
    return [kind for kind in kinds if kind is not base]


def _union(kinds: Any) -> dict[str, Any]:
    """Return the schema of one of several messages, told apart by their `type`."""
    models = get_args(get_args(kinds)[0])
    return {
        "oneOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in models],
        "discriminator": {"propertyName": "type"},
    }


if __name__ == "__main__":
    json.dump(message_schema(), sys.stdout, indent=2)
    print()
