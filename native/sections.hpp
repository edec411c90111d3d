// How many pieces the players have in each section of the board.
#pragma once
#include "position.hpp"

namespace kb {

// The hexes of a set in a section. The sections above have only hexes of the first words, those below of the next ones.
inline int count_in_section(const Hexes &hexes, int section) {
    constexpr int half = SECTION_COUNT / 2, words = 4;
    static_assert(hex_of(ROWS_OF_BOARD / 2, 0) - 1 < words * 64 && hex_of(ROWS_OF_BOARD / 2, 0) >= (words - 1) * 64);
    static_assert(hex_of(ROWS_OF_BOARD - 1, COLUMNS_OF_BOARD - 1) < (2 * words - 1) * 64);
    int first = section < half ? 0 : words - 1, found = 0;
    const uint64_t *inside = geometry.sections[section].words + first, *of = hexes.words + first;
    for (int i = 0; i < words; i++) found += __builtin_popcountll(of[i] & inside[i]);
    return found;
}

// The numbers of all players, counted when they are first needed.
class Sections {
    const Position &pos_;
    unsigned known_ = 0;            // bits of the seats
    int8_t counts_[MOST_PLAYERS][SECTION_COUNT];

  public:
    explicit Sections(const Position &pos) : pos_(pos) {}
    Sections(const Sections &) = delete;

    const int8_t *of(int seat) {
        if (!(known_ >> seat & 1)) {
            for (int i = 0; i < SECTION_COUNT; i++)
                counts_[seat][i] = int8_t(count_in_section(pos_.players[seat].pieces, i));
            known_ |= 1u << seat;
        }
        return counts_[seat];
    }
    // The most pieces that another player has in a section.
    int most_of_others(int seat, int section) {
        int most = 0;
        for (int i = 0; i < pos_.player_count(); i++)
            if (i != seat && of(i)[section] > most) most = of(i)[section];
        return most;
    }
};

}  // namespace kb
