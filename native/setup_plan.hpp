// Set-ups drawn from a seed, as new_setup of setup/builder.py draws them, for games whose sets add nothing to a draw.
#pragma once
#include "board.hpp"
#include "rng.hpp"

namespace kb {

constexpr int QUADRANTS = 4, CARDS_IN_PLAY = 3;
constexpr int ANY = -1;             // the value of what is drawn

// A Kingdom Builder card: its index in the registry, and its scorer if it has one.
struct CardOfPlan {
    int16_t index;
    bool scores;
    ScorerEntry scorer;
};

struct SetupPlan {
    Setup same;                     // what all set-ups have in common; its rules have no cards
    std::vector<BoardPart> parts;   // for each section, quadrant and turn
    int section_count = 0;
    std::vector<CardOfPlan> cards;
    struct {
        int section = ANY, turned = ANY;
    } wanted[QUADRANTS];
    int wanted_cards[CARDS_IN_PLAY] = {ANY, ANY, ANY};  // indices in `cards`
    int8_t start = ANY;
    bool deck_is_given = false;
    uint64_t deck_seed = 0;
    uint64_t sections_stream = 0, turns_stream = 0, cards_stream = 0, start_stream = 0, deck_stream = 0;

    const BoardPart &part(int section, int quadrant, int turned) const {
        return parts[size_t((section * QUADRANTS + quadrant) * 2 + turned)];
    }
};

// The indices from 0 in random order, without those that are chosen already.
class Drawn {
    std::vector<int> order_;
    size_t next_ = 0;

  public:
    template <class IsChosen> Drawn(uint64_t seed, uint64_t stream, int count, IsChosen is_chosen) {
        order_.resize(size_t(count));
        for (int i = 0; i < count; i++) order_[size_t(i)] = i;
        Rng(seed, stream).shuffle(order_.data(), count);
        size_t kept = 0;
        for (int item : order_)
            if (!is_chosen(item)) order_[kept++] = item;
        order_.resize(kept);
    }
    int next() { return order_[next_++]; }
};

inline void draw_board(const SetupPlan &plan, uint64_t seed, Setup &setup) {
    Board &board = setup.board;
    Drawn rest(seed, plan.sections_stream, plan.section_count, [&](int section) {
        for (const auto &wanted : plan.wanted)
            if (wanted.section == section) return true;
        return false;
    });
    Rng turns(seed, plan.turns_stream);
    for (int i = 0; i < QUADRANTS; i++) {
        int section = plan.wanted[i].section, turned = int(turns.randbelow(2));
        if (plan.wanted[i].turned != ANY) turned = plan.wanted[i].turned;
        add_part(board, plan.part(section == ANY ? rest.next() : section, i, turned));
    }
    note_pieces(*setup.declarations, board, setup.rules);
    board.line_count = plan.same.board.line_count;
    finish_board(board, *setup.declarations, NOTHING);
    note_marks(board, setup.rules);
}

inline void draw_cards(const SetupPlan &plan, uint64_t seed, Setup &setup) {
    auto is_chosen = [&](int card) {
        for (int wanted : plan.wanted_cards)
            if (wanted == card) return true;
        return false;
    };
    Drawn rest(seed, plan.cards_stream, int(plan.cards.size()), is_chosen);
    for (int wanted : plan.wanted_cards) {
        const CardOfPlan &card = plan.cards[size_t(wanted == ANY ? rest.next() : wanted)];
        setup.cards.add(card.index);
        if (card.scores) setup.rules.scorers.add(card.scorer);
    }
    for (const ScorerEntry &entry : plan.same.rules.scorers) setup.rules.scorers.add(entry);
}

// Empty a board; its lists keep their memory.
inline void clear_board(Board &board) {
    for (Hexes *hexes : {&board.open, &board.land, &board.special, &board.near_removed_terrain, &board.capitols,
                         &board.caves})
        *hexes = NO_HEXES;
    for (Hexes &hexes : board.terrain) hexes = NO_HEXES;
    for (; board.special_kinds; board.special_kinds &= uint16_t(board.special_kinds - 1))
        board.special_of_kind[__builtin_ctz(board.special_kinds)] = NO_HEXES;
    board.space_count = 0;
    board.locations = board.nomads = 0;
    for (std::vector<Hexes> *list : {&board.terrain_areas, &board.near_capitols}) list->clear();
}

// Draw the set-up of a seed; return the seed of its deck.
inline uint64_t draw_setup(const SetupPlan &plan, uint64_t seed, Setup &setup) {
    const Setup &same = plan.same;
    setup.id = new_setup_id();
    setup.declarations = same.declarations;
    setup.players = same.players;
    setup.two_cards = same.two_cards;
    setup.deck_size = same.deck_size;
    memcpy(setup.deck, same.deck, sizeof setup.deck);
    setup.start = plan.start;
    if (plan.start == ANY) setup.start = int8_t(Rng(seed, plan.start_stream).randbelow(uint64_t(same.players)));
    setup.rules = same.rules;
    setup.rules.has_tokens = setup.rules.has_temporary = false;
    setup.rules.scorers.count = setup.cards.count = 0;
    clear_board(setup.board);
    draw_cards(plan, seed, setup);
    draw_board(plan, seed, setup);
    return plan.deck_is_given ? plan.deck_seed : Rng(seed, plan.deck_stream).next64();
}

}  // namespace kb
