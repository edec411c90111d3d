// Observations as env/encoder.py writes them: planes over the board, a vector of numbers, a mask of the legal answers.
//
// A row has the arrays of one observation and remembers what it has written there: only planes that differ are
// written again, hex by hex if few hexes have changed. The numbers are so few that all are written every time.
#pragma once
#include <cmath>

#include "layout.hpp"
#include "question.hpp"
#include "scoring.hpp"
#include "sets/observation.hpp"

namespace kb {

constexpr double HIGHEST = 10.0;    // the largest number of the vector

// Eight bits of a line as eight bytes.
struct SpreadBits {
    uint64_t bytes[256];
    constexpr SpreadBits() : bytes() {
        for (int bits = 0; bits < 256; bits++)
            for (int i = 0; i < 8; i++) bytes[bits] |= uint64_t(bits >> i & 1) << 8 * i;
    }
};
inline constexpr SpreadBits SPREAD;

inline void spread_line(uint32_t bits, int columns, int8_t *cells) {
    if (columns == COLUMNS_OF_BOARD) {
        memcpy(cells, &SPREAD.bytes[bits & 255], 8);
        memcpy(cells + 8, &SPREAD.bytes[bits >> 8 & 255], 8);
        memcpy(cells + 16, &SPREAD.bytes[bits >> 16], 4);
    } else {
        for (int i = 0; i < columns; i++) cells[i] = int8_t(bits >> i & 1);
    }
}
inline void spread_line(uint32_t bits, int columns, float *cells) {
    for (int i = 0; i < columns; i++) cells[i] = float(bits >> i & 1);
}

// Write the lines of a set of hexes that have changed, or all. The loop over constant lines is unrolled, so that the
// places of their bits are constants too.
template <bool ALL, int LINE, int END, class Cell>
inline void write_lines(const Hexes &now, const Hexes &changed, const int16_t *first_cell, Cell *cells) {
    if constexpr (LINE < END) {
        if (ALL || line_bits(changed, LINE))
            spread_line(line_bits(now, LINE), columns_of_line(LINE), cells + first_cell[LINE]);
        write_lines<ALL, LINE + 1, END>(now, changed, first_cell, cells);
    }
}

constexpr int MANY_CHANGES = 10;    // then it is faster to write all lines than to look which have changed

// Write a set of hexes; the cells show `shown` now.
template <class Cell>
inline void write_cells(const Hexes &now, const Hexes &shown, const int16_t *first_cell, Cell *cells) {
    Hexes changed = now ^ shown;
    if (changed.count() > MANY_CHANGES) write_lines<true, 0, ROWS_OF_BOARD>(now, changed, first_cell, cells);
    else write_lines<false, 0, ROWS_OF_BOARD>(now, changed, first_cell, cells);
    if (overlap(changed, geometry.island)) write_lines<false, ROWS_OF_BOARD, LINES>(now, changed, first_cell, cells);
}

// The planes that do not change in a game.
inline Hexes fixed_plane(const Setup &setup, Plane plane) {
    const Board &board = setup.board;
    switch (plane.group) {
        case PlaneGroup::on_board: return board.open | board.special;
        case PlaneGroup::terrain: return board.terrain[plane.member];
        case PlaneGroup::special: return board.special_of_kind[plane.member];
        case PlaneGroup::location: return hexes_of_tile(board, board.locations, plane.member);
        case PlaneGroup::nomad_tile: return hexes_of_tile(board, board.nomads, plane.member);
        case PlaneGroup::capitol: return board.capitols;
        case PlaneGroup::cave: return board.caves;
        default: return NO_HEXES;
    }
}

// Whether an observation has a place for everything on the board, and for all players.
inline bool has_place_for(const Layout &layout, const Setup &setup) {
    if (setup.players > layout.players || (setup.board.line_count > ROWS_OF_BOARD && !layout.island)) return false;
    auto is_shown = [&](PlaneGroup group, int member) {
        for (const Plane &plane : layout.fixed)
            if (plane.group == group && plane.member == member) return true;
        return false;
    };
    const Board &board = setup.board;
    for (int t = 0; t < TERRAIN_COUNT; t++)
        if (board.terrain[t].any() && !is_shown(PlaneGroup::terrain, t)) return false;
    for (int i = 0; i < MOST_SPECIALS; i++)
        if (board.special_of_kind[i].any() && !is_shown(PlaneGroup::special, i)) return false;
    for (int i = 0; i < board.space_count; i++) {
        PlaneGroup group = board.nomads >> i & 1 ? PlaneGroup::nomad_tile : PlaneGroup::location;
        if (!is_shown(group, entry_member(board.space_tile[i]))) return false;
    }
    return (board.capitols.empty() || is_shown(PlaneGroup::capitol, 0)) &&
           (board.caves.empty() || is_shown(PlaneGroup::cave, 0));
}

// What one seat sees at one moment.
struct Seen {
    const Position &pos;
    int own;
    const LegalAnswers *legal;      // nullptr if another seat has to answer
    Prompt question;

