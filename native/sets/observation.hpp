// What the sets add to observations: the functions of sets/*/observation.py.
#pragma once
#include "../layout.hpp"
#include "harvest.hpp"

namespace kb {

// The hexes of those of these spaces that hold a tile; `member` is that of the tile.
inline Hexes hexes_of_tile(const Board &board, Spaces spaces, int member) {
    Hexes found = NO_HEXES;
    for (; spaces; spaces &= spaces - 1) {
        int space = __builtin_ctzll(spaces);
        if (entry_member(board.space_tile[space]) == member) found.add(board.space_hex[space]);
    }
    return found;
}

// The hexes of the marked lines (R7.31).
inline Hexes marked(uint32_t lines) {
    Hexes found = NO_HEXES;
    for (; lines; lines &= lines - 1) found |= geometry.rows[__builtin_ctz(lines)];
    return found;
}

// write_planes of nomads, crossroads and harvest.
inline Hexes set_plane(const Position &pos, int own, Plane plane) {
    Hexes others = NO_HEXES;
    uint32_t lines = 0;
    switch (plane.group) {
        case PlaneGroup::wall: return pos.walls;
        case PlaneGroup::own: return pos.players[own].tokens[plane.member];
        case PlaneGroup::others:
            for (int i = 0; i < pos.player_count(); i++)
                if (i != own) others |= pos.players[i].tokens[plane.member];
            return others;
        case PlaneGroup::scout: return pos.temporary;
        case PlaneGroup::line:
            for (int i = 0; i < pos.player_count(); i++)
                if ((i == own) == (plane.member == OWN_LINES)) lines |= pos.players[i].lines;
            return marked(lines);
        default: return NO_HEXES;
    }
}

// write_player of marshlands and harvest.
template <class Set> inline void write_player_of_sets(const Position &pos, const Player &player, Set set) {
    set(PlayerNumber::held, 0, double(player.reserve) / SETTLEMENTS);
    for (int i = 0; i < player.bonus_count; i++) {
        const BonusTile &tile = player.bonus[i];
        set(PlayerNumber::bonus, entry_member(tile.kind), 1);
        set(PlayerNumber::used_bonus, entry_member(tile.kind), tile.used || tile.acquired_turn == pos.turn);
    }
    set(PlayerNumber::numbers, 0, double(player.numbers) / NUMBERS);
    set(PlayerNumber::lines, 0, double(__builtin_popcount(player.lines)) / LINES);
}

// write_turn of caves and harvest.
template <class Set> inline void write_turn_of_sets(const Position &pos, Set set) {
    const Declarations &declarations = pos.declarations();
    for (uint64_t used = pos.turn_state.used_actions; used; used &= used - 1) {
        int member = entry_member(declarations.free_actions[__builtin_ctzll(used)]);
        set(Number::done, member, 1);
        set(Number::caves, member, 1);
    }
    set(Number::extra_cards, 0, pos.turn_state.extra_cards / 5.0);
    for (int i = 0; i < SECTION_COUNT; i++) set(Number::rovers, i, pos.turn_state.sections_built_in >> i & 1);
}

}  // namespace kb
