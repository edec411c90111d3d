// Crossroads: the tiles that place a piece, the fort and the crossroads (sets/crossroads/).
#pragma once
#include "../actions.hpp"

namespace kb {

constexpr int STEPS = 3, WARRIORS = 2;

// The free hexes where a ship or a wagon may stand.
inline Hexes token_candidates(const Position &pos, const Action &action) {
    return (hexes_on(pos, action.on) | hexes_on(pos, action.also_on)) & pos.free;
}

// Where a ship or a wagon may be placed, or the hexes one step away from where it stands (R5.13, R5.20).
inline Hexes token_targets(const Position &pos, const Action &action, int seat) {
    const Hexes &standing = pos.players[seat].tokens[action.kind];
    Hexes candidates = token_candidates(pos, action);
    if (standing.any()) return geometry.neighbours[standing.first()] & candidates;
    return adjacent_if_possible(candidates, own_adjacent(pos, seat));
}

inline bool token_can_start(const Position &pos, const Action &action, int seat) {
    return pos.players[seat].tokens[action.kind].any() || token_targets(pos, action, seat).any();
}

// Places, or steps; before the first step also to take the token back, afterwards to stop.
inline void token_legal(const Position &pos, const Action &action, const Frame &frame, LegalAnswers &found) {
    found.hexes = token_targets(pos, action, frame.seat);
    if (pos.players[frame.seat].tokens[action.kind].any()) found.add(frame.count ? STOP : TAKE_BACK);
}

// Place, step or take back; after a step ask for the next one while there is any (R3.18, R8.39).
inline void token_apply(Position &pos, const Action &action, const Frame &frame, int answer) {
    const Hexes standing = pos.players[frame.seat].tokens[action.kind];
    if (answer == STOP) {
        pos.pop_frame();
    } else if (answer == TAKE_BACK) {
        pos.pop_frame();
        remove(pos, frame.seat, standing.first());
    } else if (standing.empty()) {
        pos.pop_frame();
        place(pos, frame.seat, action.kind, one_hex(hex_of_answer(answer)));
    } else {
        move(pos, frame.seat, standing.first(), hex_of_answer(answer));
        if (frame.count + 1 < STEPS && token_targets(pos, action, frame.seat).any())
            pos.replace_frame(new_frame(frame.action, frame.seat, frame.count + 1));
        else pos.pop_frame();
    }
}

// Where a warrior may be placed (R5.15).
inline Hexes barracks_targets(const Position &pos, int seat) {
    if (pos.players[seat].tokens[WARRIOR].count() == WARRIORS) return NO_HEXES;
    return adjacent_if_possible(pos.board().land & pos.free, own_adjacent(pos, seat));
}

// Place a warrior or take one back.
inline void barracks_apply(Position &pos, const Frame &frame, int answer) {
    int h = hex_of_answer(answer);
    pos.pop_frame();
    if (pos.players[frame.seat].tokens[WARRIOR].has(h)) remove(pos, frame.seat, h);
    else place(pos, frame.seat, WARRIOR, one_hex(h));
}

// The centres of a city hall: seven hexes of free land, one of them next to an own piece (R5.17).
inline Hexes city_hall_targets(const Position &pos, int seat) {
    if (pos.players[seat].tokens[CITY_HALL].any()) return NO_HEXES;
    return interior(pos.board().land & pos.free) & neighbours(own_adjacent(pos, seat));
}

// Place all seven hexes at once.
inline void city_hall_apply(Position &pos, const Frame &frame, int answer) {
    int centre = hex_of_answer(answer);
    pos.pop_frame();
    place(pos, frame.seat, CITY_HALL, one_hex(centre) | geometry.neighbours[centre]);
}

inline bool fort_has_resources(const Position &pos, int seat) {
    return pos.players[seat].supply > 0 && (pos.deck.draw.size || pos.deck.discard.size);
}

// Draw and discard a card, then ask where to build; without a hex nothing is built (R5.18, R8.40).
inline void fort_start(Position &pos, const Action &action, int seat) {
    int card = draw_card(pos);
    discard_card(pos, card);
    if (either_candidates(pos, printed_on(card)).any()) pos.push_frame(new_frame(action.number, seat, card));
}

// Draw one card more for each crossroads tile (R3.28).
inline void draw_more(Position &pos, const Player &player) {
    for (int i = 0; i < player.tile_count; i++)
        if (player.tiles[i].kind == pos.declarations().crossroads) pos.turn_state.extra_cards++;
}

}  // namespace kb
