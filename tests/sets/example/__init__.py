"""An example of a set outside the package: two tiles, a card, a section map, texts and icons.

It shows that a set needs no change in any other file. `test_example.py` registers it.
"""

from kingdom_builder.engine.actions.base import LAND
from kingdom_builder.engine.actions.build import Build
from kingdom_builder.engine.actions.where import Where
from kingdom_builder.engine.hooks import Hooks
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.scoring import PerPiece
from kingdom_builder.engine.terrain import FLOWER
from kingdom_builder.sets.drawing import LINE, SOLID, CardIcon, Icons, disc
from kingdom_builder.sets.entries import Card, GameSet, Tile

TOLL = 2


def pay_toll(pos: Position, player: PlayerState, number: int) -> None:
    """Pay the player who takes a market tile."""
    player.gold += TOLL


ORCHARD = Tile(Build("orchard", 548, "R5.2", on=FLOWER), builds=0.9)
MARKET = Tile(Build("market", 549, "R5.4", on=LAND, where=Where.NEAR_SPECIAL), hooks=Hooks(taken=pay_toll))
GARDENERS = Card("gardeners", "R7.7", score=PerPiece(1, Where.NEAR_SPECIAL), pays_at=Where.NEAR_SPECIAL.hexes)

SET = GameSet(
    "example",
    tiles=(ORCHARD, MARKET),
    cards=(GARDENERS,),
    icons=Icons(
        tiles={
            "orchard": ((LINE, "M0 12V0"), (SOLID, disc(0, -4, 7))),
            "market": ((SOLID, "M-10-4h20l-3-6h-14z"), (LINE, "M-8-2v12M8-2v12")),
        },
        cards={
            "gardeners": CardIcon(
                "#c6e2b5", ((SOLID, "M-13 4h26l-4 16H-9z"), (LINE, "M0 4v-12"), (SOLID, disc(0, -12, 8)))
            ),
        },
    ),
    package="tests.sets.example",
)
