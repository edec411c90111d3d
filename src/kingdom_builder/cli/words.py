"""What the commands say, in English: names, questions, and why a hex is not allowed."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.engine.answers import FIRST_OPTION, answer_name
from kingdom_builder.engine.hexes import PLACES, names
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.turn import Question

_NAMES = {
    "in_game": "Gold earned in play",
    "castle": "Castles",
    "palace": "Palaces",
    "capitol": "Capitols",
    "foresters_lodge": "Forester's lodge",
    "lighthouse_foresters_lodge": "Lighthouse and Forester's lodge",
    "barracks_crossroads": "Barracks and Crossroads",
    "city_hall_fort": "City hall and Fort",
    "monastery_wagon": "Monastery and Wagon",
    "bazaar_water_mill": "Bazaar and Water mill",
    "mountain_station_scout_cabin": "Mountain station and Scout cabin",
    "cathedral_watchtower": "Cathedral and Watchtower",
    "university_palisade": "University and Palisade",
    "island_rope_bridge": "Island with the Rope bridge",
    "island_tree_house": "Island with the Tree house",
}

CARDS = {
    "fishermen": "1 gold for each of your pieces next to water, but not on it",
    "merchants": "4 gold for each location, castle or nomad hex that your pieces link with another",
    "discoverers": "1 gold for each horizontal line with a piece of yours",
    "hermits": "1 gold for each separate area of your pieces",
    "citizens": "1 gold for every two pieces of your largest area",
    "miners": "1 gold for each of your pieces next to a mountain, but not on it",
    "workers": "1 gold for each of your pieces next to a location, castle or nomad hex",
    "knights": "2 gold for each of your pieces on your best horizontal line",
    "lords": "in each quarter 12 gold for the most pieces, 6 for the second most",
    "farmers": "3 gold for each of your pieces in the quarter where you have the fewest",
    "families": "2 gold at once when the three settlements of your turn lie in a straight line",
    "shepherds": "2 gold at once for a settlement with no empty neighbour of the same terrain",
    "ambassadors": "1 gold at once for a settlement built next to another player's piece",
    "geologists": "2 gold for each mountain range that your pieces link with another",
    "messengers": "2 gold for each hex on the longest way between two of your connected pieces",
    "noblewomen": "5 gold for the most pieces next to a location, castle, nomad or silo hex",
    "vassals": "1 gold for each of your pieces where two quarters meet",
    "captains": "1 gold for each of your pieces with at least three of your pieces beside it",
    "scouts": "1 gold for each of your pieces next to the terrain that is out of the game, but not on it",
    "rangers": "2 gold for each horizontal line with exactly one piece of yours",
    "mayors": "4 gold for each line you have marked by being the first with four pieces on it",
    "chainers": "1 gold for each of your pieces with exactly two of your pieces beside it",
    "travellers": "1 gold for each of your pieces on the edge of the board",
    "homesteaders": "1 gold for each of your pieces in your best quarter",
    "rovers": "1 gold at the end of your turn for each quarter you have built in",
    "home_country": "5 gold for covering a whole area of one terrain",
    "fortress": "6 gold for a piece with your pieces on all six sides",
    "road": "7 gold for seven of your pieces in a diagonal line without a gap",
    "place_of_refuge": "8 gold for surrounding a location, castle or nomad hex",
    "advance": "9 gold for seven pieces on one edge of the board",
    "compass_points": "10 gold for a piece on each of the four edges",
}
"""What each card and task pays, in a line."""

TILES = {
    "oracle": "build 1 on the terrain of your card",
    "farm": "build 1 on grass",
    "oasis": "build 1 on desert",
    "tower": "build 1 on the edge of the board",
    "tavern": "build 1 at the end of a line of at least 3 of your pieces",
    "barn": "move a piece to the terrain of your card",
    "harbor": "move a settlement to water",
    "paddock": "move a piece two hexes in a straight line, over anything",
    "quarry": "put 1 or 2 walls on the terrain of your card, next to your pieces",
    "caravan": "slide a piece in a straight line until something stops it",
    "village": "build 1 next to at least 3 of your pieces",
    "garden": "build 1 on flowers",
    "lighthouse": "place your ship on water, move it 1 to 3 hexes, or take it back",
    "foresters_lodge": "build 1 in the forest",
    "barracks": "place a warrior, who keeps everybody off its neighbours, or take one back",
    "crossroads": "draw one more terrain card at the end of your turn and choose next time",
    "city_hall": "place your city hall of seven hexes, once",
    "fort": "draw a terrain card and build 1 on it",
    "monastery": "build 1 in the canyon",
    "wagon": "place your wagon on land or mountain, move it 1 to 3 hexes, or take it back",
    "temple": "hold a settlement and build it next turn in addition",
    "refuge": "move a piece to a neighbouring hex",
    "canoe": "build 1 on swamp or water when somebody else empties a location or takes a nomad tile",
    "fountain": "build 1 where exactly one of your pieces and nobody else's is near",
    "bazaar": "use one of your other tiles once more",
    "water_mill": "build 1 next to water",
    "mountain_station": "build 1 next to a mountain",
    "scout_cabin": "put out 1 or 2 scouts, who count as your pieces for this turn",
    "cathedral": "take a number tile, or spend some and build as many on the terrain of your card",
    "watchtower": "build 1 next to another player's piece",
    "university": "build 1 next to a location, castle, nomad, palace or silo hex",
    "palisade": "move a piece of an area to another place next to that area",
    "rope_bridge": "move a piece to the canyon",
    "tree_house": "move a piece to the forest",
    "farm_action": "build 1 on farmland next to your pieces",
    "cave_action": "move a piece from one cave to another",
    "refuge_bonus": "move a piece in a straight line to the first free land",
    "canoe_bonus": "build 1 on swamp or water",
    "collect": "take a number tile",
    "donation": "build 3 on that terrain",
    "resettlement": "move your pieces by up to 4 steps in all",
    "outpost": "build one settlement anywhere on the right terrain",
    "sword": "take one piece of every other player off the board",
}
"""What each tile does, in a line."""


def card_name(name: str) -> str:
    """Return the name of a card, task, tile or section as people write it.

    >>> card_name("home_country"), card_name("donation:water")
    ('Home country', 'Donation (water)')
    """
    if name in _NAMES:
        return _NAMES[name]
    kind, colon, terrain = name.replace("_", " ").partition(":")
    return f"{kind.capitalize()} ({terrain})" if colon else kind.capitalize()


def has_tile_line(name: str) -> bool:
    """Say whether an option is a tile, so that what it does can be said."""
    return name.partition(":")[0] in TILES


def tile_line(name: str) -> str:
    """Return what a tile does.

    >>> tile_line("donation:water")
    'build 3 on that terrain'
    """
    return TILES[name.partition(":")[0]]


def answer_sentence(answer: int) -> str:
    """Return an answer for a log: the hex, or the option's name."""
    name = answer_name(answer)
    return name if answer < FIRST_OPTION else card_name(name)


