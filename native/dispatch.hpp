// What each class of action does at each moment: the methods of Action in Python, chosen by the class.
#pragma once
#include "sets/caves.hpp"
#include "sets/crossroads.hpp"
#include "sets/harvest.hpp"
#include "sets/marshlands.hpp"
#include "sets/nomads.hpp"

namespace kb {

// Whether the player has the resources of the action, without looking at the board.
inline bool has_resources(const Position &pos, const Action &action, int seat) {
    switch (action.op) {
        case Op::Build:
        case Op::Fountain:
        case Op::Canoe:
        case Op::CanoeBonus: return pos.players[seat].supply > 0;
        case Op::Quarry: return pos.walls.count() < WALLS;
        case Op::Fort: return fort_has_resources(pos, seat);
        case Op::Temple: return temple_has_resources(pos, seat);
        case Op::Cathedral: return cathedral_has_resources(pos, seat);
        default: return true;
    }
}

inline Hexes move_destinations(const Position &pos, const Action &action, int seat, int origin) {
    switch (action.op) {
        case Op::Palisade: return palisade_destinations(pos, seat, origin);
        case Op::Silo: return silo_destinations(pos, seat, origin);
        case Op::CaveAction: return cave_destinations(pos, action, seat, origin);
        default: return plain_destinations(pos, action, seat, origin);
    }
}

inline Hexes move_sources(const Position &pos, const Action &action, int seat) {
    switch (action.op) {
        case Op::Palisade: return palisade_sources(pos, seat);
        case Op::Silo: return sources_in_area(pos, seat, own_pieces(pos, seat));
        case Op::CaveAction:
            return sources_among(pos, action, seat, movable(pos, pos.players[seat]) & pos.board().near_caves);
        default: return plain_sources(pos, action, seat);
    }
}

// Whether the action can be started now (R4.9).
inline bool can_start(const Position &pos, const Action &action, int seat) {
    switch (action.op) {
        case Op::Build:
        case Op::Fountain: return build_can_start(pos, action, seat);
        case Op::Move:
        case Op::Resettlement: return plain_can_start(pos, action, seat);
        case Op::Palisade:
        case Op::CaveAction: return move_sources(pos, action, seat).any();
        case Op::Quarry: return quarry_targets(pos, seat).any();
        case Op::Sword: return sword_targets(pos, seat, 0).any();
        case Op::MovableToken: return token_can_start(pos, action, seat);
        case Op::Barracks: return pos.players[seat].tokens[WARRIOR].any() || barracks_targets(pos, seat).any();
        case Op::CityHall: return city_hall_targets(pos, seat).any();
        case Op::Fort: return fort_has_resources(pos, seat);
        case Op::Temple: return temple_has_resources(pos, seat) && settlements(pos.players[seat]).any();
        case Op::CanoeBonus:
            return bonus_is_ready(pos, action, seat) && pos.players[seat].supply > 0 &&
                   either_targets(pos, seat, SWAMP_OR_WATER).any();
        case Op::RefugeBonus: return bonus_is_ready(pos, action, seat) && move_sources(pos, action, seat).any();
        case Op::Bazaar: {
            LegalAnswers found;
            found.clear();
            bazaar_choices(pos, seat, found);
            return found.option_count > 0;
        }
        case Op::ScoutCabin: return scout_can_start(pos, seat);
        case Op::Cathedral: return numbers_left(pos) > 0 || cathedral_can_build(pos, action, seat);
        default: return false;
    }
}

// Put the action's first question on the stack.
inline void start(Position &pos, const Action &action, int seat) {
    switch (action.op) {
        case Op::Build:
        case Op::Fountain:
        case Op::Resettlement: pos.push_frame(new_frame(action.number, seat, action.count)); break;
        case Op::Fort: fort_start(pos, action, seat); break;
        case Op::ScoutCabin:
            if (pos.temporary.any()) set_temporary(pos, NO_HEXES);
            pos.push_frame(new_frame(action.number, seat));
            break;
        case Op::CanoeBonus:
        case Op::RefugeBonus:
            use_bonus(pos, action, seat);
            pos.push_frame(new_frame(action.number, seat));
            break;
        default: pos.push_frame(new_frame(action.number, seat));
    }
}

// Whether another tile can repeat the action now (R5.25).
inline bool repeatable(const Position &pos, const Action &action, int seat) {
    if (action.op == Op::Crossroads) return true;
    return action.op != Op::Bazaar && can_start(pos, action, seat);
}

inline void repeat(Position &pos, const Action &action, int seat) {
    if (action.op == Op::Crossroads) pos.turn_state.extra_cards++;
    else start(pos, action, seat);
}

// The legal answers to the question in the frame; `found` is empty before.
inline void legal(const Position &pos, const Action &action, const Frame &frame, LegalAnswers &found) {
    int seat = frame.seat;
    switch (action.op) {
        case Op::Build:
        case Op::Fountain: build_legal(pos, action, frame, found); break;
        case Op::Move:
        case Op::Palisade:
        case Op::CaveAction:
        case Op::RefugeBonus: move_legal(pos, action, frame, found); break;
        case Op::Resettlement: resettlement_legal(pos, action, frame, found); break;
        case Op::Quarry:
            found.hexes = quarry_targets(pos, seat);
            if (frame.count) found.add(STOP);
            break;
        case Op::ScoutCabin:
            found.hexes = scout_targets(pos, seat);
            if (frame.count) found.add(STOP);
            break;
        case Op::Sword: found.hexes = sword_targets(pos, seat, frame.hit); break;
        case Op::MovableToken: token_legal(pos, action, frame, found); break;
        case Op::Barracks: found.hexes = barracks_targets(pos, seat) | pos.players[seat].tokens[WARRIOR]; break;
        case Op::CityHall: found.hexes = city_hall_targets(pos, seat); break;
        case Op::Fort: either_legal(pos, frame, printed_on(frame.count), found); break;
        case Op::Temple: found.hexes = settlements(pos.players[seat]); break;
        case Op::Canoe:
            found.hexes = either_targets(pos, seat, SWAMP_OR_WATER);
            found.add(PASS);
            break;
        case Op::CanoeBonus: either_legal(pos, frame, SWAMP_OR_WATER, found); break;
        case Op::Bazaar: bazaar_choices(pos, seat, found); break;
        case Op::Cathedral: cathedral_legal(pos, action, frame, found); break;
        case Op::Silo: silo_legal(pos, action, frame, found); break;
        default: break;
    }
}

// Place one of up to `most` things and, if there can be another, ask for it: engine/actions/place.py.
template <class Place, class Targets>
inline void place_apply(Position &pos, const Frame &frame, int answer, int most, Place place_one, Targets targets) {
    if (answer != STOP) {
        place_one(hex_of_answer(answer));
        if (frame.count + 1 < most && targets().any()) {
            pos.replace_frame(new_frame(frame.action, frame.seat, frame.count + 1));
            return;
        }
    }
    pos.pop_frame();
}

// Apply a legal answer to the question in the frame, which is a copy of the top of the stack.
inline void apply(Position &pos, const Action &action, const Frame frame, int answer) {
    int seat = frame.seat;
    switch (action.op) {
        case Op::Build:
        case Op::Fountain: build_apply(pos, action, frame, answer); break;
        case Op::Move:
        case Op::Palisade:
        case Op::CaveAction:
        case Op::RefugeBonus: move_apply(pos, frame, answer); break;
        case Op::Resettlement: resettlement_apply(pos, action, frame, answer); break;
        case Op::Quarry:
            place_apply(
                pos, frame, answer, WALLS_OF_QUARRY, [&](int h) { add_wall(pos, h); },
                [&] { return quarry_targets(pos, seat); });
            break;
        case Op::ScoutCabin:
            place_apply(
                pos, frame, answer, SCOUTS, [&](int h) { set_temporary(pos, pos.temporary | one_hex(h)); },
                [&] { return scout_targets(pos, seat); });
            break;
        case Op::Sword: sword_apply(pos, frame, answer); break;
        case Op::MovableToken: token_apply(pos, action, frame, answer); break;
        case Op::Barracks: barracks_apply(pos, frame, answer); break;
        case Op::CityHall: city_hall_apply(pos, frame, answer); break;
        case Op::Fort:
        case Op::CanoeBonus: either_apply(pos, frame, answer); break;
        case Op::Temple:
            pos.pop_frame();
            set_aside(pos, seat, hex_of_answer(answer));
            break;
        case Op::Canoe: canoe_apply(pos, frame, answer); break;
        case Op::Bazaar:
            pos.pop_frame();
            repeat(pos, pos.action(answer), seat);
            break;
        case Op::Cathedral: cathedral_apply(pos, action, frame, answer); break;
        case Op::Silo: silo_apply(pos, action, frame, answer); break;
        default: break;
    }
}

// The question to continue with after another player's reaction; return false if there is none (R3.22).
inline bool resume(const Position &pos, const Action &action, Frame &frame) {
    switch (action.op) {
        case Op::Canoe: return next_canoe_question(pos, frame.seat, frame.taker, frame.events, frame);
        case Op::Build:
        case Op::Fountain: return build_can_start(pos, action, frame.seat);
        case Op::Cathedral: return cathedral_can_build(pos, action, frame.seat);
        default: {
            LegalAnswers found;
            found.clear();
            legal(pos, action, frame, found);
            return found.any();
        }
    }
}

}  // namespace kb
