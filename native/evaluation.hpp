// Evaluation of a position at the end of a turn: bots/evaluation.py, bit for bit. Sums of floats are added from left to
// right, so the order of the terms here is that of the Python code.
#pragma once
#include "next_places.hpp"
#include "sets/harvest.hpp"

namespace kb {

constexpr int MOST_FEATURES = 64;
constexpr double WITHIN_REACH = 0.35, ROUNDS = 14.0;

// The numbers that bots read from the state of sets, and the gold that is due at the end of the turn, by name.
#define KB_SET_FEATURES(X) X(number_tiles)
KB_NAMES(SetFeature, KB_SET_FEATURES)
#define KB_GOLD_DUE(X) X(rovers_due)
KB_NAMES(GoldDue, KB_GOLD_DUE)

// A player's value by how it scales: not at all, by what is still built, by turns left, by whether one is left.
struct ValueTerms {
    double gold, by_builds, by_turns, next_turn;
};

// The other seats with the terms of their values.
struct Opponents {
    int count;
    int8_t seats[MOST_PLAYERS];
    ValueTerms terms[MOST_PLAYERS];
};

// For each player the number of turns left, and which part of all settlements will be built in them.
struct Pace {
    double turns[MOST_PLAYERS], builds[MOST_PLAYERS];
};

// The features of a player in the order of the weights.
struct Features {
    int gold = 0, built_count = 0, lasting_count = 0, soon_count = 0;
    double built[MOST_FEATURES], lasting[MOST_TILES + 1], soon[MOST_PAYING + 1];
};

inline Pace still_to_come(const Position &pos) {
    int start = pos.setup->start, players = pos.player_count();
    auto place = [&](int seat) { return seat < start ? seat + players - start : seat - start; };
    int played = place(pos.active);
    double rounds = 99.0, rates[MOST_PLAYERS];
    bool due[MOST_PLAYERS];
    for (int seat = 0; seat < players; seat++) {
        const Player &player = pos.players[seat];
        rates[seat] = REGULAR_SETTLEMENTS;
        for (int i = 0; i < player.tile_count; i++) rates[seat] += pos.action(player.tiles[i].kind).builds;
        due[seat] = place(seat) > played;
        double left = player.supply / rates[seat] - due[seat];
        if (left < rounds) rounds = left;
    }
    if (rounds < 0.0) rounds = 0.0;
    Pace pace;
    for (int seat = 0; seat < players; seat++) {
        pace.turns[seat] = rounds + due[seat];
        double most = pace.turns[seat] * rates[seat], supply = pos.players[seat].supply;
        pace.builds[seat] = (most < supply ? most : supply) / SETTLEMENTS;
    }
    return pace;
}

// The pieces and places of a player that several positions are compared with.
class EvaluationBase {
    bool places_known_ = false;
    union {
        BasePlaces places_;
    };

  public:
    BasePieces pieces;

    EvaluationBase() {}
    EvaluationBase(const Position &pos, int seat) { begin(pos, seat); }
    void begin(const Position &pos, int seat) {
        pieces.begin(pos, seat);
        places_known_ = false;
    }
    BasePlaces &places() {
        if (!places_known_) new (&places_) BasePlaces(pieces.position(), pieces.player());
        places_known_ = true;
        return places_;
    }
};

// Evaluates positions of one set-up; Python passes the weights, and which features there are.
struct Evaluator {
    const Setup *setup;
    Short<PayingSource, MOST_PAYING> paying;
    Short<SetFeature, 4> of_sets;
    Short<GoldDue, 4> gold_due;
    Short<ScorerEntry, MOST_SCORERS> shared;  // the scorers whose gold a move of another player can change
    bool areas, leads, counts;
    int kind_count = 0;             // of location tiles; MOST_TILES stands for other tiles
    int8_t kind_of_tile[ENTRIES], kind_of_space[MOST_SPACES];
    int8_t terrain_of[BITS];        // of every hex
    Spaces locations;
    double built_weights[MOST_FEATURES], lasting_weights[MOST_TILES + 1], soon_weights[MOST_PAYING + 1];
    double left, nomad_weight;

    // How many features count for what is still built.
    int built_count() const {
        return setup->rules.scorers.count + 1 + of_sets.count + 2 * areas + 3 * leads + 3 * counts + paying.count;
    }

    // Read gold, and the features that count for what is still built, for every round left, for the next turn.
    void read(PieceFacts &facts, EvaluationBase &base, Features &found) const {
        const Position &pos = facts.pos;
        const Player &player = facts.player();
        BasePlaces &places = base.places();
        PlacesWith next(places, base.pieces.position(), facts.added, terrain_of);
        for (const ScorerEntry &entry : pos.rules().scorers) {
            int gold = gold_from(facts, entry);
            found.gold += gold;
            found.built[found.built_count++] = gold;
        }
        found.built[found.built_count++] = next.closed;
        for (SetFeature feature : of_sets)
            found.built[found.built_count++] = feature == SetFeature::number_tiles ? player.numbers : 0;
        if (areas) {
            found.built[found.built_count++] = facts.area_count();
            found.built[found.built_count++] = facts.largest_size();
        }
        if (leads || counts) read_sections(facts, found);
        if (facts.seat == pos.active)
            for (GoldDue due : gold_due) found.gold += due == GoldDue::rovers_due ? rovers_due(pos) : 0;
        found.soon[found.soon_count++] = next.closed;
        for (int i = 0; i < paying.count; i++) {
            const auto &here = places.paying(i, paying.items[i], facts);
            double could = next.part_on(here.hexes, here.counts);
            found.built[found.built_count++] = could;
            found.soon[found.soon_count++] = could;
        }
        read_tiles(pos, player, next.near, found);
    }

