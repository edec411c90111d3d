// The scorers of cards, tasks and special hexes (engine/scoring.py and the cards of the sets; docs/rules.md section 7).
#pragma once
#include <algorithm>
#include <new>

#include "areas.hpp"
#include "sections.hpp"
#include "where.hpp"

namespace kb {

// A player's connected areas, computed when they are first needed: several scorers need the same ones.
class AreasOf {
    const Hexes &hexes_;
    bool known_ = false;
    union {
        Areas areas_;
    };

  public:
    explicit AreasOf(const Hexes &hexes) : hexes_(hexes) {}
    AreasOf(const AreasOf &) = delete;
    const Areas &get() {
        if (!known_) new (&areas_) Areas(hexes_);
        known_ = true;
        return areas_;
    }
};

// Gold, and the hexes that earn it.
struct Score {
    int gold;
    Hexes hexes;
};

constexpr int LORDS_FIRST = 12, LORDS_SECOND = 6;

// The marks that areas of own pieces link with one another. With `linking` also the hexes of these areas.
inline uint64_t linked_marks(const HexMarks &marks, AreasOf &areas, Hexes *linking = nullptr) {
    const Areas &found = areas.get();
    uint64_t linked = 0;
    for (int i = 0; i < found.count; i++) {
        uint64_t touched = marks.on(found.begin(i), found.end(i));
        if (!(touched & (touched - 1))) continue;  // one or none
        linked |= touched;
        if (linking) *linking |= found.area(i);
    }
    return linked;
}

// Merchants (R7.8): 4 gold for each special hex that an area of own pieces links with another.
template <bool HEXES> inline Score merchants(const Position &pos, AreasOf &areas) {
    const HexMarks &marks = pos.board().special_marks;
    uint64_t linked = linked_marks(marks, areas);
    Score score = {4 * __builtin_popcountll(linked), NO_HEXES};
    for (; HEXES && linked; linked &= linked - 1) score.hexes.add(marks.first_hex[__builtin_ctzll(linked)]);
    return score;
}

// Geologists (R7.21): 2 gold for each mountain that an area of own pieces links with another.
template <bool HEXES> inline Score geologists(const Position &pos, AreasOf &areas) {
    Score score = {0, NO_HEXES};
    score.gold = 2 * __builtin_popcountll(linked_marks(pos.board().mountain_marks, areas, HEXES ? &score.hexes : nullptr));
    return score;
}

// From where to where hexes reach along the three axes (R0.15).
struct Extent {
    int8_t low[3] = {INT8_MAX, INT8_MAX, INT8_MAX}, high[3] = {INT8_MIN, INT8_MIN, INT8_MIN};

    void add(int h) {
        int row = geometry.row_of[h], q = geometry.q_of[h];
        int places[3] = {row, q, row + q};
        for (int i = 0; i < 3; i++) {
            low[i] = std::min(low[i], int8_t(places[i]));
            high[i] = std::max(high[i], int8_t(places[i]));
        }
    }
    void add(const Extent &other) {
        for (int i = 0; i < 3; i++) {
            low[i] = std::min(low[i], other.low[i]);
            high[i] = std::max(high[i], other.high[i]);
        }
    }
    // The largest distance within connected hexes: along one of the axes it is the whole extent.
    int span() const { return std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]}); }
};

inline Extent extent_of(const int16_t *begin, const int16_t *end) {
    Extent found;
    for (const int16_t *h = begin; h != end; h++) found.add(*h);
    return found;
}

// Messengers (R7.22): 2 gold for each hex of the longest shortest path between two connected own pieces.
template <bool HEXES> inline Score messengers(AreasOf &areas) {
    const Areas &found = areas.get();
    int best = 0, at = NOTHING;
    for (int i = 0; i < found.count; i++) {
        // A span is shorter than the area is large.
        int length = found.size(i) > best ? extent_of(found.begin(i), found.end(i)).span() : 0;
        if (length > best) {
            best = length;
            at = i;
        }
    }
    if (!best) return {0, NO_HEXES};
    return {2 * (best + 1), HEXES ? found.area(at) : NO_HEXES};
}

