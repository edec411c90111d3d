"""Write what the page takes from the Python code into src/generated: types, drawings, colours, texts, rules and more.

The files are committed, so that the page can be built without Python; `make check` fails when they are stale. Also
write the tables of observations in docs/research.md, and docs/api.md.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import build
from reference import reference

from kingdom_builder.engine.answers import FIRST_OPTION
from kingdom_builder.engine.hexes import COLUMNS_OF_BOARD, COLUMNS_OF_ISLAND, ROWS_OF_BOARD, ROWS_OF_ISLAND
from kingdom_builder.engine.terrain import CODES, TERRAINS
from kingdom_builder.env.observation_spec import describe
from kingdom_builder.examples.export import page_examples
from kingdom_builder.render.entry_icons import entry_icon
from kingdom_builder.render.palette import style_sheet
from kingdom_builder.render.scene import scene
from kingdom_builder.render.symbols import GRADIENTS, HEX_HEIGHT, HEX_WIDTH, PIECE_STYLES, card_icons, definitions
from kingdom_builder.render.terrain import EDGES, VARIATIONS
from kingdom_builder.server.schema import message_schema
from kingdom_builder.sets import SETS
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.texts.catalogue import LANGUAGES
from kingdom_builder.texts.export import page_rules, page_texts

FRONTEND = Path(__file__).parent
GENERATED = FRONTEND / "src" / "generated"
RESEARCH = FRONTEND.parent / "docs" / "research.md"
API = FRONTEND.parent / "docs" / "api.md"
BEGIN = "<!-- `make types` writes what follows, up to the next comment. -->\n\n"
END = "\n\n<!-- Here ends what `make types` writes. -->"


def drawings() -> str:
    """Return the size of the board and its drawings, as the SVG pictures have them."""
    facts = {
        "width": HEX_WIDTH,
        "height": HEX_HEIGHT,
        "board": {"rows": ROWS_OF_BOARD, "columns": COLUMNS_OF_BOARD},
        "island": {"rows": ROWS_OF_ISLAND, "columns": COLUMNS_OF_ISLAND},
        "first_option": FIRST_OPTION,
        "variations": VARIATIONS,
        "edges": EDGES,
        "tints": {name: card.tint for name, card in card_icons(SETS).items()},
        "players": [{"body": style.body, "side": style.side, "line": style.line} for style in PIECE_STYLES],
        "terrains": {code: TERRAINS[number] for code, number in CODES.items()},
        "specials": REGISTRY.special_codes,
        "actions": {name: ids for game_set in SETS for name, ids in game_set.icons.actions.items()},
        "sets": {game_set.id: entry_icon(f"set-{game_set.id}") for game_set in SETS},
        "gradients": GRADIENTS,
        "defs": dict(definitions(SETS)),
    }
    return json.dumps(facts, indent=1) + "\n"


def texts() -> dict[str, str]:
    """Return the files with the texts and the rules for players, by name."""
    return {
        f"{name}.{language}.json": json.dumps(values(language), indent=1, ensure_ascii=False) + "\n"
        for language in LANGUAGES
        for name, values in (("texts", page_texts), ("rules", rules))
    }


def rules(language: str) -> list[dict[str, Any]]:
    """Return the rules for players with the icons of their entries."""
    chapters = page_rules(language)
    for entry in (entry for chapter in chapters for entry in chapter["entries"]):
        entry["icon"] = entry_icon(entry["id"])
    return chapters


def examples() -> str:
    """Return the pictures of the rules, an example in each line."""
    entries = [
        f"{json.dumps(entry)}: [\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in found) + "\n]"
        for entry, found in page_examples().items()
    ]
    return "{\n" + ",\n".join(entries) + "\n}\n"


def message_types() -> str:
    """Return TypeScript types of every message, from the server's schema."""
    schema = {"title": "Protocol", **with_tuples(message_schema())}
    env = build.environment()
    types = subprocess.run(
        [str(shutil.which("npm", path=env["PATH"])), "run", "--silent", "types"],
        cwd=FRONTEND,
        env=env,
        input=json.dumps(schema).encode(),
        check=True,
        stdout=subprocess.PIPE,
    ).stdout.decode()
    return "// Generated from the server's messages by `make types`.\n" + types


def with_tuples(schema: Any) -> Any:
    """Return a schema whose pairs are written the older way, which the generator of types understands."""
    if isinstance(schema, dict):
        return {"items" if key == "prefixItems" else key: with_tuples(value) for key, value in schema.items()}
    return [with_tuples(value) for value in schema] if isinstance(schema, list) else schema


def research() -> str:
    """Return docs/research.md with the tables of observations as they are now."""
    before, begin, rest = RESEARCH.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{RESEARCH} lacks one of the comments around what `make types` writes")
    return before + begin + describe() + end + after


def main() -> int:
    """Write the files, or with --check only say which are stale."""
    generated = {
        "drawings.json": drawings(),
        "examples.json": examples(),
        "palette.css": "/* Generated from kingdom_builder/render/palette.py by `make types`. */\n" + style_sheet(),
        "protocol.ts": message_types(),
        "scene.svg": scene() + "\n",
        **texts(),
    }
    wanted = {GENERATED / name: content for name, content in generated.items()}
    wanted |= {RESEARCH: research(), API: reference()}
    stale = []
    for path, content in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            stale.append(str(path.relative_to(FRONTEND.parent)))
            if "--check" not in sys.argv:
                path.parent.mkdir(exist_ok=True)
                path.write_text(content, encoding="utf-8")
    if stale and "--check" in sys.argv:
        print(f"stale: {', '.join(stale)}; run `make types`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
