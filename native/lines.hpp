// The lines of the board, all of them at once: which have hexes of a set, how many, and all their hexes.
#pragma once
#include "geometry.hpp"

namespace kb {

using Lines = uint32_t;             // a bit for each line

using EachLine = std::make_integer_sequence<int, LINES>;

template <int... LINE> inline Lines lines_with(const Hexes &hexes, std::integer_sequence<int, LINE...>) {
    return ((Lines(line_bits(hexes, LINE) != 0) << LINE) | ...);
}
// The lines with a hex of the set.
inline Lines lines_with(const Hexes &hexes) { return lines_with(hexes, EachLine()); }

// How many hexes of a set each line has.
struct LineCounts {
    int8_t of_line[LINES];

    explicit LineCounts(const Hexes &hexes) { count(hexes, EachLine()); }

    int most() const {
        int found = 0;
        for (int count : of_line)
            if (count > found) found = count;
        return found;
    }
    // The lines with this many.
    Lines lines_of(int wanted) const {
        Lines found = 0;
        for (int line = 0; line < LINES; line++) found |= Lines(of_line[line] == wanted) << line;
        return found;
    }

  private:
    template <int... LINE> void count(const Hexes &hexes, std::integer_sequence<int, LINE...>) {
        ((of_line[LINE] = int8_t(__builtin_popcount(line_bits(hexes, LINE)))), ...);
    }
};

template <int LINE> inline void add_line(Lines lines, uint64_t *words) {
    constexpr int start = first_of_line(LINE), word = start / 64, offset = start % 64, columns = columns_of_line(LINE);
    constexpr uint64_t bits = (uint64_t(1) << columns) - 1;
    uint64_t chosen = 0 - uint64_t(lines >> LINE & 1);
    words[word] |= chosen & bits << offset;
    if constexpr (offset + columns > 64) words[word + 1] |= chosen & bits >> (64 - offset);
}
template <int... LINE> inline Hexes hexes_of_lines(Lines lines, std::integer_sequence<int, LINE...>) {
    uint64_t words[WORDS] = {};
    (add_line<LINE>(lines, words), ...);
    Hexes found;
    for (int i = 0; i < PAIRS; i++) found.pairs[i] = Pair{words[2 * i], words[2 * i + 1]};
    return found;
}
// All hexes of these lines.
inline Hexes hexes_of_lines(Lines lines) { return hexes_of_lines(lines, EachLine()); }

}  // namespace kb