def question_sentence(question: Question) -> str:
    """Return the question as one sentence to the player asked."""
    left = question.left or 0
    action = card_name(question.action)
    terrain = "land" if question.terrain is None else question.terrain.replace("_", " ")
    piece = "" if question.piece is None else str(PLACES[question.piece])
    settlements = "1 settlement" if left == 1 else f"{left} settlements"
    more = "1 more settlement" if left == 1 else f"{left} more settlements"
    return {
        "choose_card": "Choose the terrain card you play this turn.",
        "mandatory": f"Build {settlements} on {terrain}" + (", or use a tile first." if question.options else "."),
        "mandatory_more": f"Build {more} on {terrain}.",
        "extra": "Use a tile, or end your turn." if len(question.options) > 1 else "End your turn.",
        "build": f"{action}: build {settlements} on {terrain}.",
        "build_outpost": f"Outpost: build on any free {terrain} hex.",
        "pick_piece": f"{action}: which piece moves?" + (f" ({left} steps left)" if left else ""),
        "move_to": f"{action}: where does the piece on {piece} go?",
        "wall": f"Quarry: put a wall on {terrain} next to your pieces ({left} left).",
        "remove": "Sword: which piece leaves the board? One of every other player.",
        "place": f"{action}: where do you place it?",
        "step": f"{action}: step from {piece} to a neighbouring hex ({left} left).",
        "place_or_take_back": "Barracks: place a warrior, or name one of your warriors to take it back.",
        "hold": "Temple: which settlement do you hold for your next turn?",
        "react": "Canoe: build on swamp or water now, or pass.",
        "repeat": "Bazaar: which of your tiles do you use once more?",
        "cathedral": f"Cathedral: build on {terrain} for your number tiles ({left}), or take one more.",
        "scout": f"Scout cabin: where does a scout stand? ({left} left)",
        "silo": "Silo: name a hex to build on, or a piece to move; up to three, or pass.",
        "silo_build": f"Silo: build next to your pieces ({left} left), or stop.",
        "silo_move": f"Silo: which piece moves? ({left} left), or stop.",
        "city_hall": "City hall: name its centre; the six hexes around it are covered too.",
    }[question.stage]


