// Harvest: bazaar, scout cabin, cathedral, palisade, silos, and its cards Mayors and Rovers (sets/harvest/).
#pragma once
#include "../areas.hpp"
#include "../actions.hpp"

namespace kb {

constexpr int NUMBERS = 18;         // the value of all number tiles together (R1.11)
constexpr int SCOUTS = 2;
constexpr int LINE_TO_MARK = 4;     // how many pieces on a line mark it (R7.31)
constexpr int PER_SILO = 3;
enum SiloMode : int8_t { SILO_OPEN, SILO_BUILDING, SILO_MOVING };

// Bazaar: the tiles that can be repeated now, used or unused, but not those taken in this turn (R5.25).
inline void bazaar_choices(const Position &pos, int seat, LegalAnswers &found) {
    const Player &player = pos.players[seat];
    for (int i = 0; i < player.tile_count; i++) {
        const OwnedTile &tile = player.tiles[i];
        if (tile.acquired_turn != pos.turn && !found.has_option(tile.kind) &&
            repeatable(pos, pos.action(tile.kind), seat))
            found.add(tile.kind);
    }
}

// Cathedral (R5.28).

inline int numbers_left(const Position &pos) {
    int left = NUMBERS;
    for (int i = 0; i < pos.player_count(); i++) left -= pos.players[i].numbers;
    return left;
}

inline bool cathedral_has_resources(const Position &pos, int seat) {
    return pos.players[seat].supply > 0 && pos.players[seat].numbers > 0;
}

// Whether there are number tiles, settlements and a hex.
inline bool cathedral_can_build(const Position &pos, const Action &action, int seat) {
    return cathedral_has_resources(pos, seat) && build_candidates(pos, action, seat).any();
}

// Hexes, to collect instead of the first and to stop after it.
inline void cathedral_legal(const Position &pos, const Action &action, const Frame &frame, LegalAnswers &found) {
    if (frame.waived) {
        found.hexes = build_candidates(pos, action, frame.seat);
        return;
    }
    if (cathedral_can_build(pos, action, frame.seat)) found.hexes = build_targets(pos, action, frame.seat);
    if (frame.count) found.add(STOP);
    else if (numbers_left(pos)) found.add(pos.declarations().collect);
    if (found.hexes.any())
        add_waiver(pos, frame.seat, found.hexes, build_candidates(pos, action, frame.seat), found);
}

// Collect, stop, or build one for a number tile and ask again while another can be built.
inline void cathedral_apply(Position &pos, const Action &action, const Frame &frame, int answer) {
    if (use_waiver(pos, frame, answer)) return;
    if (answer == pos.declarations().collect) {
        pos.players[frame.seat].numbers++;
    } else if (answer != STOP) {
        pos.players[frame.seat].numbers--;
        build(pos, frame.seat, hex_of_answer(answer));
        if (cathedral_can_build(pos, action, frame.seat)) {
            pos.replace_frame(new_frame(frame.action, frame.seat, frame.count + 1));
            return;
        }
    }
    pos.pop_frame();
}

// Scout cabin (R5.30).

inline Hexes scout_ground(const Position &pos) {
    return pos.board().land | pos.board().terrain[WATER] | pos.board().terrain[MOUNTAIN];
}

// Whether there is a place for the first scout; those on the board are taken back before.
inline bool scout_can_start(const Position &pos, int seat) {
    const Hexes &scouts = pos.temporary;
    Hexes free = pos.free;
    if (scouts.any()) free |= scouts - neighbours(blockers(pos));
    return overlap(scout_ground(pos) & free, pos.players[seat].adjacent);
}

inline Hexes scout_targets(const Position &pos, int seat) {
    if (pos.temporary.count() == SCOUTS) return NO_HEXES;
    return scout_ground(pos) & pos.free & own_adjacent(pos, seat);
}

// Palisade: next to every remainder of the piece's area (R5.32).

inline Hexes palisade_destinations(const Position &pos, int seat, int origin) {
    Hexes rest = area_of(origin, own_pieces(pos, seat)) - one_hex(origin);
    return neighbours(rest) & pos.board().land & free_lifted(pos, seat, origin);
}

// Those of the player's pieces in an area of own pieces that have a free hex next to the rest of the area to go to. Where
// a hex is next to two pieces of the area, it stays next to one when the other is lifted.
inline Hexes sources_in_area(const Position &pos, int seat, const Hexes &area) {
    const Player &player = pos.players[seat];
    Hexes pieces = movable(pos, player) & area, found = NO_HEXES, ground = pos.board().land & pos.free;
    if (any_tokens(player)) {
        Hexes blocked = blocking(pos, player) & pieces;
        pieces -= blocked;
        for (int h : each(blocked))
            if (overlap(neighbours(area - one_hex(h)) & pos.board().land, free_lifted(pos, seat, h))) found.add(h);
    }
    NeighbourCounts counts = neighbour_counts(area);
    if (overlap(counts.twice, ground)) return found | pieces;
    Hexes once = counts.once & ground;
    for (int h : each(pieces))
        if (!contains(geometry.neighbours[h], once)) found.add(h);
    return found;
}

inline Hexes palisade_sources(const Position &pos, int seat) {
    Hexes found = NO_HEXES;
    Connected left(own_pieces(pos, seat));
    for (int i = 0; i < WORDS; i++) {
        while (left.word(i)) {
            Hexes area = left.take_area(i * 64 + __builtin_ctzll(left.word(i)));
            if (area.count() > 1) found |= sources_in_area(pos, seat, area);
        }
    }
    return found;
}

// Silos (R3.35 to R3.38).

inline Hexes silo_targets(const Position &pos, int seat) {
    return pos.board().land & pos.free & own_adjacent(pos, seat);
}

// The free land next to own pieces, the moved one left out (R3.37).
inline Hexes silo_destinations(const Position &pos, int seat, int origin) {
    return pos.board().land & free_lifted(pos, seat, origin) &
           neighbours(own_pieces(pos, seat) - one_hex(origin));
}

inline void silo_legal(const Position &pos, const Action &action, const Frame &frame, LegalAnswers &found) {
    if (frame.origin != NO_HEX) {
        found.hexes = silo_destinations(pos, frame.seat, frame.origin);
        return;
    }
    if (frame.mode != SILO_MOVING && pos.players[frame.seat].supply) found.hexes = silo_targets(pos, frame.seat);
    if (frame.mode != SILO_BUILDING) {
        Hexes sources = move_sources(pos, action, frame.seat);
        for (int h : frame.moved)
            if (h != NO_HEX) sources.remove(h);
        found.hexes |= sources;
    }
    found.add(frame.mode == SILO_OPEN ? PASS : STOP);
}

inline void go_to_next_silo(Position &pos, const Frame &frame) {
    if (frame.silos > 1) {
        Frame next = new_frame(frame.action, frame.seat, PER_SILO);
        next.silos = int8_t(frame.silos - 1);
        pos.replace_frame(next);
    } else {
        pos.pop_frame();
    }
}

// Build, pick up, put down, or go on to the next silo.
inline void silo_apply(Position &pos, const Action &action, const Frame &frame, int answer) {
    if (answer == PASS || answer == STOP) {
        go_to_next_silo(pos, frame);
        return;
    }
    int h = hex_of_answer(answer);
    Frame next = frame;
    next.origin = NO_HEX;
    next.count = int16_t(frame.count - 1);
    if (frame.origin != NO_HEX) {
        move_after_last_turn(pos, frame.seat, frame.origin, h);
        next.mode = SILO_MOVING;
        int16_t other = frame.moved[0];
        next.moved[0] = int16_t(other == NO_HEX || h < other ? h : other);
        next.moved[1] = int16_t(other == NO_HEX ? NO_HEX : h < other ? other : h);
    } else if (pos.players[frame.seat].pieces.has(h)) {
        next.mode = SILO_MOVING;
        next.count = frame.count;
        next.origin = int16_t(h);
        pos.replace_frame(next);
        return;
    } else {
        build_after_last_turn(pos, frame.seat, h);
        next.mode = SILO_BUILDING;
    }
    if (frame.count > 1) {
        LegalAnswers found;
        found.clear();
        silo_legal(pos, action, next, found);
        if (found.hexes.any()) {
            pos.replace_frame(next);
            return;
        }
    }
    go_to_next_silo(pos, frame);
}

// Ask each player with silos next to own pieces, from the start player on (R3.35).
inline void ask_silos(Position &pos) {
    int players = pos.player_count();
    for (int i = players - 1; i >= 0; i--) {
        int seat = (pos.setup->start + i) % players;
        int silos = count_of_both(pos.players[seat].adjacent, pos.board().silos);
        if (!silos) continue;
        Frame frame = new_frame(pos.declarations().silo, seat, PER_SILO);
        frame.silos = int8_t(silos);
        pos.push_frame(frame);
    }
}

// Mayors: mark every unmarked line of a piece just placed that holds four own pieces (R7.31).
inline void mark_lines(Position &pos, int seat, const Hexes &placed) {
    Player &player = pos.players[seat];
    uint32_t marked = 0, touched = 0;
    for (int i = 0; i < pos.player_count(); i++) marked |= pos.players[i].lines;
    for (int h : each(placed)) touched |= 1u << geometry.line_of_hex[h];
    for (touched &= ~marked; touched; touched &= touched - 1) {
        int line = __builtin_ctz(touched);
        if (player.supply && __builtin_popcount(line_bits(player.pieces, line)) >= LINE_TO_MARK) {
            player.lines |= 1u << line;
            spend(pos, player);
        }
    }
}

// Rovers: note the sections in which the active player builds (R7.33).
inline void note_sections(Position &pos, int seat, const Hexes &built) {
    if (seat != pos.active) return;
    for (int i = 0; i < SECTION_COUNT; i++)
        if (overlap(built, geometry.sections[i])) pos.turn_state.sections_built_in |= uint8_t(1u << i);
}

inline int rovers_due(const Position &pos) { return __builtin_popcount(pos.turn_state.sections_built_in); }

}  // namespace kb
