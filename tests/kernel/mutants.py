"""Wrong rules to plant in the kernel: each a small change of one file, which the comparison with Python must find."""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    """A wrong rule: what it is about, the file, the text that it replaces and the new text.

    `about` names members of the lists of native/declarations.hpp, like `Op.Build` or `Scorer.lords`.
    """

    about: str
    file: str
    old: str
    new: str


_ACTIONS = (
    Mutant(
        "Op.Build", "actions.hpp", "if (frame.count > 1 && build_can_start", "if (frame.count > 2 && build_can_start"
    ),
    Mutant(
        "Op.Build",
        "actions.hpp",
        "if (action.adjacency == REQUIRED) return candidates & own_adjacent(pos, seat);",
        "if (action.adjacency == REQUIRED) return candidates;",
    ),
    Mutant("Op.Build", "actions.hpp", "return adjacent.any() ? adjacent : candidates;", "return adjacent;"),
    Mutant(
        "Op.Move",
        "actions.hpp",
        "return adjacent_if_possible(candidates, neighbours(own_pieces(pos, seat) - one_hex(origin)));",
        "return adjacent_if_possible(candidates, neighbours(own_pieces(pos, seat)));",
    ),
    Mutant(
        "Op.Move",
        "actions.hpp",
        "blocking(pos, player).has(origin)) return free_without(pos, one_hex(origin));",
        "blocking(pos, player).has(origin)) return pos.free;",
    ),
    Mutant("Op.Passive", "dispatch.hpp", "        default: return false;\n", "        default: return true;\n"),
    Mutant("Op.Outpost", "actions.hpp", "    again.waived = true;\n", "    again.waived = false;\n"),
    Mutant("Op.Outpost", "game.cpp", "        frame.waived = true;\n", "        frame.waived = false;\n"),
    Mutant("Op.Quarry", "sets/nomads.hpp", "constexpr int WALLS_OF_QUARRY = 2;", "constexpr int WALLS_OF_QUARRY = 3;"),
    Mutant("Op.Resettlement", "sets/nomads.hpp", "frame.count < action.count) found", "frame.count < 3) found"),
    Mutant("Op.Sword", "sets/nomads.hpp", "if (i == seat || is_hit(hit, i)) continue;", "if (i == seat) continue;"),
    Mutant("Op.MovableToken", "sets/crossroads.hpp", "constexpr int STEPS = 3,", "constexpr int STEPS = 4,"),
    Mutant("Op.MovableToken", "sets/crossroads.hpp", "frame.count ? STOP : TAKE_BACK", "STOP"),
    Mutant(
        "Op.Barracks",
        "sets/crossroads.hpp",
        "if (pos.players[seat].tokens[WARRIOR].count() == WARRIORS) return NO_HEXES;",
        "if (pos.players[seat].tokens[WARRIOR].count() == 3) return NO_HEXES;",
    ),
    Mutant(
        "Op.CityHall",
        "sets/crossroads.hpp",
        "interior(pos.board().land & pos.free) & neighbours(own_adjacent(pos, seat))",
        "interior(pos.board().land & pos.free) & own_adjacent(pos, seat)",
    ),
    Mutant("Op.Fort", "sets/crossroads.hpp", "    discard_card(pos, card);\n", "    pos.deck.removed.push(card);\n"),
    Mutant(
        "Op.Fort",
        "dispatch.hpp",
        "printed_on(frame.count), found)",
        "{1, {printed_on(frame.count).terrains[0], 0}}, found)",
    ),
    Mutant(
        "Op.Crossroads",
        "dispatch.hpp",
        "if (action.op == Op::Crossroads) pos.turn_state.extra_cards++;",
        "if (action.op == Op::Crossroads) pos.turn_state.extra_cards += 2;",
    ),
    Mutant("Op.Temple", "sets/marshlands.hpp", "supply > 0 || pos.end_triggered", "supply > 0"),
    Mutant("Op.Fountain", "sets/marshlands.hpp", "ground |= pos.board().terrain[MOUNTAIN]", "ground |= NO_HEXES"),
    Mutant("Op.Canoe", "sets/marshlands.hpp", "for (; events; events--) {", "for (; events; events = 0) {"),
    Mutant(
        "Op.Canoe",
        "sets/marshlands.hpp",
        "next_canoe_question(pos, (frame.seat + 1) % pos.player_count(), frame.taker",
        "next_canoe_question(pos, (frame.seat + 2) % pos.player_count(), frame.taker",
    ),
    Mutant("Op.CanoeBonus", "sets/marshlands.hpp", "{2, {SWAMP, WATER}}", "{1, {SWAMP, WATER}}"),
    Mutant(
        "Op.RefugeBonus",
        "dispatch.hpp",
        "case Op::RefugeBonus: return bonus_is_ready(pos, action, seat) && move",
        "case Op::RefugeBonus: return move",
    ),
    Mutant(
        "Op.Bazaar",
        "sets/harvest.hpp",
        "if (tile.acquired_turn != pos.turn && !found.has_option(tile.kind) &&\n            repeatable",
        "if (is_ready(pos, tile) && !found.has_option(tile.kind) &&\n            repeatable",
    ),
    Mutant("Op.ScoutCabin", "sets/harvest.hpp", "constexpr int SCOUTS = 2;", "constexpr int SCOUTS = 3;"),
    Mutant("Op.ScoutCabin", "sets/harvest.hpp", " | pos.board().terrain[WATER] | pos", " | pos"),
    Mutant("Op.Cathedral", "sets/harvest.hpp", "constexpr int NUMBERS = 18;", "constexpr int NUMBERS = 8; "),
    Mutant("Op.Cathedral", "dispatch.hpp", "numbers_left(pos) > 0 || cathedral_can", "cathedral_can"),
    Mutant(
        "Op.Palisade",
        "sets/harvest.hpp",
        "area_of(origin, own_pieces(pos, seat)) - one_hex(origin);",
        "own_pieces(pos, seat) - one_hex(origin);",
    ),
    Mutant("Op.Silo", "sets/harvest.hpp", "constexpr int PER_SILO = 3;", "constexpr int PER_SILO = 2;"),
    Mutant(
        "Op.Silo", "sets/harvest.hpp", "            if (h != NO_HEX) sources.remove(h);\n", "            (void)h;\n"
    ),
    Mutant("Op.Silo", "sets/harvest.hpp", "(pos.setup->start + i) % players", "i"),
    Mutant(
        "Op.CaveAction",
        "sets/caves.hpp",
        "plain_destinations(pos, action, seat, origin) & near : NO_HEXES",
        "plain_destinations(pos, action, seat, origin) : NO_HEXES",
    ),
)

