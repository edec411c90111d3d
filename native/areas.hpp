// The connected areas of a set of hexes (docs/rules.md R0.10).
#pragma once
#include "geometry.hpp"

namespace kb {

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

    // Move the part that is connected with the start to `area`, which is empty; return its size.
    int take_area(int start, Hexes &area) {
        int16_t open[HEX_COUNT + 2];
        int count = 0, size = 0;
        words_[1 + start / 64] &= ~(uint64_t(1) << start % 64);
        open[count++] = int16_t(start);
        while (count) {
            int h = open[--count];
            area.add(h);
            size++;
            uint64_t bits = take_neighbours(h);
            int last = count + __builtin_popcountll(bits);
            // Two are written even if there are fewer: how many there are cannot be predicted, and few have more.
            do {
                for (int i = 0; i < 2; i++, bits &= bits - 1)
                    open[count++] = int16_t(h - SOUTH_EAST + __builtin_ctzll(bits | END));
            } while (count < last);
            count = last;
        }
        return size;
    }
};

// The part of the set that is connected with the start (R0.10).
inline Hexes area_of(int start, const Hexes &hexes) {
    Hexes area = NO_HEXES;
    Connected(hexes).take_area(start, area);
    return area;
}

// The connected areas of a set, in reading order of their first hex (R0.10).
struct Areas {
    static constexpr int MOST = 200;  // no set of hexes has more areas: the 450 hexes have no 200 without neighbours
    int count = 0;
    Hexes area[MOST];
    int16_t size[MOST];

    explicit Areas(const Hexes &hexes) {
        Connected left(hexes);
        for (int i = 0; i < WORDS; i++) {
            while (left.word(i)) {
                area[count] = NO_HEXES;
                int taken = left.take_area(i * 64 + __builtin_ctzll(left.word(i)), area[count]);
                size[count++] = int16_t(taken);
            }
        }
    }
    // The largest area, the first of several; -1 if there is none.
    int largest() const {
        int best = -1;
        for (int i = 0; i < count; i++)
            if (best < 0 || size[i] > size[best]) best = i;
        return best;
    }
};

}  // namespace kb
