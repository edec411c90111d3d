"""Everything that the server names has a text on the page; frontend/tests/texts has the other tests of its texts."""

from __future__ import annotations

import httpx

from tests.web.positions import texts_of


def test_everything_the_server_names_has_a_text(server):
    catalogue = httpx.get(f"{server.url}/api/catalogue").json()
    tiles = {name.split(":")[0] for names in catalogue["tiles"].values() for name in names}
    tiles |= {name.split(":")[0] for name in catalogue["nomad_tiles"]}
    cards = {name for names in catalogue["cards"].values() for name in names} | set(catalogue["tasks"])
    described = {"set": catalogue["sets"], "card": cards, "tile": tiles, "level": catalogue["levels"]}
    keys = {f"{kind}.{name}.{part}" for kind, names in described.items() for name in names for part in ("name", "line")}
    keys |= {f"section.{name}" for names in catalogue["sections"].values() for name in names}
    keys |= {f"phrase.{name}" for name in catalogue["phrases"]}
    assert keys - set(texts_of("en")) == set()
