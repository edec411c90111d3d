// What a seat may see: dealing the hidden cards at random (engine/view.py).
#pragma once
#include "position.hpp"

namespace kb {

// Deal the hidden cards at random as View.sample does: the game looks the same from this seat.
inline void sample(Position &pos, int seat, uint64_t seed) {
    Rng rng(seed);
    const Setup &setup = *pos.setup;
    pos.deck_seed = rng.next64();
    int unseen[CARD_KINDS] = {};
    for (int i = 0; i < setup.deck_size; i++) unseen[setup.deck[i]]++;
    for (const Pile *pile : {&pos.deck.discard, &pos.deck.removed})
        for (int i = 0; i < pile->size; i++) unseen[pile->cards[i]]--;
    const Player &own = pos.players[seat];
    for (int i = 0; i < own.hand_size; i++) unseen[own.hand[i]]--;
    bool card_known = pos.active != seat && pos.card != NOTHING;
    if (card_known) unseen[pos.card]--;
    Pile cards;
    cards.size = 0;
    for (int card = 0; card < CARD_KINDS; card++)
        for (int i = 0; i < unseen[card]; i++) cards.push(card);
    rng.shuffle(cards.cards, cards.size);
    int dealt = 0;
    for (int i = 0; i < pos.player_count(); i++) {
        if (i == seat) continue;
        Player &player = pos.players[i];
        int held = 0;
        if (card_known && i == pos.active) player.hand[held++] = uint8_t(pos.card);
        while (held < player.hand_size && dealt < cards.size) player.hand[held++] = cards.cards[dealt++];
        player.hand_size = uint8_t(held);
    }
    pos.deck.draw.size = uint8_t(cards.size - dealt);
    memcpy(pos.deck.draw.cards, cards.cards + dealt, pos.deck.draw.size);
    pos.draws++;
}

}  // namespace kb
