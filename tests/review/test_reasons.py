"""The reason names what the better turn has that the turn played has not."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.bots.playouts import Result
from kingdom_builder.game import Game
from kingdom_builder.library.answer import answer_number
from kingdom_builder.review.comparing import Comparison, Evaluation
from kingdom_builder.review.reasons import reason_for
from kingdom_builder.review.tile_parts import TileParts
from kingdom_builder.review.turns import turns_of
from kingdom_builder.texts.catalogue import LANGUAGES, catalogue
from tests.drawing import table
from tests.review.playing import turn


class KnownParts(TileParts):
    """Parts of tiles that a test states instead of measuring them."""

    part: float | None = None

    @property
    def whole(self) -> float:
        return self.compared.gold_lost

    def of_spaces(self, spaces: int) -> float | None:
        return self.part

    def of_uses(self, tiles: Sequence[int]) -> float | None:
        return self.part


def reason(
    game: Game,
    played: str,
    better: str,
    *,
    own: Result | None = None,
    best: Result | None = None,
    lost: float = 5.0,
    part: float | None = None,
) -> str:
    """Return the English reason why one turn is better than another; it has a French one too.

    `part` is how much of the gold lost is due to a tile.
    """
    before = game.copy()
    no_gold: Result = [[0 for _ in before.score(0)] for _ in before.players]
    answers = tuple(int(answer_number(name)) for name in [*better.split(), "end_turn"])
    compared = Comparison(answers, False, lost, 1.0, [own or no_gold], [best or no_gold])
    turn_played = turns_of(turn(game, played))[0]
    parts = KnownParts(turn_played, compared, Evaluation.of(before))
    parts.part = part
    found = reason_for(turn_played, compared, parts)
    assert found is not None
    french, english = [catalogue(language).say(found, ["Ada", "Bo", "Cy"]) for language in reversed(LANGUAGES)]
    assert french != english
    return english


FARM = """
    G    G    G    G0   G    G    farm W1
      W    W    W    W    W    W    W    W
"""


def test_a_tile_that_was_not_taken_has_its_own_part_of_the_loss():
    game = table(FARM, terrain="grass", supply={0: 9})
    assert reason(game, "c1 b1 a1", "e1 f1 c1", lost=9.2, part=6.1) == (
        "Taking the tile Farm, 3 hexes away, was worth about 6 gold."
    )


def test_a_tile_whose_part_is_not_known_has_no_figure():
    game = table(FARM, terrain="grass", supply={0: 9})
    assert reason(game, "c1 b1 a1", "e1 f1 c1", lost=9.2) == "The tile Farm, 3 hexes away, was there to take."


def test_a_tile_with_a_small_part_of_the_loss_is_not_the_reason():
    game = table(FARM, terrain="grass", supply={0: 9}, cards=["lords"])
    lines = len(game.score(0))
    own, best = [[[gold] + [0] * (lines - 1), [0] * lines] for gold in (0, 8)]
    assert "Farm" not in reason(game, "c1 b1 a1", "e1 f1 c1", own=own, best=best, lost=9.2, part=1.2)


def test_a_tile_that_was_left_unused_has_its_own_part_of_the_loss():
    game = table("G    G    G    G0   G    G    G    farm W1", terrain="grass", supply={0: 9}, tiles={0: ["farm@h1"]})
    played, better = "c1 b1 a1", "c1 b1 a1 farm e1"
    assert reason(game.copy(), played, better, lost=5.0, part=3.4) == (
        "The tile Farm was left unused. Using it was worth about 3 gold."
    )
    assert reason(game, played, better, lost=5.0) == "The tile Farm was left unused."


NOMAD = """
    G    G    G    G0   G    G    N:sword W1
      W    W    W    W    W    W    W    W
