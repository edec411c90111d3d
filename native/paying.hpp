// Where one more piece of a player would pay: the pays_at functions of cards, special hexes and tiles, for the bots.
#pragma once
#include "piece_facts.hpp"

namespace kb {

constexpr int MOST_PAYING = 16;

// A source of gold as the bots see it: where one more piece would pay, and about how much gold.
struct PayingSource {
    PaysAt pays_at;
    Where where;                    // of PaysAt::where
    double piece_value;
};

// The neighbours of those of these hexes that have no own piece next to them.
inline Hexes beside_unreached(const Player &player, const Hexes &hexes) { return neighbours(hexes - player.adjacent); }

// The sections where the settlements of a turn can take the lead or defend it, as bits.
inline unsigned contested_sections(PieceFacts &facts) {
    unsigned found = 0;
    for (int i = 0; i < SECTION_COUNT; i++) {
        int lead = facts.sections.of(facts.seat)[i] - facts.sections.most_of_others(facts.seat, i);
        if (-2 <= lead && lead <= 3) found |= 1u << i;
    }
    return found;
}

// The sections with the fewest own pieces, as bits.
inline unsigned emptiest_sections(PieceFacts &facts) {
    const int8_t *counts = facts.sections.of(facts.seat);
    int fewest = *std::min_element(counts, counts + SECTION_COUNT);
    unsigned found = 0;
    for (int i = 0; i < SECTION_COUNT; i++) found |= unsigned(counts[i] == fewest) << i;
    return found;
}

// The section with the most own pieces, the first of several, as a bit.
inline unsigned fullest_section(PieceFacts &facts) {
    const int8_t *counts = facts.sections.of(facts.seat);
    return 1u << (std::max_element(counts, counts + SECTION_COUNT) - counts);
}

inline Hexes hexes_of_sections(unsigned sections) {
    Hexes found = NO_HEXES;
    for (; sections; sections &= sections - 1) found |= geometry.sections[__builtin_ctz(sections)];
    return found;
}

// The location and nomad spaces that have a tile for this player (R3.18).
inline Spaces stocked_spaces(const PieceFacts &facts) { return facts.pos.tiles_left & ~facts.player().taken_from; }

inline Hexes beside_spaces(const Board &board, Spaces spaces) {
    Hexes found = NO_HEXES;
    for (; spaces; spaces &= spaces - 1) found |= geometry.neighbours[board.space_hex[__builtin_ctzll(spaces)]];
    return found;
}

// The hexes where one more piece of a player would pay.
inline Hexes pays_at(const PayingSource &source, PieceFacts &facts) {
    const Position &pos = facts.pos;
    const Board &board = pos.board();
    const Player &player = facts.player();
    switch (source.pays_at) {
        case PaysAt::where: return where_hexes(pos, facts.seat, source.where);
        case PaysAt::beside_unreached_special: return beside_unreached(player, board.special);
        case PaysAt::new_lines: return hexes_of_lines(board.lines() & ~facts.lines().used);
        case PaysAt::new_area: return geometry.everywhere - player.adjacent;
        case PaysAt::beside_largest_area: return facts.beside_largest();
        case PaysAt::fullest_lines: return hexes_of_lines(board.lines() & facts.lines().fullest);
        case PaysAt::contested_sections: return hexes_of_sections(contested_sections(facts));
        case PaysAt::emptiest_sections: return hexes_of_sections(emptiest_sections(facts));
        case PaysAt::beside_unreached_castles: return beside_unreached(player, board.castles);
        case PaysAt::beside_unreached_mountains: return beside_unreached(player, board.terrain[MOUNTAIN]);
        case PaysAt::beside_two: return neighbour_counts(player.pieces).twice;
        case PaysAt::fullest_section: return hexes_of_sections(fullest_section(facts));
        case PaysAt::beside_stocked: return beside_spaces(board, stocked_spaces(facts));
        default: return NO_HEXES;
    }
}

// Whether the added piece is next to some of these hexes that the base does not reach.
inline bool reaches(const PieceFacts &facts, const Hexes &hexes) {
    if (facts.added == NO_HEX) return false;
    return bits_around(hexes, facts.added) & ~bits_around(facts.base().player().adjacent, facts.added);
}

// A number that tells apart the sets that `pays_at` returns for positions with the same base. AS_IN_BASE is that of the
// base; for new areas it says that the counts of the base hold, since all others of its places stay new areas. Where there
// is no such number it is ALWAYS_NEW. No other number is so large: a board has at most MOST_TILES spaces.
constexpr uint64_t AS_IN_BASE = ~uint64_t(1), ALWAYS_NEW = ~uint64_t(0);
static_assert(MOST_TILES < 63);
inline uint64_t paying_number(const PayingSource &source, PieceFacts &facts) {
    const Board &board = facts.pos.board();
    auto unless = [](bool changed) { return changed ? ALWAYS_NEW : AS_IN_BASE; };
    switch (source.pays_at) {
        case PaysAt::new_area: return AS_IN_BASE;
        case PaysAt::where: return unless(depends_on_pieces(source.where));
        case PaysAt::beside_unreached_special: return unless(reaches(facts, board.special));
        case PaysAt::beside_unreached_castles: return unless(reaches(facts, board.castles));
        case PaysAt::beside_unreached_mountains: return unless(reaches(facts, board.terrain[MOUNTAIN]));
        case PaysAt::beside_largest_area: return unless(facts.is_added_to_largest());
        case PaysAt::new_lines: return facts.lines().used;
        case PaysAt::fullest_lines: return facts.lines().fullest;
        case PaysAt::contested_sections: return contested_sections(facts);
        case PaysAt::emptiest_sections: return emptiest_sections(facts);
        case PaysAt::fullest_section: return fullest_section(facts);
        case PaysAt::beside_stocked: return stocked_spaces(facts);
        default: return ALWAYS_NEW;
    }
}

}  // namespace kb