_PLACES = (
    Mutant("Where.OUTER_EDGE", "where.hpp", "return geometry.outer_edge;", "return geometry.edges[0];"),
    Mutant("Where.INNER_EDGE", "where.hpp", "return geometry.inner_edge;", "return geometry.outer_edge;"),
    Mutant(
        "Where.END_OF_LINE",
        "where.hpp",
        "shift<AXIS>(thirds) | shift<-3 * AXIS>(thirds)",
        "shift<AXIS>(thirds) | shift<-2 * AXIS>(thirds)",
    ),
    Mutant(
        "Where.THREE_OWN_NEIGHBOURS",
        "where.hpp",
        "neighbour_counts(own_pieces(pos, seat)).thrice",
        "neighbour_counts(own_pieces(pos, seat)).twice",
    ),
    Mutant(
        "Where.ONE_OWN_NEIGHBOUR",
        "where.hpp",
        "counts.once - counts.twice - near_others(pos, seat)",
        "counts.once - counts.twice",
    ),
    Mutant("Where.NEAR_WATER", "where.hpp", "return board.near_water;", "return board.near_mountain;"),
    Mutant(
        "Where.NEAR_MOUNTAIN", "where.hpp", "return board.near_mountain;", "return neighbours(board.near_mountain);"
    ),
    Mutant("Where.NEAR_SPECIAL", "where.hpp", "return board.near_special;", "return neighbours(board.castles);"),
    Mutant(
        "Where.NEAR_OTHERS", "where.hpp", "return near_others(pos, seat);", "return near_others(pos, pos.active ^ 1);"
    ),
    Mutant(
        "Where.NEAR_REMOVED_TERRAIN",
        "where.hpp",
        "return board.near_removed_terrain;",
        "return neighbours(board.near_removed_terrain);",
    ),
    Mutant(
        "Travel.ANYWHERE",
        "where.hpp",
        "default: return candidates.any() ? pieces : NO_HEXES;",
        "default: return pieces;",
    ),
    Mutant("Travel.JUMP", "where.hpp", "origin + 2 * direction", "origin + direction"),
    Mutant("Travel.SLIDE", "where.hpp", "while (is_hex(here + direction) &&", "if (is_hex(here + direction) &&"),
    Mutant(
        "Travel.STEP",
        "where.hpp",
        "geometry.neighbours[origin] & candidates",
        "(geometry.neighbours[origin] | shift<2>(one_hex(origin))) & candidates",
    ),
    Mutant("Travel.FIRST_FREE", "where.hpp", "while (is_hex(here) && !candidates", "if (is_hex(here) && !candidates"),
)