// The contested hexes next to which the player has a piece and no other player has more.
inline Hexes majorities(const Position &pos, int seat, const Hexes &contested) {
    Hexes won = NO_HEXES;
    for (int h : each(contested & pos.players[seat].adjacent)) {
        int own = count_around(pos.players[seat].pieces, h), most = own;
        for (int i = 0; i < pos.player_count(); i++) {
            int count = count_around(pos.players[i].pieces, h);
            if (count > most) most = count;
        }
        if (own == most) won.add(h);
    }
    return won;
}

// Lords in one section (R7.15): 12 gold for the most pieces and 6 for the second most, zeros and ties included.
inline int lords_in(Sections &sections, int players, int seat, int section) {
    int own = sections.of(seat)[section], most = own, least_above = 0;
    for (int i = 0; i < players; i++) {
        int count = sections.of(i)[section];
        most = std::max(most, count);
        if (count > own && (!least_above || count < least_above)) least_above = count;
    }
    return own == most ? LORDS_FIRST : least_above == most ? LORDS_SECOND : 0;
}

// The index of the part with the most, or the fewest, of these hexes; the first of several.
template <bool MOST> inline int part_with(const Hexes &pieces, const Hexes *parts, int count, int &best) {
    int at = 0;
    best = count_of_both(pieces, parts[0]);
    for (int i = 1; i < count; i++) {
        int here = count_of_both(pieces, parts[i]);
        if (MOST ? here > best : here < best) {
            best = here;
            at = i;
        }
    }
    return at;
}

inline Score score_of_hexes(int gold, const Hexes &hexes) { return {gold * hexes.count(), hexes}; }
inline Score score_if(int gold, const Hexes &hexes) { return hexes.any() ? Score{gold, hexes} : Score{0, NO_HEXES}; }

// Place of refuge (R7.37): the neighbours of special hexes whose six neighbours all hold own pieces.
inline Hexes refuges(const Position &pos, const Player &player) {
    Hexes found = NO_HEXES;
    for (int h : each(pos.board().special & player.adjacent)) {
        const Hexes &around = geometry.neighbours[h];
        if (around.count() == 6 && contains(player.pieces, around)) found |= around;
    }
    return found;
}

