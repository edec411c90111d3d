// The hooks of tiles, cards and special hexes at each moment (engine/hooks.py).
#pragma once
#include "dispatch.hpp"
#include "mandatory.hpp"

namespace kb {

inline void call_taken(Position &pos, Player &player, int kind) {
    switch (pos.rules().taken[kind - FIRST_ENTRY]) {
        case Hook::take_bonus: take_bonus(pos, player, kind); break;
        case Hook::take_number:  // take a number tile with the cathedral, while there is one (R4.15)
            if (numbers_left(pos)) player.numbers++;
            break;
        default: break;
    }
}

inline void call_lost(Position &pos, Player &player, int kind) {
    switch (pos.rules().lost[kind - FIRST_ENTRY]) {
        case Hook::lose_bonus: lose_bonus(player, kind); break;
        case Hook::lose_numbers: player.numbers = 0; break;  // R4.22
        default: break;
    }
}

inline void call_at_once(Hook hook, Player &player) {
    if (hook == Hook::pay_treasure) player.gold = int16_t(player.gold + TREASURE_GOLD);  // R6.6
}

inline void call_placed(const Hooks &hooks, Position &pos, int seat, const Hexes &placed) {
    for (Hook hook : hooks) {
        switch (hook) {
            case Hook::pay_shepherds: pay_shepherds(pos, seat, placed); break;
            case Hook::pay_ambassadors: pay_ambassadors(pos, seat, placed); break;
            case Hook::note_sections: note_sections(pos, seat, placed); break;
            case Hook::mark_lines: mark_lines(pos, seat, placed); break;
            default: break;
        }
    }
}
inline void call_build(Position &pos, int seat, const Hexes &placed) { call_placed(pos.rules().build, pos, seat, placed); }
inline void call_move(Position &pos, int seat, const Hexes &placed) { call_placed(pos.rules().move, pos, seat, placed); }

inline void call_mandatory_done(Position &pos) {
    for (Hook hook : pos.rules().mandatory_done)
        if (hook == Hook::pay_families) pay_families(pos);
}

inline bool may_build_anywhere(const Position &pos) {
    for (Hook hook : pos.rules().first_anywhere)
        if (hook == Hook::has_temple_bonus && has_bonus(pos, pos.active, pos.declarations().temple)) return true;  // R5.39
    return false;
}

inline void call_emptied(Position &pos, int taker, int events) {
    for (Hook hook : pos.rules().emptied)
        if (hook == Hook::ask_canoes) ask_canoes(pos, taker, events);
}

inline void call_turn_end(Position &pos, Player &player) {
    for (Hook hook : pos.rules().turn_end) {
        switch (hook) {
            case Hook::draw_more: draw_more(pos, player); break;
            case Hook::ready_bonuses: ready_bonuses(player); break;
            case Hook::pay_rovers: player.gold = int16_t(player.gold + rovers_due(pos)); break;  // R3.25
            default: break;
        }
    }
}

inline void call_before_scoring(Position &pos) {
    for (Hook hook : pos.rules().before_scoring)
        if (hook == Hook::ask_silos) ask_silos(pos);
}

}  // namespace kb