    // In how many sections a player leads, is close or behind; the fewest, second fewest and most pieces.
    void read_sections(PieceFacts &facts, Features &found) const {
        int mine[SECTION_COUNT];
        for (int i = 0; i < SECTION_COUNT; i++) mine[i] = facts.sections.of(facts.seat)[i];
        if (leads) {
            int ahead = 0, close = 0;
            for (int i = 0; i < SECTION_COUNT; i++) {
                int best = facts.sections.most_of_others(facts.seat, i);
                ahead += mine[i] > best + 1;
                close += best - 1 <= mine[i] && mine[i] <= best + 1;
            }
            found.built[found.built_count++] = ahead;
            found.built[found.built_count++] = close;
            found.built[found.built_count++] = SECTION_COUNT - ahead - close;
        }
        if (counts) {
            std::sort(mine, mine + SECTION_COUNT);
            found.built[found.built_count++] = mine[0];
            found.built[found.built_count++] = mine[1];
            found.built[found.built_count++] = mine[SECTION_COUNT - 1];
        }
    }

    // The number of tiles of each kind, those within reach counted in part, and the sum.
    void read_tiles(const Position &pos, const Player &player, const Hexes &near, Features &found) const {
        int8_t held[MOST_TILES + 1] = {}, reached[MOST_TILES + 1] = {};
        for (int i = 0; i < player.tile_count; i++) held[kind_of_tile[player.tiles[i].kind - FIRST_ENTRY]]++;
        for (Spaces stocked = pos.tiles_left & locations & ~player.taken_from; stocked; stocked &= stocked - 1) {
            int space = __builtin_ctzll(stocked);
            reached[kind_of_space[space]] += bits_around(near, pos.board().space_hex[space]) != 0;
        }
        double all = 0.0;
        for (int k = 0; k < kind_count; k++) {
            double tiles = held[k];
            for (int i = 0; i < reached[k]; i++) tiles += WITHIN_REACH;
            found.lasting[found.lasting_count++] = tiles;
            all += tiles;
        }
        found.lasting[found.lasting_count++] = all;
    }

    static double weighted(const double *weights, const double *numbers, int count) {
        double sum = 0.0;
        for (int i = 0; i < count; i++) sum += weights[i] * numbers[i];
        return sum;
    }

    // The terms of a player's value, which do not depend on how long the game lasts.
    ValueTerms terms(const Position &pos, int seat, Sections &sections, EvaluationBase *base) const {
        Features found;
        int added;
        if (base && base->pieces.is_base_of(pos, added)) {
            PieceFacts facts(base->pieces, pos, seat, added, sections);
            read(facts, *base, found);
        } else {
            EvaluationBase own(pos, seat);
            PieceFacts facts(own.pieces, pos, seat, NO_HEX, sections);
            read(facts, own, found);
        }
        return {found.gold + nomad_weight * pos.players[seat].nomad_count,
                weighted(built_weights, found.built, found.built_count) + left,
                weighted(lasting_weights, found.lasting, found.lasting_count),
                weighted(soon_weights, found.soon, found.soon_count)};
    }

    static double expected_gold(const ValueTerms &terms, double turns, double builds) {
        double later = builds * terms.by_builds + turns / ROUNDS * terms.by_turns;
        return terms.gold + later + (turns < 1.0 ? turns : 1.0) * terms.next_turn;
    }

    // The gold of a player that another player's move can change.
    int contested(const Position &pos, int seat, Sections &sections) const {
        if (!shared.any()) return 0;
        BasePieces pieces(pos, seat);
        PieceFacts facts(pieces, pos, seat, NO_HEX, sections);
        int gold = 0;
        for (const ScorerEntry &entry : shared) gold += gold_from(facts, entry);
        return gold;
    }

    // The others' terms without the gold that a move of this player can change.
    Opponents opponents(const Position &pos, int seat) const {
        Opponents found;
        Sections sections(pos);
        found.count = 0;
        for (int other = 0; other < pos.player_count(); other++) {
            if (other == seat) continue;
            ValueTerms &terms_of = found.terms[found.count];
            found.seats[found.count++] = int8_t(other);
            terms_of = terms(pos, other, sections, nullptr);
            terms_of.gold = terms_of.gold - contested(pos, other, sections);
        }
        return found;
    }

    // By how much a player has won or lost a game that is over.
    double final_value(const Position &pos, int seat) const {
        int best = 0;
        bool any = false;
        for (int other = 0; other < pos.player_count(); other++) {
            if (other == seat) continue;
            int gold = total(pos, other);
            if (!any || gold > best) best = gold;
            any = true;
        }
        return total(pos, seat) - best;
    }

    // By how much gold a player is expected to beat the best of the others. `base` is one that the position may differ
    // from by one piece.
    double value(const Position &pos, int seat, const Opponents &others, EvaluationBase *base = nullptr) const {
        if (pos.over) return final_value(pos, seat);
        Sections sections(pos);
        Pace pace = still_to_come(pos);
        double own = expected_gold(terms(pos, seat, sections, base), pace.turns[seat], pace.builds[seat]), best = 0.0;
        for (int i = 0; i < others.count; i++) {
            int other = others.seats[i];
            double gold =
                expected_gold(others.terms[i], pace.turns[other], pace.builds[other]) + contested(pos, other, sections);
            if (!i || gold > best) best = gold;
        }
        return own - best;
    }
};

}  // namespace kb
