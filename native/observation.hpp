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
constexpr int FEW_HEXES = 16;       // up to so many changed hexes of a plane are written one by one, which is faster

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

// Write a set of hexes as cells; `shown` is the set that the cells have now.
template <class Cell>
inline void write_cells(const Hexes &now, const Hexes &shown, const int16_t *first_cell, const int16_t *cell_of_hex,
                        Cell *cells) {
    Hexes changed = now ^ shown;
    if (changed.count() <= FEW_HEXES) {
        for (int h : each(changed)) cells[cell_of_hex[h]] = Cell(now.has(h));
        return;
    }
    for (int line = 0; line < LINES; line++)
        if (first_cell[line] != NO_PLACE)
            spread_line(line_bits(now, line), line < ROWS_OF_BOARD ? COLUMNS_OF_BOARD : COLUMNS_OF_ISLAND,
                        cells + first_cell[line]);
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

// The planes that change in a game.
inline Hexes moving_plane(const Seen &seen, Plane plane) {
    const Position &pos = seen.pos;
    const Board &board = pos.board();
    switch (plane.group) {
        case PlaneGroup::pieces: {
            const Player *player = seen.player(plane.member);
            return player ? player->pieces : NO_HEXES;
        }
        case PlaneGroup::taken: {
            const Player *player = seen.player(plane.member);
            return player ? board.hexes_of(player->taken_from) : NO_HEXES;
        }
        case PlaneGroup::tiles: return board.hexes_of(plane.member == LEFT ? pos.tiles_left : pos.two_tiles_left);
        case PlaneGroup::free: return pos.free;
        case PlaneGroup::built: return pos.built_this_turn;
        case PlaneGroup::piece: return seen.question.piece == NO_HEX ? NO_HEXES : one_hex(seen.question.piece);
        case PlaneGroup::legal: return seen.legal ? seen.legal->hexes : NO_HEXES;
        default: return set_plane(pos, seen.own, plane);
    }
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
