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
#include <utility>

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

// Two words that the processor handles at once.
typedef uint64_t Pair __attribute__((vector_size(16)));
constexpr int PAIRS = WORDS / 2;
inline bool any(Pair pair) { return (pair[0] | pair[1]) != 0; }

// Each bit of a pair alone.
struct BitsOfPair {
    alignas(16) uint64_t bits[128][2] = {};
    constexpr BitsOfPair() {
        for (int i = 0; i < 128; i++) bits[i][i / 64] = uint64_t(1) << i % 64;
    }
    Pair operator[](int i) const {
        Pair found;
        memcpy(&found, bits[i], sizeof found);
        return found;
    }
};
inline constexpr BitsOfPair BITS_OF_PAIR;

// All changes are made in pairs: a processor has to wait if it reads as a pair what was just written as words.
// gcc and clang define what it means to write one member of a union and to read the other.
struct Hexes {
    union {
        uint64_t words[WORDS];
        Pair pairs[PAIRS];
    };

    bool has(int h) const { return words[h >> 6] >> (h & 63) & 1; }
    void add(int h) { pairs[h >> 7] |= BITS_OF_PAIR[h & 127]; }
    void remove(int h) { pairs[h >> 7] &= ~BITS_OF_PAIR[h & 127]; }
    bool any() const {
        Pair found = pairs[0];
        for (int i = 1; i < PAIRS; i++) found |= pairs[i];
        return kb::any(found);
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
        Pair different = pairs[0] ^ other.pairs[0];
        for (int i = 1; i < PAIRS; i++) different |= pairs[i] ^ other.pairs[i];
        return !kb::any(different);
    }
    bool operator!=(const Hexes &other) const { return !(*this == other); }
    Hexes &operator|=(const Hexes &other) {
        for (int i = 0; i < PAIRS; i++) pairs[i] |= other.pairs[i];
        return *this;
    }
    Hexes &operator&=(const Hexes &other) {
        for (int i = 0; i < PAIRS; i++) pairs[i] &= other.pairs[i];
        return *this;
    }
    Hexes &operator-=(const Hexes &other) {
        for (int i = 0; i < PAIRS; i++) pairs[i] &= ~other.pairs[i];
        return *this;
    }
};

constexpr Hexes NO_HEXES = {{}};

inline Hexes operator|(Hexes a, const Hexes &b) { return a |= b; }
inline Hexes operator&(Hexes a, const Hexes &b) { return a &= b; }
// a without the hexes of b.
inline Hexes operator-(Hexes a, const Hexes &b) { return a -= b; }
inline Hexes operator^(Hexes a, const Hexes &b) {
    for (int i = 0; i < PAIRS; i++) a.pairs[i] ^= b.pairs[i];
    return a;
}

inline Hexes one_hex(int h) {
    Hexes found = NO_HEXES;
    found.add(h);
    return found;
}
inline bool overlap(const Hexes &a, const Hexes &b) {
    Pair found = a.pairs[0] & b.pairs[0];
    for (int i = 1; i < PAIRS; i++) found |= a.pairs[i] & b.pairs[i];
    return any(found);
}
// The same as `overlap`, faster where the sets are large and nearly always have a hex in common: the second half is
// rarely needed. Where in the first half such a hex is cannot be predicted, so that there are no branches.
inline bool overlap_probably(const Hexes &a, const Hexes &b) {
    constexpr int half = PAIRS / 2;
    Pair found = a.pairs[0] & b.pairs[0];
    for (int i = 1; i < half; i++) found |= a.pairs[i] & b.pairs[i];
    if (any(found)) return true;
    for (int i = half; i < PAIRS; i++) found |= a.pairs[i] & b.pairs[i];
    return any(found);
}
inline int count_of_both(const Hexes &a, const Hexes &b) {
    int found = 0;
    for (int i = 0; i < WORDS; i++) found += __builtin_popcountll(a.words[i] & b.words[i]);
    return found;
}
inline bool contains(const Hexes &whole, const Hexes &part) {
    Pair missing = part.pairs[0] & ~whole.pairs[0];
    for (int i = 1; i < PAIRS; i++) missing |= part.pairs[i] & ~whole.pairs[i];
    return !any(missing);
}

// The words FIRST and FIRST + 1 of a set; there are only zeros before and after its words.
template <int FIRST> inline Pair two_words(const Hexes &hexes) {
    if constexpr (FIRST <= -2 || FIRST >= WORDS) return Pair{0, 0};
    else if constexpr (FIRST % 2 == 0) return hexes.pairs[FIRST / 2];
    else return Pair{two_words<FIRST - 1>(hexes)[1], two_words<FIRST + 1>(hexes)[0]};
}

template <int DISTANCE, int I> inline Pair shifted_pair(const Hexes &hexes) {
    constexpr int far = DISTANCE < 0 ? -DISTANCE : DISTANCE, step = far / 64, rest = far % 64;
    static_assert(rest);
    if constexpr (DISTANCE > 0)
        return two_words<2 * I - step>(hexes) << rest | two_words<2 * I - step - 1>(hexes) >> (64 - rest);
    else return two_words<2 * I + step>(hexes) >> rest | two_words<2 * I + step + 1>(hexes) << (64 - rest);
}

template <int DISTANCE, int... I> inline Hexes shift_pairs(const Hexes &hexes, std::integer_sequence<int, I...>) {
    Hexes moved;
    ((moved.pairs[I] = shifted_pair<DISTANCE, I>(hexes)), ...);
    return moved;
}

// Move every hex of the set; the caller masks hexes off the board.
template <int DISTANCE> inline Hexes shift(const Hexes &hexes) {
    return shift_pairs<DISTANCE>(hexes, std::make_integer_sequence<int, PAIRS>());
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
