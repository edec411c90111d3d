// The geometry of the board, with the names of engine/hexes.py (docs/rules.md R0.13 to R0.18).
#pragma once
#include "hexes.hpp"

namespace kb {

constexpr int hex_of(int row, int col) { return row * WIDTH + col - row / 2; }

// The geometry that is the same in every game. Python's tables fill in what is not plain arithmetic.
struct Geometry {
    Hexes board, island, everywhere;
    Hexes sections[SECTION_COUNT], edges[4], rows[LINES];
    Hexes outer_edge, inner_edge;
    Hexes neighbours[BITS];
    int16_t hex_of_answer[HEX_COUNT];
    int16_t answer_of_hex[BITS];
    int16_t python_of_hex[BITS];  // the number that Python gives the hex
    int8_t line_of_hex[BITS];     // the index of its line in rows
    int8_t row_of[BITS], q_of[BITS];  // the row, and the place on it along the axes: distances are differences of them
    int8_t section_of_hex[BITS];  // -1 on the Island
};
extern Geometry geometry;

inline bool is_hex(int h) { return h >= 0 && h < BITS && geometry.everywhere.has(h); }

// The neighbours of a hex as bits of one word, whose first bit is that of the first neighbour, SOUTH_EAST before it.
constexpr uint64_t NEIGHBOUR_BITS = [] {
    uint64_t bits = 0;
    for (int direction : DIRECTIONS) bits |= uint64_t(1) << (SOUTH_EAST + direction);
    return bits;
}();

// NEIGHBOUR_BITS from each bit of a pair on, in this pair and in the next one.
struct NeighbourPairs {
    alignas(16) uint64_t words[128][4] = {};
    constexpr NeighbourPairs() {
        for (int i = 0; i < 128; i++) {
            words[i][i / 64] = NEIGHBOUR_BITS << i % 64;
            words[i][i / 64 + 1] = NEIGHBOUR_BITS >> 1 >> (63 - i % 64);
        }
    }
    Pair pair(int bit, int i) const {
        Pair found;
        memcpy(&found, words[bit] + 2 * i, sizeof found);
        return found;
    }
};
inline constexpr NeighbourPairs NEIGHBOUR_PAIRS;

// Add the neighbours of a hex: the same as `hexes |= geometry.neighbours[h]`, with less memory.
inline void add_neighbours(Hexes &hexes, int h) {
    int first = h - SOUTH_EAST + 128, bit = first & 127, next = first >> 7;  // the pair before `next` has the first bit
    if (next > 0) hexes.pairs[next - 1] |= NEIGHBOUR_PAIRS.pair(bit, 0) & geometry.everywhere.pairs[next - 1];
    if (next < PAIRS) hexes.pairs[next] |= NEIGHBOUR_PAIRS.pair(bit, 1) & geometry.everywhere.pairs[next];
}

// The neighbours of a hex that are in the set, as in NEIGHBOUR_BITS: the same as `hexes & geometry.neighbours[h]`.
inline uint64_t bits_around(const Hexes &hexes, int h) {
    int first = h - SOUTH_EAST, word = first >> 6, offset = first & 63;
    if (first < 0) return hexes.words[0] << -first & NEIGHBOUR_BITS;
    uint64_t bits = hexes.words[word] >> offset;
    if (word + 1 < WORDS) bits |= hexes.words[word + 1] << 1 << (63 - offset);
    return bits & NEIGHBOUR_BITS;
}

// How many neighbours of a hex are in the set.
inline int count_around(const Hexes &hexes, int h) { return __builtin_popcountll(bits_around(hexes, h)); }

constexpr int columns_of_line(int line) { return line < ROWS_OF_BOARD ? COLUMNS_OF_BOARD : COLUMNS_OF_ISLAND; }

// The first hex of a line; the lines of the Island come after the 20 of the board.
constexpr int first_of_line(int line) {
    return hex_of(line < ROWS_OF_BOARD ? line : line - ROWS_OF_BOARD + ISLAND_TOP, 0);
}

// The hexes of one line of the board as bits.
[[gnu::always_inline]] inline uint32_t line_bits(const Hexes &hexes, int line) {
    int start = first_of_line(line);
    int word = start >> 6, offset = start & 63;
    uint64_t bits = hexes.words[word] >> offset;
    if (offset > 44) bits |= hexes.words[word + 1] << (64 - offset);
    return uint32_t(bits) & ((1u << columns_of_line(line)) - 1);
}

// Every hex next to some hex of the set (R0.13); it may contain hexes of the set itself.
inline Hexes neighbours(const Hexes &hexes) {
    Hexes east = shift<EAST>(hexes), west = shift<-EAST>(hexes);
    return (east | west | shift<SOUTH_WEST>(hexes | east) | shift<-SOUTH_WEST>(hexes | west)) & geometry.everywhere;
}

// The six sets that a shift by one step in each direction gives.
template <class Visit> inline void each_direction(const Hexes &hexes, Visit visit) {
    visit(shift<EAST>(hexes));
    visit(shift<-EAST>(hexes));
    visit(shift<SOUTH_WEST>(hexes));
    visit(shift<SOUTH_EAST>(hexes));
    visit(shift<-SOUTH_WEST>(hexes));
    visit(shift<-SOUTH_EAST>(hexes));
}

struct NeighbourCounts {
    Hexes once, twice, thrice;
};
// The hexes with at least one, two and three neighbours in the set.
inline NeighbourCounts neighbour_counts(const Hexes &hexes) {
    NeighbourCounts found = {NO_HEXES, NO_HEXES, NO_HEXES};
    each_direction(hexes, [&](const Hexes &here) {
        found.thrice |= found.twice & here;
        found.twice |= found.once & here;
        found.once |= here;
    });
    found.once &= geometry.everywhere;
    found.twice &= geometry.everywhere;
    found.thrice &= geometry.everywhere;
    return found;
}

// The hexes of the set all of whose six neighbours are in it too.
inline Hexes interior(const Hexes &hexes) {
    Hexes centres = hexes;
    each_direction(hexes, [&](const Hexes &here) { centres &= here; });
    return centres;
}

// The hexes that belong to a straight run of at least this length along one axis (R0.12).
template <int AXIS> inline Hexes runs_along(const Hexes &hexes, int length) {
    Hexes ends = hexes, found = NO_HEXES;
    for (int i = 1; i < length; i++) ends &= shift<AXIS>(ends) & hexes;
    for (int i = 0; i < length && ends.any(); i++) {
        found |= ends;
        ends = shift<-AXIS>(ends);
    }
    return found;
}

}  // namespace kb
