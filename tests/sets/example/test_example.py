"""A set outside the package works everywhere: engine, files, pictures, texts, table, bots, observations."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kingdom_builder import answer_number
from kingdom_builder.bots import new_bot
from kingdom_builder.bots.sources import paying_sources
from kingdom_builder.cli.words import Words
from kingdom_builder.engine.terrain import FLOWER
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.observation_spec import ObservationSpec
from kingdom_builder.examples.claims import wrong_claims
from kingdom_builder.examples.example_file import all_examples
from kingdom_builder.game import Game, load, new_game
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.checks import check_section
from kingdom_builder.setup.sections import section
from kingdom_builder.table.board_views import setup_view
from kingdom_builder.table.event_views import public_event
from kingdom_builder.table.events import EventKind
from kingdom_builder.table.options import SetupOptions, new_table_game
from kingdom_builder.table.views import seat_view
from kingdom_builder.texts.catalogue import LANGUAGES
from tests.sets.example import MARKET, ORCHARD, SET, TOLL
from tests.table.memory_table import started_table
from tests.texts.glossary import GLOSSARY, mistakes, read_glossary

SETS = ["base", "example"]
SECTIONS = ["orchard_market:0", "farm:0", "oasis:0", "tower:0"]
CARDS = ["gardeners", "knights", "miners"]


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Register the set during each test."""
    with REGISTRY.extended(SET):
        yield


def example_game(seed: int = 1) -> Game:
    return new_game(seed, sets=SETS, sections=SECTIONS, cards=CARDS)


def played(seed: int, until: str | None = None) -> Game:
    """Return a game after random play, up to the first offer of an option or to the end."""
    game, random = example_game(seed), Random(seed)
    while not game.over:
        answers = game.legal_answers()
        if until is not None and answer_number(until) in answers:
            return game
        game.play(random.choice(answers))
    return game


def offering(option: str) -> Game:
    return next(game for seed in range(50) if not (game := played(seed, option)).over)


def test_a_set_that_cannot_be_registered_changes_nothing() -> None:
    before = dict(REGISTRY.tiles)
    with pytest.raises(ValueError, match="same number"), REGISTRY.extended(SET):
        pytest.fail("the set is registered twice")
    assert REGISTRY.tiles == before


def test_the_plain_tile_builds_on_flowers() -> None:
    game = offering("orchard")
    game.play(ORCHARD.number)
    assert game.question is not None
    assert game.question.action == "orchard"
    assert game.question.hexes & ~game.board.terrain[FLOWER] == 0


def test_the_hook_pays_when_the_tile_is_taken() -> None:
    game, random = example_game(), Random(1)
    for _ in range(5):
        while not game.over:
            before = markets(game)
            game.play(random.choice(game.legal_answers()))
            for (tiles, gold), (tiles_after, gold_after) in zip(before, markets(game), strict=True):
                if tiles_after > tiles:
                    assert gold_after == gold + TOLL
                    return
        game = example_game(random.randrange(1000))
    pytest.fail("nobody took a market tile")


def markets(game: Game) -> list[tuple[int, int]]:
    """Return how many market tiles and how much gold each player has."""
    return [(sum(tile.kind == MARKET.number for tile in seat.tiles), seat.gold) for seat in game.players]


def test_the_card_scores() -> None:
    game = played(3)
    lines = {line.source: line for line in game.score(0)}
    special = game.board.near_special
    assert lines["gardeners"].gold == (game.players[0].pieces & special).bit_count()


def test_a_record_restores_the_game() -> None:
    game = played(2)
    text = game.to_record()
    assert "orchard_market:0" in text
    assert load(text).to_record() == text


def test_a_position_file_restores_the_position() -> None:
    game = offering("orchard")
    text = game.to_position()
    assert '"orchard"' in text
    assert load(text).to_position() == text


def test_boards_show_the_tiles() -> None:
    game = example_game()
    assert {"orc", "mar"} <= set(game.to_text().split())
    assert all(f'id="tile-{name}"' in game.to_svg() for name in ("orchard", "market"))


def test_the_section_is_checked_and_generated() -> None:
    assert not [finding for finding in check_section(section("orchard_market")) if finding.level == "error"]
    assert set(section("generated_example_1").locations) == {"orchard", "market"}


@pytest.mark.parametrize(
    ("language", "sentence", "card"),
    [
        ("en", "Orchard: build on a flower field.", "Gardeners"),
        ("fr", "Verger\u00a0: construisez sur des fleurs.", "Jardiniers"),
    ],
)
def test_sentences_name_tile_and_card(language: str, sentence: str, card: str) -> None:
    game, say = offering("orchard"), Words(language)
    game.play(ORCHARD.number)
    assert game.question is not None
    assert say.question(game.question) == sentence
    assert say.card("gardeners") == card


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_use_the_words_of_the_glossary(language: str) -> None:
    """Who copies from the example begins with the right words."""
    words = read_glossary(GLOSSARY.read_text(encoding="utf-8"))
    text = (SET.folder / f"text.{language}.md").read_text(encoding="utf-8")
    assert mistakes(text, language, words) == []


def test_a_table_plays_it() -> None:
    options = SetupOptions(sets=tuple(SETS), sections=tuple(SECTIONS), cards=tuple(CARDS))
    table = started_table(new_table_game(options, 2, seed=1, deck_seed=1))
    random = Random(1)
    while not table.game.over:
        table.play(random.choice(table.game.legal_answers()))
    used = [states for states in table.states() if states[1].value in (ORCHARD.number, MARKET.number)]
    before, event, after = used[0]
    assert event.kind is EventKind.ANSWER
    assert public_event(event, before, after)
    assert seat_view(after, after.game.to_play or 0)
    assert setup_view(table.game)["sets"] == SETS


def test_a_bot_plays_a_whole_game() -> None:
    game, bots = example_game(), [new_bot("mason", seed) for seed in range(2)]
    while game.to_play is not None:
        game.play(bots[game.to_play].answer(game.view(game.to_play)))
    assert game.over


def test_the_bots_know_where_the_card_pays() -> None:
    game = example_game()
    pays_at = {source.name: source.pays_at for source in paying_sources(game.setup)}
    assert pays_at["gardeners"](game, 0) == game.board.near_special


def test_an_observation_shows_tiles_and_card() -> None:
    spec = ObservationSpec(2, ("base", "example"))
    encoder, game = Encoder(spec), offering("orchard")
    assert game.to_play is not None
    encoder.write(game.view(game.to_play))
    planes = dict(zip(spec.plane_names, encoder.planes[0], strict=True))
    numbers = dict(zip(spec.vector_names, encoder.vectors[0].tolist(), strict=True))
    orchards = [h for h, number in game.board.location_at.items() if number == ORCHARD.number]
    assert planes["location:orchard"].sum() == len(orchards)
    assert numbers["0:tiles:orchard"] > 0
    assert numbers["cards:gardeners"] == 1


def test_its_examples_are_true() -> None:
    """Its file with examples is read and checked like those of the package."""
    found = [
        example for entry in ("tile-orchard", "tile-market", "card-gardeners") for example in all_examples()[entry]
    ]
    assert [wrong_claims(example) for example in found] == [[], [], []]