    // The player who is so many places to the left of the own seat, nullptr if nobody is.
    const Player *player(int i) const {
        int players = pos.player_count();
        return i < players ? &pos.players[(own + i) % players] : nullptr;
    }
};

// A plane that changes in a game: a set of hexes, or the spaces with a tile. A computed set is put into `computed`.
inline const Hexes &moving_plane(const Seen &seen, Plane plane, Hexes &computed) {
    const Position &pos = seen.pos;
    switch (plane.group) {
        case PlaneGroup::pieces: {
            const Player *player = seen.player(plane.member);
            return player ? player->pieces : NO_HEXES;
        }
        case PlaneGroup::free: return pos.free;
        case PlaneGroup::built: return pos.built_this_turn;
        case PlaneGroup::legal: return seen.legal ? seen.legal->hexes : NO_HEXES;
        case PlaneGroup::piece:
            if (seen.question.piece == NO_HEX) return NO_HEXES;
            return computed = one_hex(seen.question.piece);
        default: return computed = set_plane(pos, seen.own, plane);
    }
}

inline bool shows_spaces(Plane plane) { return plane.group == PlaneGroup::taken || plane.group == PlaneGroup::tiles; }

inline Spaces spaces_shown(const Seen &seen, Plane plane) {
    if (plane.group == PlaneGroup::tiles) return plane.member == LEFT ? seen.pos.tiles_left : seen.pos.two_tiles_left;
    const Player *player = seen.player(plane.member);
    return player ? player->taken_from : 0;
}

// Writes the numbers of an observation, each at the place that the layout gives it.
class VectorWriter {
    const Layout &layout_;
    const Seen &seen_;
    float *vector_;

    template <class Group> void set(float *from, Group group, int member, double value) {
        int place = layout_.place(group, member);
        if (place != NO_PLACE) from[place] = float(value);
    }
    void set(Number group, int member, double value) { set(vector_, group, member, value); }

    void count_cards(Number group, const uint8_t *cards, int count) {
        int counts[CARD_KINDS] = {};
        for (int i = 0; i < count; i++) counts[cards[i]]++;
        for (int card = 0; card < CARD_KINDS; card++)
            if (counts[card]) set(group, card, counts[card] / 5.0);
    }

    void write_tiles(const Player &player, float *numbers) {
        auto add = [&](PlayerNumber group, int kind) {
            int place = layout_.place(group, entry_member(kind));
            if (place != NO_PLACE) numbers[place] += 0.5f;
        };
        for (int i = 0; i < player.tile_count; i++) {
            const OwnedTile &tile = player.tiles[i];
            add(PlayerNumber::tiles, tile.kind);
            if (tile.used) add(PlayerNumber::used, tile.kind);
            if (tile.acquired_turn == seen_.pos.turn) add(PlayerNumber::new_, tile.kind);
        }
        for (int i = 0; i < player.nomad_count; i++) {
            add(PlayerNumber::nomads, player.nomads[i].kind);
            if (player.nomads[i].acquired_turn == seen_.pos.turn) add(PlayerNumber::new_nomads, player.nomads[i].kind);
        }
    }