"""


def test_a_nomad_tile_that_was_not_taken():
    game = table(NOMAD, terrain="grass", supply={0: 9})
    assert reason(game, "c1 b1 a1", "e1 f1 c1", lost=4.0, part=3.9) == (
        "Taking the tile Sword, 3 hexes away, was worth about 4 gold."
    )


def test_the_source_of_most_of_the_gold():
    game = table("G    G    G    G0   G    G    G    W1", terrain="grass", supply={0: 9}, cards=["knights", "lords"])
    own, best = [[[gold if name == "knights" else 0 for name in sources], [0] * len(sources)]
                 for sources in [[line.source for line in game.score(0)]] for gold in (2, 7)]  # fmt: skip
    assert reason(game, "c1 b1 a1", "e1 f1 g1", own=own, best=best) == (
        "Building on e1 f1 g1 earns about 5 gold more with Knights at the end."
    )


def test_another_player_who_earns_less():
    game = table("G    G    G    G0   G    G    G    W1", terrain="grass", supply={0: 9}, cards=["lords"])
    lines = len(game.score(0))
    own, best = [[[0] * lines, [gold] + [0] * (lines - 1)] for gold in (9, 3)]
    assert reason(game, "c1 b1 a1", "e1 f1 g1", own=own, best=best) == (
        "Another turn leaves Bo about 6 gold less at the end."
    )


def test_a_terrain_that_is_closed_off():
    """The better turn touches a1 too."""
    drawing = "C    G    G0   G    C    C    C    C0   W1   farm"
    game = table(drawing, terrain="canyon", supply={0: 9}, tiles={0: ["farm@j1"]})
    assert reason(game, "g1 f1 e1", "farm b1 g1 f1 e1", part=0.0) == (
        "This turn closes off the canyon: none of it is left next to the player’s pieces."
    )


def test_the_source_that_pays_more_is_not_told_with_more_gold_than_the_turn_loses():
    game = table("G    G    G    G0   G    G    G    W1", terrain="grass", supply={0: 9}, cards=["knights", "lords"])
    sources = [line.source for line in game.score(0)]
    own, best = [
        [[{"knights": knights, "lords": lords}.get(name, 0) for name in sources], [0] * len(sources)]
        for knights, lords in ((2, 9), (9, 4))
    ]
    assert reason(game, "c1 b1 a1", "e1 f1 g1", own=own, best=best, lost=2.0) == (
        "Another turn earns more with Knights at the end, and about 2 gold more in all."
    )


def test_gold_that_is_earned_in_play_has_a_sentence_of_its_own():
    game = table("G    G    G    G0   G    G    G    W1", terrain="grass", supply={0: 9}, cards=["lords"])
    sources = [line.source for line in game.score(0)]
    own, best = [[[gold if name == "in_game" else 0 for name in sources], [0] * len(sources)] for gold in (0, 3)]
    assert reason(game, "c1 b1 a1", "e1 f1 g1", own=own, best=best, lost=3.0) == (
        "Another turn earns about 3 gold more in play."
    )


def test_a_small_loss_has_no_other_reason_than_the_gold():
    game = table(FARM, terrain="grass", supply={0: 9})
    assert reason(game, "c1 b1 a1", "e1 f1 c1", lost=0.8, part=0.8) == "Another turn was worth about 1 gold more."


def test_the_other_player_who_is_named_is_the_one_that_the_margin_depends_on():
    """Both others lose 6 gold, but only the gold of the leader counts for the margin."""
    drawing = "G    G    G    G0   G    G    G    W1   W2"
    game = table(drawing, players=3, terrain="grass", supply={0: 9}, cards=["lords"])
    rest = [0] * (len(game.score(0)) - 1)
    own, best = [[[50, *rest], [79 - less, *rest], [102 - less, *rest]] for less in (0, 6)]
    assert reason(game, "c1 b1 a1", "e1 f1 g1", own=own, best=best, lost=6.0) == (
        "Another turn leaves Cy about 6 gold less at the end."
    )


def test_another_player_whose_gold_hardly_matters_is_not_named():
    drawing = "G    G    G    G0   G    G    G    W1   W2"
    game = table(drawing, players=3, terrain="grass", supply={0: 9}, cards=["lords"])
    rest = [0] * (len(game.score(0)) - 1)
    own, best = [[[50, *rest], [gold, *rest], [60, *rest]] for gold in (40, 20)]
    assert "less" not in reason(game, "c1 b1 a1", "e1 f1 g1", own=own, best=best, lost=3.0)


def test_a_tile_that_another_tile_repeats_is_not_one_more_use():
    """R5.25: the Bazaar copies the Farm, which the player has too and has not used."""
    game = table(
        "G    G    G    G0   G    G    G    farm bazaar W1",
        terrain="grass",
        supply={0: 9},
        tiles={0: ["farm@h1", "bazaar@i1"]},
    )
    played, better = "c1 b1 a1", "c1 b1 a1 bazaar farm e1"
    assert reason(game, played, better, lost=5.0) == "The tile Bazaar was left unused."


def test_a_nomad_tile_that_was_used_is_not_given_up():
    """R6.1: whether it is used or not, the player does not keep it."""
    drawing = "G    G    G    G0   G    G    G    W1"
    game = table(drawing, terrain="grass", supply={0: 20}, nomads={0: ["donation:grass"]})
    said = reason(game, "c1 b1 a1 donation:grass e1 f1 g1", "c1 b1 e1", lost=5.0)
    assert "gives up" not in said
