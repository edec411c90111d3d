// What bots derive from the pieces of a player. Most positions of a search differ from another one by a piece more:
// their facts follow from those of that position, the base.
#pragma once
#include "scoring.hpp"

namespace kb {

// The lines with pieces, with just one, and with the most.
struct LineFacts {
    Lines used, single, fullest;
    int most;
};

// The pieces that others are compared with. Facts are computed when they are first needed.
class BasePieces {
    const Position *pos_ = nullptr;
    int seat_ = 0;
    bool areas_known_, lines_known_, beside_known_, spans_known_, marks_known_[2];
    union {
        Areas areas_;
    };
    union {
        LineCounts counts_;
    };
    LineFacts lines_;
    int largest_;
    Hexes beside_largest_;
    uint8_t index_[BITS];           // for each hex with a piece its area
    uint64_t marks_[2][Areas::MOST];
    Extent extents_[Areas::MOST];

    void find_areas() {
        new (&areas_) Areas(pieces());
        for (int i = 0; i < areas_.count; i++)
            for (const int16_t *h = areas_.begin(i); h != areas_.end(i); h++) index_[*h] = uint8_t(i);
        largest_ = areas_.largest();
        areas_known_ = true;
    }
    void count_lines() {
        new (&counts_) LineCounts(pieces());
        lines_.most = counts_.most();
        lines_.fullest = counts_.lines_of(lines_.most);
        lines_.single = counts_.lines_of(1);
        lines_.used = lines_with(pieces());
        lines_known_ = true;
    }

  public:
    BasePieces() {}
    BasePieces(const Position &pos, int seat) { begin(pos, seat); }
    BasePieces(const BasePieces &) = delete;

    // The position must stay as it is while others are compared with it.
    void begin(const Position &pos, int seat) {
        pos_ = &pos;
        seat_ = seat;
        areas_known_ = lines_known_ = beside_known_ = spans_known_ = marks_known_[0] = marks_known_[1] = false;
    }
    const Position &position() const { return *pos_; }
    const Player &player() const { return pos_->players[seat_]; }
    const Hexes &pieces() const { return player().pieces; }

    // Whether another position differs by one more piece, or by none; nothing else may have become free or not free.
    bool is_base_of(const Position &other, int &added) const {
        const Hexes &now = other.players[seat_].pieces;
        Hexes more = now ^ pieces();
        if (more != (other.free ^ pos_->free)) return false;
        added = NO_HEX;
        int count = more.count();
        if (count == 1) added = more.first();
        return !count || (count == 1 && now.has(added) && pos_->free.has(added));
    }

    const Areas &areas() {
        if (!areas_known_) find_areas();
        return areas_;
    }
    int area_of(int h) const { return index_[h]; }
    // The index of the largest area, the first of several; -1 if there is none.
    int largest() {
        areas();
        return largest_;
    }
    const Hexes &beside_largest() {
        if (!beside_known_) {
            beside_largest_ = largest() < 0 ? NO_HEXES : neighbours(areas_.area(largest_));
            beside_known_ = true;
        }
        return beside_largest_;
    }
    // For each area the marks on it: of Merchants, or of Geologists.
    const uint64_t *marks(bool of_mountains) {
        if (!marks_known_[of_mountains]) {
            const HexMarks &marks = of_mountains ? pos_->board().mountain_marks : pos_->board().special_marks;
            for (int i = 0; i < areas().count; i++) marks_[of_mountains][i] = marks.on(areas_.begin(i), areas_.end(i));
            marks_known_[of_mountains] = true;
        }
        return marks_[of_mountains];
    }
    const Extent *extents() {
        if (!spans_known_) {
            for (int i = 0; i < areas().count; i++) extents_[i] = extent_of(areas_.begin(i), areas_.end(i));
            spans_known_ = true;
        }
        return extents_;
    }
    const LineFacts &lines() {
        if (!lines_known_) count_lines();
        return lines_;
    }
    int count_in_line(int line) const { return counts_.of_line[line]; }
};

// The facts about a player in a position that has the pieces of the base, or one more.
class PieceFacts {
    BasePieces &base_;
    bool joined_known_ = false;
    int joined_[3] = {NOTHING, NOTHING, NOTHING}, joined_count_ = 0;  // the areas of the base next to the added piece
    int joined_size_ = 0;

    // Find the areas that the added piece joins: its neighbours are in three of them at the most.
    void find_joined() {
        joined_known_ = true;
        const Areas &areas = base_.areas();
        joined_size_ = 1;
        for (uint64_t bits = bits_around(base_.pieces(), added); bits; bits &= bits - 1) {
            int here = base_.area_of(added - SOUTH_EAST + __builtin_ctzll(bits));
            if (is_joined(here)) continue;
            joined_[joined_count_++] = here;
            joined_size_ += areas.size(here);
        }
    }
    bool is_joined(int area) const { return area == joined_[0] || area == joined_[1] || area == joined_[2]; }
    int first_joined() const {
        int first = added;
        for (int i = 0; i < joined_count_; i++) first = std::min(first, int(*base_.areas().begin(joined_[i])));
        return first;
    }

