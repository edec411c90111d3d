// Where the settlements of a player's next turn can stand, for the bots.
#pragma once
#include "paying.hpp"

namespace kb {

// For each terrain that may be drawn the hexes next to own pieces if there is one, else all that are free. Words of sets
// without such hexes are left out.
class NextPlaces {
    int count_ = 0;
    int8_t index_[WORDS];
    uint64_t options_[WORDS][CARD_TERRAINS];

  public:
    int near[CARD_TERRAINS];        // how many hexes of each terrain are next to own pieces

    NextPlaces(const Position &pos, const Hexes &adjacent) {
        Hexes options[CARD_TERRAINS], anywhere = NO_HEXES;
        for (int t = 0; t < CARD_TERRAINS; t++) {
            options[t] = adjacent & pos.board().terrain[t];
            near[t] = options[t].count();
            if (!near[t]) options[t] = pos.free & pos.board().terrain[t];
            anywhere |= options[t];
        }
        for (int i = 0; i < WORDS; i++) {
            index_[count_] = int8_t(i);
            for (int t = 0; t < CARD_TERRAINS; t++) options_[count_][t] = options[t].words[i];
            count_ += anywhere.words[i] != 0;
        }
    }

    // How many of these hexes there are of each terrain.
    void count(const Hexes &hexes, int *counts) const {
        for (int t = 0; t < CARD_TERRAINS; t++) counts[t] = 0;
        for (int i = 0; i < count_; i++)
            for (int t = 0; t < CARD_TERRAINS; t++)
                counts[t] += __builtin_popcountll(hexes.words[index_[i]] & options_[i][t]);
    }
};

// The places of a base, and how many of them pay for each source.
class BasePlaces {
    struct Paying {
        bool known;
        uint64_t number;            // paying_number
        Hexes hexes;
        int counts[CARD_TERRAINS];
    };
    Paying paying_[MOST_PAYING];

  public:
    Hexes near;
    NextPlaces next;

    explicit BasePlaces(const Position &pos, const Player &player)
        : near(player.adjacent & pos.free), next(pos, near) {
        for (Paying &paying : paying_) paying.known = false;
    }

    // What pays in a position with this base; valid until the next call for this source.
    const Paying &paying(int i, const PayingSource &source, PieceFacts &facts) {
        Paying &found = paying_[i];
        uint64_t number = paying_number(source, facts);
        if (found.known && found.number == number && number != ALWAYS_NEW) {
            // Of the places of the base all that are not next to its pieces are still not next to any: only what has
            // changed needs the hexes.
            if (source.pays_at == PaysAt::new_area) found.hexes = pays_at(source, facts);
            return found;
        }
        if (number == AS_IN_BASE) {
            BasePieces &base = facts.base();
            Sections sections(base.position());
            PieceFacts of_base(base, base.position(), facts.seat, NO_HEX, sections);
            found.hexes = pays_at(source, of_base);
        } else {
            found.hexes = pays_at(source, facts);
        }
        next.count(found.hexes, found.counts);
        if (source.pays_at == PaysAt::new_area) found.hexes = pays_at(source, facts);
        found.known = true;
        found.number = number;
        return found;
    }
};

// The places of a position, as they differ from those of its base.
class PlacesWith {
    struct Change {
        int16_t hex;
        int8_t terrain, by;
    };
    const Position &before_;
    int change_count_ = 0;
    Change changes_[7];
    unsigned opened_ = 0, closed_ = 0;  // the terrains that are next to own pieces only here, or only in the base

  public:
    Hexes near;
    int closed = 0;                 // how many terrains are not next to own pieces

    PlacesWith(const BasePlaces &base, const Position &before, int added, const int8_t *terrain_of)
        : before_(before), near(base.near) {
        int count[CARD_TERRAINS];
        for (int t = 0; t < CARD_TERRAINS; t++) count[t] = base.next.near[t];
        if (added != NO_HEX) {
            for (uint64_t bits = bits_around(before.free, added) & ~bits_around(base.near, added); bits; bits &= bits - 1) {
                int h = added - SOUTH_EAST + __builtin_ctzll(bits), t = terrain_of[h];
                near.add(h);
                if (t >= CARD_TERRAINS) continue;
                count[t]++;
                changes_[change_count_++] = {int16_t(h), int8_t(t), 1};
            }
            int t = terrain_of[added];
            bool was_near = base.near.has(added);
            if (was_near) near.remove(added);
            if (t < CARD_TERRAINS) {
                count[t] -= was_near;
                if (was_near || !(base.next.near[t] || count[t])) changes_[change_count_++] = {int16_t(added), int8_t(t), -1};
            }
        }
        for (int t = 0; t < CARD_TERRAINS; t++) {
            closed += !count[t];
            opened_ |= unsigned(count[t] && !base.next.near[t]) << t;
            closed_ |= unsigned(!count[t] && base.next.near[t]) << t;
        }
    }

    // The part of the settlements that can stand on these hexes, on average over the terrain drawn; `counts` are those of
    // the base.
    double part_on(const Hexes &hexes, const int *counts) const {
        int count[CARD_TERRAINS], found = 0;
        for (int t = 0; t < CARD_TERRAINS; t++) count[t] = counts[t];
        if (opened_ | closed_)
            for (int t = 0; t < CARD_TERRAINS; t++) {
                if (opened_ >> t & 1) count[t] = 0;
                if (closed_ >> t & 1) count[t] = count_of_both(hexes, before_.free & before_.board().terrain[t]);
            }
        for (int i = 0; i < change_count_; i++) {
            const Change &change = changes_[i];
            if (hexes.has(change.hex)) count[change.terrain] += change.by;
        }
        for (int here : count) found += here > 2 ? 3 : here;
        return found / 15.0;
    }
};

}  // namespace kb
