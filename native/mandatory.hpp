// The mandatory action: how many settlements it builds, and what each of them changes (engine/mandatory.py).
#pragma once
#include "changes.hpp"

namespace kb {

void call_mandatory_done(Position &pos);  // hooks.hpp

// The number of regular settlements of the mandatory action (R3.7, R3.8).
inline int regular_count(const Position &pos) {
    int most = pos.terrain == SWAMP ? SWAMP_SETTLEMENTS : REGULAR_SETTLEMENTS;
    int supply = pos.players[pos.active].supply;
    return supply < most ? supply : most;
}

// The number of settlements that the mandatory action still builds.
inline int left_to_build(const Position &pos) {
    return pos.to_build == NOT_BEGUN ? regular_count(pos) + pos.turn_state.additional : pos.to_build;
}

// Limit the mandatory action to the supply; markers and reactions may have reduced it (R3.8).
inline void limit_to_supply(Position &pos) {
    int missing = pos.to_build - pos.turn_state.additional - pos.players[pos.active].supply;
    if (missing > 0) {
        pos.to_build = int16_t(pos.to_build - missing);
        if (pos.turn_state.additional) pos.turn_state.regular = int16_t(pos.turn_state.regular - missing);
    }
}

// Build one settlement of the mandatory action (R3.7).
inline void build_mandatory(Position &pos, int h) {
    int left = pos.to_build;
    if (left == NOT_BEGUN) {
        int regular = regular_count(pos);
        if (pos.turn_state.additional) pos.turn_state.regular = int16_t(regular);
        left = regular + pos.turn_state.additional;
    }
    pos.to_build = int16_t(left - 1);
    if (left <= pos.turn_state.additional) {
        pos.turn_state.additional = int16_t(left - 1);
        release(pos, pos.active);
    }
    build(pos, pos.active, h);
    pos.built_this_turn.add(h);
    if (pos.rules().build.any()) {
        limit_to_supply(pos);
        left = pos.to_build + 1;
    }
    if (left == 1 && pos.rules().mandatory_done.any()) call_mandatory_done(pos);
}

}  // namespace kb
