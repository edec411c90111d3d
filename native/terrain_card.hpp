// The terrain card of a turn: which terrain is played, exhausted terrain, the next hand (engine/terrain_card.py).
#pragma once
#include "deck.hpp"
#include "tiles.hpp"

namespace kb {

bool has_resources(const Position &pos, const Action &action, int seat);  // actions.hpp

struct CardTerrains {
    int count;
    int8_t terrains[2];
};

// The terrains printed on a card.
inline CardTerrains printed_on(int card) {
    if (card < CARD_TERRAINS) return {1, {int8_t(card), 0}};
    return {2, {SWAMP, int8_t(card - CARD_TERRAINS)}};
}

// The terrains of a card; swamp only if the board has swamp (R3.6).
inline CardTerrains terrains_of(const Position &pos, int card) {
    CardTerrains found = printed_on(card);
    if (found.count == 2 && !pos.board().has_swamp) return {1, {found.terrains[1], 0}};
    return found;
}

inline bool is_terrain_free(const Position &pos, int terrain) {
    return overlap_probably(pos.board().terrain[terrain], pos.free);
}

inline bool is_usable(const Position &pos, int card) {
    CardTerrains found = terrains_of(pos, card);
    for (int i = 0; i < found.count; i++)
        if (is_terrain_free(pos, found.terrains[i])) return true;
    return false;
}

// Reveal this card; its terrain is fixed unless the card has two (R3.5).
inline void reveal(Position &pos, int card) {
    pos.card = pos.terrain = int8_t(card);
    if (card >= CARD_TERRAINS) {
        CardTerrains found = terrains_of(pos, card);
        pos.terrain = found.count == 1 ? found.terrains[0] : int8_t(NOTHING);
    }
}

// Whether the player has an extra action left that needs the played terrain (R3.10).
inline bool needs_terrain(const Position &pos, int seat) {
    const Player &player = pos.players[seat];
    bool repeats = false;
    for (int i = 0; i < player.tile_count; i++)
        repeats |= pos.action(player.tiles[i].kind).repeats && is_ready(pos, player.tiles[i]);
    for (int i = 0; i < player.tile_count; i++) {
        const OwnedTile &tile = player.tiles[i];
        if (!is_ready(pos, tile) && !(repeats && tile.acquired_turn != pos.turn)) continue;
        const Action &action = pos.action(tile.kind);
        if (action.needs_card && has_resources(pos, action, pos.active)) return true;
    }
    return false;
}

// The terrains that can be chosen, as bits; one without a free hex only if none has one (R3.5, R3.10).
inline unsigned card_choices(const Position &pos, int seat) {
    if (!pos.to_build && !needs_terrain(pos, seat)) return 0;
    const Player &player = pos.players[seat];
    unsigned terrains = 0, usable = 0;
    auto add = [&](int card) {
        CardTerrains found = terrains_of(pos, card);
        for (int i = 0; i < found.count; i++) terrains |= 1u << found.terrains[i];
    };
    if (pos.card == NOTHING) {
        for (int i = 0; i < player.hand_size; i++) add(player.hand[i]);
    } else {
        add(pos.card);
    }
    for (int terrain = 0; terrain < TERRAIN_COUNT; terrain++)
        if (terrains >> terrain & 1 && is_terrain_free(pos, terrain)) usable |= 1u << terrain;
    return usable ? usable : terrains;
}

// Set the played terrain; of two cards with this terrain the one without swamp is played.
inline void choose_terrain(Position &pos, int terrain) {
    pos.terrain = int8_t(terrain);
    if (pos.card != NOTHING) return;
    const Player &player = pos.players[pos.active];
    int chosen = CARD_KINDS;
    for (int i = 0; i < player.hand_size; i++) {
        CardTerrains found = terrains_of(pos, player.hand[i]);
        bool shows = false;
        for (int j = 0; j < found.count; j++) shows |= found.terrains[j] == terrain;
        if (shows && player.hand[i] < chosen) chosen = player.hand[i];
    }
    pos.card = int8_t(chosen);
}

// Remove one card of this kind from a hand.
inline void remove_from_hand(Player &player, int card) {
    for (int i = 0; i < player.hand_size; i++) {
        if (player.hand[i] != card) continue;
        for (int j = i + 1; j < player.hand_size; j++) player.hand[j - 1] = player.hand[j];
        player.hand_size--;
        return;
    }
}

// Remove an exhausted card from the game and draw until a card is usable (R3.10, R3.11).
inline void replace_exhausted_card(Position &pos) {
    if (pos.card == NOTHING) return;
    if (pos.terrain != NOTHING ? is_terrain_free(pos, pos.terrain) : is_usable(pos, pos.card)) return;
    if (!pos.to_build && !needs_terrain(pos, pos.active)) return;
    bool any = false;
    for (int i = 0; i < pos.deck.draw.size && !any; i++) any = is_usable(pos, pos.deck.draw.cards[i]);
    for (int i = 0; i < pos.deck.discard.size && !any; i++) any = is_usable(pos, pos.deck.discard.cards[i]);
    if (!any) {
        pos.to_build = 0;
        return;
    }
    Player &player = pos.players[pos.active];
    int drawn = pos.card;
    do {
        remove_from_hand(player, drawn);
        pos.deck.removed.push(drawn);
        drawn = draw_card(pos);
        player.hand[player.hand_size++] = uint8_t(drawn);
    } while (!is_usable(pos, drawn));
    reveal(pos, drawn);
}

// Discard, and draw one card and `extra` more (R3.28); with two terrain cards see R2.26.
inline void new_hand(Position &pos, Player &player, int extra) {
    pos.draws++;
    int count = 1 + extra;
    if (!pos.setup->two_cards) {
        for (int i = 0; i < player.hand_size; i++) discard_card(pos, player.hand[i]);
        player.hand_size = 0;
    } else {
        if (pos.card != NOTHING) {
            remove_from_hand(player, pos.card);
            discard_card(pos, pos.card);
        }
        count = pos.setup->hand_size() + extra - player.hand_size;
    }
    for (int i = 0; i < count; i++) {
        int card = draw_card(pos);
        if (card == NOTHING) break;
        player.hand[player.hand_size++] = uint8_t(card);
    }
}

}  // namespace kb
