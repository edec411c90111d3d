// The connected areas of a set of hexes (docs/rules.md R0.10).
#pragma once
#include "geometry.hpp"

namespace kb {

inline Hexes set_of(const int16_t *hexes, int count) {
    Hexes found = NO_HEXES;
    for (int i = 0; i < count; i++) found.add(hexes[i]);
    return found;
}

// A set of hexes with an empty word before and after it, so that the neighbours of any hex can be read at once.
class Connected {
    static constexpr uint64_t END = uint64_t(1) << 63;  // no bit of NEIGHBOUR_BITS
    uint64_t words_[WORDS + 2];

    // The neighbours of a hex in the set, as in NEIGHBOUR_BITS; they are removed.
    uint64_t take_neighbours(int h) {
        int first = 64 + h - SOUTH_EAST, word = first >> 6, offset = first & 63;
        uint64_t bits = (words_[word] >> offset | words_[word + 1] << 1 << (63 - offset)) & NEIGHBOUR_BITS;
        words_[word] &= ~(bits << offset);
        words_[word + 1] &= ~(bits >> 1 >> (63 - offset));
        return bits;
    }

  public:
    explicit Connected(const Hexes &hexes) {
        words_[0] = words_[WORDS + 1] = 0;
        memcpy(words_ + 1, hexes.words, sizeof hexes.words);
    }

    // The hexes of one word of the set that are left.
    uint64_t word(int i) const { return words_[i + 1]; }

    // Write the hexes that are connected with the start, beginning with it, and remove them; return how many. There must
    // be room for SPARE more than there are.
    static constexpr int SPARE = 2;
    int take_area(int start, int16_t *hexes) {
        int next = 0, count = 1;
        words_[1 + start / 64] &= ~(uint64_t(1) << start % 64);
        hexes[0] = int16_t(start);
        while (next < count) {
            int h = hexes[next++];
            uint64_t bits = take_neighbours(h);
            int last = count + __builtin_popcountll(bits);
            // Two are written even if there are fewer: how many there are cannot be predicted, and few have more.
            do {
                for (int i = 0; i < 2; i++, bits &= bits - 1)
                    hexes[count++] = int16_t(h - SOUTH_EAST + __builtin_ctzll(bits | END));
            } while (count < last);
            count = last;
        }
        return count;
    }

    // The same as a set.
    Hexes take_area(int start) {
        int16_t hexes[HEX_COUNT + SPARE];
        return set_of(hexes, take_area(start, hexes));
    }
};

// The part of the set that is connected with the start (R0.10).
inline Hexes area_of(int start, const Hexes &hexes) { return Connected(hexes).take_area(start); }

// The connected areas of a set, in reading order of their first hex (R0.10).
struct Areas {
    static constexpr int MOST = 200;  // no set of hexes has more areas: the 450 hexes have no 200 without neighbours
    int count = 0;
    int16_t first[MOST + 1];        // where the hexes of each area begin in `hexes`, and after the last one
    int16_t hexes[HEX_COUNT + Connected::SPARE];

    explicit Areas(const Hexes &of) {
        Connected left(of);
        first[0] = 0;
        for (int i = 0; i < WORDS; i++) {
            while (left.word(i)) {
                int begin = first[count], taken = left.take_area(i * 64 + __builtin_ctzll(left.word(i)), hexes + begin);
                first[++count] = int16_t(begin + taken);
            }
        }
    }

    int size(int i) const { return first[i + 1] - first[i]; }
    const int16_t *begin(int i) const { return hexes + first[i]; }
    const int16_t *end(int i) const { return hexes + first[i + 1]; }
    Hexes area(int i) const { return set_of(begin(i), size(i)); }
    // The largest area, the first of several; -1 if there is none.
    int largest() const {
        int best = -1;
        for (int i = 0; i < count; i++)
            if (best < 0 || size(i) > size(best)) best = i;
        return best;
    }
};

}  // namespace kb