_SCORERS = (
    Mutant("Scorer.PerPiece", "scoring.hpp", "score_of_hexes(entry.gold, pieces &", "score_of_hexes(2, pieces &"),
    Mutant(
        "Scorer.merchants",
        "board.hpp",
        "for (int h : each(board.special)) fits",
        "for (int h : each(board.castles)) fits",
    ),
    Mutant(
        "Scorer.discoverers",
        "scoring.hpp",
        "__builtin_popcount(lines_with(pieces)), pieces}",
        "__builtin_popcount(lines_with(pieces & geometry.board)), pieces}",
    ),
    Mutant(
        "Scorer.hermits", "scoring.hpp", "return {areas.get().count, pieces};", "return {areas.get().count, NO_HEXES};"
    ),
    Mutant("Scorer.citizens", "areas.hpp", "size(i) > size(best)) best = i;", "size(i) >= size(best)) best = i;"),
    Mutant(
        "Scorer.knights",
        "scoring.hpp",
        "at = __builtin_ctz(counts.lines_of(most));",
        "at = 31 - __builtin_clz(counts.lines_of(most));",
    ),
    Mutant("Scorer.lords", "scoring.hpp", "least_above == most ? LORDS_SECOND : 0", "LORDS_SECOND"),
    Mutant("Scorer.farmers", "scoring.hpp", "return {3 * fewest,", "return {2 * fewest,"),
    Mutant("Scorer.castles", "scoring.hpp", "player.adjacent & board.castles", "player.adjacent & board.special"),
    Mutant("Scorer.in_game", "scoring.hpp", "return {player.gold, NO_HEXES};", "return {player.gold & 15, NO_HEXES};"),
    Mutant("Scorer.geologists", "scoring.hpp", "if (!(touched & (touched - 1))) continue;", "if (!touched) continue;"),
    Mutant("Scorer.messengers", "scoring.hpp", "int places[3] = {row, q, row + q};", "int places[3] = {row, q, q};"),
    Mutant("Scorer.noblewomen", "scoring.hpp", "board.special - board.palaces", "board.special"),
    Mutant(
        "Scorer.captains",
        "scoring.hpp",
        "score_of_hexes(1, pieces & neighbour_counts(pieces).thrice);",
        "score_of_hexes(1, pieces & neighbour_counts(pieces).twice);",
    ),
    Mutant("Scorer.palaces", "scoring.hpp", "if (own == most) won.add(h);", "if (own) won.add(h);"),
    Mutant(
        "Scorer.rangers",
        "scoring.hpp",
        "LineCounts(pieces).lines_of(1);",
        "LineCounts(pieces).lines_of(2);",
    ),
    Mutant(
        "Scorer.mayors",
        "scoring.hpp",
        "return {4 * __builtin_popcount(player.lines)",
        "return {4 * (player.lines != 0)",
    ),
    Mutant("Scorer.chainers", "scoring.hpp", "(pieces & counts.twice) - counts.thrice", "pieces & counts.twice"),
    Mutant("Scorer.homesteaders", "scoring.hpp", "part_with<true>(pieces", "part_with<false>(pieces"),
    Mutant("Scorer.capitols", "scoring.hpp", "found.gold += here.count();", "found.gold += here.any();"),
    Mutant(
        "Scorer.home_country", "scoring.hpp", "if (contains(pieces, area)) owned", "if (overlap(pieces, area)) owned"
    ),
    Mutant("Scorer.fortress", "scoring.hpp", "Score{6, centres | neighbours(centres)}", "Score{6, centres}"),
    Mutant("Scorer.road", "scoring.hpp", "runs_along<SOUTH_WEST>(pieces, 7) |", "runs_along<SOUTH_WEST>(pieces, 6) |"),
    Mutant("Scorer.place_of_refuge", "scoring.hpp", "if (around.count() == 6 && contains", "if (contains"),
    Mutant(
        "Scorer.advance",
        "scoring.hpp",
        "if (count_of_both(pieces, edge) >= 7)",
        "if (count_of_both(pieces, edge) >= 8)",
    ),
    Mutant(
        "Scorer.compass_points",
        "scoring.hpp",
        "if (!overlap(pieces, edge)) return {0, NO_HEXES};",
        "if (!overlap(pieces, neighbours(edge))) return {0, NO_HEXES};",
    ),
)

