// Assembling a board from its parts: setup/boards.py and the derived sets of engine/board.py.
#pragma once
#include "areas.hpp"
#include "position.hpp"

namespace kb {

// The connected areas of a set, in reading order of their first hex (R0.10).
inline void add_areas(std::vector<Hexes> &found, Hexes hexes) {
    while (hexes.any()) {
        found.push_back(area_of(hexes.first(), hexes));
        hexes -= found.back();
    }
}

// The hexes next to water that are not water; the sea around the Island counts (R5.35).
inline Hexes near_water(const Board &board) {
    const Hexes &water = board.terrain[WATER];
    Hexes island = (board.open | board.special) & geometry.island;
    return (neighbours(water) | (island - interior(island))) - water;
}

// Add a location or nomad space, in reading order; return false if there are too many.
inline bool add_space(Board &board, int h, int tile, bool nomad) {
    if (board.space_count == MOST_TILES) return false;
    int i = board.space_count++;
    for (; i > 0 && board.space_hex[i - 1] > h; i--) {
        board.space_hex[i] = board.space_hex[i - 1];
        board.space_tile[i] = board.space_tile[i - 1];
    }
    board.space_hex[i] = int16_t(h);
    board.space_tile[i] = int16_t(tile);
    Spaces below = (Spaces(1) << i) - 1, bit = Spaces(1) << i;
    for (Spaces *spaces : {&board.locations, &board.nomads}) *spaces = (*spaces & below) | (*spaces & ~below) << 1;
    (nomad ? board.nomads : board.locations) |= bit;
    return true;
}

// Add a part to a board that is empty or has other parts; return false if it is beyond the limits of the kernel.
inline bool add_part(Board &board, const BoardPart &part) {
    for (int t = 0; t < TERRAIN_COUNT; t++) board.terrain[t] |= part.terrain[t];
    board.special_kinds |= part.special_kinds;
    for (unsigned kinds = part.special_kinds; kinds; kinds &= kinds - 1) {
        int kind = __builtin_ctz(kinds);
        board.special_of_kind[kind] |= part.special[kind];
    }
    for (int i = 0; i < part.location_count; i++)
        if (!add_space(board, part.location_hex[i], part.location_tile[i], false)) return false;
    return true;
}

// Note in the rules whether tiles of the game place pieces beside settlements, or temporary ones.
inline void note_pieces(const Declarations &declarations, const Board &board, Rules &rules) {
    for (int i = 0; i < board.space_count; i++) {
        const Action &action = declarations.action(board.space_tile[i]);
        rules.has_tokens |= places_tokens(action);
        rules.has_temporary |= action.op == Op::ScoutCabin;
    }
}

// Note for every hex the spaces next to it. At most 6 times MOST_TILES hexes have one, so an index fits into a byte.
inline void note_spaces(Board &board) {
    static_assert(6 * MOST_TILES < 256);
    board.near_any_space = NO_HEXES;
    int last = 0;
    for (int i = 0; i < board.space_count; i++) {
        for (int direction : DIRECTIONS) {
            int h = board.space_hex[i] + direction;
            if (!is_hex(h)) continue;
            if (!board.near_any_space.has(h)) {
                board.near_any_space.add(h);
                board.near_index[h] = uint8_t(last);
                board.near_spaces[last++] = 0;
            }
            board.near_spaces[board.near_index[h]] |= Spaces(1) << i;
        }
    }
}

// Note the places that scorers link; return false if there are too many.
inline bool note_marks(Board &board, const Rules &rules) {
    bool fits = true;
    for (const ScorerEntry &entry : rules.scorers) {
        if (entry.scorer == Scorer::merchants) {
            board.special_marks.clear();
            for (int h : each(board.special)) fits &= board.special_marks.add(one_hex(h));
        } else if (entry.scorer == Scorer::geologists) {
            board.mountain_marks.clear();
            for (Hexes left = board.terrain[MOUNTAIN]; left.any();) {
                Hexes area = area_of(left.first(), left);
                fits &= board.mountain_marks.add(area);
                left -= area;
            }
        }
    }
    return fits;
}

// Compute what follows from the parts, the spaces, the capitols and the caves; areas only where a scorer needs them.
inline void finish_board(Board &board, const Declarations &declarations, int removed_terrain) {
    for (const Hexes &hexes : board.terrain) board.open |= hexes;
    for (unsigned kinds = board.special_kinds; kinds; kinds &= kinds - 1)
        board.special |= board.special_of_kind[__builtin_ctz(kinds)];
    board.land = board.open - board.terrain[WATER] - board.terrain[MOUNTAIN];
    board.castles = board.special_of_kind[declarations.castle];
    board.palaces = board.special_of_kind[declarations.palace];
    board.silos = board.special_of_kind[declarations.silo_hex];
    board.has_swamp = board.terrain[SWAMP].any();
    board.near_water = near_water(board);
    board.near_mountain = neighbours(board.terrain[MOUNTAIN]) - board.terrain[MOUNTAIN];
    board.near_special = neighbours(board.special);
    if (removed_terrain != NOTHING)
        board.near_removed_terrain = neighbours(board.terrain[removed_terrain]) - board.terrain[removed_terrain];
    board.near_caves = neighbours(board.caves);
    for (int h : each(board.capitols)) {
        const Hexes &near = geometry.neighbours[h];
        board.near_capitols.push_back(near | neighbours(near));
    }
    note_spaces(board);
}

}  // namespace kb
