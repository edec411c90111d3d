"""The types of documents name exactly the fields that the sets declare, in the same order."""

from __future__ import annotations

from kingdom_builder.formats.documents import PositionDocument, PositionPlayer, SetupDocument
from kingdom_builder.formats.position_file import table_fields
from kingdom_builder.formats.position_parts import player_fields
from kingdom_builder.formats.setup_document import setup_document
from kingdom_builder.game import new_game
from kingdom_builder.setup.builder import ALL_SETS


def test_the_type_of_position_files_has_the_fields_of_all_sets() -> None:
    assert (*PositionDocument.__annotations__, "progress") == table_fields()
    assert tuple(PositionPlayer.__annotations__) == player_fields()


def test_the_type_of_set_up_documents_has_the_fields_of_all_sets() -> None:
    assert list(SetupDocument.__annotations__) == list(setup_document(new_game(1, sets=ALL_SETS)))
