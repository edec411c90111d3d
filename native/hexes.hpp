// Sets of hexes, with the names of engine/hexes.py.
//
// A hex is a small int and a set of hexes has a bit for each of its hexes. Hex (row, col) is number
// row * 23 + col - row / 2, so that the six neighbours of every hex are 1, 22 and 23 away in all rows. Two unused
// columns and two unused rows prevent a shift by two steps from reaching another row or the Island. The order of the
// numbers is the reading order of Python's hexes, but the rows are closer together: 640 bits hold everything.
#pragma once
#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace kb {

constexpr int WORDS = 10, WORDS_OF_BOARD = 7;  // the last words have the hexes of the Island
constexpr int BITS = WORDS * 64;
constexpr int WIDTH = 23;
constexpr int ROWS_OF_BOARD = 20, COLUMNS_OF_BOARD = 20;
constexpr int ROWS_OF_ISLAND = 5, COLUMNS_OF_ISLAND = 10, ISLAND_TOP = 22;
constexpr int HEXES_OF_BOARD = ROWS_OF_BOARD * COLUMNS_OF_BOARD;
constexpr int HEX_COUNT = HEXES_OF_BOARD + ROWS_OF_ISLAND * COLUMNS_OF_ISLAND;
constexpr int LINES = ROWS_OF_BOARD + ROWS_OF_ISLAND;
constexpr int SECTION_COUNT = 4;
constexpr int NO_HEX = -1;

constexpr int EAST = 1, SOUTH_WEST = WIDTH - 1, SOUTH_EAST = WIDTH;
constexpr int DIRECTIONS[] = {EAST, -EAST, SOUTH_WEST, SOUTH_EAST, -SOUTH_WEST, -SOUTH_EAST};

struct Hexes {
    uint64_t words[WORDS];

    bool has(int h) const { return words[h >> 6] >> (h & 63) & 1; }
    void add(int h) { words[h >> 6] |= uint64_t(1) << (h & 63); }
    void remove(int h) { words[h >> 6] &= ~(uint64_t(1) << (h & 63)); }
    bool any() const {
        uint64_t found = 0;
        for (uint64_t word : words) found |= word;
        return found != 0;
    }
    bool empty() const { return !any(); }
    int count() const {
        int found = 0;
        for (uint64_t word : words) found += __builtin_popcountll(word);
        return found;
    }
    // The first hex in reading order; the set must not be empty.
    int first() const {
        int i = 0;
        while (!words[i]) i++;
        return i * 64 + __builtin_ctzll(words[i]);
    }
    bool operator==(const Hexes &other) const {
        uint64_t different = 0;
        for (int i = 0; i < WORDS; i++) different |= words[i] ^ other.words[i];
        return different == 0;
    }
    bool operator!=(const Hexes &other) const { return !(*this == other); }
    Hexes &operator|=(const Hexes &other) {
        for (int i = 0; i < WORDS; i++) words[i] |= other.words[i];
        return *this;
    }
    Hexes &operator&=(const Hexes &other) {
        for (int i = 0; i < WORDS; i++) words[i] &= other.words[i];
        return *this;
    }
    Hexes &operator-=(const Hexes &other) {
        for (int i = 0; i < WORDS; i++) words[i] &= ~other.words[i];
        return *this;
    }
};

constexpr Hexes NO_HEXES = {};

inline Hexes operator|(Hexes a, const Hexes &b) { return a |= b; }
inline Hexes operator&(Hexes a, const Hexes &b) { return a &= b; }
// a without the hexes of b.
inline Hexes operator-(Hexes a, const Hexes &b) { return a -= b; }
inline Hexes operator^(Hexes a, const Hexes &b) {
    for (int i = 0; i < WORDS; i++) a.words[i] ^= b.words[i];
    return a;
}

inline Hexes one_hex(int h) {
    Hexes found = NO_HEXES;
    found.add(h);
    return found;
}
inline bool overlap(const Hexes &a, const Hexes &b) {
    uint64_t found = 0;
    for (int i = 0; i < WORDS; i++) found |= a.words[i] & b.words[i];
    return found != 0;
}
// The same as `overlap`, faster where the sets are large and nearly always have a hex in common.
inline bool overlap_probably(const Hexes &a, const Hexes &b) {
    for (int i = 0; i < WORDS; i++)
        if (a.words[i] & b.words[i]) return true;
    return false;
}
inline int count_of_both(const Hexes &a, const Hexes &b) {
    int found = 0;
    for (int i = 0; i < WORDS; i++) found += __builtin_popcountll(a.words[i] & b.words[i]);
    return found;
}
inline bool contains(const Hexes &whole, const Hexes &part) {
    uint64_t missing = 0;
    for (int i = 0; i < WORDS; i++) missing |= part.words[i] & ~whole.words[i];
    return missing == 0;
}

// Move every hex of the set; the caller masks hexes off the board.
template <int DISTANCE> inline Hexes shift(const Hexes &hexes) {
    Hexes moved;
    constexpr int far = DISTANCE < 0 ? -DISTANCE : DISTANCE;
    constexpr int step = far / 64, rest = far % 64;
    for (int i = 0; i < WORDS; i++) {
        if constexpr (DISTANCE >= 0) {
            uint64_t here = i >= step ? hexes.words[i - step] : 0;
            uint64_t before = i > step ? hexes.words[i - step - 1] : 0;
            moved.words[i] = rest ? here << rest | before >> (64 - rest) : here;
        } else {
            uint64_t here = i + step < WORDS ? hexes.words[i + step] : 0;
            uint64_t after = i + step + 1 < WORDS ? hexes.words[i + step + 1] : 0;
            moved.words[i] = rest ? here >> rest | after << (64 - rest) : here;
        }
    }
    return moved;
}

// for (int h : each(hexes)): the hexes in reading order.
class EachHex {
    Hexes left_;
    int word_ = 0;
    int hex_ = 0;

    void find() {
        while (word_ < WORDS && !left_.words[word_]) word_++;
        if (word_ < WORDS) hex_ = word_ * 64 + __builtin_ctzll(left_.words[word_]);
    }

  public:
    explicit EachHex(const Hexes &hexes) : left_(hexes) { find(); }
    struct End {};
    EachHex &begin() { return *this; }
    End end() const { return {}; }
    bool operator!=(End) const { return word_ < WORDS; }
    int operator*() const { return hex_; }
    void operator++() {
        left_.words[word_] &= left_.words[word_] - 1;
        find();
    }
};
inline EachHex each(const Hexes &hexes) { return EachHex(hexes); }

}  // namespace kb