    void write_player(int i, float *numbers) {
        const Position &pos = seen_.pos;
        int seat = (seen_.own + i) % pos.player_count();
        const Player &player = pos.players[seat];
        set(numbers, PlayerNumber::player, THERE, 1);
        set(numbers, PlayerNumber::player, TO_PLAY, pos.to_play() == seat);
        set(numbers, PlayerNumber::player, TURN, !pos.over && pos.active == seat);
        set(numbers, PlayerNumber::player, START, pos.setup->start == seat);
        set(numbers, PlayerNumber::supply, 0, double(player.supply) / SETTLEMENTS);
        set(numbers, PlayerNumber::gold, IN_GAME, std::fmin(player.gold / 100.0, HIGHEST));
        if (layout_.scores) set(numbers, PlayerNumber::gold, TOTAL, std::fmin(total(pos, seat) / 100.0, HIGHEST));
        set(numbers, PlayerNumber::hand, 0, player.hand_size / 5.0);
        write_tiles(player, numbers);
        write_player_of_sets(pos, player, [&](PlayerNumber group, int member, double value) {
            set(numbers, group, member, value);
        });
    }

    void write_setup() {
        const Setup &setup = *seen_.pos.setup;
        for (int card : setup.cards) set(Number::cards, card, 1);
        for (int task : setup.tasks) set(Number::tasks, task, 1);
        if (setup.removed_terrain != NOTHING) set(Number::removed_terrain, setup.removed_terrain, 1);
        if (setup.two_cards) set(Number::variant, 0, 1);
    }

    void write_turn() {
        const Position &pos = seen_.pos;
        set(Number::mandatory, NOT_BEGUN_YET, pos.to_build == NOT_BEGUN);
        set(Number::mandatory, STILL_TO_BUILD, pos.to_build > 0 ? pos.to_build / 10.0 : 0.0);
        set(Number::end, TRIGGERED, pos.end_triggered);
        set(Number::end, CLOSING, pos.turn_state.after_last_turn);
        set(Number::end, OVER, pos.over);
        set(Number::turn, 0, std::fmin(pos.turn / 100.0, HIGHEST));
        if (pos.terrain != NOTHING) set(Number::terrain, pos.terrain, 1);
        if (pos.card != NOTHING) set(Number::played, pos.card, 1);
        write_turn_of_sets(pos, [&](Number group, int member, double value) { set(group, member, value); });
    }

    void write_question() {
        const Prompt &question = seen_.question;
        int member = question.action == NO_ACTION          ? TURN_ACTION
                     : question.action == MANDATORY_NUMBER ? MANDATORY_ACTION
                                                           : FIRST_ACTION + entry_member(question.action);
        if (question.left > 0) set(Number::left, 0, std::fmin(question.left / 10.0, HIGHEST));
        set(Number::stage, int(question.stage), 1);
        set(Number::action, member, 1);
    }

  public:
    VectorWriter(const Layout &layout, const Seen &seen, float *vector)
        : layout_(layout), seen_(seen), vector_(vector) {}

    void write() {
        const Position &pos = seen_.pos;
        memset(vector_, 0, sizeof(float) * size_t(layout_.vector_size));
        for (int i = 0; i < pos.player_count(); i++) write_player(i, vector_ + i * layout_.numbers_of_player);
        write_setup();
        const Player &own = pos.players[seen_.own];
        count_cards(Number::own_hand, own.hand, own.hand_size);
        count_cards(Number::discard, pos.deck.discard.cards, pos.deck.discard.size);
        count_cards(Number::out, pos.deck.removed.cards, pos.deck.removed.size);
        set(Number::draw, 0, pos.deck.draw.size / 30.0);
        write_turn();
        if (seen_.legal) write_question();
    }
};

}  // namespace kb
