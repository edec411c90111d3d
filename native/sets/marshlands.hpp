// Marshlands: bonus tiles, temple, fountain and canoe (sets/marshlands/).
#pragma once
#include "../actions.hpp"

namespace kb {

constexpr int BONUS_TILES = 2;      // how many bonus tiles there are of each kind (R1.13)
constexpr CardTerrains SWAMP_OR_WATER = {2, {SWAMP, WATER}};

// Whether a player has the bonus tile of a kind of location, not taken in this turn (R4.16).
inline bool has_bonus(const Position &pos, int seat, int kind) {
    const Player &player = pos.players[seat];
    for (int i = 0; i < player.bonus_count; i++)
        if (player.bonus[i].kind == kind && player.bonus[i].acquired_turn != pos.turn) return true;
    return false;
}

// Take the bonus tile with the second tile of a kind (R4.15).
inline void take_bonus(Position &pos, Player &player, int kind) {
    int owned = 0, taken = 0;
    for (int i = 0; i < player.tile_count; i++) owned += player.tiles[i].kind == kind;
    for (int p = 0; p < pos.player_count(); p++)
        for (int i = 0; i < pos.players[p].bonus_ever_count; i++) taken += pos.players[p].bonus_ever[i] == kind;
    if (owned == 2 && taken < BONUS_TILES) {
        if (player.bonus_count == MOST_BONUS || player.bonus_ever_count == MOST_BONUS_EVER) {
            pos.failed = true;
            return;
        }
        player.bonus[player.bonus_count++] = {int16_t(kind), int16_t(pos.turn), false};
        player.bonus_ever[player.bonus_ever_count++] = int16_t(kind);
    }
}

// Lose the bonus tile with one of its two location tiles (R4.22).
inline void lose_bonus(Player &player, int kind) {
    int kept = 0;
    for (int i = 0; i < player.bonus_count; i++)
        if (player.bonus[i].kind != kind) player.bonus[kept++] = player.bonus[i];
    player.bonus_count = uint8_t(kept);
}

// Make bonus tiles unused at the end of the turn (R3.27).
inline void ready_bonuses(Player &player) {
    for (int i = 0; i < player.bonus_count; i++) player.bonus[i].used = false;
}

// Whether the player has the bonus tile of a bonus action unused.
inline bool bonus_is_ready(const Position &pos, const Action &action, int seat) {
    const Player &player = pos.players[seat];
    for (int i = 0; i < player.bonus_count; i++) {
        const BonusTile &tile = player.bonus[i];
        if (tile.kind == action.bonus && !tile.used && tile.acquired_turn != pos.turn) return true;
    }
    return false;
}

inline void use_bonus(Position &pos, const Action &action, int seat) {
    Player &player = pos.players[seat];
    for (int i = 0; i < player.bonus_count; i++)
        if (player.bonus[i].kind == action.bonus) player.bonus[i].used = true;
}

// Next to exactly one own piece and no foreign one; with the bonus on mountains too (R5.22, R5.37).
inline Hexes fountain_candidates(const Position &pos, int seat) {
    Hexes ground = pos.board().land;
    if (has_bonus(pos, seat, pos.declarations().fountain)) ground |= pos.board().terrain[MOUNTAIN];
    return ground & pos.free & one_own_neighbour(pos, seat);
}

// Whether there is a supply, or the end cannot be delayed any more because it is triggered (R3.34).
inline bool temple_has_resources(const Position &pos, int seat) {
    return pos.players[seat].supply > 0 || pos.end_triggered;
}

// The canoe: whether the player can build on swamp or water as a reaction (R5.23).
inline bool can_react(const Position &pos, int seat) {
    const Player &player = pos.players[seat];
    for (int i = 0; i < player.tile_count; i++)
        if (player.tiles[i].kind == pos.declarations().canoe && is_ready(pos, player.tiles[i]))
            return player.supply > 0 && either_targets(pos, seat, SWAMP_OR_WATER).any();
    return false;
}

// Find the question to the first player who can react, in turn order from this seat; return whether there is one.
inline bool next_canoe_question(const Position &pos, int seat, int taker, int events, Frame &found) {
    int players = pos.player_count();
    for (; events; events--) {
        for (; seat != taker; seat = (seat + 1) % players) {
            if (can_react(pos, seat)) {
                found = new_frame(pos.declarations().canoe, seat);
                found.taker = int8_t(taker);
                found.events = int8_t(events);
                return true;
            }
        }
        seat = (taker + 1) % players;
    }
    return false;
}

// Pass to the next player, or build; a player with another canoe may use it for the same event.
inline void canoe_apply(Position &pos, const Frame &frame, int answer) {
    if (answer == PASS) {
        Frame next;
        if (next_canoe_question(pos, (frame.seat + 1) % pos.player_count(), frame.taker, frame.events, next))
            pos.replace_frame(next);
        else pos.pop_frame();
        return;
    }
    use_tile(pos, frame.seat, pos.declarations().canoe);
    build(pos, frame.seat, hex_of_answer(answer));
}

// Ask everybody but the taker about the hexes just emptied, each event separately (R3.20, R3.21).
inline void ask_canoes(Position &pos, int taker, int events) {
    Frame frame;
    if (next_canoe_question(pos, (taker + 1) % pos.player_count(), taker, events, frame)) pos.push_frame(frame);
}

}  // namespace kb