  public:
    const Position &pos;
    const int seat, added;
    Sections &sections;

    PieceFacts(BasePieces &base, const Position &of, int of_seat, int added_hex, Sections &sections_of)
        : base_(base), pos(of), seat(of_seat), added(added_hex), sections(sections_of) {}

    const Player &player() const { return pos.players[seat]; }
    BasePieces &base() const { return base_; }

    int area_count() {
        if (added == NO_HEX) return base_.areas().count;
        if (!joined_known_) find_joined();
        return base_.areas().count + 1 - joined_count_;
    }
    // Whether the added piece is in the largest area, the first of several.
    bool is_added_to_largest() {
        if (added == NO_HEX) return false;
        if (!joined_known_) find_joined();
        int largest = base_.largest();
        if (largest < 0 || is_joined(largest)) return true;
        int size = base_.areas().size(largest);
        return joined_size_ > size || (joined_size_ == size && first_joined() < *base_.areas().begin(largest));
    }
    int largest_size() {
        if (is_added_to_largest()) return joined_size_;
        return base_.largest() < 0 ? 0 : base_.areas().size(base_.largest());
    }
    Hexes beside_largest() {
        if (!is_added_to_largest()) return base_.beside_largest();
        Hexes found = geometry.neighbours[added];
        for (int i = 0; i < joined_count_; i++)
            found |= joined_[i] == base_.largest() ? base_.beside_largest() : neighbours(base_.areas().area(joined_[i]));
        return found;
    }
    // The marks of Merchants or Geologists that areas link with one another.
    uint64_t linked(bool of_mountains) {
        const uint64_t *marks = base_.marks(of_mountains);
        uint64_t found = 0, joined = 0;
        if (added != NO_HEX) {
            if (!joined_known_) find_joined();
            joined = (of_mountains ? pos.board().mountain_marks : pos.board().special_marks).of_hex[added];
        }
        for (int i = 0; i < base_.areas().count; i++) {
            if (is_joined(i)) joined |= marks[i];
            else if (marks[i] & (marks[i] - 1)) found |= marks[i];
        }
        return joined & (joined - 1) ? found | joined : found;
    }
    int longest_span() {
        const Extent *extents = base_.extents();
        int best = 0;
        if (added != NO_HEX) {
            if (!joined_known_) find_joined();
            Extent joined;
            joined.add(added);
            for (int i = 0; i < joined_count_; i++) joined.add(extents[joined_[i]]);
            best = joined.span();
        }
        for (int i = 0; i < base_.areas().count; i++)
            if (!is_joined(i)) best = std::max(best, extents[i].span());
        return best;
    }

    LineFacts lines() {
        LineFacts found = base_.lines();
        if (added == NO_HEX) return found;
        int line = geometry.line_of_hex[added], count = base_.count_in_line(line) + 1;
        Lines bit = Lines(1) << line;
        found.used |= bit;
        found.single = count == 1 ? found.single | bit : found.single & ~bit;
        if (count > found.most) found.fullest = 0;
        if (count >= found.most) {
            found.most = count;
            found.fullest |= bit;
        }
        return found;
    }
};

// The gold of one source: that of `gold_of`.
inline int gold_from(PieceFacts &facts, const ScorerEntry &entry) {
    switch (entry.scorer) {
        case Scorer::merchants: return 4 * __builtin_popcountll(facts.linked(false));
        case Scorer::geologists: return 2 * __builtin_popcountll(facts.linked(true));
        case Scorer::hermits: return facts.area_count();
        case Scorer::citizens: return facts.largest_size() / 2;
        case Scorer::messengers: {
            int span = facts.longest_span();
            return span ? 2 * (span + 1) : 0;
        }
        case Scorer::discoverers: return __builtin_popcount(facts.lines().used);
        case Scorer::knights: return 2 * facts.lines().most;
        case Scorer::rangers: return 2 * __builtin_popcount(facts.lines().single);
        case Scorer::lords: {
            int gold = 0;
            for (int i = 0; i < SECTION_COUNT; i++)
                gold += lords_in(facts.sections, facts.pos.player_count(), facts.seat, i);
            return gold;
        }
        case Scorer::farmers: {
            const int8_t *counts = facts.sections.of(facts.seat);
            return 3 * *std::min_element(counts, counts + SECTION_COUNT);
        }
        case Scorer::homesteaders: {
            const int8_t *counts = facts.sections.of(facts.seat);
            return *std::max_element(counts, counts + SECTION_COUNT);
        }
        default: {
            AreasOf areas(facts.player().pieces);
            return gold_of(facts.pos, facts.seat, entry, areas);
        }
    }
}

}  // namespace kb
