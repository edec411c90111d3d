// What a player's settlements can reach in the next turns: bots/surroundings.py, number for number.
#pragma once
#include "paying.hpp"

namespace kb {

constexpr int NEAR_STEPS = 4, TURN_STEPS = 3;
constexpr int NUMBERS_OF_SOURCE = TURN_STEPS + NEAR_STEPS + 1, NUMBERS_OF_TERRAINS = 12;
constexpr int MOST_COUNTED = 20, MOST_FAR = 30, MOST_OF_ALL = 60;

class Surroundings {
    const Hexes &free_;
    Hexes near_[NEAR_STEPS];        // the free hexes that are one, two, three, and four or five steps from own pieces
    Hexes turns_[TURN_STEPS][CARD_TERRAINS];  // those that one, two and three settlements reach on each terrain
    int closed_ = 0;                // how many terrains are not next to own pieces

    // What part of the next turn's settlements can stand on these hexes, on average over the terrain drawn.
    static double part(const Hexes &here, const Hexes *terrains) {
        int found = 0;
        for (int t = 0; t < CARD_TERRAINS; t++) found += std::min(3, count_of_both(here, terrains[t]));
        return found / 15.0;
    }

  public:
    Surroundings(const Position &pos, int seat) : free_(pos.free) {
        near_[0] = pos.players[seat].adjacent & free_;
        Hexes seen = near_[0];
        for (int step = 1; step < NEAR_STEPS; step++) {
            near_[step] = (neighbours(near_[step - 1]) & free_) - seen;
            seen |= near_[step];
        }
        near_[NEAR_STEPS - 1] |= (neighbours(near_[NEAR_STEPS - 1]) & free_) - seen;
        for (int t = 0; t < CARD_TERRAINS; t++) {
            Hexes here = free_ & pos.board().terrain[t], first = near_[0] & here;
            if (!first.any()) {
                closed_++;
                first = here;
            }
            turns_[0][t] = first;
            for (int step = 1; step < TURN_STEPS; step++)
                turns_[step][t] = turns_[step - 1][t] | (neighbours(turns_[step - 1][t]) & here);
        }
    }

    // Write the numbers of every source and those of the terrains; return the end.
    double *write(PieceFacts &facts, const Short<PayingSource, MOST_PAYING> &paying, double *found) const {
        for (const PayingSource &source : paying) {
            Hexes here = pays_at(source, facts) & free_;
            if (!here.any()) {
                for (int i = 0; i < NUMBERS_OF_SOURCE; i++) *found++ = 0.0;
                continue;
            }
            for (const Hexes(&terrains)[CARD_TERRAINS] : turns_) *found++ = part(here, terrains);
            for (int step = 0; step < NEAR_STEPS; step++) {
                int most = step + 1 < NEAR_STEPS ? MOST_COUNTED : MOST_FAR;
                *found++ = std::min(count_of_both(here, near_[step]), most) / 10.0;
            }
            *found++ = std::min(here.count(), MOST_OF_ALL) / 20.0;
        }
        return write_terrains(found);
    }

  private:
    double *write_terrains(double *found) const {
        int fewest = MOST_COUNTED, most[TURN_STEPS], sums[TURN_STEPS];
        for (int step = 0; step < TURN_STEPS; step++) {
            most[step] = sums[step] = 0;
            for (const Hexes &hexes : turns_[step]) {
                int count = std::min(hexes.count(), MOST_COUNTED);
                most[step] = std::max(most[step], count);
                sums[step] += count;
                if (!step) fewest = std::min(fewest, count);
            }
        }
        *found++ = part(free_, turns_[0]);
        for (int sum : sums) *found++ = sum / 50.0;
        *found++ = closed_ / 5.0;
        for (int step = 0; step < 3; step++) *found++ = near_[step].count() / 20.0;
        *found++ = fewest / 10.0;
        for (int count : most) *found++ = count / 10.0;
        return found;
    }
};

}  // namespace kb