// The gold of one source for a player, and the hexes that earn it. Who wants only the gold does not pay for the hexes:
// without HEXES those of areas are left out, and the others are not computed if they are not used, since this function
// is always inlined.
template <bool HEXES> [[gnu::always_inline]] inline Score score_of(const Position &pos, int seat, const ScorerEntry &entry,
                                                                   AreasOf &areas) {
    const Board &board = pos.board();
    const Player &player = pos.players[seat];
    const Hexes &pieces = player.pieces;
    switch (entry.scorer) {
        case Scorer::PerPiece: return score_of_hexes(entry.gold, pieces & where_hexes(pos, seat, entry.where));
        case Scorer::merchants: return merchants<HEXES>(pos, areas);
        case Scorer::discoverers: return {__builtin_popcount(lines_with(pieces)), pieces};  // R7.9
        case Scorer::hermits: return {areas.get().count, pieces};  // R7.10
        case Scorer::citizens: {  // R7.11
            const Areas &found = areas.get();
            int largest = found.largest();
            if (largest < 0 || found.size(largest) < 2) return {0, NO_HEXES};
            return {found.size(largest) / 2, HEXES ? found.area(largest) : NO_HEXES};
        }
        case Scorer::knights: {  // R7.14
            LineCounts counts(pieces);
            int most = counts.most(), at = __builtin_ctz(counts.lines_of(most));
            return {2 * most, pieces & geometry.rows[at]};
        }
        case Scorer::lords: {
            Score found = {0, NO_HEXES};
            Sections sections(pos);
            for (int i = 0; i < SECTION_COUNT; i++) {
                int gold = lords_in(sections, pos.player_count(), seat, i);
                found.gold += gold;
                if (gold) found.hexes |= pieces & geometry.sections[i];
            }
            return found;
        }
        case Scorer::farmers: {  // R7.16
            int fewest, at = part_with<false>(pieces, geometry.sections, SECTION_COUNT, fewest);
            return {3 * fewest, pieces & geometry.sections[at]};
        }
        case Scorer::castles: return score_of_hexes(3, player.adjacent & board.castles);  // R7.4
        case Scorer::in_game: return {player.gold, NO_HEXES};                             // R7.1
        case Scorer::geologists: return geologists<HEXES>(pos, areas);
        case Scorer::messengers: return messengers<HEXES>(areas);
        case Scorer::noblewomen: return score_of_hexes(5, majorities(pos, seat, board.special - board.palaces));  // R7.23
        case Scorer::captains: return score_of_hexes(1, pieces & neighbour_counts(pieces).thrice);               // R7.25
        case Scorer::palaces: return score_of_hexes(5, majorities(pos, seat, board.palaces));                    // R7.5
        case Scorer::rangers: {  // R7.27
            Lines earning = LineCounts(pieces).lines_of(1);
            return {2 * __builtin_popcount(earning), pieces & hexes_of_lines(earning)};
        }
        case Scorer::mayors:  // R7.32
            return {4 * __builtin_popcount(player.lines), pieces & hexes_of_lines(player.lines)};
        case Scorer::chainers: {  // R7.28
            NeighbourCounts counts = neighbour_counts(pieces);
            return score_of_hexes(1, (pieces & counts.twice) - counts.thrice);
        }
        case Scorer::homesteaders: {  // R7.30
            int most, at = part_with<true>(pieces, geometry.sections, SECTION_COUNT, most);
            return {most, pieces & geometry.sections[at]};
        }
        case Scorer::capitols: {  // R7.6
            Score found = {0, NO_HEXES};
            for (const Hexes &near : board.near_capitols) {
                Hexes here = pieces & near;
                found.gold += here.count();
                found.hexes |= here;
            }
            return found;
        }
        case Scorer::home_country: {  // R7.34
            Hexes owned = NO_HEXES;
            for (const Hexes &area : board.terrain_areas)
                if (contains(pieces, area)) owned |= area;
            return score_if(5, owned);
        }
        case Scorer::fortress: {  // R7.35
            Hexes centres = interior(pieces);
            return centres.any() ? Score{6, centres | neighbours(centres)} : Score{0, NO_HEXES};
        }
        case Scorer::road:  // R7.36
            return score_if(7, runs_along<SOUTH_WEST>(pieces, 7) | runs_along<SOUTH_EAST>(pieces, 7));
        case Scorer::place_of_refuge: return score_if(8, refuges(pos, player));
        case Scorer::advance: {  // R7.38
            Hexes earning = NO_HEXES;
            for (const Hexes &edge : geometry.edges)
                if (count_of_both(pieces, edge) >= 7) earning |= pieces & edge;
            return score_if(9, earning);
        }
        case Scorer::compass_points: {  // R7.39
            for (const Hexes &edge : geometry.edges)
                if (!overlap(pieces, edge)) return {0, NO_HEXES};
            return {10, pieces & geometry.outer_edge};
        }
        default: return {0, NO_HEXES};
    }
}

inline Score score(const Position &pos, int seat, const ScorerEntry &entry, AreasOf &areas) {
    return score_of<true>(pos, seat, entry, areas);
}
[[gnu::always_inline]] inline int gold_of(const Position &pos, int seat, const ScorerEntry &entry, AreasOf &areas) {
    return score_of<false>(pos, seat, entry, areas).gold;
}

// A player's score for the current board.
inline int total(const Position &pos, int seat) {
    AreasOf areas(pos.players[seat].pieces);
    int gold = 0;
    for (const ScorerEntry &entry : pos.rules().scorers) gold += gold_of(pos, seat, entry, areas);
    return gold;
}

}  // namespace kb
