// The state of a game at one moment: engine/position.py, player.py, deck.py. A position is plain data: copying it is
// one memcpy, and `size` says how much of it a game needs.
#pragma once
#include <cstddef>

#include "setup.hpp"

namespace kb {

constexpr int NOT_BEGUN = -1;       // the value of to_build before the mandatory action
constexpr int MOST_TILES = 32, MOST_NOMADS = 32, MOST_BONUS = 8, MOST_BONUS_EVER = 8, MOST_FRAMES = 24;

struct OwnedTile {
    int16_t kind, location, acquired_turn;
    bool used;
};
struct OwnedNomadTile {
    int16_t kind, acquired_turn;
};
struct BonusTile {
    int16_t kind, acquired_turn;
    bool used;
};

struct Pile {
    uint8_t size;
    uint8_t cards[MOST_CARDS];

    void push(int card) { cards[size++] = uint8_t(card); }
    int pop() { return cards[--size]; }
};

struct Deck {
    Pile draw, discard, removed;    // the top of the draw pile is last
    uint16_t shuffles;
};

// Cards that the caller draws: ScriptedDealer of env/chance_history.py.
struct ScriptedDealer {
    const uint8_t *dealt;
    int count, next;
    bool needed;                    // a card is missing; the position must not be used
    int shuffle;                    // then the number of piles so far
    Pile pile;                      // and the pile that it is drawn from
};

// An open question of an action. Each class of action uses some of the fields, as its frame in Python has them.
struct Frame {
    int16_t action;
    int8_t seat;
    bool waived;
    int16_t count;                  // settlements left, pieces placed or steps taken, the key of a build on either terrain
    int16_t origin;                 // the hex of the piece picked up
    uint16_t hit;                   // the seats that a sword has hit in their order, three bits each
    int8_t taker, events;           // of the canoe
    int8_t silos, mode;             // of the silos
    int16_t moved[2];               // the pieces already moved for a silo, in reading order

    bool operator==(const Frame &other) const {
        return action == other.action && seat == other.seat && waived == other.waived && count == other.count &&
               origin == other.origin && hit == other.hit && taker == other.taker && events == other.events &&
               silos == other.silos && mode == other.mode && moved[0] == other.moved[0] && moved[1] == other.moved[1];
    }
    bool operator!=(const Frame &other) const { return !(*this == other); }
};

inline Frame new_frame(int action, int seat, int count = 0, int origin = NO_HEX) {
    Frame frame;
    memset((void *)&frame, 0, sizeof frame);
    frame.action = int16_t(action);
    frame.seat = int8_t(seat);
    frame.count = int16_t(count);
    frame.origin = int16_t(origin);
    frame.moved[0] = frame.moved[1] = NO_HEX;
    return frame;
}

// The part of the state of a turn that only some games need.
struct TurnState {
    int16_t additional, regular;
    int16_t extra_cards;
    bool after_last_turn;
    uint8_t sections_built_in;      // of Rovers (R7.33)
    uint64_t used_actions;          // by the index of the action in Declarations::free_actions
};

// Copy the cache lines with the bytes from `begin` to `end` of an object to another one. For memcpy of a size that is not
// constant gcc writes an instruction that takes long to begin.
template <class T> inline void copy_lines(const T &from, T &to, size_t begin, size_t end) {
    static_assert(sizeof(T) % CACHE_LINE == 0);
    const char *source = (const char *)&from;
    char *target = (char *)&to;
    for (size_t i = begin / CACHE_LINE * CACHE_LINE; i < end; i += CACHE_LINE) {
        Pair line[CACHE_LINE / sizeof(Pair)];
        memcpy(line, source + i, CACHE_LINE);
        memcpy(target + i, line, CACHE_LINE);
    }
}

struct alignas(CACHE_LINE) Player {
    Hexes pieces, adjacent;
    Spaces taken_from;
    int16_t supply, gold, reserve;
    int16_t numbers;                // the value of the number tiles (R5.28)
    uint32_t lines;                 // the lines marked for Mayors (R7.31)
    uint8_t hand_size, tile_count, nomad_count, bonus_count, bonus_ever_count;
    uint8_t token_kinds;            // bits of the kinds with a piece on the board
    uint8_t hand[MOST_CARDS];
    OwnedTile tiles[MOST_TILES];
    OwnedNomadTile nomads[MOST_NOMADS];
    BonusTile bonus[MOST_BONUS];
    int16_t bonus_ever[MOST_BONUS_EVER];  // the kinds of bonus tile ever taken, in their order
    Hexes tokens[TOKEN_KINDS];      // the hexes of pieces of each kind; they are among the pieces too

    void copy_used_to(Player &other, bool has_tokens) const {
        copy_lines(*this, other, 0, offsetof(Player, tiles) + tile_count * sizeof(OwnedTile));
        if (nomad_count) memcpy(other.nomads, nomads, nomad_count * sizeof(OwnedNomadTile));
        if (bonus_count) memcpy(other.bonus, bonus, sizeof bonus);
        if (bonus_ever_count) memcpy(other.bonus_ever, bonus_ever, sizeof bonus_ever);
        if (has_tokens) memcpy((void *)other.tokens, (const void *)tokens, sizeof tokens);
    }
};

struct alignas(CACHE_LINE) Position {
    const Setup *setup;
    int32_t turn, last_built;
    int16_t to_build;
    int8_t active, terrain, card;
    bool end_triggered, over;
    bool failed;                    // a limit of the kernel was reached: the position must not be used
    uint8_t frame_count;
    int8_t emptied, emptied_by;     // only while an answer is applied
    uint32_t draws;                 // changes with every change of the piles
    Spaces tiles_left, two_tiles_left;
    TurnState turn_state;
    Hexes free, built_this_turn;
    Frame stack[MOST_FRAMES];
    Hexes walls, temporary;         // temporary: pieces that stay for this turn only
    Deck deck;
    uint64_t deck_seed;
    ScriptedDealer *dealer;         // of games whose cards the caller draws
    Player players[MOST_PLAYERS];   // last: a copy takes only those that play

