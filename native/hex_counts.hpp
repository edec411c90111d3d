// Finding the n-th hex of a set, and bits of a word moved together, with instructions that not every processor has.
#pragma once
#include "hexes.hpp"

namespace kb {

// Whether the processor has a fast instruction for nth_bit; module.cpp finds out.
extern bool pdep_is_fast;

// The number of the n-th bit that is 1, counted from 0; there must be one.
inline int nth_bit(uint64_t word, int n) {
#if defined(__x86_64__)
    if (pdep_is_fast) {
        uint64_t bit;  // written as assembly, because the kernel is compiled for processors without it too
        asm("pdep %2, %1, %0" : "=r"(bit) : "r"(uint64_t(1) << n), "r"(word));
        return __builtin_ctzll(bit);
    }
#endif
    while (n--) word &= word - 1;
    return __builtin_ctzll(word);
}

// The bits of a word that a mask has, moved together to its low end.
inline uint64_t packed_bits(uint64_t word, uint64_t mask) {
    uint64_t bits = 0;
#if defined(__x86_64__)
    if (pdep_is_fast) {
        asm("pext %2, %1, %0" : "=r"(bits) : "r"(word), "r"(mask));
        return bits;
    }
#endif
    for (int i = 0; mask; mask &= mask - 1, i++) bits |= (word >> __builtin_ctzll(mask) & 1) << i;
    return bits;
}

// How many hexes of a set are before each word, to find its n-th hex. Most boards have no Island, so its words are
// looked at only if there is something in them.
class HexCounts {
    int before_[WORDS + 1];
    bool on_island_;

    // The word of the n-th hex, counted and not searched: where n is random, no processor predicts the end of a search.
    int word_of(int n) const {
        int word = 0;
        for (int i = 1; i < WORDS_OF_BOARD; i++) word += before_[i] <= n;
        if (on_island_)
            for (int i = WORDS_OF_BOARD; i < WORDS; i++) word += before_[i] <= n;
        return word;
    }

  public:
    explicit HexCounts(const Hexes &hexes) {
        uint64_t island = 0;
        before_[0] = 0;
        for (int i = 0; i < WORDS_OF_BOARD; i++) before_[i + 1] = before_[i] + __builtin_popcountll(hexes.words[i]);
        for (int i = WORDS_OF_BOARD; i < WORDS; i++) island |= hexes.words[i];
        on_island_ = island != 0;
        if (on_island_)
            for (int i = WORDS_OF_BOARD; i < WORDS; i++) before_[i + 1] = before_[i] + __builtin_popcountll(hexes.words[i]);
    }
    int all() const { return before_[on_island_ ? WORDS : WORDS_OF_BOARD]; }

    // The n-th hex of the same set, counted from 0 in reading order.
    int nth_hex(const Hexes &hexes, int n) const {
        int word = word_of(n);
        return word * 64 + nth_bit(hexes.words[word], n - before_[word]);
    }
};

}  // namespace kb
