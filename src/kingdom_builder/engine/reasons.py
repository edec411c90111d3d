"""Why a hex is not legal: a code with parameters, from which texts make a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

Value = str | int | tuple[int, ...]


@dataclass(frozen=True)
class Reason:
    """The rule that forbids a hex. Hexes among the parameters are hex numbers; `hexes` are those that cause it.

    >>> Reason("wrong_terrain", "R3.7", {"needed": "grass", "found": "water"}).code
    'wrong_terrain'
    """

    code: str
    rule: str
    params: dict[str, Value] = field(default_factory=dict)
    hexes: int = 0


CODES = {
    "game_over": "the game is over",
    "choose_card_first": "the terrain card to play is not chosen yet",
    "no_hex_asked": "the question has no hex for an answer",
    "not_asked": "another seat has to answer",
    "not_offered": "the question does not offer this option",
    "off_board": "there is no such hex on this board",
    "special_hex": "nothing is ever placed on a special hex; kind",
    "occupied": "the hex is occupied; kind, and owner for a piece",
    "blocked": "a piece that blocks its neighbours is next to it; hexes are those pieces",
    "wrong_terrain": "needed is the required terrain (or land), found the terrain of the hex",
    "must_be_adjacent": "next to own pieces there are still targets; hexes are those",
    "needs_own_neighbour": "it must touch a piece of the player",
    "not_on_edge": "it is not on the outer edge",
    "not_end_of_line": "it does not continue a straight line of three own pieces",
    "too_few_neighbours": "fewer than three own pieces touch it",
    "not_two_away": "it is not exactly two hexes away in a straight line",
    "not_where_it_slides": "the piece slides until something stops it; hexes are where it can end",
    "not_adjacent_step": "a step goes to a neighbouring hex",
    "not_your_piece": "no piece of the player is on it",
    "kind_cannot_move": "this action does not move that kind of piece; kind",
    "piece_cannot_move": "that piece has no hex to go to",
    "not_first_free": "the piece goes to the first free land in a straight line; hexes are where it can end",
    "not_one_own_neighbour": "exactly one own piece and no foreign one must touch it",
    "not_near_water": "it must touch water",
    "not_near_mountain": "it must touch a mountain",
    "not_near_others": "it must touch a piece of another player",
    "not_near_special": "it must touch a special hex",
    "no_target": "no free hex fits the action",
    "no_piece": "no piece of the player can be moved",
    "on_board_already": "the token is on the board already; kind",
    "not_an_action": "the tile has no action to choose a hex for",
}
"""Every code of the engine, with its meaning and its parameters. Sets add codes."""

NOT_ASKED = Reason("not_asked", "R3.1")
"""Why a seat has no legal answer while another one has to answer."""
