"""What can be wrong with the options of a set-up, with a position file and with a record. Sets add problems."""

from __future__ import annotations

from enum import unique

from kingdom_builder.engine.problems import InputError, Problem


class SetupError(InputError):
    """The options of a set-up contradict the rules or each other."""

    __module__ = "kingdom_builder"


class RecordError(InputError):
    """A record cannot be read; the message says where, and what was expected."""

    __module__ = "kingdom_builder"


@unique
class FileProblem(Problem):
    """A file that should contain text."""

    NOT_TEXT = "{file}: this is not a text file in UTF-8"


@unique
class SetupProblem(Problem):
    """The options of a set-up."""

    UNKNOWN_OPTION = "{option}: there is no such option, expected one of {known}"
    NOT_NAMES = "{option}: expected a name or a list of names, found {found}"
    WRONG_PLAYERS = "players: {players} is not possible, 2 to 5 can play"
    UNKNOWN_SET = "sets: {name} is not a set, expected some of {known}"
    SET_TWICE = "sets: {name} is named twice"
    OPTION_NEEDS_SET = "{option}: cannot be chosen, because {set} is not among the sets in use"
    WRONG_SEED = "seed: a seed is a whole number from 0"
    WRONG_START = "start: there is no seat {start}, seats go from 0 to {last}"
    WRONG_TURN_OF_SECTION = "sections: a section is turned by 0 or 180 degrees, not {turn}"
    WRONG_NUMBER_OF_SECTIONS = "sections: a board has 4 sections, not {count}"
    UNKNOWN_SECTION = "sections: {name} is not a section, expected one of {known}, or generated_SET_NUMBER"
    UNKNOWN_GENERATED_SECTION = (
        "sections: {name} is not a generated section: the name is generated_SET_NUMBER, "
        "with one of {known} and a number of at most nine digits"
    )
    SECTION_OF_OTHER_SET = "sections: {name} belongs to {set}, which is not among the sets in use"
    TOO_FEW_SECTIONS = "sections: the sets {sets} have fewer than 4 sections"
    UNKNOWN_SIDE = "island: {name} is not a side of the Island, expected {known}"
    TOO_MANY_CHOSEN = "{option}: {chosen} chosen, but this game has {count}"
    NOT_IN_USE = "{option}: {name} is not among those in use: {known}"
    CHOSEN_TWICE = "{option}: {name} can be used once only"
    WRONG_HEX = "{option}: {text} is not a hex: write a1 to t20, or row,col from 0,0 to 19,19"


@unique
class PositionProblem(Problem):
    """A position file; `path` is the field."""

    NOT_JSON = "line {line}, column {column}: this is not JSON: {message}"
    NO_END = "the file: expected a position, found a number or brackets without end"
    IN_LINE = "line {n}: {error}"
    NOT_UTF8 = "this is not a text file in UTF-8"
    WRONG_FORMAT = "format: expected {format}"
    NO_BOARD = "board: expected the four sections, or rows and locations"
    TOO_MANY_PLAYERS = "players: expected at most {most}, found {found}"
    MISSING = "{path}: expected, but not there"
    SECTIONS_OR_ROWS = "{path}: expected either sections or rows, found {found}"
    LOCATIONS_OF_SECTIONS = "{path}: expected nothing, because the sections say where locations are, found {found}"
    EXPECTED_TURN = "{path}: expected 0 or 180, found {found}"
    EXPECTED_GENERATED = "{path}: expected generated_SET_NUMBER for a generated section, found {found}"
    EXPECTED_CODES = "{path}: expected a string of {count} codes, found {found}"
    EXPECTED_CODES_AT_MOST = "{path}: expected a string of up to {count} codes, found {found}"
    UNKNOWN_CODE = "{path}: column {column}: {code} is not one of {known}"
    NO_LOCATION_THERE = "{path}: the row has no L there"
    UNNAMED_LOCATION = "{path}: expected what the L at {place} is"
    NO_TILES_THERE = "{path}: expected a location or nomad space"
    EXPECTED_HEX_OF_BOARD = "{path}: expected a hex of the board, found {found}"
    EXPECTED_PIECE_HEX = "{path}: expected a hex that can hold a piece, found {found}"
    EXPECTED_LAND = "{path}: expected land, found {found}"
    EXPECTED_LOCATION = "{path}: expected a {tile} hex of the board, found {found}"
    HEX_TWICE = "{path}: this hex stands there twice"
    PIECES_ON_ONE_HEX = "{path}: two pieces of this player stand on the same hex"
    BOTH_ON_ONE_HEX = "{first} and {second}: both are on {hexes}"
    TILES_OF_ONE_HEX = "{path}: two tiles are from the same hex"
    TOO_MANY_SETTLEMENTS = "{path}: a player has only {count}, held and markers included"
    TOO_MANY_PIECES = "{path}: there are only {count}"
    NO_NOMAD_TILE = "{path}: expected a nomad tile for every nomad space"
    TOO_MANY_CARDS = "{path}: there are not so many terrain cards"
    QUESTIONS_DO_NOT_FIT = "{path}: these questions do not fit the position: nobody could answer"
    TERRAIN_WITHOUT_CARD = "{path}: expected a terrain whose cards are still in the game, found {found}"


@unique
class RecordProblem(Problem):
    """A record; `key` is the first word of a line."""

    WRONG_FIRST_LINE = "line 1: expected {format}"
    NO_LINE = "there is no line '{key}:'"
    UNKNOWN_LINE = "{line}: expected one of {known}, a colon and a value"
    LINE_GIVEN_TWICE = "{key}: there are two such lines"
    OTHER_RULES = "rules: made under version {found}, this program plays version {version}"
    EXPECTED_PLAYERS = "players: expected 2 to 5, found {found}"
    EXPECTED_SEAT = "start: expected a seat from 0 to {last}, found {found}"
    SECTION_TWICE = "sections: each can be used once only"
    EXPECTED_SEEDS = "seeds: expected two numbers, the set-up's (or -) and the deck's"
    EXPECTED_DIGITS = "{key}: expected a number, found {found}"
    WRONG_LETTERS = "shuffles: {word} is not made of the letters {letters}"
    OTHER_CARDS = "shuffles: number {n} does not hold the cards of the pile"
    UNKNOWN_WORD = "{key}: {word} is not one of {known}"
    WORD_TWICE = "{key}: {word} stands there twice"
    WRONG_HEX_IN_LINE = "{key}: {error}"
    NOT_AN_ANSWER = "{text} is neither a hex (a1 to t20, or row,col) nor an option"
    NO_ANSWER_BELOW = "there is no answer {n}, answers count from 1"
    NO_ANSWER_ABOVE = "there is no answer {n}, the record has {count}"
    EXPECTED_TURN_NUMBER = "answer {n}: expected turn {turn}, found {found}"
    UNREADABLE_ANSWER = "answer {n}: {error}"
    WRONG_ANSWER = "answer {n}, turn {turn}, seat {seat}: {error}"
    ANSWER_TOO_MANY = "answer {n}, turn {turn}: {error}"
    NOT_OVER = "the game is not over: only a finished game can be reviewed"
    UNFIT_MOVE = "Move {n}, {answer} by {name} (seat {seat}), is not allowed by the rules"
