// Where one more piece of a player would pay: the pays_at functions of cards, special hexes and tiles, for the bots.
#pragma once
#include "scoring.hpp"

namespace kb {

// A source of gold as the bots see it: where one more piece would pay, and about how much gold.
struct PayingSource {
    PaysAt pays_at;
    Where where;                    // of PaysAt::where
    double piece_value;
};

// The neighbours of those of these hexes that have no own piece next to them.
inline Hexes beside_unreached(const Player &player, const Hexes &hexes) { return neighbours(hexes - player.adjacent); }

// The lines without an own piece.
inline Hexes new_lines(const Position &pos, const Player &player) {
    return hexes_of_lines(pos.board().lines() & ~lines_with(player.pieces));
}

// The lines with the most own pieces.
inline Hexes fullest_lines(const Position &pos, const Player &player) {
    LineCounts counts(player.pieces);
    return hexes_of_lines(pos.board().lines() & counts.lines_of(counts.most()));
}

// The most pieces that another player has in a section.
inline int most_of_others(const Position &pos, int seat, const Hexes &section) {
    int most = 0;
    for (int i = 0; i < pos.player_count(); i++) {
        if (i == seat) continue;
        int count = count_of_both(pos.players[i].pieces, section);
        if (count > most) most = count;
    }
    return most;
}

// The sections where the settlements of a turn can take the lead or defend it.
inline Hexes contested_sections(const Position &pos, int seat) {
    Hexes found = NO_HEXES;
    for (const Hexes &section : geometry.sections) {
        int lead = count_of_both(pos.players[seat].pieces, section) - most_of_others(pos, seat, section);
        if (-2 <= lead && lead <= 3) found |= section;
    }
    return found;
}

// The sections with the fewest own pieces.
inline Hexes emptiest_sections(const Player &player) {
    int fewest;
    part_with<false>(player.pieces, geometry.sections, SECTION_COUNT, fewest);
    Hexes found = NO_HEXES;
    for (const Hexes &section : geometry.sections)
        if (count_of_both(player.pieces, section) == fewest) found |= section;
    return found;
}

// The neighbours of the location and nomad spaces that have a tile for this player (R3.18).
inline Hexes beside_stocked(const Position &pos, const Player &player) {
    Hexes found = NO_HEXES;
    for (Spaces spaces = pos.tiles_left & ~player.taken_from; spaces; spaces &= spaces - 1)
        found |= geometry.neighbours[pos.board().space_hex[__builtin_ctzll(spaces)]];
    return found;
}

// The hexes where one more piece of a player would pay.
inline Hexes pays_at(const Position &pos, int seat, const PayingSource &source, AreasOf &areas) {
    const Board &board = pos.board();
    const Player &player = pos.players[seat];
    switch (source.pays_at) {
        case PaysAt::where: return where_hexes(pos, seat, source.where);
        case PaysAt::beside_unreached_special: return beside_unreached(player, board.special);
        case PaysAt::new_lines: return new_lines(pos, player);
        case PaysAt::new_area: return geometry.everywhere - player.adjacent;
        case PaysAt::beside_largest_area: {
            int largest = areas.get().largest();
            return largest < 0 ? NO_HEXES : neighbours(areas.get().area(largest));
        }
        case PaysAt::fullest_lines: return fullest_lines(pos, player);
        case PaysAt::contested_sections: return contested_sections(pos, seat);
        case PaysAt::emptiest_sections: return emptiest_sections(player);
        case PaysAt::beside_unreached_castles: return beside_unreached(player, board.castles);
        case PaysAt::beside_unreached_mountains: return beside_unreached(player, board.terrain[MOUNTAIN]);
        case PaysAt::beside_two: return neighbour_counts(player.pieces).twice;
        case PaysAt::fullest_section: {
            int most;
            return geometry.sections[part_with<true>(player.pieces, geometry.sections, SECTION_COUNT, most)];
        }
        case PaysAt::beside_stocked: return beside_stocked(pos, player);
        default: return NO_HEXES;
    }
}

}  // namespace kb
