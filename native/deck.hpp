// Drawing and discarding terrain cards: engine/deck.py.
#pragma once
#include "position.hpp"
#include "rng.hpp"

namespace kb {

inline void reshuffle(Position &pos) {
    Deck &deck = pos.deck;
    const Setup &setup = *pos.setup;
    uint8_t counts[CARD_KINDS] = {};
    for (int i = 0; i < deck.discard.size; i++) counts[deck.discard.cards[i]]++;
    deck.draw.size = 0;
    if (deck.shuffles < setup.orders.size()) {
        const std::vector<uint8_t> &order = setup.orders[deck.shuffles];
        uint8_t known[CARD_KINDS] = {};
        for (uint8_t card : order) known[card]++;
        if (!memcmp(known, counts, sizeof known))
            for (uint8_t card : order) deck.draw.push(card);
    }
    if (!deck.draw.size) {
        for (int card = 0; card < CARD_KINDS; card++)
            for (int i = 0; i < counts[card]; i++) deck.draw.push(card);
        Rng(pos.deck_seed, deck.shuffles).shuffle(deck.draw.cards, deck.draw.size);
    }
    deck.shuffles++;
    deck.discard.size = 0;
}

// Draw the next card that the caller has dealt; note that one is needed if there are no more.
inline int draw_dealt_card(Position &pos) {
    Deck &deck = pos.deck;
    ScriptedDealer &dealer = *pos.dealer;
    if (!deck.draw.size) {
        if (!deck.discard.size) return NOTHING;
        deck.draw = deck.discard;
        deck.discard.size = 0;
        deck.shuffles++;
    }
    if (dealer.next == dealer.count) {
        if (!dealer.needed) {
            dealer.needed = true;
            dealer.pile = deck.draw;
            dealer.shuffle = deck.shuffles;
        }
        return deck.draw.pop();
    }
    int card = dealer.dealt[dealer.next++];
    for (int i = 0; i < deck.draw.size; i++) {
        if (deck.draw.cards[i] != card) continue;
        deck.draw.cards[i] = deck.draw.cards[deck.draw.size - 1];
        deck.draw.size--;
        return card;
    }
    pos.failed = true;              // there is no such card in the pile
    return deck.draw.pop();
}

// Draw a card, NOTHING if there are no more (R3.29).
inline int draw_card(Position &pos) {
    pos.draws++;
    if (pos.dealer) return draw_dealt_card(pos);
    if (!pos.deck.draw.size) {
        if (!pos.deck.discard.size) return NOTHING;
        reshuffle(pos);
    }
    return pos.deck.draw.pop();
}

inline void discard_card(Position &pos, int card) {
    pos.draws++;
    pos.deck.discard.push(card);
}

}  // namespace kb