_HOOKS = (
    Mutant("Hook.pay_families", "sets/nomads.hpp", "pos.turn_state.regular != REGULAR_SETTLEMENTS || built", "built"),
    Mutant("Hook.pay_shepherds", "sets/nomads.hpp", "terrain[terrain]) - pos.walls;", "terrain[terrain]);"),
    Mutant("Hook.pay_ambassadors", "sets/nomads.hpp", "count_of_both(built, near_others(pos, seat))", "built.count()"),
    Mutant("Hook.pay_treasure", "sets/nomads.hpp", "TREASURE_GOLD = 3", "TREASURE_GOLD = 2"),
    Mutant("Hook.draw_more", "sets/crossroads.hpp", "pos.declarations().crossroads) pos.turn", "0) pos.turn"),
    Mutant("Hook.take_bonus", "sets/marshlands.hpp", "if (owned == 2 && taken", "if (owned >= 2 && taken"),
    Mutant(
        "Hook.lose_bonus",
        "hooks.hpp",
        "case Hook::lose_bonus: lose_bonus(player, kind); break;",
        "case Hook::lose_bonus: break;",
    ),
    Mutant("Hook.ready_bonuses", "hooks.hpp", "case Hook::ready_bonuses: ready_bonuses(player); break;", ""),
    Mutant(
        "Hook.has_temple_bonus",
        "hooks.hpp",
        "has_bonus(pos, pos.active, pos.declarations().temple)) return true;",
        "has_bonus(pos, pos.active, pos.declarations().fountain)) return true;",
    ),
    Mutant("Hook.ask_canoes", "tiles.hpp", "                count_emptied(pos, seat);\n", ""),
    Mutant("Hook.take_number", "hooks.hpp", "if (numbers_left(pos)) player.numbers++;", "player.numbers++;"),
    Mutant("Hook.lose_numbers", "hooks.hpp", "player.numbers = 0; break;", "player.numbers--; break;"),
    Mutant(
        "Hook.mark_lines",
        "sets/harvest.hpp",
        "for (touched &= ~marked; touched;",
        "for (touched &= ~player.lines; touched;",
    ),
    Mutant("Hook.note_sections", "sets/harvest.hpp", "    if (seat != pos.active) return;\n", ""),
    Mutant(
        "Hook.pay_rovers",
        "sets/harvest.hpp",
        "popcount(pos.turn_state.sections_built_in)",
        "ctz(pos.turn_state.sections_built_in | 16)",
    ),
    Mutant(
        "Hook.ask_silos", "sets/harvest.hpp", "        if (!silos) continue;\n", "        if (silos < 2) continue;\n"
    ),
)

_TURNS = (
    Mutant("turn", "rng.hpp", "for (int i = count - 1; i > 0; i--) {", "for (int i = count - 1; i > 1; i--) {"),
    Mutant("turn", "deck.hpp", "    deck.shuffles++;\n    deck.discard.size = 0;\n}", "    deck.discard.size = 0;\n}"),
    Mutant(
        "turn",
        "mandatory.hpp",
        "pos.terrain == SWAMP ? SWAMP_SETTLEMENTS : REGULAR",
        "pos.card > 4 ? SWAMP_SETTLEMENTS : REGULAR",
    ),
    Mutant("turn", "mandatory.hpp", "    if (left == 1 && pos.rules()", "    if (left == 2 && pos.rules()"),
    Mutant("turn", "terrain_card.hpp", "shows && player.hand[i] < chosen", "shows && chosen == CARD_KINDS"),
    Mutant("turn", "terrain_card.hpp", " && !(repeats && tile.acquired_turn != pos.turn)", ""),
    Mutant("turn", "terrain_card.hpp", "    return usable ? usable : terrains;\n", "    return terrains;\n"),
    Mutant(
        "turn", "terrain_card.hpp", "        pos.deck.removed.push(drawn);\n", "        pos.deck.discard.push(drawn);\n"
    ),
    Mutant("turn", "terrain_card.hpp", "pos.setup->hand_size() + extra - player", "pos.setup->hand_size() - player"),
    Mutant("turn", "tiles.hpp", "                kept[j].acquired_turn = lost[i].acquired_turn;\n", ""),
    Mutant("turn", "tiles.hpp", "!tile.used && tile.acquired_turn != pos.turn", "!tile.used"),
    Mutant("turn", "game.cpp", "pos.last_built < pos.turn - players", "pos.last_built < pos.turn - players - 1"),
    Mutant("turn", "game.cpp", "    if (temporary) refresh_free(pos);\n", "    (void)temporary;\n"),
    Mutant(
        "turn",
        "changes.hpp",
        "!player.reserve) pos.end_triggered = true;\n}\n\n// The spaces",
        "true) pos.end_triggered = true;\n}\n\n// The spaces",
    ),
    Mutant("turn", "changes.hpp", "    lose_tiles(pos, player);\n    take_tiles", "    take_tiles"),
    Mutant(
        "turn",
        "dispatch.hpp",
        "case Op::Fountain: return build_can_start(pos, action, frame.seat);\n        case Op::Cathedral",
        "case Op::Fountain: return false;\n        case Op::Cathedral",
    ),
)

MUTANTS = (*_ACTIONS, *_PLACES, *_SCORERS, *_HOOKS, *_TURNS)
