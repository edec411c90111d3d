// Move ordering: which of many hexes the search looks at (bots/ordering.py).
#pragma once
#include <algorithm>

#include "evaluation.hpp"

namespace kb {

// A number that orders hexes without preference for a part of the board.
inline int mixed(int h) { return geometry.python_of_hex[h] * 40503 & 0xFFFF; }

// Write up to `most` of these hexes, which are own pieces to be moved or places to build on; return how many.
inline int best_hexes(const Evaluator &evaluator, const Position &pos, int seat, const Hexes &hexes, int most,
                      int16_t *found) {
    struct Candidate {
        double value;
        int near, mixed, hex;
        bool operator<(const Candidate &other) const {
            if (value != other.value) return value < other.value;
            if (near != other.near) return near < other.near;
            return mixed != other.mixed ? mixed < other.mixed : hex < other.hex;
        }
    };
    Candidate candidates[HEX_COUNT];
    int count = 0;
    const Hexes &pieces = pos.players[seat].pieces;
    if (contains(pieces, hexes)) {
        // Pieces that earn little where they are come first, then those with few own neighbours.
        AreasOf areas(pieces);
        int earned[BITS] = {};
        for (const ScorerEntry &entry : pos.rules().scorers)
            if (!entry.kept)
                for (int h : each(score(pos, seat, entry, areas).hexes & hexes)) earned[h]++;
        for (int h : each(hexes))
            candidates[count++] = {double(earned[h]), count_around(pieces, h), mixed(h), h};
    } else {
        BasePieces base(pos, seat);
        Sections sections(pos);
        PieceFacts facts(base, pos, seat, NO_HEX, sections);
        double value[BITS];
        for (int h : each(hexes)) value[h] = 0.0;
        for (const PayingSource &source : evaluator.paying)
            for (int h : each(pays_at(source, facts) & hexes)) value[h] += source.piece_value;
        for (int h : each(hexes)) candidates[count++] = {-value[h], 0, mixed(h), h};
    }
    int taken = count < most ? count : most;
    std::partial_sort(candidates, candidates + taken, candidates + count);
    for (int i = 0; i < taken; i++) found[i] = int16_t(candidates[i].hex);
    return taken;
}

}  // namespace kb
