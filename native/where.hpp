// Named conditions of hexes, and named ways of moving: engine/actions/where.py.
#pragma once
#include "position.hpp"

namespace kb {

template <int AXIS> inline void add_ends_of_lines(const Hexes &own, Hexes &found) {
    Hexes thirds = own & shift<AXIS>(own) & shift<2 * AXIS>(own);
    if (thirds.any()) found |= shift<AXIS>(thirds) | shift<-3 * AXIS>(thirds);
}

// The hexes that continue a straight line of at least three own pieces (R5.5).
inline Hexes ends_of_lines(const Position &pos, int seat) {
    Hexes own = own_pieces(pos, seat), found = NO_HEXES;
    add_ends_of_lines<EAST>(own, found);
    add_ends_of_lines<SOUTH_WEST>(own, found);
    add_ends_of_lines<SOUTH_EAST>(own, found);
    return found;
}

// The hexes with exactly one own piece and no foreign piece next to them (R5.22).
inline Hexes one_own_neighbour(const Position &pos, int seat) {
    NeighbourCounts counts = neighbour_counts(own_pieces(pos, seat));
    return counts.once - counts.twice - near_others(pos, seat);
}

// The hexes that meet a condition.
inline Hexes where_hexes(const Position &pos, int seat, Where where) {
    const Board &board = pos.board();
    switch (where) {
        case Where::OUTER_EDGE: return geometry.outer_edge;
        case Where::INNER_EDGE: return geometry.inner_edge;
        case Where::END_OF_LINE: return ends_of_lines(pos, seat);
        case Where::THREE_OWN_NEIGHBOURS: return neighbour_counts(own_pieces(pos, seat)).thrice;
        case Where::ONE_OWN_NEIGHBOUR: return one_own_neighbour(pos, seat);
        case Where::NEAR_WATER: return board.near_water;
        case Where::NEAR_MOUNTAIN: return board.near_mountain;
        case Where::NEAR_SPECIAL: return board.near_special;
        case Where::NEAR_OTHERS: return near_others(pos, seat);
        case Where::NEAR_REMOVED_TERRAIN: return board.near_removed_terrain;
        default: return geometry.everywhere;
    }
}

// Whether the hexes that meet a condition depend on pieces.
inline bool depends_on_pieces(Where where) {
    return where == Where::END_OF_LINE || where == Where::THREE_OWN_NEIGHBOURS || where == Where::ONE_OWN_NEIGHBOUR ||
           where == Where::NEAR_OTHERS;
}

// The six hexes two steps away in a straight line.
inline Hexes two_away(const Hexes &hexes) {
    return shift<2 * EAST>(hexes) | shift<-2 * EAST>(hexes) | shift<2 * SOUTH_WEST>(hexes) |
           shift<-2 * SOUTH_WEST>(hexes) | shift<2 * SOUTH_EAST>(hexes) | shift<-2 * SOUTH_EAST>(hexes);
}

inline Hexes jump_targets(int origin, const Hexes &candidates) {
    Hexes found = NO_HEXES;
    for (int direction : DIRECTIONS) {
        int h = origin + 2 * direction;
        if (h >= 0 && h < BITS && candidates.has(h)) found.add(h);
    }
    return found;
}

inline Hexes slide_targets(int origin, const Hexes &candidates) {
    Hexes found = NO_HEXES;
    for (int direction : DIRECTIONS) {
        int here = origin;
        while (is_hex(here + direction) && candidates.has(here + direction)) here += direction;
        if (here != origin) found.add(here);
    }
    return found;
}

inline Hexes first_free_targets(int origin, const Hexes &candidates) {
    Hexes found = NO_HEXES;
    for (int direction : DIRECTIONS) {
        int here = origin + direction;
        while (is_hex(here) && !candidates.has(here)) here += direction;
        if (is_hex(here)) found.add(here);
    }
    return found;
}

// Where a piece on `origin` can go among the candidates.
inline Hexes travel_targets(Travel travel, int origin, const Hexes &candidates) {
    switch (travel) {
        case Travel::JUMP: return jump_targets(origin, candidates);
        case Travel::SLIDE: return slide_targets(origin, candidates);
        case Travel::STEP: return geometry.neighbours[origin] & candidates;
        case Travel::FIRST_FREE: return first_free_targets(origin, candidates);
        default: return candidates;
    }
}

// The pieces that can go to some of the candidates.
inline Hexes travel_sources(Travel travel, const Hexes &pieces, const Hexes &candidates) {
    switch (travel) {
        case Travel::JUMP: return two_away(candidates) & pieces;
        case Travel::SLIDE:
        case Travel::STEP: return neighbours(candidates) & pieces;
        case Travel::FIRST_FREE: {
            Hexes found = NO_HEXES;
            for (int h : each(pieces))
                if (first_free_targets(h, candidates).any()) found.add(h);
            return found;
        }
        default: return candidates.any() ? pieces : NO_HEXES;
    }
}

// Whether a piece can jump to some of the candidates. With some pieces one of the first directions nearly always does.
inline bool can_jump(const Hexes &pieces, const Hexes &candidates) {
    return overlap(shift<2 * EAST>(pieces), candidates) || overlap(shift<-2 * EAST>(pieces), candidates) ||
           overlap(shift<2 * SOUTH_WEST>(pieces), candidates) || overlap(shift<-2 * SOUTH_WEST>(pieces), candidates) ||
           overlap(shift<2 * SOUTH_EAST>(pieces), candidates) || overlap(shift<-2 * SOUTH_EAST>(pieces), candidates);
}

}  // namespace kb