    const Board &board() const { return setup->board; }
    const Rules &rules() const { return setup->rules; }
    const Declarations &declarations() const { return *setup->declarations; }
    const Action &action(int number) const { return setup->declarations->action(number); }
    int player_count() const { return setup->players; }
    static size_t size_for(int players) { return offsetof(Position, players) + size_t(players) * sizeof(Player); }
    size_t size() const { return size_for(setup->players); }
    void copy_to(Position &other) const { memcpy((void *)&other, (const void *)this, size()); }

    // Copy what the rules read, in less time: neither the rest of lists nor pieces that the game does not have.
    void copy_used_to(Position &other) const {
        copy_lines(*this, other, 0, offsetof(Position, stack) + frame_count * sizeof(Frame));
        copy_lines(*this, other, offsetof(Position, walls), offsetof(Position, players));
        for (int i = 0; i < player_count(); i++) players[i].copy_used_to(other.players[i], setup->rules.has_tokens);
    }

    const Frame &top() const { return stack[frame_count - 1]; }
    int to_play() const { return over ? NOTHING : frame_count ? top().seat : active; }

    void push_frame(const Frame &frame) {
        if (frame_count < MOST_FRAMES) stack[frame_count++] = frame;
        else failed = true;
    }
    void pop_frame() { frame_count--; }
    void replace_frame(const Frame &frame) { stack[frame_count - 1] = frame; }
};

// Hexes and pieces that belong to a player.

inline bool any_tokens(const Player &player) { return player.token_kinds != 0; }

// The hexes with an ordinary settlement.
inline Hexes settlements(const Player &player) {
    Hexes found = player.pieces;
    for (int kind = 0; kind < TOKEN_KINDS; kind++)
        if (player.token_kinds >> kind & 1) found -= player.tokens[kind];
    return found;
}

// Add pieces of a kind on these hexes, or remove them if they are there.
inline void toggle_tokens(Player &player, int kind, const Hexes &hexes) {
    Hexes &tokens = player.tokens[kind];
    tokens = tokens ^ hexes;
    if (tokens.any()) player.token_kinds |= uint8_t(1u << kind);
    else player.token_kinds &= uint8_t(~(1u << kind));
}

// The hexes of a player's pieces that block the hexes around them (R4.10).
inline Hexes blocking(const Position &pos, const Player &player) {
    Hexes found = NO_HEXES;
    for (int kind = 0; kind < TOKEN_KINDS; kind++)
        if (player.token_kinds >> kind & 1 && pos.declarations().pieces[kind].blocks_neighbours)
            found |= player.tokens[kind];
    return found;
}

// The hexes of all pieces that block their neighbours (R4.10).
inline Hexes blockers(const Position &pos) {
    Hexes found = NO_HEXES;
    for (int i = 0; i < pos.player_count(); i++) found |= blocking(pos, pos.players[i]);
    return found;
}

// The kind of the piece on a hex, NOTHING for a settlement.
inline int kind_at(const Player &player, int h) {
    if (player.token_kinds)
        for (int kind = 0; kind < TOKEN_KINDS; kind++)
            if (player.tokens[kind].has(h)) return kind;
    return NOTHING;
}

// The hexes that count as a player's own pieces; in the own turn also temporary ones (R0.6).
inline Hexes own_pieces(const Position &pos, int seat) {
    const Hexes &pieces = pos.players[seat].pieces;
    return pos.rules().has_temporary && seat == pos.active ? pieces | pos.temporary : pieces;
}

// The hexes next to a piece that counts as the player's for an action (R0.20 ownAdj).
inline Hexes own_adjacent(const Position &pos, int seat) {
    const Hexes &adjacent = pos.players[seat].adjacent;
    if (!pos.rules().has_temporary || seat != pos.active || pos.temporary.empty()) return adjacent;
    return adjacent | neighbours(pos.temporary);
}

// The hexes next to a piece of another player.
inline Hexes near_others(const Position &pos, int seat) {
    Hexes found = NO_HEXES;
    for (int i = 0; i < pos.player_count(); i++)
        if (i != seat) found |= pos.players[i].adjacent;
    return found;
}

// The hexes that would be free with these pieces lifted, without their own hexes (R0.21).
inline Hexes free_without(const Position &pos, const Hexes &lifted) {
    Hexes occupied = pos.walls | pos.temporary, blocked = NO_HEXES;
    bool tokens = false;
    for (int i = 0; i < pos.player_count(); i++) {
        occupied |= pos.players[i].pieces;
        if (any_tokens(pos.players[i])) {
            tokens = true;
            blocked |= blocking(pos, pos.players[i]);
        }
    }
    Hexes free = pos.board().open - occupied;
    if (!tokens) return free;
    blocked -= lifted;
    return blocked.any() ? free - neighbours(blocked) : free;
}

// Compute the free hexes again: neither special nor occupied nor blocked (R0.20).
inline void refresh_free(Position &pos) { pos.free = free_without(pos, NO_HEXES); }

}  // namespace kb
