// The current question as an observation shows it: its stage, how much can still follow, the piece picked up
// (engine/question.py and the `prompt` of each class of action).
#pragma once
#include "game.hpp"
#include "mandatory.hpp"
#include "sets/crossroads.hpp"
#include "sets/harvest.hpp"
#include "sets/nomads.hpp"

namespace kb {

// The stages of questions: STAGES of env/observation_spec.py.
#define KB_STAGES(X)                                                                                              \
    X(choose_card) X(mandatory) X(mandatory_more) X(extra) X(build) X(build_outpost) X(pick_piece) X(move_to)     \
    X(wall) X(remove) X(place) X(step) X(place_or_take_back) X(city_hall) X(hold) X(react) X(repeat) X(cathedral) \
    X(scout) X(silo) X(silo_build) X(silo_move)
KB_NAMES(Stage, KB_STAGES)

constexpr int NO_ACTION = -1;       // the action of a question between actions

struct Prompt {
    Stage stage;
    int left = 0;                   // settlements, walls or steps that can still follow; 0 if the question has no number
    int piece = NO_HEX;             // the hex of the piece that is being moved
    int action = NO_ACTION;         // the number of the action that asks
};

inline Prompt move_prompt(const Frame &frame) {
    if (frame.origin == NO_HEX) return {Stage::pick_piece};
    return {Stage::move_to, 0, frame.origin};
}

inline Prompt token_prompt(const Position &pos, const Action &action, const Frame &frame) {
    const Hexes &standing = pos.players[frame.seat].tokens[action.kind];
    if (standing.empty()) return {Stage::place};
    return {Stage::step, STEPS - frame.count, standing.first()};
}

inline Prompt silo_prompt(const Frame &frame) {
    if (frame.origin != NO_HEX) return move_prompt(frame);
    Stage stage = frame.mode == SILO_OPEN       ? Stage::silo
                  : frame.mode == SILO_BUILDING ? Stage::silo_build
                                                : Stage::silo_move;
    return {stage, frame.count};
}

// The question in a frame, by the class of its action.
inline Prompt prompt(const Position &pos, const Action &action, const Frame &frame) {
    Stage build = frame.waived ? Stage::build_outpost : Stage::build;
    switch (action.op) {
        case Op::Build:
        case Op::Fountain: return {build, frame.count};
        case Op::Fort:
        case Op::CanoeBonus: return {build, 1};
        case Op::Canoe: return {Stage::react, 1};
        case Op::Resettlement: {
            Prompt found = move_prompt(frame);
            found.left = frame.count;
            return found;
        }
        case Op::Quarry: return {Stage::wall, WALLS_OF_QUARRY - frame.count};
        case Op::Sword: return {Stage::remove};
        case Op::MovableToken: return token_prompt(pos, action, frame);
        case Op::Barracks: return {Stage::place_or_take_back};
        case Op::CityHall: return {Stage::city_hall};
        case Op::Temple: return {Stage::hold};
        case Op::Bazaar: return {Stage::repeat};
        case Op::ScoutCabin: return {Stage::scout, SCOUTS - frame.count};
        case Op::Cathedral: return {Stage::cathedral, pos.players[frame.seat].numbers};
        case Op::Silo: return silo_prompt(frame);
        default: return move_prompt(frame);
    }
}

// The current question; the game is not over.
inline Prompt current_question(const Position &pos, const LegalAnswers &legal) {
    if (pos.frame_count) {
        const Frame &frame = pos.top();
        Prompt found = prompt(pos, pos.action(frame.action), frame);
        found.action = frame.action;
        return found;
    }
    if (pos.terrain == NOTHING)
        for (int i = 0; i < legal.option_count; i++)
            if (legal.options[i] >= FIRST_TERRAIN && legal.options[i] < FIRST_ENTRY) return {Stage::choose_card};
    Stage stage = !pos.to_build                  ? Stage::extra
                  : pos.to_build == NOT_BEGUN ? Stage::mandatory
                                                 : Stage::mandatory_more;
    return {stage, left_to_build(pos)};
}

}  // namespace kb
