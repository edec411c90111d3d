// The elementary changes that rules make to a position, each with all its consequences: engine/position.py.
#pragma once
#include "tiles.hpp"

namespace kb {

// Hooks, defined in hooks.hpp; `placed` are the hexes just built on or moved to.
void call_build(Position &pos, int seat, const Hexes &placed);
void call_move(Position &pos, int seat, const Hexes &placed);

// Build a settlement from the supply on a hex, with all consequences (R3.18).
inline void build(Position &pos, int seat, int h) {
    Player &player = pos.players[seat];
    player.pieces.add(h);
    add_neighbours(player.adjacent, h);
    player.supply--;
    pos.free.remove(h);
    pos.last_built = pos.turn;
    Spaces near = pos.board().spaces_near(h);
    if (near & pos.tiles_left) take_tiles(pos, seat, player, near);
    if (pos.rules().build.any()) call_build(pos, seat, one_hex(h));
    if (!player.supply && !player.reserve) pos.end_triggered = true;
}

// The spaces next to some of these hexes.
inline Spaces spaces_near(const Board &board, const Hexes &hexes) {
    Spaces found = 0;
    for (int h : each(hexes)) found |= board.spaces_near(h);
    return found;
}

// Place a piece of one or more hexes on the board, then apply the consequences once (R3.18).
inline void place(Position &pos, int seat, int kind, const Hexes &hexes) {
    Player &player = pos.players[seat];
    toggle_tokens(player, kind, hexes);
    player.pieces |= hexes;
    player.adjacent = neighbours(player.pieces);
    refresh_free(pos);
    take_tiles(pos, seat, player, spaces_near(pos.board(), hexes));
    if (pos.rules().build.any()) call_build(pos, seat, hexes);
}

inline Player &shift_piece(Position &pos, int seat, int origin, int target) {
    Player &player = pos.players[seat];
    int kind = kind_at(player, origin);
    if (kind != NOTHING) toggle_tokens(player, kind, one_hex(origin) | one_hex(target));
    player.pieces.remove(origin);
    player.pieces.add(target);
    player.adjacent = neighbours(player.pieces);
    if (pos.rules().has_tokens) {
        refresh_free(pos);
    } else {
        pos.free.add(origin);
        pos.free.remove(target);
    }
    return player;
}

// Move one piece, with all consequences; moving is never building (R0.9, R3.18).
inline void move(Position &pos, int seat, int origin, int target) {
    Player &player = shift_piece(pos, seat, origin, target);
    lose_tiles(pos, player);
    take_tiles(pos, seat, player, pos.board().spaces_near(target));
    if (pos.rules().move.any()) call_move(pos, seat, one_hex(target));
}

// Build without tiles, gold or reactions (R3.38).
inline void build_after_last_turn(Position &pos, int seat, int h) {
    Player &player = pos.players[seat];
    player.supply--;
    player.pieces.add(h);
    add_neighbours(player.adjacent, h);
    pos.free.remove(h);
    if (pos.rules().move.any()) call_move(pos, seat, one_hex(h));
}

// Move without tiles, gold or reactions (R3.38).
inline void move_after_last_turn(Position &pos, int seat, int origin, int target) {
    shift_piece(pos, seat, origin, target);
    if (pos.rules().move.any()) call_move(pos, seat, one_hex(target));
}

// Remove a piece from the board: a settlement returns to the supply, another piece to its owner (R6.5).
inline void remove(Position &pos, int seat, int h) {
    Player &player = pos.players[seat];
    int kind = kind_at(player, h);
    if (kind == NOTHING) player.supply++;
    else toggle_tokens(player, kind, one_hex(h));
    player.pieces.remove(h);
    player.adjacent = neighbours(player.pieces);
    refresh_free(pos);
    lose_tiles(pos, player);
}

// Move a settlement from the board to the reserve, from which a later mandatory action builds it.
inline void set_aside(Position &pos, int seat, int h) {
    remove(pos, seat, h);
    pos.players[seat].supply--;
    pos.players[seat].reserve++;
}

// Move a settlement from the reserve to the supply, from which it is built at once (R3.7).
inline void release(Position &pos, int seat) {
    pos.players[seat].supply++;
    pos.players[seat].reserve--;
}

// Take a settlement from the supply without building it.
inline void spend(Position &pos, Player &player) {
    player.supply--;
    if (!player.supply && !player.reserve) pos.end_triggered = true;
}

// Place a wall on a hex (R0.7).
inline void add_wall(Position &pos, int h) {
    pos.walls.add(h);
    pos.free.remove(h);
}

// Set the hexes of all temporary pieces.
inline void set_temporary(Position &pos, const Hexes &hexes) {
    pos.temporary = hexes;
    refresh_free(pos);
}

}  // namespace kb
