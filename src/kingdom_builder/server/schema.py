"""`python -m kingdom_builder.server.schema` prints every message as JSON Schema, for types in other languages."""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

import typing_extensions
from pydantic import ConfigDict, TypeAdapter, with_config
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from kingdom_builder.formats import documents
from kingdom_builder.puzzles import messages as puzzle_messages
from kingdom_builder.review import document, grading
from kingdom_builder.server import requests, review_messages, seat_requests
from kingdom_builder.statistics import messages as statistics_messages
from kingdom_builder.table import board_messages, daily_messages, messages, responses, trying

# A validator is built when it is first used: the routes name hundreds, most of them for errors in the API's document.
_FORBID_EXTRA = with_config(ConfigDict(extra="forbid", defer_build=True))


def message_schema() -> dict[str, Any]:
    """Return one JSON Schema with all messages of both directions among its `$defs`, by name.

    >>> list(message_schema())
    ['$defs']
    """
    kinds: list[tuple[Any, JsonSchemaMode]] = [
        *((kind, "validation") for kind in _client_messages()),
        *((kind, "serialization") for kind in _server_messages().values()),
    ]
    adapters: list[tuple[Any, JsonSchemaMode, TypeAdapter[Any]]] = [
        (kind, mode, TypeAdapter(kind)) for kind, mode in kinds
    ]
    _, schema = TypeAdapter.json_schemas(adapters, schema_generator=_WithoutFieldTitles)
    found: dict[str, Any] = schema["$defs"]
    found["ClientMessage"] = _union(get_args(seat_requests.ClientMessage)[0])
    found["ServerMessage"] = _union(responses.ServerMessage)
    return {"$defs": dict(sorted(found.items()))}


def model(kind: Any) -> Any:
    """Return a message of the server, a list of them or one that may be null as pydantic understands it.

    >>> TypeAdapter(model(messages.Stored)).validate_python({"seq": 1})
    {'seq': 1}
    """
    origin = get_origin(kind)
    if origin is None:
        return _server_messages().get(getattr(kind, "__name__", ""), kind)
    if origin is list:
        return list[model(get_args(kind)[0])]  # type: ignore[misc]  # made at run time
    found = [model(part) for part in get_args(kind)]
    union = found[0]
    for part in found[1:]:
        union = union | part
    return union


class _WithoutFieldTitles(GenerateJsonSchema):
    """Give titles to messages alone: generators of types make a type of everything that has a title."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _client_messages() -> list[Any]:
    kinds = [*vars(requests).values(), *vars(seat_requests).values()]
    found = dict.fromkeys(kind for kind in kinds if isinstance(kind, type) and issubclass(kind, requests.Request))
    return [kind for kind in found if kind not in (requests.Request, requests.GeneralSetupOptions)]


@cache
def _server_messages() -> dict[str, Any]:
    """Return the messages of the server by name, copied: pydantic cannot read those of `typing` before Python 3.12.

    The copies allow no field that the message does not have, so that a test or a client notices one.
    """
    found: dict[str, Any] = {}
    modules = (
        documents,
        board_messages,
        messages,
        responses,
        daily_messages,
        statistics_messages,
        document,
        grading,
        trying,
        review_messages,
        puzzle_messages,
    )
    for name, kind in {name: kind for module in modules for name, kind in vars(module).items()}.items():
        if is_typeddict(kind):
            hints = get_type_hints(kind, localns=found, include_extras=True)
            copy: Any = typing_extensions.TypedDict(name, hints)  # type: ignore[misc]  # made at run time
            copy.__doc__ = kind.__doc__
            copy.__module__ = kind.__module__
            found[name] = _FORBID_EXTRA(copy)
    return found


def _union(kinds: Any) -> dict[str, Any]:
    """Return the schema of one of several messages, which differ in their `type`."""
    return {
        "oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in get_args(kinds)],
        "discriminator": {"propertyName": "type"},
    }


if __name__ == "__main__":
    json.dump(message_schema(), sys.stdout, indent=2)
    print()
