// Nomads: quarry, resettlement, sword, and what its red cards and the treasure pay (sets/nomads/).
#pragma once
#include "../actions.hpp"

namespace kb {

constexpr int WALLS = 25;           // how many walls the game has (R1.9)
constexpr int WALLS_OF_QUARRY = 2;
constexpr int TREASURE_GOLD = 3, FAMILIES_GOLD = 2, SHEPHERDS_GOLD = 2;

// Where a wall may stand: on the played terrain next to an own piece (R5.9).
inline Hexes quarry_targets(const Position &pos, int seat) {
    if (pos.walls.count() >= WALLS) return NO_HEXES;
    return hexes_on(pos, CARD) & pos.free & own_adjacent(pos, seat);
}

// The pieces, or the neighbours of one; from the second step on, also to stop (R6.3).
inline void resettlement_legal(const Position &pos, const Action &action, const Frame &frame, LegalAnswers &found) {
    move_legal(pos, action, frame, found);
    if (frame.origin == NO_HEX && frame.count < action.count) found.add(STOP);
}

// Pick a piece up, or step with it and ask for the next one.
inline void resettlement_apply(Position &pos, const Action &action, const Frame &frame, int answer) {
    if (answer == STOP) {
        pos.pop_frame();
        return;
    }
    int h = hex_of_answer(answer);
    if (frame.origin == NO_HEX) {
        pos.replace_frame(new_frame(frame.action, frame.seat, frame.count, h));
        return;
    }
    move(pos, frame.seat, frame.origin, h);
    if (frame.count > 1 && move_sources(pos, action, frame.seat).any())
        pos.replace_frame(new_frame(frame.action, frame.seat, frame.count - 1));
    else pos.pop_frame();
}

inline bool is_hit(unsigned hit, int seat) {
    for (; hit; hit >>= 3)
        if (int(hit & 7) == seat + 1) return true;
    return false;
}

// The pieces that a sword can remove: of every other player who has not lost one yet (R6.5).
inline Hexes sword_targets(const Position &pos, int seat, unsigned hit) {
    Hexes found = NO_HEXES;
    for (int i = 0; i < pos.player_count(); i++) {
        if (i == seat || is_hit(hit, i)) continue;
        const Player &player = pos.players[i];
        Hexes pieces = player.pieces;
        for (int kind = 0; kind < TOKEN_KINDS; kind++)
            if (player.token_kinds >> kind & 1 && !pos.declarations().pieces[kind].removable)
                pieces -= player.tokens[kind];
        found |= pieces;
    }
    return found;
}

// Remove the piece, and ask again while another player can lose one.
inline void sword_apply(Position &pos, const Frame &frame, int answer) {
    int h = hex_of_answer(answer), owner = 0;
    while (!pos.players[owner].pieces.has(h)) owner++;
    remove(pos, owner, h);
    unsigned hit = unsigned(frame.hit) << 3 | unsigned(owner + 1);
    if (sword_targets(pos, frame.seat, hit).any()) {
        Frame next = new_frame(frame.action, frame.seat);
        next.hit = uint16_t(hit);
        pos.replace_frame(next);
    } else {
        pos.pop_frame();
    }
}

// Families: 2 gold when three settlements of one mandatory action lie in a straight line (R7.18).
inline void pay_families(Position &pos) {
    const Hexes &built = pos.built_this_turn;
    if (pos.turn_state.regular != REGULAR_SETTLEMENTS || built.count() < REGULAR_SETTLEMENTS) return;
    bool in_line = runs_along<EAST>(built, 3).any() || runs_along<SOUTH_WEST>(built, 3).any() ||
                   runs_along<SOUTH_EAST>(built, 3).any();
    if (in_line) pos.players[pos.active].gold = int16_t(pos.players[pos.active].gold + FAMILIES_GOLD);
}

// Shepherds: 2 gold for each settlement just built with no empty neighbour of its own terrain (R7.19).
inline void pay_shepherds(Position &pos, int seat, const Hexes &built) {
    for (int h : each(built)) {
        int terrain = pos.board().terrain_of(h);
        if (terrain == NOTHING) continue;
        Hexes empty = (geometry.neighbours[h] & pos.board().terrain[terrain]) - pos.walls;
        for (int i = 0; i < pos.player_count(); i++) empty -= pos.players[i].pieces;
        if (empty.empty()) pos.players[seat].gold = int16_t(pos.players[seat].gold + SHEPHERDS_GOLD);
    }
}

// Ambassadors: 1 gold for each settlement just built next to a piece of another player (R7.20).
inline void pay_ambassadors(Position &pos, int seat, const Hexes &built) {
    pos.players[seat].gold = int16_t(pos.players[seat].gold + count_of_both(built, near_others(pos, seat)));
}

}  // namespace kb
