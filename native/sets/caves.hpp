// The Caves: the cave action (sets/caves/).
#pragma once
#include "../actions.hpp"

namespace kb {

// The free land next to any cave; a piece on a cave is not next to that one (R5.41).
inline Hexes cave_destinations(const Position &pos, const Action &action, int seat, int origin) {
    const Hexes &near = pos.board().near_caves;
    return near.has(origin) ? plain_destinations(pos, action, seat, origin) & near : NO_HEXES;
}

}  // namespace kb