def reason_sentence(reason: Reason) -> str:
    """Return a reason as one sentence to the player."""
    params = reason.params
    kind = str(params.get("kind", "")).replace("_", " ")
    owner = f" of player {int(str(params['owner'])) + 1}" if "owner" in params else ""
    where = names(reason.hexes)
    needed = str(params.get("needed", "land")).replace("_", " ")
    card_missing = "The terrain of your card is not known yet: it must be chosen first."
    return {
        "game_over": "The game is over.",
        "choose_card_first": card_missing,
        "no_hex_asked": "No hex is asked for now: choose an option.",
        "off_board": "There is no such hex on this board.",
        "special_hex": f"Nothing is ever placed on a {kind} hex.",
        "occupied": f"There is a {kind}{owner} already.",
        "blocked": f"The warrior on {where} keeps everybody off its neighbours.",
        "wrong_terrain": f"It must be {needed}, and this is {params.get('found')}.",
        "must_be_adjacent": f"Next to your pieces there are still hexes you can take: {where}.",
        "needs_own_neighbour": "It must touch one of your pieces, and no free hex of that kind does."
        if not reason.hexes
        else "It must touch one of your pieces.",
        "not_on_edge": "It must be on the outer edge of the board.",
        "not_end_of_line": "It must continue a straight line of at least three of your pieces.",
        "too_few_neighbours": "It must touch at least three of your pieces.",
        "not_two_away": "The piece jumps exactly two hexes in a straight line.",
        "not_where_it_slides": f"The piece slides until something stops it: it can end on {where}.",
        "not_adjacent_step": "A step goes to a neighbouring hex.",
        "not_your_piece": "None of your pieces stands there.",
        "kind_cannot_move": f"This action does not move a {kind}.",
        "piece_cannot_move": "That piece has nowhere to go.",
        "not_first_free": f"The piece goes to the first free land in a straight line: {where}.",
        "not_one_own_neighbour": "Exactly one of your pieces and nobody else's must touch it.",
        "not_near_water": "It must touch water.",
        "not_near_mountain": "It must touch a mountain.",
        "not_near_others": "It must touch a piece of another player.",
        "not_near_special": "It must touch a location, castle, nomad, palace or silo hex.",
        "not_near_area": "It must touch another piece of the same area.",
        "not_near_cave": "It must touch a cave.",
        "no_mixture": "One silo lets you build or move, not both.",
        "no_supply": "You have no settlement left.",
        "already_hit": f"A piece{owner} has been removed already.",
        "own_piece": "That piece is your own.",
        "city_hall_stays": "A city hall is never removed.",
        "no_foreign_piece_here": "No piece of another player stands there.",
        "city_hall_does_not_fit": "A hex and its six neighbours must all be free land.",
        "no_target": f"No free {needed} hex fits.",
        "no_piece": "You have no piece that this action could move.",
        "on_board_already": f"The {kind} stands on the board already, and there is no other.",
        "no_foreign_piece": "No other player has a piece that could be removed.",
        "not_an_action": "This tile works by itself and has no action.",
    }[reason.code]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Align rows of words in columns, the first to the left and the others to the right.

    >>> print(table([["", "player 1"], ["Lords", "12"]]))
           player 1
    Lords        12
    """
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        words = [word.rjust(width) for word, width in zip(row, widths, strict=True)]
        lines.append("  ".join([row[0].ljust(widths[0]), *words[1:]]).rstrip())
    return "\n".join(lines)
