// Sets of hexes and the geometry of the board, with the names of engine/hexes.py (docs/rules.md R0.13 to R0.18).
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
    int16_t first_of_line[LINES];
    int8_t line_of_hex[BITS];     // the index of its line in rows
    int8_t row_of[BITS], q_of[BITS];  // the row, and the place on it along the axes: distances are differences of them
    int8_t section_of_hex[BITS];  // -1 on the Island
};
extern Geometry geometry;

constexpr int columns_of_line(int line) { return line < ROWS_OF_BOARD ? COLUMNS_OF_BOARD : COLUMNS_OF_ISLAND; }

// The hexes of one line of the board as bits; the lines of the Island come after the 20 of the board.
inline uint32_t line_bits(const Hexes &hexes, int line) {
    int start = hex_of(line < ROWS_OF_BOARD ? line : line - ROWS_OF_BOARD + ISLAND_TOP, 0);
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

// Move the part of a set that is connected with the start (R0.10) to `area`, which is empty; return its size.
inline int take_area(int start, Hexes &hexes, Hexes &area) {
    int16_t open[HEX_COUNT];
    int count = 0, size = 0;
    hexes.remove(start);
    open[count++] = int16_t(start);
    while (count) {
        int h = open[--count];
        area.add(h);
        size++;
        for (int step : {EAST, -EAST, SOUTH_WEST, SOUTH_EAST, -SOUTH_WEST, -SOUTH_EAST}) {
            int next = h + step;
            if (next >= 0 && next < BITS && hexes.has(next)) {
                hexes.remove(next);
                open[count++] = int16_t(next);
            }
        }
    }
    return size;
}

// The part of the set that is connected with the start (R0.10).
inline Hexes area_of(int start, Hexes hexes) {
    Hexes area = NO_HEXES;
    take_area(start, hexes, area);
    return area;
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

// The connected areas of a set, in reading order of their first hex (R0.10).
struct Areas {
    static constexpr int MOST = 200;  // no set of hexes has more areas: the 450 hexes have no 200 without neighbours
    int count = 0;
    Hexes area[MOST];
    int16_t size[MOST];

    explicit Areas(const Hexes &hexes) {
        Hexes left = hexes;
        for (int i = 0; i < WORDS; i++) {
            while (left.words[i]) {
                area[count] = NO_HEXES;
                int taken = take_area(i * 64 + __builtin_ctzll(left.words[i]), left, area[count]);
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
