// The tiles of players: taking, using and losing them (engine/tiles.py; R3.13, R4.12 to R4.20, R6.1, R6.6).
#pragma once
#include "position.hpp"

namespace kb {

// Hooks of tiles, defined in hooks.hpp.
void call_taken(Position &pos, Player &player, int kind);
void call_lost(Position &pos, Player &player, int kind);
void call_at_once(Hook hook, Player &player);

inline void count_emptied(Position &pos, int seat) {
    if (pos.rules().emptied.any()) {
        pos.emptied++;
        pos.emptied_by = int8_t(seat);
    }
}

// Take a tile from every one of these spaces that still has one for this player (R4.12, R4.13, R6.6).
// Not inlined: few answers take a tile, and the others are faster without this code.
[[gnu::noinline]] inline void take_tiles(Position &pos, int seat, Player &player, Spaces near) {
    const Board &board = pos.board();
    near &= pos.tiles_left;
    for (; near; near &= near - 1) {
        int space = __builtin_ctzll(near);
        Spaces bit = Spaces(1) << space;
        int kind = board.space_tile[space];
        if (board.nomads & bit) {
            pos.tiles_left ^= bit;
            count_emptied(pos, seat);
            Hook at_once = pos.rules().at_once[kind - FIRST_ENTRY];
            if (at_once != Hook::COUNT) call_at_once(at_once, player);
            else if (player.nomad_count < MOST_NOMADS)
                player.nomads[player.nomad_count++] = {int16_t(kind), int16_t(pos.turn)};
            else pos.failed = true;
        } else if (!(player.taken_from & bit)) {
            player.taken_from |= bit;
            if (pos.two_tiles_left & bit) {
                pos.two_tiles_left ^= bit;
            } else {
                pos.tiles_left ^= bit;
                count_emptied(pos, seat);
            }
            if (player.tile_count < MOST_TILES)
                player.tiles[player.tile_count++] = {int16_t(kind), board.space_hex[space], int16_t(pos.turn), false};
            else pos.failed = true;
            call_taken(pos, player, kind);
        }
    }
}

// Whether a tile can be used now: not used, and not taken in this turn (R3.13, R4.16).
inline bool is_ready(const Position &pos, const OwnedTile &tile) {
    return !tile.used && tile.acquired_turn != pos.turn;
}

// Lose every location tile whose hex is not next to an own piece any more (R4.18, R4.20).
inline void lose_tiles(Position &pos, Player &player) {
    OwnedTile lost[MOST_TILES], kept[MOST_TILES];
    int lost_count = 0, kept_count = 0;
    for (int i = 0; i < player.tile_count; i++) {
        const OwnedTile &tile = player.tiles[i];
        if (player.adjacent.has(tile.location)) kept[kept_count++] = tile;
        else lost[lost_count++] = tile;
    }
    if (!lost_count) return;
    for (int i = 0; i < lost_count; i++) {
        bool repeated = false;
        for (int j = 0; j < i; j++) repeated |= lost[j].kind == lost[i].kind;
        if (!repeated) call_lost(pos, player, lost[i].kind);
    }
    for (int i = 0; i < lost_count; i++) {
        if (!is_ready(pos, lost[i])) continue;
        for (int j = 0; j < kept_count; j++) {
            if (kept[j].kind == lost[i].kind && !is_ready(pos, kept[j])) {
                kept[j].used = false;
                kept[j].acquired_turn = lost[i].acquired_turn;
                break;
            }
        }
    }
    memcpy(player.tiles, kept, sizeof(OwnedTile) * size_t(kept_count));
    player.tile_count = uint8_t(kept_count);
}

// Mark a ready location tile of that kind as used (R3.13).
inline void use_tile(Position &pos, int seat, int kind) {
    Player &player = pos.players[seat];
    for (int i = 0; i < player.tile_count; i++) {
        OwnedTile &tile = player.tiles[i];
        if (tile.kind == kind && is_ready(pos, tile)) {
            tile.used = true;
            return;
        }
    }
}

// Remove a usable nomad tile of that kind from the game (R6.1).
inline void use_nomad(Position &pos, int seat, int kind) {
    Player &player = pos.players[seat];
    for (int i = 0; i < player.nomad_count; i++) {
        if (player.nomads[i].kind == kind && player.nomads[i].acquired_turn != pos.turn) {
            // Python removes the first tile that is equal, which is this one: earlier ones differ.
            for (int j = i + 1; j < player.nomad_count; j++) player.nomads[j - 1] = player.nomads[j];
            player.nomad_count--;
            return;
        }
    }
}

inline bool owns_tile(const Player &player, int kind) {
    for (int i = 0; i < player.tile_count; i++)
        if (player.tiles[i].kind == kind) return true;
    return false;
}

// Whether the player has a nomad tile of this kind that was not taken in this turn (R6.1).
inline bool has_usable_nomad(const Position &pos, int seat, int kind) {
    const Player &player = pos.players[seat];
    for (int i = 0; i < player.nomad_count; i++)
        if (player.nomads[i].kind == kind && player.nomads[i].acquired_turn != pos.turn) return true;
    return false;
}

}  // namespace kb
