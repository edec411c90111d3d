// What makes a level of bots weaker: bots/imprecision.py.
#pragma once
#include "game.hpp"
#include "python_random.hpp"

namespace kb {

// Adds an error to every value, and overlooks hexes and tiles; both at random.
struct Imprecision {
    PythonRandom &random;
    double error_size, notices;

    double error() { return error_size != 0.0 ? random.gauss(0.0, error_size) : 0.0; }
    bool is_noticed() { return random.random() < notices; }

    // Leave some of the hexes and tiles, at random, and all other options; one hex is always noticed.
    void overlook(LegalAnswers &legal) {
        if (notices >= 1.0) return;
        LegalAnswers noticed;
        noticed.clear();
        for (int h : each(legal.hexes))
            if (is_noticed()) noticed.hexes.add(h);
        if (legal.hexes.any() && noticed.hexes.empty()) {
            HexCounts counts(legal.hexes);
            noticed.hexes.add(counts.nth_hex(legal.hexes, int(random.randbelow(uint64_t(counts.all())))));
        }
        for (int i = 0; i < legal.option_count; i++)
            if (legal.options[i] < FIRST_ENTRY || is_noticed()) noticed.add(legal.options[i]);
        if (noticed.any()) legal = noticed;
    }
};

}  // namespace kb
