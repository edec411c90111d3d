"""Why a hex is not offered: a code with parameters, so that it can be said in any language."""

from __future__ import annotations

from dataclasses import dataclass, field

Value = str | int | tuple[int, ...]


@dataclass(frozen=True)
class Reason:
    """The rule that stands in the way. Hexes among the parameters are hex numbers; `hexes` are those that force it.

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
    "off_board": "there is no such hex on this board",
    "special_hex": "nothing is ever placed on a special hex; kind",
    "occupied": "something stands there; kind, and owner for a piece",
    "blocked": "a warrior stands next to it; hexes are the warriors",
    "wrong_terrain": "needed is the terrain asked for (or land), found what is there",
    "must_be_adjacent": "next to own pieces there are still targets; hexes are those",
    "needs_own_neighbour": "it must touch a piece of the player",
    "not_on_edge": "it is not on the outer edge",
    "not_end_of_line": "it does not continue a straight line of three own pieces",
    "too_few_neighbours": "fewer than three own pieces touch it",
    "not_two_away": "it is not exactly two hexes away in a straight line",
    "not_where_it_slides": "the piece slides until something stops it; hexes are where it can end",
    "not_adjacent_step": "a step goes to a neighbouring hex",
    "not_your_piece": "no piece of the player stands there",
    "kind_cannot_move": "this action does not move that kind of piece; kind",
    "piece_cannot_move": "that piece has no hex to go to",
    "already_hit": "a piece of that player has been removed already; owner",
    "not_first_free": "the piece goes to the first free land in a straight line; hexes are where it can end",
    "not_one_own_neighbour": "exactly one own piece and no foreign one must touch it",
    "not_near_water": "it must touch water",
    "not_near_mountain": "it must touch a mountain",
    "not_near_others": "it must touch a piece of another player",
    "not_near_special": "it must touch a special hex",
    "not_near_area": "it must touch what else belongs to the piece's area; hexes are where it can end",
    "not_near_cave": "it must touch a cave; hexes are where it can end",
    "no_mixture": "a silo builds or moves, not both",
    "no_supply": "the player has no settlement left",
    "own_piece": "the piece is the player's own",
    "city_hall_stays": "a city hall is never removed",
    "no_foreign_piece_here": "no piece of another player stands there",
    "city_hall_does_not_fit": "a hex and its six neighbours must all be free land; hexes are those that are not",
    "no_target": "no free hex fits the action",
    "no_piece": "no piece of the player can be moved",
    "on_board_already": "the token stands on the board already; kind",
    "no_foreign_piece": "no other player has a piece that could be removed",
    "not_an_action": "the tile has no action to choose a hex for",
}
"""Every code with what it means and which parameters it carries."""
